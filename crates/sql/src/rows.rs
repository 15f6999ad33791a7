//! The rows of a result as records on standard output.

use std::io::{self, Write};
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef};
use datafusion::error::{DataFusionError, Result};
use datafusion::execution::SendableRecordBatchStream;
use futures::StreamExt;
use onesheet_arrow::{Writer, type_of};
use onesheet_file::Options;

/// Writes the rows, block by block.
pub async fn write(mut rows: SendableRecordBatchStream) -> Result<()> {
    let schema = columns(&rows.schema());
    let failed = |error: onesheet_arrow::Error| DataFusionError::External(error.into());
    let ty = type_of(&schema).map_err(failed)?;
    let out = io::stdout().lock();
    let mut writer = Writer::new(out, &ty, &schema, Options::default()).map_err(failed)?;
    while let Some(batch) = rows.next().await {
        writer.write(&with(&batch?, &schema)?).map_err(failed)?;
    }
    Ok(writer.finish().map_err(failed)?.flush()?)
}

/// The columns as they are written: any may be null, and spans of time, of which no type of the format
/// is, are text.
fn columns(schema: &Schema) -> SchemaRef {
    let fields = schema.fields().iter().map(|field| {
        let data_type = match field.data_type() {
            DataType::Interval(_) => DataType::Utf8,
            other => other.clone(),
        };
        Field::new(field.name(), data_type, true)
    });
    Arc::new(Schema::new(fields.collect::<Vec<_>>()))
}

fn with(batch: &RecordBatch, schema: &SchemaRef) -> Result<RecordBatch> {
    let fields = batch.columns().iter().zip(schema.fields());
    let columns = fields.map(|(column, field)| cast(column, field.data_type()));
    Ok(RecordBatch::try_new(Arc::clone(schema), columns.collect::<Result<_, _>>()?)?)
}
