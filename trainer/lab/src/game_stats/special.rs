//! How often the moves are made that not every game has.

use imperial_engine::Choice;
use imperial_stats::{Confidence, Estimate, Proportion};
use serde::{Deserialize, Serialize};

use super::watched::Watched;

/// A kind of move that not every game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpecialMove {
    /// The mover could capture and did not want to.
    Declined,
    /// The mover chose among several victims, or what else a move leaves open.
    Chosen,
    /// Two pieces or more were captured at once.
    Several,
    /// The mover's side went on with its turn.
    WentOn,
}

impl SpecialMove {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Declined, Self::Chosen, Self::Several, Self::WentOn];

    /// What it is called.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Declined => "a capture declined",
            Self::Chosen => "a choice made, as among victims",
            Self::Several => "several captured at once",
            Self::WentOn => "a turn of several moves",
        }
    }
}

/// How often a kind of move is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Use {
    /// The kind.
    pub what: SpecialMove,
    /// Games in which it was made.
    pub games: u64,
    /// All such moves.
    pub moves: u64,
    /// The share of games in which it was made, with its interval (Wilson's).
    pub share: Estimate,
}

/// How often each was made in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Uses([u32; SpecialMove::ALL.len()]);

impl Uses {
    /// A move with this choice was made, which took so many; `went_on` where the mover's side moves again.
    pub fn note(&mut self, choice: Choice, taken: usize, went_on: bool) {
        let chosen = matches!(choice, Choice::Square(_) | Choice::Squares(_));
        let seen = [choice == Choice::Decline, chosen, taken > 1, went_on];
        for (count, seen) in self.0.iter_mut().zip(seen) {
            *count += u32::from(seen);
        }
    }
}

/// The kinds of moves that were made in some game.
pub(super) fn uses(games: &[Watched]) -> Vec<Use> {
    let of = |(place, what): (usize, SpecialMove)| {
        let counts = || games.iter().map(|game| game.uses.0[place]);
        let with = counts().filter(|count| *count > 0).count() as u64;
        let moves = counts().map(u64::from).sum();
        let share = Proportion::new(with, games.len() as u64)?.estimate(Confidence::P95);
        (with > 0).then_some(Use { what, games: with, moves, share })
    };
    SpecialMove::ALL.into_iter().enumerate().filter_map(of).collect()
}
