//! Lists where there is memory.
//!
//! Lists that fit the nearest cache, and those of few columns, go straight to the output, each column
//! when its values are given. Of others the values are walked through once, some at a time: what each
//! column takes of them is kept, and packed when all were seen.
//!
//! What is generic here only gathers. Packing knows no type of a user, and is compiled once.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

use super::{as_written, columns, columns_of_variant, count, tag};
use crate::error::ErrorKind;
use crate::output::{Failure, SliceWriter, close_block, push_counted, push_varint, refuse};
use crate::packed::{Kind, column};
use crate::raw::{self, FEW, Items, Refs, Room, Scratch};
use crate::ser::{Sealed, Serialize, SerializeVariants, Sink, Writer};
use crate::varint::MAX_LEN_U64;

/// Bytes of values that are walked through again for each column.
const CACHED: usize = 24 << 10;

/// Bytes of values that are walked through at a time for all columns.
const AT_ONCE: usize = 32 << 10;

/// Columns of lists for which a walk through all values is no slower.
const FEW_COLUMNS: usize = 3;

/// Bytes that are claimed for a column before there is so much: the first values may be the largest.
const FORESEEN: usize = 1 << 20;

/// Elements of lists that are put together with those of others.
const SHORT: usize = 32;

/// Runs of bytes of which each is copied by a call.
const FEW_RUNS: usize = 16;

/// Bytes that a column of texts claims at first.
const TEXTS: usize = 512;

/// Values of which the places fit the half of a key.
const MOST: usize = u32::MAX as usize;

/// What a [`Sheet`] keeps, and memory that it uses again; none until it needs some.
#[derive(Debug, Default)]
pub(crate) struct Kept(Option<Box<Memory>>);

impl Kept {
    #[inline]
    fn memory(&mut self) -> &mut Memory {
        self.0.get_or_insert_with(lent::take)
    }
}

impl Drop for Kept {
    #[inline]
    fn drop(&mut self) {
        if let Some(memory) = self.0.take() {
            lent::give_back(memory);
        }
    }
}

/// Memory that a thread keeps from one message to the next: to claim it anew costs more than to fill it.
#[cfg(feature = "std")]
mod lent {
    use std::boxed::Box;
    use std::cell::Cell;
    use std::thread_local;

    use super::Memory;

    /// Bytes that a thread keeps at most.
    const MOST_KEPT: usize = 1 << 20;

    thread_local! {
        static MEMORY: Cell<Option<Box<Memory>>> = const { Cell::new(None) };
    }

    #[cold]
    pub(super) fn take() -> Box<Memory> {
        let mut memory = MEMORY.try_with(Cell::take).ok().flatten().unwrap_or_default();
        memory.used = 0;
        memory
    }

    #[cold]
    pub(super) fn give_back(memory: Box<Memory>) {
        if memory.size() <= MOST_KEPT {
            let _ = MEMORY.try_with(|kept| kept.set(Some(memory)));
        }
    }
}

#[cfg(not(feature = "std"))]
mod lent {
    use alloc::boxed::Box;

    use super::Memory;

    pub(super) fn take() -> Box<Memory> {
        Box::default()
    }

    pub(super) fn give_back(_: Box<Memory>) {}
}

#[derive(Debug, Default)]
struct Memory {
    columns: Vec<Column>,
    /// Those of the lists that are being written.
    used: usize,
    scratch: Vec<u8>,
    sorting: Sorting,
}

#[cfg(feature = "std")]
impl Memory {
    /// Bytes that it holds.
    fn size(&self) -> usize {
        fn of<T>(list: &Vec<T>) -> usize {
            list.capacity().saturating_mul(size_of::<T>())
        }
        let Sorting { keys, sorted, ends } = &self.sorting;
        let lists = [of(&self.columns), of(&self.scratch), of(keys), of(sorted), of(ends)];
        let columns = self.columns.iter().map(|column| of(&column.bytes));
        columns.chain(lists).fold(0, usize::saturating_add)
    }
}

/// What was taken of the values of a list for one of its columns.
#[derive(Debug)]
struct Column {
    is: Is,
    bytes: Vec<u8>,
}

impl Column {
    /// Bytes that it takes at least.
    fn least(&self) -> usize {
        match self.is {
            Is::Numbers(Kind::Raw(_)) => self.bytes.len(),
            Is::Numbers(Kind::Bool) => self.bytes.len() / 8,
            Is::Numbers(_) => self.bytes.len() / 64,
            Is::Block(_) => 0,
        }
    }

