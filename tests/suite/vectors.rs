//! `tests/vectors`, through every type of the matrix that is the type of a case.

use std::collections::HashMap;
use std::path::Path;

use onesheet::{Error, ErrorKind, decode, encode};
use onesheet_dynamic::{Type, Value, parse_json};
use serde_json::Value as Json;

use crate::types::{Case, Property, each_complete, plain_json};

/// The share of all cases that the matrix must cover, in percent.
const COVERED: usize = 70;

/// Where two rules are broken, those that this reader meets in another order: the rule that a case
/// names, and the one that is reported.
const EARLIER: [(&str, &str); 2] = [
    // A width that the type does not have is refused as a form, before the values are looked at.
    ("W24", "W27"),
    // An array of known length claims no memory, so only the end of the input stops it.
    ("W35", "W22"),
];

/// Decodes a message and encodes the value again.
type Decode = fn(&[u8]) -> Result<Vec<u8>, Error>;

/// The types of the matrix by their plain JSON.
#[derive(Default)]
struct Types(HashMap<String, Vec<(&'static str, Decode)>>);

impl Property for Types {
    fn check<T: Case>(&mut self) {
        let json = parse_json(&T::SCHEMA.json().to_string()).unwrap();
        let types = self.0.entry(plain_json(&json).to_string()).or_default();
        types.push((std::any::type_name::<T>(), |bytes| {
            decode::<T>(bytes).map(|value| encode(&value))
        }));
    }
}

#[test]
fn every_vector_of_a_type_of_the_matrix() {
    let mut types = Types::default();
    each_complete(&mut types);
    let (mut all, mut covered) = (0usize, 0usize);
    for case in cases() {
        all += 1;
        let Some(types) = types.0.get(&plain_json(&case["type"]).to_string()) else { continue };
        covered += 1;
        for (ty, decode) in types {
            check(&case, ty, *decode);
        }
    }
    println!("{covered} of {all} vectors");
    assert!(all >= 1000, "only {all} vectors were found");
    assert!(covered * 100 >= all * COVERED, "the matrix covers {covered} of {all} vectors");
}

fn check(case: &Json, ty: &str, decode: Decode) {
    let name = case["name"].as_str().unwrap();
    let result = decode(&unhex(case["hex"].as_str().unwrap()));
    if usize::BITS < 64 && (ty.contains("usize") || ty.contains("isize")) {
        // The machine's own limit, which the types of the format do not have.
        if result.as_ref().is_err_and(|error| error.kind() == ErrorKind::OutOfRange) {
            return;
        }
    }
    if case["reject"] == true {
        match result {
            Ok(_) => panic!("{name}: {ty} accepts it"),
            Err(error) => {
                let rules = (case["rule"].as_str().unwrap(), error.rule());
                let same = rules.0 == rules.1 || EARLIER.contains(&rules);
                assert!(same, "{name}: {ty} says {error}, must say {}", rules.0);
            }
        }
        return;
    }
    // The value as the other codec writes it: the message itself, but for what was skipped or
    // filled in.
    let schema = Type::from_json_value(&case["type"]).unwrap();
    let value = Value::from_json_value(&schema, &case["value"]).unwrap();
    let expected = onesheet_dynamic::encode(&schema, &value).unwrap();
    let hex = case["hex"].as_str().unwrap();
    assert_eq!(expected == unhex(hex), case["decode_only"] != true, "{name}");
    assert_eq!(result, Ok(expected), "{name}: {ty}");
}

/// All cases but those of frames, which have a form of their own.
pub fn cases() -> Vec<Json> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .filter(|path| path.file_stem().is_some_and(|name| name != "frames"))
        .collect();
    files.sort();
    let text: Vec<_> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    text.iter().flat_map(|text| text.lines()).map(|line| parse_json(line).unwrap()).collect()
}

pub fn unhex(hex: &str) -> Vec<u8> {
    assert!(hex.len() % 2 == 0);
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}
