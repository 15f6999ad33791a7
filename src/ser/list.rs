//! A list of values, column by column.
//!
//! What is generic here only gathers, some values at a time. Measuring and placing know no type of a user,
//! and are compiled once.

#[cfg(feature = "alloc")]
use super::writer::as_large_as_written;
use super::writer::{as_written, chunk_len};
use super::{ListWriter, Mode, Serialize, Writer};
use crate::error::ErrorKind;
#[cfg(feature = "alloc")]
use crate::key::sort;
#[cfg(feature = "alloc")]
use crate::packed::SAMPLE;
use crate::packed::{Kind, column};
use crate::raw::{self, Items, Output, StackVec};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;
#[cfg(feature = "alloc")]
use core::cmp::Ordering;

/// Values that are gathered at a time.
pub(super) const PART: usize = if cfg!(feature = "alloc") { 256 } else { 16 };

/// Elements of a list that are not put together with those of others.
const LONG: usize = PART / 4;

/// Bytes of a number in memory; 0 of other types. One number to match: the compiler then leaves out the other arms
/// before it generates code for them.
const fn number_size<T: Serialize>() -> usize {
    match T::KIND {
        Some(_) => size_of::<T>(),
        None => 0,
    }
}

/// The columns of a list of values.
#[inline(always)]
pub(super) const fn columns<T: Serialize + ?Sized>() -> usize {
    T::SCHEMA.columns()
}

impl<'w, 'o> ListWriter<'w, 'o> {
    /// Each column is written when its values are given, which are all.
    #[inline(always)]
    pub(super) fn direct(writer: &'w mut Writer<'o>) -> Self {
        ListWriter { mode: Mode::Direct(writer), first: 0, next: 0, refused: None }
    }

    /// Walks through all values of a list for the columns from `first` on, and returns why one was refused.
    pub(super) fn walk(
        mode: Mode<'w, 'o>,
        first: usize,
        walk: &mut dyn FnMut(&mut ListWriter<'_, '_>),
    ) -> Option<ErrorKind> {
        let mut list = ListWriter { mode, first, next: 0, refused: None };
        walk(&mut list);
        list.refused
    }

    /// Refuses a value of type `T`, as [`Writer::refuse`] does.
    pub fn refuse<T: Serialize + ?Sized>(&mut self, kind: ErrorKind) {
        match &mut self.mode {
            Mode::Direct(writer) => writer.refuse::<T>(kind),
            _ => self.refused = self.refused.or(Some(kind)),
        }
    }

    /// Gives some values of the list, whose columns begin with the one at `column`.
    #[inline]
    pub(super) fn give<T: Serialize + ?Sized>(&mut self, items: Items<'_, T>, column: usize) {
        self.next = column;
        if !items.is_empty() && self.wants(const { columns::<T>() }) {
            T::serialize_slice(items, self);
        }
    }

    /// Writes all values of a list of its own, or gives some of them.
    #[inline]
    pub(super) fn list_or_give<T: Serialize + ?Sized>(
        &mut self,
        items: Items<'_, T>,
        column: usize,
    ) {
        match &mut self.mode {
            Mode::Direct(writer) => writer.write_list(items),
            _ => self.give(items, column),
        }
    }

    /// Whether the next so many columns are walked for: where there is memory, all are.
    #[inline(always)]
    pub(super) fn wants(&self, columns: usize) -> bool {
        let here = match &self.mode {
            _ if cfg!(feature = "alloc") => return true,
            Mode::Direct(_) => return true,
            Mode::Measure(columns) => columns.len(),
            Mode::Place(columns) => columns.len(),
        };
        self.next < self.first.saturating_add(here)
            && self.first < self.next.saturating_add(columns)
    }