    /// Bytes that it takes at most.
    fn most(&self) -> usize {
        match self.is {
            Is::Numbers(kind) => column::most(kind, &self.bytes),
            Is::Block(_) => MAX_LEN_U64,
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Is {
    Numbers(Kind),
    /// The block of extensible values, of so many columns; a byte if there is a value.
    Block(usize),
}

/// The output, and what is not yet there.
pub(crate) struct Sheet<'o, E> {
    page: Page<'o>,
    error: PhantomData<fn() -> E>,
}

/// The same whatever writing can fail with: what is compiled once.
pub(crate) struct Page<'o> {
    out: &'o mut Vec<u8>,
    kept: &'o mut Kept,
    /// Memory for a short column.
    scratch: Scratch,
    /// Whether values go to columns that are kept, of which `next` is the next.
    keeps: bool,
    next: usize,
}

impl<'o, E> Deref for Sheet<'o, E> {
    type Target = Page<'o>;

    #[inline(always)]
    fn deref(&self) -> &Page<'o> {
        &self.page
    }
}

impl<E> DerefMut for Sheet<'_, E> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.page
    }
}

impl<'o, E: Failure> Sheet<'o, E> {
    #[inline]
    pub(crate) fn new(out: &'o mut Vec<u8>, kept: &'o mut Kept) -> Self {
        if let Some(memory) = &mut kept.0 {
            memory.used = 0;
        }
        let page = Page { out, kept, scratch: Scratch::new(), keeps: false, next: 0 };
        Sheet { page, error: PhantomData }
    }

    /// Writes all values of a list.
    #[inline]
    fn list<T: Serialize + ?Sized>(&mut self, items: Items<'_, T>) -> Result<(), E> {
        match items.get(0) {
            None => Ok(()),
            Some(value) if items.len() == 1 => value.serialize(self),
            Some(value)
                if const { columns::<T>() < FEW_COLUMNS } && items.len() <= MOST
                    || items.len().saturating_mul(size_of_val(value)) <= CACHED =>
            {
                T::serialize_slice(items, self)
            }
            Some(value) => {
                let at_once = at_once(size_of_val(value));
                let (outer, first) = (self.next, self.begin(const { columns::<T>() }));
                let (mut left, all) = (items, items.len());
                while let Some(part) = left.take(at_once) {
                    self.next = first;
                    T::serialize_slice(part, self)?;
                    if part.len() + left.len() == all {
                        self.foresee(first, part.len(), all);
                    }
                }
                self.end(first, outer);
                Ok(())
            }
        }
    }

    /// Writes as one list the values that `f` finds, or keeps them.
    #[inline]
    fn found<'a, T: ?Sized, U: Serialize + ?Sized + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> Option<&'a U>,
    ) -> Result<(), E> {
        let (mut left, first) = (items, self.next);
        let at_once = if self.keeps { FEW } else { items.len() };
        let mut found = Refs::with_capacity(at_once);
        while let Some(part) = left.take(at_once) {
            found.clear();
            found.extend(part, &f);
            self.give(found.items(), first)?;
        }
        self.next = first + const { columns::<U>() };
        Ok(())
    }

    /// Keeps some values in the columns from `first` on, or writes all.
    #[inline]
    fn give<T: Serialize + ?Sized>(&mut self, items: Items<'_, T>, first: usize) -> Result<(), E> {
        if !self.keeps {
            return self.list(items);
        }
        if items.is_empty() {
            return Ok(());
        }
        self.next = first;
        T::serialize_slice(items, self)
    }

    /// Writes the elements of slices as one list, or keeps them.
    #[inline]
    fn elements<'a, T: ?Sized, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a [U],
    ) -> Result<(), E> {
        if const { matches!(U::FIXED, Some(0)) } {
            // There may be more of them than there is memory for references.
            self.next += if self.keeps { const { columns::<U>() } } else { 0 };
            return Ok(());
        }
        let outer = self.next;
        let mut first = outer;
        let keeps = self.keeps;
        if !keeps {
            let mut total = 0usize;
            items.for_each(|value| total = total.saturating_add(f(value).len()));
            if total.saturating_mul(const { larger(size_of::<U>(), size_of::<usize>()) }) <= CACHED
            {
                let mut refs = Refs::with_capacity(total);
                items.for_each(|value| refs.extend(Items::of(f(value)), Some));
                return self.list(refs.items());
            }
            first = self.begin(const { columns::<U>() });
        }
        let mut lists = items.iter().map(|value| Items::of(f(value)));
        let (mut list, mut together) = (lists.next(), Refs::with_capacity(FEW));
        loop {
            // Short lists together, long ones in parts.
            together.clear();
            while let Some(short) = list {
                if short.len() >= SHORT || short.len() > FEW - together.as_slice().len() {
                    break;
                }
                together.extend(short, Some);
                list = lists.next();
            }
            let part = match &mut list {
                _ if !together.as_slice().is_empty() => together.items(),
                None => break,
                Some(long) => match long.take(const { at_once(size_of::<U>()) }) {
                    Some(part) => part,
                    None => {
                        list = lists.next();
                        continue;
                    }
                },
            };
            self.next = first;
            U::serialize_slice(part, self)?;
        }
        if keeps {
            self.next = first + const { columns::<U>() };
        } else {
            self.end(first, outer);
        }
        Ok(())
    }
}

