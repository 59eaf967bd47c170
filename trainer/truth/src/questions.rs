//! Where the positions of an exam come from.

use imperial_engine::games::connect_four::{ConnectFour, Solver};
use imperial_engine::{Encode, Game, PerSide, Side, game_stream};
use rand::RngExt;
use rayon::prelude::*;

use crate::exam::{Known, Question};
use crate::retrograde::Retrograde;

/// Stones on the board in questions about Connect Four. Fewer take the solver long, and with more
/// there is little to find.
const STONES: std::ops::RangeInclusive<u32> = 10..=28;

/// Positions that are looked at for each one that is wanted, before what is rare is given up.
const PATIENCE: usize = 100;

/// At most `count` questions about a solved game, from all over its positions: half of them to each side, as far as
/// there are so many.
pub fn of_solved<G: Encode>(game: &G, solved: &Retrograde, count: usize) -> Vec<Question<G>> {
    let winner_of = |position: &G::Position| solved.value(game, position).map(|exact| exact.winner);
    let mut found = PerSide::from_fn(|_| Vec::<Question<G>>::new());
    for (looked_at, position) in walk(game, solved).enumerate() {
        let lengths = PerSide::from_fn(|side| found[side].len());
        let is_even = lengths.attackers.min(lengths.defenders) >= count.div_ceil(2);
        let is_rare =
            looked_at >= PATIENCE * count && lengths.attackers + lengths.defenders >= count;
        if is_even || is_rare {
            break;
        }
        if let Some(question) = Question::new(game, position, winner_of) {
            found[question.mover].push(question);
        }
    }
    let PerSide { mut attackers, mut defenders } = found;
    attackers.truncate(count - defenders.len().min(count / 2));
    defenders.truncate(count - attackers.len());
    attackers.append(&mut defenders);
    attackers
}

/// At most `count` positions of a solved game in which it goes on, from all over: a third of them won by the
/// attackers, a third by the defenders, a third drawn, as far as there are so many.
pub fn known_of_solved<G: Encode>(game: &G, solved: &Retrograde, count: usize) -> Vec<Known<G>> {
    let most = count.div_ceil(3);
    let mut left = [most; 3];
    let mut found = Vec::new();
    for position in walk(game, solved).take(PATIENCE * count) {
        let Some(exact) = solved.value(game, &position) else { continue };
        let left = &mut left[exact.winner.map_or(2, |side| side as usize)];
        if *left > 0 && game.outcome(&position).is_none() {
            *left -= 1;
            found.push(Known { position, winner: exact.winner });
        }
    }
    found
}

/// All positions of a solved game, each step far from the one before.
fn walk<G: Encode>(game: &G, solved: &Retrograde) -> impl Iterator<Item = G::Position> {
    let all = solved.positions().len();
    // A step that has no divisor in common with their number leads through all of them.
    let step = (all * 618 / 1000..).find(|step| gcd(*step, all) == 1).unwrap_or(1);
    (0..all).filter_map(move |nth| game.parse_position(solved.text(nth * step % all)).ok())
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
