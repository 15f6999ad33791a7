//! A list of values that is walked, any number of times, to write its columns.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use core::ops::Range;

#[cfg(feature = "alloc")]
use crate::writer::{Parts, copy_items};

/// Values that are fetched at a time: they and what is made of them stay in the nearest cache.
#[cfg(feature = "alloc")]
pub(crate) const PART: usize = 1024;

/// The values of a list, wherever they are: what [`Serialize::serialize_list`] encodes.
///
/// A column of a list is a list again: [`project`](List::project) gives that of a field,
/// [`convert`](List::convert) that of a computed value. Nothing is stored; every walk goes through
/// the values once more. A list that yields other values, or another number of them, from one walk
/// to the next gives wrong bytes, no worse.
///
/// In a `serialize_list` of your own, give them functions: the name of a closure has in it that of the
/// list which it is used on, so that the debuginfo of nested types doubles at each level.
///
/// [`Serialize::serialize_list`]: crate::Serialize::serialize_list
pub trait List<T: ?Sized>: Copy {
    /// Whether some values are neighbours in memory, as
    /// [`try_for_each_run`](Self::try_for_each_run) shows.
    const RUNS: bool = false;

    /// Whether a walk comes to every value that it passes: it has no branch that is hard to foresee.
    #[doc(hidden)]
    const PLAIN: bool = false;

    /// Whether the values are kept somewhere, not computed, so that
    /// [`lend_each`](Self::lend_each) can lend them.
    #[doc(hidden)]
    const LENDS: bool = false;

    /// The number of values.
    fn count(&self) -> usize;

    /// Calls `f` with each value in order, up to its first error.
    fn try_for_each<E>(&self, f: impl FnMut(&T) -> Result<(), E>) -> Result<(), E>;

    /// Calls `f` with all values in order, as runs of neighbours in memory.
    fn try_for_each_run<E>(&self, mut f: impl FnMut(&[T]) -> Result<(), E>) -> Result<(), E>
    where
        T: Sized,
    {
        self.try_for_each(|value| f(core::slice::from_ref(value)))
    }

    /// All values as one slice, where they are neighbours in memory.
    fn as_slice(&self) -> Option<&[T]>
    where
        T: Sized,
    {
        None
    }

    /// Calls `f` with each value in order.
    fn for_each(&self, f: impl FnMut(&T)) {
        let Ok(()) = self.try_for_each(always(f));
    }

    /// Calls `f` with each value in order, where it is kept; with none unless [`LENDS`](Self::LENDS).
    #[doc(hidden)]
    #[inline]
    fn lend_each<'a>(&'a self, f: impl FnMut(&'a T))
    where
        T: 'a,
    {
        let _ = f;
    }

    /// The values at `places`, where a walk may begin and end at any.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    fn part(&self, places: Range<usize>) -> Option<Self> {
        let _ = places;
        None
    }

    /// Appends what `f` computes from each value: [`for_each`](Self::for_each) for walks that can
    /// be told their length in advance.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    fn gather<U: Copy + Default>(&self, out: &mut Vec<U>, f: impl Fn(&T) -> U) {
        self.for_each(|value| out.push(f(value)));
    }

    /// Appends all values.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    fn copy_to(&self, out: &mut Vec<T>)
    where
        T: Copy + Default,
    {
        if Self::RUNS {
            let Ok(()) = self.try_for_each_run(always(onto(out)));
        } else {
            self.gather(out, T::clone);
        }
    }

    /// Whether the values are fetched [`PART`] at a time: are more, not one slice, and a walk may
    /// begin at any.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    fn is_in_parts(&self) -> bool
    where
        T: Sized,
    {
        self.count() > PART && self.as_slice().is_none() && self.part(0..0).is_some()
    }

    /// Calls `f` with all values in order, up to its first error: [`PART`] at a time where the list
    /// [`is_in_parts`](Self::is_in_parts), or else at once, in memory for all.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    fn try_for_each_part<E>(&self, mut f: impl FnMut(&[T]) -> Result<(), E>) -> Result<(), E>
    where
        T: Copy + Default,
    {
        let n = self.count();
        if !self.is_in_parts() {
            let mut values = Vec::with_capacity(n);
            self.copy_to(&mut values);
            return f(&values);
        }
        let (mut values, mut places) = (Vec::with_capacity(PART), 0..n);
        while let Some(start) = places.next() {
            places.start = start.saturating_add(PART).min(n);
            if let Some(part) = self.part(start..places.start) {
                part.copy_to(&mut values);
            }
            f(&values)?;
            values.clear();
        }
        Ok(())
    }

    /// The list of what `f` borrows from each value, a field for instance.
    fn project<U: ?Sized, F: Fn(&T) -> &U + Copy>(self, f: F) -> Project<Self, T, F> {
        Project { list: self, f, of: PhantomData }
    }

    /// The list of what `f` computes from each value.
    fn convert<U, F: Fn(&T) -> U + Copy>(self, f: F) -> Convert<Self, T, F> {
        Convert { list: self, f, of: PhantomData }
    }

    /// The list of what `f` borrows from those values in which it finds something; `count` is
    /// their number.
    fn select<U: ?Sized, F: Fn(&T) -> Option<&U> + Copy>(
        self,
        count: usize,
        f: F,
    ) -> Select<Self, T, F> {
        Select { list: self, count, f, of: PhantomData }
    }
}

