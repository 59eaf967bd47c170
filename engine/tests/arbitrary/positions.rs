//! Random positions: crowds near the special squares, and scenes one move before a capture.

use imperial_engine::Side;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, IteratorRandom};

use super::formations::formation;
use crate::reference::board::{Board, DIRECTIONS, Piece, Square};
use crate::reference::{Position, Rules};

/// A random position of these rules; it may be over already.
pub fn position(rules: &Rules, rng: &mut ChaCha8Rng) -> Position {
    let size = rules.setup.size;
    let board = match rng.random_range(0..8) {
        6 | 7 => formation(size, rng).0,
        0 => sprinkled(size, rng),
        1 | 2 => crowd(size, rng),
        3 => king_in_danger(size, rng),
        4 => linnaean_scene(size, rng),
        _ => several_victims(size, rng),
    };
    let side = if rng.random() { Side::Attackers } else { Side::Defenders };
    let (quiet, ply) = counters(rules, rng);
    Position::new(board, side, quiet, ply)
}

/// A row, a fort or a ring, or nearly so, with the side to move that can do something about it.
pub fn scene(rules: &Rules, rng: &mut ChaCha8Rng) -> Position {
    let (board, side) = formation(rules.setup.size, rng);
    let side = if rng.random_bool(0.8) { side } else { !side };
    Position::new(board, side, 0, 0)
}

/// Counters, often just below the limits.
fn counters(rules: &Rules, rng: &mut ChaCha8Rng) -> (u32, u32) {
    let near = |limit: u32, rng: &mut ChaCha8Rng| match rng.random_range(0..3) {
        0 => limit.saturating_sub(rng.random_range(0..6)),
        _ => rng.random_range(0..limit.max(1)),
    };
    let ply = near(rules.ply_limit, rng);
    let quiet = near(rules.quiet_limit.unwrap_or(100), rng);
    (quiet.min(ply), ply)
}

pub(super) fn any_square(size: i32, rng: &mut ChaCha8Rng) -> Square {
    Square::new(rng.random_range(0..size), rng.random_range(0..size))
}

/// A square where a special law may hold: the throne and its surroundings, a corner, the edge.
fn special_square(size: i32, rng: &mut ChaCha8Rng) -> Square {
    let (middle, last) = (size / 2, size - 1);
    let near_middle = middle + rng.random_range(-2..=2);
    let at_edge = *[0, 1, last - 1, last].choose(rng).expect("four numbers");
    let (file, rank) = match rng.random_range(0..4) {
        0 => (middle, middle),
        1 => (middle, near_middle),
        2 => (at_edge, *[0, 1, last - 1, last].choose(rng).expect("four numbers")),
        _ => (at_edge, rng.random_range(0..size)),
    };
    if rng.random() { Square::new(file, rank) } else { Square::new(rank, file) }
}

pub(super) fn any_man(rng: &mut ChaCha8Rng) -> Piece {
    if rng.random_bool(0.6) { Piece::Attacker } else { Piece::Defender }
}

/// Puts a piece where there is room for it.
pub(super) fn put(board: &mut Board, square: Square, piece: Piece) {
    if board.contains(square) && board.get(square).is_none() {
        board.set(square, Some(piece));
    }
}

pub(super) fn sprinkle(board: &mut Board, pieces: usize, rng: &mut ChaCha8Rng) {
    for _ in 0..pieces {
        put(board, any_square(board.size, rng), any_man(rng));
    }
}

/// Few pieces anywhere; rarely no king.
fn sprinkled(size: i32, rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::empty(size);
    if rng.random_bool(0.9) {
        board.set(any_square(size, rng), Some(Piece::King));
    }
    let pieces = rng.random_range(0..12);
    sprinkle(&mut board, pieces, rng);
    board
}

/// Many pieces around a special square, the king among them or elsewhere.
fn crowd(size: i32, rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::empty(size);
    let centre = special_square(size, rng);
    let near = |rng: &mut ChaCha8Rng| {
        let offset = (rng.random_range(-2..=2), rng.random_range(-2..=2));
        centre.step(offset, 1)
    };
    let king = if rng.random_bool(0.8) { near(rng) } else { any_square(size, rng) };
    put(&mut board, king, Piece::King);
    for _ in 0..rng.random_range(3..16) {
        put(&mut board, near(rng), any_man(rng));
    }
    let others = rng.random_range(0..6);
    sprinkle(&mut board, others, rng);
    board
}

/// The king with enemies on most sides, one of them still a move away.
fn king_in_danger(size: i32, rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::empty(size);
    let king = special_square(size, rng);
    board.set(king, Some(Piece::King));
    for square in king.neighbours() {
        match rng.random_range(0..10) {
            0..8 => put(&mut board, square, Piece::Attacker),
            8 => put(&mut board, square, Piece::Defender),
            _ => {}
        }
    }
    let others = rng.random_range(0..5);
    sprinkle(&mut board, others, rng);
    step_back(&mut board, rng);
    board
}

/// The king on the throne with a man at his side and attackers around both, or nearly so.
fn linnaean_scene(size: i32, rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::empty(size);
    let throne = board.throne();
    let direction = *DIRECTIONS.choose(rng).expect("four directions");
    put(&mut board, throne, Piece::King);
    put(&mut board, throne.step(direction, 1), Piece::Defender);
    put(&mut board, throne.step(direction, 2), Piece::Attacker);
    for square in throne.neighbours() {
        put(&mut board, square, Piece::Attacker);
    }
    if rng.random_bool(0.5) {
        let others = rng.random_range(1..5);
        sprinkle(&mut board, others, rng);
    }
    step_back(&mut board, rng);
    board
}

/// A square around which up to three enemies stand before their captors, and a man who can come.
fn several_victims(size: i32, rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::empty(size);
    let arrival = if rng.random() { special_square(size, rng) } else { any_square(size, rng) };
    let victim = any_man(rng);
    let captor = if victim == Piece::Attacker { Piece::Defender } else { Piece::Attacker };
    put(&mut board, arrival, captor);
    for direction in DIRECTIONS {
        if rng.random_bool(0.75) {
            put(&mut board, arrival.step(direction, 1), victim);
        }
        if rng.random_bool(0.75) {
            put(&mut board, arrival.step(direction, 2), captor);
        }
    }
    let king = if rng.random() {
        arrival.step(*DIRECTIONS.choose(rng).expect("four directions"), rng.random_range(0..3))
    } else {
        any_square(size, rng)
    };
    if board.contains(king) {
        board.set(king, Some(Piece::King));
    }
    let others = rng.random_range(0..5);
    sprinkle(&mut board, others, rng);
    step_back(&mut board, rng);
    board
}

/// Takes back an imagined move of some piece, so that making it is the next thing to happen.
fn step_back(board: &mut Board, rng: &mut ChaCha8Rng) {
    let Some((square, _)) = board.pieces().choose(rng) else { return };
    step_back_from(board, square, rng);
}

/// Takes back an imagined move of the piece on `square`.
pub(super) fn step_back_from(board: &mut Board, square: Square, rng: &mut ChaCha8Rng) {
    let piece = board.get(square);
    let direction = *DIRECTIONS.choose(rng).expect("four directions");
    let free: Vec<Square> = (1..board.size)
        .map(|count| square.step(direction, count))
        .take_while(|square| board.contains(*square) && board.get(*square).is_none())
        .collect();
    if let Some(origin) = free.choose(rng) {
        board.set(square, None);
        board.set(*origin, piece);
    }
}
