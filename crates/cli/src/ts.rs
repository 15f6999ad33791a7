//! `schema ts`: a TypeScript module for a type, with functions that encode and decode it.
//!
//! The module builds the type of the combinators of `languages/typescript`, and declares what its
//! values are.

mod fields;
mod imports;
mod layout;
mod literal;
mod module;
mod names;
mod numbers;
mod scope;
#[cfg(test)]
mod tests;
mod translate;

use std::path::PathBuf;

use crate::failure::Failure;
use crate::files;

use numbers::Int64;

#[derive(clap::Args)]
pub struct Args {
    /// File with the schema, in the text form or the JSON form; - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Name of the TypeScript type; without it, that of the type, or Message
    #[arg(short, long, value_name = "NAME")]
    name: Option<String>,
    /// What u64 and i64 are
    #[arg(long, value_name = "TYPE", default_value = "bigint")]
    int64: Int64,
}

pub fn run(args: &Args) -> Result<(), Failure> {
    let ty = files::read_schema(&args.file)?;
    if let Some(name) = &args.name {
        names::check(name).map_err(|what| Failure::usage(format_args!("--name: {what}")))?;
    }
    let module = module::write(&ty, args.name.as_deref(), args.int64).map_err(|what| {
        Failure::found(format_args!("{}: {what}", files::name(Some(&args.file))))
    })?;
    files::write(args.output.as_deref(), module.as_bytes())
}
