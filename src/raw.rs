//! The only file where `unsafe` compiles. Every function that leaves it is safe to call with anything.
#![expect(unsafe_code, reason = "each block is proved, and pays for itself in a benchmark row")]

use core::iter::repeat_n;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

#[cfg(feature = "alloc")]
use crate::varint;

mod sealed {
    #[cfg(feature = "alloc")]
    use core::mem::MaybeUninit;

    /// Number types without padding, of which every bit pattern is a value.
    ///
    /// Private to this file, so that no other type can claim it.
    pub trait Pod: Copy + Default + 'static {
        /// The number that the bytes are, lowest first; 0 if they are fewer.
        #[cfg(feature = "alloc")]
        fn from_little_endian(bytes: &[u8]) -> Self;

        /// Writes the bytes, lowest first, if there is room.
        #[cfg(feature = "alloc")]
        fn put_little_endian(self, to: &mut [MaybeUninit<u8>]);
    }

    macro_rules! plain {
        ($($ty:ty)*) => {$(
            impl Pod for $ty {
                #[cfg(feature = "alloc")]
                #[inline(always)]
                fn from_little_endian(bytes: &[u8]) -> Self {
                    bytes.first_chunk().map_or(Self::default(), |bytes| Self::from_le_bytes(*bytes))
                }

                #[cfg(feature = "alloc")]
                #[inline(always)]
                fn put_little_endian(self, to: &mut [MaybeUninit<u8>]) {
                    super::put(to, self.to_le_bytes());
                }
            }
        )*};
    }
    plain!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 f32 f64);

    /// Types without padding.
    pub trait NoPadding: Copy + 'static {}

    impl<T: Pod> NoPadding for T {}
    impl NoPadding for bool {}
    impl NoPadding for char {}
    impl NoPadding for usize {}
    impl NoPadding for isize {}
}
pub(crate) use sealed::{NoPadding, Pod};

/// The values that the bytes are, lowest first; bytes that are no whole value are left out.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn vec_from_little_endian<T: Pod>(bytes: &[u8]) -> alloc::vec::Vec<T> {
    let show = |value: &mut T, layout: &mut Layout<true>| {
        layout.numbers(core::slice::from_mut(value));
    };
    vec_of_numbers(bytes, &mut T::default(), show)
        .unwrap_or_else(|| bytes.chunks_exact(size_of::<T>()).map(T::from_little_endian).collect())
}

/// Where the numbers of a value are in memory, as it shows them one after another: as `&mut` if
/// they are to be written to.
#[derive(Debug)]
pub struct Layout<const MUT: bool> {
    /// Where the next number has to be, if nothing but numbers has been shown.
    next: Option<usize>,
}

impl Layout<true> {
    /// Shows numbers that are a part of the value.
    #[inline]
    pub fn numbers<T: Pod>(&mut self, numbers: &mut [T]) {
        self.shown(numbers);
    }
}

impl Layout<false> {
    /// Shows numbers that are a part of the value.
    #[inline]
    pub fn numbers<T: NoPadding>(&mut self, numbers: &[T]) {
        self.shown(numbers);
    }
}

impl<const MUT: bool> Layout<MUT> {
    /// Whether `value` consists of numbers alone, in the order in which `show` shows them.
    #[inline]
    fn is_shown<T>(value: *const T, show: impl FnOnce(&mut Self)) -> bool {
        let start = value.addr();
        let mut layout = Layout { next: Some(start) };
        show(&mut layout);
        layout.next == Some(start + size_of::<T>())
    }

    #[inline]
    fn shown<T: NoPadding>(&mut self, numbers: &[T]) {
        let at = numbers.as_ptr().addr();
        self.next = self.next.filter(|next| *next == at).map(|at| at + size_of_val(numbers));
    }

    /// Says that a part is something else.
    #[inline]
    pub fn refuse(&mut self) {
        self.next = None;
    }
}

/// The bytes of the values, if each consists of numbers alone, as `show` shows.
#[inline]
pub(crate) fn bytes_of_numbers<T>(
    values: &[T],
    show: impl Fn(&T, &mut Layout<false>),
) -> Option<&[u8]> {
    // Of most types this is known when it is compiled, and there is no loop.
    let shown = |value: &T| Layout::is_shown(value, |layout| show(value, layout));
    if size_of::<T>() == 0 || !values.iter().all(shown) {
        return None;
    }
    // SAFETY: `values` is readable for `size_of_val(values)` bytes, which fit `isize`; `u8` has
    // alignment 1. Each byte was shown to belong to a number to which there was a `&`, and which
    // therefore is initialised. Padding was not shown. The result borrows `values`, so nothing
    // writes to them meanwhile, but what a `Cell` allows: a number in one cannot be shown.
    Some(unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) })
}

/// The bytes of a value, if it is numbers alone of N bytes in all, as `show` shows; else zeros.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn bytes<T, const N: usize>(
    value: &T,
    show: impl Fn(&T, &mut Layout<false>),
) -> [u8; N] {
    let bytes = bytes_of_numbers(core::slice::from_ref(value), show);
    bytes.and_then(|bytes| bytes.first_chunk()).copied().unwrap_or([0; N])
}

impl<'a, T> Items<'a, T> {
    /// The bytes of the values, if each is numbers alone of N bytes in all, as `show` shows.
    #[inline(always)]
    pub(crate) fn bytes<const N: usize>(
        self,
        show: impl Fn(&T, &mut Layout<false>),
    ) -> Option<Items<'a, [u8; N]>> {
        let mut shown = size_of::<T>() == N;
        self.for_each(
            #[inline(always)]
            |value| shown &= Layout::is_shown(value, |layout| show(value, layout)),
        );
        // The invariant holds: each byte of each value was shown to be initialised, as above.
        shown.then_some(Items { span: self.span, of: PhantomData })
    }
}

/// The values whose memory holds these bytes, if values such as `example` consist of numbers alone,
/// as `show` shows, and these stand in memory as on the wire.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn vec_of_numbers<T>(
    bytes: &[u8],
    example: &mut T,
    show: impl FnOnce(&mut T, &mut Layout<true>),
) -> Option<alloc::vec::Vec<T>> {
    if cfg!(target_endian = "big") || size_of::<T>() == 0 {
        return None;
    }
    if !Layout::is_shown(core::ptr::from_mut(example), |layout| show(example, layout)) {
        return None;
    }
    let n = bytes.len() / size_of::<T>();
    let mut values = alloc::vec::Vec::<T>::with_capacity(n);
    let len = n * size_of::<T>();
    debug_assert!(len <= bytes.len() && n <= values.capacity());
    // SAFETY: `bytes` is readable for `len` bytes; `values` has room for `n` values, which are `len` bytes,
    // and is a new allocation that does not overlap `bytes`. (`list/*/decode`)
    unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), values.as_mut_ptr().cast(), len) };
    // SAFETY: the first `n` values were just written, and `n` is within the capacity. Each byte of
    // `example` was shown to belong to a number to which there was a `&mut`, and which is therefore valid
    // with any bytes, whatever the others are: had `T` a tag, a niche or a reference, its bytes could not
    // have been lent so. Padding was not shown.
    unsafe { values.set_len(n) };
    Some(values)
}

/// Values of a list, wherever they are in memory: what [`serialize_slice`] encodes.
///
/// They are neighbours, or at equal distances, as the same field of neighbours is, or references
/// lead to them. [`field`](Items::field) gives a field of each.
///
/// [`serialize_slice`]: crate::Serialize::serialize_slice
pub struct Items<'a, T: ?Sized> {
    span: Span,
    of: PhantomData<&'a T>,
}

/// Where values are. It knows no type, so that what it does is compiled once.
#[derive(Clone, Copy)]
struct Span {
    /// The first value, or the first of the references.
    base: *const u8,
    /// Bytes from a value to the next, or from where a reference leads to the value.
    step: usize,
    len: usize,
    refs: bool,
}

// INVARIANT of `Items`. If `refs`, `base` points to `len` references to values that outlive `'a`, and
// so do the references. They are `&'a T`, and `step` is 0; or, of a `T` that is sized, thin references
// to values of which a `T` begins `step` bytes from their start, and ends within them. If not `refs`,
// `T` is sized, and for each i < `len` a `T` that outlives `'a` is `step * i` bytes behind `base`. All
// are borrowed for `'a`, and the pointers may read all of them.

impl<T: ?Sized> Clone for Items<'_, T> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Items<'_, T> {}

impl<T: ?Sized> core::fmt::Debug for Items<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Items").field("len", &self.len()).finish_non_exhaustive()
    }
}

/// The bytes of a reference to a sized value.
const THIN: usize = size_of::<usize>();

impl<'a, T> Items<'a, T> {
    /// Values that are neighbours in memory.
    #[inline(always)]
    #[must_use]
    pub fn of(values: &'a [T]) -> Self {
        let (base, len) = (values.as_ptr().cast(), values.len());
        Items { span: Span { base, step: size_of::<T>(), len, refs: false }, of: PhantomData }
    }

    /// One value.
    #[inline(always)]
    #[must_use]
    pub fn one(value: &'a T) -> Self {
        Items::of(core::slice::from_ref(value))
    }

