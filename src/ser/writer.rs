//! One value after another.

use super::{ListWriter, Mode, Serialize, Writer};
use crate::error::{Error, ErrorKind, Result};
use crate::packed::column::{self, ColumnWriter, Measure, len_of};
use crate::raw::{self, Items, Output};
use crate::schema::Schema;
use crate::varint;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Bytes of values that are walked through again for each column: what the nearest cache holds, with the output.
#[cfg(feature = "alloc")]
const CACHED: usize = 12 << 10;

/// Bytes of values that are walked through at a time for all columns.
const CHUNK: usize = 32 << 10;

/// Most bytes of a value of fixed size that is put together before it is written.
#[cfg(feature = "alloc")]
const SHORT_FIXED: usize = 32;

/// Columns that are measured at once without an allocation.
const FEW_COLUMNS: usize = if cfg!(feature = "alloc") { 4 } else { 8 };

/// Whether each column of a list is written by itself, however long the list is.
#[cfg(feature = "alloc")]
const fn column_by_column<T: Serialize + ?Sized>() -> bool {
    T::SCHEMA.columns() <= 1 || matches!(T::SCHEMA, Schema::Enum(_) | Schema::Result(..))
}

/// Values that are walked through at a time.
pub(super) const fn chunk_len(size: usize) -> usize {
    match CHUNK / if size == 0 { 1 } else { size } {
        0..64 => 64,
        n @ 64..2048 => n,
        _ => 2048,
    }
}

/// Whether values of a fixed type may stand in memory as they are written.
pub(super) const fn as_large_as_written<T: Serialize>() -> bool {
    matches!(T::FIXED, Some(size) if size == size_of::<T>())
        && (cfg!(target_endian = "little") || size_of::<T>() <= 1)
}

/// The bytes of values of a fixed type that stand in memory as they are written.
#[inline(always)]
pub(super) fn as_written<'a, T: Serialize>(items: Items<'a, T>) -> Option<&'a [u8]> {
    if !const { as_large_as_written::<T>() } {
        return None;
    }
    raw::bytes_of_numbers(items.as_slice()?, T::byte_layout)
}

impl<'o> Writer<'o> {
    /// A writer to the start of `buf`. Bytes behind what is written stay as they are.
    #[inline]
    pub fn new(buf: &'o mut [u8]) -> Self {
        Writer::on(Output::slice(buf))
    }

    #[inline(always)]
    pub(crate) fn on(output: Output<'o>) -> Self {
        Writer { output, refused: None }
    }

    /// Ends the message: its length in bytes, with what a vector held before.
    ///
    /// # Errors
    /// [`BufferFull`](ErrorKind::BufferFull) if a slice was too short; why a value was
    /// [refused](Self::refuse).
    #[inline]
    pub fn finish(self) -> Result<usize> {
        self.written()
    }

    /// As [`finish`](Self::finish), by reference: moving a writer just after it wrote stalls the machine.
    #[inline(always)]
    pub(crate) fn written(&self) -> Result<usize> {
        if let Some(error) = self.refused {
            return Err(error);
        }
        if let Some(end) = self.output.full_at() {
            return Err(Error::new(ErrorKind::BufferFull, end));
        }
        Ok(self.position())
    }

