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
        })
    })?;
    let problems = input.problems;
    drop(input);
    files::write(None, format!("{name}: blocks: {blocks}\n").as_bytes())?;
    if problems > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}
