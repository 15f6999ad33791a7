//! Makes names unique.

use std::collections::{HashMap, HashSet};

/// The names, of which one that comes again is followed by `_2`, `_3` and so on. Names with equal
/// keys count as the same.
#[doc(hidden)]
#[must_use]
pub fn unique(names: impl Iterator<Item = String>, key: impl Fn(&str) -> String) -> Vec<String> {
    let names: Vec<String> = names.collect();
    let mut taken: HashSet<String> = names.iter().map(|name| key(name)).collect();
    // The next number to try for each name: all below it are taken.
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
