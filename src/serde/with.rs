//! A field that is written through serde.

#[cfg(feature = "alloc")]
use alloc::vec::{self, Vec};
#[cfg(feature = "alloc")]
use core::cmp::Ordering;
use core::marker::PhantomData;

use super::{de, ser};
use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
#[cfg(feature = "alloc")]
use crate::key::Key;
use crate::packed::Words;
use crate::raw::Items;
use crate::reader::Reader;
#[cfg(feature = "alloc")]
use crate::reader::Rows;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};
use crate::with::With;

/// Writes values of types that have only serde's traits, as the rules S1 to S8 of `spec/SERDE.md` say:
/// `#[onesheet(with = Serde)]` on a field.
///
/// To the format the field is a seq(u8) (W9): other programs read the type without knowing what is
/// in these bytes, or follow that page. Lists of it are not in columns, and a change of the type is
/// another type.
///
/// ```
/// use onesheet::{Deserialize, Serialize, decode, try_encode};
/// use onesheet::with::Serde;
///
/// /// A type of another crate.
/// #[derive(serde::Serialize, serde::Deserialize, Debug, PartialEq)]
/// struct Version {
///     major: u16,
///     minor: u16,
///     tag: Option<String>,
/// }
///
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct Package {
///     name: String,
///     #[onesheet(with = Serde)]
///     version: Version,
///     #[onesheet(with = Vec<Serde>)]
///     older: Vec<Version>,
/// }
///
/// let version = |tag: Option<&str>| Version { major: 300, minor: 1, tag: tag.map(String::from) };
/// let package = Package { name: "p".into(), version: version(Some("rc")), older: vec![version(None)] };
/// let message = try_encode(&package)?;
/// assert_eq!(message, b"\x01p\x07\xac\x02\x01\x01\x02rc\x01\x04\xac\x02\x01\x00");
/// assert_eq!(decode(&message), Ok(package));
/// # Ok::<(), onesheet::Error>(())
/// ```
///
/// Serde's data model says less of a type than its declaration. So
///
/// - a type with such a field is encoded by [`try_encode`](crate::try_encode) and its like;
/// - a type that needs a format that describes itself is [`NotSelfDescribing`](ErrorKind::NotSelfDescribing):
///   `flatten` and `skip_serializing_if` when it is encoded, enums that are `untagged` or have a `tag`,
///   `serde_json::Value` and the like only when it is decoded, so test that your type is;
/// - what the two halves of an impl do differently goes unseen: `skip_serializing` without
///   `skip_deserializing`, and variants after one that is skipped, which serde numbers differently;
/// - `skip_serializing_if` of a field without a name is not seen, for serde does not say that it is left out: what is
///   written then has a field less, and is read as another value or not at all;
/// - a count that an impl says is a hint, and corrected; but a value of a list that says too many may be
///   [`Refused`](ErrorKind::Refused);
/// - whatever an impl adds, such as an error of its own, is [`Refused`](ErrorKind::Refused);
/// - one value has one byte string as far as serde says what the value is. It does of maps, whatever
///   the hasher, but sets are sequences to it: a `HashSet` is written in the order of its hasher, and
///   a set is read in any order. So a message may be accepted that would be written otherwise.
///
/// [`Limits`](crate::Limits) hold for what is decoded. Each struct, tuple, enum, option, sequence and
/// map within is a level of `max_depth`. Of `max_alloc` each value that needs `Drop` takes its size in
/// memory, for it may stand behind a `Box` or `Rc`, and sequences and maps in addition what any
/// collection of std may take, for
/// serde does not say what they become: for a `Vec` of numbers that is a few times what it needs. A
/// list of values that is not decoded into memory at once, as in a [`Seq`](crate::list::Seq), is decoded
/// twice.
pub struct Serde;

impl<T: ::serde::Serialize> With<T> for Serde {
    type Wire<'a> = Row<T>;

    fn to_wire(value: &T) -> Row<T> {
        #[cfg(feature = "alloc")]
        {
            Row::Written(super::to_vec(value).map_err(|error| error.kind()))
        }
        #[cfg(not(feature = "alloc"))]
        {
            let _ = value;
            Row::Written(Err(ErrorKind::NeedsAlloc))
        }
    }

    fn from_wire(row: Row<T>) -> Option<T> {
        match row {
            Row::Read(value) => Some(value),
            Row::Written(_) => None,
        }
    }

    #[inline]
    fn write(value: &T, w: &mut Writer<'_>) {
        w.write_block(|w| ser::write(value, w));
    }

    fn write_list<'a, U>(
        items: Items<'a, U>,
        get: impl Fn(&'a U) -> &'a T,
        w: &mut ListWriter<'_, '_>,
    ) where
        T: 'a,
    {
        w.counted(items, &|item, w| ser::write(get(item), w));
    }
}

#[cfg(feature = "alloc")]
type Bytes = Vec<u8>;
/// There is no memory for them.
#[cfg(not(feature = "alloc"))]
type Bytes = [u8; 0];

/// A value on its way in; or the bytes of one, or why it has none, to be compared with others.
pub enum Row<T> {
    /// What is written for a value.
    Written(Result<Bytes, ErrorKind>),
    /// A value that was read.
    Read(T),
}

impl<T> Row<T> {
    fn bytes(&self) -> Result<&[u8], ErrorKind> {
        match self {
            Row::Written(Ok(bytes)) => Ok(bytes),
            Row::Written(Err(kind)) => Err(*kind),
            Row::Read(_) => Err(ErrorKind::Refused),
        }
    }
}

impl<T> Serialize for Row<T> {
    const SCHEMA: &'static Schema = <[u8]>::SCHEMA;

    const FALLIBLE: bool = true;

    fn serialize(&self, w: &mut Writer<'_>) {
        match self.bytes() {
            Ok(bytes) => bytes.serialize(w),
            Err(kind) => w.refuse::<Self>(kind),
        }
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        items.for_each(|row| {
            if let Err(kind) = row.bytes() {
                w.refuse::<Self>(kind);
            }
        });
        w.slices(items, |row| row.bytes().unwrap_or_default());
    }
}

/// By the bytes (W21), of values that were read too; what has none is refused when it is written.
#[cfg(feature = "alloc")]
impl<T: ::serde::Serialize> Key for Row<T> {
    fn order(&self, other: &Self) -> Ordering {
        let bytes = |row: &Self| match row {
            Row::Read(value) => super::to_vec(value).unwrap_or_default(),
            Row::Written(bytes) => bytes.clone().unwrap_or_default(),
        };
        bytes(self).cmp(&bytes(other))
    }
}

/// Reads a value that takes `len` bytes, all of them.
fn read<'de, T: ::serde::Deserialize<'de>>(r: &mut Reader<'de>, len: u64) -> Result<T> {
    let len = usize::try_from(len).map_err(|_| r.error(ErrorKind::UnexpectedEnd))?;
    r.within(len, |r| {
        let value = de::read(r)?;
        r.finish()?;
        Ok(value)
    })
}

impl<'de, T: ::serde::Deserialize<'de>> Deserialize<'de> for Row<T> {
    type Column = RowColumn<'de, T>;

    fn deserialize(r: &mut Reader<'de>) -> Result<Self> {
        let len = r.length()?;
        read(r, len as u64).map(Row::Read)
    }

    fn deserialize_many(r: &mut Reader<'de>, n: usize) -> Result<Self::Column> {
        RowColumn::open(r, n)
    }

    fn next(column: &mut Self::Column) -> Result<Self> {
        column.next().map(Row::Read)
    }

    const CHECKED: bool = true;

    fn skip(column: &mut Self::Column, n: usize) -> Result<()> {
        column.skip(n)
    }
}

