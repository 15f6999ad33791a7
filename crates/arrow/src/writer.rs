//! Record batches to a file.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Schema};
use arrow_select::concat::concat_batches;
use onesheet_dynamic::Type;
use onesheet_file::{Appended, BlockWriter, Options, Reader};

use crate::cast::{as_far_as, has_more, plain, renamed};
use crate::decoder::{CAST_PREFIX, Decoder, cast_field};
use crate::encoder::Encoder;
use crate::error::Error;
use crate::names::{places, unique};

/// Bytes of records in a block: with a mark in each eight bytes (F2), it is as long as readers take it.
const MOST: usize = Reader::<std::io::Empty>::MAX_BODY / 8 * 7;

/// Bytes in memory or in the file from which on a block is read before it is written.
const LARGE: usize = 8 << 20;

/// Writes record batches to a file of records.
///
/// ```
/// use std::sync::Arc;
/// use arrow_array::{RecordBatch, UInt16Array};
/// use onesheet_arrow::{Writer, type_of};
/// use onesheet_file::{Options, Reader};
///
/// let column = Arc::new(UInt16Array::from(vec![1000, 1001, 1002])) as _;
/// let batch = RecordBatch::try_from_iter([("at", column)])?;
/// let ty = type_of(&batch.schema())?;
/// let mut writer = Writer::new(Vec::new(), &ty, &batch.schema(), Options::default())?;
/// writer.write(&batch)?;
/// let file = writer.finish()?;
///
/// let records = Reader::new(file.as_slice()).records::<u16>(); // a tuple of one part is that part
/// assert_eq!(records.collect::<Result<Vec<_>, _>>()?, [1000, 1001, 1002]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    blocks: BlockWriter<W>,
    encoder: Encoder,
    options: Options,
    statistics: bool,
    /// Batches that are not written yet, their rows and about how many bytes they take.
    batches: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

impl<W: Write> Writer<W> {
    /// A writer of records of a type, as [`type_of`](crate::type_of) gives it for the schema of the
    /// batches or as the caller has it. What that schema knows of columns and the type does not, their
    /// being times, dates or decimals, goes to `about`: [`Decoder::cast`](crate::Decoder::cast) takes it
    /// from there.
    ///
    /// # Errors
    /// Those of `out`, and [`Type`](Error::Type) for a type of which there are no columns.
    pub fn new(out: W, ty: &Type, schema: &Schema, mut options: Options) -> Result<Self, Error> {
        let encoder = with_casts(ty, schema, &mut options)?;
        let blocks = BlockWriter::with_options(out, ty, options.clone())?;
        Ok(Writer::over(blocks, encoder, options))
    }

    /// A writer of records of a type to the section that `blocks` has begun, with these options.
    ///
    /// # Errors
    /// [`Type`](Error::Type) for a type of which there are no columns.
    pub fn on(blocks: BlockWriter<W>, ty: &Type, options: Options) -> Result<Self, Error> {
        Ok(Writer::over(blocks, Encoder::new(ty)?, options))
    }

    fn over(blocks: BlockWriter<W>, encoder: Encoder, options: Options) -> Self {
        let batches = Vec::new();
        Writer { blocks, encoder, options, statistics: false, batches, rows: 0, bytes: 0 }
    }

    /// Whether each block has before it the least and the greatest of its numbers, and where its columns are (F19),
    /// so that readers may pass over it, or read some of the columns alone; not by default. They take about 40
    /// bytes, 12 for each column, and 33 more for one of numbers. For compressed blocks only the numbers have any.
    #[must_use]
    pub fn statistics(self, statistics: bool) -> Self {
        Writer { statistics, ..self }
    }

    /// The same writer to what `f` makes of `W`, as [`BlockWriter::map_out`].
    pub fn map_out<V: Write>(self, f: impl FnOnce(W) -> V) -> Writer<V> {
        let Writer { blocks, encoder, options, statistics, batches, rows, bytes } = self;
        let blocks = blocks.map_out(f);
        Writer { blocks, encoder, options, statistics, batches, rows, bytes }
    }

