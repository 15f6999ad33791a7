//! W5: str, the lengths and then the bytes of all.
//!
//! | Rust | format |
//! |--|--|
//! | `str`, `String`, `&str`, `Box<str>`, `Rc<str>`, `Arc<str>`, `Cow<str>` | str |

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::packed::Words;
use crate::raw;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::types::seq::{check_counts, slice};

slice! { [] [] str as [u8], &Schema::Str { max: None }, false, str::as_bytes; }

/// An opened list of strings: their lengths, and their text joined.
#[derive(Clone, Copy, Debug)]
pub struct TextColumn<'de> {
    lens: Words<'de, u64>,
    text: &'de str,
    /// Where `text` ends in the message.
    end: usize,
}

impl<'de> TextColumn<'de> {
    /// Opens a list of `n` strings: one check over the joined text, and one of each boundary.
    #[inline]
    pub(crate) fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        Self::open_bounded(r, n, usize::MAX)
    }

    /// The same, where each string has at most so many bytes.
    pub(crate) fn open_bounded(r: &mut Reader<'de>, n: usize, most: usize) -> Result<Self> {
        let start = r.position();
        let (lens, total) = Words::open_summed(r, n)?;
        check_counts(lens, n, most, start)?;
        let total = total.and_then(|total| usize::try_from(total).ok());
        let place = r.position();
        let bytes = total.and_then(|total| r.take(total).ok());
        let bytes = bytes.ok_or_else(|| Error::new(ErrorKind::UnexpectedEnd, start))?;
        let (text, ascii) = validate(bytes, place)?;
        let column = TextColumn { lens, text, end: r.position() };
        if n > 1 && !ascii {
            let mut walk = column;
            for _ in 0..n {
                walk.next()?;
            }
        }
        Ok(column)
    }

    /// Bytes of the text that is left.
    #[allow(dead_code, reason = "used by some crates of text")]
    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Result<&'de str> {
        let len = self.lens.next() as usize;
        match self.text.split_at_checked(len) {
            Some((text, rest)) => {
                self.text = rest;
                Ok(text)
            }
            None => Err(self.split()),
        }
    }

    #[inline]
    fn split(&self) -> Error {
        Error::new(ErrorKind::InvalidUtf8, self.end.wrapping_sub(self.text.len()))
    }
}

/// Text, and whether it is known to be ASCII.
#[cfg(feature = "alloc")]
#[inline]
fn validate(bytes: &[u8], start: usize) -> Result<(&str, bool)> {
    if let Some(text) = raw::ascii(bytes) {
        return Ok((text, true));
    }
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok((text, false)),
        Err(error) => {
            Err(Error::new(ErrorKind::InvalidUtf8, start.wrapping_add(error.valid_up_to())))
        }
    }
}

/// Text, and whether it is known to be ASCII.
#[cfg(not(feature = "alloc"))]
#[inline]
fn validate(bytes: &[u8], start: usize) -> Result<(&str, bool)> {
    match raw::text(bytes) {
        Ok(text) => Ok((text, false)),
        Err(valid) => Err(Error::new(ErrorKind::InvalidUtf8, start.wrapping_add(valid))),
    }
}

impl<'de> Reader<'de> {
    /// Reads one string (W5).
    #[inline]
    pub(crate) fn text(&mut self) -> Result<&'de str> {
        let len = self.length()?;
        self.text_of(len)
    }

    /// Reads text of so many bytes.
    #[inline]
    pub(crate) fn text_of(&mut self, len: usize) -> Result<&'de str> {
        let start = self.position();
        validate(self.take(len)?, start).map(|(text, _)| text)
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for &'a str {
    type Column = TextColumn<'de>;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        r.text()
    }

    #[inline]
    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        TextColumn::open(r, n)
    }

    #[inline]
    fn next(column: &mut Self::Column) -> Result<Self> {
        column.next()
    }

    const CHECKED: bool = true;
}

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::{Deserialize, Reader, Result, TextColumn, slice};
    use crate::types::pointer::COUNTS;
    use alloc::{boxed::Box, rc::Rc, string::String, sync::Arc};

    slice! { [] [] String as [u8], <str>::SCHEMA, false, String::as_bytes; }

    macro_rules! owned {
        ($($ty:ty: $head:expr, $bytes:expr;)*) => {$(
            impl<'de> Deserialize<'de> for $ty {
                type Column = TextColumn<'de>;

                #[inline]
                fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
                    let text = r.text()?;
                    r.charge(text.len(), 1)?;
                    r.charge(1, $head)?;
                    Ok(text.into())
                }

                #[inline]
                fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
                    let column = TextColumn::open(r, n)?;
                    r.charge(column.text.len(), 1)?;
                    r.charge(n, $head)?;
                    Ok(column)
                }

                #[inline]
                fn next(column: &mut Self::Column) -> Result<Self> {
                    column.next().map(Self::from)
                }

                const CHECKED: bool = true;

                #[inline]
                fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
                    <&str>::skip(column, n)
                }

                #[inline]
                fn heap_size(&self) -> usize {
                    let bytes: fn(&Self) -> usize = $bytes;
                    bytes(self).saturating_add($head)
                }
            }
        )*};
    }
    // The bytes that a string claims beside those of its text, and for how many of these.
    owned! {
        String: 0, Self::capacity;
        Box<str>: 0, |text| text.len();
        Rc<str>: COUNTS, |text| text.len();
        Arc<str>: COUNTS, |text| text.len();
    }
}
