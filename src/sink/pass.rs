//! Lists without memory, of which the values come in pieces: a walk through all of them for each
//! column that has values, and two for one of numbers.

use super::{as_written, columns, columns_of_variant, count, lowest_first, number};
use crate::error::ErrorKind;
use crate::output::SliceWriter;
use crate::packed::{Form, Kind};
use crate::raw::Items;
use crate::ser::{Sealed, Serialize, SerializeVariants, Sink, Writer};

/// A walk through the values of a list, which writes one of its columns.
pub(super) struct Pass<'w, W> {
    w: &'w mut W,
    /// The column that is written.
    wanted: usize,
    /// The column that the next values are of.
    column: usize,
    /// No column between the wanted one and this has values: it is the next to be wanted.
    following: usize,
    walk: Walk,
    /// What is put together to a byte.
    pending: u64,
    filled: u32,
}

/// What a walk found, or is for.
#[derive(Clone, Copy)]
enum Walk {
    /// Nothing but bytes and bools, so far.
    First,
    /// `n` numbers, and their extremes.
    Numbers { least: u64, greatest: u64, n: usize },
    /// Values of an extensible type.
    Block { columns: usize },
    /// The second, which writes numbers in that form.
    Second(Form<u64>),
}

impl<'w, W: Writer> Pass<'w, W> {
    /// Writes a list of so many columns, all of whose values `walk` gives to the pass.
    pub(super) fn all(
        w: &'w mut W,
        columns: usize,
        walk: impl Fn(&mut Self) -> Result<(), W::Error>,
    ) -> Result<(), W::Error> {
        let (wanted, column, following) = (0, 0, 0);
        let mut pass =
            Pass { w, wanted, column, following, walk: Walk::First, pending: 0, filled: 0 };
        pass.columns(columns, &walk)
    }

    /// Writes the columns from the wanted one on, as far as they have values.
    fn columns(
        &mut self,
        end: usize,
        walk: &impl Fn(&mut Self) -> Result<(), W::Error>,
    ) -> Result<(), W::Error> {
        while self.wanted < end {
            self.walk(Walk::First, walk)?;
            match self.walk {
                Walk::Numbers { least, n: 1, .. } => self.w.write_varint_u64(least)?,
                Walk::Numbers { least, greatest, n } => {
                    let form = Form::of(least, greatest, n);
                    self.w.write_byte(form.first_byte())?;
                    if let Some(base) = form.base {
                        self.w.write_varint_u64(base)?;
                    }
                    self.walk(Walk::Second(form), walk)?;
                }
                Walk::Block { columns } => {
                    let start = self.w.position();
                    let end = self.wanted.saturating_add(columns + 1);
                    self.wanted = self.following;
                    self.columns(end, walk)?;
                    self.w.close_block(start)?;
                    continue;
                }
                Walk::First | Walk::Second(_) => {}
            }
            self.wanted = self.following;
        }
        Ok(())
    }

    fn walk(
        &mut self,
        what: Walk,
        walk: &impl Fn(&mut Self) -> Result<(), W::Error>,
    ) -> Result<(), W::Error> {
        (self.walk, self.column, self.following) = (what, 0, usize::MAX);
        walk(self)?;
        if self.filled > 0 {
            self.w.write_byte(self.pending as u8)?;
            (self.pending, self.filled) = (0, 0);
        }
        Ok(())
    }

    /// Takes values of the list.
    #[inline]
    pub(super) fn next<T: Serialize + ?Sized>(
        &mut self,
        items: Items<'_, T>,
    ) -> Result<(), W::Error> {
        let first = self.column;
        if items.is_empty() || !self.wants(const { columns::<T>() }) {
            return Ok(());
        }
        let result = T::serialize_slice(items, self);
        self.column = first;
        result
    }

    /// Takes a value of the variant at a place.
    pub(super) fn next_of<T: SerializeVariants>(
        &mut self,
        place: usize,
        value: &T,
    ) -> Result<(), W::Error> {
        let first = self.column;
        if !self.wants(columns_of_variant::<T>(place)) {
            return Ok(());
        }
        let result = T::serialize_variant(place, Items::one(value), self);
        self.column = first;
        result
    }

    /// Whether the wanted column is one of the next, which have values.
    #[inline]
    fn wants(&mut self, columns: usize) -> bool {
        if self.wanted.wrapping_sub(self.column) < columns {
            return true;
        }
        if columns > 0 && self.column > self.wanted {
            self.following = self.following.min(self.column);
        }
        false
    }

    /// Passes over a column that has values, and returns whether it is the wanted one.
    #[inline]
    fn is_wanted(&mut self) -> bool {
        let wanted = self.wants(1);
        self.column += 1;
        wanted
    }

    /// Takes what comes after a column of lengths or of bools, of so many columns.
    #[inline]
    fn after(
        &mut self,
        columns: usize,
        walk: impl FnOnce(&mut Self) -> Result<(), W::Error>,
    ) -> Result<(), W::Error> {
        let end = self.column.saturating_add(columns);
        if self.wants(columns) {
            walk(self)?;
        }
        self.column = end;
        Ok(())
    }

    fn bits(&mut self, x: u64, bits: u32) -> Result<(), W::Error> {
        if bits >= 8 {
            let bytes = x.to_le_bytes();
            return self.w.write_bytes(bytes.get(..bits as usize / 8).unwrap_or(&bytes));
        }
        self.pending |= x << self.filled;
        self.filled += bits;
        if self.filled < 8 {
            return Ok(());
        }
        self.filled = 0;
        self.w.write_byte(core::mem::take(&mut self.pending) as u8)
    }

