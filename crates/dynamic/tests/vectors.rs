//! The vectors: this codec gives the same bytes, values and rules, and every rule has a case.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use onesheet_dynamic::{Limits, Type, Value, decode, encode};
use serde_json::Value as Json;

/// Rules that are not of values: W15 is in every case, W20 and W21 are asked of types, W34 and W35
/// are of readers.
const RULES: std::ops::RangeInclusive<u8> = 1..=35;

fn cases() -> Vec<(String, Json)> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let mut cases = Vec::new();
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        // Frames and files are other pages, with cases of other forms.
        let other_page = ["files.jsonl", "frames.jsonl", "serde.jsonl"].contains(&file.as_str());
        if path.extension().is_none_or(|extension| extension != "jsonl") || other_page {
            continue;
        }
        for (i, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            let place = format!("{file}:{}", i + 1);
            cases.push((place, serde_json::from_str(line).unwrap()));
        }
    }
    cases
}

fn rule(case: &Json) -> u8 {
    case["rule"].as_str().unwrap().strip_prefix('W').unwrap().parse().unwrap()
}

fn bytes(case: &Json) -> Vec<u8> {
    let hex = case["hex"].as_str().unwrap();
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

/// What the codec says of a case; `Err` where it disagrees.
fn check(case: &Json) -> Result<(), String> {
    let ty = Type::from_json_value(&case["type"]).map_err(|e| e.to_string())?;
    let bytes = bytes(case);
    let decoded = decode(&ty, &bytes, &Limits::default());
    if case["reject"] == true {
        return match decoded {
            Err(error) if error.rule == rule(case) => Ok(()),
            Err(error) => Err(format!("rejected by another rule: {error}")),
            Ok(value) => Err(format!("accepted as {}", value.to_exact_json())),
        };
    }
    let value = Value::from_exact_json_value(&ty, &case["value"]).map_err(|e| e.to_string())?;
    let decoded = decoded.map_err(|e| format!("rejected: {e}"))?;
    if decoded != value {
        return Err(format!("decoded as {}", decoded.to_exact_json()));
    }
    let encoded = encode(&ty, &value).map_err(|e| e.to_string())?;
    let same = if case["decode_only"] == true {
        encoded != bytes && decode(&ty, &encoded, &Limits::default()) == Ok(value)
    } else {
        encoded == bytes
    };
    if same { Ok(()) } else { Err(format!("encoded as {encoded:02x?}")) }
}

#[test]
fn this_codec_agrees() {
    let mut disagreements = Vec::new();
    for (place, case) in cases() {
        if let Err(e) = check(&case) {
            disagreements.push(format!("{place} {} ({}): {e}", case["name"], case["rule"]));
        }
    }
    assert!(disagreements.is_empty(), "{}", disagreements.join("\n"));
}

#[test]
fn every_rule_of_the_page_has_a_case() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec/WIRE_FORMAT.md");
    let page = fs::read_to_string(page).unwrap();
    let defined = |line: &str| -> Option<u8> {
        let rule = line.strip_prefix("| W").or_else(|| line.strip_prefix("- W"))?;
        rule.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    };
    let rules: Vec<u8> = page.lines().filter_map(defined).collect();
    let mut counts: BTreeMap<u8, u32> = RULES.map(|rule| (rule, 0)).collect();
    assert!(counts.keys().all(|rule| rules.contains(rule)), "the page lost a rule: {rules:?}");
    assert!(rules.iter().all(|rule| counts.contains_key(rule)), "the page has a new rule");
    for (_, case) in cases() {
        *counts.get_mut(&rule(&case)).expect("a rule of the page") += 1;
    }
    let missing: Vec<_> = counts.iter().filter(|(_, count)| **count == 0).collect();
    assert!(missing.is_empty(), "rules without a case: {missing:?}");
}

#[test]
fn names_are_unique() {
    let mut seen = std::collections::BTreeSet::new();
    for (place, case) in cases() {
        assert!(seen.insert(case["name"].as_str().unwrap().to_owned()), "{place}");
    }
}
