//! Messages, and lists of records, byte by byte.

use onesheet_dynamic::{Error, Limits, Span, Type, decode_traced};

use crate::args::Inspect;
use crate::convert::located;
use crate::failure::Failure;
use crate::files;
use crate::listing::{LINE, Listing};

pub fn inspect(args: &Inspect, ty: &Type) -> Result<(), Failure> {
    let input = args.input.as_deref();
    let bytes = files::read_message(input, args.hex)?;
    let mut listing = Listing::new(args.color, args.full);
    let result = explain(&mut listing, ty, &bytes, 0, &args.limits.limits());
    if result.is_ok() {
        listing.say(&format!("a valid message of {} bytes", bytes.len()));
    }
    listing.finish()?;
    result.map_err(|(e, path)| Failure::found(located(&files::name(input), e, &path)))
}

/// Shows what the bytes of a message mean, which begin at an offset, and where they break which rule.
pub fn explain(
    listing: &mut Listing,
    ty: &Type,
    bytes: &[u8],
    at: u64,
    limits: &Limits,
) -> Result<(), (Error, String)> {
    let mut message = Message { listing, bytes, at, shown: 0 };
    let result = decode_traced(ty, bytes, limits, &mut |span| message.span(&span));
    if let Err((error, path)) = &result {
        message.error(*error, path);
    }
    result.map(drop)
}

struct Message<'a> {
    listing: &'a mut Listing,
    bytes: &'a [u8],
    /// Where it begins.
    at: u64,
    /// How many bytes from its start have been shown.
    shown: usize,
}

impl Message<'_> {
    fn span(&mut self, span: &Span) {
        let bytes = &self.bytes[span.offset..span.offset + span.len];
        let (at, rule) = (self.at + span.offset as u64, format!("W{}", span.rule));
        self.listing.part(at, bytes, &rule, place(&span.path), &span.text);
        self.shown = self.shown.max(span.offset + span.len);
    }

    /// The place that breaks a rule, and what follows it.
    fn error(&mut self, error: Error, path: &str) {
        // A list is rejected as a whole where it begins, but may have been shown up to a later place.
        if error.offset > self.shown {
            let unread = &self.bytes[self.shown..error.offset];
            self.listing.bytes(self.at + self.shown as u64, unread, "read before the error");
        }
        let start = error.offset.min(self.bytes.len());
        let end = self.bytes.len().min(start + LINE);
        let rule = match error.rule {
            0 => "-".to_owned(),
            rule => format!("W{rule}"),
        };
        let text = format!("error: {}", error.what);
        let at = self.at + start as u64;
        self.listing.wrong(at, &self.bytes[start..end], &rule, place(path), &text);
        let rest = self.bytes.len() - end.max(self.shown);
        if rest > 0 {
            self.listing.say(&format!("and {rest} bytes that were not read"));
        }
    }
}

/// The path of a part, `.` for the whole value.
fn place(path: &str) -> &str {
    if path.is_empty() { "." } else { path }
}
