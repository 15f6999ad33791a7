//! The order of set elements and map keys (W21).

use core::cmp::Ordering;

/// A type that can be an element of a set or a key of a map: one that holds no float and nothing
/// extensible.
///
/// Derived with [`Serialize`](derive@crate::Serialize) wherever all fields have it, none is
/// skipped or written `with` another type, and the type is not extensible. Where keys contain each other, one
/// of them says [`bound(key = "")`](derive@crate::Serialize#bound).
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a set element or a map key",
    label = "a key may hold no float, no HashMap or HashSet, and nothing extensible",
    note = "write a list of pairs, `Vec<(K, V)>`, or a key of integers, such as `f64::to_bits`",
    note = "for a type of your own, `#[derive(onesheet::Serialize)]` makes it a key if all its \
            fields can be"
)]
pub trait Key {
    /// Compares as the format does: numbers by value, `false` before `true`, `None` before `Some`,
    /// text by bytes, parts in order, enums by tag, then fields.
    ///
    /// It is the order of `Ord` for the types of std but `Reverse`, whose inner values ascend.
    fn order(&self, other: &Self) -> Ordering;
}

/// Reads `n` items that ascend strictly by `order` (W10), and passes each on.
///
/// # Errors
/// `NotAscending` if they do not, or `add` refuses one.
#[cfg(any(feature = "alloc", feature = "heapless-0_8", feature = "heapless-0_9"))]
pub(crate) fn read_ascending<I>(
    n: usize,
    start: usize,
    mut next: impl FnMut() -> crate::Result<I>,
    order: impl Fn(&I, &I) -> Ordering,
    mut add: impl FnMut(I) -> bool,
) -> crate::Result<()> {
    let error = || Err(crate::Error::new(crate::ErrorKind::NotAscending, start));
    let mut last: Option<I> = None;
    for _ in 0..n {
        let item = next()?;
        if let Some(last) = last {
            if order(&last, &item).is_ge() || !add(last) {
                return error();
            }
        }
        last = Some(item);
    }
    if last.is_none_or(add) { Ok(()) } else { error() }
}

/// [`Key`] for bounds of derived impls.
///
/// With a lifetime parameter in it, a bound is not looked into where it stands, so that types which
/// contain each other can have it, and a type that cannot be a key is an error only where it is one.
/// `FIELD` tells bounds on types apart that differ in a lifetime alone.
pub trait KeyIn<'k, const FIELD: usize> {
    /// [`Key::order`].
    fn order_in(&self, other: &Self) -> Ordering;
}

impl<T: Key + ?Sized, const FIELD: usize> KeyIn<'_, FIELD> for T {
    #[inline]
    fn order_in(&self, other: &Self) -> Ordering {
        Key::order(self, other)
    }
}

macro_rules! by_ord {
    ($($ty:ty)*) => {$(
        impl Key for $ty {
            #[inline]
            fn order(&self, other: &Self) -> Ordering {
                self.cmp(other)
            }
        }
    )*};
}

by_ord! {
    u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char str
    core::num::NonZeroU8 core::num::NonZeroU16 core::num::NonZeroU32 core::num::NonZeroU64
    core::num::NonZeroU128 core::num::NonZeroUsize core::num::NonZeroI8 core::num::NonZeroI16
    core::num::NonZeroI32 core::num::NonZeroI64 core::num::NonZeroI128 core::num::NonZeroIsize
    core::time::Duration core::convert::Infallible Ordering
    core::net::Ipv4Addr core::net::Ipv6Addr core::net::IpAddr
    core::net::SocketAddrV4 core::net::SocketAddrV6 core::net::SocketAddr
}

#[cfg(feature = "std")]
by_ord! { std::time::SystemTime }

#[cfg(feature = "alloc")]
by_ord! { alloc::string::String alloc::ffi::CString }

impl<T: Key + ?Sized> Key for &T {
    #[inline]
    fn order(&self, other: &Self) -> Ordering {
        (**self).order(*other)
    }
}

macro_rules! unit {
    ($([$($generics:tt)*] $ty:ty;)*) => {$(
        impl<$($generics)*> Key for $ty {
            fn order(&self, _: &Self) -> Ordering {
                Ordering::Equal
            }
        }
    )*};
}

unit! {
    [] ();
    [] core::ops::RangeFull;
    [T: ?Sized] core::marker::PhantomData<T>;
}

impl<T: Key> Key for [T] {
    fn order(&self, other: &Self) -> Ordering {
        by_parts(self, other, Key::order)
    }
}

/// Part by part, a prefix first.
pub fn by_parts<P>(
    a: impl IntoIterator<Item = P>,
    b: impl IntoIterator<Item = P>,
    order: impl Fn(&P, &P) -> Ordering,
) -> Ordering {
    let mut b = b.into_iter();
    for a in a {
        match b.next().map(|b| order(&a, &b)) {
            Some(Ordering::Equal) => {}
            Some(order) => return order,
            None => return Ordering::Greater,
        }
    }
    if b.next().is_some() { Ordering::Less } else { Ordering::Equal }
}

impl<T: Key, const N: usize> Key for [T; N] {
    fn order(&self, other: &Self) -> Ordering {
        self.as_slice().order(other.as_slice())
    }
}

impl<T: Key> Key for Option<T> {
    fn order(&self, other: &Self) -> Ordering {
        by_value(self, other, Key::order)
    }
}

