//! Writing to files of the file system: a new one, or the end of one that is there.

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use onesheet::Serialize;

use crate::block::{Header, Look, Reason, is_unused, kind, look};
use crate::error::Error;
use crate::slice::Slice;
use crate::writer::{Options, Writer};

/// Bytes of the end of a file that are looked at first.
const TAIL: u64 = 256 << 10;

/// What [`Writer::append`] found at the end of the file, and did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// Records of the last section that were there; none if that is of another type, or says
    /// something else about it, for then another section was begun.
    pub records: Option<u64>,
    /// Bytes of a torn block that were cut off (F17).
    pub cut: u64,
}

impl<T: Serialize> Writer<T, File> {
    /// A writer to a new file. When it returns, the file, its schema block and its name are on the disk.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options), and if there is such a file already.
    pub fn create(path: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        let path = path.as_ref();
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let writer = Writer::with_options(file, options).inspect_err(|_| {
            // It is of no use without a schema block; that it cannot be removed changes nothing.
            let _ = std::fs::remove_file(path);
        })?;
        writer.out().sync_all()?;
        #[cfg(unix)]
        {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            File::open(parent.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(writer)
    }

    /// A writer to the end of a file: to its last section, if that is of this type and says the same
    /// about it, else to a section that it begins (F17). A torn block at the end is cut off, and nothing
    /// else.
    ///
    /// It looks at the end only. A file has one writer at a time (F16); this does not see to that.
    ///
    /// # Errors
    /// As [`with_options`](Self::with_options), and those of reading and cutting the file.
    pub fn append(path: impl AsRef<Path>, options: Options) -> Result<(Self, Appended), Error> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        let len = file.metadata()?.len();
        let mut tail = Tail::default();
        let mut size = TAIL.min(len);
        loop {
            file.seek(SeekFrom::Start(len - size))?;
            let mut bytes = Vec::new();
            Read::by_ref(&mut file).take(size).read_to_end(&mut bytes)?;
            let found = tail.find(&bytes, size == len);
            if found || size == len {
                break;
            }
            size = size.saturating_mul(4).min(len);
        }
        if tail.torn > 0 {
            file.set_len(len - tail.torn)?;
        }
        file.seek(SeekFrom::End(0))?;
        let (writer, records) = Writer::behind(file, options, tail.last, tail.schema)?;
        Ok((writer, Appended { records, cut: tail.torn }))
    }

    /// Writes the records that were pushed, and waits until all are on the disk.
    ///
    /// # Errors
    /// As [`push`](Self::push), and those of the disk: what it then holds is unknown.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.flush()?;
        Ok(self.out().sync_data()?)
    }
}

/// What is at the end of a file.
#[derive(Default)]
pub(crate) struct Tail {
    /// The last block of a section.
    last: Option<Header>,
    /// The check of the last schema block, if it was seen.
    schema: Option<u32>,
    /// Bytes of a torn block.
    torn: u64,
}

impl Tail {
    /// Looks at the last bytes of a file, or at all, and returns whether a block of a section is there.
    pub(crate) fn find(&mut self, bytes: &[u8], all: bool) -> bool {
        let mut end = 0;
        for (at, header) in Slice::new(bytes).good_blocks(!all) {
            end = at + header.size();
            if header.kind == kind::SCHEMA {
                self.schema = Some(header.body_check);
            }
            if header.is_of_section() {
                self.last = Some(header);
            }
        }
        let rest = bytes.get(end..).unwrap_or_default();
        let used = rest.iter().position(|byte| !is_unused(*byte)).unwrap_or(rest.len());
        let rest = rest.get(used..).unwrap_or_default();
        self.torn =
            match rest.is_empty() || look(rest, true, usize::MAX) != Look::Bad(Reason::Truncated) {
                true => 0,
                false => rest.len() as u64,
            };
        self.last.is_some()
    }
}
