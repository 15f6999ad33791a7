//! A field that is written through serde.

use alloc::vec::{self, Vec};
use core::cmp::Ordering;

use ::serde::de::DeserializeOwned;

use super::{from_reader, to_bytes};
use crate::de::Deserialize;
use crate::error::{ErrorKind, Result};
use crate::key::Key;
use crate::packed::Words;
use crate::raw::Items;
use crate::reader::{Reader, Rows};
use crate::schema::Schema;
use crate::ser::{Serialize, Sink, Writer};
use crate::types::with::With;

/// Writes values of types that have only serde's traits, as the rules S1 to S8 of `spec/SERDE.md` say:
/// `#[onesheet(with = Serde)]` on a field.
///
/// To the format the field is a seq(u8) (W9): other programs read the type without knowing what is
/// in these bytes, or follow that page. Lists of it are not in columns, and a change of the type is
/// another type.
///
/// ```
/// use onesheet::{Deserialize, Serde, Serialize, decode, try_encode};
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
/// - whatever an impl adds, such as an error of its own, is [`Refused`](ErrorKind::Refused);
/// - one value has one byte string as far as serde says what the value is. It does of maps, whatever
///   the hasher, but sets are sequences to it: a `HashSet` is written in the order of its hasher, and
///   a set is read in any order. So a message may be accepted that would be written otherwise.
///
/// [`Limits`](crate::Limits) hold for what is decoded. Each struct, tuple, enum, option, sequence and
/// map within is a level of `max_depth`. Of `max_alloc` each takes its size in memory, for it may
/// be boxed, and sequences and maps in addition what a `BTreeMap` or `HashMap` of std may take, for
/// serde does not say what they become: for a `Vec` of numbers that is a few times what it needs. A
/// list of values that is not decoded into memory at once, as in a [`Seq`](crate::Seq), is decoded
/// twice.
pub struct Serde;

impl<T: ::serde::Serialize + DeserializeOwned> With<T> for Serde {
    type Wire<'a> = Row<T>;

    fn to_wire(value: &T) -> Row<T> {
        Row::Written(to_bytes(value))
    }

    fn from_wire(row: Row<T>) -> Option<T> {
        match row {
            Row::Read(value) => Some(value),
            Row::Written(_) => None,
        }
    }
}

/// A value on its way out, as its bytes or why it has none; or on its way in.
pub enum Row<T> {
    /// What is written for a value.
    Written(Result<Vec<u8>, ErrorKind>),
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

    fn serialize<W: Writer>(&self, w: &mut W) -> Result<(), W::Error> {
        match self.bytes() {
            Ok(bytes) => bytes.serialize(w),
            Err(kind) => w.refuse(kind),
        }
    }

    fn serialize_slice<S: Sink>(items: Items<'_, Self>, s: &mut S) -> Result<(), S::Error> {
        items.try_for_each(|row| match row.bytes() {
            Ok(_) => Ok(()),
            Err(kind) => s.refuse(kind),
        })?;
        s.slices(items, |row| row.bytes().unwrap_or_default())
    }
}

/// By the bytes (W21), of values that were read too; what has none is refused when it is written.
impl<T: ::serde::Serialize> Key for Row<T> {
    fn order(&self, other: &Self) -> Ordering {
        let bytes = |row: &Self| match row {
            Row::Read(value) => to_bytes(value).unwrap_or_default(),
            Row::Written(bytes) => bytes.clone().unwrap_or_default(),
        };
        bytes(self).cmp(&bytes(other))
    }
}

/// Reads a value that takes `len` bytes, all of them.
fn read<'de, T: DeserializeOwned>(r: &mut Reader<'de>, len: u64) -> Result<T> {
    let len = usize::try_from(len).map_err(|_| r.error(ErrorKind::UnexpectedEnd))?;
    r.within(len, |r| {
        let value = from_reader(r)?;
        r.finish()?;
        Ok(value)
    })
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Row<T> {
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

    fn check(_: Self::Column, _: usize) -> Result<()> {
        Ok(())
    }

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
    decoded: Option<vec::IntoIter<T>>,
}

/// What has been decoded once can be decoded again, so that a value need not be `Clone`.
impl<T> Clone for RowColumn<'_, T> {
    fn clone(&self) -> Self {
        RowColumn { lens: self.lens, rows: self.rows.clone(), decoded: None }
    }
}

impl<'de, T: DeserializeOwned> RowColumn<'de, T> {
    fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let lens = Words::open(r, n)?;
        let rows = r.clone();
        let decoded = match r.rows() {
            Rows::Decoded | Rows::Owned => {
                r.charge(n, size_of::<T>())?;
                let (mut lens, mut values) = (lens, Vec::with_capacity(n));
                for _ in 0..n {
                    values.push(read(r, lens.next())?);
                }
                Some(values.into_iter())
            }
            Rows::InTurn | Rows::InPlace => {
                let mut lens = lens;
                for _ in 0..n {
                    read::<T>(r, lens.next())?;
                }
                None
            }
        };
        Ok(RowColumn { lens, rows, decoded })
    }

    fn next(&mut self) -> Result<T> {
        let len = self.lens.next();
        match self.decoded.as_mut().and_then(Iterator::next) {
            Some(value) => {
                self.pass(len)?;
                Ok(value)
            }
            None => read(&mut self.rows, len),
        }
    }

    fn skip(&mut self, n: usize) -> Result<()> {
        for _ in 0..n {
            let len = self.lens.next();
            self.pass(len)?;
        }
        self.decoded.iter_mut().for_each(|values| values.by_ref().take(n).for_each(drop));
        Ok(())
    }

    /// Passes over the bytes of a value.
    fn pass(&mut self, len: u64) -> Result<()> {
        let len = usize::try_from(len).map_err(|_| self.rows.error(ErrorKind::UnexpectedEnd))?;
        self.rows.take(len).map(drop)
    }
}