    /// The writer, if values are all at once and are too many to be gathered at once.
    #[inline(always)]
    pub(super) fn direct_if(&mut self, many: bool) -> Option<&mut Writer<'o>> {
        match &mut self.mode {
            Mode::Direct(writer) if many => Some(writer),
            _ => None,
        }
    }

    /// Passes the next column. Its place, if its `n` values of that kind are to be taken: not where it is
    /// measured and their number is enough.
    #[inline]
    fn begin(&mut self, kind: Kind, n: usize) -> Option<usize> {
        let place = self.next.wrapping_sub(self.first);
        self.next += 1;
        match &mut self.mode {
            Mode::Direct(_) => (n > 0).then_some(0),
            Mode::Measure(columns) => {
                let column = columns.get_mut(place)?;
                (!column.add_unseen(kind, n)).then_some(place)
            }
            Mode::Place(columns) => (place < columns.len()).then_some(place),
        }
    }

    /// Takes values of a column, or all.
    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    fn take_of<const N: usize>(&mut self, place: usize, kind: Kind, values: &[[u8; N]]) {
        match &mut self.mode {
            #[cfg(feature = "alloc")]
            Mode::Direct(writer) => column::write(&mut writer.output, kind, values),
            #[cfg(not(feature = "alloc"))]
            Mode::Direct(writer) => {
                column::write_by(&mut writer.output, kind, values.len(), values.iter().copied());
            }
            Mode::Measure(columns) => {
                if let Some(column) = columns.get_mut(place) {
                    column.add(kind, values);
                }
            }
            Mode::Place(columns) => {
                if let Some(column) = columns.get_mut(place) {
                    column.place(values);
                }
            }
        }
    }

    /// Writes a column of numbers of that kind, of which `f` makes the bytes that each is in memory.
    #[doc(hidden)]
    #[inline]
    pub fn mapped<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> [u8; N],
    ) {
        self.map(kind, items, &f);
    }

    #[cfg_attr(not(feature = "alloc"), inline(always))]
    fn map<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> [u8; N],
    ) {
        #[cfg(not(feature = "alloc"))]
        if let Mode::Direct(writer) = &mut self.mode {
            return column::write_by(&mut writer.output, kind, items.len(), items.iter().map(f));
        }
        self.map_parts(kind, items, f);
    }

    #[cfg(feature = "alloc")]
    fn map_parts<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> [u8; N],
    ) {
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer.measured(1, &mut |list| list.map(kind, items, f));
        }
        let Some(place) = self.begin(kind, items.len()) else { return };
        let (mut left, mut some) = (items, StackVec::<_, PART>::new());
        while let Some(part) = left.take(PART) {
            some.clear();
            some.fill(part, f);
            self.take(place, kind, some.as_slice());
        }
    }

    /// One value at a time: little code.
    #[cfg(not(feature = "alloc"))]
    fn map_parts<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> [u8; N],
    ) {
        let Some(place) = self.begin(kind, items.len()) else { return };
        items.for_each(|value| match kind {
            Kind::Raw(_) => self.take_bytes(place, &column::lowest_first(f(value))),
            _ => self.take_number(place, kind, column::number(kind, f(value))),
        });
    }

    #[cfg(not(feature = "alloc"))]
    #[inline(never)]
    fn take_number(&mut self, place: usize, kind: Kind, x: u64) {
        match &mut self.mode {
            Mode::Direct(_) => {}
            Mode::Measure(columns) => {
                if let Some(column) = columns.get_mut(place) {
                    column.add_number(kind, x);
                }
            }
            Mode::Place(columns) => {
                if let Some(column) = columns.get_mut(place) {
                    column.place_number(x);
                }
            }
        }
    }

    /// Writes numbers of a type that has a [`KIND`](Serialize::KIND) (W1 to W4), of which `f` makes the bytes
    /// that they are in memory.
    #[doc(hidden)]
    #[inline(always)]
    pub fn numbers<T: Serialize, const N: usize>(
        &mut self,
        items: Items<'_, T>,
        f: impl Fn(&T) -> [u8; N],
    ) {
        let kind = const { T::KIND };
        if cfg!(not(feature = "alloc")) {
            return self.map(kind.unwrap_or(Kind::Raw(N as u8)), items, &f);
        }
        match (kind, items.bytes::<N>(T::byte_layout)) {
            (Some(kind), Some(bytes)) => self.number_column(kind, bytes),
            (kind, _) => self.map(kind.unwrap_or(Kind::Raw(N as u8)), items, &f),
        }
    }

    /// Writes a column of numbers of that kind, a short one at once.
    #[inline(always)]
    pub(super) fn number_column<const N: usize>(&mut self, kind: Kind, items: Items<'_, [u8; N]>) {
        match &mut self.mode {
            #[cfg(feature = "alloc")]
            Mode::Direct(writer) if items.len() <= SAMPLE => {
                column::write_few(&mut writer.output, kind, items);
            }
            _ => self.numbers_in(kind, items),
        }
    }

    /// Writes a column of numbers of that kind.
    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    fn numbers_of<const N: usize>(&mut self, kind: Kind, items: Items<'_, [u8; N]>) {
        match items.as_slice() {
            Some(values) => {
                if let Some(place) = self.begin(kind, values.len()) {
                    self.take(place, kind, values);
                }
            }
            None => self.numbers_apart(kind, items),
        }
    }

    /// The same of numbers that lie apart.
    fn numbers_apart<const N: usize>(&mut self, kind: Kind, items: Items<'_, [u8; N]>) {
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer.measured(1, &mut |list| list.numbers_apart(kind, items));
        }
        let Some(place) = self.begin(kind, items.len()) else { return };
        let (mut left, mut some) = (items, StackVec::<_, PART>::new());
        while let Some(part) = left.take(PART) {
            some.clear();
            some.copy(part);
            self.take(place, kind, some.as_slice());
        }
    }

    /// Writes a length or a count for each value.
    pub(super) fn counts<'a, T: ?Sized>(
        &mut self,
        items: Items<'a, T>,
        len: &impl Fn(&'a T) -> usize,
    ) {
        if cfg!(not(feature = "alloc")) {
            return self.map(Kind::Count, items, &|value| (len(value) as u64).to_ne_bytes());
        }
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer.measured(1, &mut |list| list.counts(items, len));
        }
        #[cfg(feature = "alloc")]
        if let Some(writer) = self.direct_if(items.len() <= SAMPLE) {
            return few_counts(&mut writer.output, items, len);
        }
        let Some(place) = self.begin(Kind::Count, items.len()) else { return };
        let (mut left, mut some) = (items, StackVec::<[u8; 4], PART>::new());
        while let Some(part) = left.take(PART) {
            some.clear();
            let all = some.fill_counts(part, len);
            self.take_counts(place, some.as_slice(), all, part, len);
        }
    }

    /// Takes counts, of which all as one are less than 2^32; or, if not, those of the values.
    #[inline]
    fn take_counts<'a, T: ?Sized>(
        &mut self,
        place: usize,
        counts: &[[u8; 4]],
        all: usize,
        items: Items<'a, T>,
        len: &impl Fn(&'a T) -> usize,
    ) {
        if all as u64 >> 32 == 0 {
            return self.take(place, Kind::Count, counts);
        }
        let mut some = StackVec::<[u8; 8], PART>::new();
        some.fill(items, |value| (len(value) as u64).to_ne_bytes());
        self.take(place, Kind::Count, some.as_slice());
    }

    /// Writes values as what `f` borrows from each.
    #[inline]
    pub fn borrow<'a, T: ?Sized, U: Serialize + ?Sized + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a U,
    ) {
        self.borrow_by(items, &f);
    }

    fn borrow_by<'a, T: ?Sized, U: Serialize + ?Sized + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> &'a U,
    ) {
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer.measured(const { columns::<U>() }, &mut |list| list.borrow_by(items, f));
        }
        let (mut left, first) = (items, self.next);
        let mut some = StackVec::<&U, PART>::new();
        while let Some(part) = left.take(PART) {
            some.clear();
            some.fill(part, f);
            self.list_or_give(Items::refs(some.as_slice()), first);
        }
        self.next = first + const { columns::<U>() };
    }

    /// Writes values as what `f` computes from each.
    #[inline]
    pub fn convert<'a, T, U: Serialize>(&mut self, items: Items<'a, T>, f: impl Fn(&'a T) -> U) {
        #[cfg(feature = "alloc")]
        if const { U::KIND.is_some() } {
            let kind = U::KIND.unwrap_or(Kind::Raw(1));
            return match const { size_of::<U>() } {
                1 => self.map(kind, items, &|value| raw::bytes::<U, 1>(&f(value), U::byte_layout)),
                2 => self.map(kind, items, &|value| raw::bytes::<U, 2>(&f(value), U::byte_layout)),
                4 => self.map(kind, items, &|value| raw::bytes::<U, 4>(&f(value), U::byte_layout)),
                8 => self.map(kind, items, &|value| raw::bytes::<U, 8>(&f(value), U::byte_layout)),
                _ => self.map(kind, items, &|value| raw::bytes::<U, 16>(&f(value), U::byte_layout)),
            };
        }
        self.convert_by(items, &f);
    }

    #[cfg(feature = "alloc")]
    fn convert_by<'a, T, U: Serialize>(&mut self, items: Items<'a, T>, f: &impl Fn(&'a T) -> U) {
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer
                .measured(const { columns::<U>() }, &mut |list| list.convert_by(items, f));
        }
        let (mut left, first) = (items, self.next);
        let mut some = Vec::new();
        while let Some(part) = left.take(PART) {
            some.clear();
            some.extend(part.iter().map(f));
            self.list_or_give(Items::of(&some), first);
        }
        self.next = first + const { columns::<U>() };
    }

    #[cfg(not(feature = "alloc"))]
    fn convert_by<'a, T, U: Serialize>(&mut self, items: Items<'a, T>, f: &impl Fn(&'a T) -> U) {
        if let Some(writer) = self.direct_if(true) {
            return writer
                .measured(const { columns::<U>() }, &mut |list| list.convert_by(items, f));
        }
        let first = self.next;
        if self.wants(const { columns::<U>() }) {
            items.for_each(|value| self.give(Items::one(&f(value)), first));
        }
        self.next = first + const { columns::<U>() };
    }

    /// Writes sequences that lie in memory, which `f` borrows (W5, W9).
    #[inline]
    pub fn slices<'a, T: ?Sized, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a [U],
    ) {
        self.slices_by(items, &f);
    }

    fn slices_by<'a, T: ?Sized, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> &'a [U],
    ) {
        if const { matches!(U::KIND, Some(Kind::Raw(1))) } {
            return self.texts(&items, &|value| {
                raw::bytes_of_numbers(f(value), U::byte_layout).unwrap_or_default()
            });
        }
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer
                .measured(const { 1 + columns::<U>() }, &mut |list| list.slices_by(items, f));
        }
        self.counts(items, &|value| f(value).len());
        self.elements(items, f);
    }

    /// Writes texts and bytes (W5): lengths and bytes in one walk when they are placed.
    ///
    /// `items` by reference: a copy just after they were made is read wider than it was written, which stalls.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn texts<'a, T: ?Sized>(&mut self, items: &Items<'a, T>, f: &impl Fn(&'a T) -> &'a [u8]) {
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer.measured(2, &mut |list| list.texts(items, f));
        }
        if let Some(writer) = self.direct_if(items.len() <= SAMPLE) {
            few_counts(&mut writer.output, *items, &|value| f(value).len());
            return writer.output.extend_runs(items, f);
        }
        self.texts_in_parts(items, f);
    }

    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn texts_in_parts<'a, T: ?Sized>(
        &mut self,
        items: &Items<'a, T>,
        f: &impl Fn(&'a T) -> &'a [u8],
    ) {
        let (place, mut left) = (self.next.wrapping_sub(self.first), *items);
        self.next += 2;
        let mut lens = StackVec::<[u8; 4], PART>::new();
        while let Some(part) = left.take(PART) {
            lens.clear();
            if let Mode::Place(columns) = &mut self.mode {
                if let Some(bytes) = columns.get_mut(place + 1) {
                    let all = bytes.chunk().extend_runs(part, f, &mut lens);
                    self.take_counts(place, lens.as_slice(), all, part, &|value| f(value).len());
                }
                continue;
            }
            let all = lens.fill_counts(part, |value| f(value).len());
            self.take_counts(place, lens.as_slice(), all, part, &|value| f(value).len());
            let total = match all >> 16 {
                0 => sum_of(lens.as_slice()),
                _ => total(part, f),
            };
            match &mut self.mode {
                Mode::Measure(columns) => {
                    if let Some(bytes) = columns.get_mut(place + 1) {
                        bytes.add_bytes(total);
                    }
                }
                Mode::Direct(writer) => {
                    if let Some(mut claim) = writer.output.claim(total) {
                        let mut bytes = claim.chunk(total);
                        lens.clear();
                        bytes.extend_runs(part, f, &mut lens);
                        claim.close(bytes);
                        claim.finish();
                    }
                }
                Mode::Place(_) => {}
            }
        }
    }

    /// The same, in less code.
    #[cfg(not(feature = "alloc"))]
    fn texts<'a, T: ?Sized>(&mut self, items: &Items<'a, T>, f: &impl Fn(&'a T) -> &'a [u8]) {
        self.counts(*items, &|value| f(value).len());
        let place = self.next.wrapping_sub(self.first);
        self.next += 1;
        items.for_each(|value| self.take_bytes(place, f(value)));
    }

    #[cfg(not(feature = "alloc"))]
    #[inline(never)]
    fn take_bytes(&mut self, place: usize, bytes: &[u8]) {
        match &mut self.mode {
            Mode::Direct(writer) => writer.output.extend(bytes),
            Mode::Measure(columns) => {
                if let Some(column) = columns.get_mut(place) {
                    column.add_bytes(bytes.len());
                }
            }
            Mode::Place(columns) => {
                if let Some(column) = columns.get_mut(place) {
                    column.chunk().extend(bytes);
                }
            }
        }
    }

    /// Writes the elements of slices as one list.
    fn elements<'a, T: ?Sized, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> &'a [U],
    ) {
        let first = self.next;
        if const { columns::<U>() == 0 } || !self.wants(const { columns::<U>() }) {
            self.next = first + const { columns::<U>() };
            return;
        }
        let mut long = LONG;
        if let Mode::Direct(writer) = &mut self.mode {
            let total = total(items, f);
            if total > PART {
                return writer
                    .measured(const { columns::<U>() }, &mut |list| list.elements(items, f));
            }
            // All are put together.
            long = usize::MAX;
        }
        match const { number_size::<U>() } {
            #[cfg(feature = "alloc")]
            1 => self.elements_of::<_, U, 1>(items, f, long),
            #[cfg(feature = "alloc")]
            2 => self.elements_of::<_, U, 2>(items, f, long),
            #[cfg(feature = "alloc")]
            4 => self.elements_of::<_, U, 4>(items, f, long),
            #[cfg(feature = "alloc")]
            8 => self.elements_of::<_, U, 8>(items, f, long),
            _ => {
                let mut some = StackVec::<&U, PART>::new();
                items.for_each(|value| {
                    let list = f(value);
                    if list.len() >= long || list.len() > some.room() {
                        self.list_or_give(Items::refs(some.as_slice()), first);
                        some.clear();
                        if list.len() >= long {
                            return self.long(list, first);
                        }
                    }
                    some.push_refs(list);
                });
                self.list_or_give(Items::refs(some.as_slice()), first);
            }
        }
        self.next = first + const { columns::<U>() };
    }

    /// The same of numbers of N bytes.
    #[cfg(feature = "alloc")]
    fn elements_of<'a, T: ?Sized, U: Serialize + 'a, const N: usize>(
        &mut self,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> &'a [U],
        long: usize,
    ) {
        let Some(kind) = (const { U::KIND }) else { return };
        let n = if let Mode::Measure(_) = self.mode { total(items, f) } else { 1 };
        let Some(place) = self.begin(kind, n) else { return };
        let bytes = |value| raw::bytes_of_numbers(f(value), U::byte_layout).unwrap_or_default();
        let (mut left, mut some) = (items, StackVec::<[u8; N], { 2 * PART }>::new());
        while !left.is_empty() {
            some.clear();
            some.gather(&mut left, bytes, long);
            self.take(place, kind, some.as_slice());
            // The next does not go with others.
            let next = left.take(1).and_then(|one| one.get(0));
            next.iter().for_each(|value| self.take(place, kind, raw::arrays::<N>(bytes(value))));
        }
    }

    /// Gives the elements of a long list.
    fn long<U: Serialize>(&mut self, list: &[U], first: usize) {
        let mut left = Items::of(list);
        while let Some(part) = left.take(const { chunk_len(size_of::<U>()) }) {
            self.give(part, first);
        }
    }

    /// Writes sequences of `len` elements each, which `f` goes through (W9).
    #[inline]
    pub fn sequences<'a, T, I: IntoIterator<Item: Serialize>>(
        &mut self,
        items: Items<'a, T>,
        len: impl Fn(&'a T) -> usize,
        f: impl Fn(&'a T) -> I,
    ) {
        self.sequences_by(items, &len, &f, &|_| {});
    }

    /// Writes sets or maps of `len` entries each, which `f` goes through: in ascending order (W10).
    #[cfg(feature = "alloc")]
    #[inline]
    pub(crate) fn ascending<'a, T, I: IntoIterator<Item: Serialize>>(
        &mut self,
        items: Items<'a, T>,
        len: impl Fn(&'a T) -> usize,
        f: impl Fn(&'a T) -> I,
        order: impl Fn(&I::Item, &I::Item) -> Ordering,
    ) {
        self.sequences_by(items, &len, &f, &|entries| sort(entries, &order));
    }

    fn sequences_by<'a, T, I: IntoIterator<Item: Serialize>>(
        &mut self,
        items: Items<'a, T>,
        len: &impl Fn(&'a T) -> usize,
        f: &impl Fn(&'a T) -> I,
        arrange: &impl Fn(&mut [I::Item]),
    ) {
        let many = !cfg!(feature = "alloc") || items.len() > PART;
        if let Some(writer) = self.direct_if(many) {
            return writer.measured(const { 1 + columns::<I::Item>() }, &mut |list| {
                list.sequences_by(items, len, f, arrange)
            });
        }
        self.counts(items, len);
        let first = self.next;
        #[cfg(feature = "alloc")]
        {
            let most = match self.mode {
                Mode::Direct(_) => usize::MAX,
                _ => PART,
            };
            let mut some = Vec::new();
            items.for_each(|value| {
                // What an iterator says of its length is a hint.
                let start = some.len();
                some.extend(f(value).into_iter().take(len(value)));
                arrange(some.get_mut(start..).unwrap_or_default());
                if some.len() >= most {
                    self.give(Items::of(&some), first);
                    some.clear();
                }
            });
            self.list_or_give(Items::of(&some), first);
        }
        #[cfg(not(feature = "alloc"))]
        let _ = arrange;
        #[cfg(not(feature = "alloc"))]
        if self.wants(const { columns::<I::Item>() }) {
            items.for_each(|value| {
                f(value).into_iter().for_each(|element| self.give(Items::one(&element), first));
            });
        }
        self.next = first + const { columns::<I::Item>() };
    }

    /// Writes arrays, the elements of all as one list (W8).
    #[doc(hidden)]
    #[inline]
    pub fn arrays<T: Serialize, const N: usize>(&mut self, items: Items<'_, [T; N]>) {
        match items.as_slice() {
            Some(arrays) => {
                let first = self.next;
                self.list_or_give(Items::of(arrays.as_flattened()), first);
                self.next = first + const { columns::<T>() };
            }
            None => self.elements(items, &|array: &[T; N]| array.as_slice()),
        }
    }

    /// Writes what may be there, which `f` borrows (W6).
    #[doc(hidden)]
    #[inline]
    pub fn options<'a, T, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> Option<&'a U>,
    ) {
        self.options_by(items, &f);
    }

    fn options_by<'a, T, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> Option<&'a U>,
    ) {
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer
                .measured(const { 1 + columns::<U>() }, &mut |list| list.options_by(items, f));
        }
        #[cfg(feature = "alloc")]
        if items.len() <= SAMPLE {
            return self.options_in::<_, _, SAMPLE>(items, f);
        }
        self.options_in::<_, _, PART>(items, f);
    }

    /// The same, so many at a time.
    fn options_in<'a, T, U: Serialize + 'a, const MOST: usize>(
        &mut self,
        items: Items<'a, T>,
        f: &impl Fn(&'a T) -> Option<&'a U>,
    ) {
        let (first, mut left) = (self.next, items);
        while let Some(part) = left.take(MOST) {
            self.next = first;
            // The places first: a branch on each value would be hard to foresee.
            let (mut flags, mut places) =
                (StackVec::<[u8; 1], MOST>::new(), StackVec::<u8, MOST>::new());
            flags.fill_flags(part, |value| f(value).is_some(), &mut places);
            if let Some(place) = self.begin(Kind::Bool, part.len()) {
                self.take(place, Kind::Bool, flags.as_slice());
            }
            let there = places
                .as_slice()
                .iter()
                .filter_map(|place| part.get(usize::from(*place)).and_then(f));
            #[cfg(feature = "alloc")]
            let n = places.as_slice().len();
            match const { number_size::<U>() } {
                #[cfg(feature = "alloc")]
                1 => self.numbers_there::<U, 1, MOST>(n, there),
                #[cfg(feature = "alloc")]
                2 => self.numbers_there::<U, 2, MOST>(n, there),
                #[cfg(feature = "alloc")]
                4 => self.numbers_there::<U, 4, MOST>(n, there),
                #[cfg(feature = "alloc")]
                8 => self.numbers_there::<U, 8, MOST>(n, there),
                _ => {
                    let mut some = StackVec::<&U, MOST>::new();
                    there.for_each(|value| some.push(value));
                    self.list_or_give(Items::refs(some.as_slice()), first + 1);
                }
            }
        }
        self.next = first + const { 1 + columns::<U>() };
    }

    /// Writes `n` numbers of N bytes.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn numbers_there<'a, U: Serialize + 'a, const N: usize, const MOST: usize>(
        &mut self,
        n: usize,
        values: impl Iterator<Item = &'a U>,
    ) {
        let Some(kind) = (const { U::KIND }) else { return };
        let Some(place) = self.begin(kind, n) else { return };
        let mut some = StackVec::<[u8; N], MOST>::new();
        values.for_each(|value| some.push(raw::bytes::<U, N>(value, U::byte_layout)));
        self.take(place, kind, some.as_slice());
    }

    /// Writes fixed values of `size` bytes (W1), each by `f`.
    #[doc(hidden)]
    #[inline]
    pub fn fixed<T: Serialize>(
        &mut self,
        items: Items<'_, T>,
        size: usize,
        f: impl Fn(&T, &mut Writer<'_>),
    ) {
        if let Some(bytes) = as_written(items) {
            return self.bytes(bytes);
        }
        #[cfg(feature = "alloc")]
        if const { as_large_as_written::<T>() } {
            let place = self.next.wrapping_sub(self.first);
            if let Mode::Place(columns) = &mut self.mode {
                let column = columns.get_mut(place);
                if column.is_some_and(|column| column.chunk().extend_values(items, T::byte_layout))
                {
                    self.next += 1;
                    return;
                }
            }
        }
        self.values(items, Some(size), &f);
    }

    /// Writes bytes that are a column.
    #[inline(never)]
    fn bytes(&mut self, bytes: &[u8]) {
        if let Some(place) = self.begin(Kind::Raw(1), bytes.len()) {
            self.take::<1>(place, Kind::Raw(1), raw::arrays(bytes));
        }
    }

    /// Writes values one after another, each as if alone (W14).
    #[doc(hidden)]
    pub fn rows<T: Serialize>(&mut self, items: Items<'_, T>) {
        self.values(items, None, &|value: &T, writer: &mut Writer<'_>| value.serialize(writer));
    }

    /// Writes bytes behind their number (W5, W9): what `f` writes for each value.
    #[cfg(feature = "serde-1")]
    pub(crate) fn counted<'a, T: ?Sized>(
        &mut self,
        items: Items<'a, T>,
        f: &impl Fn(&'a T, &mut Writer<'_>),
    ) {
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer.measured(2, &mut |list| list.counted(items, f));
        }
        self.counts(items, &|value| {
            let mut counter = Writer::on(Output::count());
            f(value, &mut counter);
            counter.position()
        });
        self.values(items, None, f);
    }

    /// Writes a column of values, each by `f`, in `size` bytes if that is known.
    #[inline]
    fn values<'a, T: ?Sized>(
        &mut self,
        items: Items<'a, T>,
        size: Option<usize>,
        f: &impl Fn(&'a T, &mut Writer<'_>),
    ) {
        let place = self.next.wrapping_sub(self.first);
        self.next += 1;
        let mut refused = None;
        match &mut self.mode {
            Mode::Direct(writer) => items.for_each(|value| f(value, writer)),
            Mode::Measure(columns) => {
                if let Some(column) = columns.get_mut(place) {
                    column.add_bytes(match size {
                        Some(size) => items.len().saturating_mul(size),
                        None => {
                            let mut counter = Writer::on(Output::count());
                            items.for_each(|value| f(value, &mut counter));
                            refused = counter.refused;
                            counter.position()
                        }
                    });
                }
            }
            Mode::Place(columns) => {
                if let Some(column) = columns.get_mut(place) {
                    let fits = column.chunk().fill_by(|output| {
                        let mut writer = Writer::on(output);
                        items.for_each(|value| f(value, &mut writer));
                        refused = writer.refused;
                        writer.output
                    });
                    if !fits {
                        // They are longer now than when they were measured.
                        self.refused = self.refused.or(Some(ErrorKind::Refused));
                    }
                }
            }
        }
        self.refused = self.refused.or(refused.map(|error| error.kind()));
    }

    /// Writes the block of extensible values (W12), of so many columns, which `f` writes.
    #[doc(hidden)]
    pub fn block<'a, T>(
        &mut self,
        items: Items<'a, T>,
        columns: usize,
        f: impl Fn(Items<'a, T>, &mut ListWriter<'_, '_>),
    ) {
        match &mut self.mode {
            Mode::Direct(_) if items.is_empty() => return,
            Mode::Direct(writer) => {
                return writer.write_block(|writer| f(items, &mut ListWriter::direct(writer)));
            }
            Mode::Measure(all) => {
                if let Some(column) = all.get_mut(self.next.wrapping_sub(self.first)) {
                    column.add_blocks(items.len(), columns);
                }
            }
            Mode::Place(_) => {}
        }
        self.next += 1;
        let first = self.next;
        if self.wants(columns) {
            f(items, self);
        }
        self.next = first + columns;
    }
}

