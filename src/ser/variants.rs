//! Lists of enum values: tags, then the fields of each variant (W11, W13).

use super::list::columns;
use super::{ListWriter, Mode, Serialize, SerializeVariants};
use crate::packed::Kind;
use crate::raw::{Items, StackVec};
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// The most values that are sorted at a time, which bounds the memory for it.
const MOST: usize = if cfg!(feature = "alloc") { 1 << 15 } else { 64 };

/// The place of a variant.
type Place = u16;

/// The bits of a word: of at most so many values and variants, the values are found by bits.
#[cfg(feature = "alloc")]
const FEW: usize = 64;

/// The places of the bits that are 1.
#[cfg(feature = "alloc")]
#[inline(always)]
fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let place = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place as usize)
    })
}

/// Counts the values of each variant, from which follows where the first of each stands when all are sorted.
#[cfg(feature = "alloc")]
#[inline(never)]
fn starts(places: &[Place], starts: &mut [usize]) {
    for place in places {
        if let Some(count) = starts.get_mut(usize::from(*place)) {
            *count += 1;
        }
    }
    let mut sum = 0;
    for start in starts {
        sum += core::mem::replace(start, sum);
    }
}

/// At most [`MOST`] values by their variants: a chain of those whose places have the same lowest bits.
#[cfg(not(feature = "alloc"))]
struct Chains {
    first: [u8; 16],
    /// From the last value to the first, each by how many come after it.
    next: StackVec<u8, MOST>,
}

#[cfg(not(feature = "alloc"))]
impl Chains {
    #[inline(always)]
    fn new() -> Self {
        Chains { first: [u8::MAX; 16], next: StackVec::new() }
    }

    #[inline(never)]
    fn link(&mut self, places: &[Place]) {
        let first = &mut self.first;
        self.next.extend((0..).zip(places.iter().rev()).map(|(after, place)| {
            let first = first.get_mut(usize::from(*place) % 16);
            first.map_or(u8::MAX, |first| core::mem::replace(first, after))
        }));
    }

    /// How many come after each of the values that may be of the variant at a place, in order.
    #[inline]
    fn chain(&self, place: usize) -> impl Iterator<Item = u8> {
        let next = self.next.as_slice();
        let mut after = self.first.get(place % 16).copied().unwrap_or(u8::MAX);
        // What ends a chain is the number of no value.
        core::iter::from_fn(move || {
            let this = after;
            after = *next.get(usize::from(this))?;
            Some(this)
        })
    }
}

/// Whether each tag is the place of its variant, as mostly.
#[inline]
const fn are_places(variants: &[(u32, usize)]) -> bool {
    matches!(variants.split_last(), Some(((last, _), before)) if *last == before.len() as u32)
}

/// Whether each tag fits 16 bits. A list of them has the same bytes as one of 32 bits, and takes less time.
#[inline]
const fn are_short(variants: &[(u32, usize)]) -> bool {
    matches!(variants.last(), None | Some((..=0xffff, _)))
}

/// The tag of the variant at a place (W20).
#[inline(always)]
fn tag_at<T: SerializeVariants>(place: usize) -> u32 {
    // A look into the table costs a list of 60 values 3 %. (`short/key_map/encode`)
    match const { are_places(T::VARIANTS) } {
        true => place as u32,
        false => T::VARIANTS.get(place).map_or(0, |(tag, _)| *tag),
    }
}

/// The columns of the fields of the variant at a place.
#[inline]
fn columns_of_variant<T: SerializeVariants>(place: usize) -> usize {
    let before = |place: usize| T::VARIANTS.get(place).map(|(_, before)| *before);
    let end = before(place + 1).unwrap_or(const { columns::<T>() });
    end.saturating_sub(before(place).unwrap_or(end))
}

/// Out of line: it gathers fields on the stack, which a lone value need not reserve.
#[cfg_attr(feature = "alloc", inline(never))]
fn serialize_variant<T: SerializeVariants>(
    place: usize,
    values: &[&T],
    list: &mut ListWriter<'_, '_>,
) {
    T::serialize_variant(place, values, list)
}

impl ListWriter<'_, '_> {
    /// Writes the tags of enum values, and the fields of each variant (W11, W13).
    #[doc(hidden)]
    pub fn variants<T: SerializeVariants>(&mut self, items: Items<'_, T>) {
        if const { columns::<T>() == 1 } {
            return match const { are_short(T::VARIANTS) } {
                true => self.mapped(Kind::U16, items, |value| {
                    (tag_at::<T>(value.place()) as u16).to_ne_bytes()
                }),
                false => {
                    self.mapped(Kind::U32, items, |value| tag_at::<T>(value.place()).to_ne_bytes())
                }
            };
        }
        const { assert!(T::VARIANTS.len() <= Place::MAX as usize, "an enum of too many variants") }
        let first = self.next;
        self.variants_together(items);
        self.next = first + const { columns::<T>() };
    }

    /// Writes the fields of values of one variant, which begin at a column.
    #[cfg_attr(feature = "alloc", inline(always))]
    #[cfg_attr(not(feature = "alloc"), inline(never))]
    fn variant<T: SerializeVariants>(&mut self, place: usize, values: &[&T], first: usize) {
        match (&mut self.mode, values) {
            (_, []) => {}
            (Mode::Direct(writer), [value]) => value.serialize_fields(writer),
            _ => {
                self.next = first;
                serialize_variant(place, values, self);
            }
        }
    }

