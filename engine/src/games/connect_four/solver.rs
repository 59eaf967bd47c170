//! Who wins: alpha-beta search with a table of transpositions, on bits.
//!
//! The method is Pons' (*Solving Connect Four*, 2015): moves that let the opponent win at once are
//! left out, moves that make many threats come first, then those in the middle. Only the result is
//! asked for, not how long it takes, so that the window is a single step wide on either side of a
//! draw.

use super::bits::{BOARD, BOTTOM, SQUARES, WIDTH, file, has_line, landings, line_ends};
use super::stones::Stones;
use crate::Side;

/// Files from the middle outwards.
const ORDER: [u32; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

/// A bound in the table, from the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    /// Not better than this.
    AtMost(i8),
    /// Not worse than this.
    AtLeast(i8),
}

/// Solves positions, remembering what it has found.
#[derive(Debug)]
pub struct Solver {
    /// Keys with a bound in the low bits; 0 is nothing.
    table: Vec<u64>,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// Places of the table of [`new`](Self::new), 64 MiB.
    const PLACES: usize = (1 << 23) + 9; // a prime

    /// A solver whose table takes 64 MiB.
    pub fn new() -> Self {
        Self { table: vec![0; Self::PLACES], nodes: 0 }
    }

    /// Positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Who wins with best play; `None` is a draw. From twelve plies on this takes a tenth of a second
    /// as a rule, from eight about one second; the empty board takes many minutes.
    pub fn winner(&mut self, position: &Stones) -> Option<Side> {
        let mover = position.mover();
        match self.value(position.of(mover), position.of(!mover)) {
            1 => Some(mover),
            -1 => Some(!mover),
            _ => None,
        }
    }

    /// Result for the side to move, which has the stones `own`: 1, 0 or −1.
    fn value(&mut self, own: u64, other: u64) -> i8 {
        let all = own | other;
        if has_line(other) {
            -1
        } else if has_line(own) || line_ends(own) & landings(all) != 0 {
            1
        } else if all == BOARD {
            0
        } else {
            self.search(own, other, -1, 1)
        }
    }

    /// Result between `alpha` and `beta` for the side to move, which can move and cannot win at once.
    fn search(&mut self, own: u64, other: u64, mut alpha: i8, mut beta: i8) -> i8 {
        self.nodes += 1;
        let all = own | other;
        let moves = safe_moves(own, other);
        if moves == 0 {
            return -1;
        }
        // The mover cannot win, the opponent's answer does not: there is no more.
        if all.count_ones() >= SQUARES - 2 {
            return 0;
        }
        let key = all + BOTTOM + own;
        match self.known(key) {
            Some(Bound::AtMost(bound)) => beta = beta.min(bound),
            Some(Bound::AtLeast(bound)) => alpha = alpha.max(bound),
            None => {}
        }
        if alpha >= beta {
            return alpha;
        }
        for stone in ordered(moves, own, all) {
            let value = -self.search(other, own | stone, -beta, -alpha);
            if value >= beta {
                self.store(key, Bound::AtLeast(value));
                return value;
            }
            alpha = alpha.max(value);
        }
        self.store(key, Bound::AtMost(alpha));
        alpha
    }

    fn place(&self, key: u64) -> usize {
        (key % self.table.len() as u64) as usize
    }

    fn known(&self, key: u64) -> Option<Bound> {
        let entry = self.table[self.place(key)];
        if entry >> 8 != key {
            return None;
        }
        let bound = (entry & 3) as i8 - 1;
        Some(if entry & 4 == 0 { Bound::AtMost(bound) } else { Bound::AtLeast(bound) })
    }

    fn store(&mut self, key: u64, bound: Bound) {
        let (bound, flag) = match bound {
            Bound::AtMost(bound) => (bound, 0),
            Bound::AtLeast(bound) => (bound, 4),
        };
        let place = self.place(key);
        self.table[place] = key << 8 | flag | (bound + 1) as u64;
    }
}

