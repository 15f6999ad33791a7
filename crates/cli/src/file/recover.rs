//! `recover`: what is whole in a file, to a new one.

use super::{Input, Step};
use crate::args::Recover;
use crate::failure::Failure;
use crate::files;

pub fn recover(args: &Recover) -> Result<(), Failure> {
    files::other(&args.file.file, &args.output)?;
    let mut input = Input::open(&args.file.file, &args.file.max_body)?;
    let name = args.output.display();
    let mut blocks = 0u64;
    files::write_with(&args.output, |out| {
        input.each(|found| {
            if !found.event.bytes.is_empty() {
                blocks += 1;
                out.write_all(found.event.bytes)
                    .map_err(|e| files::unwritable(&args.output, &e))?;
            }
            Ok(Step::On)
        })?;
        // A file that was there is worth more than one with nothing in it.
        if blocks == 0 && input.problems > 0 {
            return Err(Failure::found(format_args!("{}: no whole block", input.name())));
        }
        Ok(())
    })?;
    let problems = input.problems;
    drop(input);
    files::write(None, format!("{name}: blocks: {blocks}\n").as_bytes())?;
    if problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}
