//! The command line.

#[cfg(feature = "arrow")]
mod arrow;
mod file;
mod json;
mod ty;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use onesheet_dynamic::Limits;

use crate::failure::Failure;

#[cfg(feature = "arrow")]
pub use arrow::{Compression, Export, FormArgs, Format, Import, InferArgs, SourceArgs, Sql, named};
pub use file::{About, Cat, Check, MaxBody, Recover, Write};
pub use json::{Json, JsonArgs, Misread};
pub use ty::TypeArgs;

const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  what was given is wrong: a message breaks a rule, a value does not fit its type,
     a type is not one of the format, two schemas are incompatible, an implementation failed,
     a file is damaged
  2  bad usage, or a file or a command that cannot be read, written or run";

const MIGRATE_CODES: &str = "\
Exit codes:
  0  each has a counterpart, or needs none
  1  some have none; or a file is not Rust
  2  bad usage, or a file that cannot be read";

const CHECK_CODES: &str = "\
Exit codes:
  0  whole, and its writer was done
  1  whole, but its last section has no end: it is being written, or its writer was stopped
  2  damaged, with a line on standard error for each place; or it cannot be read";

#[derive(Parser)]
#[command(name = "onesheet", version, about, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Encode a JSON value
    #[command(after_help = EXIT_CODES)]
    Encode(Convert),
    /// Decode a message to JSON
    #[command(after_help = EXIT_CODES)]
    Decode(Decode),
    /// Show what each byte of a message or a file means, and where it breaks a rule
    ///
    /// With a type, the input is a message of it; without, it is a file of records.
    #[command(after_help = EXIT_CODES, mut_group("TypeArgs", |group| group.required(false)))]
    Inspect(Inspect),
    /// Show, compare and fingerprint schemas
    #[command(subcommand, after_help = EXIT_CODES)]
    Schema(Schema),
    /// Write JSON values, one per line, to a file of records
    ///
    /// Blank lines are skipped.
    #[command(after_help = EXIT_CODES)]
    Write(Write),
    /// Check that a file of records is whole, and list what is damaged or missing
    #[command(after_help = CHECK_CODES)]
    Check(Check),
    /// Write the records of a file as JSON, one per line
    ///
    /// Damaged parts are skipped, with a line on standard error for each.
    #[command(after_help = EXIT_CODES)]
    Cat(Cat),
    /// Copy the whole blocks of a damaged file to a new one
    ///
    /// Each whole block is copied as it stands. A line on standard error says what each place that
    /// is left out had, or what is missing there.
    #[command(after_help = EXIT_CODES)]
    Recover(Recover),
    /// Write the records of a file as Parquet, Arrow, CSV or JSON
    ///
    /// Damaged parts are skipped, with a line on standard error for each.
    #[cfg(feature = "arrow")]
    #[command(after_help = EXIT_CODES)]
    Export(Export),
    /// Write the rows of Parquet, Arrow, CSV or JSON files to a file of records
    ///
    /// The type of a column holds all of its values: text, if no other type does. A value that is refused or
    /// changed is reported on standard error.
    #[cfg(feature = "arrow")]
    #[command(after_help = EXIT_CODES, mut_group("TypeArgs", |group| group.required(false)))]
    Import(Import),
    /// Run a query over files of records, and others, and show its result as a table
    ///
    /// This runs the program onesheet-sql, which is installed separately. The documentation of DataFusion
    /// describes the queries. A table may be a path in quotes: from 'logs/*.onesheet'.
    #[cfg(feature = "arrow")]
    #[command(after_help = EXIT_CODES)]
    Sql(Sql),
    #[cfg(not(feature = "arrow"))]
    #[command(hide = true)]
    Export(NotBuilt),
    #[cfg(not(feature = "arrow"))]
    #[command(hide = true)]
    Import(NotBuilt),
    #[cfg(not(feature = "arrow"))]
    #[command(hide = true)]
    Sql(NotBuilt),
    /// Check an implementation of the format
    ///
    /// Runs COMMAND and asks it to encode and decode over JSON lines on its standard input and
    /// output: the test vectors, then random types and values, then broken messages.
    #[command(after_help = EXIT_CODES)]
    Conformance(Conformance),
    /// List the uses of bincode, postcard and serde in Rust sources, and what replaces each
    ///
    /// Prints a line for each derive, attribute, call and hand-written impl, as the guides of the crate describe;
    /// and for each list of enums with fields in fixed capacity, which costs a device less as rows.
    /// Changes no file. Looks at the tokens of macros, not at their expansion.
    #[command(after_help = MIGRATE_CODES)]
    Migrate(Migrate),
}

#[derive(Args)]
pub struct Migrate {
    /// Report only; required, because the command never changes a file
    #[arg(long, required = true)]
    check: bool,
    /// A source file, or a folder of source files
    #[arg(value_name = "SRC")]
    pub src: PathBuf,
}

/// The arguments of a command that this program was built without.
#[cfg(not(feature = "arrow"))]
#[derive(Args)]
pub struct NotBuilt {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    _all: Vec<OsString>,
}