impl Page<'_> {
    /// Begins to keep so many columns, and returns the first.
    #[inline(never)]
    fn begin(&mut self, columns: usize) -> usize {
        let memory = self.kept.memory();
        let start = memory.used;
        memory.used = start.saturating_add(columns);
        for column in memory.columns.iter_mut().take(memory.used).skip(start) {
            column.is = Is::Numbers(Kind::Raw(1));
            column.bytes.clear();
        }
        (self.keeps, self.next) = (true, start);
        start
    }

    /// Writes the columns from the `first` on.
    #[inline(never)]
    fn end(&mut self, first: usize, outer: usize) {
        let memory = self.kept.memory();
        let end = memory.used.min(memory.columns.len());
        let columns = memory.columns.get(first..end).unwrap_or_default();
        let least = columns.iter().fold(0, |sum: usize, column| sum.saturating_add(column.least()));
        if least > self.out.capacity().saturating_sub(self.out.len()) {
            // What is there has to be copied once; not again.
            let most = columns.iter().map(Column::most);
            self.out.reserve(most.fold(0, |sum: usize, most| sum.saturating_add(most)));
        }
        finish(self.out, columns);
        memory.used = first;
        (self.keeps, self.next) = (false, outer);
    }

    /// Claims memory for all of so many values, an eighth more than those first seen say, within reason.
    #[inline(never)]
    fn foresee(&mut self, first: usize, seen: usize, all: usize) {
        for column in self.kept.memory().columns.iter_mut().skip(first) {
            let len = column.bytes.len();
            let all = (len / seen.max(1) + 1).saturating_mul(all);
            let more = all.saturating_add(all / 8).saturating_sub(len);
            column.bytes.reserve(more.min(FORESEEN));
        }
    }

    /// The column that is next.
    #[inline(always)]
    fn column(&mut self, is: Is) -> &mut Vec<u8> {
        let place = self.next;
        self.next = place + 1;
        let columns = &mut self.kept.memory().columns;
        if place >= columns.len() {
            grow(columns, place + 1);
        }
        #[expect(clippy::indexing_slicing, reason = "there are as many, as was just seen to")]
        let column = &mut columns[place];
        column.is = is;
        &mut column.bytes
    }

    /// Where the next column of so many bytes is gathered.
    #[inline(always)]
    fn room(&mut self, kind: Kind, len: usize) -> Room<'_> {
        if self.keeps {
            Room::Vec(self.column(Is::Numbers(kind)))
        } else if len <= Scratch::LEN {
            self.scratch.clear();
            Room::Stack(&mut self.scratch)
        } else {
            let scratch = &mut self.kept.memory().scratch;
            scratch.clear();
            Room::Vec(scratch)
        }
    }

    /// Writes what was gathered in [`room`](Self::room), unless it is kept.
    #[inline(always)]
    fn gathered(&mut self, kind: Kind, len: usize) {
        if self.keeps {
        } else if len <= Scratch::LEN {
            column::write(self.out, kind, self.scratch.as_slice());
        } else {
            column::write(self.out, kind, &self.kept.memory().scratch);
        }
    }

    /// The same where it is compiled for each type.
    #[inline(never)]
    fn room_apart(&mut self, kind: Kind, len: usize) -> Room<'_> {
        self.room(kind, len)
    }

    #[inline(never)]
    fn gathered_apart(&mut self, kind: Kind, len: usize) {
        self.gathered(kind, len);
    }

    /// Takes a column of numbers, of which `f` makes the bytes that each is in memory.
    #[inline]
    fn map<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> [u8; N],
    ) {
        let len = items.len().saturating_mul(N);
        raw::map(self.room_apart(kind, len), items, f);
        self.gathered_apart(kind, len);
    }

    /// Takes a column of numbers, or a part of one that is kept.
    #[inline(never)]
    fn numbers_of<const N: usize>(&mut self, kind: Kind, items: Items<'_, [u8; N]>) {
        match items.as_slice() {
            Some(values) if self.keeps => {
                self.column(Is::Numbers(kind)).extend_from_slice(values.as_flattened());
            }
            Some(values) => column::write(self.out, kind, values.as_flattened()),
            None => {
                let len = items.len().saturating_mul(N);
                raw::copy_into(self.room(kind, len), items);
                self.gathered(kind, len);
            }
        }
    }

    /// The next two columns: of counts, and of numbers.
    #[inline]
    fn two_columns(&mut self, kind: Kind) -> Option<(&mut Vec<u8>, &mut Vec<u8>)> {
        let place = self.next;
        self.column(Is::Numbers(Kind::Count));
        self.column(Is::Numbers(kind));
        match self.kept.memory().columns.get_mut(place..) {
            Some([counts, numbers, ..]) => Some((&mut counts.bytes, &mut numbers.bytes)),
            _ => None,
        }
    }
}

