//! The comparison itself. None of it is generic, so that it is compiled once.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use onesheet_dynamic::mutants::mutants;
use onesheet_dynamic::random::Random;
use onesheet_dynamic::{Type, Value};

use crate::{Case, Declaration, Limits, Narrow, Refusal, fill, fit};

/// Lengths of the lists that are made, and how many values there are of any other type.
const COUNTS: [usize; 5] = [0, 1, 2, 5, 40];
/// Broken messages that are made of each valid one.
const BROKEN: usize = 40;
/// Bytes of a message above which there are fewer, for each takes long.
const LONG: usize = 4096;
/// Parts of a message that are broken; each takes a copy of all of it.
const PARTS: usize = 200;
/// For messages that may be anything. A value of the dynamic codec takes more memory, so that it
/// reaches its limit first.
const MAX_ALLOC: usize = 1 << 22;
const MAX_DEPTH: u32 = 128;
/// Characters of a value that are shown.
const SHOWN: usize = 4000;

thread_local! {
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

pub fn run(again: &str, seed: u64, declarations: &[Declaration]) -> ExitCode {
    panic::set_hook(Box::new(|info| PANIC.set(info.to_string())));
    let (mut messages, mut failures) = (0, 0);
    for declaration in declarations {
        let mut shown = false;
        for (place, case) in declaration.cases.iter().copied().flatten().enumerate() {
            let mut random = Random::new(seed ^ declaration.number << 32 ^ (place as u64) << 56);
            let mut checker = Checker { declaration, case, messages: 0 };
            if let Err(failure) = checker.all(&mut random) {
                failures += 1;
                let Failure { what, value, bytes } = failure;
                let value: String = value.chars().take(SHOWN).collect();
                let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                if !std::mem::replace(&mut shown, true) {
                    eprintln!("{}", declaration.text);
                }
                eprintln!(
                    "{}: {what}\nvalue: {value}\nbytes: {hex}\n\
                     again: cargo run -p onesheet-declarations -- {again} {}\n",
                    case.ty, declaration.number,
                );
            }
            messages += checker.messages;
        }
    }
    let types = declarations.len();
    println!("{types} declarations, {messages} messages, {failures} failures");
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

struct Failure {
    what: String,
    value: String,
    bytes: Vec<u8>,
}

struct Checker<'a> {
    declaration: &'a Declaration,
    case: &'a Case,
    messages: usize,
}

impl Checker<'_> {
    fn all(&mut self, random: &mut Random) -> Result<(), Failure> {
        let fail = |what: String| Failure { what, value: String::new(), bytes: Vec::new() };
        let mut ty = self.schema().map_err(fail)?;
        fill::defaults(&mut ty);
        for n in COUNTS {
            let Some(mut value) = value(&ty, n, random) else { continue };
            fit::fit(&ty, &mut value, self.declaration.narrow);
            self.value(&ty, &value, random)?;
            // From an earlier or a later version of the extensible types inside (W29 to W32).
            let version = random.evolve(&ty);
            if let Some(value) = random.value(&version) {
                let bytes = onesheet_dynamic::encode(&version, &value);
                let bytes = bytes.map_err(|e| fail(format!("another version: {e}")))?;
                self.same_verdict(&ty, &bytes)?;
            }
        }
        Ok(())
    }

    /// The schema, which has the same forms from both crates.
    fn schema(&self) -> Result<Type, String> {
        let forms = (self.case.forms)();
        let text = forms.text;
        let ty: Type = text.parse().map_err(|e| format!("schema as text: {text}: {e}"))?;
        if ty.to_string() != text {
            return Err(format!("schema as text: {text}, and dynamic: {ty}"));
        }
        if forms.dynamic.as_ref().is_some_and(|dynamic| dynamic.as_ref() != Ok(&ty)) {
            return Err(format!("schema as text: {text}, and taken: {:?}", forms.dynamic));
        }
        let (json, dynamic) = (forms.json, ty.to_json().to_string());
        if json != dynamic {
            return Err(format!("schema as JSON: {json}, and dynamic: {dynamic}"));
        }
        if ty.fingerprint() != forms.fingerprint {
            return Err(format!("fingerprint of {text}, and dynamic: {}", ty.wire_form()));
        }
        Ok(ty)
    }

    /// A value that both have: the same bytes, which both read; and what is made of them.
    fn value(&mut self, ty: &Type, value: &Value, random: &mut Random) -> Result<(), Failure> {
        let fail = |what: String, bytes: &[u8]| Failure {
            what,
            value: value.to_exact_json().to_string(),
            bytes: bytes.to_vec(),
        };
        let bytes = onesheet_dynamic::encode(ty, value)
            .map_err(|e| fail(format!("the dynamic codec does not write it: {e}"), &[]))?;
        match self.again(&bytes, None).map_err(|e| fail(e, &bytes))? {
            Ok(again) if again == bytes => {}
            Ok(again) => return Err(fail(format!("encodes as {again:02x?}"), &bytes)),
            Err(error) => return Err(fail(format!("is not decoded: {}", error.text), &bytes)),
        }
        if self.case.max_len.is_some_and(|max| bytes.len() > max) {
            let what = format!("{} bytes, MAX_LEN is {:?}", bytes.len(), self.case.max_len);
            return Err(fail(what, &bytes));
        }
        let mut spans = Vec::new();
        let mut trace = |span| spans.push(span);
        onesheet_dynamic::decode_traced(ty, &bytes, &Default::default(), &mut trace)
            .map_err(|(e, _)| fail(format!("the dynamic codec does not read it: {e}"), &bytes))?;
        let first = random.below(spans.len().saturating_sub(PARTS));
        let spans = spans.get(first..spans.len().min(first + PARTS)).unwrap_or_default();
        let count = if bytes.len() > LONG { BROKEN / 8 } else { BROKEN };
        for mutant in mutants(&bytes, spans, count, random) {
            self.same_verdict(ty, &mutant)?;
        }
        Ok(())
    }

    /// Any message: both refuse it, or both read the same value.
    fn same_verdict(&mut self, ty: &Type, bytes: &[u8]) -> Result<(), Failure> {
        let limits = Limits { max_alloc: MAX_ALLOC, max_depth: MAX_DEPTH };
        let fail = |what: String, value: String| Failure { what, value, bytes: bytes.to_vec() };
        let derived = self.again(bytes, Some(limits)).map_err(|e| fail(e, String::new()))?;
        let limits =
            onesheet_dynamic::Limits::new().max_alloc(MAX_ALLOC as u64).max_depth(MAX_DEPTH);
        let narrow = self.declaration.narrow;
        match (derived, onesheet_dynamic::decode(ty, bytes, &limits)) {
            (Ok(again), Ok(value)) => {
                let json = value.to_exact_json().to_string();
                match onesheet_dynamic::encode(ty, &value) {
                    Ok(bytes) if bytes == again => Ok(()),
                    Ok(bytes) => {
                        let what = format!("encodes as {again:02x?}, and dynamic as {bytes:02x?}");
                        Err(fail(what, json))
                    }
                    Err(e) => Err(fail(format!("the dynamic codec does not write it: {e}"), json)),
                }
            }
            (Err(_), Err(_)) => Ok(()),
            // Each counts memory in its own way.
            (Ok(_), Err(error)) if [33, 34].contains(&error.rule) => Ok(()),
            (Err(error), Ok(_)) if refuses(narrow, &error.kind) => Ok(()),
            (Ok(_), Err(error)) => {
                Err(fail(format!("only the dynamic codec refuses it: {error}"), String::new()))
            }
            (Err(error), Ok(value)) => {
                let json = value.to_exact_json().to_string();
                Err(fail(format!("only the derived codec refuses it: {}", error.text), json))
            }
        }
    }

    /// What the type makes of a message, or how it panicked.
    fn again(
        &mut self,
        bytes: &[u8],
        limits: Option<Limits>,
    ) -> Result<Result<Vec<u8>, Refusal>, String> {
        self.messages += 1;
        let again = self.case.again;
        panic::catch_unwind(AssertUnwindSafe(|| again(bytes, limits))).map_err(|_| PANIC.take())
    }
}

/// Whether such an error is of a type that refuses values of its schema: a number that is too large for it or
/// 0, or what a marker does not take.
fn refuses(narrow: Narrow, kind: &str) -> bool {
    match kind {
        "OutOfRange" => narrow.parts || narrow.machine,
        "Refused" => narrow.parts,
        _ => false,
    }
}

/// A random value: of lists, one of `n` elements.
fn value(ty: &Type, n: usize, random: &mut Random) -> Option<Value> {
    match ty {
        Type::Seq { item, .. } => {
            Some(Value::List((0..n).filter_map(|_| random.value(item)).collect()))
        }
        ty => random.value(ty),
    }
}
