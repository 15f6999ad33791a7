//! Files as one table, block by block.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi::{FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, SchemaRef};
use onesheet_arrow::{Decoder, newest};
use onesheet_file::{Outline, Reader, Section};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::error::{self, Named, wrong};
use crate::input::{Input, Source};

/// The records of files, which are read when they are asked for.
#[pyclass(frozen, module = "onesheet_native")]
pub struct Scan {
    sources: Vec<(Source, Range<u64>)>,
    decoder: Decoder,
    /// The file as whose newest section all are read, if there are several.
    newest: Option<Arc<str>>,
    /// Whom problems are told that are passed over.
    lossy: Option<Py<PyAny>>,
}

/// The section of a file as whose type its records are read, and the length of the file.
type Looked = (Option<Section<'static>>, u64);

fn look(source: &Source) -> std::io::Result<Looked> {
    let mut file = source.open()?;
    let len = file.seek(std::io::SeekFrom::End(0))?;
    let sections = Outline::of(&mut file)?.sections;
    Ok((newest(sections.iter().map(|entry| &entry.section)).cloned(), len))
}

#[pymethods]
impl Scan {
    /// `part` is (i, n): part i of n of about as many bytes of all files.
    #[new]
    #[pyo3(signature = (files, columns=None, part=None, lossy=None))]
    fn new(
        py: Python<'_>,
        files: Vec<Bound<'_, PyAny>>,
        columns: Option<Vec<String>>,
        part: Option<(u64, u64)>,
        lossy: Option<Py<PyAny>>,
    ) -> PyResult<Self> {
        let sources: Vec<_> = files.iter().map(Source::of).collect::<PyResult<_>>()?;
        let (i, n) = part.unwrap_or((0, 1));
        if i >= n {
            return Err(wrong(format!("there is no part {i} of {n}")));
        }
        py.detach(|| {
            let looked = sources
                .iter()
                .map(|source| look(source).map_err(|error| error::io(&source.name(), &error)));
            let looked: Vec<Looked> = looked.collect::<PyResult<_>>()?;
            let sections = || looked.iter().map(|(section, _)| section.as_ref());
            let section = newest(sections().flatten());
            let section = section.ok_or_else(|| match sources.as_slice() {
                [source] => wrong(format!("{}: no whole schema block", source.name())),
                sources => wrong(format!("no whole schema block in {} files", sources.len())),
            })?;
            let place =
                sections().position(|own| own.is_some_and(|own| std::ptr::eq(own, section)));
            let newest = place.and_then(|place| sources.get(place)).filter(|_| sources.len() > 1);
            let newest = newest.map(|source| source.name().into());
            let mut decoder = Decoder::of_section(section).map_err(wrong)?;
            if let Some(columns) = &columns {
                let names: Vec<_> =
                    decoder.schema().fields().iter().map(|field| field.name().clone()).collect();
                let place = |column: &String| {
                    let there = names.iter().position(|name| name == column);
                    there.ok_or_else(|| {
                        wrong(format!("there is no column {column:?}, but {}", names.join(", ")))
                    })
                };
                let places: Vec<_> = columns.iter().map(place).collect::<PyResult<_>>()?;
                decoder = decoder.project(&places).map_err(wrong)?;
            }
            let lens = looked.iter().map(|(_, len)| *len);
            let ranges = parts(&lens.collect::<Vec<_>>(), i, n);
            let sources = sources.into_iter().zip(ranges);
            let sources = sources.filter(|(_, range)| !range.is_empty()).collect();
            Ok(Scan { sources, decoder, newest, lossy })
        })
    }

    /// The records' type, as the newest section has it.
    #[getter]
    fn r#type(&self) -> String {
        self.decoder.ty().to_string()
    }

    /// The columns.
    #[getter]
    fn schema(&self) -> Schema {
        Schema(self.decoder.schema().clone())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, self.decoder.schema())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Nothing is cast: a consumer does that itself.
        let _ = requested_schema;
        let stream = FFI_ArrowArrayStream::new(Box::new(self.open(py)));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __iter__(&self, py: Python<'_>) -> Batches {
        Batches(Mutex::new(self.open(py)))
    }
}

impl Scan {
    fn open(&self, py: Python<'_>) -> Chain {
        let sources = self.sources.iter();
        Chain {
            sources: sources.map(|(source, part)| (source.clone_ref(), part.clone())).collect(),
            decoder: self.decoder.clone(),
            newest: self.newest.clone(),
            lossy: self.lossy.as_ref().map(|report| Arc::new(report.clone_ref(py))),
            file: None,
        }
    }
}

/// Which bytes of each file part `i` of `n` has. What a file gains later is of none, so that a file to whose end
/// its own records are written has one.
fn parts(lens: &[u64], i: u64, n: u64) -> Vec<Range<u64>> {
    let all: u128 = lens.iter().map(|len| u128::from(*len)).sum();
    let place = |part: u64| all * u128::from(part) / u128::from(n);
    let (start, end) = (place(i), place(i + 1));
    let mut before = 0;
    let part = |len: &u64| {
        let within = |at: u128| at.saturating_sub(before).min(u128::from(*len)) as u64;
        let part = within(start)..within(end);
        before += u128::from(*len);
        part
    };
    lens.iter().map(part).collect()
}

