//! W11: enums, the tags and then the fields of each variant by ascending tag.
//!
//! | Rust | format |
//! |--|--|
//! | `Result<T, E>` | result(T, E), which is enum {0: T, 1: E} |
//! | `Ordering` | enum {0: Less, 1: Equal, 2: Greater} |
//! | `Infallible` | enum {} |

use core::cmp::Ordering;
use core::convert::{Infallible, identity};

use crate::de::Deserialize;
#[cfg(feature = "alloc")]
use crate::de::FEW;
use crate::error::{Error, ErrorKind, Result};
#[cfg(feature = "alloc")]
use crate::packed;
use crate::packed::Words;
use crate::raw::{Permutation, ScatterBuild, ScatterWriter};
use crate::reader::Reader;
#[cfg(feature = "alloc")]
use crate::reader::Rows;
use crate::schema::{Schema, enum_schema};

/// An opened list of enum values: their tags, and the columns of each variant as a tuple.
#[derive(Clone, Copy, Debug)]
pub struct EnumColumn<'de, P> {
    tags: Words<'de, u32>,
    /// The fields of each variant.
    pub parts: P,
    start: usize,
}

impl<'de, P> EnumColumn<'de, P> {
    /// Joins what was opened.
    #[inline]
    pub fn new(tags: Tags<'de>, parts: P) -> Self {
        EnumColumn { tags: tags.words, parts, start: tags.start }
    }

    /// The tag of the next value.
    #[inline]
    pub fn next_tag(&mut self) -> u32 {
        self.tags.next()
    }

    /// The error that a tag is not one of the type's (W28).
    #[inline]
    pub fn invalid_tag(&self) -> Error {
        invalid_tag(self.start)
    }
}

/// The opened tags of a list of enum values.
#[derive(Clone, Copy, Debug)]
pub struct Tags<'de> {
    words: Words<'de, u32>,
    n: usize,
    start: usize,
}

impl<'de> Tags<'de> {
    /// Opens the tags of a list of `n` values.
    #[inline]
    pub fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        let start = r.position();
        Ok(Tags { words: Words::open(r, n)?, n, start })
    }

    /// Counts the values of each variant; `place` says which variant has a tag.
    ///
    /// # Errors
    /// `unknown` if a tag has no place.
    #[inline]
    pub fn count<const V: usize>(
        &self,
        unknown: ErrorKind,
        place: impl Fn(u32) -> Option<usize>,
    ) -> Result<[usize; V]> {
        let mut counts = [0usize; V];
        let mut tags = self.words;
        for _ in 0..self.n {
            match place(tags.next()).and_then(|place| counts.get_mut(place)) {
                Some(count) => *count = count.wrapping_add(1),
                None => return Err(Error::new(unknown, self.start)),
            }
        }
        Ok(counts)
    }

    /// The number of values and their tags, for enums that know more than a count.
    #[inline]
    pub(crate) fn words(&self) -> (Words<'de, u32>, usize) {
        (self.words, self.n)
    }
}

/// An enum that the derive has written, whose lists are read variant by variant, as they stand,
/// each value to its place.
pub trait DeserializeVariants<'de>: Deserialize<'de> {
    /// The tags, ascending; at most 255.
    const TAGS: &'static [u32];

    /// The columns of the fields of all variants, for values that are read where they are.
    type Columns;

