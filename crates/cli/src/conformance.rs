//! `conformance`: checks an implementation of the format, case by case.

mod blame;
mod case;
mod declared;
mod features;
mod generate;
mod implementation;
mod report;
mod vectors;

use std::collections::BTreeMap;
use std::time::Duration;

use onesheet_dynamic::random::Random;

use crate::args::Conformance;
use crate::failure::Failure;
use crate::progress::Progress;
use case::Case;
use implementation::Implementation;
use report::Report;

/// How often a program that gave no answer is started anew.
const MAX_RESTARTS: u32 = 8;

/// How often for the cases of one rule; its other cases are left out then.
const MAX_RESTARTS_OF_A_RULE: u32 = 2;

pub fn run(args: &Conformance) -> Result<(), Failure> {
    let vectors = match &args.vectors {
        Some(dir) => vectors::read(dir)?,
        None => vectors::embedded()?,
    };
    let timeout = Duration::from_secs(args.timeout);
    let mut check = Check {
        implementation: Implementation::start(&args.command, timeout)?,
        restarts: BTreeMap::new(),
        report: Report::new(args.failures),
        complete: true,
    };
    let mut progress = Progress::new(vectors.len() as u64 + u64::from(args.count));

    let mut done = 0;
    for case in vectors {
        check.case(&case)?;
        done += 1;
        progress.update(done, "vectors");
    }
    let mut random = Random::new(args.seed);
    for _ in 0..args.count {
        // A seed of its own for each type: how many cases one makes does not change the next.
        let seed = random.next_u64();
        if check.complete {
            for case in generate::cases(seed) {
                check.case(&case)?;
            }
        }
        done += 1;
        progress.update(done, "random types, values and broken messages");
    }
    drop(progress);
    check.report.conclude(check.complete)
}

struct Check<'a> {
    implementation: Implementation<'a>,
    /// By the rule of the case that had no answer.
    restarts: BTreeMap<u8, u32>,
    report: Report,
    /// Whether all cases were asked so far.
    complete: bool,
}

impl Check<'_> {
    /// Asks one case.
    fn case(&mut self, case: &Case) -> Result<(), Failure> {
        if !self.complete {
            return Ok(());
        }
        let all: u32 = self.restarts.values().sum();
        let of_rule = self.restarts.entry(case.rule).or_default();
        if *of_rule == MAX_RESTARTS_OF_A_RULE {
            self.report.left_out(case);
            return Ok(());
        }
        match self.implementation.ask(&case.request) {
            Ok(answer) => self.report.case(case, case.verdict(&answer)),
            Err(lost) => {
                self.report.case(case, Some(case.lost(&lost)));
                if all == MAX_RESTARTS {
                    self.complete = false;
                    return Ok(());
                }
                *of_rule += 1;
                self.implementation.restart()?;
            }
        }
        Ok(())
    }
}
