//! `#[onesheet(borrow)]`: a `Cow` that borrows from the input.
#![cfg_attr(not(feature = "alloc"), allow(unused_imports))]

/// The marker of `#[onesheet(borrow)]`, where the `Cow` is.
pub struct Borrow;

#[cfg(feature = "alloc")]
mod with_alloc {
    use super::super::adapter::{DeserializeAs, SerializeAs};
    use super::Borrow;
    use crate::de::Deserialize;
    use crate::raw::Items;
    use crate::schema::Schema;
    use crate::ser::{ListWriter, Serialize, Writer};
    use alloc::borrow::{Cow, ToOwned};

    impl<'c, B: Serialize + ToOwned + ?Sized> SerializeAs<Cow<'c, B>> for Borrow {
        const SCHEMA: &'static Schema = B::SCHEMA;
        const FIXED: Option<usize> = B::FIXED;
        const FALLIBLE: bool = B::FALLIBLE;

        #[inline]
        fn write(value: &Cow<'c, B>, w: &mut Writer<'_>) {
            B::serialize(value, w)
        }

        #[inline]
        fn write_list<'a, U>(
            items: Items<'a, U>,
            get: impl Fn(&'a U) -> &'a Cow<'c, B>,
            w: &mut ListWriter<'_, '_>,
        ) where
            Cow<'c, B>: 'a,
        {
            w.borrow(items, |item| &**get(item))
        }
    }

    impl<'de, 'a, B: ToOwned + ?Sized> DeserializeAs<'de, Cow<'a, B>> for Borrow
    where
        &'a B: Deserialize<'de>,
    {
        type Wire = &'a B;

        #[inline]
        fn take(borrowed: &'a B) -> Option<Cow<'a, B>> {
            Some(Cow::Borrowed(borrowed))
        }

        fn heap_size(value: &Cow<'a, B>) -> usize {
            match value {
                Cow::Borrowed(_) => 0,
                Cow::Owned(_) => size_of_val::<B>(value),
            }
        }
    }
}
