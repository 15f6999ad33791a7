//! The arguments of the commands for files of records.

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use onesheet_file::{Options, Reader};

use super::json::JsonArgs;
use super::ty::TypeArgs;
use crate::failure::Failure;

#[derive(Args)]
pub struct FileArgs {
    /// The file; standard input if it is -
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub max_body: MaxBody,
}

/// The same where nothing else is named.
#[derive(Args)]
pub struct InputArgs {
    /// The file; standard input if it is - or not given
    #[arg(value_name = "FILE", default_value = "-")]
    pub file: PathBuf,
    #[command(flatten)]
    pub max_body: MaxBody,
}

#[derive(Args)]
pub struct MaxBody {
    /// Most bytes of a block, and of its records when decompressed
    #[arg(long = "max-body", value_name = "BYTES", default_value_t = 256 << 20)]
    pub bytes: usize,
}

#[derive(Args)]
pub struct Check {
    #[command(flatten)]
    pub file: InputArgs,
}

#[derive(Args)]
pub struct Cat {
    #[command(flatten)]
    pub file: InputArgs,
    /// Skip the first N records
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: u64,
    /// Write at most N records
    #[arg(long, value_name = "N")]
    pub head: Option<u64>,
    /// Write only the last N records
    #[arg(long, value_name = "N", conflicts_with_all = ["from", "head"])]
    pub tail: Option<u64>,
    /// The columns to write, in this order; all by default
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', conflicts_with = "exact")]
    pub columns: Option<Vec<String>>,
    /// Keep reading as the file grows, until its writer ends it
    #[arg(short, long)]
    pub follow: bool,
    #[command(flatten)]
    pub json: JsonArgs,
    /// Write the schema of each section instead, one per line, then a tab and its description
    #[arg(long, conflicts_with_all = ["from", "head", "tail", "columns", "follow"])]
    pub schema: bool,
}

#[derive(Args)]
pub struct Recover {
    #[command(flatten)]
    pub file: FileArgs,
    /// The new file
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct Write {
    #[command(flatten)]
    pub ty: TypeArgs,
    /// The file to write; an existing file is replaced once all is written
    #[arg(value_name = "OUT")]
    pub output: PathBuf,
    /// File with the JSON lines; standard input if it is - or not given
    #[arg(value_name = "INPUT")]
    pub input: Option<PathBuf>,
    /// Append to OUT, which must exist; a new section begins if the type or --about differs
    #[arg(short, long)]
    pub append: bool,
    #[command(flatten)]
    pub json: JsonArgs,
    #[command(flatten)]
    pub blocks: Blocks,
}

/// What a writer may choose.
#[derive(Args)]
pub struct Blocks {
    /// Write a block once it has this many bytes of records
    #[arg(long, value_name = "BYTES", default_value_t = Options::default().block_bytes as u64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=Reader::<&[u8]>::MAX_BODY as u64))]
    pub block_bytes: u64,
    /// Compress blocks with Zstandard at this level, 1 to 22
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(i32).range(1..=22))]
    pub compression: Option<i32>,
    #[command(flatten)]
    pub about: About,
}

impl Blocks {
    pub fn options(&self) -> Result<Options, Failure> {
        Ok(Options {
            block_bytes: usize::try_from(self.block_bytes).unwrap_or(usize::MAX),
            compression: self.compression,
            about: self.about.read()?,
            ..Options::default()
        })
    }
}

#[derive(Args)]
pub struct About {
    /// Note in the schema block, beside the type; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    about: Vec<String>,
}

impl About {
    pub fn read(&self) -> Result<BTreeMap<String, String>, Failure> {
        let mut pairs = BTreeMap::new();
        for pair in &self.about {
            let Some((key, value)) = pair.split_once('=') else {
                return Err(Failure::usage(format_args!(
                    "--about: expected KEY=VALUE, found {pair:?}"
                )));
            };
            if pairs.insert(key.to_owned(), value.to_owned()).is_some() {
                return Err(Failure::usage(format_args!("--about: duplicate key {key:?}")));
            }
        }
        Ok(pairs)
    }
}
