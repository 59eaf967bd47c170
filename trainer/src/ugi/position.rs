//! The position on the board, kept as texts so that it fits every game.

use std::io::{self, Write};

use imperial_engine::catalog::{AnyGame, Visit};
use imperial_engine::{Encode, First, Game, Side};

use super::command::Query;
use super::trouble::Trouble;

/// Where a game stands: how it began and what was played. Its history counts for repetition.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Setup {
    /// The position string; `None` is the start of the game.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
}

impl Setup {
    /// Whether all of this can be read and played.
    pub fn check(&self, rules: &AnyGame) -> Result<(), Trouble> {
        struct Check<'a>(&'a Setup);

        impl Visit for Check<'_> {
            type Output = Result<(), Trouble>;

            fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
                self.0.position(game).map(drop)
            }
        }

        rules.visit(Check(self))
    }

    /// The position after the moves.
    pub fn position<G: Game>(&self, game: &G) -> Result<G::Position, Trouble> {
        let mut position = match &self.start {
            Some(text) => game.parse_position(text)?,
            None => game.start(usual_starter(game)),
        };
        for text in &self.moves {
            if let Some(outcome) = game.outcome(&position) {
                return Err(Trouble::MoveAfterEnd(text.clone(), outcome));
            }
            let mv = game.parse_move(&position, text)?;
            game.play(&mut position, mv);
        }
        Ok(position)
    }
}

/// Who moves first in `startpos`: where a lot decides, the attackers.
fn usual_starter(game: &impl Game) -> Side {
    match game.first() {
        First::Side(side) => side,
        First::Lot => Side::Attackers,
    }
}

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
