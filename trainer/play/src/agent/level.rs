//! Levels for people, from beginner to master: `level:casual`. The table is `trainer/play/levels.toml`.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// The table, embedded.
const TABLE: &str = include_str!("../../levels.toml");

/// A level: who plays it, and how strong that is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Level {
    name: String,
    words: String,
    agent: String,
    #[serde(default)]
    begins: bool,
    #[serde(default)]
    elsewhere: Option<String>,
    #[serde(default)]
    elo: BTreeMap<String, Elo>,
}

/// A measured rating under one rule set; the weakest level has 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(from = "[i32; 3]")]
pub struct Elo {
    /// The rating.
    pub rating: i32,
    /// Lower end of its 95 % interval.
    pub low: i32,
    /// Upper end.
    pub high: i32,
}

impl From<[i32; 3]> for Elo {
    fn from([rating, low, high]: [i32; 3]) -> Self {
        Self { rating, low, high }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The families whose networks play levels.
    networks: Vec<String>,
    level: Vec<Level>,
}

static LEVELS: LazyLock<Table> = LazyLock::new(|| toml::from_str(TABLE).expect("a test reads it"));

/// A level of the table.
#[derive(Clone, Copy)]
pub struct LevelName(&'static Level);

impl LevelName {
    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        LEVELS.level.iter().map(Self)
    }

    /// The level of this name.
    pub fn find(name: &str) -> Option<Self> {
        Self::all().find(|level| level.name() == name)
    }

    /// Its name: `casual`.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// How it plays, in a few words for people.
    pub fn words(self) -> &'static str {
        &self.0.words
    }

    /// Whether it stands for people who begin.
    pub fn is_beginner(self) -> bool {
        self.0.begins
    }

    /// Whether networks of this family play levels.
    pub fn has_networks_of(family: &str) -> bool {
        LEVELS.networks.iter().any(|known| known == family)
    }

    /// As the table writes them: the agent on boards that a network of the program has learned, and the agent
    /// on all others.
    pub(super) fn written(self) -> [&'static str; 2] {
        let agent = &self.0.agent;
        [agent, self.0.elsewhere.as_ref().unwrap_or(agent)]
    }

    /// Its rating under a rule set, where it was measured.
    pub fn elo(self, rules: &str) -> Option<Elo> {
        self.0.elo.get(rules).copied()
    }
}

impl fmt::Debug for LevelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LevelName").field(&self.name()).finish()
    }
}

impl PartialEq for LevelName {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for LevelName {}

impl std::hash::Hash for LevelName {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog::{self, AnyGame};

    use super::super::AgentSpec;
    use super::*;
    use crate::networks::boards::Board;

    #[test]
    fn the_table_is_read_and_its_ratings_rise() {
        let levels: Vec<LevelName> = LevelName::all().collect();
        assert!((5..=9).contains(&levels.len()), "{}", levels.len());
        for family in &LEVELS.networks {
            let is_of_it = |name| {
                let game = AnyGame::by_name(name).expect("embedded");
                Board::of(&game).family() == family
            };
            assert!(catalog::names().any(is_of_it), "{family}");
        }
        for level in &levels {
            assert_eq!(LevelName::find(level.name()), Some(*level));
            assert!(!level.is_beginner() || level.learned() == level.elsewhere(), "no network");
            for agent in [level.learned(), level.elsewhere()] {
                assert!(!matches!(agent, AgentSpec::Level(_) | AgentSpec::External(_)), "{agent}");
                assert!(agent.network().is_none(), "the network of the program");
            }
            assert!(level.elsewhere().playouts().is_none(), "no network has learned there");
            for (rules, elo) in &level.0.elo {
                assert!(AnyGame::by_name(rules).is_ok(), "{rules}");
                assert!(elo.low <= elo.rating && elo.rating <= elo.high, "{elo:?}");
            }
        }
        for rules in levels[0].0.elo.keys() {
            let ratings: Vec<Elo> =
                levels.iter().map(|level| level.elo(rules).expect("all or none")).collect();
            assert!(
                ratings.windows(2).all(|pair| pair[1].high >= pair[0].rating),
                "{rules}: a level is weaker than the one before, {ratings:?}"
            );
            assert_eq!(ratings[0].rating, 0, "{rules}");
        }
    }

    #[test]
    fn boards_that_no_network_knows_get_a_search() {
        let agent = |rules: &str| {
            let game = AnyGame::by_name(rules).expect("embedded");
            LevelName::all().last().expect("a level").agent(&game).to_string()
        };
        assert!(agent("tablut-linnaeus").starts_with("network"));
        assert!(agent("connect-four").starts_with("alphabeta"));
    }
}
