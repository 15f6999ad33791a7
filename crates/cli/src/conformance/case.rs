//! One question to an implementation, and what is wrong with its answer.

use onesheet_dynamic::{Type, Value};
use serde_json::{Value as Json, json};

use super::features::Features;
use super::implementation::Lost;

/// A question and its answer.
pub struct Case {
    pub name: String,
    /// The rule that it is about.
    pub rule: u8,
    pub request: Json,
    /// Of a valid message whether it is to be encoded, and what it has in it.
    pub is_valid: Option<(bool, Features)>,
    expected: Expected,
}

enum Expected {
    Bytes(Vec<u8>),
    Value(Type, Value),
    /// Why the message or value must be rejected.
    Rejection(String),
}

/// What is wrong with an answer.
pub struct Fault {
    /// Whether it breaks the rule of the case; else it may be any of a valid message.
    pub sure: bool,
    pub what: String,
}

impl Case {
    /// Encoding `value`, whose keys may be `unsorted`, must give `bytes`.
    pub fn encode(
        name: &str,
        rule: u8,
        ty_json: &Json,
        ty: &Type,
        (value, unsorted): (&Value, bool),
        bytes: Vec<u8>,
    ) -> Self {
        let request = json!({"op": "enc", "type": ty_json, "value": value.to_exact_json()});
        let features = Features::of(ty, &bytes, rule);
        let features = if unsorted { features.unsorted() } else { features };
        Case::new(name, rule, request, Expected::Bytes(bytes)).valid(true, features)
    }

    /// Encoding must fail.
    pub fn refuse(name: &str, rule: u8, ty_json: &Json, value: &Json, why: String) -> Self {
        let request = json!({"op": "enc", "type": ty_json, "value": value});
        Case::new(name, rule, request, Expected::Rejection(why))
    }

    /// Decoding `bytes` must give `value`.
    pub fn decode(
        name: &str,
        rule: u8,
        ty_json: &Json,
        ty: Type,
        bytes: &[u8],
        value: Value,
    ) -> Self {
        let request = json!({"op": "dec", "type": ty_json, "hex": hex(bytes)});
        let features = Features::of(&ty, bytes, rule);
        Case::new(name, rule, request, Expected::Value(ty, value)).valid(false, features)
    }

    /// Decoding `bytes` must fail.
    pub fn reject(name: &str, rule: u8, ty_json: &Json, bytes: &[u8], why: String) -> Self {
        let request = json!({"op": "dec", "type": ty_json, "hex": hex(bytes)});
        Case::new(name, rule, request, Expected::Rejection(why))
    }

    fn new(name: &str, rule: u8, request: Json, expected: Expected) -> Self {
        Case { name: name.to_owned(), rule, request, is_valid: None, expected }
    }

    fn valid(self, encodes: bool, features: Features) -> Self {
        Case { is_valid: Some((encodes, features)), ..self }
    }

    /// What is wrong with the answer, if anything.
    pub fn verdict(&self, answer: &Json) -> Option<Fault> {
        let fault = |sure, what| Some(Fault { sure, what });
        let error = answer.get("error");
        match (&self.expected, error) {
            (Expected::Rejection(_), Some(_)) => None,
            (Expected::Rejection(why), None) => {
                fault(true, format!("must be rejected ({why}), but gives {}", short(answer)))
            }
            (Expected::Bytes(..) | Expected::Value(..), Some(error)) => {
                fault(false, format!("is valid, but is rejected: {}", short(error)))
            }
            (Expected::Bytes(bytes), None) => {
                let expected = hex(bytes);
                let given = match answer.get("hex").and_then(Json::as_str) {
                    Some(given) => given.to_lowercase(),
                    None => return fault(true, "the answer has no \"hex\"".to_owned()),
                };
                if given == expected {
                    return None;
                }
                let same = given.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
                let what =
                    format!("encodes to {given}, must be {expected}: differs at byte {}", same / 2);
                fault(false, what)
            }
            (Expected::Value(ty, value), None) => {
                let Some(given) = answer.get("value") else {
                    return fault(true, "the answer has no \"value\"".to_owned());
                };
                match Value::from_exact_json_value(ty, given) {
                    Ok(given) if given == *value => None,
                    Ok(_) => {
                        let expected = short(&value.to_exact_json());
                        fault(false, format!("decodes to {}, must be {expected}", short(given)))
                    }
                    Err(e) => fault(false, format!("decodes to no value of the type: {e}")),
                }
            }
        }
    }

    pub fn lost(&self, lost: &Lost) -> Fault {
        let what = match lost {
            Lost::Hung(timeout) => format!("no answer in {} seconds: it hangs", timeout.as_secs()),
            Lost::Died(status) => format!("no answer: it died ({status})"),
            Lost::NotJson(line) => format!("the answer is not a JSON object: {line:?}"),
        };
        Fault { sure: true, what }
    }
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn short(json: &Json) -> String {
    let text = json.to_string();
    let mut short: String = text.chars().take(200).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
