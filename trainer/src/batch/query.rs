//! A line of input as what is asked.

use imperial_data::GameRecord;
use serde::Deserialize;
use serde_json::Value;

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Query {
    /// To look at positions.
    Positions(Asked),
    /// To forget those positions of another query that are not answered yet.
    Cancel {
        /// Its own name.
        id: Value,
        /// The name of that query.
        cancel: Value,
    },
}

/// Positions of a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Asked {
    /// Any JSON by which the answers are told apart; the number of the line if not given.
    pub id: Option<Value>,
    /// Name of the rule set; that of the command line if not given.
    pub rules: Option<String>,
    /// The position that the game began with; the usual one if not given.
    pub start: Option<String>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// After how many moves to look: after the last one if not given.
    pub turns: Option<Vec<usize>>,
    /// Larger ones come first.
    #[serde(default)]
    pub priority: i64,
    /// Playouts for each position, where the agent has them.
    pub playouts: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cancel {
    #[serde(default)]
    id: Value,
    cancel: Value,
}

impl Query {
    /// Reads a line: a query, a cancellation or a game record.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn read(line: &str) -> anyhow::Result<Self> {
        let value: Value = serde_json::from_str(line)?;
        if value.get("cancel").is_some() {
            let Cancel { id, cancel } = serde_json::from_value(value)?;
            return Ok(Self::Cancel { id, cancel });
        }
        if value.get("plies").is_some() {
            return Ok(Self::Positions(GameRecord::from_line(line.trim().as_bytes())?.into()));
        }
        Ok(Self::Positions(serde_json::from_value(value)?))
    }
}

impl From<GameRecord> for Asked {
    /// Every position of the game that somebody chose a move in, and the last one.
    fn from(record: GameRecord) -> Self {
        let moves: Vec<String> = record.plies.into_iter().map(|ply| ply.mv).collect();
        Self {
            id: Some(record.game.into()),
            rules: Some(record.rules),
            start: record.start,
            turns: Some((record.opening as usize..moves.len()).collect()),
            moves,
            priority: 0,
            playouts: None,
        }
    }
}