    /// The values as one slice, if they are neighbours in memory.
    #[inline(always)]
    #[must_use]
    pub fn as_slice(&self) -> Option<&'a [T]> {
        let Span { base, step, len, refs } = self.span;
        if refs || step != size_of::<T>() {
            return None;
        }
        // SAFETY: by the invariant a `T` is at each multiple of its own size behind `base`, `len` of
        // them, which is a slice, readable for `'a`.
        Some(unsafe { core::slice::from_raw_parts(base.cast(), len) })
    }

    /// What `get` borrows from each value, which is to be one field, the same of all.
    ///
    /// A function that borrows something else is no field, and gives no values.
    ///
    /// ```
    /// use onesheet::ser::Items;
    ///
    /// let pairs = [(1u16, "a"), (2, "b")];
    /// let names = Items::of(&pairs).field(|pair| &pair.1);
    /// assert_eq!(names.get(1), Some(&"b"));
    /// ```
    // Not `always`, which would put the loop into a function that asks for many fields before it is
    // seen to end at once: its cost to the compiler is then the square of their number.
    #[inline]
    #[must_use]
    pub fn field<F>(self, get: impl Fn(&'a T) -> &'a F) -> Items<'a, F> {
        let (mut place, mut offset) = (0, NOWHERE);
        // Of a struct it is known when it is compiled what this finds, and there is no loop.
        while let Some(value) = self.get(place) {
            offset = common(offset, distance(value, get(value)), place);
            place += 1;
        }
        self.shifted(offset)
    }

    /// The same, if each value has such a part.
    #[inline]
    pub(crate) fn optional_field<F>(self, get: impl Fn(&'a T) -> Option<&'a F>) -> Items<'a, F> {
        let (mut place, mut offset) = (0, NOWHERE);
        while let Some(value) = self.get(place) {
            let Some(field) = get(value) else { return Items::of(&[]) };
            offset = common(offset, distance(value, field), place);
            place += 1;
        }
        self.shifted(offset)
    }

    /// The same of values of one variant.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn variant_field<F>(
        values: &'a [&'a T],
        get: &impl Fn(&'a T) -> Option<&'a F>,
    ) -> Items<'a, F> {
        let (mut place, mut offset) = (0, NOWHERE);
        while let Some(value) = values.get(place) {
            let Some(field) = get(value) else { return Items::of(&[]) };
            offset = common(offset, distance(*value, field), place);
            place += 1;
        }
        Items::refs(values).shifted(offset)
    }

    /// The `F` that each value was seen to have at an offset; none if that is not within a `T`.
    #[inline(always)]
    fn shifted<F>(self, offset: usize) -> Items<'a, F> {
        // The invariant holds: each value has an `F` at `offset`, to which there was a reference for
        // `'a`, and all of which is within the value.
        match self.span.shifted(offset, size_of::<T>(), size_of::<F>()) {
            Some(span) => Items { span, of: PhantomData },
            None => Items::of(&[]),
        }
    }
}

impl Span {
    /// Where a part of each value is, at an offset; none if the part is not within the value.
    #[inline]
    fn shifted(self, offset: usize, size: usize, part: usize) -> Option<Span> {
        if offset > size || size - offset < part {
            return None;
        }
        Some(match self.refs {
            true => Span { step: self.step + offset, ..self },
            false => Span { base: self.base.wrapping_add(offset), ..self },
        })
    }

    /// Takes the first values, `most` or as many as there are; none if there is none. A reference has so many
    /// bytes.
    #[inline]
    fn take(&mut self, most: usize, reference: usize) -> Option<Span> {
        if self.len == 0 || most == 0 {
            return None;
        }
        let len = if self.len < most { self.len } else { most };
        let taken = Span { len, ..*self };
        let size = if self.refs { reference } else { self.step };
        self.base = self.base.wrapping_add(len * size);
        self.len -= len;
        Some(taken)
    }
}

/// The offset of a field that is at none.
const NOWHERE: usize = usize::MAX;

/// The offset of a field that was at `offset` in all values before this place, and is at `here` in this one.
#[inline]
fn common(offset: usize, here: usize, place: usize) -> usize {
    if place == 0 || here == offset { here } else { NOWHERE }
}

/// Bytes from a value to a part of it.
#[inline(always)]
fn distance<T, F>(value: &T, part: &F) -> usize {
    core::ptr::from_ref(part).addr().wrapping_sub(core::ptr::from_ref(value).addr())
}

#[cfg(feature = "alloc")]
impl<'a, const N: usize> Items<'a, [u8; N]> {
    /// The same, if M is N.
    #[inline(always)]
    pub(crate) fn of_size<const M: usize>(self) -> Option<Items<'a, [u8; M]>> {
        // The invariant holds: it is the same type.
        (M == N).then_some(Items { span: self.span, of: PhantomData })
    }
}

#[cfg(feature = "alloc")]
impl<T: Copy> Items<'_, T> {
    /// The values, if there are two to four; behind the last, some of them again.
    #[inline(always)]
    pub(crate) fn quad(self) -> Option<[T; 4]> {
        let last @ 1..4 = self.span.len.wrapping_sub(1) else { return None };
        let third = if last < 2 { last } else { 2 };
        // SAFETY: the places are below `len`. (`short/array_4/encode`)
        let value = |place| *unsafe { self.at(place) };
        Some([value(0), value(1), value(third), value(last)])
    }
}

impl<'a, T: ?Sized> Items<'a, T> {
    /// Values that references lead to.
    #[inline(always)]
    #[must_use]
    pub fn refs(values: &'a [&'a T]) -> Self {
        let (base, len) = (values.as_ptr().cast(), values.len());
        Items { span: Span { base, step: 0, len, refs: true }, of: PhantomData }
    }

    /// The number of values.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.span.len
    }

    /// Whether there is none.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.span.len == 0
    }

    /// The value at a place, from 0.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&'a T> {
        if place < self.span.len {
            // SAFETY: the place is below `len`.
            Some(unsafe { self.at(place) })
        } else {
            None
        }
    }

    /// Calls `f` with each value in order.
    #[inline(always)]
    pub fn for_each(self, mut f: impl FnMut(&'a T)) {
        let mut place = 0;
        while let Some(value) = self.get(place) {
            f(value);
            place += 1;
        }
    }

    /// The values in order.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl ExactSizeIterator<Item = &'a T> + Clone {
        // SAFETY: the place is below `len`. (`enums/24_16_regular/encode`)
        (0..self.span.len).map(move |place| unsafe { self.at(place) })
    }

    /// Takes the first values, `most` or as many as there are; `None` if there is none.
    #[inline(always)]
    pub(crate) fn take(&mut self, most: usize) -> Option<Self> {
        // The invariant holds: so many bytes behind `base` the value at `len` begins, if there is
        // one, or the reference to it.
        let span = self.span.take(most, size_of::<&T>())?;
        Some(Items { span, of: PhantomData })
    }

    /// The value at a place.
    ///
    /// # Safety
    /// `place` is below `len`.
    #[inline(always)]
    unsafe fn at(&self, place: usize) -> &'a T {
        debug_assert!(place < self.span.len);
        let value;
        let reference: *const &'a T = if size_of::<&T>() != THIN {
            self.span.base.cast::<&'a T>().wrapping_add(place)
        } else {
            value = if self.span.refs {
                let reference = self.span.base.cast::<*const u8>().wrapping_add(place);
                // SAFETY: by the invariant there are `len` thin references.
                unsafe { *reference }.wrapping_add(self.span.step)
            } else {
                self.span.base.wrapping_add(self.span.step * place)
            };
            (&raw const value).cast()
        };
        // SAFETY: by the invariant a reference is there if `T` is not sized. Else a `T` is at `value`, borrowed
        // for `'a`; `&T` is as large as a pointer, which a thin reference is.
        unsafe { *reference }
    }
}

/// The bytes as those that need not be initialised.
#[inline(always)]
fn uninit(bytes: &[u8]) -> &[MaybeUninit<u8>] {
    // SAFETY: a `MaybeUninit<u8>` has the layout of a `u8`, and each byte is one; none can be written to
    // by this reference, and they are borrowed as long.
    unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
}

/// Copies bytes to as many.
#[inline(always)]
fn copy(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    debug_assert_eq!(from.len(), to.len());
    if from.len() == to.len() {
        to.copy_from_slice(uninit(from));
    }
}

/// Writes bytes to the start of some, if there are so many.
#[cfg(feature = "alloc")]
#[inline(always)]
fn put<const N: usize>(to: &mut [MaybeUninit<u8>], bytes: [u8; N]) {
    if let Some(to) = to.get_mut(..N) {
        copy(&bytes, to);
    }
}

/// The arrays of N bytes that the bytes are; a rest is left out.
#[inline(always)]
pub(crate) fn arrays<const N: usize>(bytes: &[u8]) -> &[[u8; N]] {
    const { assert!(N > 0) };
    // SAFETY: so many arrays of N bytes are within `bytes`, initialised, of alignment 1, and
    // borrowed as long.
    unsafe { core::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / N) }
}