/// A sheet whose output is a column for a while, also if a value's own code panics.
struct Turned<'s, 'o, E> {
    sheet: &'s mut Sheet<'o, E>,
    place: usize,
}

impl<'s, 'o, E> Turned<'s, 'o, E> {
    /// Turns to the column that is next.
    fn new(sheet: &'s mut Sheet<'o, E>) -> Self {
        let place = sheet.next;
        sheet.column(Is::Numbers(Kind::Raw(1)));
        let memory = sheet.kept.memory();
        memory.used = memory.used.max(place + 1);
        let mut turned = Turned { sheet, place };
        turned.turn(false);
        turned
    }

    fn turn(&mut self, keeps: bool) {
        let page = &mut self.sheet.page;
        if let Some(column) = page.kept.memory().columns.get_mut(self.place) {
            core::mem::swap(page.out, &mut column.bytes);
        }
        (page.keeps, page.next) = (keeps, self.place + 1);
    }
}

impl<E> Drop for Turned<'_, '_, E> {
    fn drop(&mut self) {
        self.turn(true);
    }
}

#[cold]
fn grow(columns: &mut Vec<Column>, len: usize) {
    columns.resize_with(len, || Column { is: Is::Numbers(Kind::Raw(1)), bytes: Vec::new() });
}

/// Writes columns that were kept.
fn finish(out: &mut Vec<u8>, mut columns: &[Column]) {
    while let [column, rest @ ..] = columns {
        columns = rest;
        match column.is {
            Is::Numbers(kind) => column::write(out, kind, &column.bytes),
            Is::Block(len) => {
                let (block, after) = rest.split_at_checked(len).unwrap_or((rest, &[]));
                if !column.bytes.is_empty() {
                    let start = out.len();
                    finish(out, block);
                    close_block(out, start);
                }
                columns = after;
            }
        }
    }
}

const fn larger(a: usize, b: usize) -> usize {
    if a > b { a } else { b }
}

/// Values that are walked through at a time.
const fn at_once(size: usize) -> usize {
    match AT_ONCE / if size == 0 { 1 } else { size } {
        0..64 => 64,
        n @ 64..2048 => n,
        _ => 2048,
    }
}

impl<E> Sealed for Sheet<'_, E> {}