    /// Opens a list of `n` values that are read where they are.
    ///
    /// # Errors
    /// The rule that the input breaks.
    fn open(r: &mut Reader<'de>, n: usize) -> Result<EnumList<'de, Self, Self::Columns>>;

    /// Takes the next of these.
    ///
    /// # Errors
    /// The rule that the value breaks.
    fn next_in_place(columns: &mut EnumColumn<'de, Self::Columns>) -> Result<Self>;

    /// Reads the fields of one value, the tag of which stands at `start`, and puts it where it
    /// stays.
    ///
    /// # Errors
    /// [`InvalidTag`](ErrorKind::InvalidTag) if it is none of the type's, and the rule that the
    /// input breaks.
    fn deserialize_one<P>(
        r: &mut Reader<'de>,
        tag: u32,
        start: usize,
        put: impl FnOnce(Self) -> P,
    ) -> Result<P>;

    /// Reads the fields of `n` values of that tag, to the places that come next.
    ///
    /// # Errors
    /// The rule that the input breaks.
    fn list(
        r: &mut Reader<'de>,
        tag: u32,
        n: usize,
        places: &mut ScatterWriter<'_, Self>,
    ) -> Result<()>;
}

/// Reads one value.
///
/// # Errors
/// The rule that the input breaks.
#[inline]
pub fn deserialize<'de, T: DeserializeVariants<'de>>(r: &mut Reader<'de>) -> Result<T> {
    let start = r.position();
    let tag = r.tag()?;
    T::deserialize_one(r, tag, start, identity)
}

/// The error that a tag is not one of the type's (W28).
#[cold]
#[must_use]
pub fn invalid_tag(start: usize) -> Error {
    Error::new(ErrorKind::InvalidTag, start)
}

/// The error that a variant of an extensible enum is not known (W32).
#[cold]
#[must_use]
pub fn unknown_variant(start: usize) -> Error {
    Error::new(ErrorKind::UnknownVariant, start)
}

/// An enum without fields, skipped ones included, lists of which are lists of its tags.
pub trait Fieldless<'de>: Deserialize<'de> {
    /// The tags, ascending; at least one.
    const TAGS: &'static [u32];

    /// The value of a tag; of a tag that is none of the type's, any value.
    fn from_tag(tag: u32) -> Self;
}

/// Whether each tag is the place of its variant, as mostly.
const fn are_places(tags: &[u32]) -> bool {
    matches!(tags.split_last(), Some((last, before)) if *last == before.len() as u32)
}

/// Opens a list of `n` values of an enum without fields.
///
/// # Errors
/// As for a list of numbers, and [`InvalidTag`](ErrorKind::InvalidTag) if one is no tag.
#[inline]
pub fn open_fieldless<'de, T: Fieldless<'de>>(
    r: &mut Reader<'de>,
    n: usize,
) -> Result<EnumColumn<'de, ()>> {
    let start = r.position();
    let tags = Words::open(r, n)?;
    let are_tags = match const { are_places(T::TAGS) } {
        true => tags.are_less(n, T::TAGS.len() as u32),
        false => {
            let mut rest = tags;
            (0..n).all(|_| T::TAGS.binary_search(&rest.next()).is_ok())
        }
    };
    if are_tags { Ok(EnumColumn { tags, parts: (), start }) } else { Err(invalid_tag(start)) }
}

/// The longest list of an enum without fields that is read without a cursor.
#[cfg(feature = "alloc")]
#[must_use]
pub const fn few_fieldless_of<T>() -> usize {
    if core::mem::needs_drop::<T>() { 0 } else { FEW }
}

/// Reads a short list of an enum without fields: [`few`](Deserialize::few) of it.
///
/// # Errors
/// As [`open_fieldless`].
#[cfg(feature = "alloc")]
#[inline]
pub fn few_fieldless<'de, T: Fieldless<'de>, const N: usize>(
    r: &mut Reader<'de>,
    n: usize,
) -> Result<[T; N]> {
    let start = r.position();
    let tags = packed::read_few::<u32, N>(r, n)?;
    let are_tags = match const { are_places(T::TAGS) } {
        true => tags.iter().fold(0, |greatest, tag| *tag.max(&greatest)) < T::TAGS.len() as u32,
        false => tags.iter().all(|tag| T::TAGS.binary_search(tag).is_ok()),
    };
    if are_tags { Ok(tags.map(T::from_tag)) } else { Err(invalid_tag(start)) }
}

impl<'de> EnumColumn<'de, ()> {
    /// The next value of an enum without fields.
    #[inline]
    pub fn next_fieldless<T: Fieldless<'de>>(&mut self) -> T {
        T::from_tag(self.tags.next())
    }

