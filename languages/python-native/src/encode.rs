//! From Python's values to those of the dynamic codec: of the plain classes; what else a type takes, and why a
//! value is none of it, is for the other implementation.

use onesheet_dynamic::Value;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple, PyType,
};

use crate::plan::{Fields, Form, Node, Place, Plan, leave};

/// Values inside one another, as many as the codec takes.
const MAX_NESTING: u32 = 500;

/// Takes values of Python.
pub struct Taker<'a, 'py> {
    pub py: Python<'py>,
    pub plan: &'a Plan,
    left: u32,
}

impl<'a, 'py> Taker<'a, 'py> {
    pub fn new(py: Python<'py>, plan: &'a Plan) -> Self {
        Taker { py, plan, left: MAX_NESTING }
    }

    pub fn value(&mut self, place: Place, v: &Bound<'py, PyAny>) -> PyResult<Value> {
        self.left = self.left.checked_sub(1).ok_or_else(leave)?;
        let value = self.inside(place, v)?;
        self.left += 1;
        Ok(value)
    }

    fn inside(&mut self, place: Place, v: &Bound<'py, PyAny>) -> PyResult<Value> {
        let plan = self.plan;
        Ok(match &plan.nodes[place] {
            Node::Unit if v.is_none() => Value::Unit,
            Node::Bool => Value::Bool(exact::<PyBool>(v)?.is_true()),
            Node::Char => {
                let text = exact::<PyString>(v)?.to_str()?;
                let mut chars = text.chars();
                match (chars.next(), chars.next()) {
                    (Some(x), None) => Value::Char(x),
                    _ => return Err(leave()),
                }
            }
            Node::Int { signed: false } => {
                let int = exact::<PyInt>(v)?;
                match int.extract::<u64>() {
                    Ok(x) => Value::Unsigned(x.into()),
                    Err(_) => Value::Unsigned(int.extract()?),
                }
            }
            Node::Int { signed: true } => {
                let int = exact::<PyInt>(v)?;
                match int.extract::<i64>() {
                    Ok(x) => Value::Signed(x.into()),
                    Err(_) => Value::Signed(int.extract()?),
                }
            }
            Node::F32 => Value::F32(narrow(real(v)?)?),
            Node::F64 => Value::F64(real(v)?.to_bits()),
            Node::Str => Value::Str(exact::<PyString>(v)?.to_str()?.to_owned()),
            Node::Bytes => Value::Bytes(exact::<PyBytes>(v)?.as_bytes().to_vec()),
            Node::Option { .. } if v.is_none() => Value::Option(None),
            Node::Option { item, nested } => {
                let inside = if *nested { self.held(&plan.classes.some, v)? } else { v.clone() };
                Value::Option(Some(Box::new(self.value(*item, &inside)?)))
            }
            Node::Struct(fields) => Value::List(self.fields(fields, v)?),
            Node::List { item, u8s, .. } => {
                let values = self.values(*item, &items(v)?)?;
                if *u8s { Value::Bytes(bytes(&values)?) } else { Value::List(values) }
            }
            Node::Set { key } => {
                let items: Vec<_> = match v.cast_exact::<PySet>() {
                    Ok(set) => set.iter().collect(),
                    Err(_) => exact::<PyFrozenSet>(v)?.iter().collect(),
                };
                Value::List(self.values(*key, &items)?)
            }
            Node::Map { key, value } => {
                let mut entries = Vec::new();
                if let Ok(dict) = v.cast_exact::<PyDict>() {
                    for (k, v) in dict {
                        entries.push((self.value(*key, &k)?, self.value(*value, &v)?));
                    }
                } else {
                    for entry in exact::<PyTuple>(v)? {
                        let pair = exact::<PyTuple>(&entry)?;
                        if pair.len() != 2 {
                            return Err(leave());
                        }
                        let (k, v) = (pair.get_item(0)?, pair.get_item(1)?);
                        entries.push((self.value(*key, &k)?, self.value(*value, &v)?));
                    }
                }
                Value::Map(entries)
            }
            Node::Result { ok, err } => {
                if v.is_exact_instance(plan.classes.ok.bind(self.py)) {
                    let held = self.held(&plan.classes.ok, v)?;
                    Value::Result(Ok(Box::new(self.value(*ok, &held)?)))
                } else {
                    let held = self.held(&plan.classes.err, v)?;
                    Value::Result(Err(Box::new(self.value(*err, &held)?)))
                }
            }
            Node::Enum { cases, names } => {
                let (key, held) = match v.cast_exact::<PyString>() {
                    Ok(name) if *names => (name.clone(), None),
                    _ => {
                        let held = self.held(&plan.classes.variant, v)?;
                        let name = v.getattr(pyo3::intern!(self.py, "name"))?;
                        (exact::<PyString>(&name)?.clone(), Some(held))
                    }
                };
                let key = key.to_str()?;
                for case in cases {
                    if case.key.bind(self.py).to_str()? == key {
                        let none = || self.py.None().into_bound(self.py);
                        let held = held.unwrap_or_else(none);
                        return self.variant(case.tag, case.fields, &held);
                    }
                }
                return Err(leave());
            }
            Node::Members { members } => {
                let (tag, _) = members.iter().find(|(_, member)| v.is(member)).ok_or_else(leave)?;
                Value::Variant(*tag, Vec::new())
            }
            Node::Union { cases } => {
                let class = v.get_type();
                let (tag, _, place) =
                    cases.iter().find(|(_, cls, _)| class.is(cls)).ok_or_else(leave)?;
                return self.variant(*tag, *place, v);
            }
            Node::Rows { item } => self.value(*item, v)?,
            Node::Unit => return Err(leave()),
        })
    }

