//! An implementation of the conformance protocol, by the dynamic codec, for the tests of
//! `onesheet conformance`. `ACCEPT=W16` makes it one that does not check this rule, `DIE=W33` one
//! that dies of messages which break it, `NESTING=64` one that refuses values nested more deeply;
//! `DO=hang`, `DO=die` and `DO=babble` make it misbehave at the hundredth request.

use std::io::{BufRead, Write, stdin, stdout};
use std::{env, process, thread};

use onesheet_dynamic::{Limits, Type, Value, decode, encode, parse_json};
use serde_json::{Value as Json, json};

fn main() {
    let accept = env::var("ACCEPT").ok();
    let misbehave = env::var("DO").unwrap_or_default();
    for (i, line) in stdin().lock().lines().enumerate() {
        let Ok(line) = line else { return };
        match misbehave.as_str() {
            "hang" if i == 100 => thread::park(),
            "die" if i == 100 => process::exit(7),
            "babble" if i == 100 => println!("hello"),
            _ => {}
        }
        let answer = answer(&line, accept.as_deref()).unwrap_or_else(|e| json!({"error": e}));
        let mut out = stdout().lock();
        if writeln!(out, "{answer}").and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

fn answer(line: &str, accept: Option<&str>) -> Result<Json, String> {
    let request = parse_json(line).map_err(|e| e.to_string())?;
    let ty = Type::from_json_value(&request["type"]).map_err(|e| e.to_string())?;
    if request["op"] == "enc" {
        check_nesting(&request["value"])?;
        let value =
            Value::from_exact_json_value(&ty, &request["value"]).map_err(|e| e.to_string())?;
        let bytes = encode(&ty, &value).map_err(|e| e.to_string())?;
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        return Ok(json!({"hex": hex}));
    }
    let hex = request["hex"].as_str().ok_or("no hex")?;
    let digits = |i: usize| hex.get(i..i + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok());
    let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(digits).collect();
    match decode(&ty, &bytes.ok_or("bad hex")?, &Limits::default()) {
        Ok(value) => {
            let value = value.to_exact_json();
            check_nesting(&value)?;
            Ok(json!({"value": value}))
        }
        Err(e) if accept == Some(&format!("W{}", e.rule)) => Ok(json!({"value": null})),
        Err(e) if env::var("DIE").is_ok_and(|rule| rule == format!("W{}", e.rule)) => {
            process::exit(7)
        }
        Err(e) => Err(e.to_string()),
    }
}

fn check_nesting(value: &Json) -> Result<(), String> {
    let most = env::var("NESTING").ok().and_then(|most| most.parse().ok());
    if most.is_some_and(|most| nesting(value) > most) { Err("too deep".to_owned()) } else { Ok(()) }
}

/// Arrays and objects inside one another.
fn nesting(json: &Json) -> usize {
    match json {
        Json::Array(items) => 1 + items.iter().map(nesting).max().unwrap_or(0),
        Json::Object(members) => 1 + members.values().map(nesting).max().unwrap_or(0),
        _ => 0,
    }
}