impl<E: Failure> Writer for Sheet<'_, E> {
    type Error = E;

    #[inline]
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), E> {
        self.out.extend_from_slice(bytes);
        Ok(())
    }

    #[inline]
    fn write_byte(&mut self, byte: u8) -> Result<(), E> {
        self.out.push(byte);
        Ok(())
    }

    #[inline]
    fn write_varint_u32(&mut self, x: u32) -> Result<(), E> {
        self.write_varint_u64(x.into())
    }

    #[inline]
    fn write_varint_u64(&mut self, x: u64) -> Result<(), E> {
        push_varint(self.out, x);
        Ok(())
    }

    #[inline]
    fn write_list<T: Serialize>(&mut self, items: Items<'_, T>) -> Result<(), E> {
        self.list(items)
    }

    #[inline]
    fn write_slice<T: Serialize>(&mut self, elements: &[T]) -> Result<(), E> {
        if let Some(bytes) = as_written(Items::of(elements)) {
            if const { size_of::<T>() == 1 } {
                push_counted(self.out, bytes);
            } else {
                push_varint(self.out, elements.len() as u64);
                self.out.extend_from_slice(bytes);
            }
            return Ok(());
        }
        push_varint(self.out, elements.len() as u64);
        self.list(Items::of(elements))
    }

    fn write_sequence<I>(&mut self, elements: I) -> Result<(), E>
    where
        I: ExactSizeIterator<Item: Serialize> + Clone,
    {
        let elements: Vec<_> = elements.collect();
        self.write_slice(&elements)
    }

    #[inline]
    fn position(&self) -> usize {
        self.out.len()
    }

    fn close_block(&mut self, start: usize) -> Result<(), E> {
        close_block(self.out, start);
        Ok(())
    }

    #[inline]
    fn write_fixed(
        &mut self,
        size: usize,
        f: impl FnOnce(&mut SliceWriter<'_, E>) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(room) = [0; FIXED_AT_ONCE].get_mut(..size) {
            f(&mut SliceWriter::of(room))?;
            self.out.extend_from_slice(room);
            return Ok(());
        }
        let start = self.out.len();
        self.out.resize(start.saturating_add(size), 0);
        f(&mut SliceWriter::of(self.out.get_mut(start..).unwrap_or_default()))
    }

    fn refuse(&mut self, kind: ErrorKind) -> Result<(), E> {
        refuse(kind, self.out.len())
    }
}

/// Bytes of a fixed value that the output takes over in one piece.
const FIXED_AT_ONCE: usize = 256;

