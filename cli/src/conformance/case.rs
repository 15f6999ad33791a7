//! One question to an implementation, and what is wrong with its answer.

use onesheet_dynamic::{Limits, Type, Value, decode, decode_traced};
use serde_json::{Value as Json, json};

use super::implementation::Lost;
use super::mistakes;

/// A question and its answer.
pub struct Case {
    pub name: String,
    /// The rule that it is about.
    pub rule: u8,
    pub request: Json,
    /// The case of this type, by its place, whose message was changed into this one.
    pub made_of: Option<usize>,
    expected: Expected,
    /// What an encoder gives that breaks a rule, and the rule.
    mistake: Option<(u8, Vec<u8>)>,
}

enum Expected {
    Bytes(Type, Vec<u8>),
    Value(Type, Value),
    /// Why the message or value must be rejected.
    Rejection(String),
}

/// What is wrong with an answer.
pub struct Fault {
    /// The rule that is broken, as far as can be told.
    pub rule: u8,
    /// Whether it is that rule, and not one of a part inside.
    pub sure: bool,
    pub what: String,
}

impl Case {
    /// Encoding `value`, the JSON of a value of `ty`, must give `bytes`.
    pub fn encode(
        name: &str,
        rule: u8,
        ty_json: &Json,
        ty: Type,
        value: &Json,
        bytes: Vec<u8>,
    ) -> Self {
        let request = json!({"op": "enc", "type": ty_json, "value": value});
        Case::new(name, rule, request, Expected::Bytes(ty, bytes))
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
        Case::new(name, rule, request, Expected::Value(ty, value))
    }

    /// Decoding `bytes` must fail.
    pub fn reject(name: &str, rule: u8, ty_json: &Json, bytes: &[u8], why: String) -> Self {
        let request = json!({"op": "dec", "type": ty_json, "hex": hex(bytes)});
        Case::new(name, rule, request, Expected::Rejection(why))
    }

    fn new(name: &str, rule: u8, request: Json, expected: Expected) -> Self {
        Case { name: name.to_owned(), rule, request, made_of: None, expected, mistake: None }
    }

    /// Bytes that a case of encoding gives where `rule` is broken.
    pub fn not(self, rule: u8, bytes: Option<Vec<u8>>) -> Self {
        Case { mistake: bytes.map(|bytes| (rule, bytes)), ..self }
    }

    /// What is wrong with the answer, if anything; `made_of` says that the case of which this one
    /// was made was answered well.
    pub fn verdict(&self, answer: &Json, made_of: bool) -> Option<Fault> {
        let mut fault = self.fault(answer)?;
        // What was read well before the change was made is the rule of the change.
        if made_of && !fault.sure && (29..=31).contains(&self.rule) {
            (fault.rule, fault.sure) = (self.rule, true);
        }
        Some(fault)
    }

    fn fault(&self, answer: &Json) -> Option<Fault> {
        let fault = |rule, what| Some(Fault { rule, sure: true, what });
        let perhaps = |rule, what| Some(Fault { rule, sure: false, what });
        let error = answer.get("error");
        match (&self.expected, error) {
            (Expected::Rejection(_), Some(_)) => None,
            (Expected::Rejection(why), None) => {
                fault(self.rule, format!("must be rejected ({why}), but gives {}", short(answer)))
            }
            (Expected::Bytes(..) | Expected::Value(..), Some(error)) => {
                let rule = rule_in(error.as_str().unwrap_or_default()).unwrap_or(self.rule);
                perhaps(rule, format!("is valid, but is rejected: {}", short(error)))
            }
            (Expected::Bytes(ty, bytes), None) => {
                let expected = hex(bytes);
                let given = match answer.get("hex").and_then(Json::as_str) {
                    Some(given) => given.to_lowercase(),
                    None => return fault(self.rule, "the answer has no \"hex\"".to_owned()),
                };
                if given == expected {
                    return None;
                }
                let same = given.bytes().zip(expected.bytes()).take_while(|(a, b)| a == b).count();
                let what =
                    format!("encodes to {given}, must be {expected}: differs at byte {}", same / 2);
                fault(self.rule_of_bytes(ty, bytes, &given, same / 2), what)
            }
            (Expected::Value(ty, value), None) => {
                let Some(given) = answer.get("value") else {
                    return fault(self.rule, "the answer has no \"value\"".to_owned());
                };
                match Value::from_json_value(ty, given) {
                    Ok(given) if given == *value => None,
                    _ if mistakes::is_zigzag_value(ty, &value.to_json(), given) => {
                        let expected = short(&value.to_json());
                        fault(17, format!("decodes to {}, must be {expected}", short(given)))
                    }
                    Ok(_) => {
                        let expected = short(&value.to_json());
                        perhaps(
                            self.rule,
                            format!("decodes to {}, must be {expected}", short(given)),
                        )
                    }
                    Err(e) => perhaps(self.rule, format!("decodes to no value of the type: {e}")),
                }
            }
        }
    }

    /// The rule that is broken where `given`, in hex, is what `bytes` should be, and first differs
    /// from them at `offset`.
    fn rule_of_bytes(&self, ty: &Type, bytes: &[u8], given: &str, offset: usize) -> u8 {
        let Some(given) = unhex(given) else { return self.rule };
        match &self.mistake {
            Some((rule, mistake)) if *mistake == given => *rule,
            _ if is_unsorted(ty, &given) => 10,
            _ if mistakes::is_zigzag(ty, bytes, &given) => 17,
            _ => rule_at(ty, bytes, offset).unwrap_or(self.rule),
        }
    }

    pub fn lost(&self, lost: &Lost) -> Fault {
        let what = match lost {
            Lost::Hung(timeout) => format!("no answer in {} seconds: it hangs", timeout.as_secs()),
            Lost::Died(status) => format!("no answer: it died ({status})"),
            Lost::NotJson(line) => format!("the answer is not a JSON object: {line:?}"),
        };
        Fault { rule: self.rule, sure: true, what }
    }
}

/// The rule that an error cites, such as W16.
fn rule_in(error: &str) -> Option<u8> {
    let words = error.split(|c: char| !c.is_ascii_alphanumeric());
    let rules = words.filter_map(|word| word.strip_prefix('W')?.parse().ok());
    rules.into_iter().find(|rule| (1..=35).contains(rule))
}

/// Whether nothing else is wrong with a message than the order of its elements or keys.
fn is_unsorted(ty: &Type, given: &[u8]) -> bool {
    decode(ty, given, &Limits::default()).is_err_and(|error| error.rule == 10)
}

/// The rule that says what the byte of a valid message at `offset` is.
fn rule_at(ty: &Type, bytes: &[u8], offset: usize) -> Option<u8> {
    let mut rule = None;
    // The message is valid; only what it says on the way is of interest.
    let _ = decode_traced(ty, bytes, &Limits::default(), &mut |span| {
        if span.offset <= offset && offset < span.offset + span.len {
            rule = Some(span.rule);
        }
    });
    rule
}

pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Option<Vec<u8>> {
    let byte = |i: usize| u8::from_str_radix(digits.get(i..i + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(byte).collect()
}

fn short(json: &Json) -> String {
    let text = json.to_string();
    let mut short: String = text.chars().take(200).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}
