//! The arguments of `export` and `import`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use encoding_rs::Encoding;

use super::file::{Blocks, FileArgs};
use super::json::JsonArgs;
use super::ty::TypeArgs;
use crate::failure::Failure;
use crate::{files, text};

#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    pub file: FileArgs,
    /// The file to write or replace; standard output if it is - or not given
    #[arg(value_name = "OUT", default_value = "-")]
    pub output: PathBuf,
    /// Format to write; by default from the ending of OUT
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// The columns to write, in this order; all by default
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub columns: Option<Vec<String>>,
    #[command(flatten)]
    pub form: FormArgs,
}

/// How formats are written.
#[derive(Args)]
pub struct FormArgs {
    /// How Parquet is compressed
    #[arg(long, value_name = "HOW", default_value = "zstd")]
    pub compression: Compression,
    /// Separator of the values in CSV
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    pub delimiter: Option<u8>,
    /// Text that stands for null in CSV
    #[arg(long, value_name = "TEXT", default_value = "")]
    pub null: String,
    #[command(flatten)]
    pub json: JsonArgs,
}

impl Export {
    pub fn format(&self) -> Result<Format, Failure> {
        let format = format_of(self.to, &self.output, "--to")?;
        let is_text = !matches!(format, Format::Parquet | Format::Arrow);
        if is_text || !files::is_compressed(&self.output) {
            return Ok(format);
        }
        Err(Failure::usage(format_args!(
            "{}: Parquet and Arrow cannot be compressed as a whole: choose a name without .gz or .zst",
            files::name(Some(&self.output))
        )))
    }
}

#[derive(Args)]
pub struct Import {
    /// The files to read, of one format, then the file of records to write; a pattern such as 'log-*.csv'
    /// names several, and - is standard input or output
    #[arg(value_name = "IN… OUT", num_args = 1.., required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: SourceArgs,
    #[command(flatten)]
    pub ty: Option<TypeArgs>,
    /// The columns to take, in this order; all by default
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "append")]
    pub columns: Option<Vec<String>>,
    /// Append to OUT, which must exist and be of the same type
    #[arg(short, long, conflicts_with_all = ["TypeArgs", "about"])]
    pub append: bool,
    #[command(flatten)]
    pub blocks: Blocks,
    /// Write an index before each block: least and greatest of each column of numbers, and the place of each
    /// column, so that queries can skip blocks and columns; not from JSON
    #[arg(long)]
    pub statistics: bool,
}

impl Import {
    pub fn inputs(&self) -> Result<Vec<PathBuf>, Failure> {
        expanded(self.files.split_last().map_or(&[], |(_, inputs)| inputs))
    }

    pub fn output(&self) -> &Path {
        self.files.last().map_or(Path::new(""), PathBuf::as_path)
    }
}

#[derive(Args)]
pub struct Sql {
    /// The query, such as 'select sensor, max(celsius) from log group by sensor'
    #[arg(value_name = "QUERY")]
    pub query: String,
    /// Files of records, or Parquet, Arrow, CSV or JSON; each is a table of its name, without the ending
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Format to write instead of a table
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// Skip damaged parts, with a line on standard error for each
    #[arg(long)]
    pub lossy: bool,
    #[command(flatten)]
    pub form: FormArgs,
}

/// What is read, and how.
#[derive(Args, Default)]
pub struct SourceArgs {
    /// Format to read; by default from the ending of IN, before .gz or .zst
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// Separator of the values in CSV; by default found in the first lines
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    pub delimiter: Option<u8>,
    /// Text that stands for null in CSV, besides an empty field; may be repeated
    #[arg(long, value_name = "TEXT")]
    pub null: Vec<String>,
    /// Encoding of text that is not UTF-8, such as latin1
    #[arg(long, value_name = "NAME", value_parser = text::encoding)]
    pub encoding: Option<&'static Encoding>,
    /// Refuse values that do not fit the type of their column, and lines of another length
    #[arg(long)]
    pub strict: bool,
}

impl SourceArgs {
    /// The one format of all.
    pub fn format(&self, inputs: &[PathBuf]) -> Result<Format, Failure> {
        let mut format = None;
        for input in inputs {
            let this = format_of(self.from, input, "--from")?;
            if *format.get_or_insert(this) != this {
                let input = input.display();
                return Err(Failure::usage(format_args!(
                    "{input}: of another format than the file before it; import one format at a time"
                )));
            }
        }
        format
            .ok_or_else(|| Failure::usage("missing file to write; give it after the files to read"))
    }
}

#[derive(Args)]
pub struct InferArgs {
    /// The files to read, of one format; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    pub source: SourceArgs,
}

impl InferArgs {
    pub fn inputs(&self) -> Result<Vec<PathBuf>, Failure> {
        expanded(&self.files)
    }
}

/// The files that names and patterns stand for.
fn expanded(names: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for name in names {
        let pattern = name.to_str().filter(|name| name.contains(['*', '?', '[']));
        let Some(pattern) = pattern.filter(|_| !name.exists()) else {
            files.push(name.clone());
            continue;
        };
        let wrong = |why: &dyn std::fmt::Display| Failure::usage(format_args!("{pattern}: {why}"));
        let before = files.len();
        for file in glob::glob(pattern).map_err(|e| wrong(&e))? {
            files.push(file.map_err(|e| wrong(&e))?);
        }
        if files.len() == before {
            return Err(wrong(&"no such file"));
        }
    }
    Ok(files)
}

#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
pub enum Format {
    /// Apache Parquet
    Parquet,
    /// Apache Arrow's IPC file format, also called Feather
    Arrow,
    /// Lines of values separated by commas, with a header
    Csv,
    /// The same, separated by tabs
    Tsv,
    /// An array of JSON values, or one after the other
    Json,
    /// JSON values, one per line
    Jsonl,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Compression {
    /// Zstandard
    Zstd,
    /// Snappy
    Snappy,
    /// No compression
    None,
}

/// The format that a name ends in, before `.gz` or `.zst`.
pub fn named(path: &Path) -> Option<Format> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").or(name.strip_suffix(".zst")).unwrap_or(&name);
    match name.rsplit_once('.')?.1 {
        "parquet" | "pq" => Some(Format::Parquet),
        "arrow" | "feather" | "ipc" => Some(Format::Arrow),
        "csv" => Some(Format::Csv),
        "tsv" | "tab" => Some(Format::Tsv),
        "json" => Some(Format::Json),
        "jsonl" | "ndjson" => Some(Format::Jsonl),
        _ => None,
    }
}

fn format_of(given: Option<Format>, path: &Path, option: &str) -> Result<Format, Failure> {
    given.or_else(|| named(path)).ok_or_else(|| {
        let name = if path == Path::new("-") && option == "--to" {
            "standard output".to_owned()
        } else {
            files::name(Some(path))
        };
        Failure::usage(format_args!(
            "{name}: unknown format; give {option} parquet, arrow, csv, tsv, json or jsonl"
        ))
    })
}

fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" | b"tab" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r') => Ok(*byte),
        _ => Err("expected one ASCII character, or tab".to_owned()),
    }
}
