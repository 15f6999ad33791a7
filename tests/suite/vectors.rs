//! `tests/vectors`, through every type of the matrix that is the type of a case.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::path::Path;

use onesheet::types::Fixed;
use onesheet::{Deserialize, Error, ErrorKind, Serialize, decode, encode};
use onesheet_dynamic::{Type, Value, parse_json};
use serde_json::Value as Json;

use crate::types::{Case, InRows, KeyEnum, Property, each_complete, plain_json};

/// The share of all cases that the matrix must cover, in percent.
const COVERED: usize = 78;

/// Whether this reader may name another rule than the case: where two are broken, and it meets the
/// other one first.
fn is_earlier(rule: &str, error: &Error, bytes: &[u8]) -> bool {
    let at = bytes.get(error.offset());
    match (rule, error.rule()) {
        // A plain form that is wider than the type is refused before its numbers are looked at.
        ("W24", "W27") => matches!(at, Some(32 | 64)),
        // An array that begins where the input ends: its length is not held against what is left.
        ("W35", "W22") => at.is_none(),
        _ => false,
    }
}

/// Decodes a message and encodes the value again.
type Decode = fn(&[u8]) -> Result<Vec<u8>, Error>;

/// The types of the matrix by their plain JSON.
#[derive(Default)]
struct Types(HashMap<String, Vec<(&'static str, Decode)>>);

impl Types {
    fn add<T: Serialize + for<'de> Deserialize<'de>>(&mut self) {
        let json = parse_json(&T::SCHEMA.json().to_string()).unwrap();
        let types = self.0.entry(plain_json(&json).to_string()).or_default();
        types.push((std::any::type_name::<T>(), |bytes| {
            decode::<T>(bytes).map(|value| encode(&value))
        }));
    }
}

impl Property for Types {
    fn check<T: Case>(&mut self) {
        self.add::<T>();
    }
}

macro_rules! and {
    ($types:ident: $($ty:ty,)*) => { $($types.add::<$ty>();)* };
}

macro_rules! around {
    ($types:ident: $($ty:ty,)*) => {$(
        and! { $types: Vec<Either<$ty>>, [($ty, u16); 2], }
    )*};
}

/// Types of cases that differ little from those of the matrix: no other test compiles them.
fn beside_the_matrix(types: &mut Types) {
    and! { types:
        Option<()>, Option<bool>, Option<char>, Option<u64>, Option<i16>, Option<f32>,
        Option<Fixed<u32>>, Option<Vec<u8>>, Option<Vec<u16>>, Option<BTreeSet<u8>>,
        Option<BTreeMap<u8, bool>>, Option<Option<u16>>, Option<(u8, u8)>,
        [u16; 1], [u16; 5], [u16; 256], [u32; 17], [u64; 8], [u64; 9], [i16; 4], [i32; 2],
        [i64; 2], [i64; 3], [f32; 2], [bool; 2], [bool; 8], [bool; 16], [String; 3],
        [Fixed<u32>; 2], [[u16; 1]; 1], [[u8; 2]; 2], [[bool; 3]; 3], [Vec<u16>; 2], [Vec<u16>; 3],
        [Vec<()>; 2], [Vec<bool>; 3], [(u8, u8); 2], [(u8, u16); 2], [(u16, u16); 2],
        [Option<()>; 3], [Option<bool>; 3], [Option<u16>; 2], [Option<u16>; 3], [Option<char>; 3],
        [Option<u64>; 3], [Option<i16>; 3], [Option<f32>; 3], [Option<String>; 3],
        [(); 2], [(); 3], [(); 5], [[(); 0]; 2], [[(); 1 << 20]; 1 << 20],
        Vec<[(); 1]>, Vec<[(); 1 << 20]>, Vec<[bool; 1]>, Vec<[char; 1]>, Vec<[u8; 1]>,
        Vec<[u8; 3]>, Vec<[u16; 0]>, Vec<[u16; 1]>, Vec<[u64; 1]>, Vec<[i16; 1]>, Vec<[f32; 1]>,
        Vec<[String; 1]>, Vec<[Fixed<u32>; 1]>, Vec<[Option<u16>; 1]>,
        Vec<i128>, Vec<Fixed<u64>>, Vec<Fixed<i16>>, Vec<Fixed<i32>>, Vec<Option<Option<u8>>>,
        Vec<Vec<bool>>, Vec<Vec<char>>, Vec<Vec<u64>>, Vec<Vec<i16>>, Vec<Vec<f32>>,
        Vec<Vec<String>>, Vec<Vec<Vec<u16>>>, Vec<Vec<Fixed<u32>>>, Vec<Vec<(u8, u8)>>,
        Vec<Vec<[u16; 2]>>, Vec<Vec<BTreeSet<u8>>>, Vec<Vec<KeyEnum>>, Vec<Vec<InRows>>,
        Vec<(u8, (), u8)>, Vec<(u8, u8, u16)>, Vec<(u8, u8, bool)>, Vec<(u16, (u8, i8))>,
        BTreeSet<i64>, BTreeSet<i128>, BTreeSet<Fixed<u16>>, BTreeSet<Fixed<i16>>,
        BTreeSet<Option<i16>>, BTreeSet<(u8, i8)>,
        BTreeMap<u8, ()>, BTreeMap<u8, u16>, BTreeMap<u8, u64>, BTreeMap<u8, i16>,
        BTreeMap<u8, String>, BTreeMap<u8, f32>, BTreeMap<u8, char>, BTreeMap<u8, Vec<u8>>,
        BTreeMap<u8, Vec<u16>>, BTreeMap<u8, [u16; 2]>, BTreeMap<u8, Option<u16>>,
        BTreeMap<u8, Fixed<u32>>, BTreeMap<(), u16>, BTreeMap<bool, u16>, BTreeMap<char, u16>,
        BTreeMap<u64, u16>, BTreeMap<i16, u16>, BTreeMap<String, u16>, BTreeMap<Vec<u8>, u16>,
        BTreeMap<Fixed<u32>, u16>, BTreeMap<Option<u16>, u16>,
    }
    #[cfg(target_pointer_width = "64")]
    and! { types: [(); 1 << 40], }
    around! { types: (), bool, char, u64, i16, f32, String, Vec<u16>, Option<u16>, Fixed<u32>, }
}

#[derive(Serialize, Deserialize)]
enum Either<T> {
    #[onesheet(tag = 2)]
    Value(T),
    #[onesheet(tag = 7)]
    Nothing,
}

#[test]
fn every_vector_of_a_type_of_the_matrix() {
    let mut types = Types::default();
    each_complete(&mut types);
    beside_the_matrix(&mut types);
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
    let bytes = unhex(case["hex"].as_str().unwrap());
    let result = decode(&bytes);
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
                let rule = case["rule"].as_str().unwrap();
                let same = error.rule() == rule || is_earlier(rule, &error, &bytes);
                assert!(same, "{name}: {ty} says {error}, must say {rule}");
            }
        }
        return;
    }
    // The value as the other codec writes it: the message itself, but for what was skipped or
    // filled in.
    let schema = Type::from_json_value(&case["type"]).unwrap();
    let value = Value::from_exact_json_value(&schema, &case["value"]).unwrap();
    let expected = onesheet_dynamic::encode(&schema, &value).unwrap();
    assert_eq!(expected == bytes, case["decode_only"] != true, "{name}");
    assert_eq!(result, Ok(expected), "{name}: {ty}");
}

/// All cases but those of other pages, which have forms of their own.
pub fn cases() -> Vec<Json> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .filter(|path| {
            !["files", "frames", "serde"]
                .map(Some)
                .contains(&path.file_stem().and_then(OsStr::to_str))
        })
        .collect();
    files.sort();
    let text: Vec<_> = files.iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    text.iter().flat_map(|text| text.lines()).map(|line| parse_json(line).unwrap()).collect()
}

pub fn unhex(hex: &str) -> Vec<u8> {
    assert!(hex.len() % 2 == 0);
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}