/// Writes at most [`SAMPLE`] counts.
#[cfg(feature = "alloc")]
#[inline(always)]
fn few_counts<'a, T: ?Sized>(
    out: &mut Output<'_>,
    items: Items<'a, T>,
    len: &impl Fn(&'a T) -> usize,
) {
    let mut some = StackVec::<[u8; 4], SAMPLE>::new();
    if some.fill_counts(items, len) as u64 >> 32 == 0 {
        return column::write_few(out, Kind::Count, Items::of(some.as_slice()));
    }
    let mut some = StackVec::<[u8; 8], SAMPLE>::new();
    some.fill(items, |value| (len(value) as u64).to_ne_bytes());
    column::write_few(out, Kind::Count, Items::of(some.as_slice()));
}

/// Code for values of each size that numbers have: compiled once, in this crate, and not again in every
/// other.
macro_rules! sizes {
    ($($n:literal: $take:ident $numbers:ident;)*) => {
        impl ListWriter<'_, '_> {
            $(
                #[inline(never)]
                fn $take(&mut self, place: usize, kind: Kind, values: &[[u8; $n]]) {
                    self.take_of(place, kind, values);
                }

                #[inline(never)]
                fn $numbers(&mut self, kind: Kind, items: Items<'_, [u8; $n]>) {
                    self.numbers_of(kind, items);
                }
            )*

            #[inline(always)]
            fn take<const N: usize>(&mut self, place: usize, kind: Kind, values: &[[u8; N]]) {
                match N {
                    $($n => self.$take(place, kind, raw::arrays(values.as_flattened())),)*
                    _ => self.take_of(place, kind, values),
                }
            }

            #[inline(always)]
            fn numbers_in<const N: usize>(&mut self, kind: Kind, items: Items<'_, [u8; N]>) {
                match N {
                    $($n => {
                        if let Some(items) = items.of_size() {
                            self.$numbers(kind, items);
                        }
                    })*
                    _ => self.numbers_of(kind, items),
                }
            }
        }
    };
}
#[cfg(feature = "alloc")]
sizes! {
    1: take_1 numbers_1;
    2: take_2 numbers_2;
    4: take_4 numbers_4;
    8: take_8 numbers_8;
}

// On a small machine what is not called is left out.
#[cfg(not(feature = "alloc"))]
sizes! {}

/// The elements of all slices.
fn total<'a, T: ?Sized, U: 'a>(items: Items<'a, T>, f: &impl Fn(&'a T) -> &'a [U]) -> usize {
    let mut total = 0usize;
    items.for_each(|value| total = total.saturating_add(f(value).len()));
    total
}

/// The sum of at most 256 lengths below 2^16.
#[cfg(feature = "alloc")]
#[inline(never)]
fn sum_of(lens: &[[u8; 4]]) -> usize {
    lens.iter().fold(0u32, |sum, len| sum.wrapping_add(u32::from_ne_bytes(*len))) as usize
}
