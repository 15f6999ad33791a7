//! From the text of a Cargo.lock, of any version, to a [`Lock`].

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::lock::{Dependency, Lock, Package, Source, Version};

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";
/// What old files say of a package whose source has no checksums.
const NO_CHECKSUM: &str = "<none>";

/// The text as Cargo lays it out. Keys that are not named here are passed over.
#[derive(Deserialize)]
struct LockText {
    version: Option<u32>,
    /// The package itself, in the files of 2016.
    root: Option<PackageText>,
    package: Option<Vec<PackageText>>,
    #[serde(default)]
    patch: Patch,
    #[serde(default)]
    metadata: BTreeMap<String, String>,
}

#[derive(Default, Deserialize)]
struct Patch {
    #[serde(default)]
    unused: Vec<PackageText>,
}

#[derive(Deserialize)]
struct PackageText {
    name: String,
    version: String,
    source: Option<String>,
    checksum: Option<String>,
    #[serde(default)]
    dependencies: Vec<String>,
}

/// # Errors
/// One line on what is wrong with the text.
pub fn read_toml(text: &str) -> Result<Lock, String> {
    let mut lock: LockText = toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let reason = error.message().lines().collect::<Vec<_>>().join(", ");
        format!("not a Cargo.lock: {reason} (line {line})")
    })?;
    if lock.version.is_none() && lock.package.is_none() && lock.root.is_none() {
        return Err("not a Cargo.lock: it has neither a version nor packages".into());
    }
    let mut packages = Vec::new();
    for text in lock.root.into_iter().chain(lock.package.into_iter().flatten()) {
        packages.push(package(text, &mut lock.metadata)?);
    }
    let mut unused_patches = Vec::new();
    for text in lock.patch.unused {
        unused_patches.push(package(text, &mut lock.metadata)?);
    }
    let metadata = lock.metadata;
    Ok(Lock { version: lock.version.unwrap_or(1), packages, unused_patches, metadata })
}

fn package(text: PackageText, metadata: &mut BTreeMap<String, String>) -> Result<Package, String> {
    let PackageText { name, version: number, source: from, checksum, dependencies } = text;
    let explain = |reason: String| format!("package `{name}`: {reason}");
    let old_key = from.as_ref().map(|from| format!("checksum {name} {number} ({from})"));
    let checksum = checksum.or_else(|| metadata.remove(&old_key?));
    Ok(Package {
        version: version(&number).map_err(explain)?,
        source: from.as_deref().map(source),
        checksum: match checksum.as_deref() {
            None | Some(NO_CHECKSUM) => None,
            Some(hex) => Some(bytes(hex).ok_or_else(|| {
                explain(format!("the checksum `{hex}` is not 64 hexadecimal digits"))
            })?),
        },
        dependencies: dependencies
            .iter()
            .map(|text| dependency(text))
            .collect::<Result<_, _>>()
            .map_err(explain)?,
        name,
    })
}

fn version(text: &str) -> Result<Version<String>, String> {
    let (numbers, suffix) = text.split_at(text.find(['-', '+']).unwrap_or(text.len()));
    let mut parts = numbers.split('.').map(str::parse);
    match [parts.next(), parts.next(), parts.next(), parts.next()] {
        [Some(Ok(major)), Some(Ok(minor)), Some(Ok(patch)), None] => {
            Ok(Version { major, minor, patch, suffix: suffix.into() })
        }
        _ => Err(format!("`{text}` is not a version such as 1.0.2")),
    }
}

fn source(text: &str) -> Source<String> {
    if text == CRATES_IO { Source::CratesIo } else { Source::Other(text.into()) }
}

