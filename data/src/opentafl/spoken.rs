//! Single moves and rules, as engines tell them to each other.

use imperial_engine::{MoveError, Side};

use super::grid::Grid;
use super::keys::RulesRecordError;
use super::moves;
use super::read_rules::read_rules;
use super::text::shorten;
use super::toml_text::rule_file;
use super::write_game::moves_king;
use crate::rulebook::LoadedRules;

/// Reads a move in OpenTafl's notation, full or simple, as one in ours; `position` is the position string
/// before it. Whether it is legal is left to the game.
///
/// # Errors
/// When it is no move on this board, or names a piece that does not stand where it says.
///
/// ```
/// use imperial_data::opentafl::read_move;
///
/// let position = "5/2d2/1aka1/2a2/5 d 0 12";
/// assert_eq!(read_move("Kc3-c5xd3", position)?, "c3-c5xd3");
/// # Ok::<(), imperial_engine::MoveError>(())
/// ```
pub fn read_move(text: &str, position: &str) -> Result<String, MoveError> {
    let wrong = |reason: String| MoveError::new(&shorten(text), reason);
    let board = Grid::from_position(position).map_err(|error| wrong(error.to_string()))?;
    let written = moves::read_move(text, board.size).map_err(wrong)?;
    written.ours(&board).map(|(ours, _)| ours).map_err(wrong)
}

/// Writes a move of ours in OpenTafl's full notation; `position` is the position string before it or after it.
/// The signs for threats and ends are left out: OpenTafl skips them.
///
/// # Errors
/// The number of captures, where OpenTafl cannot read so many.
pub fn write_move(ours: &str, position: &str) -> Result<String, usize> {
    moves::write_move(ours, moves_king(position, ours), "")
}

/// A move of ours in OpenTafl's simple notation: from where to where.
///
/// ```
/// assert_eq!(imperial_data::opentafl::simple_move("e5-e8xd8xf8"), "e5-e8");
/// ```
pub fn simple_move(ours: &str) -> &str {
    ours.split('x').next().unwrap_or(ours)
}

/// The rules of a record, ready to play, and who begins the game that it is sent for. A record that says
/// exactly the rules of a rule set of the program becomes that rule set.
///
/// # Errors
/// When the record is garbled, or names a law that imperial does not have.
pub fn load_record(record: &str) -> Result<(LoadedRules, Side), RulesRecordError> {
    let read = read_rules(record, &[])?;
    let text = rule_file(&read.rules).map_err(|error| RulesRecordError::File(error.to_string()))?;
    let rules =
        LoadedRules::of_text(text).map_err(|error| RulesRecordError::File(error.to_string()))?;
    Ok((rules, read.first))
}
