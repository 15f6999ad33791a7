//! What was found, rule by rule.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::case::{Case, Fault};
use crate::failure::Failure;
use crate::files;

pub struct Report {
    rules: BTreeMap<u8, Counts>,
    shown: Vec<String>,
    max_shown: usize,
    cases: u64,
    failures: u64,
}

#[derive(Default)]
struct Counts {
    cases: u64,
    failures: u64,
    /// Failures that are of this rule for sure.
    sure: u64,
    left_out: u64,
}

impl Report {
    pub fn new(max_shown: usize) -> Self {
        Report { rules: BTreeMap::new(), shown: Vec::new(), max_shown, cases: 0, failures: 0 }
    }

    /// A case with a fault counts for the rule that it is about and for the one that is broken.
    pub fn case(&mut self, case: &Case, fault: Option<Fault>) {
        self.cases += 1;
        let about = self.rules.entry(case.rule).or_default();
        about.cases += 1;
        let Some(Fault { rule, sure, what }) = fault else { return };
        self.failures += 1;
        about.failures += 1;
        let broken = self.rules.entry(rule).or_default();
        broken.sure += u64::from(sure);
        if rule != case.rule {
            broken.cases += 1;
            broken.failures += 1;
        }
        if self.shown.len() < self.max_shown {
            self.shown.push(format!("W{rule} {}\n  {what}\n  {}", case.name, case.request));
        }
    }

    /// A case that is not asked, for others of its rule had no answer.
    pub fn left_out(&mut self, case: &Case) {
        self.rules.entry(case.rule).or_default().left_out += 1;
    }

    /// Prints the table and the first failures.
    pub fn print(&self) -> Result<(), Failure> {
        let mut text = format!("{:6} {:>8} {:>8}\n", "rule", "cases", "failures");
        for (rule, counts) in &self.rules {
            let Counts { cases, failures, .. } = counts;
            // Writing to a String does not fail.
            let _ = writeln!(text, "{:6} {cases:>8} {failures:>8}", format!("W{rule}"));
        }
        let _ = writeln!(text, "{:6} {:>8} {:>8}", "all", self.cases, self.failures);
        for (rule, Counts { left_out, .. }) in &self.rules {
            if *left_out > 0 {
                let _ =
                    writeln!(text, "W{rule}: {left_out} more not asked, for some had no answer");
            }
        }
        for failure in &self.shown {
            let _ = writeln!(text, "\n{failure}");
        }
        files::write(None, text.as_bytes())
    }

    /// `complete` says whether all cases were asked.
    pub fn verdict(&self, complete: bool) -> Result<(), Failure> {
        if self.failures == 0 {
            return Ok(());
        }
        let broken = self.rules.iter().filter(|(_, counts)| counts.failures > 0);
        let mut broken: Vec<_> = broken.collect();
        // A mistake shows in the rules of types that hold others, too.
        broken.sort_by_key(|(_, counts)| std::cmp::Reverse((counts.sure, counts.failures)));
        let broken: Vec<_> = broken.iter().map(|(rule, _)| format!("W{rule}")).collect();
        let n = self.failures;
        let early =
            if complete { "" } else { "stopped early, the program too often gave no answer: " };
        let broken = broken.join(", ");
        Err(Failure::found(format_args!("{early}{n} cases failed, of the rules {broken}")))
    }
}
