//! What is packed: a lock file as a program would hold it, and the same borrowed.

use std::collections::BTreeMap;

use onesheet::list::Seq;
use onesheet::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize, serde::Serialize)]
#[onesheet(extensible)]
pub struct Lock {
    /// Of the file's layout; 1 in files that do not say.
    pub version: u32,
    pub packages: Vec<Package>,
    /// `[[patch.unused]]`.
    pub unused_patches: Vec<Package>,
    /// `[metadata]`, but for checksums, which old files keep there.
    pub metadata: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, serde::Serialize)]
#[onesheet(extensible)]
pub struct Package {
    pub name: String,
    pub version: Version<String>,
    /// `None` for a member of the workspace.
    pub source: Option<Source<String>>,
    pub checksum: Option<[u8; 32]>,
    pub dependencies: Vec<Dependency<String>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, serde::Serialize)]
pub struct Version<S> {
    pub major: u64,
    pub minor: u64,
    pub patch: u64,
    /// `-rc.1+build`, from its `-` or `+`; mostly empty.
    pub suffix: S,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, serde::Serialize)]
pub enum Source<S> {
    CratesIo,
    #[onesheet(tag = 1)]
    Other(S),
}

/// The version and the source are there where the name alone is ambiguous.
#[derive(Debug, PartialEq, Serialize, Deserialize, serde::Serialize)]
pub struct Dependency<S> {
    pub name: S,
    pub version: Option<Version<S>>,
    pub source: Option<Source<S>>,
}

/// [`Lock`], read where it is: the same bytes.
#[derive(Debug, Serialize, Deserialize)]
#[onesheet(extensible)]
pub struct LockView<'a> {
    pub version: u32,
    pub packages: Seq<'a, PackageView<'a>>,
    pub unused_patches: Seq<'a, PackageView<'a>>,
    pub metadata: Seq<'a, (&'a str, &'a str)>,
}

#[derive(Debug, Serialize, Deserialize)]
#[onesheet(extensible)]
pub struct PackageView<'a> {
    pub name: &'a str,
    pub version: Version<&'a str>,
    pub source: Option<Source<&'a str>>,
    pub checksum: Option<[u8; 32]>,
    pub dependencies: Seq<'a, Dependency<&'a str>>,
}
