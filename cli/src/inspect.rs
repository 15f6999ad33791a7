//! `inspect`: what each byte of a message means.

use std::io::{self, BufWriter, Write};

use onesheet_dynamic::{Error, Span, decode_traced};

use crate::args::Inspect;
use crate::convert::located;
use crate::failure::Failure;
use crate::files;
use crate::style::Style;

/// Bytes in one line.
const LINE: usize = 8;
/// Lines of one part that are shown without --full.
const LINES: usize = 4;

pub fn inspect(args: &Inspect) -> Result<(), Failure> {
    let ty = args.ty.read()?;
    let input = args.input.as_deref();
    let bytes = files::read_message(input, args.hex)?;
    let mut listing = Listing {
        out: BufWriter::new(io::stdout().lock()),
        bytes: &bytes,
        style: Style::of_stdout(args.color),
        full: args.full,
        shown: 0,
        failed: None,
    };
    listing.head();
    let result = decode_traced(&ty, &bytes, &args.limits.limits(), &mut |span| listing.span(&span));
    match &result {
        Ok(_) => listing.valid(),
        Err((error, path)) => listing.error(*error, path),
    }
    let flushed = listing.out.flush();
    if let Some(e) = listing.failed.or(flushed.err()) {
        return Err(Failure::write("standard output", &e));
    }
    result.map(|_| ()).map_err(|(e, path)| Failure::found(located(&files::name(input), e, &path)))
}

struct Listing<'a> {
    out: BufWriter<io::StdoutLock<'a>>,
    bytes: &'a [u8],
    style: Style,
    full: bool,
    /// How many bytes from the start of the message have been shown.
    shown: usize,
    /// Why nothing more can be written.
    failed: Option<io::Error>,
}

impl Listing<'_> {
    fn head(&mut self) {
        let head =
            format!("{:>8}  {:23}  {:4} {:24} {}", "offset", "bytes", "rule", "path", "meaning");
        let head = self.style.dim(&head);
        self.line(&head);
    }

    fn span(&mut self, span: &Span) {
        let bytes = &self.bytes[span.offset..span.offset + span.len];
        let rule = self.style.rule(&format!("{:4}", format!("W{}", span.rule)));
        let path = self.style.path(&format!("{:24}", place(&span.path)));
        self.bytes(span.offset, bytes, &format!("{rule} {path} {}", span.text));
        self.shown = self.shown.max(span.offset + span.len);
    }

    fn valid(&mut self) {
        let n = self.bytes.len();
        let line = self.style.dim(&format!("{:>8}  a valid message of {n} bytes", ""));
        self.line(&line);
    }

    /// The place that breaks a rule, and what follows it.
    fn error(&mut self, error: Error, path: &str) {
        // A list is rejected as a whole where it begins, but may have been shown up to a later place.
        if error.offset > self.shown {
            let unread = &self.bytes[self.shown..error.offset];
            self.bytes(self.shown, unread, "read before the error");
        }
        let at = error.offset.min(self.bytes.len());
        let end = self.bytes.len().min(at + LINE);
        let rule = match error.rule {
            0 => "-".to_owned(),
            rule => format!("W{rule}"),
        };
        let text = format!("{rule:4} {:24} error: {}", place(path), error.what);
        let text = self.style.error(&text);
        self.bytes(at, &self.bytes[at..end], &text);
        let rest = self.bytes.len() - end.max(self.shown);
        if rest > 0 {
            let text = self.style.dim(&format!("{:>8}  and {rest} bytes that were not read", ""));
            self.line(&text);
        }
    }

    /// Lines of hex with the text beside the first.
    fn bytes(&mut self, offset: usize, bytes: &[u8], text: &str) {
        let mut text = text;
        let shown = if self.full { bytes.len() } else { bytes.len().min(LINE * LINES) };
        let mut lines = bytes[..shown].chunks(LINE);
        let mut at = offset;
        loop {
            let chunk = lines.next().unwrap_or_default();
            let hex: Vec<_> = chunk.iter().map(|byte| format!("{byte:02x}")).collect();
            let offset = self.style.dim(&format!("{at:8}"));
            let line = format!("{offset}  {:23}  {text}", hex.join(" "));
            self.line(line.trim_end());
            (at, text) = (at + chunk.len(), "");
            if lines.len() == 0 {
                break;
            }
        }
        if shown < bytes.len() {
            let rest = bytes.len() - shown;
            let line =
                self.style.dim(&format!("{:>8}  … {rest} bytes more (--full shows them)", ""));
            self.line(&line);
        }
    }

    fn line(&mut self, line: &str) {
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{line}").err();
        }
    }
}

/// The path of a part, `.` for the whole value.
fn place(path: &str) -> &str {
    if path.is_empty() { "." } else { path }
}
