//! Whether two reports hold the same games.

use std::collections::BTreeMap;

use super::super::BalanceReport;

/// What the games of a report depend on, by name, as its `provenance.json` tells.
pub type Provenance = BTreeMap<String, String>;

/// Two reports with what their games depend on.
pub(super) struct Origins<'a> {
    pub reports: [&'a BalanceReport; 2],
    pub provenances: [&'a Provenance; 2],
}

impl Origins<'_> {
    /// Whether the games of these agents under `rules` are the same in both reports, as far as both
    /// have them: seed, kind of report, engine, opening, rules and agents are equal.
    pub fn same_games(&self, rules: &str, agents: [&String; 2]) -> bool {
        let [first, second] = self.provenances;
        let drawn = self.reports.map(|report| {
            // A run's games have another seed than it was given, and attributions streams of their own.
            (report.options.seed, report.attributions.is_empty())
        });
        let rules = format!("Rules {rules}");
        // Programs before format 4 of reports wrote `Player`.
        let network = |facts: &Provenance| {
            let named = |word: &str| facts.get(&format!("{word} {}", agents[0])).cloned();
            named("Agent").or_else(|| named("Player"))
        };
        agents[0] == agents[1]
            && drawn[0] == drawn[1]
            && first.contains_key(&rules)
            && network(first) == network(second)
            && ["Engine", "Opening", &rules]
                .into_iter()
                .all(|name| first.get(name) == second.get(name))
    }
}
