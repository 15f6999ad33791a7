//! A value of any type of the format.

/// A value of any type of the format.
///
/// The derived order of two values of one type is W21.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// The value of unit.
    Unit,
    /// A bool.
    Bool(bool),
    /// A char.
    Char(char),
    /// A value of an unsigned integer type.
    Unsigned(u128),
    /// A value of a signed integer type.
    Signed(i128),
    /// The bits of an f32.
    F32(u32),
    /// The bits of an f64.
    F64(u64),
    /// A str.
    Str(String),
    /// A value of [`Type::Bytes`](crate::Type::Bytes).
    Bytes(Vec<u8>),
    /// An option.
    Option(Option<Box<Value>>),
    /// A result.
    Result(Result<Box<Value>, Box<Value>>),
    /// The parts of a tuple, struct, array, seq or set.
    List(Vec<Value>),
    /// The entries of a map.
    Map(Vec<(Value, Value)>),
    /// The tag and the fields of an enum's variant.
    Variant(u32, Vec<Value>),
    /// The declared default of a field, where the schema knows only that there is one (W30).
    ///
    /// Decoding gives it; it cannot be encoded.
    Default,
}

impl Value {
    /// What the value is, for messages about values that do not fit a type.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Value::Unit => "unit",
            Value::Bool(_) => "a bool",
            Value::Char(_) => "a char",
            Value::Unsigned(_) => "an unsigned integer",
            Value::Signed(_) => "a signed integer",
            Value::F32(_) => "an f32",
            Value::F64(_) => "an f64",
            Value::Str(_) => "a str",
            Value::Bytes(_) => "bytes",
            Value::Option(_) => "an option",
            Value::Result(_) => "a result",
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
            Value::Variant(..) => "a variant",
            Value::Default => "a default that the schema does not know",
        }
    }

    /// Bytes of memory that a copy of the value takes.
    #[must_use]
    pub fn weight(&self) -> u64 {
        let inside = match self {
            Value::Str(s) => s.len() as u64,
            Value::Bytes(bytes) => bytes.len() as u64,
            Value::Option(Some(value)) | Value::Result(Ok(value) | Err(value)) => value.weight(),
            Value::List(values) | Value::Variant(_, values) => {
                values.iter().map(Value::weight).sum()
            }
            Value::Map(entries) => entries.iter().map(|(k, v)| k.weight() + v.weight()).sum(),
            _ => 0,
        };
        size_of::<Value>() as u64 + inside
    }
}
