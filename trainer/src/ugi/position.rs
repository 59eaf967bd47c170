//! What is said about the position on the board.

use std::io::{self, Write};

use imperial_engine::catalog::Visit;
use imperial_engine::{Encode, Side};

use super::command::Query;
use super::trouble::Trouble;
use imperial_play::thinking::Setup;

/// Prints the board, the position string and the name of the rule set.
pub(super) struct Show<'a> {
    pub setup: &'a Setup,
    pub output: &'a mut dyn Write,
}

impl Visit for Show<'_> {
    type Output = Result<(), Trouble>;

    fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
        let position = self.setup.position(game)?;
        write!(self.output, "{}", game.draw(&position))?;
        writeln!(self.output, "Fen: {}", game.format_position(&position))?;
        writeln!(self.output, "Rules: {}", game.name())?;
        Ok(())
    }
}

/// Answers a `query`.
pub(super) struct Ask<'a> {
    pub setup: &'a Setup,
    pub query: Query,
}

impl Visit for Ask<'_> {
    type Output = Result<&'static str, Trouble>;

    fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
        let position = self.setup.position(game)?;
        let outcome = game.outcome(&position);
        let yes_or_no = |yes| if yes { "true" } else { "false" };
        Ok(match self.query {
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
}

/// Writes a `response`.
pub(super) fn respond(output: &mut dyn Write, answer: &str) -> io::Result<()> {
    writeln!(output, "response {answer}")
}