impl<E: Failure> Sink for Sheet<'_, E> {
    type Error = E;

    fn refuse(&mut self, kind: ErrorKind) -> Result<(), E> {
        refuse(kind, self.out.len())
    }

    #[inline]
    fn borrow<'a, T: ?Sized, U: Serialize + ?Sized + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a U,
    ) -> Result<(), E> {
        self.found(items, |value| Some(f(value)))
    }

    #[inline]
    fn convert<'a, T, U: Serialize>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> U,
    ) -> Result<(), E> {
        if const { U::KIND.is_some() } {
            let kind = U::KIND.unwrap_or(Kind::Raw(1));
            return match const { size_of::<U>() } {
                1 => {
                    self.mapped(kind, items, |value| raw::bytes::<U, 1>(&f(value), U::show_numbers))
                }
                2 => {
                    self.mapped(kind, items, |value| raw::bytes::<U, 2>(&f(value), U::show_numbers))
                }
                4 => {
                    self.mapped(kind, items, |value| raw::bytes::<U, 4>(&f(value), U::show_numbers))
                }
                8 => {
                    self.mapped(kind, items, |value| raw::bytes::<U, 8>(&f(value), U::show_numbers))
                }
                _ => self
                    .mapped(kind, items, |value| raw::bytes::<U, 16>(&f(value), U::show_numbers)),
            };
        }
        let (mut left, outer) = (items, self.next);
        // What the values own is freed soon, and its memory used for the next of them.
        let begins = const { core::mem::needs_drop::<U>() } && !self.keeps && items.len() > FEW;
        let first = if begins { self.begin(const { columns::<U>() }) } else { outer };
        while let Some(part) = left.take(if self.keeps { FEW } else { items.len() }) {
            let values: Vec<U> = part.iter().map(&f).collect();
            self.give(Items::of(&values), first)?;
        }
        self.next = first + const { columns::<U>() };
        if begins {
            self.end(first, outer);
        }
        Ok(())
    }

    #[inline]
    fn slices<'a, T: ?Sized, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a [U],
    ) -> Result<(), E> {
        if const { U::KIND.is_some() } {
            let kind = U::KIND.unwrap_or(Kind::Raw(1));
            let bytes = |run| raw::bytes_of_numbers(run, U::show_numbers).unwrap_or_default();
            let is_text = matches!(kind, Kind::Raw(1));
            if !self.keeps && (is_text || items.len() <= FEW) {
                self.mapped(Kind::Count, items, |value| count(f(value).len()))?;
                // The lengths are there already.
                let page = &mut self.page;
                if is_text && items.len() < FEW_RUNS {
                    items.for_each(|value| page.out.extend_from_slice(bytes(f(value))));
                } else if is_text {
                    let mut total = 0usize;
                    items.for_each(|value| total = total.saturating_add(f(value).len()));
                    page.out.reserve(total);
                    let mut left = items;
                    while let Some(part) = left.take(FEW) {
                        page.scratch.clear();
                        let lens = Room::Stack(&mut page.scratch);
                        raw::extend_runs(lens, page.out, part, &f, bytes);
                    }
                } else {
                    page.scratch.clear();
                    let lens = Room::Stack(&mut page.scratch);
                    let scratch = &mut page.kept.memory().scratch;
                    scratch.clear();
                    raw::extend_runs(lens, scratch, items, f, bytes);
                    column::write(page.out, kind, scratch);
                }
                return Ok(());
            }
            let (keeps, outer) = (self.keeps, self.next);
            if !keeps {
                self.begin(2);
            }
            let first = self.next;
            if let Some((counts, numbers)) = self.two_columns(kind) {
                numbers.reserve(larger(items.len(), TEXTS));
                raw::extend_runs(Room::Vec(counts), numbers, items, f, bytes);
            }
            if !keeps {
                self.end(first, outer);
            }
            return Ok(());
        }
        self.mapped(Kind::Count, items, |value| count(f(value).len()))?;
        self.elements(items, f)
    }

    #[inline]
    fn sequences<'a, T, I: IntoIterator<Item: Serialize>>(
        &mut self,
        items: Items<'a, T>,
        len: impl Fn(&'a T) -> usize,
        f: impl Fn(&'a T) -> I,
    ) -> Result<(), E> {
        self.mapped(Kind::Count, items, |value| count(len(value)))?;
        let first = self.next;
        if self.keeps {
            items.try_for_each(|value| {
                let elements: Vec<_> = f(value).into_iter().collect();
                self.give(Items::of(&elements), first)
            })?;
            self.next = first + const { columns::<I::Item>() };
            return Ok(());
        }
        let mut elements = Vec::new();
        items.for_each(|value| elements.extend(f(value)));
        self.list(Items::of(&elements))
    }

    #[inline]
    fn arrays<T: Serialize, const N: usize>(&mut self, items: Items<'_, [T; N]>) -> Result<(), E> {
        match items.as_slice() {
            Some(arrays) if self.keeps => {
                T::serialize_slice(Items::of(arrays.as_flattened()), self)
            }
            Some(arrays) => self.list(Items::of(arrays.as_flattened())),
            None => self.elements(items, |array| array.as_slice()),
        }
    }

    #[inline]
    fn options<'a, T, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> Option<&'a U>,
    ) -> Result<(), E> {
        self.mapped(Kind::Bool, items, |value| [u8::from(f(value).is_some())])?;
        self.found(items, f)
    }

    #[inline(always)]
    fn numbers<T: Serialize, const N: usize>(
        &mut self,
        items: Items<'_, T>,
        f: impl Fn(&T) -> [u8; N],
    ) -> Result<(), E> {
        let kind = const { T::KIND };
        match (kind, items.bytes::<N>(T::show_numbers)) {
            (Some(kind), Some(bytes)) => self.numbers_of(kind, bytes),
            (kind, _) => self.mapped(kind.unwrap_or(Kind::Raw(N as u8)), items, f)?,
        }
        Ok(())
    }

    #[inline]
    fn mapped<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> [u8; N],
    ) -> Result<(), E> {
        self.page.map(kind, items, f);
        Ok(())
    }

    #[inline]
    fn fixed<T: Serialize>(
        &mut self,
        items: Items<'_, T>,
        size: usize,
        f: impl Fn(&T, &mut SliceWriter<'_, E>) -> Result<(), E>,
    ) -> Result<(), E> {
        let page = &mut self.page;
        let out = if page.keeps { page.column(Is::Numbers(Kind::Raw(1))) } else { &mut *page.out };
        if size == 0 {
            return Ok(());
        }
        if let Some(bytes) = as_written(items) {
            out.extend_from_slice(bytes);
            return Ok(());
        }
        let start = out.len();
        out.resize(start.saturating_add(items.len().saturating_mul(size)), 0);
        let mut rooms = out.get_mut(start..).unwrap_or_default().chunks_exact_mut(size);
        items.try_for_each(|value| match rooms.next() {
            Some(room) => f(value, &mut SliceWriter::of(room)),
            None => Ok(()),
        })
    }

    fn block<'a, T>(
        &mut self,
        items: Items<'a, T>,
        columns: usize,
        f: impl Fn(Items<'a, T>, &mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.keeps {
            let block = self.column(Is::Block(columns));
            if !items.is_empty() && block.is_empty() {
                block.push(1);
            }
            let first = self.next;
            f(items, self)?;
            self.next = first + columns;
            return Ok(());
        }
        if items.is_empty() {
            return Ok(());
        }
        let start = self.out.len();
        f(items, self)?;
        close_block(self.out, start);
        Ok(())
    }

    fn rows<T: Serialize>(&mut self, items: Items<'_, T>) -> Result<(), E> {
        if !self.keeps {
            return items.try_for_each(|value| value.serialize(self));
        }
        let turned = Turned::new(self);
        items.try_for_each(|value| value.serialize(turned.sheet))
    }

    #[inline]
    fn variants<T: SerializeVariants>(&mut self, items: Items<'_, T>) -> Result<(), E> {
        let first = self.next;
        if const { columns::<T>() == 1 || T::VARIANTS.len() <= FEW_VARIANTS } {
            self.mapped(Kind::U32, items, |value| tag(value).to_ne_bytes())?;
            if const { columns::<T>() == 1 } {
                return Ok(());
            }
            let mut refs = Refs::with_capacity(items.len());
            for place in 0..T::VARIANTS.len() {
                if columns_of_variant::<T>(place) == 0 {
                    continue;
                }
                refs.clear();
                refs.extend(items, |value| (value.place() == place).then_some(value));
                self.variant(place, refs.items(), first)?;
            }
        } else {
            let sorting = match items.len() > FEW {
                true => core::mem::take(&mut self.kept.memory().sorting),
                false => Sorting::default(),
            };
            let mut order = Order::new(items.len(), sorting);
            order.add(items, T::place);
            self.tags(order.keys(), T::VARIANTS);
            order.sort(T::VARIANTS.len());
            let mut refs = Refs::with_capacity(items.len());
            let mut left = order.keys();
            while let Some((place, run)) = next_run(&mut left) {
                refs.clear();
                refs.extend(Items::of(run), |key| items.get(*key as u32 as usize));
                self.variant(place, refs.items(), first)?;
            }
            if items.len() > FEW {
                self.kept.memory().sorting = order.many;
            }
        }
        self.next = first + const { columns::<T>() };
        Ok(())
    }
}

