//! The only file where `unsafe` compiles. Every function that leaves it is safe to call with anything.
#![expect(unsafe_code, reason = "each block is proved, and pays for itself in a benchmark row")]

use core::marker::PhantomData;
use core::mem::MaybeUninit;

mod sealed {
    /// Number types without padding, of which every bit pattern is a value.
    ///
    /// Private to this file, so that no other type can claim it.
    pub trait Plain: Copy + Default + 'static {
        /// The same number as its bytes stand on the wire, lowest first.
        #[cfg(feature = "alloc")]
        fn little_endian(self) -> Self;
    }

    macro_rules! plain {
        ($($ty:ty)*) => {$(
            impl Plain for $ty {
                #[cfg(feature = "alloc")]
                #[inline(always)]
                fn little_endian(self) -> Self {
                    Self::from_ne_bytes(self.to_le_bytes())
                }
            }
        )*};
    }
    plain!(u8 i8 u16 i16 u32 i32 u64 i64 u128 i128 f32 f64);

    /// Types without padding.
    pub trait Whole: Copy + 'static {}

    impl<T: Plain> Whole for T {}
    impl Whole for bool {}
    impl Whole for char {}
    impl Whole for usize {}
    impl Whole for isize {}
}
pub(crate) use sealed::{Plain, Whole};

/// The values that the bytes are, lowest first; bytes that are no whole value are left out.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn vec_from_little_endian<T: Plain>(bytes: &[u8]) -> alloc::vec::Vec<T> {
    // SAFETY: every bit pattern is a value of `T`.
    let mut values = unsafe { vec_from_bytes::<T>(bytes) };
    if cfg!(target_endian = "big") {
        // What turns the bytes around one way turns them back.
        values.iter_mut().for_each(|value| *value = value.little_endian());
    }
    values
}

/// The values whose memory holds these bytes.
///
/// # Safety
/// Any bytes, as many as `T` takes, are a value of `T`.
#[cfg(feature = "alloc")]
#[inline]
unsafe fn vec_from_bytes<T>(bytes: &[u8]) -> alloc::vec::Vec<T> {
    let n = bytes.len() / size_of::<T>();
    let mut values = alloc::vec::Vec::<T>::with_capacity(n);
    let len = n * size_of::<T>();
    // SAFETY: `bytes` is readable for `len <= bytes.len()` bytes; `values` has room for `n` values,
    // which are `len` bytes, and is a new allocation that does not overlap `bytes`.
    unsafe { core::ptr::copy_nonoverlapping(bytes.as_ptr(), values.as_mut_ptr().cast(), len) };
    // SAFETY: the first `n` values were just written, `n` is within the capacity, and the caller
    // says that any bytes are values.
    unsafe { values.set_len(n) };
    values
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
    pub fn numbers<T: Plain>(&mut self, numbers: &mut [T]) {
        self.shown(numbers);
    }
}

impl Layout<false> {
    /// Shows numbers that are a part of the value.
    #[inline]
    pub fn numbers<T: Whole>(&mut self, numbers: &[T]) {
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
    fn shown<T: Whole>(&mut self, numbers: &[T]) {
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

#[cfg(feature = "alloc")]
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
        let Items { base, step, len, refs, .. } = self;
        shown.then_some(Items { base, step, len, refs, of: PhantomData })
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
    // SAFETY: each byte of `example` was shown to belong to a number to which there was a `&mut`,
    // and which is therefore valid with any bytes, whatever the others are: had `T` a tag, a niche
    // or a reference, its bytes could not have been lent so. Padding was not shown.
    Some(unsafe { vec_from_bytes(bytes) })
}

/// Values of a list, wherever they are in memory: what [`serialize_slice`] encodes.
///
/// They are neighbours, or at equal distances, as the same field of neighbours is, or references
/// lead to them. [`field`](Items::field) gives a field of each.
///
/// [`serialize_slice`]: crate::Serialize::serialize_slice
pub struct Items<'a, T: ?Sized> {
    /// The first value, or the first of the references.
    base: *const u8,
    /// Bytes from a value to the next, or from where a reference leads to the value.
    step: usize,
    len: usize,
    refs: bool,
    of: PhantomData<&'a T>,
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
        f.debug_struct("Items").field("len", &self.len).finish_non_exhaustive()
    }
}

/// The bytes of a reference to a sized value.
const THIN: usize = size_of::<usize>();

