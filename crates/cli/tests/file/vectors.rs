//! `check` and `inspect` find in each vector what it says.

use std::fs;

use serde_json::Value as Json;

use crate::{dir, onesheet, text};

/// What is wrong in a file, but for its schemas and records, of which the vectors say nothing.
const WORDS: [&str; 8] =
    ["noise", "too long", "truncated", "checksum", "malformed", "gap", "orphan", "unknown"];

fn bytes(hex: &str) -> Vec<u8> {
    let byte = |place| u8::from_str_radix(&hex[place..place + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

/// Where something is wrong, and what.
type Problems = Vec<(u64, String)>;

fn expected(events: &[Json]) -> Problems {
    let word = |event: &Json| WORDS.iter().find(|word| event.get(word).is_some()).copied();
    let problem = |event: &Json| Some((event["at"].as_u64()?, word(event)?.to_owned()));
    events.iter().filter_map(problem).collect()
}

/// Of the lines of `check`.
fn said(stderr: &str) -> Problems {
    let problem = |line: &str| {
        let (at, rest) = line.strip_prefix("onesheet: log: byte ")?.split_once(": ")?;
        Some((at.parse().ok()?, rest.split(": ").next()?.to_owned()))
    };
    known(stderr.lines().filter_map(problem))
}

/// Where blocks are that are no lists of records (F14), of the lines of `check`.
fn messages_of(stderr: &str) -> Vec<u64> {
    let place = |line: &str| {
        let (at, rest) = line.strip_prefix("onesheet: log: byte ")?.split_once(": ")?;
        rest.starts_with("message: ").then(|| at.parse().ok()).flatten()
    };
    stderr.lines().filter_map(place).collect()
}

/// Of the lines of `inspect`: offset, bytes, rule, word.
fn shown(stdout: &str) -> Problems {
    let problem = |line: &str| {
        let (at, rest) = (line.get(..8)?.trim().parse().ok()?, line.get(35..)?);
        let is_rule = ["F11 ", "F12 ", "F13 ", "F3 "].iter().any(|rule| rest.starts_with(rule));
        is_rule.then(|| (at, rest[5..].split("  ").next().unwrap_or_default().to_owned()))
    };
    known(stdout.lines().filter_map(problem))
}

fn known(problems: impl Iterator<Item = (u64, String)>) -> Problems {
    problems.filter(|(_, word)| WORDS.contains(&word.as_str())).collect()
}

#[test]
fn the_same_is_found_in_every_vector() {
    let dir = dir("vectors");
    let cases = include_str!("../../../../tests/vectors/files.jsonl");
    for line in cases.lines() {
        let case: Json = serde_json::from_str(line).unwrap();
        // The command reads whole files.
        if case.get("part").is_some() {
            continue;
        }
        fs::write(dir.join("log"), bytes(case["hex"].as_str().unwrap())).unwrap();
        let expected = expected(case["events"].as_array().unwrap());
        let max = case["max"].to_string();
        let got = onesheet(&dir, &["check", "log", "--max-body", &max], b"");
        let stderr = text(got.stderr);
        assert_eq!(said(&stderr), expected, "{}", case["note"]);
        if !expected.is_empty() {
            assert_eq!(got.status.code(), Some(2), "{}", case["note"]);
        }
        if let Some(messages) = case.get("messages") {
            assert_eq!(&serde_json::json!(messages_of(&stderr)), messages, "{}", case["note"]);
        }
        for full in [&[][..], &["--full"]] {
            let args = [&["inspect", "log", "--max-body", &max], full].concat();
            let got = onesheet(&dir, &args, b"");
            let output = text(got.stdout);
            assert_eq!(shown(&output), expected, "{}:\n{output}", case["note"]);
            assert!(matches!(got.status.code(), Some(0 | 1)), "{}", case["note"]);
        }
    }
    assert!(cases.lines().count() > 250);
}