/// The batches of several files.
struct Chain {
    sources: VecDeque<(Source, Range<u64>)>,
    decoder: Decoder,
    newest: Option<Arc<str>>,
    lossy: Option<Arc<Py<PyAny>>>,
    /// The one that is being read.
    file: Option<(String, onesheet_arrow::Batches<Box<dyn Input>>)>,
}

impl Chain {
    fn next_file(&mut self) -> Option<Result<(), Named>> {
        let (source, part) = self.sources.pop_front()?;
        let name = source.name();
        let reader = source.open().and_then(|file| Reader::part(file, part));
        let reader = match reader {
            Ok(reader) => reader,
            Err(error) => {
                let error = onesheet_file::Error::from(error).into();
                return Some(Err(Named { name, error }));
            }
        };
        let mut batches = onesheet_arrow::Batches::new(reader, self.decoder.clone());
        if let Some(report) = self.lossy.clone() {
            let (name, newest) = (name.clone(), self.newest.clone());
            batches = batches.lossy(move |at, error| {
                let what = format!("{error}{}", table_of(error, newest.as_deref()));
                Python::attach(|py| {
                    let told = report.call1(py, (&name, at, what));
                    if let Err(error) = told {
                        error.write_unraisable(py, None);
                    }
                });
            });
        }
        self.file = Some((name, batches));
        Some(Ok(()))
    }
}

impl Iterator for Chain {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((name, batches)) = &mut self.file {
                match batches.next() {
                    Some(Ok(batch)) => return Some(Ok(batch)),
                    Some(Err(error)) => {
                        let name = std::mem::take(name);
                        self.file = None;
                        self.sources.clear();
                        return Some(Err(named(name, error, self.newest.as_deref())));
                    }
                    None => self.file = None,
                }
            }
            match self.next_file()? {
                Ok(()) => {}
                Err(error) => {
                    self.sources.clear();
                    return Some(Err(ArrowError::ExternalError(Box::new(error))));
                }
            }
        }
    }
}

/// What an error about a section says of the file that the table is as.
fn table_of(error: &onesheet_arrow::Error, newest: Option<&str>) -> String {
    match (error, newest) {
        (onesheet_arrow::Error::File(onesheet_file::Error::Section { .. }), Some(newest)) => {
            format!(" (the table is as {newest} has it)")
        }
        _ => String::new(),
    }
}

/// The same error with the name of its file, as far as it is of one.
fn named(name: String, error: ArrowError, newest: Option<&str>) -> ArrowError {
    match error {
        ArrowError::ExternalError(error) => match error.downcast::<onesheet_arrow::Error>() {
            Ok(mut error) => {
                let table = table_of(&error, newest);
                if let onesheet_arrow::Error::File(onesheet_file::Error::Section { why, .. }) =
                    &mut *error
                {
                    why.push_str(&table);
                }
                ArrowError::ExternalError(Box::new(Named { name, error: *error }))
            }
            Err(error) => ArrowError::ExternalError(error),
        },
        ArrowError::IoError(what, error) => ArrowError::IoError(format!("{name}: {what}"), error),
        error => ArrowError::ExternalError(format!("{name}: {error}").into()),
    }
}

impl RecordBatchReader for Chain {
    fn schema(&self) -> SchemaRef {
        self.decoder.schema().clone()
    }
}

/// The batches of a scan, one after another.
#[pyclass(frozen, module = "onesheet_native")]
pub struct Batches(Mutex<Chain>);

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Batch>> {
        // Who waits holds nothing that the other needs.
        let next = || self.0.lock().unwrap_or_else(PoisonError::into_inner).next();
        let batch = py.detach(next);
        batch.map(|batch| batch.map(Batch).map_err(error::stream)).transpose()
    }
}

/// The records of a block.
#[pyclass(frozen, module = "onesheet_native")]
pub struct Batch(RecordBatch);

#[pymethods]
impl Batch {
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    #[getter]
    fn schema(&self) -> Schema {
        Schema(self.0.schema())
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.0.schema())
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        let _ = requested_schema;
        let data = StructArray::from(self.0.clone()).into_data();
        let (array, _) = to_ffi(&data).map_err(wrong)?;
        let schema = schema_capsule(py, &self.0.schema())?;
        Ok((schema, PyCapsule::new_with_value(py, array, c"arrow_array")?))
    }
}

/// The columns of a scan.
#[pyclass(frozen, module = "onesheet_native")]
pub struct Schema(SchemaRef);

#[pymethods]
impl Schema {
    /// Their names.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.0.fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema_capsule(py, &self.0)
    }

    fn __repr__(&self) -> String {
        let field = |field: &arrow_schema::FieldRef| {
            let null = if field.is_nullable() { ", or null" } else { "" };
            format!("{}: {}{null}", field.name(), field.data_type())
        };
        self.0.fields().iter().map(field).collect::<Vec<_>>().join("\n")
    }
}

fn schema_capsule<'py>(py: Python<'py>, schema: &SchemaRef) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(schema.as_ref()).map_err(wrong)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}
