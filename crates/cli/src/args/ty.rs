//! Which type is meant.

use std::path::PathBuf;

use clap::Args;
use onesheet_dynamic::Type;

use crate::failure::Failure;
use crate::files;

/// The type of a message or of records.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct TypeArgs {
    /// File with the schema, in the text form or the JSON form
    #[arg(short, long, value_name = "FILE")]
    schema: Option<PathBuf>,
    /// The schema itself, such as 'seq(u16)'
    #[arg(short = 't', long = "type", value_name = "SCHEMA")]
    ty: Option<String>,
}

impl TypeArgs {
    pub fn read(&self) -> Result<Type, Failure> {
        match (&self.schema, &self.ty) {
            (Some(path), _) => files::read_schema(path),
            (None, Some(text)) => Type::from_text_or_json(text)
                .map_err(|e| Failure::found(format_args!("--type: {e}"))),
            (None, None) => {
                Err(Failure::usage("missing type; give --schema FILE or --type SCHEMA"))
            }
        }
    }
}
