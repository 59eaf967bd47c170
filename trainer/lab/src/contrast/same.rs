//! Whether two reports hold the same games.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::super::BalanceReport;

/// What the games of a report depend on, by name, as its `provenance.json` tells.
pub type Provenance = BTreeMap<String, String>;

/// How names of facts begin that belong to the network of an agent: of this version, and of formats 4 and 3 of reports.
const NETWORK: [&str; 3] = ["Network of", "Agent", "Player"];
/// How names of facts begin that belong to a file of recorded games. The rest is the file, the fact its hash.
pub const RECORDED: &str = "Recorded games ";
/// The facts of how games began: plies that were drawn with equal chances, and from agents' preferences.
pub const OPENING: [&str; 2] = ["Random plies", "Sampled plies"];
/// What earlier versions had in their place, in a sentence.
const OPENING_BEFORE: &str = "Opening";

/// A fact of provenance in which two reports differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unlike {
    /// Its name there, such as `Random plies`.
    pub fact: String,
    /// What the first and the second report say.
    pub values: [String; 2],
}

/// Two reports with what their games depend on.
pub(super) struct Origins<'a> {
    pub reports: [&'a BalanceReport; 2],
    pub provenances: [&'a Provenance; 2],
}

/// The name that an agent without a network has in records: `rollouts-2`, which is typed `rollouts:2`.
fn in_records(agent: &str) -> String {
    agent.replacen(':', "-", 1)
}

impl Origins<'_> {
    /// Rule files, openings and versions in which the reports differ, where both name them.
    pub fn unlike(&self) -> Vec<Unlike> {
        let [first, second] = self.provenances;
        let counts = |fact: &&String| {
            fact.starts_with("Rules ") || *fact == "Engine" || OPENING.contains(&fact.as_str())
        };
        let unlike = |fact: &String| {
            let values = [first.get(fact)?.clone(), second.get(fact)?.clone()];
            (values[0] != values[1]).then(|| Unlike { fact: fact.clone(), values })
        };
        first.keys().filter(counts).filter_map(unlike).collect()
    }

    /// Whether the games of these agents under `rules` are the same in both reports, as far as both have them.
    pub fn same_games(&self, rules: &str, agents: [&String; 2]) -> bool {
        let [first, second] = self.provenances;
        let rules = format!("Rules {rules}");
        // Where all games were recorded, nobody drew openings.
        let are_recorded = self.reports.iter().any(|report| report.is_elsewhere(agents[0]))
            || [first, second].iter().any(|facts| {
                !facts.contains_key(OPENING[0]) && !facts.contains_key(OPENING_BEFORE)
            });
        first.contains_key(&rules)
            && first.get(&rules) == second.get(&rules)
            && if are_recorded {
                in_records(agents[0]) == in_records(agents[1]) && self.share_a_file()
            } else {
                agents[0] == agents[1] && self.same_draws(agents[0])
            }
    }

    /// Whether games that `agent` played are drawn alike: seed, kind of report, engine, opening and network are equal.
    fn same_draws(&self, agent: &str) -> bool {
        let drawn = self.reports.map(|report| {
            // A run's games have another seed than it was given, and attributions streams of their own.
            (report.options.seed, report.attributions.is_empty())
        });
        let network = |facts: &Provenance| {
            NETWORK.iter().find_map(|word| facts.get(&format!("{word} {agent}"))).cloned()
        };
        let [first, second] = self.provenances;
        drawn[0] == drawn[1]
            && network(first) == network(second)
            && ["Engine", OPENING_BEFORE]
                .into_iter()
                .chain(OPENING)
                .all(|name| first.get(name) == second.get(name))
    }

    /// Whether both rest on a file of recorded games, by its name or by what is in it. A file may have grown.
    fn share_a_file(&self) -> bool {
        let files = |facts: &Provenance| -> BTreeSet<String> {
            let own =
                facts.iter().filter_map(|(name, hash)| Some([name.strip_prefix(RECORDED)?, hash]));
            own.flatten().map(str::to_owned).collect()
        };
        let [first, second] = self.provenances.map(files);
        !first.is_disjoint(&second)
    }
}
