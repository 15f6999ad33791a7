//! `schema`: show, compare and fingerprint, and what files begin with.

use std::collections::BTreeMap;

use onesheet_dynamic::Readable::Always;
use onesheet_dynamic::{Type, changes};
use onesheet_file::{BlockWriter, Error, Options};

use crate::args::{BlockForm, Form, Schema};
use crate::failure::Failure;
use crate::{c, files, ts};

pub fn run(command: &Schema) -> Result<(), Failure> {
    match command {
        Schema::Show { file, form } => {
            let ty = files::read_schema(file)?;
            let text = match form {
                Form::Text => ty.to_string(),
                Form::Json => ty.to_json().to_string(),
                Form::Wire => ty.wire_form(),
            };
            print(&text)
        }
        Schema::Fingerprint { file } => {
            print(&format!("{:016x}", files::read_schema(file)?.fingerprint()))
        }
        #[cfg(feature = "arrow")]
        Schema::Infer(args) => crate::arrow::infer(args),
        Schema::Diff { old, new } => {
            let changes = changes(&files::read_schema(old)?, &files::read_schema(new)?);
            for change in &changes {
                print(&change.to_string())?;
            }
            let new_reads_old = changes.iter().all(|change| change.new_reads_old == Always);
            let old_reads_new = changes.iter().all(|change| change.old_reads_new == Always);
            match (new_reads_old, old_reads_new) {
                (true, true) if changes.is_empty() => print("no difference"),
                (true, true) => Ok(()),
                (true, false) => {
                    Err(Failure::found("the old schema does not read all new messages"))
                }
                (false, true) => {
                    Err(Failure::found("the new schema does not read all old messages"))
                }
                (false, false) => {
                    Err(Failure::found("neither schema reads all messages of the other"))
                }
            }
        }
        Schema::File { file, form, about } => {
            let ty = files::read_schema(file)?;
            let block = schema_block(&ty, about.read()?).map_err(Failure::found)?;
            files::write(None, &form.print(&ty, &block))
        }
        Schema::C(args) => c::run(args),
        Schema::Ts(args) => ts::run(args),
    }
}

/// What a file begins with whose records are of a type (F3, F4).
fn schema_block(ty: &Type, about: BTreeMap<String, String>) -> Result<Vec<u8>, Error> {
    let mut block = Vec::new();
    BlockWriter::with_options(&mut block, ty, Options { about, ..Options::default() })?;
    Ok(block)
}

impl BlockForm {
    fn print(self, ty: &Type, block: &[u8]) -> Vec<u8> {
        let n = block.len();
        // As many in a line as rustfmt puts there.
        let rows = block.chunks(16).map(|row| {
            let bytes: Vec<_> = row.iter().map(|byte| format!("{byte:#04x},")).collect();
            format!("    {}\n", bytes.join(" "))
        });
        let rows: String = rows.collect();
        let text = match self {
            BlockForm::Bytes => return block.to_vec(),
            BlockForm::Rust => format!(
                "/// What a file of records of the type `{ty}` begins with.\n\
                 pub const SCHEMA_BLOCK: [u8; {n}] = [\n{rows}];\n"
            ),
            BlockForm::C => format!(
                "// What a file of records of the type {ty} begins with.\n\
                 static const uint8_t schema_block[{n}] = {{\n{rows}}};\n"
            ),
        };
        text.into_bytes()
    }
}

fn print(line: &str) -> Result<(), Failure> {
    files::write(None, format!("{line}\n").as_bytes())
}
