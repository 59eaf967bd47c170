//! Moves that not every game has.

use imperial_engine::Choice;
use serde::{Deserialize, Serialize};

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

/// How often each was made in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Uses(pub [u32; SpecialMove::ALL.len()]);

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
