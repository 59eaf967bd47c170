//! Exact values of all positions of a small game, by retrograde analysis.
//!
//! All positions that can come up are listed, without what was played before; the ends of games are
//! known, and their values go back from them: whoever can move to a position that is won for him has
//! won, and who can only move to lost ones has lost. Where neither side can force an end the game
//! goes on for ever, which the rules call a draw by repetition. So the values hold wherever
//! repetition is a draw, and a history too short to matter.

use std::collections::HashMap;

use anyhow::bail;
use imperial_engine::catalog::AnyGame;
use imperial_engine::search::Proof;
use imperial_engine::{Encode, Side, with_game};
use imperial_play::interrupt;

use crate::keys::Keys;

/// Most positions that are listed, for about two gigabytes.
pub const MOST_POSITIONS: usize = 8_000_000;

/// After so many positions somebody may interrupt.
const STRIDE: usize = 4096;

/// What a position is worth with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// Who wins; `None` is a draw.
    pub winner: Option<Side>,
    /// Plies to the end of the game, where one side wins: it hurries and the other resists. 0 for
    /// draws.
    pub plies: u16,
}

impl Exact {
    /// As a number from −1 (the defenders win) to 1.
    pub fn advantage(self) -> f32 {
        let Self { winner, plies } = self;
        Proof { winner, plies }.advantage().0
    }

    /// As one number: two bits say who wins, those above them how many plies it takes.
    pub fn code(self) -> u32 {
        u32::from(self.plies) << 2 | self.winner.map_or(0, |side| 1 + side as u32)
    }
}

/// All positions of a game with their values. Positions that a symmetry of the rules turns into each
/// other count as one.
#[derive(Debug)]
pub struct Retrograde {
    places: HashMap<u128, u32>,
    /// The position string of each, without clocks.
    texts: Vec<Box<str>>,
    movers: Vec<Side>,
    values: Vec<Exact>,
    keys: Keys,
}

impl Retrograde {
    /// Solves `game` from its start.
    ///
    /// # Errors
    /// When it has too many squares or positions, or the user interrupts.
    pub fn solve<G: Encode>(game: &G) -> anyhow::Result<Self> {
        Self::explore(game, Vec::new())
    }

    /// The same for a game of whatever type, with further positions and all that come after them.
    ///
    /// # Errors
    /// When it has too many squares or positions, one of `further` is none, or the user interrupts.
    pub fn solve_with(game: &AnyGame, further: Vec<String>) -> anyhow::Result<Self> {
        with_game!(game, |game| Self::explore(game, further))
    }

    fn explore<G: Encode>(game: &G, further: Vec<String>) -> anyhow::Result<Self> {
        let keys = Keys::new(game)?;
        let mut graph = Graph::default();
        for side in Side::ALL.into_iter().filter(|side| game.first().allows(*side)) {
            graph.place(game, &keys, &game.start(side));
        }
        for text in further {
            graph.place(game, &keys, &game.parse_position(&text)?);
            graph.check(game)?;
        }
        let mut next = 0;
        while next < graph.texts.len() {
            graph.expand(game, &keys, next)?;
            next += 1;
            graph.check(game)?;
            if next.is_multiple_of(STRIDE) {
                interrupt::check()?;
            }
        }
        let values = graph.values();
        let Graph { places, texts, movers, .. } = graph;
        Ok(Self { places, texts, movers, values, keys })
    }

    /// The value of a position whose history does not matter; `None` where it cannot come up.
    pub fn value<G: Encode>(&self, game: &G, position: &G::Position) -> Option<Exact> {
        let place = self.places.get(&self.keys.of(game, position))?;
        Some(self.values[*place as usize])
    }

    /// The position string of number `nth` of [`positions`](Self::positions).
    pub fn text(&self, nth: usize) -> &str {
        &self.texts[nth]
    }

    /// The side to move and the value of every position, in the order in which they were found.
    pub fn outcomes(&self) -> impl Iterator<Item = (Side, Exact)> {
        self.movers.iter().copied().zip(self.values.iter().copied())
    }

    /// The number of every position with its value, by ascending numbers.
    pub(super) fn numbered(&self) -> Vec<(u128, Exact)> {
        let mut all: Vec<(u128, Exact)> =
            self.places.iter().map(|(key, place)| (*key, self.values[*place as usize])).collect();
        all.sort_unstable_by_key(|(key, _)| *key);
        all
    }

    /// Every position as a string, with its value, in the order in which they were found.
    pub fn positions(&self) -> impl ExactSizeIterator<Item = (&str, Exact)> {
        self.texts.iter().map(AsRef::as_ref).zip(self.values.iter().copied())
    }
}

/// The positions as a graph.
#[derive(Debug, Default)]
struct Graph {
    places: HashMap<u128, u32>,
    texts: Vec<Box<str>>,
    movers: Vec<Side>,
    /// The winner of positions where the game is over.
    ends: Vec<Option<Option<Side>>>,
    /// Where each position's moves lead; those of position `p` end at `borders[p]`.
    moves: Vec<u32>,
    borders: Vec<usize>,
}

