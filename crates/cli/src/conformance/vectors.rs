//! The test vectors: those of the repository, which are part of this program, or a directory's.

use std::fs;
use std::path::Path;

use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Type, Value, encode, mutants};
use onesheet_vectors::{OTHER_PAGES, WIRE_FORMAT};
use serde_json::Value as Json;

use super::case::Case;
use crate::failure::Failure;
use crate::files;

pub fn embedded() -> Result<Vec<Case>, Failure> {
    let mut cases = Vec::new();
    for (name, text) in WIRE_FORMAT {
        parse(name, text, &mut cases)?;
    }
    Ok(cases)
}

/// The vectors in all `*.jsonl` of a directory.
pub fn read(dir: &Path) -> Result<Vec<Case>, Failure> {
    let unreadable = |e| Failure::usage(format_args!("cannot read {}: {e}", dir.display()));
    let entries = fs::read_dir(dir).map_err(unreadable)?;
    let paths: Result<Vec<_>, _> = entries.map(|entry| entry.map(|entry| entry.path())).collect();
    let mut paths = paths.map_err(unreadable)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    paths.retain(|path| {
        path.file_name().is_none_or(|name| OTHER_PAGES.iter().all(|(other, _)| name != *other))
    });
    paths.sort();
    let mut cases = Vec::new();
    for path in &paths {
        parse(&path.display().to_string(), &files::read_text(Some(path))?, &mut cases)?;
    }
    if cases.is_empty() {
        return Err(Failure::usage(format_args!("{}: no vectors (*.jsonl) in it", dir.display())));
    }
    Ok(cases)
}

fn parse(file: &str, text: &str, cases: &mut Vec<Case>) -> Result<(), Failure> {
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let wrong = |e: String| Failure::found(format_args!("{file}:{}: {e}", i + 1));
        vector(&format!("{file}:{}", i + 1), line, cases).map_err(wrong)?;
    }
    Ok(())
}

fn vector(place: &str, line: &str, cases: &mut Vec<Case>) -> Result<(), String> {
    let json = onesheet_dynamic::parse_json(line).map_err(|e| e.to_string())?;
    let text = |key: &str| {
        json.get(key).and_then(Json::as_str).ok_or_else(|| format!("missing string {key:?}"))
    };
    let name = format!("{place} {}", text("name")?);
    let rule = text("rule")?;
    let rule = rule.strip_prefix('W').and_then(|rule| rule.parse().ok());
    let rule: u8 = rule.ok_or("\"rule\" is not W and a number")?;
    let bytes = unhex(text("hex")?).ok_or("\"hex\" is not hexadecimal")?;
    let ty_json = json.get("type").ok_or("no \"type\"")?;
    let ty = Type::from_json_value(ty_json).map_err(|e| e.to_string())?;
    let flag = |key: &str| json.get(key) == Some(&Json::Bool(true));

    if flag("reject") {
        let why = format!("W{rule}");
        cases.push(Case::reject(&name, rule, ty_json, &bytes, why));
        return Ok(());
    }
    let value_json = json.get("value").ok_or("no \"value\"")?;
    let value = Value::from_exact_json_value(&ty, value_json).map_err(|e| e.to_string())?;
    if !flag("decode_only") {
        cases.push(Case::encode(&name, rule, ty_json, &ty, (&value, false), bytes.clone()));
        let (mut other, mut doubled) = (value.clone(), value.clone());
        if mutants::double(&ty, &mut doubled, &mut Random::new(1)) {
            if let Err(error) = encode(&ty, &doubled) {
                let (name, doubled) = (format!("{name}, a key twice"), doubled.to_exact_json());
                cases.push(Case::refuse(&name, 10, ty_json, &doubled, error.to_string()));
            }
        }
        if mutants::shuffle(&ty, &mut other, &mut Random::new(1)) {
            let name = format!("{name}, keys in another order");
            cases.push(Case::encode(&name, rule, ty_json, &ty, (&other, true), bytes.clone()));
        }
    }
    cases.push(Case::decode(&name, rule, ty_json, ty, &bytes, value));
    Ok(())
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| (c as char).to_digit(16).map(|d| d as u8);
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| Some(digit(pair[0])? << 4 | digit(*pair.get(1)?)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_files_of_the_repository_are_embedded() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
        let mut names: Vec<_> = fs::read_dir(dir)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name.ends_with(".jsonl"))
            .collect();
        names.sort();
        let mut embedded: Vec<_> =
            WIRE_FORMAT.iter().chain(OTHER_PAGES).map(|(name, _)| *name).collect();
        embedded.sort();
        assert_eq!(names, embedded);
    }
}
