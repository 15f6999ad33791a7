//! What a module takes from the package.

use std::collections::BTreeSet;

/// The values of the package that are used.
#[derive(Default)]
pub(super) struct Imports(BTreeSet<&'static str>);

/// What a module may import: its own names are others.
pub(super) const ALL: &str = "\
    Limits Type array bool bytes bytesMax char decode encode enumeration extensibleEnumeration \
    extensibleStruct f32 f64 field fixed i128 i16 i32 i64 i64Number i8 map option result rows seq \
    set str strMax struct tuple u128 u16 u32 u64 u64Number u8 unit unknownDefault variant";

impl Imports {
    /// `name`, which is imported.
    pub(super) fn use_of(&mut self, name: &str) -> &'static str {
        let name = ALL.split_whitespace().find(|known| *known == name).unwrap_or("");
        debug_assert!(!name.is_empty(), "an import that ALL lacks");
        self.0.insert(name);
        name
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().copied()
    }
}
