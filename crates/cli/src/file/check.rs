//! `check`: whether all of a file is there, and what is not.

use onesheet_file::What;

use super::{Input, Problem, Step};
use crate::args::Check;
use crate::failure::Failure;
use crate::files;

/// Of a section that ends in another (F7).
const NOT_ENDED: &str = "the section that begins here was not finished, or was cut";

pub fn check(args: &Check) -> Result<(), Failure> {
    let mut input = Input::open(&args.file.file, &args.file.max_body)?;
    let (mut records, mut sections) = (0, 0);
    // Where the last section begins, and whether it has its end; how many before have none.
    let (mut begun, mut ended, mut open) = (0, false, 0);
    input.each(|found| {
        let mut step = Step::On;
        if let What::Section(_) = found.event.what {
            if sections > 0 && !ended {
                open += 1;
                step = Step::Note(begun, Problem::new("F7", "not ended", NOT_ENDED));
            }
            begun = found.event.at;
        }
        ended = match found.event.what {
            What::End { .. } => true,
            What::Passed | What::Statistics(_) => ended,
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
        Ok(step)
    })?;
    open += u64::from(!ended);
    let (state, code) = match (input.problems, open) {
        (0, 0) => ("whole".to_owned(), 0),
        (0, _) if sections > 1 => {
            (format!("whole, but {open} of {sections} sections not ended"), 1)
        }
        (0, _) => ("whole, but not ended".to_owned(), 1),
        _ => ("damaged".to_owned(), 2),
    };
    let name = input.name().to_owned();
    drop(input);
    let line = format!("{name}: {state}; records: {records}, sections: {sections}\n");
    files::write(None, line.as_bytes())?;
    if code == 0 { Ok(()) } else { Err(Failure::Said(code)) }
}