    /// Ends a message at the end of a vector.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn finish_vec(&mut self) -> Result<usize> {
        let len = self.written()?;
        self.output.finish_vec();
        Ok(len)
    }

    /// Ends a message whose vector gets its memory when the length is known.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    pub(crate) fn finish_staged(&mut self) -> Result<usize> {
        let len = self.written()?;
        self.output.finish_staged();
        Ok(len)
    }

    /// Bytes that were counted.
    #[cfg(feature = "serde-1")]
    pub(crate) fn counted(self) -> Result<usize> {
        self.refused.map_or_else(|| Ok(self.position()), Err)
    }

    /// Bytes written so far.
    #[inline]
    pub(crate) fn position(&self) -> usize {
        self.output.position()
    }

    /// Writes bytes as they are.
    #[inline]
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        self.output.extend(bytes);
    }

    /// Writes one byte.
    #[inline]
    pub fn write_byte(&mut self, byte: u8) {
        self.output.push(byte);
    }

    /// Writes a varint (W16).
    #[inline]
    pub fn write_varint(&mut self, x: u64) {
        column::push_varint(&mut self.output, x);
    }

    /// Writes a varint (W16): less code than one of 32 bits.
    #[doc(hidden)]
    #[inline(always)]
    pub fn write_varint_u16(&mut self, x: u16) {
        #[cfg(all(feature = "alloc", target_pointer_width = "64"))]
        self.output.extend_varint::<16>(x.into());
        #[cfg(not(all(feature = "alloc", target_pointer_width = "64")))]
        self.write_varint_u32(x.into());
    }

    /// Writes a varint (W16): less code than one of 64 bits.
    #[doc(hidden)]
    #[cfg_attr(feature = "alloc", inline)]
    pub fn write_varint_u32(&mut self, x: u32) {
        column::push_varint_u32(&mut self.output, x);
    }

    /// Writes a length in bytes or a count of elements (W5, W9).
    #[cfg_attr(all(feature = "alloc", target_pointer_width = "64"), inline(always))]
    pub fn write_len(&mut self, len: usize) {
        #[cfg(all(feature = "alloc", target_pointer_width = "64"))]
        self.output.extend_varint::<{ raw::COUNT }>(len as u64);
        #[cfg(not(all(feature = "alloc", target_pointer_width = "64")))]
        if usize::BITS <= 32 {
            self.write_varint_u32(len as u32);
        } else {
            self.write_varint(len as u64);
        }
    }

    /// Writes a count of elements, in less code than `write_len`: for what is inlined for each type.
    #[cfg(feature = "serde-1")]
    #[inline(always)]
    pub(crate) fn write_short_len(&mut self, len: usize) {
        #[cfg(all(feature = "alloc", target_pointer_width = "64"))]
        self.output.extend_varint::<{ raw::SHORT_COUNT }>(len as u64);
        #[cfg(not(all(feature = "alloc", target_pointer_width = "64")))]
        self.write_len(len);
    }

    /// Writes a sequence that lies in memory: its count, and its elements (W9).
    #[inline]
    pub fn write_slice<T: Serialize>(&mut self, elements: &[T]) {
        if let Some(bytes) = as_written(Items::of(elements)) {
            #[cfg(feature = "alloc")]
            if const { size_of::<T>() == 1 } {
                return self.output.extend_counted(bytes);
            }
            self.write_len(elements.len());
            return self.output.extend(bytes);
        }
        self.write_len(elements.len());
        self.write_list(Items::of(elements));
    }

    /// Writes a sequence: its count, and its elements (W9).
    #[cfg(feature = "alloc")]
    pub fn write_sequence<I>(&mut self, elements: I)
    where
        I: ExactSizeIterator<Item: Serialize> + Clone,
    {
        let n = elements.len();
        let most = const { chunk_len(size_of::<I::Item>()) };
        if n <= most {
            // What an iterator says of its length is a hint.
            let elements: Vec<_> = elements.take(n).collect();
            return self.write_slice(&elements);
        }
        self.write_len(n);
        self.measured(const { I::Item::SCHEMA.columns() }, &mut |list| {
            let mut elements = elements.clone().take(n);
            let mut some = Vec::with_capacity(most);
            loop {
                some.clear();
                some.extend(elements.by_ref().take(most));
                if some.is_empty() {
                    return;
                }
                list.give(Items::of(&some), 0);
            }
        });
    }

    /// Writes a sequence: its count, and its elements (W9).
    #[cfg(not(feature = "alloc"))]
    pub fn write_sequence<I>(&mut self, elements: I)
    where
        I: ExactSizeIterator<Item: Serialize> + Clone,
    {
        self.write_len(elements.len());
        self.measured(const { I::Item::SCHEMA.columns() }, &mut |list| {
            elements.clone().for_each(|element| list.give(Items::one(&element), 0));
        });
    }

    /// Writes a map whose entries ascend and have no fixed size: their number, the keys, and the values (W10).
    #[cfg(any(feature = "heapless-0_8", feature = "heapless-0_9"))]
    pub(crate) fn write_map<K: Serialize, V: Serialize>(&mut self, keys: &[&K], values: &[&V]) {
        self.write_len(keys.len());
        self.write_list(Items::refs(keys));
        self.write_list(Items::refs(values));
    }

    /// Writes the elements of an array: [`write_list`](Self::write_list) of them.
    #[inline]
    pub(crate) fn write_array<T: Serialize>(&mut self, elements: &[T]) {
        match as_written(Items::of(elements)) {
            Some(bytes) => self.output.extend(bytes),
            None => self.write_list(Items::of(elements)),
        }
    }

    /// Writes a list of values, without its count: enc(T, v1 … vn).
    // A copy of `items`, just made, would be read wider than it was written, which stalls. A debug build would
    // only take longer to compile.
    #[cfg_attr(all(feature = "alloc", not(debug_assertions)), inline(always))]
    #[cfg_attr(not(all(feature = "alloc", not(debug_assertions))), inline)]
    pub fn write_list<T: Serialize + ?Sized>(&mut self, items: Items<'_, T>) {
        // W14, without the code of a list that is measured.
        if const { matches!(T::SCHEMA, Schema::Rows { .. }) } {
            return items.for_each(|value| value.serialize(self));
        }
        match items.get(0) {
            None => {}
            Some(value) if items.len() == 1 => value.serialize(self),
            #[cfg(feature = "alloc")]
            Some(value)
                if !const { column_by_column::<T>() }
                    && items.len().saturating_mul(size_of_val(value)) > CACHED =>
            {
                self.write_long_list(items, chunk_len(size_of_val(value)));
            }
            Some(_) => T::serialize_slice(items, &mut ListWriter::direct(self)),
        }
    }

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn write_long_list<T: Serialize + ?Sized>(&mut self, items: Items<'_, T>, most: usize) {
        self.measured(const { T::SCHEMA.columns() }, &mut |list| {
            let mut left = items;
            while let Some(some) = left.take(most) {
                list.give(some, 0);
            }
        });
    }

    /// Writes what `f` writes behind its length in bytes (W12).
    #[inline]
    pub fn write_block(&mut self, f: impl FnOnce(&mut Self)) {
        let start = self.position();
        f(self);
        self.insert_varint(start, self.position().wrapping_sub(start) as u64);
    }

    /// Writes a varint before what was written since `start`.
    fn insert_varint(&mut self, start: usize, x: u64) {
        let mut head = [0; varint::MAX_LEN_U64];
        let len = varint::encode_u64(x, &mut head);
        self.output.extend(head.get(..len).unwrap_or_default());
        self.output.rotate(start, len);
    }

    /// Writes a varint in place of the `len` bytes at `start`.
    #[cfg(feature = "serde-1")]
    pub(crate) fn replace_varint(&mut self, start: usize, len: usize, x: u64) {
        self.output.remove(start, len);
        self.insert_varint(start, x);
    }

    /// What was written since `start`; nothing if it did not fit, or only counts.
    #[cfg(feature = "serde-1")]
    pub(crate) fn since(&mut self, start: usize) -> &mut [u8] {
        self.output.since(start)
    }

    /// Writes bytes behind their number.
    #[cfg(feature = "serde-1")]
    #[inline]
    pub(crate) fn write_counted(&mut self, bytes: &[u8]) {
        #[cfg(feature = "alloc")]
        self.output.extend_counted(bytes);
        #[cfg(not(feature = "alloc"))]
        {
            self.write_len(bytes.len());
            self.write_bytes(bytes);
        }
    }

    /// Writes a value of a fixed type, the parts of which `f` writes (W1).
    #[doc(hidden)]
    #[inline]
    pub fn write_fixed<T: Serialize>(&mut self, value: &T, f: impl FnOnce(&mut Writer<'_>)) {
        if let Some(bytes) = as_written(Items::one(value)) {
            return self.output.extend(bytes);
        }
        // One check for all parts.
        #[cfg(feature = "alloc")]
        if const { !T::FALLIBLE && matches!(T::FIXED, Some(..=SHORT_FIXED)) } {
            let mut bytes = [0; SHORT_FIXED];
            let parts = bytes.get_mut(..T::FIXED.unwrap_or(0)).unwrap_or_default();
            f(&mut Writer::new(parts));
            return self.output.extend(parts);
        }
        f(self);
    }

    /// Refuses the value, of type `T`: an error of that kind, for a value that its wire type has no form
    /// of. What is written then does not matter.
    ///
    /// The type says that it does so by [`FALLIBLE`](Serialize::FALLIBLE).
    pub fn refuse<T: Serialize + ?Sized>(&mut self, kind: ErrorKind) {
        const {
            assert!(
                T::FALLIBLE,
                "a type whose values may be refused has `const FALLIBLE: bool = true`"
            )
        }
        self.fail(kind);
    }

    /// Says why what is written is none, if nothing did before.
    #[cold]
    pub(crate) fn fail(&mut self, kind: ErrorKind) {
        if self.refused.is_none() {
            self.refused = Some(Error::new(kind, self.position()));
        }
    }

    /// Writes a list of so many columns: `walk` gives all its values, a first time to be measured, from
    /// which all places in the output follow, and a second time to be placed there.
    ///
    /// Where there is no memory for the state of all columns, it gives them twice for some of the columns,
    /// and again for the next.
    #[inline(never)]
    pub(super) fn measured(
        &mut self,
        columns: usize,
        walk: &mut dyn FnMut(&mut ListWriter<'_, '_>),
    ) {
        #[cfg(feature = "alloc")]
        if columns > FEW_COLUMNS {
            let mut measures = alloc::vec![Measure::NEW; columns];
            self.walk(Mode::Measure(&mut measures), 0, walk);
            let Some(mut claim) = self.output.claim(len_of(&measures)) else { return };
            let mut rest = measures.as_slice();
            let mut placed = Vec::with_capacity(columns);
            while !rest.is_empty() {
                placed.push(ColumnWriter::begin(rest, &mut claim));
                rest = rest.get(1..).unwrap_or_default();
            }
            let refused = ListWriter::walk(Mode::Place(&mut placed), 0, walk);
            placed.into_iter().for_each(|column| column.end(&mut claim));
            claim.finish();
            return self.fail_if(refused);
        }
        self.columns(0, columns, walk);
    }

    /// Writes the columns from `first` to `end`, some at a time.
    fn columns(
        &mut self,
        mut first: usize,
        end: usize,
        walk: &mut dyn FnMut(&mut ListWriter<'_, '_>),
    ) {
        while first < end {
            let mut measures = [Measure::NEW; FEW_COLUMNS];
            let here = FEW_COLUMNS.min(end - first);
            let measures = measures.get_mut(..here).unwrap_or_default();
            self.walk(Mode::Measure(measures), first, walk);
            // A block of which not all columns are here is written by itself.
            let mut block = None;
            let mut n = 0;
            for column in measures.iter() {
                block = column.block().filter(|columns| n + columns >= measures.len());
                if block.is_some() {
                    break;
                }
                n += 1;
            }
            self.place(measures.get(..n).unwrap_or_default(), first, walk);
            first += n;
            if let Some(columns) = block {
                first += 1;
                let end = first.saturating_add(columns);
                let mut counter = Writer::on(Output::count());
                counter.columns(first, end, walk);
                self.write_len(counter.position());
                self.columns(first, end, walk);
                first = end;
            }
        }
    }

    /// Writes columns that were measured.
    fn place(
        &mut self,
        measures: &[Measure],
        first: usize,
        walk: &mut dyn FnMut(&mut ListWriter<'_, '_>),
    ) {
        let len = len_of(measures);
        if len == 0 {
            return;
        }
        let Some(mut claim) = self.output.claim(len) else { return };
        let mut placed: [_; FEW_COLUMNS] = core::array::from_fn(|place| {
            ColumnWriter::begin(measures.get(place..).unwrap_or_default(), &mut claim)
        });
        let columns = placed.get_mut(..measures.len()).unwrap_or_default();
        let refused = ListWriter::walk(Mode::Place(columns), first, walk);
        placed.into_iter().for_each(|column| column.end(&mut claim));
        claim.finish();
        self.fail_if(refused);
    }

    /// A walk that measures.
    fn walk(
        &mut self,
        mode: Mode<'_, '_>,
        first: usize,
        walk: &mut dyn FnMut(&mut ListWriter<'_, '_>),
    ) {
        let refused = ListWriter::walk(mode, first, walk);
        self.fail_if(refused);
    }

    fn fail_if(&mut self, refused: Option<ErrorKind>) {
        if let Some(kind) = refused {
            self.fail(kind);
        }
    }
}