/// Variants of which the values are found faster by a walk through all for each than by sorting.
const FEW_VARIANTS: usize = 4;

impl Page<'_> {
    /// Writes the tags of values, of which the keys say the variants.
    #[inline(never)]
    fn tags(&mut self, keys: &[u64], variants: &[(u32, usize)]) {
        let tag = |key: &u64| variants.get((key >> 32) as usize).map_or(0, |(tag, _)| *tag);
        let keys = Items::of(keys);
        match variants.last() {
            // A tag is mostly the place of the variant, and that is small.
            Some((last @ 0..256, _)) if *last as usize + 1 == variants.len() => {
                self.map(Kind::U8, keys, |key| [(key >> 32) as u8]);
            }
            _ => self.map(Kind::U32, keys, |key| tag(key).to_ne_bytes()),
        }
    }
}

impl<E: Failure> Sheet<'_, E> {
    /// Writes or keeps the fields of values of one variant.
    #[inline]
    fn variant<T: SerializeVariants>(
        &mut self,
        place: usize,
        items: Items<'_, T>,
        first: usize,
    ) -> Result<(), E> {
        match items.get(0) {
            None => Ok(()),
            Some(value) if items.len() == 1 && !self.keeps => value.serialize_fields(self),
            Some(_) => {
                self.next = first + T::VARIANTS.get(place).map_or(0, |(_, before)| *before);
                T::serialize_variant(place, items, self)
            }
        }
    }
}

/// Keys of enum values, which sort them by variant: the place of the variant, and in the lower half that
/// of the value.
struct Order {
    len: usize,
    few: [u64; FEW],
    many: Sorting,
}

