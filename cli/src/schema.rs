//! `schema`: show, compare and fingerprint.

use onesheet_dynamic::Readable::Always;
use onesheet_dynamic::changes;

use crate::args::{Form, Schema};
use crate::failure::Failure;
use crate::{c, files};

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
                (false, false) => Err(Failure::found("neither reads all messages of the other")),
            }
        }
        Schema::C(args) => c::run(args),
    }
}

fn print(line: &str) -> Result<(), Failure> {
    files::write(None, format!("{line}\n").as_bytes())
}
