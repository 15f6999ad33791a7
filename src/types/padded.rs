//! Text of a fixed number of bytes, as other formats and protocols have it.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::de::Deserialize;
use crate::error::{Error, ErrorKind, Result};
use crate::key::Key;
use crate::list::Indexed;
use crate::raw::{Items, Layout};
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::types::fixed::of_size;
use crate::with::Utf8;

mod sealed {
    pub trait Sealed {}
}
use sealed::Sealed;

/// How the text of a [`Padded`] is encoded: [`Utf8`], [`Utf16Be`] or [`Utf16Le`].
pub trait Encoding: Sealed {
    /// Bytes of a unit.
    #[doc(hidden)]
    const UNIT: usize;
    /// The bytes of a unit, lowest first.
    #[doc(hidden)]
    fn unit(bytes: &[u8]) -> u16;
    /// The units of a character.
    #[doc(hidden)]
    fn units(c: char) -> impl Iterator<Item = u16>;
    /// The bytes of a unit, of which the first [`UNIT`](Self::UNIT) are.
    #[doc(hidden)]
    fn bytes(unit: u16) -> [u8; 2];
    /// The characters of text, or where it is none, in bytes.
    #[doc(hidden)]
    fn chars(bytes: &[u8]) -> impl Iterator<Item = core::result::Result<char, usize>> + '_;
    /// What text that is none breaks.
    #[doc(hidden)]
    const KIND: ErrorKind;
}

/// What a [`Padded`] is filled up with: [`Zeros`] or [`Spaces`].
pub trait Padding: Sealed {
    #[doc(hidden)]
    const UNIT: u16;
}

/// UTF-16, highest byte first: for [`Padded`].
pub struct Utf16Be;

/// UTF-16, lowest byte first: for [`Padded`].
pub struct Utf16Le;

/// Bytes of 0 behind the text, in which there is none: for [`Padded`].
pub struct Zeros;

/// Spaces behind the text, which does not end in one: for [`Padded`].
pub struct Spaces;

impl Sealed for Utf8 {}
impl Sealed for Utf16Be {}
impl Sealed for Utf16Le {}
impl Sealed for Zeros {}
impl Sealed for Spaces {}

impl Padding for Zeros {
    const UNIT: u16 = 0;
}

impl Padding for Spaces {
    const UNIT: u16 = b' ' as u16;
}

impl Encoding for Utf8 {
    const UNIT: usize = 1;
    const KIND: ErrorKind = ErrorKind::InvalidUtf8;

    fn unit(bytes: &[u8]) -> u16 {
        bytes.first().copied().map_or(0, u16::from)
    }

    fn units(c: char) -> impl Iterator<Item = u16> {
        let mut bytes = [0; 4];
        let len = c.encode_utf8(&mut bytes).len();
        bytes.into_iter().take(len).map(u16::from)
    }

    fn bytes(unit: u16) -> [u8; 2] {
        unit.to_le_bytes()
    }

    fn chars(bytes: &[u8]) -> impl Iterator<Item = core::result::Result<char, usize>> + '_ {
        let (text, wrong) = match core::str::from_utf8(bytes) {
            Ok(text) => (text, None),
            Err(error) => ("", Some(Err(error.valid_up_to()))),
        };
        text.chars().map(Ok).chain(wrong)
    }
}

macro_rules! utf16 {
    ($($name:ident: $from:ident, $to:ident;)*) => {$(
        impl Encoding for $name {
            const UNIT: usize = 2;
            const KIND: ErrorKind = ErrorKind::InvalidChar;

            fn unit(bytes: &[u8]) -> u16 {
                bytes.first_chunk().map_or(0, |bytes| u16::$from(*bytes))
            }

            fn units(c: char) -> impl Iterator<Item = u16> {
                let mut units = [0; 2];
                let len = c.encode_utf16(&mut units).len();
                units.into_iter().take(len)
            }

            fn bytes(unit: u16) -> [u8; 2] {
                unit.$to()
            }

            fn chars(bytes: &[u8]) -> impl Iterator<Item = core::result::Result<char, usize>> + '_ {
                let units = bytes.chunks_exact(2).map(Self::unit);
                let mut at = 0usize;
                char::decode_utf16(units).map(move |c| {
                    let start = at;
                    let c = c.map_err(|_| start)?;
                    at = at.saturating_add(2 * c.len_utf16());
                    Ok(c)
                })
            }
        }
    )*};
}
utf16! {
    Utf16Be: from_be_bytes, to_be_bytes;
    Utf16Le: from_le_bytes, to_le_bytes;
}

/// Text in N bytes, filled up with zeros or spaces: array(u8, N) (W8).
///
/// It is UTF-8 unless `E` is [`Utf16Be`] or [`Utf16Le`], of which N is even; it is padded with
/// [`Zeros`] unless `P` is [`Spaces`]. One text has one form: text that ends in a space is refused where spaces
/// pad it, and text with a 0 in it where zeros do.
///
/// ```
/// use onesheet::{ErrorKind, decode, encode};
/// use onesheet::types::{Padded, Spaces, Utf16Be};
/// use onesheet::with::Utf8;
///
/// let name: Padded<8> = Padded::new("door").unwrap();
/// assert_eq!(name.as_str(), "door");
/// assert_eq!(encode(&name), b"door\0\0\0\0");
/// assert_eq!(decode(b"door\0\0\0\0"), Ok(name));
/// assert!(<Padded<8>>::new("front door").is_none());
///
/// let wide: Padded<6, Utf16Be, Spaces> = Padded::new("é").unwrap();
/// assert_eq!(encode(&wide), b"\0\xe9\0 \0 ");
/// assert_eq!(wide.to_string(), "é");
///
/// let error = decode::<Padded<4>>(b"a\0b\0").unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Refused);
/// ```
///
/// # Errors
/// Decoding rejects bytes that are no text: [`InvalidUtf8`](ErrorKind::InvalidUtf8), of UTF-16
/// [`InvalidChar`](ErrorKind::InvalidChar) for half of a pair, and [`Refused`](ErrorKind::Refused) for
/// text behind a 0.
pub struct Padded<const N: usize, E = Utf8, P = Zeros> {
    bytes: [u8; N],
    of: PhantomData<fn() -> (E, P)>,
}

