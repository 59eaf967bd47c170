//! Whole games, in a form that a page can show without knowing the rules.

use imperial_data::{GameRecord, GameResult, RecordError, replay};
use imperial_engine::{Cause, Encode, Game, Side};
use serde::{Deserialize, Serialize};

use super::board::{View, kind, squares, view};
use super::choose::Why;

/// A game to look at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Example {
    /// Why it was chosen.
    pub why: Why,
    /// Number of the game in its job.
    pub game: u64,
    /// The side that moved first.
    pub first: Side,
    /// Who won.
    pub result: GameResult,
    /// What ended it.
    pub cause: Cause,
    /// Leading plies that were drawn at random.
    pub opening: u32,
    /// Letters of the pieces at the start, a point for an empty square, from `a1` rank by rank.
    pub start: String,
    /// The plies in order.
    pub plies: Vec<ExamplePly>,
}

/// One ply of an example.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExamplePly {
    /// The side that moved.
    pub side: Side,
    /// The move in the game's notation.
    pub text: String,
    /// The squares that the move leaves and reaches; equal for placements.
    pub from_to: (u16, u16),
    /// What stands on each square that changed, a point for nothing: the two squares of the move
    /// first, then captured pieces and whatever else changed.
    pub changes: Vec<(u16, char)>,
    /// What the search expected before the move, from −1 (the defenders win) to 1 (the attackers
    /// win).
    pub value: Option<f32>,
}

impl Example {
    /// Replays a record into an example.
    pub(super) fn of<G: Encode>(
        game: &G,
        record: &GameRecord,
        why: Why,
    ) -> Result<Self, RecordError> {
        let mut views: Vec<View> = Vec::new();
        let mut plies: Vec<ExamplePly> = Vec::new();
        let replayed = replay(game, record, |step| {
            views.push(seen(game, step.position));
            let action = game.action(step.mv);
            plies.push(ExamplePly {
                side: game.side_to_move(step.position),
                text: step.ply.mv.clone(),
                from_to: (action.from, action.to),
                changes: Vec::new(),
                value: step.ply.value,
            });
        })?;
        views.push(seen(game, &replayed.end));
        for (ply, pair) in plies.iter_mut().zip(views.windows(2)) {
            ply.changes = changes(game, &pair[0], &pair[1], ply.from_to);
        }
        Ok(Self {
            why,
            game: record.game,
            first: record.first,
            result: record.result,
            cause: record.cause,
            opening: record.opening,
            start: views[0].iter().map(|&held| letter(game, held)).collect(),
            plies,
        })
    }
}

fn seen<G: Encode>(game: &G, position: &<G as Game>::Position) -> View {
    let mut board = View::new();
    view(game, position, &mut board);
    board
}

fn letter<G: Encode>(game: &G, held: u8) -> char {
    kind(held).map_or('.', |kind| game.piece_kinds()[kind].letter)
}

/// The squares that differ, those of the move first.
fn changes<G: Encode>(game: &G, a: &View, b: &View, (from, to): (u16, u16)) -> Vec<(u16, char)> {
    let differs = |square: &u16| a[usize::from(*square)] != b[usize::from(*square)];
    let mut order = vec![from];
    order.extend((to != from).then_some(to));
    order.extend(squares(game).filter(|square| *square != from && *square != to));
    let changed = order.into_iter().filter(differs);
    changed.map(|square| (square, letter(game, b[usize::from(square)]))).collect()
}
