//! Text that is read: from files or pipes, compressed or not, in UTF-8 or what it was written in.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

use encoding_rs::{DecoderResult, Encoding, UTF_8, UTF_16BE, UTF_16LE};

use crate::compressed::decompressed;
use crate::failure::Failure;
use crate::files;

const CHUNK: usize = 1 << 16;

/// A text that may be read more than once.
pub struct Text {
    /// The name in messages.
    pub name: String,
    source: Source,
    /// That of the text, if it was given.
    encoding: Option<&'static Encoding>,
}

enum Source {
    Path(PathBuf),
    /// What came through a pipe, in a file without a name.
    Kept(File),
}

impl Text {
    pub fn new(path: &Path, encoding: Option<&'static Encoding>) -> Result<Self, Failure> {
        let name = files::name(Some(path));
        let (mut input, len) = files::open(Some(path))?;
        let source = match len {
            Some(_) => Source::Path(path.to_owned()),
            None => {
                let unkept =
                    |e| Failure::usage(format_args!("cannot copy {name} to a temporary file: {e}"));
                let mut kept = tempfile::tempfile().map_err(unkept)?;
                io::copy(&mut input, &mut kept).map_err(unkept)?;
                Source::Kept(kept)
            }
        };
        Ok(Text { name, source, encoding })
    }

    /// The text from its start, in UTF-8 but for what is not: that is left to the reader.
    pub fn open(&self) -> Result<Box<dyn Read>, Failure> {
        let file = match &self.source {
            Source::Path(path) => File::open(path),
            Source::Kept(file) => {
                file.try_clone().and_then(|mut file| file.rewind().map(|()| file))
            }
        };
        let opened = file.and_then(|file| decompressed(Box::new(file)));
        let opened = opened.and_then(|input| decoded(input, self.encoding));
        opened.map_err(|e| self.unreadable(&e))
    }

    pub fn unreadable(&self, error: &io::Error) -> Failure {
        match error.kind() {
            // What is compressed, or in another encoding, is not what it should be.
            io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput => {
                Failure::found(format_args!("{}: {error}", self.name))
            }
            _ => Failure::usage(format_args!("cannot read {}: {error}", self.name)),
        }
    }
}

/// The text in UTF-8, of which a mark of the order of bytes is no part.
fn decoded(
    mut input: Box<dyn Read>,
    encoding: Option<&'static Encoding>,
) -> io::Result<Box<dyn Read>> {
    let mut start = Vec::new();
    input.by_ref().take(3).read_to_end(&mut start)?;
    let (found, len) = match start.as_slice() {
        [0xef, 0xbb, 0xbf] => (Some(UTF_8), 3),
        [0xff, 0xfe, ..] => (Some(UTF_16LE), 2),
        [0xfe, 0xff, ..] => (Some(UTF_16BE), 2),
        _ => (None, 0),
    };
    let encoding = found.or(encoding).unwrap_or(UTF_8);
    let input = Cursor::new(start.split_off(len)).chain(input);
    if encoding == UTF_8 {
        return Ok(Box::new(input));
    }
    let decoder = encoding.new_decoder_without_bom_handling();
    let name = encoding.name();
    Ok(Box::new(Decoded {
        input,
        decoder,
        name,
        bytes: Vec::new(),
        text: vec![0; 4 * CHUNK],
        from: 0,
        to: 0,
        ended: false,
    }))
}

struct Decoded<R> {
    input: R,
    decoder: encoding_rs::Decoder,
    name: &'static str,
    /// Bytes that are not decoded yet.
    bytes: Vec<u8>,
    /// What is decoded, of which `from..to` is not given yet.
    text: Vec<u8>,
    from: usize,
    to: usize,
    ended: bool,
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.from == self.to && !self.ended {
            let read = self.input.by_ref().take(CHUNK as u64).read_to_end(&mut self.bytes)?;
            let last = read < CHUNK;
            let (result, read, written) =
                self.decoder.decode_to_utf8_without_replacement(&self.bytes, &mut self.text, last);
            if let DecoderResult::Malformed(..) = result {
                let what = format!("not {} text; give its --encoding", self.name);
                return Err(io::Error::new(io::ErrorKind::InvalidData, what));
            }
            self.bytes.drain(..read);
            (self.from, self.to) = (0, written);
            self.ended = last && result == DecoderResult::InputEmpty;
        }
        let n = out.len().min(self.to - self.from);
        out[..n].copy_from_slice(&self.text[self.from..self.from + n]);
        self.from += n;
        Ok(n)
    }
}

/// An encoding by its name, as web pages have it.
pub fn encoding(name: &str) -> Result<&'static Encoding, String> {
    let known = Encoding::for_label(name.as_bytes());
    known.ok_or_else(|| "unknown encoding; try utf-8, utf-16le, latin1 or shift_jis".to_owned())
}
