//! Messages of a type, to and from values of Python.

use onesheet_dynamic::{Limits, Type, decode, encode};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyNotImplemented, PyTuple};

use crate::decode::Maker;
use crate::encode::Taker;
use crate::error::wrong;
use crate::plan::Plan;

/// The codec of a type. What it does not do, rejected messages and wrong values included, is NotImplemented:
/// then the package's own does it, or says what is wrong.
#[pyclass(frozen, module = "onesheet_native")]
pub struct Codec {
    ty: Type,
    plan: Plan,
}

#[pymethods]
impl Codec {
    /// `plan` says how the values stand in Python, `classes` are Variant, Ok, Err and Some.
    #[new]
    fn new(
        schema: &str,
        plan: Vec<Bound<'_, PyTuple>>,
        classes: &Bound<'_, PyTuple>,
    ) -> PyResult<Self> {
        let ty: Type = schema.parse().map_err(wrong)?;
        ty.check().map_err(wrong)?;
        Ok(Codec { ty, plan: Plan::of(&plan, classes)? })
    }

    /// The text of the schema.
    fn __str__(&self) -> String {
        self.ty.to_string()
    }

    fn encode<'py>(
        &self,
        py: Python<'py>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bytes = || {
            let value = Taker::new(py, &self.plan).value(0, value)?;
            let bytes = py.detach(|| encode(&self.ty, &value)).map_err(wrong)?;
            Ok(PyBytes::new(py, &bytes).into_any())
        };
        or_not(py, bytes())
    }

    /// `numpy` is the module, if lists of numbers are to be arrays.
    fn decode<'py>(
        &self,
        py: Python<'py>,
        data: &[u8],
        max_alloc: u64,
        max_depth: u32,
        numpy: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = Limits::new().max_alloc(max_alloc).max_depth(max_depth);
        let made = || {
            let value = py.detach(|| decode(&self.ty, data, &limits)).map_err(wrong)?;
            Maker { py, plan: &self.plan, numpy }.value(0, value, false)
        };
        or_not(py, made())
    }
}

/// What was made, or NotImplemented for what failed; not for an interrupt.
fn or_not<'py>(py: Python<'py>, made: PyResult<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    match made {
        Err(error) if error.is_instance_of::<PyException>(py) => {
            Ok(PyNotImplemented::get(py).to_owned().into_any())
        }
        made => made,
    }
}
