//! The arguments of `export` and `import`.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use super::file::Blocks;
use super::{FileArgs, TypeArgs};
use crate::failure::Failure;

#[derive(Args)]
pub struct Export {
    #[command(flatten)]
    pub file: FileArgs,
    /// The file to write; one that is there is replaced when all is written
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// What to write; by default as the name of OUT ends
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<Format>,
    /// The columns to write, in this order; all by default
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    pub columns: Option<Vec<String>>,
    /// How Parquet is compressed
    #[arg(long, value_name = "HOW", default_value = "zstd")]
    pub compression: Compression,
}

impl Export {
    pub fn format(&self) -> Result<Format, Failure> {
        format_of(self.to, &self.output, "--to")
    }
}

#[derive(Args)]
pub struct Import {
    /// The file to read
    #[arg(value_name = "IN")]
    pub input: PathBuf,
    /// The file of records to write; one that is there is replaced when all is written
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// What to read; by default as the name of IN ends
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    #[command(flatten)]
    pub ty: Option<TypeArgs>,
    #[command(flatten)]
    pub blocks: Blocks,
}

impl Import {
    pub fn format(&self) -> Result<Format, Failure> {
        format_of(self.from, &self.input, "--from")
    }
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Format {
    /// Apache Parquet
    Parquet,
    /// Apache Arrow's IPC file format, also called Feather
    Arrow,
    /// Lines of values between commas, with a header
    Csv,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
pub enum Compression {
    /// By Zstandard
    Zstd,
    /// By Snappy
    Snappy,
    /// Not at all
    None,
}

fn format_of(given: Option<Format>, path: &Path, option: &str) -> Result<Format, Failure> {
    let extension = path.extension().map(|extension| extension.to_ascii_lowercase());
    let known = match extension.as_deref().and_then(|extension| extension.to_str()) {
        Some("parquet" | "pq") => Some(Format::Parquet),
        Some("arrow" | "feather" | "ipc") => Some(Format::Arrow),
        Some("csv") => Some(Format::Csv),
        _ => None,
    };
    let path = path.display();
    given.or(known).ok_or_else(|| {
        Failure::usage(format_args!("{path}: give its format, {option} parquet, arrow or csv"))
    })
}