impl Graph {
    /// The number of a position, which is listed if it was not.
    fn place<G: Encode>(&mut self, game: &G, keys: &Keys, position: &G::Position) -> u32 {
        let new = self.texts.len() as u32;
        let place = *self.places.entry(keys.of(game, position)).or_insert(new);
        if place == new {
            self.texts.push(game.format_timeless(position).into());
            self.movers.push(game.side_to_move(position));
            self.ends.push(game.outcome(position).map(|outcome| outcome.winner));
        }
        place
    }

    fn check(&self, game: &impl Encode) -> anyhow::Result<()> {
        if self.texts.len() > MOST_POSITIONS {
            bail!("{} has more than {MOST_POSITIONS} positions", game.name());
        }
        Ok(())
    }

    /// Lists what comes after a position.
    fn expand<G: Encode>(&mut self, game: &G, keys: &Keys, place: usize) -> anyhow::Result<()> {
        if self.ends[place].is_none() {
            let position = game.parse_position(&self.texts[place])?;
            let legal = game.moves(&position);
            for mv in legal {
                let mut next = position.clone();
                game.play(&mut next, mv);
                let next = self.place(game, keys, &next);
                self.moves.push(next);
            }
        }
        self.borders.push(self.moves.len());
        Ok(())
    }

    /// Numbers of the positions after `place`.
    fn after(&self, place: usize) -> &[u32] {
        let begin = if place == 0 { 0 } else { self.borders[place - 1] };
        &self.moves[begin..self.borders[place]]
    }

    /// The positions before each one, and where each one's list ends.
    fn before(&self) -> (Vec<u32>, Vec<usize>) {
        let mut borders = vec![0; self.texts.len() + 1];
        self.moves.iter().for_each(|next| borders[*next as usize + 1] += 1);
        for place in 1..borders.len() {
            borders[place] += borders[place - 1];
        }
        let mut free = borders.clone();
        let mut before = vec![0; self.moves.len()];
        for place in 0..self.texts.len() {
            for next in self.after(place) {
                before[free[*next as usize]] = place as u32;
                free[*next as usize] += 1;
            }
        }
        (before, borders)
    }

    /// Goes back from the ends, nearest first.
    fn values(&self) -> Vec<Exact> {
        let count = self.texts.len();
        let mut values = vec![None; count];
        let mut open: Vec<usize> = (0..count).map(|place| self.after(place).len()).collect();
        let mut queue: Vec<u32> = Vec::new();
        for (place, end) in (0..).zip(&self.ends) {
            if let Some(Some(winner)) = end {
                values[place as usize] = Some(Exact { winner: Some(*winner), plies: 0 });
                queue.push(place);
            }
        }
        let (before, borders) = self.before();
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            let place = place as usize;
            let Some(Exact { winner, plies }) = values[place] else { continue };
            for &earlier in &before[borders[place]..borders[place + 1]] {
                let at = earlier as usize;
                open[at] -= 1;
                let decided = winner == Some(self.movers[at]) || open[at] == 0;
                if decided && values[at].is_none() {
                    values[at] = Some(Exact { winner, plies: plies + 1 });
                    queue.push(earlier);
                }
            }
        }
        values.into_iter().map(|value| value.unwrap_or(DRAW)).collect()
    }
}

const DRAW: Exact = Exact { winner: None, plies: 0 };

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_engine::Game;
    use imperial_engine::games::tic_tac_toe::TicTacToe;

    /// Counts that everybody gets: 765 positions but for symmetry (138 of them over: 91 won by
    /// crosses, 44 by noughts, 3 drawn), and the game is a draw.
    #[test]
    fn tic_tac_toe_as_published() {
        let solved = Retrograde::solve(&TicTacToe).expect("a small game");
        assert_eq!(solved.positions().len(), 765);
        let over = |text: &str| TicTacToe.outcome(&TicTacToe.parse_position(text).expect(text));
        let ends: Vec<_> = solved.positions().filter_map(|(text, _)| over(text)).collect();
        let won = |side| ends.iter().filter(|end| end.winner == side).count();
        assert_eq!([Some(Side::Attackers), Some(Side::Defenders), None].map(won), [91, 44, 3]);
        let value = |text: &str| {
            let position = TicTacToe.parse_position(text).expect(text);
            solved.value(&TicTacToe, &position).expect("a position that comes up")
        };
        assert_eq!(value(".../.../..."), DRAW);
        let wins = |side, plies| Exact { winner: Some(side), plies };
        assert_eq!(value("xx./oo./..."), wins(Side::Attackers, 1));
        // Noughts beside a centre cross lose; the corner holds.
        assert_eq!(value(".o./.x./...").winner, Some(Side::Attackers));
        assert_eq!(value("o../.x./..."), DRAW);
    }
}
