//! Lists without memory, of which all values are at hand: one column after the other, in two walks
//! if it is of numbers.

use super::pass::Pass;
use super::{as_written, columns, count, lowest_first, number};
use crate::error::ErrorKind;
use crate::output::{Failure, SliceWriter, refuse};
use crate::packed::{Form, Kind, Word};
#[cfg(feature = "alloc")]
use crate::packed::{SAMPLE, column::pack_few};
use crate::raw::Items;
use crate::ser::{Sealed, Serialize, SerializeVariants, Sink, Writer};
use crate::varint::{self, MAX_LEN_U64};

impl<E> Sealed for SliceWriter<'_, E> {}

impl<E: Failure> Writer for SliceWriter<'_, E> {
    type Error = E;

    #[inline]
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), E> {
        match self.room(bytes.len()) {
            Some(room) => room.copy_from_slice(bytes),
            None => return self.full(),
        }
        Ok(())
    }

    #[inline]
    fn write_byte(&mut self, byte: u8) -> Result<(), E> {
        self.push(byte)
    }

    #[cfg_attr(feature = "alloc", inline)]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    fn write_varint_u32(&mut self, mut x: u32) -> Result<(), E> {
        while x >= 0x80 {
            self.push(x as u8 | 0x80)?;
            x >>= 7;
        }
        self.push(x as u8)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn write_varint_u64(&mut self, mut x: u64) -> Result<(), E> {
        while x >= 0x80 {
            self.push(x as u8 | 0x80)?;
            x >>= 7;
        }
        self.push(x as u8)
    }

    #[cfg(not(feature = "alloc"))]
    fn write_varint_u64(&mut self, x: u64) -> Result<(), E> {
        let mut buf = [0; MAX_LEN_U64];
        let len = varint::encode_u64(x, &mut buf);
        self.write_bytes(buf.get(..len).unwrap_or_default())
    }

    #[inline]
    fn write_list<T: Serialize>(&mut self, items: Items<'_, T>) -> Result<(), E> {
        list(self, items)
    }

    fn write_sequence<I>(&mut self, elements: I) -> Result<(), E>
    where
        I: ExactSizeIterator<Item: Serialize> + Clone,
    {
        sequence(self, elements)
    }

    #[inline]
    fn position(&self) -> usize {
        self.len()
    }

    fn close_block(&mut self, start: usize) -> Result<(), E> {
        let before = self.len();
        let mut head = [0; MAX_LEN_U64];
        let len = varint::encode_u64(before.wrapping_sub(start) as u64, &mut head);
        self.write_bytes(head.get(..len).unwrap_or_default())?;
        self.turn(start, len)
    }

    #[inline]
    fn write_fixed(
        &mut self,
        size: usize,
        f: impl FnOnce(&mut SliceWriter<'_, E>) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.room(size) {
            Some(room) => f(&mut SliceWriter::of(room)),
            None => self.full(),
        }
    }

    fn refuse(&mut self, kind: ErrorKind) -> Result<(), E> {
        refuse(kind, self.len())
    }
}

/// That a value was refused, which is not counted.
#[derive(Debug)]
pub(crate) struct Uncounted;

impl Failure for Uncounted {
    const NEVER: bool = false;

    fn fail(_: ErrorKind, _: usize) -> Result<(), Self> {
        Err(Uncounted)
    }
}

/// A writer that only counts.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    position: usize,
}

impl Sealed for Counter {}

impl Writer for Counter {
    type Error = Uncounted;

