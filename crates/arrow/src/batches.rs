//! The records of a file as record batches.

use std::borrow::Cow;
use std::fmt;
use std::io::Read;
use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use onesheet::Limits;
use onesheet_file::{Block, Event, Reader, What};

use crate::decoder::Decoder;
use crate::error::Error;
use crate::statistics::{Bounds, Leaves};

/// The records of a file or of a part of one, a batch for each block.
///
/// If the decoder gives [some of the columns](Decoder::project) and the reader can seek, only these are read of
/// a block that says where they are (F23). The others are then not checked, not even by the check of the block.
///
/// ```
/// use arrow_array::RecordBatchReader;
/// use onesheet_arrow::{Batches, Decoder};
/// use onesheet_file::{Reader, Writer};
///
/// let mut writer = Writer::<(String, u16), _>::new(Vec::new())?;
/// writer.write_block(&[("a".to_owned(), 1000), ("bc".to_owned(), 1001)])?;
/// let file = writer.finish()?;
///
/// let decoder = Decoder::new(&"tuple(str, u16)".parse()?)?.project(&[1])?;
/// let batches = Batches::new(Reader::new(file.as_slice()), decoder);
/// assert_eq!(batches.schema().field(0).name(), "1");
/// for batch in batches {
///     assert_eq!(batch?.num_rows(), 2);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Batches<R> {
    reader: Reader<R>,
    decoder: Decoder,
    limits: Limits,
    /// Whom problems are told that are passed over.
    report: Option<Report>,
    /// Which blocks are wanted, by their statistics.
    choice: Option<Choice>,
    /// Whether the records of this section are of the type.
    fits: bool,
    /// Which fields are to be read of the blocks of this section, if only these are.
    fields: Vec<usize>,
    done: bool,
}

/// Which blocks are wanted.
struct Choice {
    leaves: Arc<Leaves>,
    is_wanted: Box<dyn FnMut(&Bounds) -> bool + Send>,
    passed: Box<dyn FnMut(u32) + Send>,
}

type Report = Box<dyn FnMut(u64, &Error) + Send>;

impl<R: Read> Batches<R> {
    /// The records of all sections, which are to be such as the decoder [takes](Decoder::takes): up to
    /// the first problem.
    pub fn new(reader: Reader<R>, decoder: Decoder) -> Self {
        let limits = Limits::default();
        let (report, choice, fields) = (None, None, Vec::new());
        Batches { reader, decoder, limits, report, choice, fits: false, fields, done: false }
    }

    /// The same for all records that are whole and of the type: `report` is told of each problem, and
    /// where in the file it is, in bytes. Errors of the input still end it.
    #[must_use]
    pub fn lossy(self, report: impl FnMut(u64, &Error) + Send + 'static) -> Self {
        Batches { report: Some(Box::new(report)), ..self }
    }

    /// The same without blocks that are not wanted: `is_wanted` is asked about each that has statistics (F19),
    /// and `passed` is told how many records were in one that was passed over (F21). What was in these is
    /// not checked. A block that is not wanted may come all the same.
    #[must_use]
    pub fn choose(
        self,
        is_wanted: impl FnMut(&Bounds) -> bool + Send + 'static,
        passed: impl FnMut(u32) + Send + 'static,
    ) -> Self {
        let (is_wanted, passed) = (Box::new(is_wanted), Box::new(passed));
        Batches {
            choice: Some(Choice { leaves: Arc::new(self.decoder.leaves()), is_wanted, passed }),
            ..self
        }
    }

    /// The same under other limits (W33), which hold for each block.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Batches { limits, ..self }
    }

    /// Where the next block begins, or later, in bytes from the start of the file.
    pub fn position(&self) -> u64 {
        self.reader.position()
    }

    /// Reads on to the next batch or problem, which it returns with its place: `None` at the end.
    fn advance(&mut self) -> Option<(u64, Result<RecordBatch, Error>)> {
        loop {
            let Event { at, what, .. } = match self.reader.next_event() {
                Ok(event) => event?,
                Err(error) => {
                    self.done = true;
                    return Some((0, Err(onesheet_file::Error::from(error).into())));
                }
            };
            let error = match what {
                What::Section(section) => match self.decoder.takes(&section) {
                    Ok(()) => {
                        self.fits = true;
                        // Those of an older or newer type are others.
                        let is_same = section.fingerprint() == self.decoder.ty().fingerprint();
                        self.fields =
                            if is_same { self.decoder.wanted_fields() } else { Vec::new() };
                        if let Some(choice) = &mut self.choice {
                            let leaves = Arc::make_mut(&mut choice.leaves);
                            leaves.enter(section.schema(), self.decoder.ty());
                        }
                        continue;
                    }
                    Err(why) => {
                        self.fits = false;
                        onesheet_file::Error::Section { at, why }
                    }
                },
                What::Statistics(statistics) => {
                    let has_fields = statistics.fields.len() == self.decoder.fields().len();
                    let is_wanted = match (&mut self.choice, self.fits) {
                        (Some(choice), true) => {
                            (choice.is_wanted)(&Bounds::new(&choice.leaves, statistics))
                        }
                        _ => true,
                    };
                    if !is_wanted {
                        self.reader.pass();
                    } else if self.fits && has_fields && !self.fields.is_empty() {
                        self.reader.only(&self.fields);
                    }
                    continue;
                }
                What::Unread { count } => {
                    if let Some(choice) = &mut self.choice {
                        (choice.passed)(count);
                    }
                    continue;
                }
                What::Records(block) if self.fits => {
                    let batch = batch(&self.decoder, &block, &self.limits);
                    return Some((at, batch.map_err(|error| error.in_block(at))));
                }
                What::Fields(fields) => {
                    let batch = self.decoder.decode_fields(&fields, &self.limits);
                    return Some((at, batch.map_err(|error| error.in_block(at))));
                }
                // That they are of another type was said.
                What::Records(_) | What::End { .. } | What::Passed => continue,
                What::Orphan(_) => onesheet_file::Error::Orphan { at },
                What::Gap { expected, found } => onesheet_file::Error::Gap { at, expected, found },
                What::Unknown { kind } => onesheet_file::Error::Unknown { at, kind },
                What::Skipped { len, reason } => onesheet_file::Error::Skipped { at, len, reason },
                _ => continue,
            };
            return Some((at, Err(error.into())));
        }
    }
}

fn batch(decoder: &Decoder, block: &Block<'_>, limits: &Limits) -> Result<RecordBatch, Error> {
    // What is only counted is not decompressed.
    let list = match decoder.schema().fields().is_empty() {
        true => Cow::default(),
        false => block.list(limits)?,
    };
    decoder.decode(&list, block.count() as usize, limits)
}

impl<R: Read> Iterator for Batches<R> {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            match (self.advance()?, &mut self.report) {
                ((_, Ok(batch)), _) => return Some(Ok(batch)),
                ((at, Err(error)), Some(report)) if !self.done => report(at, &error),
                ((_, Err(error)), _) => {
                    self.done = true;
                    return Some(Err(error.into()));
                }
            }
        }
        None
    }
}

impl<R: Read> RecordBatchReader for Batches<R> {
    fn schema(&self) -> SchemaRef {
        self.decoder.schema().clone()
    }
}

impl<R> fmt::Debug for Batches<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("decoder", &self.decoder).finish_non_exhaustive()
    }
}
