//! Text and bytes behind a length of two bytes, highest first, as MQTT has them.

use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::raw::Items;
use crate::reader::Reader;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::with::With;

/// Text or bytes behind their length in two bytes, the highest first: a string of MQTT, and of other
/// protocols.
///
/// No type of the format has these bytes. So it is for reading and writing packets of such a protocol: its
/// [schema](const@Serialize::SCHEMA) is [`Foreign`](Schema::Foreign), which other readers do not take. In a list
/// they stand one behind the other. `T` is `&str`, `&[u8]`, `String` or `Vec<u8>`; as a marker, without `T`, it is
/// for a field of one of these.
///
/// ```
/// use onesheet::{Deserialize, Serialize, decode, encode_to_slice};
/// use onesheet::types::{Be, U16Prefixed};
///
/// /// The beginning of an MQTT packet that publishes.
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct Publish<'a> {
///     head: u8,
///     remaining: u8,
///     #[onesheet(with = U16Prefixed)]
///     topic: &'a str,
///     id: Be<u16>,
/// }
///
/// let packet = b"\x32\x07\x00\x03a/b\x00\x0a";
/// let publish: Publish = decode(packet)?;
/// assert_eq!((publish.topic, publish.id.get()), ("a/b", 10));
///
/// let mut buf = [0; 16];
/// let len = encode_to_slice(&publish, &mut buf)?;
/// assert_eq!(&buf[..len], packet);
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// # Errors
/// [`CapacityExceeded`](ErrorKind::CapacityExceeded) for more than 65,535 bytes, when it is written;
/// [`UnexpectedEnd`](ErrorKind::UnexpectedEnd) and [`InvalidUtf8`](ErrorKind::InvalidUtf8) when it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct U16Prefixed<T = ()>(pub T);

/// What stands behind such a length.
pub trait Content<'de>: AsRef<[u8]> + Sized {
    #[doc(hidden)]
    fn read(r: &mut Reader<'de>, len: usize) -> Result<Self>;
}

impl<'de: 'a, 'a> Content<'de> for &'a [u8] {
    #[inline]
    fn read(r: &mut Reader<'de>, len: usize) -> Result<Self> {
        r.take(len)
    }
}

impl<'de: 'a, 'a> Content<'de> for &'a str {
    #[inline]
    fn read(r: &mut Reader<'de>, len: usize) -> Result<Self> {
        r.text_of(len)
    }
}

#[cfg(feature = "alloc")]
impl<'de> Content<'de> for alloc::vec::Vec<u8> {
    fn read(r: &mut Reader<'de>, len: usize) -> Result<Self> {
        let bytes = r.take(len)?;
        r.charge(len, 1)?;
        Ok(bytes.into())
    }
}

#[cfg(feature = "alloc")]
impl<'de> Content<'de> for alloc::string::String {
    fn read(r: &mut Reader<'de>, len: usize) -> Result<Self> {
        let text = r.text_of(len)?;
        r.charge(len, 1)?;
        Ok(text.into())
    }
}

impl<T: AsRef<[u8]>> Serialize for U16Prefixed<T> {
    const SCHEMA: &'static Schema = &Schema::Foreign {
        name: "behind a big-endian u16 length",
        max_len: 2usize.saturating_add(u16::MAX as usize),
    };
    const FALLIBLE: bool = true;

    #[inline]
    fn serialize(&self, w: &mut Writer<'_>) {
        let content = self.0.as_ref();
        match u16::try_from(content.len()) {
            Ok(len) => w.write_bytes(&len.to_be_bytes()),
            Err(_) => return w.refuse::<Self>(ErrorKind::CapacityExceeded),
        }
        w.write_bytes(content);
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.rows(items)
    }
}

impl<'de, T: Content<'de>> Deserialize<'de> for U16Prefixed<T> {
    /// From the next value on, with the memory that is left to be claimed.
    type Column = Reader<'de>;

    #[inline]
    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let len = u16::from_be_bytes(r.array()?);
        T::read(r, len.into()).map(U16Prefixed)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        let column = r.clone();
        for _ in 0..n {
            Self::deserialize(r)?;
        }
        Ok(column)
    }

    fn next(column: &mut Self::Column) -> Result<Self> {
        Self::deserialize(column)
    }

    const CHECKED: bool = true;

    fn heap_size(&self) -> usize {
        self.0.as_ref().len()
    }
}

macro_rules! borrowed {
    ($($ty:ty)*) => {$(
        impl<'a> With<&'a $ty> for U16Prefixed {
            type Wire<'x> = U16Prefixed<&'a $ty>;

            #[inline]
            fn to_wire(content: &&'a $ty) -> U16Prefixed<&'a $ty> {
                U16Prefixed(content)
            }

            #[inline]
            fn from_wire(wire: U16Prefixed<&'a $ty>) -> Option<&'a $ty> {
                Some(wire.0)
            }
        }
    )*};
}
borrowed! { str [u8] }

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::{Content, Reader, Result, U16Prefixed, With};
    use alloc::borrow::{Cow, ToOwned};
    use alloc::string::String;
    use alloc::vec::Vec;

    /// Content that is written where it is, and read into memory.
    pub struct Held<'a, B: ToOwned + ?Sized>(Cow<'a, B>);

    impl<B: AsRef<[u8]> + ToOwned + ?Sized> AsRef<[u8]> for Held<'_, B> {
        fn as_ref(&self) -> &[u8] {
            (*self.0).as_ref()
        }
    }

    impl<'de, B: AsRef<[u8]> + ToOwned<Owned: Content<'de>> + ?Sized> Content<'de> for Held<'_, B> {
        fn read(r: &mut Reader<'de>, len: usize) -> Result<Self> {
            B::Owned::read(r, len).map(|owned| Held(Cow::Owned(owned)))
        }
    }

    macro_rules! owned {
        ($($ty:ty as $borrowed:ty;)*) => {$(
            impl With<$ty> for U16Prefixed {
                type Wire<'x> = U16Prefixed<Held<'x, $borrowed>>;

                #[inline]
                fn to_wire(content: &$ty) -> U16Prefixed<Held<'_, $borrowed>> {
                    U16Prefixed(Held(Cow::Borrowed(content)))
                }

                #[inline]
                fn from_wire(wire: U16Prefixed<Held<'_, $borrowed>>) -> Option<$ty> {
                    Some(wire.0.0.into_owned())
                }
            }
        )*};
    }
    owned! { String as str; Vec<u8> as [u8]; }
}
