//! Which numbers of records are dates and times, as the `about` of their section says.

use onesheet_dynamic::{Logical, Type};
use onesheet_file::Section;

/// What the columns of a section stand for beside their type.
#[cfg(feature = "arrow")]
pub fn of(ty: &Type, section: &Section<'_>) -> Option<Logical> {
    crate::arrow::logical(&onesheet_arrow::Decoder::new(ty).ok()?.cast(section.about()))
}

#[cfg(not(feature = "arrow"))]
pub fn of(_: &Type, _: &Section<'_>) -> Option<Logical> {
    None
}
