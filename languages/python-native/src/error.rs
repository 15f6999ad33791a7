//! Errors as exceptions.

use std::io;

use arrow_schema::ArrowError;
use pyo3::create_exception;
use pyo3::exceptions::{PyBlockingIOError, PyOSError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    onesheet_native,
    FileProblem,
    PyValueError,
    "Something that is wrong with a file: its name, and what."
);

/// What is wrong with an argument.
pub fn wrong(what: impl ToString) -> PyErr {
    PyValueError::new_err(what.to_string())
}

/// What is wrong with a file, or with what it is to hold.
pub fn problem(name: &str, what: impl ToString) -> PyErr {
    FileProblem::new_err(format!("{name}: {}", what.to_string()))
}

/// What could not be read or written, under the name of its file.
pub fn io(name: &str, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        // The class of Python for that number.
        Some(number) => PyOSError::new_err((number, plain(error), name.to_owned())),
        // Those that were told with more words, such as by which name it was to be written.
        None => match error.kind() {
            io::ErrorKind::NotFound => {
                PyOSError::new_err((2, "No such file or directory", name.to_owned()))
            }
            io::ErrorKind::PermissionDenied => {
                PyOSError::new_err((13, "Permission denied", name.to_owned()))
            }
            _ => PyOSError::new_err(format!("{name}: {error}")),
        },
    }
}

/// The text without the number behind it.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_owned()
}

/// Of a file.
pub fn file(name: &str, error: onesheet_file::Error) -> PyErr {
    match error {
        onesheet_file::Error::Io(error) => io(name, &error),
        onesheet_file::Error::InUse(_) => {
            PyBlockingIOError::new_err((11, "it has another writer", name.to_owned()))
        }
        error => problem(name, error),
    }
}

/// Of a file as batches.
pub fn arrow(name: &str, error: onesheet_arrow::Error) -> PyErr {
    match error {
        onesheet_arrow::Error::File(error) => file(name, error),
        error => problem(name, error),
    }
}

/// Of a stream, which names the file.
pub fn stream(error: ArrowError) -> PyErr {
    match error {
        ArrowError::ExternalError(error) => match error.downcast::<Named>() {
            Ok(named) => arrow(&named.name, named.error),
            Err(error) => wrong(error),
        },
        ArrowError::IoError(what, _) => PyOSError::new_err(what),
        error => wrong(error),
    }
}

/// What is wrong with one of several files.
#[derive(Debug)]
pub struct Named {
    pub name: String,
    pub error: onesheet_arrow::Error,
}

impl std::fmt::Display for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.name, self.error)
    }
}

impl std::error::Error for Named {}
