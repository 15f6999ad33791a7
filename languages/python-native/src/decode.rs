//! From values of the dynamic codec to Python's.

use onesheet_dynamic::Value;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple,
};

use crate::plan::{Fields, Form, Node, Numbers, Place, Plan, find, leave, parts};

/// Makes values of Python.
pub struct Maker<'a, 'py> {
    pub py: Python<'py>,
    pub plan: &'a Plan,
    /// numpy, if lists of numbers are to be arrays.
    pub numpy: Option<Bound<'py, PyAny>>,
}

type Made<'py> = PyResult<Bound<'py, PyAny>>;

impl<'py> Maker<'_, 'py> {
    /// `key` says that the value will be a key, or in one: then it is hashable.
    pub fn value(&self, place: Place, value: Value, key: bool) -> Made<'py> {
        let py = self.py;
        Ok(match (&self.plan.nodes[place], value) {
            (Node::Unit, Value::Unit) => py.None().into_bound(py),
            (Node::Bool, Value::Bool(x)) => PyBool::new(py, x).to_owned().into_any(),
            (Node::Char, Value::Char(x)) => {
                PyString::new(py, x.encode_utf8(&mut [0; 4])).into_any()
            }
            (Node::Int { .. }, Value::Unsigned(x)) => unsigned(py, x)?,
            (Node::Int { .. }, Value::Signed(x)) => signed(py, x)?,
            (Node::F32, Value::F32(bits)) => PyFloat::new(py, widen(bits)).into_any(),
            (Node::F64, Value::F64(bits)) => PyFloat::new(py, f64::from_bits(bits)).into_any(),
            (Node::Str, Value::Str(text)) => PyString::new(py, &text).into_any(),
            (Node::Bytes, Value::Bytes(bytes)) => PyBytes::new(py, &bytes).into_any(),
            (Node::Option { .. }, Value::Option(None)) => py.None().into_bound(py),
            (Node::Option { item, nested }, Value::Option(Some(value))) => {
                let value = self.value(*item, *value, key)?;
                if *nested { self.plan.classes.some.bind(py).call1((value,))? } else { value }
            }
            (Node::Struct(fields), Value::List(values)) => self.fields(fields, values, key)?,
            (Node::List { item, numbers, u8s }, list) => {
                let values = match list {
                    Value::List(values) => values,
                    Value::Bytes(bytes) if *u8s => {
                        bytes.into_iter().map(|byte| Value::Unsigned(byte.into())).collect()
                    }
                    _ => return Err(leave()),
                };
                match (numbers, &self.numpy) {
                    (Some(numbers), Some(numpy)) if !key => array(numpy, numbers, values)?,
                    _ if key => PyTuple::new(py, self.values(*item, values, key)?)?.into_any(),
                    _ => PyList::new(py, self.values(*item, values, key)?)?.into_any(),
                }
            }
            (Node::Set { key: item }, Value::List(values)) => {
                let values = self.values(*item, values, true)?;
                if key {
                    PyFrozenSet::new(py, values)?.into_any()
                } else {
                    PySet::new(py, values)?.into_any()
                }
            }
            (Node::Map { key: of_key, value: of_value }, Value::Map(entries)) => {
                let entries = entries.into_iter().map(|(k, v)| {
                    Ok((self.value(*of_key, k, true)?, self.value(*of_value, v, key)?))
                });
                if key {
                    PyTuple::new(py, entries.collect::<PyResult<Vec<_>>>()?)?.into_any()
                } else {
                    let dict = PyDict::new(py);
                    for entry in entries {
                        let (k, v) = entry?;
                        dict.set_item(k, v)?;
                    }
                    dict.into_any()
                }
            }
            (Node::Result { ok, .. }, Value::Result(Ok(value))) => {
                self.plan.classes.ok.bind(py).call1((self.value(*ok, *value, key)?,))?
            }
            (Node::Result { err, .. }, Value::Result(Err(value))) => {
                self.plan.classes.err.bind(py).call1((self.value(*err, *value, key)?,))?
            }
            (Node::Enum { cases, .. }, Value::Variant(tag, fields)) => {
                let case = find(cases, tag, |case| case.tag)?;
                let held = self.value(case.fields, Value::List(fields), key)?;
                self.plan.classes.variant.bind(py).call1((&case.key, held))?
            }
            (Node::Members { members }, Value::Variant(tag, _)) => {
                find(members, tag, |member| member.0)?.1.bind(py).clone()
            }
            (Node::Union { cases }, Value::Variant(tag, fields)) => {
                let (_, _, place) = find(cases, tag, |case| case.0)?;
                self.value(*place, Value::List(fields), key)?
            }
            (Node::Rows { item }, value) => self.value(*item, value, key)?,
            // Also a default, of which only Python may know what it is.
            _ => return Err(leave()),
        })
    }

    fn values(
        &self,
        item: Place,
        values: Vec<Value>,
        key: bool,
    ) -> PyResult<Vec<Bound<'py, PyAny>>> {
        values.into_iter().map(|value| self.value(item, value, key)).collect()
    }

    fn fields(&self, fields: &Fields, values: Vec<Value>, key: bool) -> Made<'py> {
        let py = self.py;
        if values.len() != fields.parts.len() {
            return Err(leave());
        }
        let mut made =
            fields.parts.iter().zip(values).map(|(part, value)| self.value(*part, value, key));
        match &fields.form {
            Form::Nothing => Ok(py.None().into_bound(py)),
            Form::Only => made.next().ok_or_else(leave)?,
            Form::Named if !key => Ok(self.dict(fields, made)?.into_any()),
            Form::Places | Form::Named => {
                Ok(PyTuple::new(py, made.collect::<PyResult<Vec<_>>>()?)?.into_any())
            }
            Form::Attributes(class) => {
                let given = self.dict(fields, made)?;
                class.bind(py).call((), Some(&given))
            }
        }
    }

    fn dict(
        &self,
        fields: &Fields,
        made: impl Iterator<Item = Made<'py>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(self.py);
        for (key, value) in fields.keys.iter().zip(made) {
            dict.set_item(key, value?)?;
        }
        Ok(dict)
    }
}