impl<const N: usize, E: Encoding, P: Padding> Padded<N, E, P> {
    /// The text, if it fits and has a form of its own.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        const { assert!(N % E::UNIT == 0, "text in UTF-16 takes an even number of bytes") }
        let mut padded = Self::default();
        let mut units = padded.bytes.chunks_exact_mut(E::UNIT);
        for unit in text.chars().flat_map(E::units) {
            let bytes = E::bytes(unit);
            units.next()?.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        }
        // Each text has one form, and so is what it is read as.
        let read = padded.check(0).is_ok() && padded.chars().eq(text.chars());
        read.then_some(padded)
    }

    /// The characters of the text.
    pub fn chars(&self) -> impl Iterator<Item = char> + '_ {
        E::chars(self.text()).map_while(core::result::Result::ok)
    }

    /// The bytes, with the padding.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; N] {
        &self.bytes
    }

    /// The bytes of the text.
    fn text(&self) -> &[u8] {
        let units = self.bytes.chunks_exact(E::UNIT).rev();
        let padding = units.take_while(|unit| E::unit(unit) == P::UNIT).count();
        self.bytes.get(..N.saturating_sub(padding.saturating_mul(E::UNIT))).unwrap_or_default()
    }

    /// Checks that it is text, which begins at a place in the message.
    fn check(&self, start: usize) -> Result<()> {
        let mut at = start;
        for c in E::chars(self.text()) {
            let c = match c {
                Ok(c) => c,
                Err(place) => return Err(Error::new(E::KIND, start.saturating_add(place))),
            };
            if P::UNIT == 0 && c == '\0' {
                return Err(Error::new(ErrorKind::Refused, at));
            }
            at = at.saturating_add(E::units(c).count().saturating_mul(E::UNIT));
        }
        Ok(())
    }
}

impl<const N: usize, P: Padding> Padded<N, Utf8, P> {
    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.text()).unwrap_or_default()
    }
}

impl<const N: usize, E: Encoding, P: Padding> Default for Padded<N, E, P> {
    /// No text.
    fn default() -> Self {
        const { assert!(N % E::UNIT == 0, "text in UTF-16 takes an even number of bytes") }
        let mut bytes = [0; N];
        let pad = E::bytes(P::UNIT);
        for unit in bytes.chunks_exact_mut(E::UNIT) {
            unit.iter_mut().zip(pad).for_each(|(to, from)| *to = from);
        }
        Padded { bytes, of: PhantomData }
    }
}

impl<const N: usize, E, P> Clone for Padded<N, E, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, E, P> Copy for Padded<N, E, P> {}

impl<const N: usize, E, P> PartialEq for Padded<N, E, P> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes == other.bytes
    }
}

impl<const N: usize, E, P> Eq for Padded<N, E, P> {}

impl<const N: usize, E, P> PartialOrd for Padded<N, E, P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize, E, P> Ord for Padded<N, E, P> {
    /// By the bytes.
    fn cmp(&self, other: &Self) -> Ordering {
        self.bytes.cmp(&other.bytes)
    }
}

impl<const N: usize, E, P> Hash for Padded<N, E, P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl<const N: usize, E: Encoding, P: Padding> fmt::Display for Padded<N, E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        self.chars().try_for_each(|c| f.write_char(c))
    }
}

impl<const N: usize, E: Encoding, P: Padding> fmt::Debug for Padded<N, E, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        f.write_char('"')?;
        self.chars().flat_map(char::escape_debug).try_for_each(|c| f.write_char(c))?;
        f.write_char('"')
    }
}

impl<const N: usize, E, P> Serialize for Padded<N, E, P> {
    const SCHEMA: &'static Schema = &Schema::Array(&Schema::U8, N);
    const FIXED: Option<usize> = Some(N);

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        w.write_bytes(&self.bytes)
    }

    #[inline]
    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.fixed(items, N, |value, w| value.serialize(w))
    }

    #[inline]
    fn byte_layout(&self, layout: &mut Layout<false>) {
        layout.numbers(&self.bytes);
    }
}

impl<'de, const N: usize, E: Encoding, P: Padding> Deserialize<'de> for Padded<N, E, P> {
    of_size! { N }

    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        const { assert!(N % E::UNIT == 0, "text in UTF-16 takes an even number of bytes") }
        let start = r.position();
        let padded = Padded { bytes: r.array()?, of: PhantomData };
        padded.check(start)?;
        Ok(padded)
    }
}

impl<const N: usize, E, P> Key for Padded<N, E, P> {
    fn order(&self, other: &Self) -> Ordering {
        self.cmp(other)
    }
}

impl<const N: usize, E, P> Indexed for Padded<N, E, P> {}