/// `None` first.
pub fn by_value<T>(a: &Option<T>, b: &Option<T>, order: impl Fn(&T, &T) -> Ordering) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => order(a, b),
        (a, b) => a.is_some().cmp(&b.is_some()),
    }
}

impl<T: Key, E: Key> Key for Result<T, E> {
    fn order(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Ok(a), Ok(b)) => a.order(b),
            (Err(a), Err(b)) => a.order(b),
            (a, b) => a.is_err().cmp(&b.is_err()),
        }
    }
}

macro_rules! by_field {
    ($($ty:ty: [$($field:tt)+];)*) => {$(
        impl<T: Key> Key for $ty {
            #[inline]
            fn order(&self, other: &Self) -> Ordering {
                Ordering::Equal$(.then_with(|| self.$field.order(&other.$field)))+
            }
        }
    )*};
}

by_field! {
    core::num::Wrapping<T>: [0];
    core::num::Saturating<T>: [0];
    core::cmp::Reverse<T>: [0];
    core::ops::Range<T>: [start end];
    core::ops::RangeFrom<T>: [start];
    core::ops::RangeTo<T>: [end];
    core::ops::RangeToInclusive<T>: [end];
}

impl<T: Key> Key for core::ops::RangeInclusive<T> {
    fn order(&self, other: &Self) -> Ordering {
        self.start().order(other.start()).then_with(|| self.end().order(other.end()))
    }
}

impl<T: Key> Key for core::ops::Bound<T> {
    fn order(&self, other: &Self) -> Ordering {
        use core::ops::Bound::{Excluded, Included, Unbounded};
        let tag = |bound: &Self| match bound {
            Included(_) => 0,
            Excluded(_) => 1,
            Unbounded => 2,
        };
        match (self, other) {
            (Included(a), Included(b)) | (Excluded(a), Excluded(b)) => a.order(b),
            (a, b) => tag(a).cmp(&tag(b)),
        }
    }
}

macro_rules! tuple {
    ($($part:ident $place:tt),+) => {
        impl<$($part: Key),+> Key for ($($part,)+) {
            #[inline]
            fn order(&self, other: &Self) -> Ordering {
                Ordering::Equal$(.then_with(|| self.$place.order(&other.$place)))+
            }
        }
    };
}
crate::types::tuple::for_each_tuple!(tuple);

#[cfg(feature = "alloc")]
pub use with_alloc::by_ascending_parts;
#[cfg(feature = "alloc")]
pub(crate) use with_alloc::{in_order, sort};

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::{Key, Ordering, by_parts};
    use alloc::borrow::{Cow, ToOwned};
    use alloc::boxed::Box;
    use alloc::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
    use alloc::rc::Rc;
    use alloc::sync::Arc;
    use alloc::vec::Vec;

    macro_rules! pointer {
        ($($pointer:ident)*) => {$(
            impl<T: Key + ?Sized> Key for $pointer<T> {
                #[inline]
                fn order(&self, other: &Self) -> Ordering {
                    (**self).order(&**other)
                }
            }
        )*};
    }
    pointer! { Box Rc Arc }

    impl<T: Key + ToOwned + ?Sized> Key for Cow<'_, T> {
        fn order(&self, other: &Self) -> Ordering {
            (**self).order(&**other)
        }
    }

    macro_rules! list {
        ($($list:ident)*) => {$(
            impl<T: Key> Key for $list<T> {
                fn order(&self, other: &Self) -> Ordering {
                    by_parts(self, other, Key::order)
                }
            }
        )*};
    }
    list! { Vec VecDeque LinkedList }

    impl<T: Key> Key for BTreeSet<T> {
        fn order(&self, other: &Self) -> Ordering {
            by_ascending_parts(self, other, Key::order)
        }
    }

    impl<K: Key, V: Key> Key for BTreeMap<K, V> {
        fn order(&self, other: &Self) -> Ordering {
            by_ascending_parts(self, other, Key::order)
        }
    }

    /// Part by part in the format's order, from which the one in memory, that of `Ord`, may differ.
    pub fn by_ascending_parts<P>(
        a: impl IntoIterator<Item = P> + Copy,
        b: impl IntoIterator<Item = P> + Copy,
        order: impl Fn(&P, &P) -> Ordering + Copy,
    ) -> Ordering {
        if ascends(a, order) && ascends(b, order) {
            by_parts(a, b, order)
        } else {
            by_parts(in_order(a, order), in_order(b, order), order)
        }
    }

    fn ascends<P>(parts: impl IntoIterator<Item = P>, order: impl Fn(&P, &P) -> Ordering) -> bool {
        parts.into_iter().is_sorted_by(|a, b| order(a, b).is_lt())
    }

    /// The parts in ascending order.
    pub(crate) fn in_order<P>(
        parts: impl IntoIterator<Item = P>,
        order: impl Fn(&P, &P) -> Ordering,
    ) -> Vec<P> {
        let mut parts: Vec<_> = parts.into_iter().collect();
        sort(&mut parts, order);
        parts
    }

    /// Puts the parts in ascending order.
    #[inline]
    pub(crate) fn sort<P>(parts: &mut [P], order: impl Fn(&P, &P) -> Ordering) {
        if !ascends(&*parts, |a, b| order(a, b)) {
            parts.sort_unstable_by(order);
        }
    }
}