    /// Passes over `n` values.
    #[inline]
    pub fn skip(&mut self, n: usize) {
        self.tags.skip(n);
    }

    /// The next `n` values.
    #[cfg(feature = "alloc")]
    #[inline]
    pub fn next_vec<T: Fieldless<'de>>(&mut self, n: usize) -> alloc::vec::Vec<T> {
        self.tags.read_vec(n, T::from_tag)
    }
}

/// Bytes of memory that the order of `n` values takes while they are read.
const fn order_size(n: usize) -> usize {
    if n <= Permutation::FEW { 0 } else { n.saturating_mul(size_of::<u8>() + size_of::<u64>()) }
}

/// Reads a list of `n` values, whose own memory has been charged.
///
/// # Errors
/// The rule that the input breaks, and [`MemoryLimit`](ErrorKind::MemoryLimit) if there is not as
/// much memory as their order takes meanwhile.
pub fn scatter<'de, T: DeserializeVariants<'de>>(
    r: &mut Reader<'de>,
    n: usize,
    list: &mut impl ScatterBuild<T>,
) -> Result<()> {
    let size = order_size(n);
    r.charge(1, size)?;
    let start = r.position();
    let mut order = Permutation::new();
    let all = if n == 1 {
        // W15.
        let tag = r.tag()?;
        order.by_group(core::iter::once(0));
        list.build(&order, |places| put_lone(r, tag, start, places))
    } else {
        read_order(r, n, T::TAGS, &mut order).and_then(|()| {
            list.build(&order, |places| {
                while let Some((group, n)) = places.next_group() {
                    let Some(tag) = T::TAGS.get(usize::from(group)).copied() else { break };
                    match n {
                        1 => put_lone(r, tag, start, places)?,
                        _ => T::list(r, tag, n, places)?,
                    }
                }
                Ok(())
            })
        })
    };
    r.refund(size);
    // Places are left over by no code that the derive writes.
    if all? { Ok(()) } else { Err(invalid_tag(start)) }
}

fn put_lone<'de, T: DeserializeVariants<'de>>(
    r: &mut Reader<'de>,
    tag: u32,
    start: usize,
    places: &mut ScatterWriter<'_, T>,
) -> Result<()> {
    if cfg!(not(feature = "alloc")) {
        // The same code as for a value alone.
        places.put(T::deserialize_one(r, tag, start, identity)?);
        return Ok(());
    }
    T::deserialize_one(r, tag, start, |value| places.put(value))
}

/// Reads the tags of `n` values: an order in which those of each tag are one group.
fn read_order(r: &mut Reader<'_>, n: usize, tags: &[u32], order: &mut Permutation) -> Result<()> {
    let start = r.position();
    #[cfg(not(feature = "alloc"))]
    let mut words = Words::<u32>::open(r, n)?;
    #[cfg(feature = "alloc")]
    let mut words = Words::new();
    #[cfg(feature = "alloc")]
    words.open_here(r, n, &mut None)?;
    let in_turn = are_places(tags);
    let place = |tag: u32| match in_turn {
        true => tag.min(u8::MAX.into()) as u8,
        false => tags.binary_search(&tag).map_or(u8::MAX, |place| place as u8),
    };
    let mut greatest = 0;
    if n <= Permutation::FEW {
        order.by_group((0..n).map(|_| {
            let group = place(words.next());
            greatest = greatest.max(group);
            group
        }));
    } else {
        #[cfg(feature = "alloc")]
        {
            let groups = match in_turn {
                true => words.read_vec(n, |tag| tag.min(u8::MAX.into()) as u8),
                false => words.read_vec(n, place),
            };
            greatest = groups.iter().fold(0, |greatest, group| greatest.max(*group));
            order.by_groups(&groups, usize::from(greatest) + 1);
        }
    }
    if usize::from(greatest) < tags.len() { Ok(()) } else { Err(invalid_tag(start)) }
}