/// The bytes as text, if they are ASCII.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn ascii(bytes: &[u8]) -> Option<&str> {
    // SAFETY: each byte is ASCII, as was just checked, which is the UTF-8 of the same number.
    // (`single/str_64/view`)
    bytes.is_ascii().then(|| unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// The bytes as text, or how many of them are text: `core::str::from_utf8` in a third of its code.
#[cfg(not(feature = "alloc"))]
pub(crate) fn text(bytes: &[u8]) -> Result<&str, usize> {
    crate::utf8::check(bytes)?;
    // SAFETY: `check` accepts exactly what `core::str::from_utf8` does: each sequence has its
    // shortest form and gives a Unicode scalar value. Its test compares the two on every sequence.
    Ok(unsafe { core::str::from_utf8_unchecked(bytes) })
}

/// Where a message goes: the spare capacity of a vector, a slice, or nowhere, to be counted.
pub(crate) struct Output<'o> {
    // INVARIANT: `start` is writable for `capacity` bytes, in memory that is borrowed for `'o`, or of the
    // vector that is. The first `len` of them are initialised, or all if `len` is more: then what was written
    // did not fit, and only counts. `len` and `capacity` fit `isize`.
    start: *mut u8,
    len: usize,
    capacity: usize,
    /// Whether bytes behind `len` may be overwritten: not those of a slice of the caller's.
    #[cfg(feature = "alloc")]
    scratch: bool,
    /// The vector that is given more room.
    #[cfg(feature = "alloc")]
    vec: Option<&'o mut alloc::vec::Vec<u8>>,
    of: PhantomData<&'o mut [u8]>,
}

/// Memory of the stack in which a message begins.
#[cfg(feature = "alloc")]
pub(crate) struct Staging([MaybeUninit<u8>; Staging::LEN]);

#[cfg(feature = "alloc")]
impl Staging {
    const LEN: usize = 256;

    #[inline(always)]
    pub(crate) const fn new() -> Self {
        Staging([const { MaybeUninit::uninit() }; Staging::LEN])
    }
}

/// Bytes that a vector is given beyond what it grows for: for what follows, and for the next messages in it.
#[cfg(feature = "alloc")]
const TAIL: usize = 64;

/// Says of a varint that it is a count: one of up to two bytes is written in place.
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
pub(crate) const COUNT: u32 = 0;

/// Says of a varint that it is a count: one of a single byte is written in place.
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
pub(crate) const SHORT_COUNT: u32 = 1;

impl<'o> Output<'o> {
    /// The start of a slice, of which nothing behind the message changes.
    #[inline(always)]
    pub(crate) fn slice(out: &'o mut [u8]) -> Self {
        Output {
            start: out.as_mut_ptr(),
            len: 0,
            capacity: out.len(),
            #[cfg(feature = "alloc")]
            scratch: false,
            #[cfg(feature = "alloc")]
            vec: None,
            of: PhantomData,
        }
    }

    /// An output that only counts.
    #[inline(always)]
    pub(crate) fn count() -> Self {
        Output::slice(&mut [])
    }

    /// The end of a vector.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn vec(out: &'o mut alloc::vec::Vec<u8>) -> Self {
        let (start, len, capacity) = (out.as_mut_ptr(), out.len(), out.capacity());
        Output { start, len, capacity, scratch: true, vec: Some(out), of: PhantomData }
    }

    /// An empty vector, which claims memory for a short message when that is whole.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn staged(staging: &'o mut Staging, out: &'o mut alloc::vec::Vec<u8>) -> Self {
        Output { vec: Some(out), ..Output::scratch(staging) }
    }

    /// Memory of the stack for a message of which nothing but the length matters.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn scratch(staging: &'o mut Staging) -> Self {
        let start = staging.0.as_mut_ptr().cast();
        Output { start, capacity: Staging::LEN, scratch: true, ..Output::count() }
    }

    /// Bytes that were written, or would have been.
    #[inline(always)]
    pub(crate) fn position(&self) -> usize {
        self.len
    }

    /// Where a slice is full, if it was too short.
    #[inline(always)]
    pub(crate) fn full_at(&self) -> Option<usize> {
        (self.len > self.capacity).then_some(self.capacity)
    }

    /// Whether there is room for `n` bytes, which fit `isize`.
    #[inline(always)]
    fn fits(&self, n: usize) -> bool {
        self.len + n <= self.capacity
    }

    /// Whether bytes only count; then these do.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn only_counts(&mut self, n: usize) -> bool {
        self.capacity == 0 && self.vec.is_none() && !self.has_room(n)
    }

    /// Makes room for `n` bytes, which fit `isize`; if there is none, they only count.
    #[inline(always)]
    fn has_room(&mut self, n: usize) -> bool {
        if self.fits(n) {
            return true;
        }
        #[cfg(feature = "alloc")]
        {
            let out = self.vec.as_deref_mut();
            // SAFETY: the parts are this output's. (`device/u16_be_32/encode_reused`)
            let grown = unsafe { grow(out, self.start, self.len, self.capacity, n) };
            (self.start, self.capacity) = (grown.start, grown.bytes);
            if self.fits(n) {
                return true;
            }
        }
        self.len = (self.len + n).min(isize::MAX as usize);
        false
    }

    /// Appends bytes: `fill` is given the next `room` and says how many of them, from the first on, it wrote.
    /// `false` if there is no room; if the output `grows`, they count then.
    #[inline(always)]
    fn append(
        &mut self,
        room: usize,
        grows: bool,
        fill: impl FnOnce(&mut [MaybeUninit<u8>]) -> usize,
    ) -> bool {
        let fits = if grows { self.has_room(room) } else { self.fits(room) };
        if fits {
            debug_assert!(self.len <= self.capacity && room <= self.capacity - self.len);
            let next = self.start.wrapping_add(self.len).cast::<MaybeUninit<u8>>();
            // SAFETY: there is room for so many bytes, of which nothing else can be borrowed meanwhile.
            let written = fill(unsafe { core::slice::from_raw_parts_mut(next, room) });
            debug_assert!(written <= room);
            self.len += written;
        }
        fits
    }

    /// Appends a byte.
    #[inline(always)]
    pub(crate) fn push(&mut self, byte: u8) {
        self.append(
            1,
            true,
            #[inline(always)]
            |room| {
                if let [slot, ..] = room {
                    slot.write(byte);
                }
                1
            },
        );
    }

    /// Appends bytes.
    #[cfg_attr(feature = "alloc", inline(always))]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        self.append(
            bytes.len(),
            true,
            #[inline(always)]
            |room| {
                copy(bytes, room);
                bytes.len()
            },
        );
    }

    /// Appends bytes, that are mostly few: without a call of `memcpy` for those.
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn extend_short(&mut self, bytes: &[u8]) {
        self.append(
            bytes.len(),
            true,
            #[inline(always)]
            |room| {
                copy_exact(bytes, room);
                bytes.len()
            },
        );
    }

    /// Appends the first bytes of a head, and then of a word; of each at most 8, and of the head all others are 0.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn extend_two(&mut self, head: u64, head_len: usize, word: u64, len: usize) {
        let (head_len, len) = (head_len.min(8), len.min(8));
        // All are written faster than as many as it takes.
        let fits = self.scratch
            && self.append(
                16,
                false,
                #[inline(always)]
                |room| {
                    put(room, head.to_le_bytes());
                    put(room.get_mut(head_len..).unwrap_or_default(), word.to_le_bytes());
                    head_len + len
                },
            );
        if !fits {
            self.extend_each(head, head_len, word, len);
        }
    }

    /// The same, where there is less room.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn extend_each(&mut self, head: u64, head_len: usize, word: u64, len: usize) {
        self.extend_first(head, head_len);
        self.extend_first(word, len);
    }

    /// Appends the bytes that `f` borrows from each value, that are mostly few.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn extend_runs<'a, T: ?Sized>(
        &mut self,
        items: &Items<'a, T>,
        f: impl Fn(&'a T) -> &'a [u8],
    ) {
        let mut copied = 0;
        if self.scratch && self.len <= self.capacity {
            let all = self.capacity - self.len;
            self.append(
                all,
                false,
                #[inline(always)]
                |room| {
                    let (place, left) = copying(
                        items.span.len > 2,
                        #[inline(always)]
                        |copies| {
                            // What is captured stays in memory, what is here in registers.
                            let (items, mut room, mut place) = (*items, room, 0);
                            while let Some(to) = room.first_chunk_mut() {
                                let Some(run) = items.get(place).map(&f) else { break };
                                if run.len() > SHORT_RUN {
                                    break;
                                }
                                copy_short(run, to, copies);
                                room = core::mem::take(&mut room)
                                    .get_mut(run.len()..)
                                    .unwrap_or_default();
                                place += 1;
                            }
                            (place, room.len())
                        },
                    );
                    copied = place;
                    all - left
                },
            );
        }
        for value in (copied..items.len()).filter_map(|place| items.get(place)) {
            self.extend_short(f(value));
        }
    }

    /// Appends the first `len` bytes of a word, at most 8.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn extend_first(&mut self, word: u64, len: usize) {
        self.append_first(word, len, true);
    }

    /// The same; `false` if there is no room, as [`append`](Self::append).
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn append_first(&mut self, word: u64, len: usize, grows: bool) -> bool {
        let len = len.min(8);
        // All are written faster than as many as it takes.
        let fits = self.scratch
            && self.append(
                8,
                false,
                #[inline(always)]
                |room| {
                    put(room, word.to_le_bytes());
                    len
                },
            );
        fits || self.append(
            len,
            grows,
            #[inline(always)]
            |room| {
                write_exactly(room, word);
                len
            },
        )
    }

    /// Appends a varint (W16) of a number of 16, 32 or 64 bits, or of a count. A count that is not written in place is
    /// written by a function, which is less code.
    #[cfg(all(feature = "alloc", target_pointer_width = "64"))]
    #[inline(always)]
    pub(crate) fn extend_varint<const BITS: u32>(&mut self, x: u64) {
        let byte = |at: u32| (x >> (7 * at)) as u8;
        let fits = match (BITS, x) {
            (_, ..0x80) => self.append_array([byte(0)]),
            (16 | 32 | COUNT, ..0x4000) => self.append_array([byte(0) | 0x80, byte(1)]),
            (16, _) => self.append_array([byte(0) | 0x80, byte(1) | 0x80, byte(2)]),
            (COUNT | SHORT_COUNT, _) => false,
            // Of a wider one, a branch on each length would be hard to foresee.
            (32, _) => {
                let (word, len) = varint::word(x);
                self.append_first(word, len, false)
            }
            _ => self.append_wide(varint::words(x)),
        };
        if !fits {
            let out = self.vec.as_deref_mut();
            // SAFETY: the parts are this output's. (`serde/telemetry/encode_slice`)
            let appended = unsafe { append_varint(out, self.start, self.len, self.capacity, x) };
            self.resume(appended);
        }
    }

    /// Appends bytes, if there is room.
    #[cfg(all(feature = "alloc", target_pointer_width = "64"))]
    #[inline(always)]
    fn append_array<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        self.append(
            N,
            false,
            #[inline(always)]
            |room| {
                put(room, bytes);
                N
            },
        )
    }

    /// Appends the words of a varint, if there is room.
    #[cfg(all(feature = "alloc", target_pointer_width = "64"))]
    #[inline(always)]
    fn append_wide(&mut self, (word, rest, len): (u64, u64, usize)) -> bool {
        // All are written faster than as many as it takes.
        let fits = self.scratch
            && self.append(
                16,
                false,
                #[inline(always)]
                |room| {
                    // At once: what is read behind it waits for two stores.
                    put(room, (u128::from(word) | u128::from(rest) << 64).to_le_bytes());
                    len
                },
            );
        fits || self.append(
            len,
            false,
            #[inline(always)]
            |room| {
                let (first, behind) = room.split_at_mut_checked(len.min(8)).unwrap_or_default();
                write_exactly(first, word);
                if !behind.is_empty() {
                    write_rest(behind, rest);
                }
                len
            },
        )
    }

    /// Goes on where a function left the output.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn resume(&mut self, appended: Extent) {
        (self.start, self.len) = (appended.start, appended.bytes);
        if let Some(out) = &self.vec {
            if core::ptr::eq(self.start, out.as_ptr()) {
                self.capacity = out.capacity();
            }
        }
    }

    /// Appends a varint (W16), and bytes behind it.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn extend_behind(&mut self, x: u64, bytes: &[u8]) {
        let (head, head_len) = varint::word(x);
        if self.has_room((head_len + bytes.len()).min(isize::MAX as usize)) {
            if x >> 56 == 0 {
                self.extend_first(head, head_len);
            } else {
                let mut head = [0; varint::MAX_LEN_U64];
                varint::encode_u64(x, &mut head);
                self.extend(head.get(..head_len).unwrap_or_default());
            }
            self.extend(bytes);
        }
    }

    /// Appends bytes behind their number.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn extend_counted(&mut self, bytes: &[u8]) {
        let n = bytes.len();
        let is_short = n < 0x80
            && self.append(
                n + 1,
                false,
                #[inline(always)]
                |room| {
                    if let Some((first, room)) = room.split_first_mut() {
                        first.write(n as u8);
                        copy(bytes, room);
                    }
                    n + 1
                },
            );
        if !is_short {
            let out = self.vec.as_deref_mut();
            // SAFETY: the parts are this output's. (`single/bytes_512/encode_slice`)
            let appended =
                unsafe { append_counted(out, self.start, self.len, self.capacity, bytes) };
            self.resume(appended);
        }
    }

    /// What was written since `start`; nothing if it did not fit, or only counts.
    #[inline(always)]
    pub(crate) fn since(&mut self, start: usize) -> &mut [u8] {
        if self.len > self.capacity || start > self.len {
            return &mut [];
        }
        // SAFETY: the bytes from `start` to `len` are initialised, and nothing else refers to them.
        unsafe { core::slice::from_raw_parts_mut(self.start.wrapping_add(start), self.len - start) }
    }

    /// Moves the last `len` bytes before those that were written since `start`.
    pub(crate) fn rotate(&mut self, start: usize, len: usize) {
        let block = self.since(start);
        // A rotation to the right: std's could panic, and is more code.
        block.reverse();
        if let Some((head, block)) = block.split_at_mut_checked(len) {
            head.reverse();
            block.reverse();
        }
    }

    /// Takes out `len` bytes at `start`. Where there is none, one byte less counts for each.
    #[cfg(feature = "serde-1")]
    pub(crate) fn remove(&mut self, start: usize, len: usize) {
        let rest = self.since(start);
        if len <= rest.len() {
            rest.copy_within(len.., 0);
            self.len -= len;
        } else if self.capacity == 0 {
            self.len = self.len.saturating_sub(len);
        }
    }

    /// The next `n` bytes, to be filled part by part; none if they are only counted, or do not fit.
    #[inline(always)]
    pub(crate) fn claim(&mut self, n: usize) -> Option<Claim<'_>> {
        // More than there can be is no room, and counts as much.
        let n = n.min(isize::MAX as usize);
        if !self.has_room(n) {
            return None;
        }
        debug_assert!(self.capacity - self.len >= n);
        let start = self.start.wrapping_add(self.len).cast::<MaybeUninit<u8>>();
        // SAFETY: the output is writable for `n` bytes more, which are borrowed as long as it is.
        let rest = unsafe { core::slice::from_raw_parts_mut(start, n) };
        Some(Claim {
            filled: rest.as_ptr(),
            end: rest.as_ptr_range().end,
            rest,
            n,
            len: &mut self.len,
        })
    }

    /// Sets the length of the vector that was written to.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn finish_vec(&mut self) {
        if let Some(out) = &mut self.vec {
            if core::ptr::eq(self.start, out.as_ptr()) {
                debug_assert!(self.len <= out.capacity());
                // SAFETY: the output is that of the vector, and its first `len` bytes are initialised.
                unsafe { out.set_len(self.len) };
            }
        }
    }

    /// The same; a staged message is copied to a vector of its length.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn finish_staged(&mut self) {
        let Output { start, len, capacity, .. } = *self;
        match &mut self.vec {
            Some(out) if !core::ptr::eq(start, out.as_ptr()) => {
                let mut output = Output { start, len, capacity, ..Output::count() };
                let bytes = output.since(0);
                **out = alloc::vec::Vec::with_capacity(bytes.len());
                out.extend_from_slice(bytes);
            }
            _ => self.finish_vec(),
        }
    }
}

