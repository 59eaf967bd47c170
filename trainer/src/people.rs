//! What people score by rule sets, as others have counted it. The counts are in `trainer/people.toml`.

use std::sync::LazyLock;

use imperial_data::LoadedRules;
use imperial_engine::catalog::AnyGame;
use imperial_lab::Published;
use serde::Deserialize;

/// The counts, embedded.
const TABLE: &str = include_str!("../people.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    count: Vec<Count>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Count {
    rules: String,
    source: String,
    games: Option<u64>,
    attackers: Option<f64>,
    draws: Option<f64>,
    balance_number: Option<f64>,
}

static COUNTS: LazyLock<Vec<Count>> =
    LazyLock::new(|| toml::from_str::<Table>(TABLE).expect("a test reads it").count);

/// The published counts for these rule sets, whatever they are called here.
pub fn published_for<'a>(rules: impl IntoIterator<Item = &'a LoadedRules>) -> Vec<Published> {
    let of = |rules: &LoadedRules| {
        let is_it = |count: &&Count| {
            AnyGame::by_name(&count.rules).is_ok_and(|known| !known.has_other_laws(&rules.game))
        };
        let name = rules.game.name().to_owned();
        let published = move |count: &Count| count.published(&name);
        COUNTS.iter().filter(is_it).map(published).collect::<Vec<_>>()
    };
    rules.into_iter().flat_map(of).collect()
}

impl Count {
    fn published(&self, rules: &str) -> Published {
        let (score, has_draws) = match (self.attackers, self.balance_number) {
            (Some(won), _) => (won + self.draws.unwrap_or(0.0) / 2.0, true),
            // So many losses for each win.
            (None, number) => (1.0 / (1.0 + number.unwrap_or(1.0)), false),
        };
        let (rules, source, games) = (rules.to_owned(), self.source.clone(), self.games);
        Published { rules, source, games, score, has_draws }
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::load_rules;

    use super::*;

    #[test]
    fn every_count_is_of_a_rule_set_of_the_program_and_has_a_source() {
        for count in COUNTS.iter() {
            assert!(AnyGame::by_name(&count.rules).is_ok(), "{}", count.rules);
            assert!(!count.source.is_empty() && (0.0..=1.0).contains(&count.published("a").score));
            assert_ne!(count.attackers.is_some(), count.balance_number.is_some(), "one of them");
            assert_eq!(count.attackers.is_some(), count.draws.is_some());
        }
    }

    #[test]
    fn counts_belong_to_laws_and_not_to_names() {
        let load = |name: &str| load_rules(name).expect("embedded");
        let text = load("tablut-rachunek").text.replace("\"tablut-rachunek\"", "\"mine\"");
        let other = text.replace("king_arms = \"none\"", "king_arms = \"both\"");
        let of = |text: String| published_for(&[LoadedRules::of_text(text).expect("valid")]);
        let found = of(text);
        // 39.2 % won and 2.6 % drawn.
        assert_eq!((found.len(), found[0].rules.as_str()), (1, "mine"));
        assert!((found[0].score - 0.405).abs() < 1e-9 && found[0].games.is_none());
        assert_eq!(of(other), []);
        let copenhagen = published_for(&[load("copenhagen")]);
        assert_eq!(copenhagen[0].games, Some(1752));
        assert!((copenhagen[0].score - 1.0 / 2.27).abs() < 1e-9 && !copenhagen[0].has_draws);
    }
}
