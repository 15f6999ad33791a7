//! semver: `Version` is str.

use ::semver::Version;
use alloc::string::{String, ToString};

use crate::types::via::via;

via! {
    [] Version as String {
        kind: Refused,
        to: |version| version.to_string(),
        from: |text: String| Version::parse(&text).ok().filter(|version| version.to_string() == text)
    }
}

keys! { Version: |version: &Version| version.to_string(); }