/// Where an output starts, and its length or its capacity.
#[cfg(feature = "alloc")]
#[repr(C)]
struct Extent {
    start: *mut u8,
    bytes: usize,
}

/// Appends a varint (W16) to an output. Returns where it starts then, and its length.
///
/// Its parts are passed by value, so that an output can stay in registers. `extern "C"` aborts if memory runs
/// out, and cannot unwind: otherwise the length would be stored after each part of a value.
/// (`serde/mesh_1000/encode_slice`)
///
/// # Safety
/// They are those of an output, and `out` is its vector.
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
#[inline(never)]
unsafe extern "C" fn append_varint(
    out: Option<&mut alloc::vec::Vec<u8>>,
    start: *mut u8,
    len: usize,
    capacity: usize,
    x: u64,
) -> Extent {
    let mut output = Output { start, len, capacity, scratch: false, vec: out, of: PhantomData };
    output.extend_behind(x, &[]);
    Extent { start: output.start, bytes: output.len }
}

/// Appends bytes behind their number to an output, as `append_varint` does.
///
/// # Safety
/// The parts are those of an output, and `out` is its vector.
#[cfg(feature = "alloc")]
#[expect(improper_ctypes_definitions, reason = "no other language calls it")]
#[inline(never)]
unsafe extern "C" fn append_counted(
    out: Option<&mut alloc::vec::Vec<u8>>,
    start: *mut u8,
    len: usize,
    capacity: usize,
    bytes: &[u8],
) -> Extent {
    let mut output = Output { start, len, capacity, scratch: false, vec: out, of: PhantomData };
    output.extend_behind(bytes.len() as u64, bytes);
    Extent { start: output.start, bytes: output.len }
}

/// Makes room for `n` more bytes in an output, if it has a vector. Returns where it starts then, and its
/// capacity.
///
/// # Safety
/// As of [`append_counted`].
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
unsafe extern "C" fn grow(
    out: Option<&mut alloc::vec::Vec<u8>>,
    start: *mut u8,
    len: usize,
    capacity: usize,
    n: usize,
) -> Extent {
    let Some(out) = out else { return Extent { start, bytes: capacity } };
    let more = n.saturating_add(TAIL);
    let base = out.len();
    debug_assert!(base <= len && len <= capacity);
    let output = Output { start, len, capacity, ..Output::count() };
    if core::ptr::eq(start, out.as_ptr()) {
        Output { vec: Some(&mut *out), ..output }.finish_vec();
        out.reserve(more);
    } else {
        // The message leaves the stack.
        out.reserve_exact(len.saturating_add(more).max(2 * Staging::LEN));
        out.extend_from_slice({ output }.since(0));
    }
    // A panic of a type's own code leaves the vector as it was.
    out.truncate(base);
    Extent { start: out.as_mut_ptr(), bytes: out.capacity() }
}

/// A part of an output that is filled chunk by chunk.
pub(crate) struct Claim<'r> {
    /// What is no chunk yet.
    rest: &'r mut [MaybeUninit<u8>],
    // INVARIANT: all from the start of the claim to here is initialised.
    filled: *const MaybeUninit<u8>,
    end: *const MaybeUninit<u8>,
    n: usize,
    len: &'r mut usize,
}