/// `name`, `name version` or `name version (source)`.
fn dependency(text: &str) -> Result<Dependency<String>, String> {
    let mut parts = text.splitn(3, ' ');
    let name = parts.next().unwrap_or_default().to_owned();
    let version = parts.next().map(version).transpose()?;
    let source = match parts.next() {
        None => None,
        Some(from) => match from.strip_prefix('(').and_then(|from| from.strip_suffix(')')) {
            Some(from) => Some(source(from)),
            None => return Err(format!("`{text}` is not `name version (source)`")),
        },
    };
    Ok(Dependency { name, version, source })
}

fn bytes(hex: &str) -> Option<[u8; 32]> {
    if hex.len() != 64 || !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut bytes = [0; 32];
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(hex.get(2 * i..2 * i + 2)?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layouts_of_all_years() {
        let old = r#"
            [root]
            name = "app"
            version = "0.1.0"
            dependencies = [
                "a 1.0.2 (registry+https://github.com/rust-lang/crates.io-index)",
                "b 0.3.0-rc.1+x (git+https://example.com/b#abc)",
            ]
            [[package]]
            name = "a"
            version = "1.0.2"
            source = "registry+https://github.com/rust-lang/crates.io-index"
            [[package]]
            name = "b"
            version = "0.3.0-rc.1+x"
            source = "git+https://example.com/b#abc"
            unknown = { key = [1, 2] }
            [[patch.unused]]
            name = "c"
            version = "2.0.0"
            [metadata]
            "checksum a 1.0.2 (registry+https://github.com/rust-lang/crates.io-index)" = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
            "checksum b 0.3.0-rc.1+x (git+https://example.com/b#abc)" = "<none>"
            other = "kept"
        "#;
        let lock = read_toml(old).unwrap();
        let names: Vec<&str> = lock.packages.iter().map(|package| &*package.name).collect();
        assert_eq!((lock.version, names), (1, vec!["app", "a", "b"]));
        let [app, a, b] = &lock.packages[..] else { unreachable!() };
        let source = Source::Other("git+https://example.com/b#abc".to_owned());
        let version = Version { major: 0, minor: 3, patch: 0, suffix: "-rc.1+x".to_owned() };
        assert_eq!(app.dependencies[0].source, Some(Source::CratesIo));
        let name = "b".to_owned();
        let dependency = Dependency { name, version: Some(version), source: Some(source) };
        assert_eq!(app.dependencies[1], dependency);
        assert_eq!((&b.source, b.checksum), (&dependency.source, None));
        assert_eq!((&a.source, a.checksum.map(|sum| sum[31])), (&Some(Source::CratesIo), Some(31)));
        assert_eq!(lock.unused_patches.len(), 1);
        assert_eq!(lock.metadata, [("other".to_owned(), "kept".to_owned())].into());

        let new = read_toml("version = 4\n[[package]]\nname = 'a'\nversion = '1.0.2'\n").unwrap();
        assert_eq!((new.version, new.packages.len(), &new.packages[0].source), (4, 1, &None));
    }

    #[test]
    fn what_is_no_lock_file_is_told_in_a_line() {
        for (text, reason) in [
            ("", "not a Cargo.lock: it has neither a version nor packages"),
            ("{\"a\": 1}", "(line 1)"),
            ("[package]\nname = 'a'\n", "not a Cargo.lock: invalid type: map"),
            ("version = 4\n[[package]]\nname = 'a'\n", "missing field `version` (line 2)"),
            (
                "[[package]]\nname = 'a'\nversion = '1.0'\n",
                "package `a`: `1.0` is not a version such as 1.0.2",
            ),
            (
                "[[package]]\nname = 'a'\nversion = '1.0.0'\nchecksum = 'éé'\n",
                "package `a`: the checksum `éé` is not 64 hexadecimal digits",
            ),
            (
                "[[package]]\nname = 'a'\nversion = '1.0.0'\ndependencies = ['b 1.0.0 x']\n",
                "package `a`: `b 1.0.0 x` is not `name version (source)`",
            ),
        ] {
            let error = read_toml(text).unwrap_err();
            assert!(error.contains(reason) && !error.contains('\n'), "{text:?}: {error}");
        }
    }
}
