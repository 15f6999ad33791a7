//! What a reader finds.

use std::borrow::Cow;

use onesheet::list::Seq;
use onesheet::{Deserialize, Limits};

use crate::block::{Good, HEADER, Header, Reason, kind};
use crate::error::Error;
use crate::escape;
use crate::place::Role;
use crate::section::Section;
use crate::statistics::{FieldList, Statistics};

/// What a reader found in a file, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Event<'a> {
    /// Where it begins, in bytes from the start of the file.
    pub at: u64,
    /// What it is.
    pub what: What<'a>,
    /// The whole block as it stands, from its mark on; none of a gap and of what is skipped.
    pub bytes: &'a [u8],
}

/// What a reader found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum What<'a> {
    /// A section begins (F4).
    Section(Section<'a>),
    /// Records of the section.
    Records(Block<'a>),
    /// Records of another section: what came before is damaged, or an older file left them (F13).
    Orphan(Block<'a>),
    /// The writer was done (F7).
    End {
        /// How many records the section has.
        first: u64,
    },
    /// The block that comes next, at the same place, is not the one expected (F12).
    Gap {
        /// How many records of the section were to come before it.
        expected: u64,
        /// How many it says do.
        found: u64,
    },
    /// A block of a kind that this reader does not know (F3).
    Unknown {
        /// Its kind.
        kind: u8,
    },
    /// Bounds of the numbers of the block that begins where it ends, and where its fields are, if that is the one
    /// which it is about (F19): [`Reader::pass`](crate::Reader::pass), [`Reader::only`](crate::Reader::only).
    Statistics(Statistics),
    /// Some of the fields of records of the section, as was asked for (F23).
    Fields(Fields<'a>),
    /// Records of the section that were passed over by their statistics, as was asked for (F21).
    Unread {
        /// Their number.
        count: u32,
    },
    /// A block that says nothing to this reader: the end of another section (F13), or one of a kind
    /// that readers which do not know it pass over (F3).
    Passed,
    /// Bytes without a good block (F11).
    Skipped {
        /// Their number.
        len: u64,
        /// What is wrong where they begin.
        reason: Reason,
    },
}

/// Some of the fields of the records of a block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fields<'a> {
    pub(crate) count: u32,
    pub(crate) first: u64,
    pub(crate) places: &'a [FieldList],
    pub(crate) bytes: &'a [u8],
}

impl<'a> Fields<'a> {
    /// How many records the block holds.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.count
    }

    /// How many records of the section come before.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.first
    }

    /// The lists of the fields, one behind the other, in the order in which they were asked for: of each field F,
    /// enc(F, …) of all records (W7).
    #[must_use]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How long each of these lists is, and where it stands in the body of the block.
    #[must_use]
    pub fn places(&self) -> &'a [FieldList] {
        self.places
    }
}

/// A block of records.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block<'a> {
    at: u64,
    header: Header,
    is_escaped: bool,
    body: &'a [u8],
}

impl<'a> Block<'a> {
    pub(crate) fn new(at: u64, good: Good, bytes: &'a [u8]) -> Option<Self> {
        let Good { header, is_escaped } = good;
        Some(Block { at, header, is_escaped, body: bytes.get(HEADER..)? })
    }

    /// Whether record `k` of the section is in it.
    pub(crate) fn holds(&self, k: u64) -> bool {
        k.checked_sub(self.first()).is_some_and(|place| place < u64::from(self.count()))
    }

    /// How many records it holds.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.header.count
    }

    /// How many records of the section come before.
    #[must_use]
    pub fn first(&self) -> u64 {
        self.header.first
    }

    /// What tells to which section it belongs: the check of that section's schema block.
    #[must_use]
    pub fn schema(&self) -> u32 {
        self.header.schema
    }

    /// Whether the records are compressed.
    #[must_use]
    pub fn is_compressed(&self) -> bool {
        self.header.kind == kind::COMPRESSED
    }

    /// The payload as it stands in the block (F2): of compressed records their length, and the frame.
    #[must_use]
    pub fn payload(&self) -> Cow<'a, [u8]> {
        match self.is_escaped {
            true => escape::to_payload(self.body),
            false => Cow::Borrowed(self.body),
        }
    }

    /// The records as bytes: enc(T, v1 … vn). They are borrowed where they stand, unless they are
    /// compressed, or a mark is among them.
    ///
    /// # Errors
    /// [`Compressed`](Error::Compressed) if there is no such frame, or if it states more bytes than
    /// `limits` allow to claim.
    pub fn list(&self, limits: &Limits) -> Result<Cow<'a, [u8]>, Error> {
        if !self.is_compressed() {
            return Ok(self.payload());
        }
        #[cfg(feature = "zstd")]
        {
            let list = crate::compress::decompress(&self.payload(), limits.max_alloc);
            list.map(Cow::Owned).map_err(|why| Error::Compressed { at: self.at, why })
        }
        #[cfg(not(feature = "zstd"))]
        {
            let _ = limits;
            Err(Error::Unknown { at: self.at, kind: self.header.kind })
        }
    }

    /// The records.
    ///
    /// # Errors
    /// As [`list`](Self::list), and [`Message`](Error::Message) if the bytes are not so many records
    /// of the type, or break the limits.
    pub fn decode<T: onesheet::de::DeserializeOwned>(
        &self,
        limits: &Limits,
    ) -> Result<Vec<T>, Error> {
        let list = self.list(limits)?;
        onesheet::list::decode_with(&list, self.count() as usize, limits)
            .map_err(|error| Error::Message { at: self.at, error })
    }

    /// The records, read where they stand: in the block, or in `list`, into which go those that are
    /// compressed.
    ///
    /// # Errors
    /// As [`decode`](Self::decode).
    pub fn view<'l, V>(
        &self,
        list: &'l mut Cow<'a, [u8]>,
        limits: &Limits,
    ) -> Result<Seq<'l, V>, Error>
    where
        V: Deserialize<'l, Column: Clone>,
    {
        *list = self.list(limits)?;
        onesheet::list::decode_view_with(list, self.count() as usize, limits)
            .map_err(|error| Error::Message { at: self.at, error })
    }
}

/// A good block as an event.
pub(crate) fn event(at: u64, role: Role, good: Good, bytes: &[u8]) -> Option<Event<'_>> {
    let block = Block::new(at, good, bytes)?;
    let header = good.header;
    let what = match role {
        Role::Section => What::Section(Section::read(block.body)?),
        // A reader without Zstandard does not know the kind (F14).
        Role::Records | Role::Orphan if block.is_compressed() && !cfg!(feature = "zstd") => {
            What::Unknown { kind: header.kind }
        }
        Role::Records => What::Records(block),
        Role::Orphan => What::Orphan(block),
        Role::End => What::End { first: header.first },
        Role::Statistics => match Statistics::read(block.body) {
            Some(statistics) => What::Statistics(statistics),
            None => What::Passed,
        },
        Role::Unknown => What::Unknown { kind: header.kind },
        Role::Passed => What::Passed,
    };
    Some(Event { at, what, bytes })
}