impl<'r> Claim<'r> {
    /// The next chunk, of so many bytes, or of what is left.
    #[inline(always)]
    pub(crate) fn chunk(&mut self, len: usize) -> Chunk<'r> {
        let all = core::mem::take(&mut self.rest);
        let len = if len < all.len() { len } else { all.len() };
        let (chunk, rest) = all.split_at_mut_checked(len).unwrap_or_default();
        self.rest = rest;
        Chunk { start: chunk.as_ptr(), rest: chunk }
    }

    /// Takes back a chunk: in the order in which they were given. What was not filled is zeros.
    #[inline(always)]
    pub(crate) fn close(&mut self, chunk: Chunk<'r>) {
        let end = chunk.rest.as_ptr_range().end;
        if !chunk.rest.is_empty() {
            chunk.rest.fill(MaybeUninit::new(0));
        }
        // The invariant holds: from its start to its end a chunk is initialised, as its own says.
        if core::ptr::eq(self.filled, chunk.start) {
            self.filled = end;
        }
    }

    /// Adds the claim to the output, if all chunks were taken back.
    #[inline(always)]
    pub(crate) fn finish(self) {
        if core::ptr::eq(self.filled, self.end) {
            // The invariant of the output holds: the claim stood behind what it held.
            *self.len += self.n;
        }
    }
}

/// A part of a claim, filled from its start: a column of a list.
pub(crate) struct Chunk<'r> {
    start: *const MaybeUninit<u8>,
    // INVARIANT: all from `start` to here is initialised.
    rest: &'r mut [MaybeUninit<u8>],
}

impl<'r> Chunk<'r> {
    /// Bytes that are not filled.
    #[inline(always)]
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }

    /// The next `n` bytes, which the caller fills; none if there are not so many.
    #[inline(always)]
    fn take(&mut self, n: usize) -> Option<&'r mut [MaybeUninit<u8>]> {
        if n > self.rest.len() {
            return None;
        }
        let (taken, rest) = core::mem::take(&mut self.rest).split_at_mut_checked(n)?;
        self.rest = rest;
        Some(taken)
    }

    /// Appends bytes, if they fit.
    #[inline(always)]
    pub(crate) fn extend(&mut self, bytes: &[u8]) {
        if let Some(room) = self.take(bytes.len()) {
            copy(bytes, room);
        }
    }

    /// Appends numbers, lowest byte first, if all fit.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn extend_words<T: Pod>(&mut self, values: impl ExactSizeIterator<Item = T>) {
        let Some(room) = self.rest.get_mut(..values.len().saturating_mul(size_of::<T>())) else {
            return;
        };
        let mut written = 0;
        for (room, value) in room.chunks_exact_mut(size_of::<T>()).zip(values) {
            value.put_little_endian(room);
            written += size_of::<T>();
        }
        // The invariant holds: the loop wrote so many bytes.
        self.take(written);
    }

    /// Appends values as they are in memory, if each is numbers alone, as `show` shows, and all fit.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn extend_values<T>(
        &mut self,
        items: Items<'_, T>,
        show: impl Fn(&T, &mut Layout<false>),
    ) -> bool {
        let len = items.span.len.saturating_mul(size_of::<T>());
        let mut shown = len <= self.rest.len();
        items.for_each(
            #[inline(always)]
            |value| shown &= Layout::is_shown(value, |layout| show(value, layout)),
        );
        if !shown {
            return false;
        }
        let (room, mut place) = (&mut *self.rest, 0);
        while let Some(value) = items.get(place) {
            // Asked again, for what it borrows: `show` may be anyone's, and say something else now.
            let shown = bytes_of_numbers(core::slice::from_ref(value), &show);
            let Some(bytes) = shown else { break };
            let Some(room) = room.get_mut(place * size_of::<T>()..) else { break };
            let Some(room) = room.get_mut(..bytes.len()) else { break };
            copy(bytes, room);
            place += 1;
        }
        // The invariant holds: so many bytes were just written.
        self.take(place * size_of::<T>());
        true
    }

    /// Appends what `f` writes to an output of all that is left, if it fits, and says whether it does.
    #[inline(always)]
    pub(crate) fn fill_by(&mut self, f: impl for<'x> FnOnce(Output<'x>) -> Output<'x>) -> bool {
        let start = self.rest.as_mut_ptr().cast::<u8>();
        let capacity = self.rest.len();
        // The invariant of the output holds: it is the rest of the chunk, which is borrowed for `'r`.
        let output = f(Output { start, capacity, ..Output::count() });
        let fits = core::ptr::eq(output.start, start) && output.len <= capacity;
        if fits {
            // The invariant holds: so many bytes of the output are initialised.
            self.take(output.len);
        }
        fits
    }

    /// Appends the bytes that `f` borrows from each value, as long as they fit, and to `lens` the number of
    /// bytes of each; of the first values, as many as `lens` has room for. All numbers as one are returned, for
    /// one may not fit.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn extend_runs<'a, T: ?Sized, const N: usize>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a [u8],
        lens: &mut StackVec<[u8; 4], N>,
    ) -> usize {
        let slots = lens.slots.get_mut(lens.len..).unwrap_or_default();
        let n = if items.span.len < slots.len() { items.span.len } else { slots.len() };
        let room = &mut *self.rest;
        let all = room.len();
        let (left, longest, added) = copying(
            n > 2,
            #[inline(always)]
            |copies| {
                // What is captured stays in memory, what is here in registers.
                let (items, slots, n, mut room) = (items, slots, n, room);
                let (mut place, mut longest) = (0, 0);
                while place < n {
                    let Some(slot) = slots.get_mut(place) else { break };
                    let Some(run) = items.get(place).map(&f) else { break };
                    slot.write((run.len() as u32).to_ne_bytes());
                    longest |= run.len();
                    place += 1;
                    match room.first_chunk_mut() {
                        Some(to) if run.len() <= SHORT_RUN => {
                            copy_short(run, to, copies);
                            room =
                                core::mem::take(&mut room).get_mut(run.len()..).unwrap_or_default();
                        }
                        _ => room = extend_run(core::mem::take(&mut room), run),
                    }
                }
                (room.len(), longest, place)
            },
        );
        lens.len += added;
        // The invariant holds: all up to what is left was just written.
        self.take(all - left);
        longest
    }
}

/// Bytes of a run that is copied without a call.
#[cfg(feature = "alloc")]
const SHORT_RUN: usize = 64;

/// Copies a run that is long, or near the end, if it fits. Returns what is left.
#[cfg(feature = "alloc")]
#[inline(never)]
fn extend_run<'r>(room: &'r mut [MaybeUninit<u8>], run: &[u8]) -> &'r mut [MaybeUninit<u8>] {
    if run.len() > room.len() {
        return room;
    }
    let (to, rest) = room.split_at_mut_checked(run.len()).unwrap_or_default();
    copy_exact(run, to);
    rest
}

/// Some values on the stack.
#[derive(Debug)]
pub(crate) struct StackVec<T, const N: usize> {
    // INVARIANT: the first `len` slots are initialised.
    slots: [MaybeUninit<T>; N],
    len: usize,
}

impl<T: Copy, const N: usize> StackVec<T, N> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        StackVec { slots: [const { MaybeUninit::uninit() }; N], len: 0 }
    }

    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// How many more there is room for.
    #[inline(always)]
    pub(crate) fn room(&self) -> usize {
        N - self.len
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, value: T) {
        if let Some(slot) = self.slots.get_mut(self.len) {
            slot.write(value);
            self.len += 1;
        }
    }

    /// Appends values, while there is room.
    #[inline(always)]
    pub(crate) fn extend(&mut self, values: impl Iterator<Item = T>) {
        let slots = self.slots.get_mut(self.len..).unwrap_or_default();
        let mut n = 0;
        for (slot, value) in slots.iter_mut().zip(values) {
            slot.write(value);
            n += 1;
        }
        self.len += n;
    }

    /// Appends what `f` makes of each value, while there is room.
    #[inline(always)]
    pub(crate) fn fill<'a, U: ?Sized>(&mut self, items: Items<'a, U>, f: impl Fn(&'a U) -> T) {
        let slots = self.slots.get_mut(self.len..).unwrap_or_default();
        let n = if items.span.len < slots.len() { items.span.len } else { slots.len() };
        let mut place = 0;
        while place < n {
            let Some(slot) = slots.get_mut(place) else { break };
            let Some(value) = items.get(place).map(&f) else { break };
            slot.write(value);
            place += 1;
        }
        self.len += place;
    }

    /// Appends each value, while there is room.
    #[inline(always)]
    pub(crate) fn copy<'a>(&mut self, items: Items<'a, T>)
    where
        T: 'a,
    {
        // A loop for each way in which values are found, without a branch in it.
        match items.span.refs {
            true => self
                .fill(Items { span: Span { refs: true, ..items.span }, ..items }, |value| *value),
            false => self
                .fill(Items { span: Span { refs: false, ..items.span }, ..items }, |value| *value),
        }
    }

    /// Appends what `f` makes of each value, while there is room, as four bytes. All as one are returned, for
    /// one may not fit.
    #[inline(always)]
    pub(crate) fn fill_counts<'a, U: ?Sized>(
        &mut self,
        items: Items<'a, U>,
        f: impl Fn(&'a U) -> usize,
    ) -> usize
    where
        T: From<[u8; 4]>,
    {
        let mut all = 0;
        let slots = self.slots.get_mut(self.len..).unwrap_or_default();
        let n = if items.span.len < slots.len() { items.span.len } else { slots.len() };
        let mut place = 0;
        while place < n {
            let Some(slot) = slots.get_mut(place) else { break };
            let Some(count) = items.get(place).map(&f) else { break };
            all |= count;
            slot.write((count as u32).to_ne_bytes().into());
            place += 1;
        }
        self.len += place;
        all
    }

    /// Those that were added.
    #[inline(always)]
    fn as_mut_slice(&mut self) -> &mut [T] {
        // SAFETY: by the invariant.
        unsafe { core::slice::from_raw_parts_mut(self.slots.as_mut_ptr().cast(), self.len) }
    }

    /// Those that were added.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[T] {
        debug_assert!(self.len <= N);
        // SAFETY: by the invariant. (`short/u32_32/encode`)
        unsafe { core::slice::from_raw_parts(self.slots.as_ptr().cast(), self.len) }
    }
}