fn unsigned(py: Python<'_>, x: u128) -> Made<'_> {
    Ok(match u64::try_from(x) {
        Ok(x) => PyInt::new(py, x).into_any(),
        Err(_) => x.into_pyobject(py)?.into_any(),
    })
}

fn signed(py: Python<'_>, x: i128) -> Made<'_> {
    Ok(match i64::try_from(x) {
        Ok(x) => PyInt::new(py, x).into_any(),
        Err(_) => x.into_pyobject(py)?.into_any(),
    })
}

/// The f64 of an f32, a NaN with its bits, which the processor would change.
fn widen(bits: u32) -> f64 {
    let x = f32::from_bits(bits);
    if !x.is_nan() {
        return f64::from(x);
    }
    let (sign, mantissa) = (u64::from(bits >> 31), u64::from(bits & 0x7f_ffff));
    f64::from_bits(sign << 63 | 0x7ff << 52 | mantissa << 29)
}

/// The numbers as an array that cannot be written to.
fn array<'py>(numpy: &Bound<'py, PyAny>, numbers: &Numbers, values: Vec<Value>) -> Made<'py> {
    let py = numpy.py();
    let width: usize = numbers.dtype.trim_start_matches(['<', 'u', 'i', 'f']).parse().unwrap_or(1);
    let mut shape = vec![values.len()];
    shape.extend(&numbers.shape);
    let mut bytes = Vec::with_capacity(values.len());
    for value in values {
        flatten(value, width, &mut bytes)?;
    }
    if bytes.is_empty() {
        let empty = numpy.call_method1(intern!(py, "empty"), (shape, &numbers.dtype))?;
        empty.call_method1(intern!(py, "setflags"), (false,))?;
        return Ok(empty);
    }
    let bytes = PyBytes::new(py, &bytes);
    let array = numpy.call_method1(intern!(py, "frombuffer"), (bytes, &numbers.dtype))?;
    if numbers.shape.is_empty() {
        return Ok(array);
    }
    array.call_method1(intern!(py, "reshape"), (shape,))
}

fn flatten(value: Value, width: usize, out: &mut Vec<u8>) -> PyResult<()> {
    match value {
        Value::Unsigned(x) => {
            out.extend_from_slice(x.to_le_bytes().get(..width).ok_or_else(leave)?)
        }
        Value::Signed(x) => out.extend_from_slice(x.to_le_bytes().get(..width).ok_or_else(leave)?),
        Value::F32(bits) => out.extend_from_slice(&bits.to_le_bytes()),
        Value::F64(bits) => out.extend_from_slice(&bits.to_le_bytes()),
        Value::Bool(x) => out.push(x.into()),
        Value::Bytes(bytes) => out.extend_from_slice(&bytes),
        list => parts(list)?.into_iter().try_for_each(|value| flatten(value, width, out))?,
    }
    Ok(())
}
