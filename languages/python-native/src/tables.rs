//! Whole tables to files: whatever gives an Arrow stream.

use std::collections::BTreeMap;

use arrow_array::RecordBatchReader;
use arrow_array::ffi_stream::ArrowArrayStreamReader;
use arrow_pyarrow::FromPyArrow;
use arrow_schema::{ArrowError, DataType, FieldRef, Schema};
use onesheet_arrow::{Decoder, Writer};
use onesheet_dynamic::Type;
use onesheet_file::Options;
use pyo3::prelude::*;

use crate::append::{Old, check_nulls};
use crate::error::{self, wrong};
use crate::output::{Output, Target};

/// What a writer may choose (F18).
pub fn options(
    compression: Option<i32>,
    about: Option<BTreeMap<String, String>>,
    block_bytes: Option<usize>,
) -> PyResult<Options> {
    let default = Options::default();
    if compression.is_some_and(|level| !(1..=22).contains(&level)) {
        return Err(wrong("compression must be from 1 to 22"));
    }
    let block_bytes = block_bytes.unwrap_or(default.block_bytes);
    if !(1..=64 << 20).contains(&block_bytes) {
        return Err(wrong("block_bytes must be from 1 to 2^26"));
    }
    Ok(Options { compression, about: about.unwrap_or_default(), block_bytes, ..default })
}

/// Writes all rows of what has `__arrow_c_stream__` to a file, and returns how many they are.
///
/// `schema` is the records' type, which is that of the columns if it is not given. With `append` the rows go
/// behind those of the file if it is there, and are of its type. With `statistics` each block has those of its columns before it.
#[pyfunction]
#[pyo3(signature = (file, data, schema=None, compression=None, append=false, about=None, block_bytes=None, statistics=false))]
#[expect(clippy::too_many_arguments, reason = "it has the arguments of Python's")]
pub fn write_table(
    py: Python<'_>,
    file: &Bound<'_, PyAny>,
    data: &Bound<'_, PyAny>,
    schema: Option<&str>,
    compression: Option<i32>,
    append: bool,
    about: Option<BTreeMap<String, String>>,
    block_bytes: Option<usize>,
    statistics: bool,
) -> PyResult<u64> {
    let mut options = options(compression, about, block_bytes)?;
    let target = Target::of(file)?;
    let reader = ArrowArrayStreamReader::from_pyarrow_bound(data)?;
    let columns = reader.schema();
    let name = target.name();
    let failed = |error| error::arrow(&name, error);
    let given = schema.map(|text| text.parse::<Type>().map_err(wrong)).transpose()?;
    let old = match (&target, append) {
        (Target::Path(path), true) => py.detach(|| Old::of(path))?,
        (Target::Object(_), true) => return Err(wrong("append takes a path")),
        (_, false) => Old::Nothing,
    };
    let ty = old.type_for(&name, given, &columns, &mut options.about)?;
    let nullable = Decoder::new(&ty).map_err(failed)?.schema().fields().clone();
    let output = match old {
        Old::Nothing => Some(target.create(py)?),
        Old::Empty | Old::Section(_) => None,
    };
    py.detach(|| {
        let mut rows = 0;
        let mut writer = match (output, &target) {
            (Some(output), _) => Writer::new(output, &ty, &columns, options).map_err(failed)?,
            (None, Target::Path(path)) => {
                let writer = Writer::append(path, &ty, &columns, options).map_err(failed)?.0;
                writer.map_out(Output::End)
            }
            (None, Target::Object(_)) => return Err(wrong("append takes a path")),
        }
        .statistics(statistics);
        for batch in reader {
            let batch = batch.map_err(|error| unread(&name, &columns, error))?;
            check_nulls(&name, &nullable, &batch, rows)?;
            rows += batch.num_rows() as u64;
            writer.write(&batch).map_err(failed)?;
        }
        writer.finish().map_err(failed)?.done(&name)?;
        Ok(rows)
    })
}

/// Why a batch could not be taken. Some libraries give nulls alone in another form than Arrow has for them.
fn unread(name: &str, columns: &Schema, error: ArrowError) -> PyErr {
    let is_null = |field: &&FieldRef| has_nulls_alone(field.data_type());
    match (columns.fields().iter().find(is_null), error) {
        (Some(field), ArrowError::CDataInterface(_)) => {
            let what = "of nulls alone, in a form that is not Arrow's: cast it to the type that it is to have";
            error::problem(name, format!("column {}: {what}", field.name()))
        }
        (_, error) => error::stream(error),
    }
}

fn has_nulls_alone(data_type: &DataType) -> bool {
    match data_type {
        DataType::Null => true,
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _) => has_nulls_alone(item.data_type()),
        DataType::Struct(fields) => fields.iter().any(|field| has_nulls_alone(field.data_type())),
        _ => false,
    }
}

/// The type of records whose columns are those of what has `__arrow_c_schema__` or `__arrow_c_stream__`, as text.
#[pyfunction]
pub fn type_of(data: &Bound<'_, PyAny>) -> PyResult<String> {
    let schema = match arrow_schema::Schema::from_pyarrow_bound(data) {
        Ok(schema) => schema,
        Err(_) => ArrowArrayStreamReader::from_pyarrow_bound(data)?.schema().as_ref().clone(),
    };
    Ok(onesheet_arrow::type_of(&schema).map_err(wrong)?.to_string())
}