impl<const N: usize> StackVec<[u8; 1], N> {
    /// Appends whether `f` is true of each value, while there is room, and to `places` the place of each of
    /// which it is, of the first 256: without a branch, which would be hard to foresee.
    #[inline(always)]
    pub(crate) fn fill_flags<'a, U: ?Sized>(
        &mut self,
        items: Items<'a, U>,
        f: impl Fn(&'a U) -> bool,
        places: &mut StackVec<u8, N>,
    ) {
        let flags = self.slots.get_mut(self.len..).unwrap_or_default();
        let room = if places.room() < flags.len() { places.room() } else { flags.len() };
        let n = if items.span.len < room { items.span.len } else { room };
        let (mut len, mut place) = (places.len, 0);
        while place < n {
            let Some(flag) = items.get(place).map(&f).map(u8::from) else { break };
            let Some(slot) = flags.get_mut(place) else { break };
            slot.write([flag]);
            // Below N: there was room for `n` places, and fewer were added.
            let Some(slot) = places.slots.get_mut(len % N) else { break };
            slot.write(place as u8);
            (len, place) = (len + usize::from(flag), place + 1);
        }
        self.len += place;
        places.len = len;
    }
}

#[cfg(feature = "alloc")]
impl<const M: usize, const N: usize> StackVec<[u8; M], N> {
    /// Takes lists from the first values on, and appends the numbers of each, that `f` borrows the bytes of; up
    /// to a list of `long` numbers, or one that there is no room for.
    #[inline(always)]
    pub(crate) fn gather<'a, U: ?Sized>(
        &mut self,
        items: &mut Items<'a, U>,
        f: impl Fn(&'a U) -> &'a [u8],
        long: usize,
    ) {
        let slots = self.slots.get_mut(self.len..).unwrap_or_default();
        // SAFETY: the slots are arrays of M bytes, one behind the other, of which none need be initialised.
        let room: &mut [MaybeUninit<u8>] = unsafe {
            core::slice::from_raw_parts_mut(slots.as_mut_ptr().cast(), size_of_val(slots))
        };
        let (all, size) = (*items, room.len());
        let long = long.saturating_mul(M);
        let (place, left) = copying(
            all.span.len > 2,
            #[inline(always)]
            |copies| {
                // What is captured stays in memory, what is here in registers.
                let (all, long, mut room, mut place) = (all, long, room, 0);
                while let Some(run) = all.get(place).map(&f) {
                    let n = run.len() / M * M;
                    let Some(run) = run.get(..n) else { break };
                    if n >= long || n > room.len() {
                        break;
                    }
                    match room.first_chunk_mut() {
                        Some(to) if n <= SHORT_RUN => copy_short(run, to, copies),
                        _ => copy_long(run, room.get_mut(..n).unwrap_or_default()),
                    }
                    room = core::mem::take(&mut room).get_mut(n..).unwrap_or_default();
                    place += 1;
                }
                (place, room.len())
            },
        );
        // The invariant holds: whole numbers of M bytes were written, which are any.
        self.len += (size - left) / M;
        items.take(place);
    }
}

impl<'a, U, const N: usize> StackVec<&'a U, N> {
    /// Appends references to all elements of a list, if there is room.
    #[inline(always)]
    pub(crate) fn push_refs(&mut self, list: &'a [U]) {
        let (n, room) = (list.len(), self.room());
        if n > room {
            return;
        }
        let slots = self.slots.get_mut(self.len..).unwrap_or_default();
        let to = slots.as_mut_ptr().cast::<*const U>();
        let (from, mut place) = (list.as_ptr(), 0);
        // Four at a time, also behind the last: most lists are short, and their lengths hard to foresee.
        while place < n && room - place >= 4 {
            debug_assert!(place + 4 <= slots.len());
            let next = from.wrapping_add(place);
            let some = [next, next.wrapping_add(1), next.wrapping_add(2), next.wrapping_add(3)];
            // SAFETY: there is room for four more. The first `n` become references, the others do not.
            // (`sets/minecraft_savedata/encode`)
            unsafe { to.wrapping_add(place).cast::<[*const U; 4]>().write(some) };
            place += 4;
        }
        while let (Some(item), Some(slot)) = (list.get(place), slots.get_mut(place)) {
            slot.write(item);
            place += 1;
        }
        // The invariant holds: a pointer to an element is a reference to it.
        self.len += n;
    }
}

/// The same as a call.
#[cfg(feature = "alloc")]
#[inline(never)]
fn copy_long(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    copy_exact(from, to);
}

/// Writes the first bytes of a word, lowest first: as many as there are to write to, at most 8.
#[cfg(feature = "alloc")]
#[inline(always)]
fn write_exactly(to: &mut [MaybeUninit<u8>], word: u64) {
    let n = to.len();
    debug_assert!(n <= 8);
    let bits = 8 * n as u32;
    // The first of them and the last, which may overlap.
    match n {
        0 => {}
        1 => put(to, (word as u8).to_le_bytes()),
        2..4 => {
            put(to, (word as u16).to_le_bytes());
            let end = (word >> (bits - 16)) as u16;
            put(to.get_mut(n - 2..).unwrap_or_default(), end.to_le_bytes());
        }
        _ => {
            put(to, (word as u32).to_le_bytes());
            let end = word.wrapping_shr(bits.wrapping_sub(32)) as u32;
            put(to.get_mut(n - 4..).unwrap_or_default(), end.to_le_bytes());
        }
    }
}

/// The same apart, for what is rare.
#[cfg(all(feature = "alloc", target_pointer_width = "64"))]
#[inline(never)]
fn write_rest(to: &mut [MaybeUninit<u8>], word: u64) {
    write_exactly(to, word);
}

/// Copies bytes to as many, without a call if they are few.
#[cfg(feature = "alloc")]
#[inline(always)]
fn copy_exact(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    match from.len() {
        0 => {}
        1 => ends::<1>(from, to),
        2..4 => ends::<2>(from, to),
        4..8 => ends::<4>(from, to),
        8..16 => ends::<8>(from, to),
        16..=32 => ends::<16>(from, to),
        _ => copy(from, to),
    }
}

/// Copies bytes to as many, at least N: the first N and the last, which may overlap.
#[cfg(feature = "alloc")]
#[inline(always)]
fn ends<const N: usize>(from: &[u8], to: &mut [MaybeUninit<u8>]) {
    debug_assert!(from.len() >= N && from.len() == to.len());
    let from = uninit(from);
    if let (Some(from), Some(to)) = (from.first_chunk::<N>(), to.first_chunk_mut()) {
        *to = *from;
    }
    if let (Some(from), Some(to)) = (from.last_chunk::<N>(), to.last_chunk_mut()) {
        *to = *from;
    }
}

#[cfg(feature = "alloc")]
use copies::{copy_short, copying, wide_if};

/// What the machine has beyond what the compiler was told.
#[cfg(feature = "alloc")]
mod copies {
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    use core::arch::{
        asm,
        x86_64::{_mm256_loadu_si256, _mm256_maskload_epi32, _mm256_storeu_si256},
    };
    use core::mem::MaybeUninit;

    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    use super::put;
    use super::{SHORT_RUN, copy_exact, ends};

    /// Eight words of all bits, and eight of none.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    static MASKS: [[u32; 8]; 2] = [[u32::MAX; 8], [0; 8]];

    /// What the machine has to copy short runs by: made here alone, where that was detected.
    #[derive(Clone, Copy)]
    pub(super) struct Copies(Way);

    #[derive(Clone, Copy)]
    enum Way {
        /// Words and small vectors.
        Words,
        /// Loads of some of 8 words.
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Avx2,
        /// Loads of some of 64 bytes.
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        Avx512,
    }

    /// Calls `f`, compiled for wide vectors if that is worth it and the machine has them, and tells it so.
    #[inline(always)]
    pub(super) fn wide_if<T>(worth: bool, f: impl FnOnce(bool) -> T) -> T {
        #[cfg(all(feature = "std", target_arch = "x86_64"))]
        {
            #[target_feature(enable = "avx2")]
            unsafe fn with_avx2<T>(f: impl FnOnce(bool) -> T) -> T {
                f(true)
            }

            if worth && std::is_x86_feature_detected!("avx2") {
                // SAFETY: the machine has AVX2, as was just detected.
                return unsafe { with_avx2(f) };
            }
        }
        let _ = worth;
        f(false)
    }

