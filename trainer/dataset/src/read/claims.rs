//! What rows of positions say of their games besides what a record is made of. It follows from the games, so who edits it
//! alone would be passed over; what contradicts is refused instead.

use imperial_data::{GameResult, Step};
use imperial_engine::Game;

use crate::positions::{for_mover, mover_result};

/// The columns of positions that are compared where they are there.
pub(super) const CLAIMED_COLUMNS: [&str; 5] = ["position", "move", "root_value", "result", "z"];

/// Values are the same up to this: other programs may round what they write.
const ROUNDING: f32 = 1e-5;

/// What a row says; `None` where it has no such column, and empty where nothing is known.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    pub position: Option<&'a str>,
    pub mv: Option<&'a str>,
    pub root_value: Option<&'a str>,
    pub result: Option<&'a str>,
    pub z: Option<&'a str>,
}

impl Claim<'_> {
    /// What contradicts the game at this ply.
    pub fn flaw<G: Game>(
        &self,
        game: &G,
        step: &Step<'_, G>,
        result: GameResult,
    ) -> Option<String> {
        let mover = game.side_to_move(step.position);
        let told = |column: &str, cell: &str, expected: &str| {
            format!("{column}: `{cell}` contradicts the game, which has `{expected}` there")
        };
        if let Some(text) = given(self.position) {
            let position = game.format_position(step.position);
            if text != position {
                return Some(told("position", text, &position));
            }
        }
        if let Some(text) = given(self.mv)
            && text != step.ply.mv
            && game.parse_move(step.position, text).ok() != Some(step.mv)
        {
            return Some(told("move", text, &step.ply.mv));
        }
        if let Some(text) = given(self.result)
            && text != result.name()
        {
            return Some(told("result", text, result.name()));
        }
        if let Some(text) = given(self.z) {
            let z = mover_result(result, mover);
            // Some programs write `1.0`.
            if text.parse() != Ok(f32::from(z)) {
                return Some(told("z", text, &z.to_string()));
            }
        }
        let cell = self.root_value?;
        let value = step.ply.value.map(|value| for_mover(value, mover));
        let is_same = match value {
            None => cell.is_empty(),
            Some(value) => cell.parse().is_ok_and(|cell: f32| (cell - value).abs() <= ROUNDING),
        };
        let value = value.map_or(String::new(), |value| value.to_string());
        (!is_same).then(|| {
            format!(
                "root_value: `{cell}` contradicts absolute_value, by which it is `{value}`; change both, or leave out \
                 the column root_value"
            )
        })
    }
}

/// What a cell says, if it says something.
fn given(cell: Option<&str>) -> Option<&str> {
    cell.filter(|text| !text.is_empty())
}
