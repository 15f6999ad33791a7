//! CSV, in which columns of parts are JSON.

use std::io::Write;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_json::writer::{NullableEncoder, make_encoder};
use arrow_json::{Encoder, EncoderFactory, EncoderOptions};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema};

/// Writes CSV with a header.
pub struct Writer<W: Write>(arrow_csv::Writer<W>);

impl<W: Write> Writer<W> {
    pub fn new(out: W) -> Self {
        Writer(arrow_csv::WriterBuilder::new().with_header(true).build(out))
    }

    pub fn write(&mut self, batch: &RecordBatch) -> Result<(), ArrowError> {
        let schema = batch.schema();
        let columns = schema.fields().iter().zip(batch.columns());
        let columns = columns.map(|(field, column)| flat(field, column));
        let (fields, columns): (Vec<_>, Vec<_>) =
            columns.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        self.0.write(&RecordBatch::try_new(Arc::new(Schema::new(fields)), columns)?)
    }

    pub fn finish(self) -> Result<(), ArrowError> {
        Ok(self.0.into_inner().flush()?)
    }
}

/// The column, or the JSON of what is made of parts.
fn flat(field: &FieldRef, column: &ArrayRef) -> Result<(FieldRef, ArrayRef), ArrowError> {
    let is_flat = match field.data_type() {
        DataType::Dictionary(_, values) => !values.is_nested(),
        other => !other.is_nested(),
    };
    if is_flat {
        return Ok((Arc::clone(field), Arc::clone(column)));
    }
    let options = EncoderOptions::default().with_explicit_nulls(true);
    let options = options.with_encoder_factory(Arc::new(Maps));
    let mut encoder = make_encoder(field, column, &options)?;
    let (mut texts, mut json) = (StringBuilder::new(), Vec::new());
    for row in 0..column.len() {
        if encoder.is_null(row) {
            texts.append_null();
            continue;
        }
        json.clear();
        encoder.encode(row, &mut json);
        texts.append_value(String::from_utf8_lossy(&json));
    }
    let field = Field::new(field.name(), DataType::Utf8, true);
    Ok((Arc::new(field), Arc::new(texts.finish())))
}

/// Writes maps whose keys are no texts, and so cannot be JSON's, as lists of their entries.
#[derive(Debug)]
struct Maps;

impl EncoderFactory for Maps {
    fn make_default_encoder<'a>(
        &self,
        _field: &'a FieldRef,
        array: &'a dyn Array,
        options: &'a EncoderOptions,
    ) -> Result<Option<NullableEncoder<'a>>, ArrowError> {
        let (Some(maps), DataType::Map(entry, _)) = (array.as_map_opt(), array.data_type()) else {
            return Ok(None);
        };
        if maps.keys().data_type().is_string() {
            return Ok(None);
        }
        let entry = make_encoder(entry, maps.entries(), options)?;
        let ends = maps.offsets().iter().filter_map(|end| usize::try_from(*end).ok()).collect();
        let entries = Box::new(Entries { ends, entry });
        Ok(Some(NullableEncoder::new(entries, maps.nulls().cloned())))
    }
}

struct Entries<'a> {
    /// Where the entries of each map begin, and those of the last end.
    ends: Vec<usize>,
    entry: NullableEncoder<'a>,
}

impl Encoder for Entries<'_> {
    fn encode(&mut self, row: usize, out: &mut Vec<u8>) {
        out.push(b'[');
        if let Some(&[start, end]) = self.ends.get(row..row + 2) {
            for place in start..end {
                if place > start {
                    out.push(b',');
                }
                self.entry.encode(place, out);
            }
        }
        out.push(b']');
    }
}
