//! The only file where `unsafe` compiles. Every function that leaves it is safe to call with anything.
#![expect(unsafe_code, reason = "each block is proved, and pays for itself in a benchmark row")]

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
}
pub(crate) use sealed::Plain;

/// The bytes of the values, lowest first; nothing on a big-endian machine.
#[inline]
pub(crate) fn little_endian_bytes<T: Plain>(values: &[T]) -> Option<&[u8]> {
    if cfg!(target_endian = "big") && size_of::<T>() > 1 {
        return None;
    }
    // SAFETY: `values` is readable for `size_of_val(values)` bytes, which fit `isize`. `T` is one of
    // the number types above, which have no padding, so each of these bytes is initialised; `u8`
    // has alignment 1. The result borrows `values`, so nothing writes to them meanwhile.
    Some(unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) })
}

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
    pub fn numbers<T: Plain>(&mut self, numbers: &[T]) {
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
    fn shown<T: Plain>(&mut self, numbers: &[T]) {
        let at = numbers.as_ptr().addr();
        self.next = self.next.filter(|next| *next == at).map(|at| at + size_of_val(numbers));
    }

    /// Says that a part is something else.
    #[inline]
    pub fn refuse(&mut self) {
        self.next = None;
    }
}

/// The bytes of the values, if each consists of numbers alone, as `show` shows, and these stand in
/// memory as on the wire.
#[inline]
pub(crate) fn bytes_of_numbers<T>(
    values: &[T],
    show: impl Fn(&T, &mut Layout<false>),
) -> Option<&[u8]> {
    // Of most types this is known when it is compiled, and there is no loop.
    let shown = |value: &T| Layout::is_shown(value, |layout| show(value, layout));
    if cfg!(target_endian = "big") || size_of::<T>() == 0 || !values.iter().all(shown) {
        return None;
    }
    // SAFETY: `values` is readable for `size_of_val(values)` bytes, which fit `isize`; `u8` has
    // alignment 1. Each byte was shown to belong to a number to which there was a `&`, and which
    // therefore is initialised. Padding was not shown. The result borrows `values`, so nothing
    // writes to them meanwhile, but what a `Cell` allows: a number in one cannot be shown.
    Some(unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) })
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

/// Appends a varint, if there is room for it.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn varint_within_capacity(out: &mut alloc::vec::Vec<u8>, mut x: u64) -> bool {
    let mut len = out.len();
    for slot in out.spare_capacity_mut() {
        len += 1;
        if x < 0x80 {
            slot.write(x as u8);
            // SAFETY: the bytes up to this one are within the capacity, and were just written.
            unsafe { out.set_len(len) };
            return true;
        }
        slot.write(x as u8 | 0x80);
        x >>= 7;
    }
    false
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
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    {
        #[target_feature(enable = "avx2")]
        unsafe fn with_avx2<T>(f: impl FnOnce(bool) -> T) -> T {
            f(true)
        }

        if len > 64 && std::is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has AVX2, as was just detected.
            return unsafe { with_avx2(f) };
        }
    }
    let _ = len;
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
