//! W9 for what an iterator yields: only encoded.

use crate::raw::Items;
use crate::schema::Schema;
use crate::ser::{ListWriter, Serialize, Writer};

/// A list (W9) of what an iterator yields, without a vector for it: to be encoded.
///
/// The iterator is cloned and walked through twice, once to be measured. One that yields another number
/// of elements than it says, or others the second time, gives wrong bytes, but no undefined
/// behaviour.
///
/// ```
/// use onesheet::{Serialize, encode};
/// use onesheet::list::FromIter;
/// use std::collections::BTreeMap;
///
/// let ages = BTreeMap::from([("Ada", 36u8), ("Blaise", 39)]);
/// assert_eq!(encode(&FromIter(ages.values())), encode(&vec![36u8, 39]));
///
/// #[derive(Serialize)]
/// struct Report<I> {
///     year: u16,
///     names: FromIter<I>,
/// }
///
/// let report = Report { year: 1662, names: FromIter(ages.keys()) };
/// assert_eq!(encode(&report), encode(&(1662u16, ["Ada", "Blaise"].to_vec())));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FromIter<I>(
    /// The iterator.
    pub I,
);

impl<I: Iterator + Clone> FromIter<I> {
    /// How many elements the iterator says there are.
    fn len(&self) -> usize {
        // `len` panics where an iterator contradicts itself.
        self.0.size_hint().0
    }

    fn elements(&self) -> Elements<I> {
        Elements { iter: self.0.clone(), left: self.len() }
    }
}

impl<I: ExactSizeIterator<Item: Serialize> + Clone> Serialize for FromIter<I> {
    const SCHEMA: &'static Schema = <[I::Item]>::SCHEMA;
    const FALLIBLE: bool = I::Item::FALLIBLE;

    fn serialize(&self, w: &mut Writer<'_>) {
        w.write_sequence(self.elements())
    }

    fn serialize_slice(items: Items<'_, Self>, w: &mut ListWriter<'_, '_>) {
        w.sequences(items, Self::len, Self::elements)
    }
}

/// Elements, and no more than were said to be there.
#[derive(Clone)]
pub(crate) struct Elements<I> {
    pub(crate) iter: I,
    pub(crate) left: usize,
}

/// Elements for which memory is reserved before they come.
const RESERVED: usize = 256;

impl<I: Iterator> Iterator for Elements<I> {
    type Item = I::Item;

    #[inline]
    fn next(&mut self) -> Option<I::Item> {
        self.left = self.left.checked_sub(1)?;
        self.iter.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.min(RESERVED), Some(self.left))
    }
}

impl<I: Iterator> ExactSizeIterator for Elements<I> {
    #[inline]
    fn len(&self) -> usize {
        self.left
    }
}
