//! What is said about the position on the board.

use std::io::{self, Write};

use imperial_engine::{Encode, Game, Side};

use super::command::Query;
use super::trouble::Trouble;
use imperial_play::analysis::Setup;

/// Prints the board, the position string and the name of the rule set.
pub(super) fn show(
    game: &impl Encode,
    setup: &Setup,
    output: &mut dyn Write,
) -> Result<(), Trouble> {
    let position = setup.position(game)?;
    write!(output, "{}", game.draw(&position))?;
    writeln!(output, "Fen: {}", game.format_position(&position))?;
    writeln!(output, "Rules: {}", game.name())?;
    Ok(())
}

/// Answers a `query`.
pub(super) fn answer(
    game: &impl Game,
    setup: &Setup,
    query: Query,
) -> Result<&'static str, Trouble> {
    let position = setup.position(game)?;
    let outcome = game.outcome(&position);
    let yes_or_no = |yes| if yes { "true" } else { "false" };
    Ok(match query {
        Query::GameOver => yes_or_no(outcome.is_some()),
        Query::PlayerOnesTurn => yes_or_no(game.side_to_move(&position) == Side::Attackers),
        Query::Result => match outcome.map(|outcome| outcome.winner) {
            None => "none",
            Some(None) => "draw",
            Some(Some(Side::Attackers)) => "p1win",
            Some(Some(Side::Defenders)) => "p2win",
        },
    })
}

/// Writes a `response`.
pub(super) fn respond(output: &mut dyn Write, answer: &str) -> io::Result<()> {
    writeln!(output, "response {answer}")
}
