//! Random types and values, and what the dynamic codec says of them.

use onesheet_dynamic::mutants;
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{
    Enum, Limits, Span, Struct, Type, Value, decode, decode_traced, encode, encode_unsorted,
};
use serde_json::Value as Json;

use super::case::Case;
use super::declared::declared_otherwise;

/// Types inside one another.
const DEPTH: usize = 4;
/// Broken messages made of one good one.
const MUTANTS: usize = 40;
/// Longest JSON of a value in a case, in bytes.
const MAX_JSON: usize = 100_000;
/// Arrays and objects inside one another in it, as the protocol has it.
const MAX_NESTING: usize = 64;

/// The cases of one random type.
pub fn cases(seed: u64) -> Vec<Case> {
    let mut random = Random::new(seed);
    let ty = random.ty(DEPTH);
    let declared = declared_otherwise(&ty, &mut random);
    let mut generator = Generator {
        name: format!("random type {seed}"),
        json: declared.to_json(),
        rule: rule_of(&ty),
        ty,
        cases: Vec::new(),
    };
    generator.values(&mut random);
    generator.cases
}

struct Generator {
    name: String,
    ty: Type,
    /// The same type, the variants of its enums in another order.
    json: Json,
    /// The rule that the type is made by.
    rule: u8,
    cases: Vec<Case>,
}

impl Generator {
    fn values(&mut self, random: &mut Random) {
        let ty = self.ty.clone();
        for _ in 0..3 {
            let Some(value) = random.value(&ty) else { return };
            if nesting(&value.to_exact_json()) > MAX_NESTING {
                continue;
            }
            let Ok(bytes) = encode(&ty, &value) else { return };
            self.encode(&value, &bytes, random);
            self.message(&bytes);

            let mut spans = Vec::new();
            let mut trace = |span: Span| spans.push(span);
            if decode_traced(&ty, &bytes, &Limits::default(), &mut trace).is_ok() {
                for mutant in mutants::mutants(&bytes, &spans, MUTANTS, random) {
                    self.message(&mutant);
                }
            }
            self.unsorted(&value, random);
        }
        let version = random.evolve(&ty);
        if version != ty {
            let value = random.value(&version);
            if let Some(Ok(bytes)) = value.map(|value| encode(&version, &value)) {
                self.message(&bytes);
            }
        }
    }

    /// A value to encode, its sets and maps in any order.
    fn encode(&mut self, value: &Value, bytes: &[u8], random: &mut Random) {
        let mut shuffled = value.clone();
        let unsorted = mutants::shuffle(&self.ty, &mut shuffled, random);
        let (name, bytes) = (&self.name, bytes.to_vec());
        let value = (&shuffled, unsorted);
        self.cases.push(Case::encode(name, self.rule, &self.json, &self.ty, value, bytes));
    }

    /// Sets and maps whose elements and keys do not ascend, or are there twice.
    fn unsorted(&mut self, value: &Value, random: &mut Random) {
        let mut shuffled = value.clone();
        if mutants::shuffle(&self.ty, &mut shuffled, random) {
            if let Ok(bytes) = encode_unsorted(&self.ty, &shuffled) {
                self.message(&bytes);
            }
        }
        let mut doubled = value.clone();
        if mutants::double(&self.ty, &mut doubled, random) {
            if let Ok(bytes) = encode_unsorted(&self.ty, &doubled) {
                self.message(&bytes);
            }
            if let Err(e) = encode(&self.ty, &doubled) {
                let (value, why) = (doubled.to_exact_json(), e.to_string());
                self.cases.push(Case::refuse(&self.name, 10, &self.json, &value, why));
            }
        }
    }

    /// A message to decode, with the verdict of the dynamic codec.
    fn message(&mut self, bytes: &[u8]) {
        let (name, json) = (&self.name, &self.json);
        match decode(&self.ty, bytes, &Limits::default()) {
            // Each reader sets its own bounds.
            Err(error) if matches!(error.rule, 0 | 33) => {}
            Err(error) => {
                self.cases.push(Case::reject(name, error.rule, json, bytes, error.to_string()));
            }
            Ok(value) => {
                let value_json = value.to_exact_json();
                if nesting(&value_json) > MAX_NESTING || value_json.to_string().len() > MAX_JSON {
                    return;
                }
                let rule = self.rule_of_message(bytes);
                self.cases.push(Case::decode(name, rule, json, self.ty.clone(), bytes, value));
            }
        }
    }

    /// The rule of the type, or that of a change which the message shows (W29 to W31).
    fn rule_of_message(&self, bytes: &[u8]) -> u8 {
        let mut rule = self.rule;
        let mut trace = |span: Span| {
            if (29..=31).contains(&span.rule) {
                rule = span.rule;
            }
        };
        // The message is valid; only what it says on the way is of interest.
        let _ = decode_traced(&self.ty, bytes, &Limits::default(), &mut trace);
        rule
    }
}

fn nesting(json: &Json) -> usize {
    match json {
        Json::Array(items) => 1 + items.iter().map(nesting).max().unwrap_or(0),
        Json::Object(members) => 1 + members.values().map(nesting).max().unwrap_or(0),
        _ => 0,
    }
}

fn rule_of(ty: &Type) -> u8 {
    match ty {
        Type::Unit | Type::F32 | Type::F64 | Type::Fixed(_) => 1,
        Type::Int(int) => match (int.bits, int.signed) {
            (8 | 128, _) => 1,
            (_, false) => 2,
            (_, true) => 3,
        },
        Type::Char => 2,
        Type::Bool => 4,
        Type::Str { .. } => 5,
        Type::Option(_) => 6,
        Type::Struct(Struct { extensible: true, .. }) => 12,
        Type::Tuple(_) | Type::Struct(_) => 7,
        Type::Array(..) => 8,
        Type::Bytes { .. } | Type::Seq { .. } => 9,
        Type::Set { .. } | Type::Map { .. } => 10,
        Type::Enum(Enum { extensible: true, .. }) => 13,
        Type::Result(..) | Type::Enum(_) => 11,
        Type::Rows { .. } | Type::Ref(_) => 14,
    }
}
