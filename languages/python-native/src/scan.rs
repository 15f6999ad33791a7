//! Files as one table, block by block.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi::{FFI_ArrowSchema, to_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{Array, RecordBatch, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, SchemaRef};
use onesheet_arrow::{Decoder, newest};
use onesheet_dynamic::Type;
use onesheet_file::{Identity, Outline, Reader};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};

use crate::error::{self, Named, wrong};
use crate::input::{Input, Source};

/// The records of files, which are read when they are asked for.
#[pyclass(frozen, module = "onesheet_native")]
pub struct Scan {
    pieces: Vec<Piece>,
    table: Table,
    decoder: Decoder,
    columns: Option<Vec<String>>,
    /// Whom problems are told that are passed over.
    lossy: Option<Py<PyAny>>,
}

/// Some bytes of a file, as it was when it was found.
struct Piece {
    source: Source,
    range: Range<u64>,
    identity: Option<Identity>,
}

/// As what all are read.
#[derive(Clone)]
struct Table {
    /// The type, and what its section says about it.
    ty: Type,
    about: BTreeMap<String, String>,
    /// The file whose newest section that is, if there are several.
    newest: Option<Arc<str>>,
}

/// What a scan found, for another process: the type, what is said about it and where, and of each file
/// the bytes that are read and its identity.
type Found = (String, BTreeMap<String, String>, Option<String>, Vec<Numbers>);
type Numbers = ((u64, u64), Option<(u64, u64, u64, u64)>);

fn find(sources: Vec<Source>) -> PyResult<(Vec<Piece>, Table)> {
    let mut pieces = Vec::new();
    let mut sections = Vec::new();
    for source in sources {
        let look = || {
            let identity = source.identity()?;
            let mut file = source.open(identity.as_ref())?;
            let len = file.seek(std::io::SeekFrom::End(0))?;
            let own = Outline::of(&mut file)?.sections;
            let own = newest(own.iter().map(|entry| &entry.section)).cloned();
            Ok((own, 0..len, identity))
        };
        let (own, range, identity) = look().map_err(|error| error::file(&source.name(), error))?;
        sections.push(own);
        pieces.push(Piece { source, range, identity });
    }
    let section = newest(sections.iter().flatten()).ok_or_else(|| match pieces.as_slice() {
        [piece] => wrong(format!("{}: no whole schema block", piece.source.name())),
        pieces => wrong(format!("no whole schema block in {} files", pieces.len())),
    })?;
    let is_it = |own: &Option<_>| own.as_ref().is_some_and(|own| std::ptr::eq(own, section));
    let place = sections.iter().position(is_it);
    let newest = place.and_then(|place| pieces.get(place)).filter(|_| pieces.len() > 1);
    let about = section.about().map(|(key, value)| (key.to_owned(), value.to_owned()));
    let table = Table {
        ty: section.schema().parse().map_err(|error| wrong(format!("schema: {error}")))?,
        about: about.collect(),
        newest: newest.map(|piece| piece.source.name().into()),
    };
    Ok((pieces, table))
}

impl Table {
    /// The decoder of the columns that are wanted.
    fn decoder(&self, columns: Option<&[String]>) -> PyResult<Decoder> {
        let about = self.about.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let decoder = Decoder::new(&self.ty).map_err(wrong)?.table(about);
        let Some(columns) = columns else { return Ok(decoder) };
        let names: Vec<_> =
            decoder.schema().fields().iter().map(|field| field.name().clone()).collect();
        let place = |column: &String| {
            let there = names.iter().position(|name| name == column);
            there.ok_or_else(|| {
                wrong(format!("there is no column {column:?}, but {}", names.join(", ")))
            })
        };
        let places: Vec<_> = columns.iter().map(place).collect::<PyResult<_>>()?;
        decoder.project(&places).map_err(wrong)
    }
}

