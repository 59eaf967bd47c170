//! From a recorded game to its rows.

use std::sync::Arc;

use imperial_data::export::{ExportError, FoundGame};
use imperial_data::{GameRecord, LoadedRules, RecordError, Step, make_canonical, replay};
use imperial_engine::{Encode, with_game};

use crate::drawn::drawn;
use crate::filter::Filter;
use crate::games::{GameFacts, GameRow};
use crate::ids::{Ids, hexadecimal};
use crate::jobs::Jobs;
use crate::positions::{Found, PositionRow, Search};
use crate::tensors::{EncodedPly, Encoder};

/// All rows of a game.
#[derive(Debug)]
pub(crate) struct GameRows {
    pub ids: Ids,
    pub rules: Arc<LoadedRules>,
    pub game: GameRow,
    pub positions: Vec<PositionRow>,
    pub tensors: Vec<EncodedPly>,
}

/// What rows are wanted.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    pub filters: &'a [Filter],
    /// Positions with a lot up to this one are drawn; `None` takes all.
    pub lots: Option<u64>,
    /// The jobs of every source.
    pub jobs: &'a [Jobs],
    pub tables: bool,
    pub tensors: bool,
}

impl Wanted<'_> {
    /// Whether a game is wanted: where positions are chosen, only if one of its own is, wherever the lots fall. So a game
    /// without any does not stand in the way of one with the same moves.
    pub fn takes_game(&self, record: &GameRecord) -> bool {
        let chooses = self.filters.iter().any(Filter::is_of_positions);
        let has_position = || (0..record.plies.len()).any(|at| self.takes_position(record, at));
        self.filters.iter().all(|filter| filter.takes_game(record)) && (!chooses || has_position())
    }

    /// Whether a position is wanted, wherever the lots fall.
    pub fn takes_position(&self, record: &GameRecord, index: usize) -> bool {
        let ply = &record.plies[index];
        self.filters.iter().all(|filter| filter.takes_position(record, index, ply))
    }

    fn takes(&self, record: &GameRecord, ids: Ids, index: usize) -> bool {
        self.lots.is_none_or(|last| ids.lot(index) <= last) && self.takes_position(record, index)
    }

    /// The rows of a game, of which nobody knows yet what other games there are; `None` where it is not wanted.
    pub fn rows(&self, mut found: FoundGame<'_>) -> Result<Option<GameRows>, ExportError> {
        if !self.takes_game(&found.record) {
            return Ok(None);
        }
        let rules = Arc::clone(&found.rules);
        let rows = with_game!(&rules.game, |game| self.rows_of(game, &mut found));
        match rows {
            Ok(rows) => rows.map(Some),
            Err(error) => Err(found.untrue(error)),
        }
    }

    fn rows_of<G: Encode>(
        &self,
        game: &G,
        found: &mut FoundGame<'_>,
    ) -> Result<Result<GameRows, ExportError>, RecordError> {
        // Games of the same moves have one key, however somebody wrote them.
        make_canonical(game, &mut found.record)?;
        let record = &found.record;
        let ids = ids(game, record)?;
        let facts = Arc::new(GameFacts {
            game_id: hexadecimal(ids.game),
            rules: record.rules.clone(),
            result: record.result,
        });
        let sampled =
            self.jobs.get(found.source.number).and_then(|jobs| jobs.sampled_plies(record));
        let (mut positions, mut tensors) = (Vec::new(), Vec::new());
        let mut encoder = Encoder::new(game);
        let mut row = RowMaker::new(game, &facts, record, sampled);
        let mut flaw = None;
        let replayed = replay(game, record, |step| {
            if !self.takes(record, ids, step.index) {
                return;
            }
            if self.tensors {
                let mover = game.side_to_move(step.position);
                let sampled = drawn(sampled, record, &step, mover).map_or(-1, i8::from);
                match encoder.encode(game, record, &step) {
                    Ok(ply) => tensors.push(EncodedPly { sampled, ..ply }),
                    Err(plane) => flaw = Some(plane),
                }
            }
            if self.tables {
                positions.push(row.row(&step));
            }
        })?;
        if let Some(plane) = flaw {
            return Ok(Err(ExportError::Plane { rules: record.rules.clone(), plane }));
        }
        let end = game.format_position(&replayed.end);
        let moves: Vec<&str> = record.plies.iter().map(|ply| ply.mv.as_str()).collect();
        let (moves, plies) = (moves.join(" "), record.plies.len() as u32);
        let start = start(game, record)?;
        let record = take_record(found, &mut positions);
        let game = GameRow {
            facts,
            play_id: hexadecimal(ids.play),
            kin_id: String::new(),
            duplicate: false,
            source: found.source.place.clone(),
            record,
            board: game.board(),
            start,
            end,
            plies,
            moves,
        };
        let rules = Arc::clone(&found.rules);
        Ok(Ok(GameRows { ids, rules, game, positions, tensors }))
    }
}

/// Takes the record of a game, and gives its rows what their plies hold.
fn take_record(found: &mut FoundGame<'_>, rows: &mut [PositionRow]) -> GameRecord {
    let mut record = std::mem::take(&mut found.record);
    let mut plies = std::mem::take(&mut record.plies);
    for row in rows {
        let ply = std::mem::take(&mut plies[row.ply as usize]);
        row.mv = ply.mv;
        row.found = Found::of(ply.visits, &ply.policy);
    }
    record
}

/// Keys of a record.
pub(crate) fn ids<G: Encode>(game: &G, record: &GameRecord) -> Result<Ids, RecordError> {
    Ok(Ids::of(record, &start(game, record)?))
}

/// The position that a record starts from, as text.
pub(crate) fn start<G: Encode>(game: &G, record: &GameRecord) -> Result<String, RecordError> {
    Ok(game.format_position(&imperial_data::start(game, record)?))
}

/// Makes the rows of one game's positions.
struct RowMaker<'a, G: Encode> {
    game: &'a G,
    facts: &'a Arc<GameFacts>,
    record: &'a GameRecord,
    sampled: Option<u32>,
    squares: Vec<u8>,
    /// Scratch space.
    moves: Vec<G::Move>,
}

impl<'a, G: Encode> RowMaker<'a, G> {
    fn new(
        game: &'a G,
        facts: &'a Arc<GameFacts>,
        record: &'a GameRecord,
        sampled: Option<u32>,
    ) -> Self {
        Self { game, facts, record, sampled, squares: Vec::new(), moves: Vec::new() }
    }

    /// A row without what is taken from the record once it is replayed: the move, and what the search found.
    fn row(&mut self, step: &Step<'_, G>) -> PositionRow {
        let Self { game, facts, record, sampled, squares, moves } = self;
        let to_move = game.side_to_move(step.position);
        squares.resize(game.board().squares(), 0);
        game.occupancy(step.position, squares);
        PositionRow {
            facts: Arc::clone(facts),
            ply: step.index as u32,
            to_move,
            position: game.format_position(step.position),
            board: squares.iter().map(|content| digit(*content)).collect(),
            legal_moves: game.count_moves(step.position, moves) as u32,
            in_opening: step.index < record.opening as usize,
            sampled: drawn(*sampled, record, step, to_move),
            search: Search::of(step.ply),
            mv: String::new(),
            found: Found::default(),
            value: step.ply.value,
            plies_left: (record.plies.len() - step.index) as u32,
        }
    }
}

/// What a square holds as one character: digits, small letters from 10 on, capitals from 36 on.
fn digit(content: u8) -> char {
    char::from_digit(content.into(), 36).unwrap_or_else(|| char::from(b'A' + (content - 36) % 26))
}
