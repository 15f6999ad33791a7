//! `write`: JSON values, one a line, to a file of records.

use std::io::Write as Out;
use std::path::Path;

use onesheet_dynamic::{Type, Value, encode_list};
use onesheet_file::{BlockWriter, Error, Options};

use super::lines::Lines;
use super::start::begins_well;
use crate::args::Write;
use crate::failure::Failure;
use crate::files;
use crate::progress::Progress;

pub fn write(args: &Write) -> Result<(), Failure> {
    let ty = args.ty.read()?;
    let options = args.blocks.options()?;
    let mut lines = Lines::open(args.input.as_deref())?;
    let path = args.output.as_path();
    if !args.append {
        return files::write_with(path, |out| {
            let writer = BlockWriter::with_options(out, &ty, options.clone());
            let writer = writer.map_err(|e| failure(path, e))?;
            Blocks { writer, path, ty: &ty, options: &options }.fill(&mut lines).1
        });
    }
    if !begins_well(path)? {
        let path = path.display();
        return Err(Failure::found(format_args!("{path}: does not begin as a file of records")));
    }
    let writer = BlockWriter::append(path, &ty, options.clone());
    let (writer, found) = writer.map_err(|e| failure(path, e))?;
    if found.cut > 0 {
        let (path, cut) = (path.display(), found.cut);
        eprintln!("onesheet: {path}: truncated: {cut} bytes at its end were cut off");
    }
    match (Blocks { writer, path, ty: &ty, options: &options }).fill(&mut lines) {
        (written, Err(Failure::Found(what))) => {
            let written = written.saturating_sub(found.records.unwrap_or(0));
            Err(Failure::Found(format!("{what}; records written before: {written}")))
        }
        (_, result) => result,
    }
}

/// A file, block by block.
struct Blocks<'a, W> {
    writer: BlockWriter<W>,
    path: &'a Path,
    ty: &'a Type,
    options: &'a Options,
}

impl<W: Out> Blocks<'_, W> {
    /// Writes the values of all lines, and the end; and says how many records the section has.
    fn fill(mut self, lines: &mut Lines) -> (u64, Result<(), Failure>) {
        let result = self.put_all(lines);
        let (written, path) = (self.writer.written(), self.path);
        let end = |()| self.writer.finish().map(drop).map_err(|e| failure(path, e));
        (written, result.and_then(end))
    }

    fn put_all(&mut self, lines: &mut Lines) -> Result<(), Failure> {
        let mut progress = Progress::new(lines.len());
        // Together they take about as many bytes as one by one.
        let (mut values, mut bytes, mut records) = (Vec::new(), 0, 0);
        while let Some((value, len)) = lines.next(self.ty)? {
            values.push(value);
            bytes += len;
            records += 1;
            if bytes >= self.options.block_bytes || values.len() >= self.options.block_records {
                self.put(std::mem::take(&mut values))?;
                bytes = 0;
            }
            progress.update_records(lines.position(), records);
        }
        self.put(values)
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
        self.writer.write_list(&list, values.len() as u32).map_err(|e| failure(self.path, e))
    }
}

fn failure(path: &Path, error: Error) -> Failure {
    match error {
        Error::Io(error) => files::unwritable(path, &error),
        error => Failure::found(format_args!("{}: {error}", path.display())),
    }
}