/// The moves after which the opponent cannot win at once; none where there is no such move.
fn safe_moves(own: u64, other: u64) -> u64 {
    let all = own | other;
    let threats = line_ends(other) & !all;
    let mut moves = landings(all);
    let forced = moves & threats;
    if forced & forced.wrapping_sub(1) != 0 {
        return 0; // two threats at once
    }
    if forced != 0 {
        moves = forced;
    }
    // A stone right below a threat would be the step to it.
    moves & !(threats >> 1)
}

/// The moves with the most threats first, equals from the middle outwards.
fn ordered(moves: u64, own: u64, all: u64) -> impl Iterator<Item = u64> {
    let mut sorted = [(0, 0); WIDTH as usize];
    let mut count = 0;
    for stone in ORDER.into_iter().map(|at| moves & file(at)).filter(|stone| *stone != 0) {
        let threats = (line_ends(own | stone) & !all).count_ones();
        let place = sorted[..count].iter().position(|(other, _)| *other < threats);
        let place = place.unwrap_or(count);
        sorted.copy_within(place..count, place + 1);
        sorted[place] = (threats, stone);
        count += 1;
    }
    sorted.into_iter().take(count).map(|(_, stone)| stone)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::connect_four::{ConnectFour, Landing};
    use crate::{Game, game_stream};
    use rand::RngExt;

    fn moves(position: &Stones) -> Vec<Landing> {
        ConnectFour.moves(position)
    }

    fn after(position: &Stones, mv: Landing) -> Stones {
        let mut next = *position;
        ConnectFour.play(&mut next, mv);
        next
    }

    /// Plays files until `stones` are on the board, none of which ends the game.
    fn random_position(number: u64, stones: u32) -> Stones {
        let mut rng = game_stream(1974, number);
        'games: loop {
            let mut position = Stones::NONE;
            while position.count() < stones {
                let moves = moves(&position);
                let Some(mv) = moves.get(rng.random_range(0..7)) else { continue };
                position = after(&position, *mv);
                if ConnectFour.outcome(&position).is_some() {
                    continue 'games;
                }
            }
            return position;
        }
    }

    /// Plain minimax through the rules of the game.
    fn minimax(position: &Stones) -> Option<Side> {
        if let Some(outcome) = ConnectFour.outcome(position) {
            return outcome.winner;
        }
        let mover = position.mover();
        let results = moves(position).into_iter().map(|mv| minimax(&after(position, mv)));
        let rank = |winner: &Option<Side>| winner.map_or(1, |side| 2 * u8::from(side == mover));
        results.max_by_key(rank).expect("a legal move")
    }

    #[test]
    fn late_positions_agree_with_minimax() {
        let mut solver = Solver::new();
        let mut winners = std::collections::BTreeSet::new();
        for number in 0..300 {
            let position = random_position(number, 30 + number as u32 % 12);
            let expected = minimax(&position);
            winners.insert(expected.map(Side::name));
            assert_eq!(solver.winner(&position), expected, "{position:?}");
        }
        assert_eq!(winners.len(), 3, "wins of both sides and draws: {winners:?}");
    }

    #[test]
    fn values_fit_together_earlier_on() {
        let mut solver = Solver::new();
        for number in 0..40 {
            let position = random_position(number, 16 + number as u32 % 8);
            let mover = position.mover();
            let winner = solver.winner(&position);
            let children: Vec<_> =
                moves(&position).iter().map(|mv| solver.winner(&after(&position, *mv))).collect();
            let rank = |winner: &Option<Side>| winner.map_or(1, |s| 2 * u8::from(s == mover));
            assert_eq!(children.iter().max_by_key(|w| rank(w)).copied(), Some(winner));
        }
    }

    /// The main line of Allis (*A Knowledge-based Approach of Connect-Four*, 1988): after both have
    /// filled the middle file yellow wins by 7. e1.
    #[test]
    fn published_main_line() {
        let line = ConnectFour.parse_position("3o3/3x3/3o3/3x3/3o3/3xx2").expect("a position");
        assert_eq!(Solver::new().winner(&line), Some(Side::Attackers));
    }
}