    #[inline]
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), Uncounted> {
        self.position = self.position.wrapping_add(bytes.len());
        Ok(())
    }

    #[inline]
    fn write_byte(&mut self, _: u8) -> Result<(), Uncounted> {
        self.position = self.position.wrapping_add(1);
        Ok(())
    }

    #[inline]
    fn write_varint_u32(&mut self, x: u32) -> Result<(), Uncounted> {
        self.position = self.position.wrapping_add(varint::len_u32(x));
        Ok(())
    }

    #[inline]
    fn write_varint_u64(&mut self, x: u64) -> Result<(), Uncounted> {
        self.position = self.position.wrapping_add(varint::len_u64(x));
        Ok(())
    }

    #[inline]
    fn write_list<T: Serialize>(&mut self, items: Items<'_, T>) -> Result<(), Uncounted> {
        list(self, items)
    }

    fn write_sequence<I>(&mut self, elements: I) -> Result<(), Uncounted>
    where
        I: ExactSizeIterator<Item: Serialize> + Clone,
    {
        sequence(self, elements)
    }

    #[inline]
    fn position(&self) -> usize {
        self.position
    }

    #[inline]
    fn close_block(&mut self, start: usize) -> Result<(), Uncounted> {
        self.write_varint_u64(self.position.wrapping_sub(start) as u64)
    }

    #[inline]
    fn write_fixed(
        &mut self,
        size: usize,
        _: impl FnOnce(&mut SliceWriter<'_, Uncounted>) -> Result<(), Uncounted>,
    ) -> Result<(), Uncounted> {
        self.position = self.position.wrapping_add(size);
        Ok(())
    }

    fn refuse(&mut self, _: ErrorKind) -> Result<(), Uncounted> {
        Err(Uncounted)
    }
}

/// Writes a list of any length.
#[inline(always)]
fn list<T: Serialize, W: Writer>(w: &mut W, items: Items<'_, T>) -> Result<(), W::Error> {
    if let Some(bytes) = as_written(items) {
        return w.write_bytes(bytes);
    }
    match items.get(0) {
        None => Ok(()),
        Some(value) if items.len() == 1 => value.serialize(w),
        Some(_) => T::serialize_slice(items, &mut Direct { w }),
    }
}

/// Writes a sequence whose elements are not at hand in one piece.
fn sequence<I, W: Writer>(w: &mut W, elements: I) -> Result<(), W::Error>
where
    I: ExactSizeIterator<Item: Serialize> + Clone,
{
    w.write_len(elements.len())?;
    Pass::all(w, columns::<I::Item>(), |pass| {
        elements.clone().try_for_each(|element| pass.next(Items::one(&element)))
    })
}

/// All values of a list, column by column.
pub(super) struct Direct<'w, W> {
    w: &'w mut W,
}

impl<W: Writer> Direct<'_, W> {
    /// Writes a list of numbers.
    #[inline(always)]
    fn words<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> [u8; N],
    ) -> Result<(), W::Error> {
        match kind {
            Kind::Raw(_) => items.try_for_each(|value| self.w.write_bytes(&lowest_first(f(value)))),
            Kind::Bool => write_bits(self.w, items.iter().map(|value| number(kind, f(value)) != 0)),
            #[cfg(feature = "alloc")]
            Kind::U16 | Kind::I16 => write_words::<u16, _>(
                self.w,
                items.len(),
                items.iter().map(|value| number(kind, f(value)) as u16),
            ),
            // Where there is no memory, one type less.
            #[cfg(not(feature = "alloc"))]
            Kind::U16 | Kind::I16 => write_words::<u32, _>(
                self.w,
                items.len(),
                items.iter().map(
                    #[inline(always)]
                    |value| number(kind, f(value)) as u32,
                ),
            ),
            Kind::U32 | Kind::I32 => write_words::<u32, _>(
                self.w,
                items.len(),
                items.iter().map(
                    #[inline(always)]
                    |value| number(kind, f(value)) as u32,
                ),
            ),
            _ => {
                let words = items.iter().map(|value| number(kind, f(value)));
                write_words::<u64, _>(self.w, items.len(), words)
            }
        }
    }
}

/// Writes a list of `n` numbers, at least two (W2), walking through it for its form and again for its
/// values, one at a time: little code, for a small machine.
#[cfg(not(feature = "alloc"))]
fn write_words<U: Word, W: Writer>(
    w: &mut W,
    n: usize,
    mut words: impl Iterator<Item = U> + Clone,
) -> Result<(), W::Error> {
    let (mut least, mut greatest) = (U::MAX, U::ZERO);
    words.clone().for_each(|x| {
        least = least.min(x);
        greatest = greatest.max(x);
    });
    let form = Form::of(least, greatest, n);
    // As `write_head`, in 48 bytes less.
    w.write_byte(form.first_byte())?;
    if let Some(base) = form.base {
        match U::LOG_BITS {
            0..6 => w.write_varint_u32(base.widen() as u32)?,
            _ => w.write_varint_u64(base.widen())?,
        }
    }
    let base = form.base.unwrap_or(U::ZERO);
    let bits = 1u32 << form.log;
    // Values of less than a byte are put together; any other begins with nothing pending.
    let (mut pending, mut filled) = (U::ZERO, 0);
    words.try_for_each(|x| {
        pending = pending | x.sub(base).above(filled);
        filled += bits;
        while filled >= 8 {
            w.write_byte(pending.low_byte())?;
            pending = pending.without(8);
            filled -= 8;
        }
        Ok(())
    })?;
    if filled > 0 { w.write_byte(pending.low_byte()) } else { Ok(()) }
}

