//! A table of bytes and what they mean, on standard output.

use std::io::{self, BufWriter, Write};

use crate::args::When;
use crate::failure::Failure;
use crate::style::Style;

/// Bytes in one line.
pub const LINE: usize = 8;
/// Lines of one part that are shown without --full.
const LINES: usize = 4;

pub struct Listing {
    out: BufWriter<io::StdoutLock<'static>>,
    style: Style,
    full: bool,
    /// Why nothing more can be written.
    failed: Option<io::Error>,
}

impl Listing {
    /// A table with its head.
    pub fn new(color: When, full: bool) -> Self {
        let out = BufWriter::new(io::stdout().lock());
        let mut listing = Listing { out, style: Style::of_stdout(color), full, failed: None };
        let head =
            format!("{:>8}  {:23}  {:4} {:24} {}", "offset", "bytes", "rule", "path", "meaning");
        listing.line(&listing.style.dim(&head));
        listing
    }

    /// Whether all bytes of long parts are shown.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// Whether more can be written.
    pub fn is_open(&self) -> bool {
        self.failed.is_none()
    }

    /// A part, and what it means.
    pub fn part(&mut self, offset: u64, bytes: &[u8], rule: &str, path: &str, text: &str) {
        let text = self.meaning(rule, path, text);
        self.bytes(offset, bytes, &text);
    }

    /// What is said without bytes of its own.
    pub fn note(&mut self, rule: &str, path: &str, text: &str) {
        let text = self.meaning(rule, path, text);
        self.line(&format!("{:33}  {text}", ""));
    }

    /// A part that breaks a rule.
    pub fn wrong(&mut self, offset: u64, bytes: &[u8], rule: &str, path: &str, text: &str) {
        let text = self.style.error(&format!("{rule:4} {path:24} {text}"));
        self.bytes(offset, bytes, &text);
    }

    /// A line about the whole.
    pub fn say(&mut self, text: &str) {
        self.line(&self.style.dim(&format!("{:>8}  {text}", "")));
    }

    /// Writes what is not written yet.
    pub fn finish(mut self) -> Result<(), Failure> {
        let flushed = self.out.flush();
        match self.failed.or(flushed.err()) {
            Some(e) => Err(Failure::write("standard output", &e)),
            None => Ok(()),
        }
    }

    fn meaning(&self, rule: &str, path: &str, text: &str) -> String {
        let rule = self.style.rule(&format!("{rule:4}"));
        format!("{rule} {} {text}", self.style.path(&format!("{path:24}")))
    }

    /// Lines of hex with the text beside the first.
    pub fn bytes(&mut self, offset: u64, bytes: &[u8], text: &str) {
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
            (at, text) = (at + chunk.len() as u64, "");
            if lines.len() == 0 {
                break;
            }
        }
        if shown < bytes.len() {
            self.say(&format!("… {} bytes more (--full shows them)", bytes.len() - shown));
        }
    }

    fn line(&mut self, line: &str) {
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{line}").err();
        }
    }
}
