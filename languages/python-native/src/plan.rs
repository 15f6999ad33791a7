//! How the values of a type stand in Python, as the package `onesheet` describes it (`Plan` in `codec.py`).

use onesheet_dynamic::Value;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

/// The place of a node in the plan.
pub type Place = usize;

pub enum Node {
    Unit,
    Bool,
    Char,
    Int {
        signed: bool,
    },
    F32,
    F64,
    Str,
    Bytes,
    /// `Some(value)` if what is inside may be None.
    Option {
        item: Place,
        nested: bool,
    },
    Struct(Fields),
    /// A seq or an array, whose numbers may be an array of numpy's.
    List {
        item: Place,
        numbers: Option<Numbers>,
        u8s: bool,
    },
    Set {
        key: Place,
    },
    Map {
        key: Place,
        value: Place,
    },
    Result {
        ok: Place,
        err: Place,
    },
    Enum {
        cases: Vec<Case>,
        names: bool,
    },
    Members {
        members: Vec<(u32, Py<PyAny>)>,
    },
    Union {
        cases: Vec<(u32, Py<PyType>, Place)>,
    },
    Rows {
        item: Place,
    },
}

/// What numpy calls the numbers in a list, and the shape of one element.
pub struct Numbers {
    pub dtype: String,
    pub shape: Vec<usize>,
}

pub struct Case {
    pub tag: u32,
    pub key: Py<PyString>,
    pub fields: Place,
}

/// The fields of a struct, a tuple or a variant.
pub struct Fields {
    pub form: Form,
    pub parts: Vec<Place>,
    pub keys: Vec<Py<PyString>>,
}

pub enum Form {
    Nothing,
    Only,
    Places,
    Named,
    Attributes(Py<PyType>),
}

/// The classes of the package's own.
pub struct Classes {
    pub variant: Py<PyType>,
    pub ok: Py<PyType>,
    pub err: Py<PyType>,
    pub some: Py<PyType>,
}

pub struct Plan {
    pub nodes: Vec<Node>,
    pub classes: Classes,
}

/// A value or a message that is not for this module: the other implementation decides.
#[cold]
pub fn leave() -> PyErr {
    PyValueError::new_err(())
}

impl Plan {
    pub fn of(nodes: &[Bound<'_, PyTuple>], classes: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let class =
            |place| Ok::<_, PyErr>(classes.get_item(place)?.cast_into::<PyType>()?.unbind());
        let plan = Plan {
            nodes: nodes.iter().map(Node::of).collect::<PyResult<_>>()?,
            classes: Classes { variant: class(0)?, ok: class(1)?, err: class(2)?, some: class(3)? },
        };
        let all = plan.nodes.iter().flat_map(Node::places);
        if all.max().is_some_and(|place| place >= plan.nodes.len()) || plan.nodes.is_empty() {
            return Err(PyValueError::new_err("a plan without a node that it names"));
        }
        Ok(plan)
    }
}

impl Node {
    fn of(node: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (kind, args) = (node.get_item(0)?.extract::<String>()?, node.get_slice(1, node.len()));
        Ok(match kind.as_str() {
            "unit" => Node::Unit,
            "bool" => Node::Bool,
            "char" => Node::Char,
            "unsigned" => Node::Int { signed: false },
            "signed" => Node::Int { signed: true },
            "f32" => Node::F32,
            "f64" => Node::F64,
            "str" => Node::Str,
            "bytes" => Node::Bytes,
            "option" => {
                let (item, nested) = args.extract()?;
                Node::Option { item, nested }
            }
            "list" => {
                let (item, dtype, shape, u8s): (_, Option<String>, _, _) = args.extract()?;
                let numbers = dtype.map(|dtype| Numbers { dtype, shape });
                Node::List { item, numbers, u8s }
            }
            "set" => Node::Set { key: args.extract::<(_,)>()?.0 },
            "map" => {
                let (key, value) = args.extract()?;
                Node::Map { key, value }
            }
            "result" => {
                let (ok, err) = args.extract()?;
                Node::Result { ok, err }
            }
            "enum" => {
                let (cases, names): (Vec<(u32, Py<PyString>, Place)>, bool) = args.extract()?;
                let case = |(tag, key, fields)| Case { tag, key, fields };
                Node::Enum { cases: cases.into_iter().map(case).collect(), names }
            }
            "members" => Node::Members { members: args.extract::<(Vec<_>,)>()?.0 },
            "union" => Node::Union { cases: args.extract::<(Vec<_>,)>()?.0 },
            "rows" => Node::Rows { item: args.extract::<(_,)>()?.0 },
            "nothing" => Node::fields(Form::Nothing, &args)?,
            "only" => Node::fields(Form::Only, &args)?,
            "places" => Node::fields(Form::Places, &args)?,
            "named" => Node::fields(Form::Named, &args)?,
            "attributes" => {
                let class = args.get_item(2)?.extract::<Py<PyType>>()?;
                Node::fields(Form::Attributes(class), &args.get_slice(0, 2))?
            }
            kind => return Err(PyValueError::new_err(format!("a plan with {kind:?}"))),
        })
    }

    fn fields(form: Form, args: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let (parts, keys) = args.extract()?;
        let fields = Fields { form, parts, keys };
        let whole = match fields.form {
            Form::Nothing => fields.parts.is_empty(),
            Form::Only => fields.parts.len() == 1,
            _ => fields.keys.len() == fields.parts.len(),
        };
        if whole { Ok(Node::Struct(fields)) } else { Err(leave()) }
    }

    fn places(&self) -> Vec<Place> {
        match self {
            Node::Option { item, .. } | Node::List { item, .. } | Node::Rows { item } => {
                vec![*item]
            }
            Node::Set { key } => vec![*key],
            Node::Map { key, value } => vec![*key, *value],
            Node::Result { ok, err } => vec![*ok, *err],
            Node::Struct(fields) => fields.parts.clone(),
            Node::Enum { cases, .. } => cases.iter().map(|case| case.fields).collect(),
            Node::Union { cases } => cases.iter().map(|case| case.2).collect(),
            _ => Vec::new(),
        }
    }
}

/// The parts of a struct's value.
pub fn parts(value: Value) -> PyResult<Vec<Value>> {
    match value {
        Value::List(parts) => Ok(parts),
        _ => Err(leave()),
    }
}

/// Places of tags, by which variants are found.
pub fn find<T>(cases: &[T], tag: u32, of: impl Fn(&T) -> u32) -> PyResult<&T> {
    // In a plan they ascend.
    let place = cases.binary_search_by_key(&tag, of).map_err(|_| leave())?;
    cases.get(place).ok_or_else(leave)
}