/// The same, some values at a time, and short lists in one walk.
#[cfg(feature = "alloc")]
fn write_words<U: Word, W: Writer>(
    w: &mut W,
    n: usize,
    mut words: impl Iterator<Item = U> + Clone,
) -> Result<(), W::Error> {
    if n <= SAMPLE {
        return write_few(w, words);
    }
    let (mut least, mut greatest) = (U::MAX, U::ZERO);
    words.clone().for_each(|x| {
        least = least.min(x);
        greatest = greatest.max(x);
    });
    let form = Form::of(least, greatest, n);
    write_head(w, form)?;
    let base = form.base.unwrap_or(U::ZERO);
    loop {
        let (mut some, mut len) = ([U::ZERO; SAMPLE], 0);
        for (slot, x) in some.iter_mut().zip(&mut words) {
            *slot = x.sub(base);
            len += 1;
        }
        let values = some.get(..len).unwrap_or_default();
        w.write_bytes(pack_few(values, form.log, &mut [0; SAMPLE * 8]))?;
        if len < SAMPLE {
            return Ok(());
        }
    }
}

#[cfg(feature = "alloc")]
#[inline]
fn write_head<U: Word, W: Writer>(w: &mut W, form: Form<U>) -> Result<(), W::Error> {
    w.write_byte(form.first_byte())?;
    match form.base {
        None => Ok(()),
        Some(base) if U::LOG_BITS < 6 => w.write_varint_u32(base.widen() as u32),
        Some(base) => w.write_varint_u64(base.widen()),
    }
}

/// A list of at most [`SAMPLE`] numbers, in one walk.
#[cfg(feature = "alloc")]
fn write_few<U: Word, W: Writer>(
    w: &mut W,
    words: impl Iterator<Item = U>,
) -> Result<(), W::Error> {
    let (mut some, mut len) = ([U::ZERO; SAMPLE], 0);
    for (slot, x) in some.iter_mut().zip(words) {
        *slot = x;
        len += 1;
    }
    let values = some.get_mut(..len).unwrap_or_default();
    let (least, greatest) = values
        .iter()
        .fold((U::MAX, U::ZERO), |(least, greatest), x| (least.min(*x), greatest.max(*x)));
    let form = Form::of(least, greatest, len);
    write_head(w, form)?;
    if let Some(base) = form.base {
        values.iter_mut().for_each(|x| *x = x.sub(base));
    }
    w.write_bytes(pack_few(values, form.log, &mut [0; SAMPLE * 8]))
}

/// Writes a list of bools (W4).
fn write_bits<W: Writer>(w: &mut W, mut bits: impl Iterator<Item = bool>) -> Result<(), W::Error> {
    let (mut byte, mut filled) = (0u8, 0);
    bits.try_for_each(|bit| {
        byte |= u8::from(bit) << filled;
        filled += 1;
        if filled < 8 {
            return Ok(());
        }
        filled = 0;
        w.write_byte(core::mem::take(&mut byte))
    })?;
    if filled > 0 { w.write_byte(byte) } else { Ok(()) }
}

impl<W> Sealed for Direct<'_, W> {}