    /// Calls `f`, compiled for what the machine has, if that is worth it, and tells it so.
    #[inline(always)]
    pub(super) fn copying<T>(worth: bool, f: impl FnOnce(Copies) -> T) -> T {
        wide_if(
            worth,
            #[inline(always)]
            |is_wide| {
                #[cfg(all(feature = "std", target_arch = "x86_64"))]
                if is_wide {
                    return if avx512_is_detected() {
                        f(Copies(Way::Avx512))
                    } else {
                        f(Copies(Way::Avx2))
                    };
                }
                let _ = is_wide;
                f(Copies(Way::Words))
            },
        )
    }

    /// Whether the machine has what [`copy_short`] needs, and AVX2.
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    #[inline(always)]
    fn avx512_is_detected() -> bool {
        cfg!(target_pointer_width = "64")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("bmi2")
    }

    /// Copies a run to the start of 64 bytes, of which what is behind it may be anything then: where the
    /// machine has masks there is one way for most lengths, for a branch on the length is hard to foresee.
    #[inline(always)]
    pub(super) fn copy_short(run: &[u8], to: &mut [MaybeUninit<u8>; SHORT_RUN], copies: Copies) {
        let n = run.len();
        debug_assert!(n <= SHORT_RUN);
        let Some(exact) = to.get_mut(..n) else { return };
        match copies.0 {
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Way::Avx512 => {
                // A load of no bytes is slow where there is no memory, as an empty text has none.
                let from = if n == 0 { to.as_ptr().cast() } else { run.as_ptr() };
                let to = to.as_mut_ptr();
                // The intrinsics are newer than the oldest compiler that is supported.
                macro_rules! copy_by {
                    ($register:literal) => {
                        // SAFETY: the machine has AVX-512 with its instructions for bytes. Only the bytes of
                        // the mask are read, which are `n`; of `to`, as many are written as the register has.
                        // Registers from 16 on leave the older instructions as fast as they are.
                        unsafe {
                            asm!(
                                "bzhi {mask}, {mask}, {len}",
                                "kmovq k1, {mask}",
                                concat!("vmovdqu8 ", $register, "{{k1}}{{z}}, [{from}]"),
                                concat!("vmovdqu64 [{to}], ", $register),
                                mask = inout(reg) u64::MAX => _,
                                len = in(reg) n,
                                from = in(reg) from,
                                to = in(reg) to,
                                out("k1") _,
                                out("xmm16") _,
                                options(nostack),
                            );
                        }
                    };
                }
                match n {
                    ..=32 => copy_by!("ymm16"),
                    _ => copy_by!("zmm16"),
                }
            }
            // All whole words, and again the last four bytes.
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Way::Avx2 if (4..=32).contains(&n) => {
                let masks = MASKS.as_flattened().get(8 - n / 4..).unwrap_or_default();
                let Some(mask) = masks.first_chunk::<8>() else { return };
                // SAFETY: the machine has AVX2; the load is of 8 words, and needs no alignment.
                let mask = unsafe { _mm256_loadu_si256(mask.as_ptr().cast()) };
                // SAFETY: the same; so many words are readable, and of others nothing is read.
                let all = unsafe { _mm256_maskload_epi32(run.as_ptr().cast(), mask) };
                let last = run.last_chunk::<4>().copied().unwrap_or_default();
                // SAFETY: the same; 64 bytes are writable, and need no alignment.
                unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), all) };
                put(to.get_mut(n - 4..).unwrap_or_default(), last);
            }
            _ if n > 32 => ends::<32>(run, exact),
            _ => copy_exact(run, exact),
        }
    }
}

/// A vector of what `f` returns `n` times, up to its first error.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn try_vec<T, E>(
    n: usize,
    mut f: impl FnMut() -> Result<T, E>,
) -> Result<alloc::vec::Vec<T>, E> {
    /// Sets the length to what was written, also if `f` fails or panics.
    struct Guard<'a, T> {
        values: &'a mut alloc::vec::Vec<T>,
        len: usize,
    }

    impl<T> Drop for Guard<'_, T> {
        fn drop(&mut self) {
            debug_assert!(self.len <= self.values.capacity());
            // SAFETY: the first `len` slots of the spare capacity of a vector that was empty hold a
            // value each. (`short/structs_16/decode`)
            unsafe { self.values.set_len(self.len) };
        }
    }

    let mut values = alloc::vec::Vec::<T>::with_capacity(n);
    let mut guard = Guard { values: &mut values, len: 0 };
    let slots = guard.values.spare_capacity_mut().get_mut(..n).unwrap_or_default();
    for slot in slots {
        slot.write(f()?);
        guard.len += 1;
    }
    drop(guard);
    Ok(values)
}

/// The places of a list's values, from 0, each once: those of one group after those of another.
///
/// It is made where it stays, for the machine waits where what was written is copied at once.
#[derive(Debug)]
pub struct Permutation {
    /// The group of each, in the highest byte, above its place, if they are few.
    few: StackVec<Entry, { Permutation::FEW }>,
    #[cfg(feature = "alloc")]
    many: alloc::vec::Vec<u64>,
    len: usize,
}

impl Permutation {
    /// Values that are ordered without an allocation.
    pub(crate) const FEW: usize = if cfg!(feature = "alloc") { 16 } else { 64 };

    /// The order of no values.
    #[inline]
    pub(crate) fn new() -> Self {
        Permutation {
            few: StackVec::new(),
            #[cfg(feature = "alloc")]
            many: alloc::vec::Vec::new(),
            len: 0,
        }
    }

    /// Orders values, each of which is in one of these groups: in each as they stand. If there are
    /// too many, it stays the order of none.
    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), inline(never))] // Its memory is given back before the values are read.
    pub(crate) fn by_group(&mut self, groups: impl ExactSizeIterator<Item = u8>) {
        self.len = 0;
        let len = groups.len();
        if len > Self::FEW {
            return;
        }
        #[cfg(not(feature = "alloc"))]
        if len > 16 {
            return self.by_counting(groups);
        }
        self.few.clear();
        // With memory the number of entries is a constant, which is set in less time.
        #[cfg(feature = "alloc")]
        self.few.extend(repeat_n(0, Self::FEW));
        for (place, group) in (0..len).zip(groups) {
            let entry = Entry::from(group) << PLACE | place as Entry;
            #[cfg(not(feature = "alloc"))]
            self.few.push(entry);
            let few = self.few.as_mut_slice();
            #[cfg(feature = "alloc")]
            let Some(few) = few.first_chunk_mut::<{ Self::FEW }>() else { return };
            #[cfg(feature = "alloc")]
            match few.get_mut(place) {
                Some(slot) => *slot = entry,
                None => return,
            }
            let mut at = place;
            while let Some(before) = at.checked_sub(1) {
                match (few.get(before), few.get(at)) {
                    (Some(other), Some(entry)) if other > entry => few.swap(before, at),
                    _ => break,
                }
                at = before;
            }
            self.len += 1;
        }
    }

    /// The same of more, by counting those of each group.
    #[cfg(not(feature = "alloc"))]
    fn by_counting(&mut self, values: impl ExactSizeIterator<Item = u8>) {
        let len = values.len();
        let (mut groups, mut greatest) = (StackVec::<u8, { Self::FEW }>::new(), 0);
        values.for_each(|group| {
            groups.push(group);
            greatest = group.max(greatest);
        });
        // What is not used is not set, for it would take more time than the rest.
        let mut next = StackVec::<u8, 256>::new();
        next.extend(repeat_n(0, usize::from(greatest) + 1));
        let next = next.as_mut_slice();
        for group in groups.as_slice() {
            if let Some(count) = next.get_mut(usize::from(*group)) {
                *count = count.wrapping_add(1);
            }
        }
        let mut start = 0u8;
        for next in &mut *next {
            (*next, start) = (start, start.wrapping_add(*next));
        }
        self.few.clear();
        self.few.extend(repeat_n(0, len));
        let few = self.few.as_mut_slice();
        for (place, group) in (0u8..).zip(groups.as_slice()) {
            let Some(next) = next.get_mut(usize::from(*group)) else { return };
            let Some(slot) = few.get_mut(usize::from(*next)) else { return };
            *slot = Entry::from(*group) << PLACE | Entry::from(place);
            *next = next.wrapping_add(1);
        }
        // An iterator that breaks its word gives no order.
        if groups.as_slice().len() == len {
            self.len = len;
        }
    }

    /// The same of many values, in the first so many groups.
    #[cfg(feature = "alloc")]
    pub(crate) fn by_groups(&mut self, values: &[u8], groups: usize) {
        self.len = 0;
        if values.len() <= Self::FEW {
            return self.by_group(values.iter().copied());
        }
        if values.len() as u64 >> PLACE != 0 {
            return;
        }
        // In parts if there is enough to do, for the counters of one would wait for each other.
        let many = match (values.len(), groups) {
            (..512, ..=32) => sorted::<1, 32>(values),
            (..512, _) => sorted::<1, 256>(values),
            (_, ..=32) => sorted::<4, 32>(values),
            _ => sorted::<4, 256>(values),
        };
        if let Some(many) = many {
            (self.many, self.len) = (many, values.len());
        }
    }

    #[inline]
    fn entries(&self) -> &[Entry] {
        #[cfg(feature = "alloc")]
        if self.len > Self::FEW {
            return &self.many;
        }
        self.few.as_slice().get(..self.len).unwrap_or_default()
    }
}

/// The place that an entry is of.
#[inline]
const fn place_of(entry: Entry) -> usize {
    (entry & ((1 << PLACE) - 1)) as usize
}

