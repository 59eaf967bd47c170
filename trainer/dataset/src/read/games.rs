//! From rows to records.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use imperial_data::{GameRecord, PlyRecord};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::claims::Claim;

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
    pub record: GameRecord,
    /// What the rows of its positions say, by ply.
    pub claims: Vec<Option<Claim>>,
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
        let plies = moves.split_whitespace();
        let plies = plies.map(|mv| PlyRecord { mv: mv.to_owned(), ..PlyRecord::default() });
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
            plies: plies.collect(),
            ..GameRecord::default()
        };
        let claims = record.plies.iter().map(|_| None).collect();
        let game = SourcedGame { source: source.clone(), record, claims };
        match self.games.insert(id.clone(), game) {
            None => Ok(()),
            Some(_) => Err(format!("the game_id `{id}` stands there twice")),
        }
    }

    /// Takes a row of positions, which is that of its file; `claimed` is what is compared later.
    pub fn add_position(
        &mut self,
        (file, row): (&Arc<Path>, u64),
        cells: &[String],
        claimed: &[Option<String>],
    ) -> Result<(), String> {
        let [id, ply, value, moves, visits, policy] = cells else {
            return Err("too few columns".to_owned());
        };
        let game = self.games.get_mut(id).ok_or_else(|| format!("games/ has no game_id `{id}`"))?;
        let index: usize = number("ply", ply)?;
        let plies = game.record.plies.len();
        let (ply, claim) = game
            .record
            .plies
            .get_mut(index)
            .zip(game.claims.get_mut(index))
            .ok_or_else(|| format!("ply {index} of a game of {plies} plies"))?;
        if claim.is_some() {
            return Err(format!("ply {index} of the game_id `{id}` stands there twice"));
        }
        *claim = Some(Claim::of(file, row, claimed)?);
        if !value.is_empty() {
            ply.value = Some(number("absolute_value", value)?);
        }
        let moves = list(moves);
        let visits: Vec<u32> = numbers("search_visits", visits)?;
        let policy: Vec<f32> = numbers("search_policy", policy)?;
        if (visits.len(), policy.len()) != (moves.len(), moves.len()) {
            return Err("search_moves, search_visits and search_policy differ in length".to_owned());
        }
        let named = |index: usize| moves[index].to_owned();
        let visited = visits.iter().enumerate().filter(|(_, visits)| **visits > 0);
        ply.visits = visited.map(|(index, visits)| (named(index), *visits)).collect();
        let likely = policy.iter().enumerate().filter(|(_, share)| **share != 0.0);
        ply.policy = likely.map(|(index, share)| (named(index), *share)).collect();
        Ok(())
    }
}

fn number<T: std::str::FromStr>(column: &str, cell: &str) -> Result<T, String> {
    cell.parse().map_err(|_| format!("{column}: `{cell}` is no such number"))
}

/// A name as records have it.
fn name<T: DeserializeOwned>(column: &str, cell: &str) -> Result<T, String> {
    let value = Value::from(cell);
    serde_json::from_value(value).map_err(|error| format!("{column}: {error}"))
}

/// The values of a list; other programs write an empty one as `[]`.
fn list(cell: &str) -> Vec<&str> {
    let cell = if cell == "[]" { "" } else { cell };
    cell.split(';').filter(|value| !value.is_empty()).collect()
}

fn numbers<T: std::str::FromStr>(column: &str, cell: &str) -> Result<Vec<T>, String> {
    list(cell).into_iter().map(|value| number(column, value)).collect()
}