impl<W: Writer> Sink for Direct<'_, W> {
    type Error = W::Error;

    fn borrow<'a, T: ?Sized, U: Serialize + ?Sized + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a U,
    ) -> Result<(), W::Error> {
        Pass::all(self.w, columns::<U>(), |pass| {
            items.try_for_each(|value| pass.next(Items::refs(&[f(value)])))
        })
    }

    fn convert<'a, T, U: Serialize>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> U,
    ) -> Result<(), W::Error> {
        Pass::all(self.w, columns::<U>(), |pass| {
            items.try_for_each(|value| pass.next(Items::one(&f(value))))
        })
    }

    fn slices<'a, T: ?Sized, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> &'a [U],
    ) -> Result<(), W::Error> {
        self.words(Kind::Count, items, |value| count(f(value).len()))?;
        Pass::all(self.w, columns::<U>(), |pass| {
            items.try_for_each(|value| pass.next(Items::of(f(value))))
        })
    }

    fn sequences<'a, T, I: IntoIterator<Item: Serialize>>(
        &mut self,
        items: Items<'a, T>,
        len: impl Fn(&'a T) -> usize,
        f: impl Fn(&'a T) -> I,
    ) -> Result<(), W::Error> {
        self.words(Kind::Count, items, |value| count(len(value)))?;
        Pass::all(self.w, columns::<I::Item>(), |pass| {
            items.try_for_each(|value| {
                f(value).into_iter().try_for_each(|element| pass.next(Items::one(&element)))
            })
        })
    }

    fn arrays<T: Serialize, const N: usize>(
        &mut self,
        items: Items<'_, [T; N]>,
    ) -> Result<(), W::Error> {
        match items.as_slice() {
            Some(arrays) => list(self.w, Items::of(arrays.as_flattened())),
            None => Pass::all(self.w, columns::<T>(), |pass| {
                items.try_for_each(|array| pass.next(Items::of(array)))
            }),
        }
    }

    fn options<'a, T, U: Serialize + 'a>(
        &mut self,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> Option<&'a U>,
    ) -> Result<(), W::Error> {
        self.words(Kind::Bool, items, |value| [u8::from(f(value).is_some())])?;
        Pass::all(self.w, columns::<U>(), |pass| {
            items.try_for_each(|value| f(value).map_or(Ok(()), |some| pass.next(Items::one(some))))
        })
    }

    #[inline(always)]
    fn numbers<T: Serialize, const N: usize>(
        &mut self,
        items: Items<'_, T>,
        f: impl Fn(&T) -> [u8; N],
    ) -> Result<(), W::Error> {
        match (T::KIND, as_written(items)) {
            (Some(Kind::Raw(_)), Some(bytes)) => self.w.write_bytes(bytes),
            (kind, _) => self.words(kind.unwrap_or(Kind::Raw(N as u8)), items, f),
        }
    }

    #[inline]
    fn mapped<'a, T: ?Sized, const N: usize>(
        &mut self,
        kind: Kind,
        items: Items<'a, T>,
        f: impl Fn(&'a T) -> [u8; N],
    ) -> Result<(), W::Error> {
        self.words(kind, items, f)
    }

    fn fixed<T: Serialize>(
        &mut self,
        items: Items<'_, T>,
        size: usize,
        f: impl Fn(&T, &mut SliceWriter<'_, W::Error>) -> Result<(), W::Error>,
    ) -> Result<(), W::Error> {
        if size == 0 {
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
        _: usize,
        f: impl Fn(Items<'a, T>, &mut Self) -> Result<(), W::Error>,
    ) -> Result<(), W::Error> {
        let start = self.w.position();
        f(items, self)?;
        self.w.close_block(start)
    }

    fn rows<T: Serialize>(&mut self, items: Items<'_, T>) -> Result<(), W::Error> {
        items.try_for_each(|value| value.serialize(self.w))
    }

    fn variants<T: SerializeVariants>(&mut self, items: Items<'_, T>) -> Result<(), W::Error> {
        self.words(Kind::U32, items, |value| super::tag(value).to_ne_bytes())?;
        for place in 0..T::VARIANTS.len() {
            let mut found = items.iter().filter(|value| value.place() == place);
            match (found.next(), found.next()) {
                (None, _) => {}
                (Some(value), None) => value.serialize_fields(self.w)?,
                (Some(_), Some(_)) => {
                    Pass::all(self.w, super::columns_of_variant::<T>(place), |pass| {
                        let mut found = items.iter().filter(|value| value.place() == place);
                        found.try_for_each(|value| pass.next_of(place, value))
                    })?;
                }
            }
        }
        Ok(())
    }
}
