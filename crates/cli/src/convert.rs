//! `encode` and `decode`: JSON to a message and back.

use std::fmt::Display;

use onesheet_dynamic::decode_traced;

use crate::args::{Convert, Decode};
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

pub fn encode(args: &Convert) -> Result<(), Failure> {
    let ty = args.ty.read()?;
    let input = args.input.as_deref();
    let wrong = |e: &dyn Display| Failure::found(format_args!("{}: {e}", files::name(input)));
    let json = args.json.of(&ty, None).map_err(|e| wrong(&e))?;
    let value = json.read(&files::read_text(input)?).map_err(|e| wrong(&e))?;
    let bytes = onesheet_dynamic::encode(&ty, &value).map_err(|e| wrong(&e))?;
    let output = if args.hex {
        let mut text: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        text.push('\n');
        text.into_bytes()
    } else {
        bytes
    };
    files::write(args.output.as_deref(), &output)
}

pub fn decode(args: &Decode) -> Result<(), Failure> {
    let Convert { ty, input, output, hex, json } = &args.convert;
    let ty = ty.read()?;
    let input = input.as_deref();
    let bytes = files::read_message(input, *hex)?;
    let mut progress = Progress::new(bytes.len() as u64);
    let mut trace = |span: onesheet_dynamic::Span| progress.update(span.offset as u64, "decoding");
    let value = decode_traced(&ty, &bytes, &args.limits.limits(), &mut trace)
        .map_err(|(e, path)| Failure::found(located(&files::name(input), e, &path)))?;
    drop(progress);
    let mut text = Vec::new();
    json.of(&ty, None).map_err(Failure::found)?.write(&value, &mut text);
    let mut text = if args.pretty { pretty(&text) } else { text };
    text.push(b'\n');
    files::write(output.as_deref(), &text)
}

/// A JSON text in one line with line breaks.
fn pretty(json: &[u8]) -> Vec<u8> {
    let (mut out, mut depth, mut quoted, mut escaped) = (Vec::new(), 0, false, false);
    let line = |out: &mut Vec<u8>, depth: usize| {
        out.push(b'\n');
        out.resize(out.len() + 2 * depth, b' ');
    };
    for (i, byte) in json.iter().enumerate() {
        let next = json.get(i + 1);
        match byte {
            _ if quoted => {
                quoted = *byte != b'"' || escaped;
                escaped = *byte == b'\\' && !escaped;
                out.push(*byte);
            }
            b'[' | b'{' => {
                out.push(*byte);
                depth += 1;
                if !matches!(next, Some(b']' | b'}')) {
                    line(&mut out, depth);
                }
            }
            b']' | b'}' => {
                depth -= 1;
                if !matches!(i.checked_sub(1).and_then(|i| json.get(i)), Some(b'[' | b'{')) {
                    line(&mut out, depth);
                }
                out.push(*byte);
            }
            b',' => {
                out.push(*byte);
                line(&mut out, depth);
            }
            b':' => out.extend(b": "),
            _ => {
                quoted = *byte == b'"';
                out.push(*byte);
            }
        }
    }
    out
}

/// An error in a message: the file, the place in it and in the value, and the rule that is broken.
pub fn located(name: &str, error: onesheet_dynamic::Error, path: &str) -> String {
    let onesheet_dynamic::Error { rule, offset, what, .. } = error;
    let comma = if path.is_empty() { "" } else { ", " };
    let rule = if rule == 0 { String::new() } else { format!(" (W{rule})") };
    format!("{name}: byte {offset}{comma}{path}: {what}{rule}")
}
