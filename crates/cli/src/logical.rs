//! What columns of records are beside their type, as the `about` of their section says.

use std::collections::BTreeMap;

use onesheet_dynamic::{Logical, Type};
use onesheet_file::Section;

#[cfg(feature = "arrow")]
pub use crate::arrow::Checks;
use crate::failure::Failure;

/// What the columns of a section stand for beside their type.
#[cfg(feature = "arrow")]
pub fn of(ty: &Type, section: &Section<'_>) -> Option<Logical> {
    crate::arrow::logical(&onesheet_arrow::Decoder::new(ty).ok()?.cast(section.about()))
}

/// Refuses what a user says of columns of this type, if it would come to nothing. Gives the checks of the
/// records.
#[cfg(feature = "arrow")]
pub fn check(ty: &Type, about: &BTreeMap<String, String>) -> Result<Checks, Failure> {
    let decoder = onesheet_arrow::Decoder::new(ty).map_err(Failure::usage)?;
    let about = about.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let refused = decoder.check_casts(about.clone());
    refused.map_err(|why| Failure::usage(format_args!("--about: {why}")))?;
    Checks::of(&decoder.cast(about))
}

/// Refuses no record: the data types of columns are not known here.
#[cfg(not(feature = "arrow"))]
pub struct Checks;

#[cfg(not(feature = "arrow"))]
impl Checks {
    pub fn check(&self, _: &[u8]) -> Result<(), std::convert::Infallible> {
        Ok(())
    }
}

#[cfg(not(feature = "arrow"))]
pub fn check(_: &Type, _: &BTreeMap<String, String>) -> Result<Checks, Failure> {
    Ok(Checks)
}

#[cfg(not(feature = "arrow"))]
pub fn of(_: &Type, _: &Section<'_>) -> Option<Logical> {
    None
}
