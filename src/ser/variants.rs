//! Lists of enum values: tags, then the fields of each variant (W11, W13).

use super::list::columns;
use super::{ListWriter, Mode, SerializeVariants};
use crate::packed::Kind;
use crate::raw::{Items, Stage};
#[cfg(feature = "alloc")]
use crate::sort::Permutation;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use super::list::PART;

/// Variants of which the values are found faster by a walk through all for each than by sorting.
#[cfg(feature = "alloc")]
const FEW_VARIANTS: usize = 4;

/// The tag of a value (W20).
#[inline(always)]
fn tag<T: SerializeVariants>(value: &T) -> u32 {
    T::VARIANTS.get(value.place()).map_or(0, |(tag, _)| *tag)
}

/// The columns of the fields of the variant at a place.
#[inline]
fn columns_of_variant<T: SerializeVariants>(place: usize) -> usize {
    let before = |place: usize| T::VARIANTS.get(place).map(|(_, before)| *before);
    let end = before(place + 1).unwrap_or(const { columns::<T>() });
    end.saturating_sub(before(place).unwrap_or(end))
}

impl ListWriter<'_, '_> {
    /// Writes the tags of enum values, and the fields of each variant (W11, W13).
    #[doc(hidden)]
    pub fn variants<T: SerializeVariants>(&mut self, items: Items<'_, T>) {
        let first = self.next;
        #[cfg(feature = "alloc")]
        if const { columns::<T>() > 1 && T::VARIANTS.len() > FEW_VARIANTS } {
            self.variants_sorted(items);
            self.next = first + const { columns::<T>() };
            return;
        }
        self.mapped(Kind::U32, items, |value| tag(value).to_ne_bytes());
        if const { columns::<T>() > 1 } {
            for place in 0..T::VARIANTS.len() {
                self.variant_among(place, items, first);
            }
        }
        self.next = first + const { columns::<T>() };
    }

    /// Finds the values of the variant at a place, and writes their fields.
    fn variant_among<T: SerializeVariants>(
        &mut self,
        place: usize,
        items: Items<'_, T>,
        first: usize,
    ) {
        self.next = first + T::VARIANTS.get(place).map_or(0, |(_, before)| *before);
        let columns = columns_of_variant::<T>(place);
        if columns == 0 || !self.wants(columns) {
            return;
        }
        if let Some(writer) = self.direct_if(items.len() > PART) {
            return writer.measured(columns, &mut |list| {
                list.variant_of(place, items, 0);
            });
        }
        self.variant_of(place, items, self.next);
    }

    fn variant_of<T: SerializeVariants>(
        &mut self,
        place: usize,
        items: Items<'_, T>,
        first: usize,
    ) {
        let (mut left, mut some) = (items, Stage::<&T, PART>::new());
        while let Some(part) = left.take(PART) {
            some.clear();
            some.find(part, |value| value.place() == place);
            self.variant(place, some.as_slice(), first);
        }
    }

    /// Writes the fields of values of one variant, which begin at a column.
    #[inline]
    fn variant<T: SerializeVariants>(&mut self, place: usize, values: &[&T], first: usize) {
        match (&mut self.mode, values) {
            (_, []) => {}
            (Mode::Direct(writer), [value]) => value.serialize_fields(writer),
            _ => {
                self.next = first;
                T::serialize_variant(place, values, self);
            }
        }
    }

    /// Sorts all values by variant, once for all variants.
    #[cfg(feature = "alloc")]
    fn variants_sorted<T: SerializeVariants>(&mut self, items: Items<'_, T>) {
        let mut order = Permutation::new(items.len());
        items.for_each(
            #[inline(always)]
            |value| order.push(value.place()),
        );
        self.tags(order.keys(), T::VARIANTS);
        let first = self.next;
        order.sort(T::VARIANTS.len());
        let (mut few, mut many) = (Stage::<&T, PART>::new(), Vec::new());
        let keys = order.keys();
        let found = |key: &u64| items.get(*key as u32 as usize);
        let refs = if keys.len() <= PART {
            keys.iter().filter_map(found).for_each(|value| few.push(value));
            few.as_slice()
        } else {
            many.extend(keys.iter().filter_map(found));
            &many[..]
        };
        let mut left = refs;
        for (place, n) in order.groups() {
            let Some((run, rest)) = left.split_at_checked(n) else { return };
            left = rest;
            let before = T::VARIANTS.get(place).map_or(0, |(_, before)| *before);
            if columns_of_variant::<T>(place) > 0 {
                self.variant(place, run, first + before - 1);
            }
        }
    }

    /// Writes the tags of values, of which the keys say the variants.
    #[cfg(feature = "alloc")]
    #[inline(never)]
    fn tags(&mut self, keys: &[u64], variants: &[(u32, usize)]) {
        let tag = |key: &u64| variants.get((key >> 32) as usize).map_or(0, |(tag, _)| *tag);
        let keys = Items::of(keys);
        match variants.last() {
            // A tag is mostly the place of the variant, and that is small.
            Some((last @ 0..256, _)) if *last as usize + 1 == variants.len() => {
                self.mapped(Kind::U8, keys, |key| [(key >> 32) as u8]);
            }
            _ => self.mapped(Kind::U32, keys, |key| tag(key).to_ne_bytes()),
        }
    }
}