impl<'a, T> Items<'a, T> {
    /// Values that are neighbours in memory.
    #[inline(always)]
    #[must_use]
    pub fn of(values: &'a [T]) -> Self {
        let base = values.as_ptr().cast();
        Items { base, step: size_of::<T>(), len: values.len(), refs: false, of: PhantomData }
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
        if self.refs || self.step != size_of::<T>() {
            return None;
        }
        // SAFETY: by the invariant a `T` is at each multiple of its own size behind `base`, `len` of
        // them, which is a slice, readable for `'a`.
        Some(unsafe { core::slice::from_raw_parts(self.base.cast(), self.len) })
    }

    /// What `get` borrows from each value, which is to be one field, the same of all.
    ///
    /// A function that borrows something else is no field, and gives no values.
    ///
    /// ```
    /// use onesheet::Items;
    ///
    /// let pairs = [(1u16, "a"), (2, "b")];
    /// let names = Items::of(&pairs).field(|pair| &pair.1);
    /// assert_eq!(names.get(1), Some(&"b"));
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn field<F>(self, get: impl Fn(&'a T) -> &'a F) -> Items<'a, F> {
        let (mut place, mut offset, mut same) = (0, usize::MAX, true);
        // Of a struct it is known when it is compiled what this finds, and there is no loop.
        while place < self.len {
            // SAFETY: the place is below `len`.
            let value = unsafe { self.at(place) };
            let distance = distance(value, get(value));
            same &= place == 0 || distance == offset;
            (offset, place) = (distance, place + 1);
        }
        self.shifted(if same { offset } else { usize::MAX })
    }

    /// The same of values of one variant.
    #[doc(hidden)]
    #[inline(always)]
    #[must_use]
    pub fn found_field<F>(self, get: impl Fn(&'a T) -> Option<&'a F>) -> Items<'a, F> {
        let (mut place, mut offset, mut same) = (0, usize::MAX, true);
        while place < self.len {
            // SAFETY: the place is below `len`.
            let value = unsafe { self.at(place) };
            let Some(field) = get(value) else { return Items::of(&[]) };
            let distance = distance(value, field);
            same &= place == 0 || distance == offset;
            (offset, place) = (distance, place + 1);
        }
        self.shifted(if same { offset } else { usize::MAX })
    }

    /// The `F` that each value was seen to have at an offset; none if that is not within a `T`.
    #[inline(always)]
    fn shifted<F>(self, offset: usize) -> Items<'a, F> {
        if offset > size_of::<T>() || size_of::<T>() - offset < size_of::<F>() {
            return Items::of(&[]);
        }
        // The invariant holds: each value has an `F` at `offset`, to which there was a reference for
        // `'a`, and all of which is within the value.
        let (base, step) = match self.refs {
            true => (self.base, self.step + offset),
            false => (self.base.wrapping_add(offset), self.step),
        };
        Items { base, step, len: self.len, refs: self.refs, of: PhantomData }
    }
}

/// Bytes from a value to a part of it.
#[inline(always)]
fn distance<T, F>(value: &T, part: &F) -> usize {
    core::ptr::from_ref(part).addr().wrapping_sub(core::ptr::from_ref(value).addr())
}