/// Memory to sort keys in.
#[derive(Debug, Default)]
struct Sorting {
    keys: Vec<u64>,
    sorted: Vec<u64>,
    /// Of each variant, in each quarter of the keys.
    ends: Vec<[u32; 4]>,
}

impl Order {
    /// Room for so many values.
    #[inline]
    fn new(values: usize, mut many: Sorting) -> Self {
        many.keys.clear();
        if values > FEW {
            many.keys.resize(values, 0);
        }
        Order { len: 0, few: [0; FEW], many }
    }

    /// Adds all values, of which `f` says the place of the variant.
    #[inline(always)]
    fn add<T>(&mut self, items: Items<'_, T>, f: impl Fn(&T) -> usize) {
        let room = if self.many.keys.is_empty() { &mut self.few[..] } else { &mut self.many.keys };
        let mut len = 0;
        items.for_each(
            #[inline(always)]
            |value| {
                if let Some(slot) = room.get_mut(len) {
                    *slot = (f(value) as u64) << 32 | len as u64;
                    len += 1;
                }
            },
        );
        self.len = len;
    }

    /// Sorts the values, of so many variants.
    #[inline(never)]
    fn sort(&mut self, variants: usize) {
        match self.few.get_mut(..self.len) {
            Some(few) if self.many.keys.is_empty() => few.sort_unstable(),
            _ => self.many.sort(variants),
        }
    }

    /// The keys of all values.
    #[inline]
    fn keys(&self) -> &[u64] {
        match self.few.get(..self.len) {
            Some(few) if self.many.keys.is_empty() => few,
            _ => &self.many.keys,
        }
    }
}

impl Sorting {
    /// Counts the keys of each variant, and then puts each in its place: in four quarters at once, for
    /// a count that was just changed is not at hand.
    fn sort(&mut self, variants: usize) {
        self.ends.clear();
        self.ends.resize(variants, [0; 4]);
        self.sorted.resize(self.keys.len(), 0);
        let (ends, sorted) = (self.ends.as_mut_slice(), self.sorted.as_mut_slice());
        let quarters = quarters(&self.keys);
        in_turns(quarters, |quarter, key| {
            let ends = ends.get_mut((key >> 32) as usize);
            if let Some(end) = ends.and_then(|ends| ends.get_mut(quarter)) {
                *end += 1;
            }
        });
        let mut sum = 0;
        for end in ends.as_flattened_mut() {
            sum += core::mem::replace(end, sum);
        }
        in_turns(quarters, |quarter, key| {
            let ends = ends.get_mut((key >> 32) as usize);
            if let Some(end) = ends.and_then(|ends| ends.get_mut(quarter)) {
                if let Some(slot) = sorted.get_mut(*end as usize) {
                    *slot = key;
                }
                *end += 1;
            }
        });
        core::mem::swap(&mut self.keys, &mut self.sorted);
    }
}

/// Four parts of about the same length.
#[inline]
fn quarters(keys: &[u64]) -> [&[u64]; 4] {
    let (first, second) = keys.split_at(keys.len() / 2);
    let ((a, b), (c, d)) = (first.split_at(first.len() / 2), second.split_at(second.len() / 2));
    [a, b, c, d]
}

/// Calls `f` with each key and the number of its quarter, one of each in turns.
#[inline(always)]
fn in_turns([a, b, c, d]: [&[u64]; 4], mut f: impl FnMut(usize, u64)) {
    let all = a.len().min(b.len()).min(c.len()).min(d.len());
    for (((a, b), c), d) in a.iter().zip(b).zip(c).zip(d) {
        f(0, *a);
        f(1, *b);
        f(2, *c);
        f(3, *d);
    }
    for (quarter, keys) in [a, b, c, d].into_iter().enumerate() {
        keys.iter().skip(all).for_each(|key| f(quarter, *key));
    }
}

/// Takes the keys of one variant from sorted ones, and gives its place, too.
#[inline]
fn next_run<'a>(keys: &mut &'a [u64]) -> Option<(usize, &'a [u64])> {
    let place = keys.first()? >> 32;
    let len = keys.iter().position(|key| key >> 32 != place).unwrap_or(keys.len());
    let (run, rest) = keys.split_at_checked(len)?;
    *keys = rest;
    Some((place as usize, run))
}
