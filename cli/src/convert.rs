//! `encode` and `decode`: JSON to a message and back.

use onesheet_dynamic::{Value, decode_traced};

use crate::args::{Convert, Decode};
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

pub fn encode(args: &Convert) -> Result<(), Failure> {
    let ty = args.ty.read()?;
    let input = args.input.as_deref();
    let wrong = |e| Failure::found(format_args!("{}: {e}", files::name(input)));
    let value = Value::from_json(&ty, &files::read_text(input)?).map_err(wrong)?;
    let bytes = onesheet_dynamic::encode(&ty, &value).map_err(wrong)?;
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
    let Convert { ty, input, output, hex } = &args.convert;
    let ty = ty.read()?;
    let input = input.as_deref();
    let bytes = files::read_message(input, *hex)?;
    let mut progress = Progress::new(bytes.len() as u64);
    let mut trace = |span: onesheet_dynamic::Span| progress.update(span.offset as u64, "decoding");
    let value = decode_traced(&ty, &bytes, &args.limits.limits(), &mut trace)
        .map_err(|(e, path)| Failure::found(located(&files::name(input), e, &path)))?;
    drop(progress);
    let json = value.to_json();
    let json = if args.pretty { format!("{json:#}\n") } else { format!("{json}\n") };
    files::write(output.as_deref(), json.as_bytes())
}

/// An error in a message, with the file and the place in the value.
pub fn located(name: &str, error: onesheet_dynamic::Error, path: &str) -> String {
    match path {
        "" => format!("{name}: {error}"),
        path => format!("{name}: {error}, in {path}"),
    }
}