impl<'a, T: ?Sized> Items<'a, T> {
    /// Values that references lead to.
    #[inline(always)]
    #[must_use]
    pub fn refs(values: &'a [&'a T]) -> Self {
        let base = values.as_ptr().cast();
        Items { base, step: 0, len: values.len(), refs: true, of: PhantomData }
    }

    /// The number of values.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value at a place, from 0.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, place: usize) -> Option<&'a T> {
        if place < self.len {
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
        while place < self.len {
            // SAFETY: the place is below `len`.
            f(unsafe { self.at(place) });
            place += 1;
        }
    }

    /// Calls `f` with each value in order, up to its first error.
    #[inline(always)]
    pub fn try_for_each<E>(self, mut f: impl FnMut(&'a T) -> Result<(), E>) -> Result<(), E> {
        let mut place = 0;
        while place < self.len {
            // SAFETY: the place is below `len`.
            f(unsafe { self.at(place) })?;
            place += 1;
        }
        Ok(())
    }

    /// The values in order.
    #[inline(always)]
    pub(crate) fn iter(self) -> impl ExactSizeIterator<Item = &'a T> + Clone {
        // SAFETY: the place is below `len`.
        (0..self.len).map(move |place| unsafe { self.at(place) })
    }

    /// Takes the first values, `most` or as many as there are; `None` if there is none.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn take(&mut self, most: usize) -> Option<Self> {
        if self.len == 0 || most == 0 {
            return None;
        }
        let len = if self.len < most { self.len } else { most };
        let taken = Items { len, ..*self };
        // The invariant holds: so many bytes behind `base` the value at `len` begins, if there is
        // one, or the reference to it.
        let size = if self.refs { size_of::<&T>() } else { self.step };
        self.base = self.base.wrapping_add(len * size);
        self.len -= len;
        Some(taken)
    }

    /// The value at a place.
    ///
    /// # Safety
    /// `place` is below `len`.
    #[inline(always)]
    unsafe fn at(&self, place: usize) -> &'a T {
        if size_of::<&T>() != THIN {
            let reference = self.base.cast::<&'a T>().wrapping_add(place);
            // SAFETY: by the invariant, for `T` is not sized.
            return unsafe { *reference };
        }
        let value = if self.refs {
            let reference = self.base.cast::<*const u8>().wrapping_add(place);
            // SAFETY: by the invariant there are `len` thin references.
            unsafe { *reference }.wrapping_add(self.step)
        } else {
            self.base.wrapping_add(self.step * place)
        };
        // SAFETY: by the invariant a `T` is there, borrowed for `'a`; `&T` is as large as a pointer,
        // which a thin reference is.
        unsafe { core::mem::transmute_copy::<*const u8, &'a T>(&value) }
    }
}

/// References to values that were looked up: few in memory of the stack.
#[cfg(feature = "alloc")]
pub(crate) struct Refs<'a, T: ?Sized> {
    few: [MaybeUninit<Option<&'a T>>; FEW],
    many: alloc::vec::Vec<MaybeUninit<Option<&'a T>>>,
    len: usize,
}

/// The most references that are kept in memory of the stack.
#[cfg(feature = "alloc")]
pub(crate) const FEW: usize = 64;

#[cfg(feature = "alloc")]
impl<'a, T: ?Sized> Refs<'a, T> {
    /// Room for so many.
    #[inline(always)]
    pub(crate) fn with_capacity(most: usize) -> Self {
        let mut many = alloc::vec::Vec::new();
        if most > FEW {
            many.resize(most, MaybeUninit::uninit());
        }
        Refs { few: [const { MaybeUninit::uninit() }; FEW], many, len: 0 }
    }

    /// Adds what `f` finds, while there is room: without a branch, which would be hard to foresee.
    #[inline(always)]
    pub(crate) fn extend<U: ?Sized>(
        &mut self,
        values: Items<'a, U>,
        f: impl Fn(&'a U) -> Option<&'a T>,
    ) {
        let mut len = self.len;
        let room = if self.many.is_empty() { &mut self.few[..] } else { &mut self.many[..] };
        let mut place = 0;
        while place < values.len {
            // SAFETY: the place is below `len`.
            let found = f(unsafe { values.at(place) });
            if let Some(slot) = room.get_mut(len) {
                slot.write(found);
                len += usize::from(found.is_some());
            }
            place += 1;
        }
        self.len = len;
    }

    /// Those that were added.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[&'a T] {
        let room = if self.many.is_empty() { self.few.as_ptr() } else { self.many.as_ptr() };
        // SAFETY: the first `len` slots were written, and hold no `None`, for that is not counted, and
        // its slot is the next one written; an `Option<&T>` has the layout of `&T`, and the value of
        // that if there is one.
        unsafe { core::slice::from_raw_parts(room.cast(), self.len) }
    }

    /// The same as a list.
    #[inline(always)]
    pub(crate) fn items(&self) -> Items<'_, T> {
        Items::refs(self.as_slice())
    }

    /// Forgets all.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }
}

/// The arrays of N bytes that the bytes are; a rest is left out.
#[cfg(feature = "alloc")]
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

