//! How values are written as JSON.

use std::fmt;

use clap::{Args, ValueEnum};
use onesheet_dynamic::{Invalid, Logical, Natural, Style, Type, Value, parse_json};

#[derive(Args, Clone, Copy)]
pub struct JsonArgs {
    /// Exact JSON, as in the test vectors: integers as strings, floats by their bits, no names
    #[arg(long, conflicts_with_all = ["form", "quoted"])]
    exact: bool,
    /// How bytes are written in JSON
    #[arg(long = "bytes", value_name = "FORM", default_value = "base64")]
    form: BytesForm,
    /// Write integers of 64 and 128 bits as strings
    #[arg(long)]
    quoted: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum BytesForm {
    Base64,
    Hex,
}

/// A type, ready to be read from JSON and written as it.
pub enum Json {
    Exact(Box<Type>),
    Natural(Natural),
}

impl JsonArgs {
    pub fn of(&self, ty: &Type, logical: Option<&Logical>) -> Result<Json, Invalid> {
        if self.exact {
            return Ok(Json::Exact(Box::new(ty.clone())));
        }
        let style = Style { hex: self.form == BytesForm::Hex, quoted: self.quoted };
        Natural::with(ty, logical, style).map(Json::Natural)
    }
}

impl Json {
    pub fn write(&self, value: &Value, out: &mut Vec<u8>) {
        match self {
            Json::Exact(_) => out.extend(value.to_exact_json().to_string().into_bytes()),
            Json::Natural(natural) => natural.write(value, out),
        }
    }

    pub fn read(&self, text: &str) -> Result<Value, Misread> {
        match self {
            Json::Exact(ty) => parse_json(text)
                .and_then(|json| Value::from_exact_json_value(ty, &json))
                .map_err(|error| Misread::exact(&error)),
            Json::Natural(natural) => natural.read(text).map_err(|error| Misread {
                place: Some((error.line, error.column)),
                what: format!("{}: {}", error.path, error.what),
            }),
        }
    }
}

/// Why a text is no value: the line and the column where they are known, and the path with what is wrong.
pub struct Misread {
    pub place: Option<(u64, u64)>,
    pub what: String,
}

impl Misread {
    /// Of exact JSON only the parser knows a line and a column; the path is in the text.
    fn exact(error: &Invalid) -> Self {
        let text = error.to_string();
        let parsed = text.rsplit_once(" at line ").and_then(|(what, place)| {
            let (line, column) = place.split_once(" column ")?;
            let place = Some((line.parse().ok()?, column.parse().ok()?));
            Some(Misread { place, what: format!("$: {what}") })
        });
        parsed.unwrap_or(Misread { place: None, what: text })
    }
}

impl fmt::Display for Misread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "line {line}, column {column}, {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}
