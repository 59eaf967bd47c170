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

/// The law of long times without `what`, and of very long games.
pub(super) fn limits(quiet: Option<u32>, limit: u32, what: &str) -> String {
    let cut = format!("a game is cut off after {}", plies(limit));
    let Some(quiet) = quiet else { return format!("For programs, {cut}.") };
    let are = if quiet == 1 { "is" } else { "are" };
    format!("{} without {what} {are} a draw; for programs, {cut}.", plies(quiet))
}

fn plies(number: u32) -> String {
    if number == 1 { "1 ply".to_owned() } else { format!("{number} plies") }
}

/// A text with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