/// Where bytes are gathered: at the end of a vector, or in memory of the stack.
#[cfg(feature = "alloc")]
pub(crate) enum Room<'r> {
    Vec(&'r mut alloc::vec::Vec<u8>),
    Stack(&'r mut Scratch),
}

/// Memory of the stack for a short column.
#[cfg(feature = "alloc")]
pub(crate) struct Scratch {
    bytes: [MaybeUninit<u8>; Scratch::LEN],
    len: usize,
}

#[cfg(feature = "alloc")]
impl Scratch {
    /// Bytes that it has room for.
    pub(crate) const LEN: usize = FEW * 8;

    #[inline]
    pub(crate) fn new() -> Self {
        Scratch { bytes: [const { MaybeUninit::uninit() }; Scratch::LEN], len: 0 }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// The bytes that were gathered.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[u8] {
        // SAFETY: the first `len` bytes were written.
        unsafe { core::slice::from_raw_parts(self.bytes.as_ptr().cast(), self.len) }
    }
}

#[cfg(feature = "alloc")]
impl Room<'_> {
    /// Room for so many bytes, or less.
    #[inline]
    fn spare(&mut self, len: usize) -> &mut [MaybeUninit<u8>] {
        match self {
            Room::Vec(vec) => {
                vec.reserve(len);
                vec.spare_capacity_mut()
            }
            Room::Stack(scratch) => scratch.bytes.get_mut(scratch.len..).unwrap_or_default(),
        }
    }

    /// Adds bytes of the room to what was gathered.
    ///
    /// # Safety
    /// The first `len` bytes of [`spare`](Self::spare) were written.
    #[inline]
    unsafe fn add(&mut self, len: usize) {
        match self {
            // SAFETY: as the caller says.
            Room::Vec(vec) => unsafe { vec.set_len(vec.len() + len) },
            Room::Stack(scratch) => scratch.len += len,
        }
    }
}

/// Gathers the N bytes that `f` makes of each value, while there is room.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn map<'a, T: ?Sized, const N: usize>(
    mut room: Room<'_>,
    items: Items<'a, T>,
    mut f: impl FnMut(&'a T) -> [u8; N],
) {
    let spare = room.spare(items.len.saturating_mul(N));
    let n = items.len.min(spare.len() / N);
    let to = spare.as_mut_ptr().cast::<[u8; N]>();
    let mut place = 0;
    while place < n {
        // SAFETY: the place is below `len`.
        let bytes = f(unsafe { items.at(place) });
        // SAFETY: the room has N bytes for each of `n` values, and nothing else refers to it; an array
        // of bytes needs no alignment.
        unsafe { to.wrapping_add(place).write(bytes) };
        place += 1;
    }
    // SAFETY: `n` arrays were just written, one after another.
    unsafe { room.add(n * N) };
}

/// Gathers values as they are.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn copy_into<const N: usize>(room: Room<'_>, items: Items<'_, [u8; N]>) {
    // A loop for each way in which values are found, without a branch in it.
    if items.refs {
        map(room, Items { refs: true, ..items }, |value| *value);
    } else {
        map(room, Items { refs: false, ..items }, |value| *value);
    }
}

/// Appends to `out` the run that `f` borrows from each value, as `bytes` shows it, and gathers the number
/// of its elements in `lens`.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn extend_runs<'a, T: ?Sized, E: 'a>(
    lens: Room<'_>,
    out: &mut alloc::vec::Vec<u8>,
    items: Items<'a, T>,
    f: impl Fn(&'a T) -> &'a [E],
    bytes: impl Fn(&'a [E]) -> &'a [u8],
) {
    wide_if(
        true,
        #[inline(always)]
        |wide| {
            let mut runs = Runs::behind(out);
            map(
                lens,
                items,
                #[inline(always)]
                |value| {
                    let run = f(value);
                    runs.push(bytes(run), wide);
                    run.len().to_ne_bytes()
                },
            );
            runs.count();
        },
    );
}

/// Runs of bytes that are put behind what a vector holds.
#[cfg(feature = "alloc")]
struct Runs<'o> {
    out: &'o mut alloc::vec::Vec<u8>,
    // INVARIANT: `left` bytes before the end of the capacity, which `to` points to; all before is
    // initialised.
    to: *mut u8,
    left: usize,
}

#[cfg(feature = "alloc")]
impl<'o> Runs<'o> {
    /// Bytes of a run that is copied without a call.
    const SHORT: usize = 64;

    #[inline(always)]
    fn behind(out: &'o mut alloc::vec::Vec<u8>) -> Self {
        let room = out.spare_capacity_mut();
        let (to, left) = (room.as_mut_ptr().cast(), room.len());
        Runs { out, to, left }
    }

