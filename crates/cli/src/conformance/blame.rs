//! Which rules an implementation breaks, by what the cases have in common that it answers badly.

use std::collections::BTreeMap;

use super::features::Features;

/// How often cases with these features were answered well, and badly.
#[derive(Default)]
pub struct Answers(BTreeMap<Features, [u64; 2]>);

/// What is to blame for bad answers: something that they have in common, and its rule.
#[derive(Clone, Copy)]
pub struct Culprit {
    bit: u32,
    pub rule: u8,
    /// How many it is to blame for.
    pub failures: u64,
}

impl Culprit {
    pub fn is_in(&self, features: Features) -> bool {
        features.has(self.bit)
    }
}

impl Answers {
    pub fn add(&mut self, features: Features, well: bool) {
        self.0.entry(features).or_default()[usize::from(!well)] += 1;
    }

    /// What is to blame for the bad answers, in turn: what most of those have that are left, and fewest of
    /// the good ones.
    pub fn culprits(&self) -> Vec<Culprit> {
        let mut bad: Vec<_> = self.0.iter().filter(|(_, [_, bad])| *bad > 0).collect();
        let mut culprits = Vec::new();
        while !bad.is_empty() {
            // By how many bad and how many of all answers something is there.
            let mut counts: BTreeMap<u32, (u8, [u64; 2])> = BTreeMap::new();
            for (features, [_, n]) in &bad {
                for (bit, rule) in features.each() {
                    counts.entry(bit).or_insert((rule, [0, 0])).1[1] += n;
                }
            }
            for (features, [well, _]) in &self.0 {
                for (bit, _) in features.each() {
                    if let Some((_, counts)) = counts.get_mut(&bit) {
                        counts[0] += well;
                    }
                }
            }
            let mut most: Option<(u128, Culprit)> = None;
            for (bit, (rule, [well, failures])) in counts {
                // The coefficient of Ochiai, squared, but for the number of bad answers.
                let squared = u128::from(failures) * u128::from(failures);
                let score = (squared << 32) / u128::from(failures + well);
                if most.is_none_or(|(most, _)| score > most) {
                    most = Some((score, Culprit { bit, rule, failures }));
                }
            }
            let Some((_, culprit)) = most else { break };
            bad.retain(|(features, _)| !culprit.is_in(**features));
            culprits.push(culprit);
        }
        culprits
    }
}