    /// Writes the rows of a batch: a block whenever about [`Options::block_bytes`] have come.
    ///
    /// # Errors
    /// As [`Encoder::encode`], and those of `W`; and [`Value`](Error::Value) for a record that readers do not
    /// take, of more than 56 MiB. The blocks that were written before stay.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        let bytes = sizes(batch).sum::<Result<usize, _>>()?;
        // Of one that is larger than a block, some rows at a time.
        let most = self.options.block_bytes.max(1);
        let pieces =
            bytes.div_ceil(most).max(batch.num_rows().div_ceil(self.options.block_records.max(1)));
        let piece = batch.num_rows().div_ceil(pieces.max(1)).max(1);
        for start in (0..batch.num_rows()).step_by(piece) {
            let rows = piece.min(batch.num_rows() - start);
            self.batches.push(batch.slice(start, rows));
            self.rows += rows;
            self.bytes += bytes / pieces.max(1);
            if self.bytes >= most || self.rows >= self.options.block_records {
                self.write_block()?;
            }
        }
        Ok(())
    }

    fn write_block(&mut self) -> Result<(), Error> {
        let batches = std::mem::take(&mut self.batches);
        (self.rows, self.bytes) = (0, 0);
        match batches.as_slice() {
            [] => Ok(()),
            [batch] => self.put(batch),
            [first, ..] => self.put(&concat_batches(&first.schema(), &batches)?),
        }
    }

    /// Writes rows as one block, or as more if readers would not take it.
    fn put(&mut self, batch: &RecordBatch) -> Result<(), Error> {
        let columns = self.encoder.columns(batch)?;
        let list = self.encoder.list(&columns)?;
        let rows = batch.num_rows();
        if let Err(why) = self.is_taken(batch, &list) {
            if rows > 1 {
                self.put(&batch.slice(0, rows / 2))?;
                return self.put(&batch.slice(rows / 2, rows - rows / 2));
            }
            let columns = batch.schema_ref().fields().iter().zip(sizes(batch));
            let largest = columns.max_by_key(|(_, size)| size.as_ref().ok().copied());
            let column = largest.map(|(field, _)| field.name().clone()).unwrap_or_default();
            let (record, len) = (self.written(), list.len());
            let why = format!("record {record}, of {len} bytes: no reader takes it: {why}");
            return Err(Error::Value { column, why });
        }
        let count = u32::try_from(rows).map_err(|_| onesheet_file::Error::TooLarge)?;
        if self.statistics {
            let statistics = self.encoder.statistics(&columns, rows, &list);
            self.blocks.write_list_with(&list, count, &statistics)?;
        } else {
            self.blocks.write_list(&list, count)?;
        }
        Ok(())
    }

    /// Whether a reader takes a block, unless it is told otherwise.
    fn is_taken(&self, batch: &RecordBatch, list: &[u8]) -> Result<(), String> {
        if list.len() > MOST {
            return Err(format!("a block has up to {MOST} bytes"));
        }
        // What is small is: one in which records take about as much memory as in the file.
        let memory = sizes(batch).sum::<Result<usize, _>>().map_err(|error| error.to_string())?;
        if list.len().max(memory) < LARGE {
            return Ok(());
        }
        let decoder = Decoder::new(self.encoder.ty()).map_err(|error| error.to_string())?;
        let read = decoder.decode(list, batch.num_rows(), &onesheet::Limits::default());
        read.map(drop).map_err(|error| error.to_string())
    }

    /// Records that were written, in whole blocks.
    pub fn written(&self) -> u64 {
        self.blocks.written()
    }

    /// Writes what has come and the end of the file, flushes `W`, and returns it.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn finish(mut self) -> Result<W, Error> {
        self.write_block()?;
        Ok(self.blocks.finish()?)
    }
}

impl Writer<File> {
    /// A writer to the end of a file, which is locked (F16): it goes on with the last section if that is of
    /// the same type and about, as [`BlockWriter::append`] says.
    ///
    /// # Errors
    /// As [`new`](Self::new), and those of opening the file, which may have another writer.
    pub fn append(
        path: impl AsRef<Path>,
        ty: &Type,
        schema: &Schema,
        mut options: Options,
    ) -> Result<(Self, Appended), Error> {
        let encoder = with_casts(ty, schema, &mut options)?;
        let (blocks, found) = BlockWriter::append(path, ty, options.clone())?;
        Ok((Writer::over(blocks, encoder, options), found))
    }
}

/// How many bytes of memory the columns of a batch take.
fn sizes(batch: &RecordBatch) -> impl Iterator<Item = Result<usize, ArrowError>> + '_ {
    batch.columns().iter().map(|column| column.to_data().get_slice_memory_size())
}

/// The encoder of a type; what its columns are more than that goes to `about`.
fn with_casts(ty: &Type, schema: &Schema, options: &mut Options) -> Result<Encoder, Error> {
    let encoder = Encoder::new(ty)?;
    for field in casts(ty, schema)? {
        options.about.entry(field.0).or_insert(field.1);
    }
    Ok(encoder)
}

/// What `about` is to say of columns that are more than their type: times, dates, decimals.
///
/// # Errors
/// [`Type`](Error::Type) for a type of which there are no columns.
pub fn casts(ty: &Type, schema: &Schema) -> Result<Vec<(String, String)>, Error> {
    let decoder = Decoder::new(ty)?;
    let names = unique(schema.fields().iter().map(|field| field.name().clone()));
    let columns = names.iter().zip(schema.fields());
    let places = places(decoder.schema().fields().iter().map(|field| field.name()));
    let mut casts = Vec::new();
    for (name, field) in columns {
        let Some(place) = places.get(name.as_str()) else { continue };
        let bare = decoder.schema().field(*place);
        if !has_more(field.data_type()) {
            continue;
        }
        let data_type = as_far_as(bare.data_type(), field.data_type());
        let key = format!("{CAST_PREFIX}{name}");
        // Only what is read again as it was.
        let is_read = |value: &String| {
            cast_field(bare, value).is_ok_and(|found| *found.data_type() == data_type)
        };
        let texts = [data_type.to_string(), renamed(&data_type, &data_type, plain).to_string()];
        let value = texts.into_iter().find(is_read).filter(|_| data_type != *bare.data_type());
        casts.extend(value.map(|value| (key, value)));
    }
    Ok(casts)
}
