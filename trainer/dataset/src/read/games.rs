//! From rows to records.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use imperial_data::{GameRecord, PlyRecord};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::DatasetError;
use super::packed::{PackedRow, number};

/// The columns of games that a record is made of.
pub(super) const GAME_COLUMNS: [&str; 15] = [
    "game_id",
    "source",
    "rules",
    "rules_hash",
    "attackers_agent",
    "defenders_agent",
    "first",
    "start_position",
    "opening_plies",
    "result",
    "cause",
    "seed",
    "game",
    "engine_version",
    "moves",
];

/// The columns of positions that a record is made of.
pub(super) const POSITION_COLUMNS: [&str; 6] =
    ["game_id", "ply", "absolute_value", "search_moves", "search_visits", "search_policy"];

/// A game with the folder that it came from.
#[derive(Debug)]
pub(super) struct SourcedGame {
    pub source: String,
    /// The game without its plies.
    pub record: GameRecord,
    /// Its moves with spaces between.
    pub moves: String,
    /// What is said of each ply.
    pub rows: Vec<Option<PackedRow>>,
}

impl SourcedGame {
    /// Its plies, as its moves and rows have them.
    ///
    /// # Errors
    /// When a row is wrong.
    pub fn plies(&self) -> Result<Vec<PlyRecord>, DatasetError> {
        let plies = self.moves.split_whitespace().zip(&self.rows);
        plies
            .map(|(mv, row)| row.as_ref().map_or_else(|| Ok(bare(mv)), |row| row.ply(mv)))
            .collect()
    }
}

/// A ply of which nothing but its move is known.
fn bare(mv: &str) -> PlyRecord {
    PlyRecord { mv: mv.to_owned(), ..PlyRecord::default() }
}

/// The games of a dataset by their keys.
#[derive(Debug, Default)]
pub(super) struct Games {
    pub games: HashMap<String, SourcedGame>,
}

impl Games {
    /// Takes a row of games, whose start is always written out.
    pub fn add_game(&mut self, cells: &[String]) -> Result<(), String> {
        let [
            id,
            source,
            rules,
            rules_hash,
            attackers,
            defenders,
            first,
            start,
            opening,
            result,
            cause,
            seed,
            game,
            engine,
            moves,
        ] = cells
        else {
            return Err("too few columns".to_owned());
        };
        let record = GameRecord {
            engine: engine.clone(),
            rules: rules.clone(),
            rules_hash: rules_hash.clone(),
            seed: number("seed", seed)?,
            game: number("game", game)?,
            attackers: attackers.clone(),
            defenders: defenders.clone(),
            first: name("first", first)?,
            start: Some(start.clone()),
            opening: number("opening_plies", opening)?,
            result: name("result", result)?,
            cause: name("cause", cause)?,
            ..GameRecord::default()
        };
        let rows = moves.split_whitespace().map(|_| None).collect();
        let (source, moves) = (source.clone(), moves.clone());
        let game = SourcedGame { source, record, moves, rows };
        match self.games.insert(id.clone(), game) {
            None => Ok(()),
            Some(_) => Err(format!("the game_id `{id}` stands there twice")),
        }
    }

    /// Takes a row of positions at its place in a file; `claimed` is what is compared later.
    pub fn add_position(
        &mut self,
        place: (&Arc<Path>, u64),
        cells: &[String],
        claimed: &[Option<String>],
    ) -> Result<(), String> {
        let [id, ply, search @ ..] = cells else { return Err("too few columns".to_owned()) };
        let search = search.as_array().ok_or("too few columns")?;
        let game = self.games.get_mut(id).ok_or_else(|| format!("games/ has no game_id `{id}`"))?;
        let index: usize = number("ply", ply)?;
        let plies = game.rows.len();
        let row = game
            .rows
            .get_mut(index)
            .ok_or_else(|| format!("ply {index} of a game of {plies} plies"))?;
        if row.is_some() {
            return Err(format!("ply {index} of the game_id `{id}` stands there twice"));
        }
        *row = Some(PackedRow::of(place, search, claimed)?);
        Ok(())
    }
}

/// A name as records have it.
fn name<T: DeserializeOwned>(column: &str, cell: &str) -> Result<T, String> {
    let value = Value::from(cell);
    serde_json::from_value(value).map_err(|error| format!("{column}: {error}"))
}
