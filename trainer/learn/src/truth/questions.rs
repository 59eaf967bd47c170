//! Where the positions of an exam come from.

use imperial_engine::games::connect_four::{ConnectFour, Solver};
use imperial_engine::{Encode, Game, Side, game_stream};
use rand::RngExt;
use rayon::prelude::*;

use super::exam::Question;
use super::retrograde::Retrograde;

/// Stones on the board in questions about Connect Four. Fewer take the solver long, and with more
/// there is little to find.
const STONES: std::ops::RangeInclusive<u32> = 10..=28;

/// At most `count` questions about a solved game, from all over its positions.
pub fn of_solved<G: Encode>(game: &G, solved: &Retrograde, count: usize) -> Vec<Question<G>> {
    let winner_of = |position: &G::Position| solved.value(game, position).map(|exact| exact.winner);
    let ask = |nth: usize| {
        let position = game.parse_position(solved.text(nth)).ok()?;
        Question::new(game, position, winner_of)
    };
    let all = solved.positions().len();
    // A step that has no divisor in common with their number leads through all of them.
    let step = (all * 618 / 1000..).find(|step| gcd(*step, all) == 1).unwrap_or(1);
    (0..all).filter_map(|nth| ask(nth * step % all)).take(count).collect()
}

/// The greatest common divisor (Euclid).
fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `count` questions about Connect Four from random games, on all threads. They depend on `seed`
/// alone.
pub fn of_connect_four(count: usize, seed: u64) -> Vec<Question<ConnectFour>> {
    let threads = rayon::current_num_threads();
    let share = count.div_ceil(threads);
    let parts = (0..count).collect::<Vec<_>>();
    let ask = |part: &[usize]| {
        let mut solver = Solver::new();
        part.iter().map(|nth| connect_four(&mut solver, seed, *nth as u64)).collect::<Vec<_>>()
    };
    parts.par_chunks(share.max(1)).flat_map_iter(ask).collect()
}

/// Question number `nth`: positions of random games are drawn until one is worth asking about.
fn connect_four(solver: &mut Solver, seed: u64, nth: u64) -> Question<ConnectFour> {
    let mut rng = game_stream(seed, nth);
    let mut moves = Vec::new();
    loop {
        let mut position = ConnectFour.start(Side::Attackers);
        let stones = rng.random_range(STONES);
        while ConnectFour.ply(&position) < stones {
            match ConnectFour.random_move(&position, &mut rng, &mut moves) {
                Some(mv) => ConnectFour.play(&mut position, mv),
                None => break, // somebody has won
            }
        }
        let winner_of = |position: &_| Some(solver.winner(position));
        if let Some(question) = Question::new(&ConnectFour, position, winner_of) {
            return question;
        }
    }
}
