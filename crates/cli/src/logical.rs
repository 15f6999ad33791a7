//! What columns of records are beside their type, as the `about` of their section says.

use std::collections::BTreeMap;

#[cfg(not(feature = "arrow"))]
use onesheet_dynamic::Value;
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

/// What values of this type have to be beside it.
#[cfg(feature = "arrow")]
pub fn checks(ty: &Type, about: &BTreeMap<String, String>) -> Result<Checks, Failure> {
    let about = about.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    Checks::of(&onesheet_arrow::Decoder::new(ty).map_err(Failure::usage)?.cast(about))
}

/// Refuses what a user says of columns of this type, if it would come to nothing.
#[cfg(feature = "arrow")]
pub fn check(ty: &Type, about: &BTreeMap<String, String>) -> Result<(), Failure> {
    let decoder = onesheet_arrow::Decoder::new(ty).map_err(Failure::usage)?;
    let about = about.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    decoder.check_casts(about).map_err(|why| Failure::usage(format_args!("--about: {why}")))
}

/// None: what columns stand for is not known here.
#[cfg(not(feature = "arrow"))]
pub struct Checks;

#[cfg(not(feature = "arrow"))]
impl Checks {
    pub fn check(&self, _: &Type, _: &Value) -> Result<(), String> {
        Ok(())
    }
}

#[cfg(not(feature = "arrow"))]
pub fn checks(_: &Type, _: &BTreeMap<String, String>) -> Result<Checks, Failure> {
    Ok(Checks)
}

#[cfg(not(feature = "arrow"))]
pub fn check(_: &Type, _: &BTreeMap<String, String>) -> Result<(), Failure> {
    Ok(())
}

#[cfg(not(feature = "arrow"))]
pub fn of(_: &Type, _: &Section<'_>) -> Option<Logical> {
    None
}