/// An opened list of enum values: in memory, or to be read where they are.
#[derive(Debug)]
pub enum EnumList<'de, T, P> {
    /// Values that are in memory.
    #[cfg(feature = "alloc")]
    Decoded {
        /// Those that were not yet taken.
        values: alloc::vec::IntoIter<T>,
        /// How many there were, and where they stand.
        all: (usize, Reader<'de>),
    },
    /// Values that are read as they are taken.
    InPlace(EnumColumn<'de, P>, core::marker::PhantomData<T>),
}

impl<'de, T: DeserializeVariants<'de, Columns = P>, P> EnumList<'de, T, P> {
    /// Opens a list of `n` values: decodes it, if it goes into memory and there is any.
    ///
    /// # Errors
    /// The rule that the input breaks.
    #[inline]
    pub fn open(r: &mut Reader<'de>, n: usize) -> Result<Self> {
        #[cfg(feature = "alloc")]
        if matches!(r.rows(), Rows::Owned) {
            let first = r.clone();
            // What there is no memory for can still be read where it is.
            if r.charge(n, size_of::<T>()).and_then(|()| r.charge(1, order_size(n))).is_ok() {
                r.refund(order_size(n));
                let mut values = alloc::vec::Vec::new();
                scatter::<T>(r, n, &mut values)?;
                let values = values.into_iter();
                return Ok(EnumList::Decoded { values, all: (n, first) });
            }
            *r = first;
        }
        T::open(r, n)
    }

    /// Joins what was opened.
    #[inline]
    pub fn new(tags: Tags<'de>, parts: P) -> Self {
        EnumList::InPlace(EnumColumn::new(tags, parts), core::marker::PhantomData)
    }

    /// The next value.
    ///
    /// # Errors
    /// The rule that the value breaks.
    #[inline]
    pub fn next_value(&mut self) -> Result<T> {
        match self {
            #[cfg(feature = "alloc")]
            EnumList::Decoded { values, all } => match values.next() {
                Some(value) => Ok(value),
                None => Err(all.1.error(ErrorKind::UnexpectedEnd)),
            },
            EnumList::InPlace(columns, _) => T::next_in_place(columns),
        }
    }
}

/// What has been decoded once can be decoded again, so that a value need not be `Clone`.
impl<'de, T: DeserializeVariants<'de, Columns = P>, P: Clone> Clone for EnumList<'de, T, P> {
    fn clone(&self) -> Self {
        match self {
            #[cfg(feature = "alloc")]
            EnumList::Decoded { values, all: (n, first) } => {
                let again = |n: usize| {
                    let mut r = first.clone();
                    let mut values = alloc::vec::Vec::new();
                    scatter::<T>(&mut r, n, &mut values).ok()?;
                    Some(values.into_iter())
                };
                let mut all = again(*n).unwrap_or_default();
                if let Some(taken) = n.checked_sub(values.len() + 1) {
                    all.nth(taken);
                }
                EnumList::Decoded { values: all, all: (*n, first.clone()) }
            }
            EnumList::InPlace(columns, of) => EnumList::InPlace(columns.clone(), *of),
        }
    }
}

