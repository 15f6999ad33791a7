//! Names that differ.

use std::collections::{HashMap, HashSet};

/// The names, of which one that comes again is followed by `_2`, `_3` and so on. Two are one name if `key`
/// makes the same of both.
#[doc(hidden)]
#[must_use]
pub fn unique(
    names: impl IntoIterator<Item = String>,
    key: impl Fn(&str) -> String,
) -> Vec<String> {
    let names: Vec<String> = names.into_iter().collect();
    let mut taken: HashSet<String> = names.iter().map(|name| key(name)).collect();
    // Of each name that came, the number with which it may come next: those below it are taken.
    let mut numbers: HashMap<String, u64> = HashMap::new();
    let name = |name: String| {
        let Some(number) = numbers.get_mut(&key(&name)) else {
            numbers.insert(key(&name), 2);
            return name;
        };
        loop {
            let other = format!("{name}_{number}");
            *number += 1;
            if taken.insert(key(&other)) {
                return other;
            }
        }
    };
    names.into_iter().map(name).collect()
}
