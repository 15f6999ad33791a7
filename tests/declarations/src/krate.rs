//! The crate that is written, a module for each declaration.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs, io};

use crate::args::Args;
use crate::module::Module;

const HERE: &str = env!("CARGO_MANIFEST_DIR");

/// Writes the crate and runs it.
pub fn run(args: &Args) -> Result<ExitCode, String> {
    let root = Path::new(HERE).join("../..");
    let out = match (&args.out, env::var_os("CARGO_TARGET_DIR")) {
        (Some(out), _) => out.clone(),
        (None, Some(target)) => PathBuf::from(target).join("declarations"),
        (None, None) => root.join("target/declarations"),
    };
    write(args, &root, &out).map_err(|error| format!("{}: {error}", out.display()))?;
    let status = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .current_dir(&out)
        .args(["run", "--quiet"])
        .args(&args.cargo)
        .env("CARGO_TARGET_DIR", "target")
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if status.success() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("the crate is in {}; each module says how to write it alone", out.display());
    Ok(ExitCode::FAILURE)
}

fn write(args: &Args, root: &Path, out: &Path) -> io::Result<()> {
    let src = out.join("src");
    if src.exists() {
        fs::remove_dir_all(&src)?;
    }
    fs::create_dir_all(&src)?;
    // The versions of this workspace, so that nothing is asked of a registry.
    fs::copy(root.join("Cargo.lock"), out.join("Cargo.lock"))?;
    fs::write(out.join("Cargo.toml"), manifest(root, args.no_alloc))?;
    if args.no_alloc {
        fs::create_dir_all(out.join("onesheet"))?;
        fs::write(out.join("onesheet/Cargo.toml"), twin(root)?)?;
    }
    let mut modules = String::new();
    let mut list = String::new();
    for number in args.numbers() {
        let module = Module::new(args, number);
        fs::write(src.join(format!("t{number}.rs")), &module.text)?;
        let _ = writeln!(modules, "mod t{number};");
        let Module { parts, machine, .. } = module;
        let _ = write!(
            list,
            "    Declaration {{\n        number: {number},\n        text: include_str!(\"t{number}.rs\"),\n        \
             narrow: Narrow {{ parts: {parts}, machine: {machine} && size_of::<usize>() < 8 }},\n        cases: &[\n",
        );
        for (path, cases) in [("", module.cases()), ("view::", module.view_cases())] {
            let _ = writeln!(
                list,
                "            {{\n                use t{number}::{path}*;\n                &["
            );
            for case in cases {
                let _ = writeln!(list, "                    case!({case}),");
            }
            list.push_str("                ]\n            },\n");
        }
        list.push_str("        ],\n    },\n");
    }
    let main = format!(
        "#![allow(dead_code, unused_imports, clippy::all)]\n\n\
         #[macro_use]\n#[path = {:?}]\nmod inside;\n{modules}\n\
         use inside::prelude::*;\nuse onesheet_declarations::{{Declaration, Narrow}};\n\n\
         const DECLARATIONS: &[Declaration] = &[\n{list}];\n\n\
         fn main() -> std::process::ExitCode {{\n    \
         onesheet_declarations::run({:?}, {}, DECLARATIONS)\n}}\n",
        format!("{HERE}/src/inside.rs"),
        args.again(),
        args.seed,
    );
    fs::write(src.join("main.rs"), main)
}

fn manifest(root: &Path, no_alloc: bool) -> String {
    // With memory, it is the crate that the checks depend on, too. Of another path, Cargo takes it for
    // another crate, with other features.
    let onesheet = match no_alloc {
        true => "{ path = \"onesheet\", default-features = false, features = [\"derive\", \"heapless-0_9\"] }\nheapless = \"0.9\"".to_owned(),
        false => format!("{{ path = {:?} }}", root.display().to_string()),
    };
    let default = if no_alloc { "" } else { "\"alloc\"" };
    format!(
        "[package]\nname = \"declarations\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [workspace]\n\n\
         [features]\ndefault = [{default}]\nalloc = []\n\n\
         [dependencies]\nonesheet = {onesheet}\nonesheet-declarations = {{ path = {HERE:?} }}\n\n\
         # The types are a lot of code that runs once; the dynamic codec is the other way round.\n\
         [profile.dev]\ndebug = false\nincremental = false\n\n\
         [profile.dev.package.\"*\"]\nopt-level = 1\n",
    )
}

/// The manifest of onesheet, for a package of another version that has the same source.
fn twin(root: &Path) -> io::Result<String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml"))?;
    let parts = manifest.find("[features]").zip(manifest.find("[dev-dependencies]"));
    let (start, end) = parts.ok_or(io::ErrorKind::InvalidData)?;
    let derive = format!("path = {:?}", root.join("derive").display().to_string());
    let lib = root.join("src/lib.rs").display().to_string();
    Ok(format!(
        "[package]\nname = \"onesheet\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n\
         [lib]\npath = {lib:?}\n\n{}",
        manifest[start..end].replace("path = \"derive\"", &derive),
    ))
}
