//! Records that are encoded already, a list for each block.

use std::collections::BTreeMap;

use onesheet_dynamic::Type;
use onesheet_file::BlockWriter;
use pyo3::prelude::*;

use crate::append::Old;
use crate::error::{self, wrong};
use crate::output::{Output, Target};
use crate::tables::options;

/// Writes lists of records, each a block: enc(T, v1 … vn), of which the bytes are not looked at.
#[pyclass(module = "onesheet_native")]
pub struct ListWriter {
    writer: Option<BlockWriter<Output>>,
    name: String,
}

#[pymethods]
impl ListWriter {
    #[new]
    #[pyo3(signature = (file, schema, compression=None, append=false, about=None))]
    fn new(
        py: Python<'_>,
        file: &Bound<'_, PyAny>,
        schema: &str,
        compression: Option<i32>,
        append: bool,
        about: Option<BTreeMap<String, String>>,
    ) -> PyResult<Self> {
        let options = options(compression, about, None)?;
        let target = Target::of(file)?;
        let name = target.name();
        let failed = |error| error::file(&name, error);
        let ty: Type = schema.parse().map_err(wrong)?;
        let writer = match (&target, append) {
            (Target::Path(path), true) => {
                let writer = match Old::of(path)? {
                    Old::Nothing => BlockWriter::create(path, &ty, options).map_err(failed)?,
                    Old::Empty | Old::Section(_) => {
                        BlockWriter::append(path, &ty, options).map_err(failed)?.0
                    }
                };
                writer.map_out(Output::End)
            }
            (Target::Object(_), true) => return Err(wrong("append takes a path")),
            (_, false) => {
                BlockWriter::with_options(target.create(py)?, &ty, options).map_err(failed)?
            }
        };
        Ok(ListWriter { writer: Some(writer), name })
    }

    /// Writes a block of so many records.
    fn write(&mut self, py: Python<'_>, list: &[u8], count: u32) -> PyResult<()> {
        let writer = self.writer.as_mut().ok_or_else(|| wrong("the writer is closed"))?;
        let written = py.detach(|| writer.write_list(list, count));
        written.map_err(|error| error::file(&self.name, error))
    }

    /// Writes the end, and gives a new file its name.
    fn finish(&mut self, py: Python<'_>) -> PyResult<()> {
        let writer = self.writer.take().ok_or_else(|| wrong("the writer is closed"))?;
        let name = &self.name;
        py.detach(|| writer.finish().map_err(|error| error::file(name, error))?.done(name))
    }

    /// Ends it without an end block; a new file is removed.
    fn close(&mut self) {
        self.writer = None;
    }
}
