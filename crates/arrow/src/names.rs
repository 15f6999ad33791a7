//! Names of columns, which some programs tell apart by their letters only, and not by their case.

use std::collections::HashSet;

/// The names of the columns of fields, of which one that comes again in whatever case is followed by `_2`, `_3` and so on.
#[must_use]
pub fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let names: Vec<String> = names.collect();
    let mut taken: HashSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    let mut seen = HashSet::new();
    let name = |name: String| {
        if seen.insert(name.to_lowercase()) {
            return name;
        }
        let mut number = 2u64;
        loop {
            let other = format!("{name}_{number}");
            if taken.insert(other.to_lowercase()) {
                return other;
            }
            number += 1;
        }
    };
    names.into_iter().map(name).collect()
}
