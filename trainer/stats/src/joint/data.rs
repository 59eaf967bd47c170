//! The games, counted once by who played what, and once by opening.

use std::collections::BTreeMap;

use imperial_data::GameResult;

use super::curve::Counts;

/// One game as the model sees it. Agents and rule sets are numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The rule set.
    pub rules: usize,
    /// The agent that attacked.
    pub attackers: usize,
    /// The agent that defended.
    pub defenders: usize,
    /// The opening. Games of the same two agents, rule set and opening are one unit of the bootstrap,
    /// such as the two games of a pair.
    pub opening: u64,
    /// Who won.
    pub result: GameResult,
}

/// Games that cannot be rated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JointError {
    /// Nothing was played.
    #[error("there are no games to rate")]
    NoGames,
    /// A number that is not in the pool.
    #[error("there is no {kind} number {number}; there are {count}, counted from 0")]
    Unknown {
        /// `agent` or `rule set`.
        kind: &'static str,
        /// The number.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// The maximum was not found; the likelihood has only one, so this does not happen with finite
    /// numbers.
    #[error("the ratings did not converge")]
    NotConverged,
}

/// Games between the agents of a pool.
#[derive(Clone, Debug)]
pub struct JointData {
    pub(super) agents: usize,
    pub(super) rules: usize,
    pub(super) cells: Vec<Cell>,
    /// Per rule set and two agents: their openings.
    pub(super) strata: Vec<Vec<OpeningResults>>,
}

/// Games of one rule set, attacker and defender.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub rules: usize,
    pub attackers: usize,
    pub defenders: usize,
    pub counts: Counts,
}

/// The games from one opening: the number of the cell and the result.
pub(super) type OpeningResults = Vec<(usize, GameResult)>;

/// Rule set, attacker, defender.
type CellKey = (usize, usize, usize);

impl JointData {
    /// Gathers games between `agents` agents under `rules` rule sets.
    ///
    /// # Errors
    /// When there is no game, or one of an unknown agent or rule set.
    pub fn new(
        agents: usize,
        rules: usize,
        games: impl IntoIterator<Item = RatedGame>,
    ) -> Result<Self, JointError> {
        let mut cells: BTreeMap<CellKey, Counts> = BTreeMap::new();
        let mut openings: BTreeMap<(CellKey, u64), Vec<(CellKey, GameResult)>> = BTreeMap::new();
        for game in games {
            for agent in [game.attackers, game.defenders] {
                known("agent", agent, agents)?;
            }
            known("rule set", game.rules, rules)?;
            let key = (game.rules, game.attackers, game.defenders);
            cells.entry(key).or_default().add(game.result);
            let stratum = (game.rules, key.1.min(key.2), key.1.max(key.2));
            openings.entry((stratum, game.opening)).or_default().push((key, game.result));
        }
        if cells.is_empty() {
            return Err(JointError::NoGames);
        }
        let numbers: BTreeMap<CellKey, usize> = cells.keys().copied().zip(0..).collect();
        let mut strata: BTreeMap<CellKey, Vec<OpeningResults>> = BTreeMap::new();
        for ((stratum, _), games) in openings {
            let games = games.into_iter().map(|(key, result)| (numbers[&key], result)).collect();
            strata.entry(stratum).or_default().push(games);
        }
        let cells = cells
            .into_iter()
            .map(|((rules, attackers, defenders), counts)| Cell {
                rules,
                attackers,
                defenders,
                counts,
            })
            .collect();
        Ok(Self { agents, rules, cells, strata: strata.into_values().collect() })
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.cells.iter().map(|cell| u64::from(cell.counts.games())).sum()
    }
}

/// Whether `number` is one of `count`.
pub(super) fn known(kind: &'static str, number: usize, count: usize) -> Result<(), JointError> {
    if number < count { Ok(()) } else { Err(JointError::Unknown { kind, number, count }) }
}
