//! Where results come from.

use serde::Serialize;

use crate::record::FORMAT_VERSION;
use crate::rulebook::LoadedRules;

/// What made the results of a folder: versions, seed and rule sets.
#[derive(Debug, Serialize)]
pub struct Provenance<'a> {
    program: &'a str,
    version: &'a str,
    engine: &'a str,
    data_format: u32,
    seed: u64,
    rules: Vec<RulesProvenance<'a>>,
    target: &'a str,
    /// The kernel of the networks, where they compute on the CPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct RulesProvenance<'a> {
    name: &'a str,
    hash: &'a str,
}

impl<'a> Provenance<'a> {
    /// Of results that this program makes from `seed` under `rules`, with networks computed by `kernel`.
    pub fn new(seed: u64, rules: &'a [LoadedRules], kernel: Option<&'a str>) -> Self {
        let known =
            |rules: &'a LoadedRules| RulesProvenance { name: rules.game.name(), hash: &rules.hash };
        Self {
            program: "imperial",
            version: env!("CARGO_PKG_VERSION"),
            engine: imperial_engine::VERSION,
            data_format: FORMAT_VERSION,
            seed,
            rules: rules.iter().map(known).collect(),
            target: std::env::consts::ARCH,
            kernel,
        }
    }
}

/// The first line in which two texts differ, in words.
pub fn first_difference(before: &str, now: &str) -> Option<String> {
    let mut before = before.lines();
    let mut now = now.lines();
    loop {
        match (before.next(), now.next()) {
            (None, None) => return None,
            (old, new) if old == new => {}
            (old, new) => {
                // What stands in one of them alone says more than what stands beside it.
                let [olds, news] = [old.into_iter().chain(before), new.into_iter().chain(now)]
                    .map(Iterator::collect::<Vec<_>>);
                let alone = |lines: &[&str], others: &[&str]| -> Option<String> {
                    let line = lines.iter().find(|line| !others.contains(line))?;
                    Some((*line).to_owned())
                };
                let [old, new] = match [alone(&olds, &news), alone(&news, &olds)] {
                    [None, None] => [old, new].map(|line| line.map(str::to_owned)),
                    found => found,
                };
                return Some(match (old, new) {
                    (Some(old), None) => format!("it has `{old}`, which this one lacks"),
                    (None, Some(new)) => format!("it lacks `{new}`, which this one has"),
                    (old, new) => {
                        let [old, new] = [old, new].map(Option::unwrap_or_default);
                        format!("it has `{old}` where this one has `{new}`")
                    }
                });
            }
        }
    }
}