#[derive(Args)]
pub struct Convert {
    #[command(flatten)]
    pub ty: TypeArgs,
    /// File to read; standard input if it is - or not given
    #[arg(value_name = "INPUT")]
    pub input: Option<PathBuf>,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The message is hexadecimal text instead of bytes
    #[arg(short = 'x', long)]
    pub hex: bool,
    #[command(flatten)]
    pub json: JsonArgs,
}

#[derive(Args)]
pub struct Decode {
    #[command(flatten)]
    pub convert: Convert,
    /// Write the JSON with line breaks
    #[arg(short, long)]
    pub pretty: bool,
    #[command(flatten)]
    pub limits: LimitArgs,
}

#[derive(Args)]
pub struct LimitArgs {
    /// Most bytes of memory that decoding may take
    #[arg(long, value_name = "BYTES", default_value_t = Limits::default().max_alloc)]
    max_alloc: u64,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        Limits::default().max_alloc(self.max_alloc)
    }
}

#[derive(Args)]
pub struct Inspect {
    #[command(flatten)]
    pub ty: Option<TypeArgs>,
    /// File to read; standard input if it is - or not given
    #[arg(value_name = "INPUT")]
    pub input: Option<PathBuf>,
    /// The input is hexadecimal text instead of bytes
    #[arg(short = 'x', long)]
    pub hex: bool,
    /// Show long parts whole, and each byte of a file
    #[arg(short, long)]
    pub full: bool,
    /// Use colours
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: When,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub max_body: MaxBody,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
pub enum Schema {
    /// Print a schema in one of its forms
    Show {
        /// File with the schema, in the text form or the JSON form; - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The form to print
        #[arg(short, long, value_name = "FORM", default_value = "text")]
        form: Form,
    },
    /// Print the type that import would give to the rows of files
    #[cfg(feature = "arrow")]
    Infer(InferArgs),
    /// List the changes between two schemas; exit code 1 if one makes messages unreadable
    Diff {
        /// Schema of the earlier version
        #[arg(value_name = "OLD")]
        old: PathBuf,
        /// Schema of the later version
        #[arg(value_name = "NEW")]
        new: PathBuf,
    },
    /// Print the fingerprint of a schema: 16 hexadecimal digits, equal for types with the same bytes
    Fingerprint {
        /// File with the schema, in the text form or the JSON form; - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Print the schema block of files of a type, a constant for programs that write them
    File {
        /// File with the schema, in the text form or the JSON form; - for standard input
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// The form to print
        #[arg(short, long, value_name = "FORM", default_value = "rust")]
        form: BlockForm,
        #[command(flatten)]
        about: About,
    },
    /// Write C code that encodes and decodes the type: NAME.h and NAME.c
    C(crate::c::Args),
    /// Write a TypeScript module that encodes and decodes the type
    Ts(crate::ts::Args),
}

#[derive(Clone, Copy, ValueEnum)]
pub enum Form {
    /// One line, with names
    Text,
    /// JSON, with names
    Json,
    /// One line, from which the fingerprint is computed
    Wire,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum BlockForm {
    /// A constant in Rust
    Rust,
    /// A constant in C
    C,
    /// The bytes themselves
    Bytes,
}

#[derive(Args)]
pub struct Conformance {
    /// Directory of vectors (*.jsonl) instead of the built-in ones
    #[arg(long, value_name = "DIR")]
    pub vectors: Option<PathBuf>,
    /// Seed of the random types and values
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of random types
    #[arg(long, value_name = "N", default_value_t = 300)]
    pub count: u32,
    /// Seconds to wait for an answer
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: u64,
    /// Number of failures to show
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub failures: usize,
    /// The program to check and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub command: Vec<OsString>,
}

/// The command to run, or none if help was printed.
pub fn parse() -> Result<Option<Command>, Failure> {
    match Cli::try_parse() {
        Ok(cli) => Ok(Some(cli.command)),
        Err(e) if matches!(e.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) => {
            match e.print() {
                Ok(()) => Ok(None),
                Err(e) => Err(Failure::write("standard output", &e)),
            }
        }
        Err(e) if e.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            Err(Failure::usage(format_args!("missing command; see {}", help())))
        }
        Err(e) => Err(Failure::usage(one_line(&e.to_string()))),
    }
}

/// What is wrong, which is before the first empty line, and where to read on.
fn one_line(message: &str) -> String {
    let lines = message.lines().take_while(|line| !line.trim().is_empty()).map(str::trim);
    let line = lines.collect::<Vec<_>>().join(" ");
    let line = line.strip_prefix("error: ").unwrap_or(&line);
    format!("{line}; see {}", help())
}

/// The command whose help explains what is wrong with the arguments.
fn help() -> String {
    let mut command = &Cli::command();
    let mut words = command.get_name().to_owned();
    for arg in std::env::args_os().skip(1) {
        let Some(inner) = command.find_subcommand(arg) else { break };
        command = inner;
        words = format!("{words} {}", command.get_name());
    }
    format!("{words} --help")
}