    #[inline(always)]
    fn push(&mut self, run: &[u8], wide: bool) {
        let len = run.len();
        if self.left < Self::SHORT || len > Self::SHORT {
            self.count();
            // Nothing borrows `self`, so that it stays in registers.
            (self.to, self.left) = extend(self.out, run);
            return;
        }
        // SAFETY: `run` is readable for `len` bytes, at most 64, and `to` writable for 64, of which
        // nothing can be borrowed.
        unsafe { copy_short(run.as_ptr(), self.to, len, wide) };
        (self.to, self.left) = (self.to.wrapping_add(len), self.left - len);
    }

    /// Counts what was put there.
    #[inline(always)]
    fn count(&mut self) {
        let len = self.out.capacity() - self.left;
        // SAFETY: by the invariant; `left` was the room behind what the vector held, or became less.
        unsafe { self.out.set_len(len) };
    }
}

/// Appends bytes, and returns where others go and how many.
#[cfg(feature = "alloc")]
#[inline(never)]
fn extend(out: &mut alloc::vec::Vec<u8>, bytes: &[u8]) -> (*mut u8, usize) {
    out.extend_from_slice(bytes);
    let room = out.spare_capacity_mut();
    (room.as_mut_ptr().cast(), room.len())
}

/// Copies at most 64 bytes: with AVX2 there is one way for 4 to 32, for a branch on the length is hard
/// to foresee.
///
/// # Safety
/// `from` is readable for `len` bytes, at most 64, and `to` is writable for 64; they do not overlap. The
/// machine has AVX2 if `wide`.
#[cfg(feature = "alloc")]
#[inline(always)]
unsafe fn copy_short(from: *const u8, to: *mut u8, len: usize, wide: bool) {
    /// Copies the first N bytes and the last, which may overlap.
    ///
    /// # Safety
    /// `from` is readable and `to` writable for `len` bytes, at least N, and they do not overlap.
    #[inline(always)]
    unsafe fn ends<const N: usize>(from: *const u8, to: *mut u8, len: usize) {
        for place in [0, len - N] {
            // SAFETY: as the caller says; an array of bytes needs no alignment.
            let bytes = unsafe { from.wrapping_add(place).cast::<[u8; N]>().read() };
            // SAFETY: as the caller says.
            unsafe { to.wrapping_add(place).cast::<[u8; N]>().write(bytes) };
        }
    }

    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    if wide && (4..=32).contains(&len) {
        // SAFETY: as the caller says.
        return unsafe { avx2::copy(from, to, len) };
    }
    let _ = wide;
    match len {
        0 => {}
        // SAFETY: N is at most `len`; else as the caller says.
        1 => unsafe { ends::<1>(from, to, len) },
        // SAFETY: N is at most `len`; else as the caller says.
        2..4 => unsafe { ends::<2>(from, to, len) },
        // SAFETY: N is at most `len`; else as the caller says.
        4..8 => unsafe { ends::<4>(from, to, len) },
        // SAFETY: N is at most `len`; else as the caller says.
        8..16 => unsafe { ends::<8>(from, to, len) },
        // SAFETY: N is at most `len`; else as the caller says.
        16..=32 => unsafe { ends::<16>(from, to, len) },
        // SAFETY: N is at most `len`; else as the caller says.
        _ => unsafe { ends::<32>(from, to, len) },
    }
}

#[cfg(all(feature = "std", target_arch = "x86_64"))]
mod avx2 {
    use core::arch::x86_64::{_mm256_loadu_si256, _mm256_maskload_epi32, _mm256_storeu_si256};

    /// Eight words of all bits, and eight of none.
    static MASKS: [[u32; 8]; 2] = [[u32::MAX; 8], [0; 8]];

    /// Copies 4 to 32 bytes: all whole words, and again the last four bytes.
    ///
    /// # Safety
    /// `from` is readable for `len` bytes, 4 to 32, and `to` is writable for 32; they do not overlap.
    #[target_feature(enable = "avx2")]
    #[inline]
    pub(super) unsafe fn copy(from: *const u8, to: *mut u8, len: usize) {
        let words = len / 4;
        // SAFETY: `words` is at most 8, so that this is within `MASKS`; it needs no alignment.
        let mask = unsafe {
            _mm256_loadu_si256(MASKS.as_flattened().as_ptr().wrapping_add(8 - words).cast())
        };
        // SAFETY: `words` words are readable, and of others nothing is read, for their mask is 0.
        let all = unsafe { _mm256_maskload_epi32(from.cast(), mask) };
        // SAFETY: the place is at most `len - 4`.
        let last = unsafe { from.wrapping_add(len - 4).cast::<[u8; 4]>().read() };
        // SAFETY: `to` is writable for 32 bytes, and needs no alignment.
        unsafe { _mm256_storeu_si256(to.cast(), all) };
        // SAFETY: the place is at most 28.
        unsafe { to.wrapping_add(len - 4).cast::<[u8; 4]>().write(last) };
    }
}

