//! The records of a file, one after another.

use std::io::Read;
use std::vec::IntoIter;

use onesheet::de::DeserializeOwned;
use onesheet::{Limits, Serialize};
use onesheet_dynamic::Type;

use crate::error::Error;
use crate::event::{Event, What};
use crate::reader::Reader;
use crate::section::Section;

/// The records of a file: [`Reader::records`] and [`Reader::records_lossy`].
#[derive(Debug)]
pub struct Records<R, T> {
    reader: Reader<R>,
    limits: Limits,
    /// Whether problems are passed over.
    lossy: bool,
    block: IntoIter<T>,
    /// Whether the records of this section are of the type.
    fits: bool,
    done: bool,
}

impl<R: Read> Reader<R> {
    /// The records of all sections, which are to be of one type: up to the first problem.
    pub fn records<T: DeserializeOwned + Serialize>(self) -> Records<R, T> {
        Records::new(self, false)
    }

    /// The records of all sections that are of a type: problems are passed over.
    pub fn records_lossy<T: DeserializeOwned + Serialize>(self) -> Records<R, T> {
        Records::new(self, true)
    }
}

impl<R: Read, T: DeserializeOwned + Serialize> Records<R, T> {
    fn new(reader: Reader<R>, lossy: bool) -> Self {
        let limits = Limits::default();
        Records { reader, limits, lossy, block: Vec::new().into_iter(), fits: false, done: false }
    }

    /// The same under other limits (W33), which hold for each block.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Records { limits, ..self }
    }

    /// The first record of the next block of them, or the next problem that is not passed over.
    fn next_block(&mut self) -> Option<Result<T, Error>> {
        while !self.done {
            match self.advance()? {
                Ok(()) => {
                    if let Some(record) = self.block.next() {
                        return Some(Ok(record));
                    }
                }
                Err(error) if self.lossy && !matches!(error, Error::Io(_)) => {}
                Err(error) => {
                    self.done = true;
                    return Some(Err(error));
                }
            }
        }
        None
    }

    /// Reads on to the next problem, or to records: `None` at the end.
    fn advance(&mut self) -> Option<Result<(), Error>> {
        let Event { at, what, .. } = match self.reader.next_event() {
            Ok(event) => event?,
            Err(error) => return Some(Err(error.into())),
        };
        let block = match what {
            What::Section(section) => {
                let fits = is_of::<T>(&section);
                self.fits = fits.is_ok();
                return Some(fits.map_err(|why| Error::Section { at, why }));
            }
            What::Records(block) if self.fits => block.decode(&self.limits),
            // That they are of another type was said.
            What::Records(_) | What::End { .. } | What::Passed => return Some(Ok(())),
            What::Statistics(_) | What::Fields(_) | What::Unread { .. } => return Some(Ok(())),
            What::Orphan(_) => Err(Error::Orphan { at }),
            What::Gap { expected, found } => Err(Error::Gap { at, expected, found }),
            What::Unknown { kind } => Err(Error::Unknown { at, kind }),
            What::Skipped { len, reason } => Err(Error::Skipped { at, len, reason }),
        };
        Some(block.map(|records| self.block = records.into_iter()))
    }
}

impl<R: Read, T: DeserializeOwned + Serialize> Iterator for Records<R, T> {
    type Item = Result<T, Error>;

    /// The next record. Behind an error of the input or, unless problems are passed over, behind any
    /// other there is none.
    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self.block.next() {
            Some(record) => Some(Ok(record)),
            None => self.next_block(),
        }
    }
}

/// Whether a reader of `T` reads the records of a section (F14); what stands against it otherwise.
fn is_of<T: Serialize>(section: &Section<'_>) -> Result<(), String> {
    section.is_read_as(&Type::from_schema(T::SCHEMA).map_err(|error| error.to_string())?)
}
