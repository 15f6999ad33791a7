//! What is read: files of the file system, and what has `read` and `seek` in Python.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::PathBuf;

use onesheet_file::Identity;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A file that is not open yet.
pub enum Source {
    Path(PathBuf),
    Object(Py<PyAny>),
}

pub trait Input: Read + Seek + Send {}

impl<T: Read + Seek + Send> Input for T {}

impl Source {
    /// A path, or a file object.
    pub fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(path) = given.extract::<PathBuf>() {
            return Ok(Source::Path(path));
        }
        let py = given.py();
        if given.hasattr(intern!(py, "read"))? && given.hasattr(intern!(py, "seek"))? {
            return Ok(Source::Object(given.clone().unbind()));
        }
        let kind = given.get_type().name()?;
        Err(PyTypeError::new_err(format!("a file must be a path or a binary file, not {kind}")))
    }

    /// The name in messages.
    pub fn name(&self) -> String {
        match self {
            Source::Path(path) => path.display().to_string(),
            Source::Object(_) => "the file".to_owned(),
        }
    }

    /// What was given.
    pub fn given<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self {
            Source::Path(path) => Ok(path.as_os_str().into_pyobject(py)?.into_any()),
            Source::Object(object) => Ok(object.bind(py).clone()),
        }
    }

    /// Opened, if it is still the one that was found.
    pub fn open(&self, found: Option<&Identity>) -> Result<Box<dyn Input>, onesheet_file::Error> {
        match self {
            Source::Path(path) => {
                let file = File::open(path)?;
                found.map_or(Ok(()), |found| found.check(&file))?;
                Ok(Box::new(file))
            }
            Source::Object(object) => {
                Ok(Box::new(Object(Python::attach(|py| object.clone_ref(py)))))
            }
        }
    }

    /// What tells the file from another of its name, if it has one.
    pub fn identity(&self) -> io::Result<Option<Identity>> {
        match self {
            Source::Path(path) => Ok(Some(Identity::of(&std::fs::metadata(path)?))),
            Source::Object(_) => Ok(None),
        }
    }

    pub fn clone_ref(&self) -> Self {
        match self {
            Source::Path(path) => Source::Path(path.clone()),
            Source::Object(object) => Source::Object(Python::attach(|py| object.clone_ref(py))),
        }
    }
}

/// A file object of Python.
struct Object(Py<PyAny>);

impl Read for Object {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read = self.0.bind(py).call_method1(intern!(py, "read"), (buf.len(),))?;
            let bytes = read.cast_into::<PyBytes>().map_err(|_| {
                PyTypeError::new_err(
                    "a file of records must be opened in binary mode: open(path, 'rb')",
                )
            })?;
            let bytes = bytes.as_bytes();
            let room = buf.get_mut(..bytes.len());
            room.ok_or_else(|| io::Error::other("read() gave more bytes than asked for"))?
                .copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

impl Seek for Object {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (offset, whence) = match to {
            SeekFrom::Start(offset) => (i64::try_from(offset).map_err(io::Error::other)?, 0),
            SeekFrom::Current(offset) => (offset, 1),
            SeekFrom::End(offset) => (offset, 2),
        };
        Python::attach(|py| {
            let at = self.0.bind(py).call_method1(intern!(py, "seek"), (offset, whence))?;
            Ok(at.extract()?)
        })
    }
}
