//! `schema c`: a C struct for a bounded type, with functions that encode and decode it.
//!
//! The functions use `languages/c/onesheet.h`. They need no heap: every str, bytes, seq, set and map
//! has a max, and the struct has room for that many. Rows have no bound and are refused.

mod body;
mod code;
mod declare;
mod default;
mod max_len;
mod names;
mod order;
mod shape;
mod walk;

use std::path::PathBuf;

use crate::failure::Failure;
use crate::files;

#[derive(clap::Args)]
pub struct Args {
    /// File with the schema, in the text form or the JSON form; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Directory for the two files, NAME.h and NAME.c
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    output: PathBuf,
    /// Name of the C type and its functions; without it, that of the type, or message
    #[arg(short, long, value_name = "NAME")]
    name: Option<String>,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let ty = files::read_schema(&args.file)?;
    let code = code::generate(&ty, args.name.as_deref()).map_err(|what| {
        Failure::found(format_args!("{}: {what}", files::name(Some(&args.file))))
    })?;
    let path = |ending| args.output.join(format!("{}.{ending}", code.name));
    files::write(Some(&path("h")), code.header.as_bytes())?;
    files::write(Some(&path("c")), code.source.as_bytes())
}