/// Appends numbers, lowest byte first.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn extend_little_endian<T: Plain>(
    out: &mut alloc::vec::Vec<u8>,
    values: impl ExactSizeIterator<Item = T>,
) {
    out.reserve(values.len() * size_of::<T>());
    let start = out.len();
    let room = out.spare_capacity_mut().chunks_exact_mut(size_of::<T>());
    let mut written = 0;
    for (room, value) in room.zip(values) {
        // SAFETY: `room` is writable for `size_of::<T>()` bytes, and nothing else refers to it. The
        // write needs no alignment.
        unsafe { room.as_mut_ptr().cast::<T>().write_unaligned(value.little_endian()) };
        written += size_of::<T>();
    }
    // SAFETY: the loop above wrote the first `written` bytes of the spare capacity, all of them
    // initialised, for `T` has no padding.
    unsafe { out.set_len(start + written) };
}

/// Appends `head`, and then `bytes`, if there is room for both.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn extend_within_capacity<const N: usize>(
    out: &mut alloc::vec::Vec<u8>,
    head: [u8; N],
    bytes: &[u8],
) -> bool {
    let room = out.spare_capacity_mut();
    if room.len() < N + bytes.len() {
        return false;
    }
    let room = room.as_mut_ptr().cast::<u8>();
    // SAFETY: there is room for N bytes, and an array of bytes needs no alignment.
    unsafe { room.cast::<[u8; N]>().write(head) };
    // SAFETY: this is within the room.
    let after = unsafe { room.add(N) };
    // SAFETY: there is room for these bytes, too, and nothing that can be borrowed is in it.
    unsafe { after.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
    // SAFETY: so many bytes were just written, within the capacity.
    unsafe { out.set_len(out.len() + N + bytes.len()) };
    true
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
            // SAFETY: the first `len` slots of the spare capacity of a vector that was empty hold a
            // value each.
            unsafe { self.values.set_len(self.len) };
        }
    }

    let mut values = alloc::vec::Vec::<T>::with_capacity(n);
    let mut guard = Guard { values: &mut values, len: 0 };
    let slots = guard.values.as_mut_ptr();
    while guard.len < n {
        let value = f()?;
        // SAFETY: `len` is below `n`, for which the vector has capacity, in one allocation.
        let slot = unsafe { slots.add(guard.len) };
        // SAFETY: `slot` is aligned and writable, for it is one of the vector's, which nothing else
        // refers to or moves while it is being filled.
        unsafe { slot.write(value) };
        guard.len += 1;
    }
    drop(guard);
    Ok(values)
}

/// The places of a list's values, from 0, each once: those of one group after those of another.
///
/// It is made where it stays, for the machine waits where what was written is copied at once.
#[derive(Debug)]
pub struct Order {
    /// The group of each, in the highest byte, above its place, if they are few.
    few: [u64; Order::FEW],
    #[cfg(feature = "alloc")]
    many: alloc::vec::Vec<u64>,
    len: usize,
}

impl Order {
    /// Values that are ordered without an allocation.
    pub(crate) const FEW: usize = 16;

    /// The order of no values.
    #[inline]
    pub(crate) const fn new() -> Self {
        Order {
            few: [0; Self::FEW],
            #[cfg(feature = "alloc")]
            many: alloc::vec::Vec::new(),
            len: 0,
        }
    }

