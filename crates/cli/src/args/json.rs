//! How values are written as JSON.

use clap::{Args, ValueEnum};
use onesheet_dynamic::{Invalid, JsonError, Logical, Natural, Style, Type, Value, parse_json};

#[derive(Args, Clone, Copy)]
pub struct JsonArgs {
    /// Exact JSON, that of the test vectors: integers as strings, floats by their bits, no names
    #[arg(long, conflicts_with_all = ["form", "quoted"])]
    exact: bool,
    /// What bytes are in JSON
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

    pub fn read(&self, text: &str) -> Result<Value, JsonError> {
        let ty = match self {
            Json::Exact(ty) => ty,
            Json::Natural(natural) => return natural.read(text),
        };
        let read = parse_json(text).and_then(|json| Value::from_exact_json_value(ty, &json));
        read.map_err(|error| exact_error(&error))
    }
}

/// What is wrong, of whose place the parser knows the line and the column, and the other the path.
fn exact_error(error: &Invalid) -> JsonError {
    let text = error.to_string();
    let place = text.rsplit_once(" at line ").and_then(|(what, place)| {
        let (line, column) = place.split_once(" column ")?;
        Some((what, line.parse().ok()?, column.parse().ok()?))
    });
    let (what, line, column) = place.unwrap_or((&text, 1, 1));
    JsonError { line, column, path: "$".to_owned(), what: what.to_owned() }
}