/// An opened list: the lengths of the values, and their bytes, of which each has been decoded once.
pub struct RowColumn<'de, T> {
    lens: Words<'de, u64>,
    /// From the next value on, with the memory that it may claim.
    rows: Reader<'de>,
    /// The values, if they are in memory.
    #[cfg(feature = "alloc")]
    decoded: Option<vec::IntoIter<T>>,
    of: PhantomData<T>,
}

/// What has been decoded once can be decoded again, so that a value need not be `Clone`.
impl<T> Clone for RowColumn<'_, T> {
    fn clone(&self) -> Self {
        RowColumn {
            lens: self.lens,
            rows: self.rows.clone(),
            #[cfg(feature = "alloc")]
            decoded: None,
            of: PhantomData,
        }
    }
}

impl<'de, T: ::serde::Deserialize<'de>> RowColumn<'de, T> {
    fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let lens = Words::open(r, n)?;
        let rows = r.clone();
        #[cfg(feature = "alloc")]
        if let Rows::Decoded | Rows::Owned = r.rows() {
            r.charge(n, size_of::<T>())?;
            let (mut left, mut values) = (lens, Vec::with_capacity(n));
            for _ in 0..n {
                values.push(read(r, left.next())?);
            }
            return Ok(RowColumn {
                lens,
                rows,
                decoded: Some(values.into_iter()),
                of: PhantomData,
            });
        }
        let mut left = lens;
        for _ in 0..n {
            read::<T>(r, left.next())?;
        }
        Ok(RowColumn {
            lens,
            rows,
            #[cfg(feature = "alloc")]
            decoded: None,
            of: PhantomData,
        })
    }

    fn next(&mut self) -> Result<T> {
        let len = self.lens.next();
        #[cfg(feature = "alloc")]
        if let Some(value) = self.decoded.as_mut().and_then(Iterator::next) {
            self.pass(len)?;
            return Ok(value);
        }
        read(&mut self.rows, len)
    }

    fn skip(&mut self, n: usize) -> Result<()> {
        for _ in 0..n {
            let len = self.lens.next();
            self.pass(len)?;
        }
        #[cfg(feature = "alloc")]
        self.decoded.iter_mut().for_each(|values| values.by_ref().take(n).for_each(drop));
        Ok(())
    }

    /// Passes over the bytes of a value.
    fn pass(&mut self, len: u64) -> Result<()> {
        let len = usize::try_from(len).map_err(|_| self.rows.error(ErrorKind::UnexpectedEnd))?;
        self.rows.take(len).map(drop)
    }
}