#[pymethods]
impl Scan {
    /// `found` is what another scan of these files found, whose type and lengths this one has, too.
    #[new]
    #[pyo3(signature = (files, columns=None, lossy=None, found=None))]
    fn new(
        py: Python<'_>,
        files: Vec<Bound<'_, PyAny>>,
        columns: Option<Vec<String>>,
        lossy: Option<Py<PyAny>>,
        found: Option<Found>,
    ) -> PyResult<Self> {
        let sources: Vec<_> = files.iter().map(Source::of).collect::<PyResult<_>>()?;
        py.detach(|| {
            let (pieces, table) = match found {
                None => find(sources)?,
                Some(found) => as_found(sources, found)?,
            };
            let decoder = table.decoder(columns.as_deref())?;
            Ok(Scan { pieces, table, decoder, columns, lossy })
        })
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, scan) = (slf.py(), slf.get());
        let files = scan.pieces.iter().map(|piece| piece.source.given(py));
        let files = files.collect::<PyResult<Vec<_>>>()?;
        let pieces = scan.pieces.iter().map(|piece| {
            let numbers = |of: Identity| (of.len, of.modified, of.created, of.inode);
            ((piece.range.start, piece.range.end), piece.identity.map(numbers))
        });
        let Table { ty, about, newest } = scan.table.clone();
        let newest = newest.map(|newest| newest.to_string());
        let found: Found = (ty.to_string(), about, newest, pieces.collect());
        let lossy = scan.lossy.as_ref().map(|report| report.clone_ref(py));
        let args = (files, scan.columns.clone(), lossy, found).into_pyobject(py)?;
        Ok((slf.get_type().into_any(), args))
    }

    /// It in n parts of about as many bytes, which together have every record once.
    fn parts(&self, py: Python<'_>, n: u64) -> PyResult<Vec<Scan>> {
        if n == 0 {
            return Err(wrong("there is no part of 0"));
        }
        let lens: Vec<_> =
            self.pieces.iter().map(|piece| piece.range.end - piece.range.start).collect();
        let part = |i| {
            let cut = self.pieces.iter().zip(parts(&lens, i, n));
            let cut = cut.filter(|(_, range)| !range.is_empty()).map(|(piece, range)| {
                let start = piece.range.start;
                piece.with(start + range.start..start + range.end)
            });
            Scan {
                pieces: cut.collect(),
                table: self.table.clone(),
                decoder: self.decoder.clone(),
                columns: self.columns.clone(),
                lossy: self.lossy.as_ref().map(|report| report.clone_ref(py)),
            }
        };
        Ok((0..n).map(part).collect())
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

/// What another scan of these files found.
fn as_found(sources: Vec<Source>, found: Found) -> PyResult<(Vec<Piece>, Table)> {
    let (ty, about, newest, ranges) = found;
    let pieces = sources.into_iter().zip(ranges).map(|(source, ((start, end), numbers))| {
        let identity = numbers.map(|(len, modified, created, inode)| Identity {
            len,
            modified,
            created,
            inode,
        });
        Piece { source, range: start..end.max(start), identity }
    });
    let ty = ty.parse().map_err(|error| wrong(format!("schema: {error}")))?;
    Ok((pieces.collect(), Table { ty, about, newest: newest.map(Into::into) }))
}

impl Piece {
    fn with(&self, range: Range<u64>) -> Self {
        Piece { source: self.source.clone_ref(), range, identity: self.identity }
    }
}

impl Scan {
    fn open(&self, py: Python<'_>) -> Chain {
        Chain {
            pieces: self.pieces.iter().map(|piece| piece.with(piece.range.clone())).collect(),
            decoder: self.decoder.clone(),
            newest: self.table.newest.clone(),
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
    pieces: VecDeque<Piece>,
    decoder: Decoder,
    newest: Option<Arc<str>>,
    lossy: Option<Arc<Py<PyAny>>>,
    /// The one that is being read.
    file: Option<(String, onesheet_arrow::Batches<Box<dyn Input>>)>,
}

impl Chain {
    fn next_file(&mut self) -> Option<Result<(), Named>> {
        let Piece { source, range, identity } = self.pieces.pop_front()?;
        let name = source.name();
        let file = source.open(identity.as_ref());
        let reader = match file.and_then(|file| Ok(Reader::part(file, range)?)) {
            Ok(reader) => reader,
            Err(error) => return Some(Err(Named { name, error: error.into() })),
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
                        self.pieces.clear();
                        return Some(Err(named(name, error, self.newest.as_deref())));
                    }
                    None => self.file = None,
                }
            }
            match self.next_file()? {
                Ok(()) => {}
                Err(error) => {
                    self.pieces.clear();
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