    fn values(&mut self, item: Place, items: &[Bound<'py, PyAny>]) -> PyResult<Vec<Value>> {
        items.iter().map(|v| self.value(item, v)).collect()
    }

    fn variant(&mut self, tag: u32, fields: Place, held: &Bound<'py, PyAny>) -> PyResult<Value> {
        match self.value(fields, held)? {
            Value::List(parts) => Ok(Value::Variant(tag, parts)),
            _ => Err(leave()),
        }
    }

    /// What an object of exactly this class holds.
    fn held(&self, class: &Py<PyType>, v: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if !v.is_exact_instance(class.bind(self.py)) {
            return Err(leave());
        }
        v.getattr(pyo3::intern!(self.py, "value"))
    }

    fn fields(&mut self, fields: &Fields, v: &Bound<'py, PyAny>) -> PyResult<Vec<Value>> {
        let (py, parts) = (self.py, &fields.parts);
        match &fields.form {
            Form::Nothing if v.is_none() => return Ok(Vec::new()),
            Form::Nothing => return Err(leave()),
            Form::Only => return parts.iter().map(|part| self.value(*part, v)).collect(),
            Form::Named => {
                if let Ok(dict) = v.cast_exact::<PyDict>() {
                    if dict.len() != parts.len() {
                        return Err(leave());
                    }
                    let each = parts.iter().zip(&fields.keys);
                    return each
                        .map(|(part, key)| {
                            self.value(*part, &dict.get_item(key)?.ok_or_else(leave)?)
                        })
                        .collect();
                }
                exact::<PyTuple>(v)?;
            }
            Form::Places => {}
            Form::Attributes(class) => {
                if !v.is_exact_instance(class.bind(py)) {
                    return Err(leave());
                }
                let each = parts.iter().zip(&fields.keys);
                return each
                    .map(|(part, key)| self.value(*part, &v.getattr(key.bind(py))?))
                    .collect();
            }
        }
        let items = items(v)?;
        if items.len() != parts.len() {
            return Err(leave());
        }
        parts.iter().zip(&items).map(|(part, v)| self.value(*part, v)).collect()
    }
}

fn exact<'v, 'py, T: pyo3::type_object::PyTypeInfo>(
    v: &'v Bound<'py, PyAny>,
) -> PyResult<&'v Bound<'py, T>> {
    v.cast_exact::<T>().map_err(|_| leave())
}

/// The elements of a list or a tuple.
fn items<'py>(v: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match v.cast_exact::<PyList>() {
        Ok(list) => Ok(list.iter().collect()),
        Err(_) => Ok(exact::<PyTuple>(v)?.iter().collect()),
    }
}

fn real(v: &Bound<'_, PyAny>) -> PyResult<f64> {
    match v.cast_exact::<PyFloat>() {
        Ok(float) => Ok(float.value()),
        Err(_) => exact::<PyInt>(v)?.extract(),
    }
}

/// The bits of the f32, of a NaN those that were widened.
fn narrow(x: f64) -> PyResult<u32> {
    #[expect(clippy::cast_possible_truncation, reason = "to the nearest, as the other does")]
    let narrowed = x as f32;
    if x.is_nan() {
        let bits = x.to_bits();
        let mantissa = u32::try_from(bits >> 29 & 0x7f_ffff).unwrap_or_default();
        let sign = u32::try_from(bits >> 63).unwrap_or_default() << 31;
        return Ok(sign | 0x7f80_0000 | if mantissa == 0 { 1 << 22 } else { mantissa });
    }
    if narrowed.is_infinite() && x.is_finite() {
        return Err(leave());
    }
    Ok(narrowed.to_bits())
}

fn bytes(values: &[Value]) -> PyResult<Vec<u8>> {
    let byte = |value: &Value| match value {
        Value::Unsigned(x) => u8::try_from(*x).map_err(|_| leave()),
        _ => Err(leave()),
    };
    values.iter().map(byte).collect()
}
