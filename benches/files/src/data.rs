//! The lines of a file.

use onesheet::list::encode;

use crate::log::Log;
use crate::log_lines::line;
use crate::random::Random;
use crate::sums::Sums;

/// Bytes of a list, about.
const LIST: usize = 1 << 20;

/// Bytes of lines that are drawn, at most; more are these again.
const DRAWN: usize = 64 << 20;

/// Draws lines of about `size` bytes, or as many as are drawn at most.
pub fn draw(size: usize) -> Vec<Log> {
    let mut random = Random::new("log");
    let mut lines = random.list(10_000, line);
    let many = DRAWN.min(size) * lines.len() / encode(&lines).len();
    let more = many.saturating_sub(lines.len());
    lines.extend(random.list(more, line));
    lines
}

/// The lines of a file: those that were drawn, several times.
pub struct Data<'a> {
    lines: &'a [Log],
    passes: usize,
    /// How many lines a list has.
    list: usize,
    /// Bytes of all lists.
    pub bytes: usize,
}

impl<'a> Data<'a> {
    /// About `size` bytes.
    pub fn new(drawn: &'a [Log], size: usize) -> Self {
        let list = drawn.len().min(10_000);
        let bytes = encode(&drawn[..list]).len();
        let list = LIST * list / bytes;
        let lines = &drawn[..drawn.len().min(size * list / LIST)];
        let passes = (size as f64 / DRAWN.min(size) as f64).round() as usize;
        let bytes = passes * lines.chunks(list).map(|list| encode(list).len()).sum::<usize>();
        Data { lines, passes, list, bytes }
    }

    pub fn lists(&self) -> impl Iterator<Item = &'a [Log]> {
        let (lines, list) = (self.lines, self.list);
        (0..self.passes).flat_map(move |_| lines.chunks(list))
    }

    pub fn lines(&self) -> impl Iterator<Item = &'a Log> {
        self.lists().flatten()
    }

    pub fn sums(&self) -> Sums {
        Sums::of(self.lines).times(self.passes)
    }
}
