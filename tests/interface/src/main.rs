//! Holds the public interface of each library crate against its listing in this folder.
//!
//! ```text
//! cargo run -p onesheet-interface [-- --accept]
//! ```
//!
//! Prints the lines that are gone (-) and those that are new (+), and fails if there are any; `--accept` writes
//! the listings instead.

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use public_api::Builder;

/// Each crate, with all of its features.
const CRATES: [&str; 4] = ["onesheet", "onesheet-dynamic", "onesheet-file", "onesheet-arrow"];

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let accept = match env::args().skip(1).collect::<Vec<_>>().as_slice() {
        [] => false,
        [arg] if arg == "--accept" => true,
        args => return Err(format!("unexpected: {}", args.join(" ")).into()),
    };
    let mut same = true;
    for name in CRATES {
        let listing = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{name}.txt"));
        let found = interface(name)?;
        if accept {
            fs::write(&listing, found)?;
            continue;
        }
        let kept = fs::read_to_string(&listing)?;
        let (kept, found) = (lines(&kept), lines(&found));
        for gone in kept.difference(&found) {
            println!("{name}: - {gone}");
        }
        for new in found.difference(&kept) {
            println!("{name}: + {new}");
        }
        same &= kept == found;
    }
    if !same {
        eprintln!(
            "The interface changed. If it should: cargo run -p onesheet-interface -- --accept"
        );
    }
    Ok(if same { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn lines(listing: &str) -> BTreeSet<&str> {
    listing.lines().collect()
}

/// The items of a crate, a line each. Impls that the compiler or a blanket gives are left out, and of an impl of
/// a trait all but its first line: the trait says what is in it.
fn interface(name: &str) -> Result<String, Box<dyn Error>> {
    let api = Builder::from_rustdoc_json(json(name)?)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .omit_blanket_impls(true)
        .build()?;
    let (mut listing, mut implementor) = (String::new(), None);
    for item in api.items() {
        let line = item.to_string();
        if line.starts_with("impl") {
            let (_, of) = line.split_once(" for ").unwrap_or_default();
            let of = of.split_once(" where ").map_or(of, |(of, _)| of);
            implementor = (!of.is_empty()).then(|| format!(" {of}::"));
        } else if implementor.as_ref().is_some_and(|of| line.contains(of.as_str())) {
            continue;
        }
        listing += &line;
        listing += "\n";
    }
    Ok(listing)
}

/// What rustdoc says of a crate.
fn json(name: &str) -> Result<PathBuf, Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).ok_or("no root")?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let status = Command::new(env::var_os("CARGO").unwrap_or("cargo".into()))
        .current_dir(root)
        .args(["rustdoc", "--quiet", "--lib", "--all-features", "--package", name])
        .arg("--target-dir")
        .arg(&target)
        .args(["--", "-Zunstable-options", "--output-format", "json", "--cap-lints", "allow"])
        .env("RUSTC_BOOTSTRAP", "1")
        .status()?;
    if !status.success() {
        return Err(format!("cargo rustdoc of {name}: {status}").into());
    }
    Ok(target.join("doc").join(format!("{}.json", name.replace('-', "_"))))
}
