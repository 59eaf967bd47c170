//! A game written as a graph, for tests of what depends on the past: `A:bc b:A+ c:-`.
//!
//! Capitals are positions in which the attackers move, small letters those in which the defenders do; after the
//! colon stand the positions that a move leads to. `+` is a win of the attackers, `0` a draw, `-` a win of the
//! defenders. A position string is the way that was gone, its last letter the position.

use std::collections::HashMap;

use crate::search::toy::paths_of_letters;
use crate::{Cause, Game, Outcome, Side};

/// What happens to a position that has come up before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Repeating {
    /// The game ends with it, and this side has won, or nobody.
    Ends(Option<Side>),
    /// Whoever has made the move loses.
    Loses,
    /// The defenders may not bring it back.
    Banned,
}

/// The game. Its positions are ways.
#[derive(Debug)]
pub(super) struct Walk {
    ways: HashMap<char, Vec<char>>,
    repeating: Repeating,
    /// Occurrences that end the game.
    count: usize,
    limit: usize,
}

impl Walk {
    /// Reads the graph; a malformed text is a mistake in a test and panics.
    pub fn new(text: &str, repeating: Repeating, count: usize) -> Self {
        let read = |part: &str| {
            let (from, to) = part.split_once(':').expect("a colon");
            (from.parse().expect("a letter"), to.chars().collect())
        };
        Self { ways: text.split(' ').map(read).collect(), repeating, count, limit: usize::MAX }
    }

    /// The same with a limit of plies.
    pub fn with_limit(self, limit: usize) -> Self {
        Self { limit, ..self }
    }

    fn here(path: &str) -> char {
        path.chars().last().expect("a way begins somewhere")
    }

    fn occurrences(path: &str) -> usize {
        path.chars().filter(|other| *other == Self::here(path)).count()
    }
}

impl Game for Walk {
    paths_of_letters!();

    fn name(&self) -> &'static str {
        "walk"
    }

    fn start(&self, _first: Side) -> String {
        "A".to_owned()
    }

    fn side_to_move(&self, path: &String) -> Side {
        if Self::here(path).is_uppercase() { Side::Attackers } else { Side::Defenders }
    }

    fn ply(&self, path: &String) -> u32 {
        path.len() as u32 - 1
    }

    fn legal_moves(&self, path: &String, moves: &mut Vec<char>) {
        moves.clear();
        moves.extend(self.ways.get(&Self::here(path)).into_iter().flatten());
        if self.repeating == Repeating::Banned && self.side_to_move(path) == Side::Defenders {
            // Two plies do not lead back.
            moves.retain(|to| !path.chars().rev().skip(3).any(|earlier| earlier == *to));
        }
    }

    fn outcome(&self, path: &String) -> Option<Outcome> {
        let here = Self::here(path);
        match here {
            '+' => return Some(Outcome::win(Side::Attackers, Cause::Line)),
            '-' => return Some(Outcome::win(Side::Defenders, Cause::Line)),
            '0' => return Some(Outcome::draw(Cause::BoardFull)),
            _ if self.moves(path).is_empty() => {
                return Some(Outcome::win(!self.side_to_move(path), Cause::Stuck));
            }
            _ => {}
        }
        let winner = match self.repeating {
            Repeating::Ends(winner) => winner,
            Repeating::Loses => Some(self.side_to_move(path)),
            Repeating::Banned => None,
        };
        if self.repeating != Repeating::Banned && Self::occurrences(path) >= self.count {
            return Some(Outcome { winner, cause: Cause::Repetition });
        }
        (path.len() > self.limit).then_some(Outcome::draw(Cause::PlyLimit))
    }

    fn board_key(&self, path: &String) -> Option<u64> {
        Some(u64::from(u32::from(Self::here(path))))
    }

    fn plies_left(&self, path: &String) -> u32 {
        u32::try_from(self.limit.saturating_sub(path.len() - 1)).unwrap_or(u32::MAX)
    }

    fn forget_past(&self, path: &mut String) {
        *path = Self::here(path).to_string();
    }
}