    fn number(&mut self, x: u64) -> Result<(), W::Error> {
        match self.walk {
            Walk::Second(form) => self.bits(x.wrapping_sub(form.base.unwrap_or(0)), 1 << form.log),
            Walk::Numbers { least, greatest, n } => {
                let (least, greatest) = (least.min(x), greatest.max(x));
                self.walk = Walk::Numbers { least, greatest, n: n.wrapping_add(1) };
                Ok(())
            }
            Walk::First | Walk::Block { .. } => {
                self.walk = Walk::Numbers { least: x, greatest: x, n: 1 };
                Ok(())
            }
        }
    }
}

impl<W> Sealed for Pass<'_, W> {}

impl<W: Writer> Sink for Pass<'_, W> {
    type Error = W::Error;

    fn borrow<'a, T: ?Sized, U: Serialize + ?Sized + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a U,
    ) -> Result<(), W::Error> {
        self.after(const { columns::<U>() }, |pass| {
            items.try_for_each(|value| pass.next(Items::refs(&[f(value)])))
        })
    }

    fn convert<'a, T, U: Serialize>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> U,
    ) -> Result<(), W::Error> {
        self.after(const { columns::<U>() }, |pass| {
            items.try_for_each(|value| pass.next(Items::one(&f(value))))
        })
    }

    fn slices<'a, T: ?Sized, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a [U],
    ) -> Result<(), W::Error> {
        self.mapped(Kind::Count, items, |value| count(f(value).len()))?;
        self.after(const { columns::<U>() }, |pass| {
            items.try_for_each(|value| pass.next(Items::of(f(value))))
        })
    }

    fn sequences<'a, T, I: IntoIterator<Item: Serialize>>(
        &mut self,
        items: Items<'a, T>,
        len: impl Fn(&'a T) -> usize,
        f: impl Fn(&'a T) -> I,
    ) -> Result<(), W::Error> {
        self.mapped(Kind::Count, items, |value| count(len(value)))?;
        self.after(const { columns::<I::Item>() }, |pass| {
            items.try_for_each(|value| {
                f(value).into_iter().try_for_each(|element| pass.next(Items::one(&element)))
            })
        })
    }

    fn arrays<T: Serialize, const N: usize>(
        &mut self,
        items: Items<'_, [T; N]>,
    ) -> Result<(), W::Error> {
        self.after(const { columns::<T>() }, |pass| {
            items.try_for_each(|array| pass.next(Items::of(array)))
        })
    }

    fn options<'a, T, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> Option<&'a U>,
    ) -> Result<(), W::Error> {
        self.mapped(Kind::Bool, items, |value| [u8::from(f(value).is_some())])?;
        self.after(const { columns::<U>() }, |pass| {
            items.try_for_each(|value| f(value).map_or(Ok(()), |some| pass.next(Items::one(some))))
        })
    }

    fn numbers<T: Serialize, const N: usize>(
        &mut self,
        items: Items<'_, T>,
        f: impl Fn(&T) -> [u8; N],
    ) -> Result<(), W::Error> {
        match (T::KIND, as_written(items)) {
            (Some(Kind::Raw(_)), Some(bytes)) if self.is_wanted() => self.w.write_bytes(bytes),
            (Some(Kind::Raw(_)), Some(_)) => Ok(()),
            (kind, _) => self.mapped(kind.unwrap_or(Kind::Raw(N as u8)), items, f),
        }
    }

    fn mapped<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> [u8; N],
    ) -> Result<(), W::Error> {
        if !self.is_wanted() {
            return Ok(());
        }
        items.try_for_each(|value| match kind {
            Kind::Raw(_) => self.w.write_bytes(&lowest_first(f(value))),
            Kind::Bool => self.bits(number(kind, f(value)), 1),
            _ => self.number(number(kind, f(value))),
        })
    }

    fn fixed<T: Serialize>(
        &mut self,
        items: Items<'_, T>,
        size: usize,
        f: impl Fn(&T, &mut SliceWriter<'_, W::Error>) -> Result<(), W::Error>,
    ) -> Result<(), W::Error> {
        if !self.is_wanted() || size == 0 {
            return Ok(());
        }
        items.try_for_each(|value| self.w.write_fixed(size, |w| f(value, w)))
    }

    fn refuse(&mut self, kind: ErrorKind) -> Result<(), W::Error> {
        self.w.refuse(kind)
    }

    fn block<'a, T>(
        &mut self,
        items: Items<'a, T>,
        columns: usize,
        f: impl Fn(Items<'a, T>, &mut Self) -> Result<(), W::Error>,
    ) -> Result<(), W::Error> {
        if self.is_wanted() && !items.is_empty() {
            self.walk = Walk::Block { columns };
        }
        self.after(columns, |pass| f(items, pass))
    }

    fn rows<T: Serialize>(&mut self, items: Items<'_, T>) -> Result<(), W::Error> {
        if !self.is_wanted() {
            return Ok(());
        }
        items.try_for_each(|value| value.serialize(self.w))
    }

    fn variants<T: SerializeVariants>(&mut self, items: Items<'_, T>) -> Result<(), W::Error> {
        let first = self.column;
        self.mapped(Kind::U32, items, |value| super::tag(value).to_ne_bytes())?;
        self.after(const { columns::<T>() - 1 }, |pass| {
            items.try_for_each(|value| {
                let place = value.place();
                let before = T::VARIANTS.get(place).map_or(0, |(_, before)| *before);
                pass.column = first.saturating_add(before);
                pass.next_of(place, value)
            })
        })
    }
}
