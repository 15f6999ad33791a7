//! `write`: JSON values, one a line, to a file of records.

use std::io::Write as Out;
use std::path::Path;

use onesheet_dynamic::{Logical, Type, Value, encode_list};
use onesheet_file::{BlockWriter, Options, Slice, What};

use super::lines::Lines;
use super::start::begins_well;
use crate::args::Write;
use crate::failure::{Failure, say};
use crate::progress::Progress;
use crate::{files, logical};

pub fn write(args: &Write) -> Result<(), Failure> {
    let ty = args.ty.read()?;
    let options = args.blocks.options()?;
    let checks = logical::check(&ty, &options.about)?;
    let json = args.json.of(&ty, logical_of(&ty, &options)?.as_ref()).map_err(Failure::found)?;
    let mut lines = Lines::open(args.input.as_deref(), &ty, &json, &checks)?;
    let path = args.output.as_path();
    if let Some(input) = &args.input {
        files::other(input, path)?;
    }
    if !args.append {
        return files::write_with(path, |out| {
            let writer = BlockWriter::with_options(out, &ty, options.clone());
            let writer = writer.map_err(|e| files::failure(path, e))?;
            let blocks = Blocks::new(writer, path, &ty, &options);
            blocks.fill(&mut lines).1
        });
    }
    if !begins_well(path)? {
        let path = path.display();
        return Err(Failure::found(format_args!("cannot append to {path}: not a file of records")));
    }
    let writer = BlockWriter::append(path, &ty, options.clone());
    let (writer, found) = writer.map_err(|e| files::failure(path, e))?;
    if found.cut > 0 {
        let (path, cut) = (path.display(), found.cut);
        say(format_args!(
            "{path}: truncated: {cut} bytes at its end that are not a block were removed"
        ));
    }
    let blocks = Blocks::new(writer, path, &ty, &options);
    match blocks.fill(&mut lines) {
        (written, Err(Failure::Found(what))) => {
            let written = written.saturating_sub(found.records.unwrap_or(0));
            Err(Failure::Found(format!("{what}; records written before: {written}")))
        }
        (_, result) => result,
    }
}

/// Which numbers are dates and times, as the `about` says that the file is to have.
fn logical_of(ty: &Type, options: &Options) -> Result<Option<Logical>, Failure> {
    if options.about.is_empty() {
        return Ok(None);
    }
    let mut start = Vec::new();
    BlockWriter::with_options(&mut start, ty, options.clone()).map_err(Failure::found)?;
    match Slice::new(&start).events().next().map(|event| event.what) {
        Some(What::Section(section)) => Ok(logical::of(ty, &section)),
        _ => Ok(None),
    }
}

/// A file, block by block.
pub struct Blocks<'a, W> {
    writer: BlockWriter<W>,
    path: &'a Path,
    ty: &'a Type,
    options: &'a Options,
    values: Vec<Value>,
    /// Bytes of the values, one by one: together they take about as many.
    bytes: usize,
}

impl<'a, W: Out> Blocks<'a, W> {
    pub fn new(writer: BlockWriter<W>, path: &'a Path, ty: &'a Type, options: &'a Options) -> Self {
        Blocks { writer, path, ty, options, values: Vec::new(), bytes: 0 }
    }

    /// Adds a value, which alone takes so many bytes.
    pub fn push(&mut self, value: Value, len: usize) -> Result<(), Failure> {
        self.values.push(value);
        self.bytes += len;
        let Options { block_bytes, block_records, .. } = self.options;
        if self.bytes < *block_bytes && self.values.len() < *block_records {
            return Ok(());
        }
        self.bytes = 0;
        let values = std::mem::take(&mut self.values);
        self.put(values)
    }

    /// Writes what is left, and the end.
    pub fn finish(mut self) -> Result<(), Failure> {
        let values = std::mem::take(&mut self.values);
        self.put(values)?;
        self.writer.finish().map(drop).map_err(|e| files::failure(self.path, e))
    }

    /// Writes the values of all lines, and the end; and says how many records the section has.
    fn fill(mut self, lines: &mut Lines<'_>) -> (u64, Result<(), Failure>) {
        let result = self.put_all(lines);
        let written = self.writer.written();
        (written, result.and_then(|()| self.finish()))
    }

    fn put_all(&mut self, lines: &mut Lines<'_>) -> Result<(), Failure> {
        let mut progress = Progress::new(lines.len());
        let mut records = 0;
        while let Some((value, len)) = lines.next()? {
            self.push(value, len)?;
            records += 1;
            progress.update_records(lines.position(), records);
        }
        Ok(())
    }

    /// Writes records as a block, or as two if they turn out to be too large for one.
    fn put(&mut self, mut values: Vec<Value>) -> Result<(), Failure> {
        let list = encode_list(self.ty, &values)
            .map_err(|e| Failure::found(format_args!("{}: {e}", self.path.display())))?;
        if values.len() > 1 && list.len() / 2 > self.options.block_bytes {
            let second = values.split_off(values.len() / 2);
            self.put(values)?;
            return self.put(second);
        }
        self.writer.write_list(&list, values.len() as u32).map_err(|e| files::failure(self.path, e))
    }
}