/// A group, above a place.
#[cfg(feature = "alloc")]
type Entry = u64;
#[cfg(not(feature = "alloc"))]
type Entry = u16;

/// Bits of a place, below those of a group.
const PLACE: u32 = Entry::BITS - 8;

/// The entries of an order; `None` if a value is in no group.
#[cfg(feature = "alloc")]
fn sorted<const PARTS: usize, const GROUPS: usize>(values: &[u8]) -> Option<alloc::vec::Vec<u64>> {
    let size = values.len() / PARTS;
    let (whole, rest) = values.split_at(size * PARTS);
    let parts: [&[u8]; PARTS] =
        core::array::from_fn(|part| whole.get(part * size..(part + 1) * size).unwrap_or_default());
    // The values at the end belong to the last part.
    let last = || rest.iter().map(|group| (PARTS - 1, group));
    let at =
        |place: usize| move |(part, values): (usize, &&'_ [u8])| Some((part, *values.get(place)?));
    let mut next = [[0usize; PARTS]; GROUPS];
    for place in 0..size {
        for (part, group) in parts.iter().enumerate().filter_map(at(place)) {
            *next.get_mut(usize::from(group))?.get_mut(part)? += 1;
        }
    }
    for (part, group) in last() {
        *next.get_mut(usize::from(*group))?.get_mut(part)? += 1;
    }
    let mut start = 0;
    for next in next.as_flattened_mut() {
        (*next, start) = (start, start + *next);
    }
    let mut entries = alloc::vec![0; values.len()];
    // Each group has as many entries of each part, which no other has, as it has values in it.
    let mut enter = |part: usize, place: usize, group: u8| {
        let next = next.get_mut(usize::from(group))?.get_mut(part)?;
        *entries.get_mut(*next)? = Entry::from(group) << PLACE | place as Entry;
        *next += 1;
        Some(())
    };
    for place in 0..size {
        for (part, group) in parts.iter().enumerate().filter_map(at(place)) {
            enter(part, part * size + place, group)?;
        }
    }
    for (place, (part, group)) in (size * PARTS..).zip(last()) {
        enter(part, place, *group)?;
    }
    Some(entries)
}

/// Where the values of a list will stay, to be filled in an order of their own.
#[derive(Debug)]
pub struct ScatterWriter<'a, T> {
    slots: &'a mut [MaybeUninit<T>],
    /// Of all slots, and no others: those that are named first hold a value each.
    order: &'a Permutation,
    /// The end of the order, of slots that hold none.
    left: &'a [Entry],
}

impl<'a, T> ScatterWriter<'a, T> {
    /// Places for as many values as the order is of, if there are so many.
    #[inline]
    fn new(slots: &'a mut [MaybeUninit<T>], order: &'a Permutation) -> Option<Self> {
        let left = order.entries();
        (slots.len() == left.len()).then_some(ScatterWriter { slots, order, left })
    }

    /// The group of the value that comes next, if one does, and how many of it come.
    #[inline]
    pub(crate) fn next_group(&self) -> Option<(u8, usize)> {
        let group = *self.left.first()? >> PLACE;
        let end = match self.left.len() {
            0..=Permutation::FEW => {
                self.left.iter().take_while(|entry| **entry >> PLACE == group).count()
            }
            _ => self.left.partition_point(|entry| *entry >> PLACE == group),
        };
        Some((group as u8, end))
    }

    /// Puts the value that comes next to its place; a value too many is dropped.
    #[inline]
    pub fn put(&mut self, value: T) {
        if let Some((entry, left)) = self.left.split_first() {
            if let Some(slot) = self.slots.get_mut(place_of(*entry)) {
                slot.write(value);
            }
            self.left = left;
        }
    }

    /// Whether all places are filled; if so, they are someone else's to drop.
    #[inline]
    fn finish(self) -> bool {
        let all = self.left.is_empty();
        if all {
            core::mem::forget(self);
        }
        all
    }
}

impl<T> Drop for ScatterWriter<'_, T> {
    fn drop(&mut self) {
        if !core::mem::needs_drop::<T>() {
            return;
        }
        let filled = self.slots.len() - self.left.len();
        for entry in self.order.entries().iter().take(filled) {
            if let Some(slot) = self.slots.get_mut(place_of(*entry)) {
                // SAFETY: the first slots of the order hold a value, all but as many as are left,
                // and none is twice in it, so that none is dropped twice.
                unsafe { slot.assume_init_drop() };
            }
        }
    }
}

/// A list that is built by filling the places of its values.
pub trait ScatterBuild<T> {
    /// Fills a list of no values with as many as the order is of, which `f` puts in that order; `false`
    /// if it does not put all, and the list stays one of none.
    fn build<E>(
        &mut self,
        order: &Permutation,
        f: impl FnOnce(&mut ScatterWriter<'_, T>) -> Result<(), E>,
    ) -> Result<bool, E>;
}

#[cfg(feature = "alloc")]
impl<T> ScatterBuild<T> for alloc::vec::Vec<T> {
    #[inline]
    fn build<E>(
        &mut self,
        order: &Permutation,
        f: impl FnOnce(&mut ScatterWriter<'_, T>) -> Result<(), E>,
    ) -> Result<bool, E> {
        self.clear();
        self.reserve_exact(order.len);
        let slots = self.spare_capacity_mut().get_mut(..order.len).unwrap_or_default();
        let Some(mut places) = ScatterWriter::new(slots, order) else { return Ok(false) };
        f(&mut places)?;
        if !places.finish() {
            return Ok(false);
        }
        debug_assert!(order.len <= self.capacity());
        // SAFETY: so many slots of the spare capacity of a vector that was empty were the places,
        // all of which hold a value: there is one for each entry of the order, no two entries are of
        // the same, and all were filled.
        unsafe { self.set_len(order.len) };
        Ok(true)
    }
}

/// A list on the stack, of N values at most, to be taken in turn.
#[derive(Debug)]
pub(crate) struct Slots<T, const N: usize> {
    slots: [MaybeUninit<T>; N],
    /// The slots from here up to `len` hold a value.
    next: usize,
    len: usize,
}

impl<T, const N: usize> Slots<T, N> {
    /// A list of no values.
    #[inline]
    pub(crate) const fn new() -> Self {
        Slots { slots: [const { MaybeUninit::uninit() }; N], next: 0, len: 0 }
    }

    /// All N values, if there are as many.
    #[inline]
    pub(crate) fn array(&mut self) -> Option<[T; N]> {
        if self.next != 0 || self.len != N {
            return None;
        }
        try_array(|| self.next().ok_or(())).ok()
    }
}

impl<T, const N: usize> ScatterBuild<T> for Slots<T, N> {
    #[inline]
    fn build<E>(
        &mut self,
        order: &Permutation,
        f: impl FnOnce(&mut ScatterWriter<'_, T>) -> Result<(), E>,
    ) -> Result<bool, E> {
        self.by_ref().for_each(drop);
        (self.next, self.len) = (0, 0);
        let slots = self.slots.get_mut(..order.len).unwrap_or_default();
        let Some(mut places) = ScatterWriter::new(slots, order) else { return Ok(false) };
        f(&mut places)?;
        if !places.finish() {
            return Ok(false);
        }
        self.len = order.len;
        Ok(true)
    }
}

impl<T, const N: usize> Iterator for Slots<T, N> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        if self.next >= self.len {
            return None;
        }
        let slot = self.slots.get(self.next)?;
        self.next += 1;
        // SAFETY: the slots from `next` up to `len` hold a value: so many were the places, all of
        // which were filled. This one is below `next` now, and so is not read again.
        Some(unsafe { slot.assume_init_read() })
    }
}

impl<T, const N: usize> Drop for Slots<T, N> {
    #[inline]
    fn drop(&mut self) {
        if core::mem::needs_drop::<T>() {
            self.for_each(drop);
        }
    }
}

/// Runs `f`, in code for the machine's wide vectors if it has them and there is enough to do. `f` is told
/// whether they are wide.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn vectorized<T>(len: usize, f: impl FnOnce(bool) -> T) -> T {
    wide_if(len > 64, f)
}

/// An array of what `f` returns, up to its first error.
#[inline]
pub(crate) fn try_array<T, E, const N: usize>(
    mut f: impl FnMut() -> Result<T, E>,
) -> Result<[T; N], E> {
    /// Drops the values that are there if `f` fails or panics.
    struct Guard<'a, T, const N: usize> {
        array: &'a mut [MaybeUninit<T>; N],
        len: usize,
    }

    impl<T, const N: usize> Drop for Guard<'_, T, N> {
        fn drop(&mut self) {
            for slot in self.array.iter_mut().take(self.len) {
                // SAFETY: the first `len` slots hold a value, and none is dropped twice, for the
                // guard is dropped once.
                unsafe { slot.assume_init_drop() };
            }
        }
    }

    let mut array = [const { MaybeUninit::uninit() }; N];
    let mut guard = Guard { array: &mut array, len: 0 };
    while guard.len < N {
        let value = f()?;
        if let Some(slot) = guard.array.get_mut(guard.len) {
            slot.write(value);
        }
        guard.len += 1;
    }
    core::mem::forget(guard);
    // SAFETY: the loop above ended, so all N slots hold a value; an array of `MaybeUninit<T>` has
    // the layout of an array of `T`, and `array`, whose values do not drop, is not used again.
    // (`short/key_map/decode`)
    Ok(unsafe { core::mem::transmute_copy(&array) })
}
