//! Names of columns, which some programs tell apart by their letters only, and not by their case.

use std::collections::HashMap;

/// The names of the columns of fields, of which one that comes again in whatever case is followed by `_2`, `_3` and so on.
#[must_use]
pub fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    onesheet_dynamic::unique(names, str::to_lowercase)
}

/// The index of each name; of equal names, that of the first.
#[doc(hidden)]
#[must_use]
pub fn places<'n>(names: impl IntoIterator<Item = &'n String>) -> HashMap<&'n str, usize> {
    let mut places = HashMap::new();
    for (place, name) in names.into_iter().enumerate() {
        places.entry(name.as_str()).or_insert(place);
    }
    places
}
