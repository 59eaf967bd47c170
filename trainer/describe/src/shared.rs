//! Laws that several families of games have.

use imperial_engine::Side;
use imperial_engine::games::rule_text::{Sides, Starter};

/// Who moves first, in games whose sides have names of their own.
pub(super) fn first_to_move(first: Starter, sides: &Sides) -> String {
    let moves_first = |side| format!("First to move: {}.", sides.the(side));
    match first {
        Starter::Attackers => moves_first(Side::Attackers),
        Starter::Defenders => moves_first(Side::Defenders),
        Starter::Lot => "A lot decides who moves first.".to_owned(),
    }
}

/// The law of games without captures, and of very long ones.
pub(super) fn limits(quiet: Option<u32>, plies: u32) -> String {
    let cut = format!("a game is cut off after {plies} plies");
    match quiet {
        None => format!("For programs, {cut}."),
        Some(quiet) => format!("{quiet} plies without a capture are a draw; for programs, {cut}."),
    }
}