impl<T> List<T> for &[T] {
    const RUNS: bool = true;
    const PLAIN: bool = true;
    const LENDS: bool = true;

    #[inline]
    fn count(&self) -> usize {
        self.len()
    }

    #[inline]
    fn try_for_each<E>(&self, mut f: impl FnMut(&T) -> Result<(), E>) -> Result<(), E> {
        for value in *self {
            f(value)?;
        }
        Ok(())
    }

    #[inline]
    fn try_for_each_run<E>(&self, mut f: impl FnMut(&[T]) -> Result<(), E>) -> Result<(), E> {
        f(self)
    }

    #[inline]
    fn as_slice(&self) -> Option<&[T]> {
        Some(self)
    }

    #[inline]
    fn lend_each<'a>(&'a self, f: impl FnMut(&'a T))
    where
        T: 'a,
    {
        self.iter().for_each(f);
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn part(&self, places: Range<usize>) -> Option<Self> {
        self.get(places)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn gather<U: Copy + Default>(&self, out: &mut Vec<U>, f: impl Fn(&T) -> U) {
        out.extend(self.iter().map(f));
    }
}

/// Values that were looked up: their places in memory.
#[cfg(feature = "alloc")]
pub(crate) struct Refs<'a, T: ?Sized>(pub(crate) &'a [&'a T]);

#[cfg(feature = "alloc")]
impl<T: ?Sized> Clone for Refs<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

#[cfg(feature = "alloc")]
impl<T: ?Sized> Copy for Refs<'_, T> {}

#[cfg(feature = "alloc")]
impl<T: ?Sized> List<T> for Refs<'_, T> {
    const PLAIN: bool = true;
    const LENDS: bool = true;

    #[inline]
    fn count(&self) -> usize {
        self.0.len()
    }

    #[inline]
    fn try_for_each<E>(&self, mut f: impl FnMut(&T) -> Result<(), E>) -> Result<(), E> {
        for value in self.0 {
            f(value)?;
        }
        Ok(())
    }

    #[inline]
    fn lend_each<'a>(&'a self, mut f: impl FnMut(&'a T))
    where
        T: 'a,
    {
        self.0.iter().for_each(|value| f(value));
    }

    #[inline]
    fn part(&self, places: Range<usize>) -> Option<Self> {
        self.0.get(places).map(Refs)
    }

    #[inline]
    fn gather<U: Copy + Default>(&self, out: &mut Vec<U>, f: impl Fn(&T) -> U) {
        out.extend(self.0.iter().map(|value| f(value)));
    }
}

macro_rules! adapter {
    ($(#[$doc:meta])* $name:ident { $($extra:ident: $ty:ty),* }) => {
        $(#[$doc])*
        pub struct $name<L, T: ?Sized, F> {
            list: L,
            f: F,
            $($extra: $ty,)*
            of: PhantomData<fn(&T)>,
        }

        impl<L: Copy, T: ?Sized, F: Copy> Clone for $name<L, T, F> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<L: Copy, T: ?Sized, F: Copy> Copy for $name<L, T, F> {}
    };
}

adapter! {
    /// What [`List::project`] returns.
    Project {}
}
adapter! {
    /// What [`List::convert`] returns.
    Convert {}
}
adapter! {
    /// What [`List::select`] returns.
    Select { count: usize }
}

impl<L: List<T>, T: ?Sized, U: ?Sized, F: Fn(&T) -> &U + Copy> List<U> for Project<L, T, F> {
    const PLAIN: bool = L::PLAIN;
    const LENDS: bool = L::LENDS;

    #[inline]
    fn count(&self) -> usize {
        self.list.count()
    }

    #[inline]
    fn lend_each<'a>(&'a self, f: impl FnMut(&'a U))
    where
        U: 'a,
    {
        self.list.lend_each(lent_part(&self.f, f));
    }

    #[inline]
    fn try_for_each<E>(&self, f: impl FnMut(&U) -> Result<(), E>) -> Result<(), E> {
        self.list.try_for_each(on_part(self.f, f))
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn part(&self, places: Range<usize>) -> Option<Self> {
        Some(Self { list: self.list.part(places)?, ..*self })
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn gather<V: Copy + Default>(&self, out: &mut Vec<V>, f: impl Fn(&U) -> V) {
        self.list.gather(out, from_part(self.f, f));
    }
}

impl<L: List<T>, T: ?Sized, U, F: Fn(&T) -> U + Copy> List<U> for Convert<L, T, F> {
    const PLAIN: bool = L::PLAIN;

    #[inline]
    fn count(&self) -> usize {
        self.list.count()
    }

    #[inline]
    fn try_for_each<E>(&self, f: impl FnMut(&U) -> Result<(), E>) -> Result<(), E> {
        self.list.try_for_each(on_computed(self.f, f))
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn part(&self, places: Range<usize>) -> Option<Self> {
        Some(Self { list: self.list.part(places)?, ..*self })
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn gather<V: Copy + Default>(&self, out: &mut Vec<V>, f: impl Fn(&U) -> V) {
        self.list.gather(out, from_computed(self.f, f));
    }
}

impl<L: List<T>, T: ?Sized, U: ?Sized, F: Fn(&T) -> Option<&U> + Copy> List<U> for Select<L, T, F> {
    const LENDS: bool = L::LENDS;

    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn lend_each<'a>(&'a self, f: impl FnMut(&'a U))
    where
        U: 'a,
    {
        self.list.lend_each(lent_find(&self.f, f));
    }

    #[inline]
    fn try_for_each<E>(&self, f: impl FnMut(&U) -> Result<(), E>) -> Result<(), E> {
        self.list.try_for_each(on_found(self.f, f))
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn gather<V: Copy + Default>(&self, out: &mut Vec<V>, f: impl Fn(&U) -> V) {
        let start = out.len();
        out.resize(start.saturating_add(self.count), V::default());
        let mut len = 0;
        let room = out.get_mut(start..).unwrap_or_default();
        self.list.for_each(from_found(self.f, f, room, &mut len));
        out.truncate(start + len);
    }
}

// The closures below stand in functions that know nothing of a list, for the name of a closure has
// all in it that is generic around it, and names of nested columns, which debuginfo is made of, grew
// by factors at each level.

#[inline]
fn always<T: ?Sized>(mut f: impl FnMut(&T)) -> impl FnMut(&T) -> Result<(), Infallible> {
    move |value| {
        f(value);
        Ok(())
    }
}

#[inline]
fn on_part<T: ?Sized, U: ?Sized, E>(
    part: impl Fn(&T) -> &U,
    mut f: impl FnMut(&U) -> Result<(), E>,
) -> impl FnMut(&T) -> Result<(), E> {
    move |value| f(part(value))
}

#[inline]
fn on_computed<T: ?Sized, U, E>(
    compute: impl Fn(&T) -> U,
    mut f: impl FnMut(&U) -> Result<(), E>,
) -> impl FnMut(&T) -> Result<(), E> {
    move |value| f(&compute(value))
}

#[inline]
fn on_found<T: ?Sized, U: ?Sized, E>(
    find: impl Fn(&T) -> Option<&U>,
    mut f: impl FnMut(&U) -> Result<(), E>,
) -> impl FnMut(&T) -> Result<(), E> {
    move |value| match find(value) {
        Some(found) => f(found),
        None => Ok(()),
    }
}

#[inline]
fn lent_part<'a, T: ?Sized + 'a, U: ?Sized + 'a>(
    part: &'a impl Fn(&T) -> &U,
    mut f: impl FnMut(&'a U),
) -> impl FnMut(&'a T) {
    move |value| f(part(value))
}

#[inline]
fn lent_find<'a, T: ?Sized + 'a, U: ?Sized + 'a>(
    find: &'a impl Fn(&T) -> Option<&U>,
    mut f: impl FnMut(&'a U),
) -> impl FnMut(&'a T) {
    move |value| find(value).into_iter().for_each(&mut f)
}

#[inline]
fn lent_each<'a, T: 'a>(mut f: impl FnMut(&'a T)) -> impl FnMut(&'a [T]) {
    move |slice| slice.iter().for_each(&mut f)
}

#[inline]
fn on_each<T, E>(mut f: impl FnMut(&T) -> Result<(), E>) -> impl FnMut(&[T]) -> Result<(), E> {
    move |slice| slice.try_for_each(&mut f)
}

#[cfg(feature = "alloc")]
#[inline]
fn from_part<T: ?Sized, U: ?Sized, V>(
    part: impl Fn(&T) -> &U,
    f: impl Fn(&U) -> V,
) -> impl Fn(&T) -> V {
    move |value| f(part(value))
}

#[cfg(feature = "alloc")]
#[inline]
fn from_computed<T: ?Sized, U, V>(
    compute: impl Fn(&T) -> U,
    f: impl Fn(&U) -> V,
) -> impl Fn(&T) -> V {
    move |value| f(&compute(value))
}

/// Writes whatever is looked at, and over it unless it was found: a branch would be hard to foresee.
#[cfg(feature = "alloc")]
#[inline]
fn from_found<T: ?Sized, U: ?Sized, V: Copy + Default>(
    find: impl Fn(&T) -> Option<&U>,
    f: impl Fn(&U) -> V,
    room: &mut [V],
    len: &mut usize,
) -> impl FnMut(&T) {
    move |value| {
        let found = find(value).map(&f);
        if let Some(slot) = room.get_mut(*len) {
            *slot = found.unwrap_or_default();
            *len += usize::from(found.is_some());
        }
    }
}

#[cfg(feature = "alloc")]
#[inline]
fn from_each<T, U>(out: &mut Vec<U>, f: impl Fn(&T) -> U) -> impl FnMut(&[T]) {
    move |slice| out.extend(slice.iter().map(&f))
}

/// Puts values into `room`, as many as there is room for, and counts them.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn into<T: Copy>(room: &mut [T], len: &mut usize) -> impl FnMut(&T) {
    move |value| {
        if let Some(slot) = room.get_mut(*len) {
            *slot = *value;
            *len += 1;
        }
    }
}

/// Puts values that are kept into `room`, as many as there is room for, and counts them.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn lent_into<'a, T: ?Sized>(room: &mut [&'a T], len: &mut usize) -> impl FnMut(&'a T) {
    move |value| {
        if let Some(slot) = room.get_mut(*len) {
            *slot = value;
            *len += 1;
        }
    }
}

#[cfg(feature = "alloc")]
#[inline]
fn onto<T: Copy>(out: &mut Vec<T>) -> impl FnMut(&[T]) {
    move |slice| out.extend_from_slice(slice)
}

/// A part of a tuple or of a type of std, for [`List::project`]: a closure in `serialize_list` would
/// double the names.
pub trait Member<const N: usize, T: ?Sized> {
    /// Borrows the field.
    fn member(&self) -> &T;
}

/// The elements of all the slices of a list, `count` of them.
pub(crate) struct Elements<L> {
    pub(crate) slices: L,
    pub(crate) count: usize,
}

impl<L: Copy> Clone for Elements<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Copy> Copy for Elements<L> {}

impl<T, L: List<[T]>> List<T> for Elements<L> {
    const RUNS: bool = true;
    const PLAIN: bool = L::PLAIN;
    const LENDS: bool = L::LENDS;

    #[inline]
    fn count(&self) -> usize {
        self.count
    }

    #[inline]
    fn try_for_each<E>(&self, f: impl FnMut(&T) -> Result<(), E>) -> Result<(), E> {
        self.slices.try_for_each(on_each(f))
    }

    #[inline]
    fn try_for_each_run<E>(&self, f: impl FnMut(&[T]) -> Result<(), E>) -> Result<(), E> {
        self.slices.try_for_each(f)
    }

    #[inline]
    fn lend_each<'a>(&'a self, f: impl FnMut(&'a T))
    where
        T: 'a,
    {
        self.slices.lend_each(lent_each(f));
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn gather<U: Copy + Default>(&self, out: &mut Vec<U>, f: impl Fn(&T) -> U) {
        self.slices.for_each(from_each(out, f));
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn copy_to(&self, out: &mut Vec<T>)
    where
        T: Copy + Default,
    {
        let parts = Parts::of(self.count, self.slices.count());
        if parts == Parts::Whole {
            return self.slices.for_each(onto(out));
        }
        let start = out.len();
        out.resize(start.saturating_add(self.count), T::default());
        copy_items(out.get_mut(start..).unwrap_or_default(), self.slices, parts);
    }
}
