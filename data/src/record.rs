//! A game as it was played: the unit of all data.

use compact_str::CompactString;
use imperial_engine::{Cause, Outcome, Side, VERSION};
use serde::{Deserialize, Serialize};

/// Name of the file that says what a finished file of games is.
pub(crate) const DONE: &str = "games.done.json";

/// Name of files of games, for which folders are searched.
pub const GAMES_FILE: &str = "games.jsonl";

/// Name of the file beside it that says who plays.
pub const JOB_FILE: &str = "job.json";

/// Version of the record format. Readers refuse later versions by name.
pub const FORMAT_VERSION: u32 = 2;

/// The oldest version of the record format that is read.
pub(crate) const OLDEST_FORMAT: u32 = 1;

/// Whether this program reads records of a format.
pub(crate) fn is_known(format: u64) -> bool {
    (u64::from(OLDEST_FORMAT)..=u64::from(FORMAT_VERSION)).contains(&format)
}

/// One finished game. Stored as [one line of JSON](Self::to_line); `docs/data.md` documents every field for users.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Version of its format: [`FORMAT_VERSION`], or an earlier one.
    pub format: u32,
    /// Version of the engine that played it.
    pub engine: String,
    /// Name of the rule set.
    pub rules: String,
    /// First 16 hexadecimal digits of the SHA-256 of the rule set's TOML text.
    pub rules_hash: String,
    /// Seed of the job that the game belongs to.
    pub seed: u64,
    /// Number of the game in its job, which is also the number of its random stream.
    pub game: u64,
    /// The agent that played the attackers: `random`, `rollouts-32`,
    /// `network-64:1a2b3c4d`; `docs/data.md` has all forms.
    pub attackers: String,
    /// The agent that played the defenders.
    pub defenders: String,
    /// The side that moved first.
    pub first: Side,
    /// Position string of the start, where it is not the rule set's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Leading plies that belong to the opening: drawn at random or taken from an earlier game, not
    /// chosen by the agents.
    pub opening: u32,
    /// Who won.
    pub result: GameResult,
    /// What ended the game.
    pub cause: Cause,
    /// The plies in order.
    pub plies: Vec<PlyRecord>,
}

impl Default for GameRecord {
    /// A game of this engine before its first ply: of no rule set, begun by the attackers, unfinished.
    fn default() -> Self {
        Self {
            format: FORMAT_VERSION,
            engine: VERSION.to_owned(),
            rules: String::new(),
            rules_hash: String::new(),
            seed: 0,
            game: 0,
            attackers: String::new(),
            defenders: String::new(),
            first: Side::Attackers,
            start: None,
            opening: 0,
            result: GameResult::Draw,
            cause: Cause::Unfinished,
            plies: Vec::new(),
        }
    }
}

/// A move of a list in the game's notation, mostly without memory of its own.
pub type MoveText = CompactString;

/// One ply and what the search thought before it. The search fields are empty where nobody
/// searched (random moves, openings).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlyRecord {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// The root's value after the search, from −1 (the defenders win) to 1 (the attackers win),
    /// whoever is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f32>,
    /// Playouts that went through each move, the visited moves only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub visits: Vec<(MoveText, u32)>,
    /// The improved policy that a network should learn. Moves of less than 0.1 % are left out, or of more than 200
    /// moves those with less than a fifth of what each would have if all had the same.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub policy: Vec<(MoveText, f32)>,
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// The attackers.
    Attackers,
    /// Nobody.
    Draw,
    /// The defenders.
    Defenders,
}

impl GameResult {
    /// All results.
    pub const ALL: [Self; 3] = [Self::Attackers, Self::Draw, Self::Defenders];

    /// The side that won, if one did.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Attackers => Some(Side::Attackers),
            Self::Draw => None,
            Self::Defenders => Some(Side::Defenders),
        }
    }

    /// What it counts for the attackers: 1 for a win, one half for a draw, 0 for a loss.
    pub const fn score(self) -> f64 {
        match self {
            Self::Attackers => 1.0,
            Self::Draw => 0.5,
            Self::Defenders => 0.0,
        }
    }

    /// The same for the player of `side`.
    pub const fn points(self, side: Side) -> f64 {
        match side {
            Side::Attackers => self.score(),
            Side::Defenders => 1.0 - self.score(),
        }
    }

    /// The name in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Attackers => "attackers",
            Self::Draw => "draw",
            Self::Defenders => "defenders",
        }
    }
}

/// Of who won; `None` is a draw.
impl From<Option<Side>> for GameResult {
    fn from(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::Attackers) => Self::Attackers,
            None => Self::Draw,
            Some(Side::Defenders) => Self::Defenders,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> Self {
        outcome.winner.into()
    }
}
