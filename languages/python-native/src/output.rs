//! What is written: files of the file system, and what has `write` in Python.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;

use onesheet_file::Replacement;
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error;

/// Where a new file goes.
pub enum Target {
    Path(PathBuf),
    Object(Py<PyAny>),
}

impl Target {
    pub fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(path) = given.extract::<PathBuf>() {
            return Ok(Target::Path(path));
        }
        if given.hasattr(intern!(given.py(), "write"))? {
            return Ok(Target::Object(given.clone().unbind()));
        }
        let kind = given.get_type().name()?;
        Err(PyTypeError::new_err(format!("a file must be a path or a binary file, not {kind}")))
    }

    pub fn name(&self) -> String {
        match self {
            Target::Path(path) => path.display().to_string(),
            Target::Object(_) => "the file".to_owned(),
        }
    }

    pub fn create(&self, py: Python<'_>) -> PyResult<Output> {
        match self {
            // A device or a pipe is written to, and not replaced.
            Target::Path(path) if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) => {
                let file = File::create(path).map_err(|error| error::io(&self.name(), &error))?;
                Ok(Output::Device(file))
            }
            Target::Path(path) => {
                let new =
                    Replacement::of(path).map_err(|error| error::file(&self.name(), error))?;
                Ok(Output::New(new))
            }
            Target::Object(object) => Ok(Output::Object(object.clone_ref(py))),
        }
    }
}

/// A file that is being written.
pub enum Output {
    /// It takes its name when it is done.
    New(Replacement),
    Device(File),
    /// The end of one that was there.
    End(File),
    Object(Py<PyAny>),
}

impl Output {
    /// Gives a new file its name.
    pub fn done(self, name: &str) -> PyResult<()> {
        match self {
            Output::New(new) => new.keep().map_err(|error| error::file(name, error)),
            Output::Device(_) | Output::End(_) | Output::Object(_) => Ok(()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::New(new) => new.file().write(bytes),
            Output::Device(file) | Output::End(file) => file.write(bytes),
            Output::Object(object) => Python::attach(|py| {
                let bytes_of = PyBytes::new(py, bytes);
                let written = object.bind(py).call_method1(intern!(py, "write"), (bytes_of,))?;
                // Some say nothing.
                let all = bytes.len();
                Ok(if written.is_none() { all } else { written.extract::<usize>()?.min(all) })
            }),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::New(new) => new.file().flush(),
            Output::Device(file) | Output::End(file) => file.flush(),
            Output::Object(object) => Python::attach(|py| {
                if object.bind(py).hasattr(intern!(py, "flush"))? {
                    object.call_method0(py, intern!(py, "flush"))?;
                }
                Ok(())
            }),
        }
    }
}