    /// Finds the values of each variant, in one walk for all variants.
    fn variants_together<T: SerializeVariants>(&mut self, items: Items<'_, T>) {
        #[cfg(feature = "alloc")]
        if items.len() <= FEW && T::VARIANTS.len() <= FEW {
            return match const { T::VARIANTS.len() } {
                0..=4 => self.variants_of_few::<T, 4>(items),
                5..=16 => self.variants_of_few::<T, 16>(items),
                _ => self.variants_of_few::<T, FEW>(items),
            };
        }
        if let Some(writer) = self.direct_if(items.len() > MOST) {
            return writer
                .measured(const { columns::<T>() }, &mut |list| list.variants_together(items));
        }
        let (first, mut left) = (self.next, items);
        while let Some(some) = left.take(MOST) {
            self.next = first;
            self.variants_sorted(some);
        }
    }

    /// The same for few values of few variants: each variant has a word, with a bit for each value.
    #[cfg(feature = "alloc")]
    #[inline(always)]
    fn variants_of_few<T: SerializeVariants, const VARIANTS: usize>(
        &mut self,
        items: Items<'_, T>,
    ) {
        let mut places = StackVec::<Place, FEW>::new();
        let (mut values, mut variants, mut bit) = ([0u64; VARIANTS], 0u64, 1u64);
        items.for_each(
            #[inline(always)]
            |value| {
                let place = value.place();
                places.push(place as Place);
                if let Some(values) = values.get_mut(place) {
                    *values |= bit;
                }
                variants |= 1u64.wrapping_shl(place as u32);
                bit <<= 1;
            },
        );
        self.tags(places.as_slice(), T::VARIANTS);
        let (first, mut some) = (self.next, StackVec::<&T, FEW>::new());
        for (place, values) in ones(variants).filter_map(|place| Some((place, values.get(place)?)))
        {
            if columns_of_variant::<T>(place) > 0 {
                some.clear();
                ones(*values).filter_map(|at| items.get(at)).for_each(|value| some.push(value));
                self.variant_at(place, some.as_slice(), first);
            }
        }
    }

    /// The same for many values: by a counting sort.
    #[cfg(feature = "alloc")]
    fn variants_sorted<T: SerializeVariants>(&mut self, items: Items<'_, T>) {
        let places: Vec<Place> = items.iter().map(|value| value.place() as Place).collect();
        self.tags(&places, T::VARIANTS);
        let mut ends = alloc::vec![0; T::VARIANTS.len()];
        starts(&places, &mut ends);
        drop(places);
        let Some(any) = items.get(0) else { return };
        let (first, mut sorted) = (self.next, alloc::vec![any; items.len()]);
        items.for_each(
            #[inline(always)]
            |value| {
                if let Some(end) = ends.get_mut(value.place()) {
                    if let Some(slot) = sorted.get_mut(*end) {
                        *slot = value;
                    }
                    *end += 1;
                }
            },
        );
        let mut start = 0;
        for (place, end) in ends.into_iter().enumerate() {
            self.variant_at(place, sorted.get(start..end).unwrap_or_default(), first);
            start = end;
        }
    }

    /// The same for at most [`MOST`] values, on the stack.
    #[cfg(not(feature = "alloc"))]
    fn variants_sorted<T: SerializeVariants>(&mut self, items: Items<'_, T>) {
        let mut places = StackVec::<Place, MOST>::new();
        places.fill(items, |value| value.place() as Place);
        self.tags(places.as_slice(), T::VARIANTS);
        let first = self.next;
        let mut chains = Chains::new();
        chains.link(places.as_slice());
        let (last, mut some) = (items.len().wrapping_sub(1), StackVec::<&T, MOST>::new());
        for at in 0..T::VARIANTS.len() {
            some.clear();
            let values =
                chains.chain(at).filter_map(|after| items.get(last.wrapping_sub(after.into())));
            values.filter(|value| value.place() == at).for_each(|value| some.push(value));
            if !some.as_slice().is_empty() {
                self.variant_at(at, some.as_slice(), first);
            }
        }
    }

    /// Writes the fields of values of the variant at a place. `first` is the column after the tags.
    #[cfg_attr(feature = "alloc", inline(always))]
    fn variant_at<T: SerializeVariants>(&mut self, place: usize, values: &[&T], first: usize) {
        let before = T::VARIANTS.get(place).map_or(0, |(_, before)| *before);
        let columns = columns_of_variant::<T>(place);
        self.next = first + before - 1;
        if columns > 0 && self.wants(columns) {
            self.variant(place, values, self.next);
        }
    }

    /// Writes the tags of values, whose variants are at those places.
    #[inline(never)]
    fn tags(&mut self, places: &[Place], variants: &[(u32, usize)]) {
        let tag = |place: &Place| variants.get(usize::from(*place)).map_or(0, |(tag, _)| *tag);
        let places = Items::of(places);
        match are_places(variants) {
            true => Place::serialize_slice(places, self),
            false => self.mapped(Kind::U32, places, |place| tag(place).to_ne_bytes()),
        }
    }
}
