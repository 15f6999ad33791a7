//! `check`: whether all of a file is there, and what is not.

use onesheet_file::What;

use super::{Input, Step};
use crate::args::Check;
use crate::failure::Failure;
use crate::files;

pub fn check(args: &Check) -> Result<(), Failure> {
    let mut input = Input::open(&args.file)?;
    let (mut records, mut sections, mut ended) = (0, 0, false);
    input.each(|found| {
        ended = match found.event.what {
            What::End { .. } => true,
            What::Passed => ended,
            _ => false,
        };
        match &found.event.what {
            What::Section(_) => sections += 1,
            What::Records(block) => match found.values(block) {
                Ok(values) => records += values.len(),
                Err(problem) => return Ok(Step::Wrong(problem)),
            },
            _ => {}
        }
        Ok(Step::On)
    })?;
    let (state, code) = match (input.problems, ended) {
        (0, true) => ("whole", 0),
        (0, false) => ("whole, but not ended", 1),
        _ => ("damaged", 2),
    };
    let name = input.name().to_owned();
    drop(input);
    let line = format!("{name}: {state}; records: {records}, sections: {sections}\n");
    files::write(None, line.as_bytes())?;
    if code == 0 { Ok(()) } else { Err(Failure::Said(code)) }
}