/// Implements the traits for an enum of two variants with a field each, and perhaps a third without.
macro_rules! sum {
    ([$($generic:ident),+] $ty:ty: $schema:expr,
        0: $zero:path => $first:ident, 1: $one:path => $second:ident $(, $tag:literal: $unit:path)?
    ) => {
        impl<$($generic: $crate::Serialize),+> $crate::Serialize for $ty {
            const SCHEMA: &'static $crate::Schema = $schema;
            const FALLIBLE: bool = $first::FALLIBLE || $second::FALLIBLE;
            const INLINE: bool = $first::INLINE && $second::INLINE;

            #[inline]
            fn serialize(&self, w: &mut $crate::ser::Writer<'_>) {
                use $crate::ser::SerializeVariants;
                // A varint of one byte.
                w.write_byte(self.place() as u8);
                self.serialize_fields(w)
            }

            fn serialize_slice(
                items: $crate::ser::Items<'_, Self>,
                w: &mut $crate::ser::ListWriter<'_, '_>,
            ) {
                w.variants(items)
            }
        }

        impl<$($generic: $crate::Serialize),+> $crate::ser::SerializeVariants for $ty {
            const VARIANTS: &'static [(u32, usize)] = &[
                (0, 1),
                (1, 1 + $first::SCHEMA.columns()),
                $(($tag, 1 + $first::SCHEMA.columns() + $second::SCHEMA.columns()))?
            ];

            #[inline]
            fn place(&self) -> usize {
                match self {
                    $zero(_) => 0,
                    $one(_) => 1,
                    $($unit => $tag,)?
                }
            }

            #[inline]
            fn serialize_fields(&self, w: &mut $crate::ser::Writer<'_>) {
                match self {
                    $zero(value) => value.serialize(w),
                    $one(value) => value.serialize(w),
                    $($unit => {})?
                }
            }

            fn serialize_variant(
                place: usize,
                values: &[&Self],
                w: &mut $crate::ser::ListWriter<'_, '_>,
            ) {
                use $crate::ser::Items;
                match place {
                    0 => $first::serialize_slice(
                        Items::variant_field(values, &|value| match value {
                            $zero(value) => Some(value),
                            _ => None,
                        }),
                        w,
                    ),
                    1 => $second::serialize_slice(
                        Items::variant_field(values, &|value| match value {
                            $one(value) => Some(value),
                            _ => None,
                        }),
                        w,
                    ),
                    _ => {}
                }
            }
        }

        impl<'de, $($generic: $crate::Deserialize<'de>),+> $crate::Deserialize<'de> for $ty {
            type Column =
                $crate::types::enumeration::EnumColumn<'de, ($first::Column, $second::Column)>;

            #[inline]
            fn deserialize(r: &mut $crate::de::Reader<'de>) -> $crate::Result<Self> {
                let start = r.position();
                match r.tag()? {
                    0 => $first::deserialize(r).map($zero),
                    1 => $second::deserialize(r).map($one),
                    $($tag => Ok($unit),)?
                    _ => Err($crate::types::enumeration::invalid_tag(start)),
                }
            }

            fn deserialize_many(
                r: &mut $crate::de::Reader<'de>,
                n: usize,
            ) -> $crate::Result<Self::Column> {
                const VARIANTS: usize = [0, 1 $(, $tag)?].len();
                let tags = $crate::types::enumeration::Tags::open(r, n)?;
                let [first, second, ..] = tags
                    .count::<VARIANTS>($crate::ErrorKind::InvalidTag, |tag| tag.try_into().ok())?;
                let parts =
                    ($first::deserialize_many(r, first)?, $second::deserialize_many(r, second)?);
                Ok($crate::types::enumeration::EnumColumn::new(tags, parts))
            }

            #[inline]
            fn next(column: &mut Self::Column) -> $crate::Result<Self> {
                match column.next_tag() {
                    0 => $first::next(&mut column.parts.0).map($zero),
                    $($tag => Ok($unit),)?
                    // The tags have been counted: no other is left.
                    _ => $second::next(&mut column.parts.1).map($one),
                }
            }

            fn heap_size(&self) -> usize {
                match self {
                    $zero(value) => value.heap_size(),
                    $one(value) => value.heap_size(),
                    $($unit => 0,)?
                }
            }
        }
    };
}
pub(crate) use sum;

sum! {
    [T, E] Result<T, E>: &Schema::Result(T::SCHEMA, E::SCHEMA),
    0: Ok => T, 1: Err => E
}

crate::types::via::via! {
    [] Ordering as u32 {
        kind: InvalidTag,
        to: |order| (*order as i8).wrapping_add(1) as u32,
        from: |tag| match tag {
            0 => Some(Ordering::Less),
            1 => Some(Ordering::Equal),
            2 => Some(Ordering::Greater),
            _ => None,
        },
        schema: enum_schema! { "Ordering" 0: "Less", 1: "Equal", 2: "Greater" }
    }

    [] Infallible as u32 {
        kind: InvalidTag,
        to: |never| match *never {},
        from: |_| None,
        schema: enum_schema! { "Infallible" }
    }
}
