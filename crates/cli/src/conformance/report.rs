//! What was found, rule by rule.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::blame::{Answers, Culprit};
use super::case::{Case, Fault};
use super::features::Features;
use crate::failure::Failure;
use crate::files;

#[derive(Default)]
pub struct Report {
    /// How many cases were asked about each rule, and left out.
    rules: BTreeMap<u8, [u64; 2]>,
    /// Answers to valid messages and values: encoding and decoding.
    answers: [Answers; 2],
    /// By the rule that is broken, what must be rejected, and what was not; and answers that are none.
    rejects: BTreeMap<u8, [u64; 2]>,
    shown: Vec<Shown>,
    max_shown: usize,
    cases: u64,
    failures: u64,
}

/// A failure that is shown.
struct Shown {
    /// What the message has in it, if it may be any rule of that.
    valid: Option<(bool, Features)>,
    rule: u8,
    text: String,
}

impl Report {
    pub fn new(max_shown: usize) -> Self {
        Report { max_shown, ..Report::default() }
    }

    pub fn case(&mut self, case: &Case, fault: Option<Fault>) {
        self.cases += 1;
        self.rules.entry(case.rule).or_default()[0] += 1;
        if let Some((encodes, features)) = case.is_valid {
            if fault.as_ref().is_none_or(|fault| !fault.sure) {
                self.answers[usize::from(!encodes)].add(features, fault.is_none());
            }
        }
        let sure = fault.as_ref().is_some_and(|fault| fault.sure);
        if case.is_valid.is_none() || sure {
            let [asked, failed] = self.rejects.entry(case.rule).or_default();
            *asked += 1;
            *failed += u64::from(sure);
        }
        let Some(fault) = fault else { return };
        self.failures += 1;
        if self.shown.len() < self.max_shown {
            let text = format!("{}\n  {}\n  {}", case.name, fault.what, case.request);
            let valid = case.is_valid.filter(|_| !fault.sure);
            self.shown.push(Shown { valid, rule: case.rule, text });
        }
    }

    /// A case that is not asked, for others of its rule had no answer.
    pub fn left_out(&mut self, case: &Case) {
        self.rules.entry(case.rule).or_default()[1] += 1;
    }

    /// Prints the table and the first failures, and says which rules are broken; `complete` says whether
    /// all cases were asked.
    pub fn conclude(&self, complete: bool) -> Result<(), Failure> {
        let culprits = self.answers.each_ref().map(Answers::culprits);
        let broken = self.broken(&culprits);
        let failures: BTreeMap<_, _> = broken.iter().copied().collect();
        let mut text = format!("{:6} {:>8} {:>8}\n", "rule", "cases", "failures");
        let rules: BTreeMap<u8, u64> = failures.keys().map(|rule| (*rule, 0)).collect();
        let rules = rules.into_iter().chain(self.rules.iter().map(|(rule, [n, _])| (*rule, *n)));
        for (rule, cases) in rules.collect::<BTreeMap<_, _>>() {
            let failures = failures.get(&rule).copied().unwrap_or(0);
            // Writing to a String does not fail.
            let _ = writeln!(text, "{:6} {cases:>8} {failures:>8}", format!("W{rule}"));
        }
        let _ = writeln!(text, "{:6} {:>8} {:>8}", "all", self.cases, self.failures);
        for (rule, [_, left_out]) in &self.rules {
            if *left_out > 0 {
                let _ =
                    writeln!(text, "W{rule}: {left_out} more not asked, for some had no answer");
            }
        }
        for Shown { valid, rule, text: shown } in &self.shown {
            let rule = match *valid {
                Some((encodes, features)) => culprits[usize::from(!encodes)]
                    .iter()
                    .find(|culprit| culprit.is_in(features))
                    .map_or(*rule, |culprit| culprit.rule),
                None => *rule,
            };
            let _ = writeln!(text, "\nW{rule} {shown}");
        }
        files::write(None, text.as_bytes())?;
        if self.failures == 0 {
            return Ok(());
        }
        let broken: Vec<_> = broken.iter().map(|(rule, _)| format!("W{rule}")).collect();
        let n = self.failures;
        let early =
            if complete { "" } else { "stopped early, for the program gave no answer too often; " };
        let broken = broken.join(", ");
        Err(Failure::found(format_args!("{early}{n} cases failed; broken rules: {broken}")))
    }

    /// The rules that are broken, and how many failures are of each. First those by which valid messages are
    /// written or read otherwise: a reader that takes one value for another accepts some of what it must
    /// reject, and one that forgets to check a rule accepts most of it.
    fn broken(&self, culprits: &[Vec<Culprit>; 2]) -> Vec<(u8, u64)> {
        let mut of_valid: BTreeMap<u8, u64> = BTreeMap::new();
        for culprit in culprits.iter().flatten() {
            *of_valid.entry(culprit.rule).or_default() += culprit.failures;
        }
        let most_first = |counts: &BTreeMap<u8, u64>| {
            let mut counts: Vec<_> = counts.iter().map(|(rule, n)| (*rule, *n)).collect();
            counts.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
            counts
        };
        let mut broken = most_first(&of_valid);
        let misreads = culprits[1].first().map(|culprit| culprit.rule);
        let rejects = self.rejects.iter().filter(|(_, [_, failed])| *failed > 0);
        let mut of_rejects: BTreeMap<u8, u64> = BTreeMap::new();
        for (rule, [asked, failed]) in rejects {
            let rule = misreads.filter(|_| 2 * failed < *asked).unwrap_or(*rule);
            *of_rejects.entry(rule).or_default() += failed;
        }
        for (rule, n) in most_first(&of_rejects) {
            match broken.iter_mut().find(|(other, _)| *other == rule) {
                Some((_, all)) => *all += n,
                None => broken.push((rule, n)),
            }
        }
        broken
    }
}