    /// Orders values, each of which is in one of these groups: in each as they stand. If there are
    /// too many, it stays the order of none.
    #[inline]
    pub(crate) fn by_group(&mut self, groups: impl ExactSizeIterator<Item = u8>) {
        self.len = 0;
        let len = groups.len();
        if len > Self::FEW {
            return;
        }
        for (place, group) in (0..Self::FEW).zip(groups) {
            let entry = u64::from(group) << PLACE | place as u64;
            let mut at = place;
            while let Some(before) = at.checked_sub(1) {
                match self.few.get(before) {
                    Some(other) if *other > entry => self.few.swap(before, at),
                    _ => break,
                }
                at = before;
            }
            if let Some(slot) = self.few.get_mut(at) {
                *slot = entry;
            }
            self.len += 1;
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
    fn entries(&self) -> &[u64] {
        #[cfg(feature = "alloc")]
        if self.len > Self::FEW {
            return &self.many;
        }
        self.few.get(..self.len).unwrap_or_default()
    }
}

/// The place that an entry is of.
#[inline]
const fn place_of(entry: u64) -> usize {
    (entry & ((1 << PLACE) - 1)) as usize
}

/// Bits of a place, below those of a group.
const PLACE: u32 = 56;

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
        *entries.get_mut(*next)? = u64::from(group) << PLACE | place as u64;
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
pub struct Places<'a, T> {
    slots: &'a mut [MaybeUninit<T>],
    /// Of all slots, and no others: those that are named first hold a value each.
    order: &'a Order,
    /// The end of the order, of slots that hold none.
    left: &'a [u64],
}

impl<'a, T> Places<'a, T> {
    /// Places for as many values as the order is of, if there are so many.
    #[inline]
    fn new(slots: &'a mut [MaybeUninit<T>], order: &'a Order) -> Option<Self> {
        let left = order.entries();
        (slots.len() == left.len()).then_some(Places { slots, order, left })
    }

    /// The group of the value that comes next, if one does, and how many of it come.
    #[inline]
    pub(crate) fn next_group(&self) -> Option<(u8, usize)> {
        let group = *self.left.first()? >> PLACE;
        let end = match self.left.len() {
            0..=Order::FEW => {
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

impl<T> Drop for Places<'_, T> {
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
pub trait Built<T>: Sized {
    /// A list of as many values as the order is of, which `f` fills in that order; none if it does
    /// not fill it.
    fn build<E>(
        order: &Order,
        f: impl FnOnce(&mut Places<'_, T>) -> Result<(), E>,
    ) -> Result<Option<Self>, E>;
}

#[cfg(feature = "alloc")]
impl<T> Built<T> for alloc::vec::Vec<T> {
    #[inline]
    fn build<E>(
        order: &Order,
        f: impl FnOnce(&mut Places<'_, T>) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let mut values = alloc::vec::Vec::with_capacity(order.len);
        let slots = values.spare_capacity_mut().get_mut(..order.len).unwrap_or_default();
        let Some(mut places) = Places::new(slots, order) else { return Ok(None) };
        f(&mut places)?;
        if !places.finish() {
            return Ok(None);
        }
        // SAFETY: so many slots of the spare capacity of a vector that was empty were the places,
        // all of which hold a value: there is one for each entry of the order, no two entries are of
        // the same, and all were filled.
        unsafe { values.set_len(order.len) };
        Ok(Some(values))
    }
}

impl<T, const N: usize> Built<T> for [T; N] {
    #[inline]
    fn build<E>(
        order: &Order,
        f: impl FnOnce(&mut Places<'_, T>) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let mut array = [const { MaybeUninit::uninit() }; N];
        let Some(mut places) = Places::new(&mut array, order) else { return Ok(None) };
        f(&mut places)?;
        if !places.finish() {
            return Ok(None);
        }
        // SAFETY: all N slots were the places, all of which hold a value, as above; an array of
        // `MaybeUninit<T>` has the layout of an array of `T`, and `array`, whose values do not drop,
        // is not used again.
        Ok(Some(unsafe { core::mem::transmute_copy(&array) }))
    }
}

/// Runs `f`, in code for the machine's wide vectors if it has them and there is enough to do.
#[inline(always)]
pub(crate) fn vectorized<T>(len: usize, f: impl FnOnce() -> T) -> T {
    vectorized_by(
        len,
        #[inline(always)]
        |_| f(),
    )
}

/// The same, of code that differs: `f` is told whether the vectors are wide.
#[inline(always)]
pub(crate) fn vectorized_by<T>(len: usize, f: impl FnOnce(bool) -> T) -> T {
    wide_if(len > 64, f)
}

/// Calls `f`, compiled for wide vectors if that is worth it and the machine has them, and tells it so.
#[inline(always)]
fn wide_if<T>(worth: bool, f: impl FnOnce(bool) -> T) -> T {
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
    Ok(unsafe { core::mem::transmute_copy(&array) })
}
