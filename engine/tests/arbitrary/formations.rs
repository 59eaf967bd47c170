//! Random rows along the edge, forts and rings, most of them one move before they are complete.

use imperial_engine::Side;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use super::positions::{any_man, any_square, put, sprinkle, step_back_from};
use crate::reference::board::{Board, DIRECTIONS, Piece, Square};

/// The worked positions of the law texts on 11x11: rows, forts, rings.
const WORKED: &str = include_str!("worked.txt");

/// A board with a row, a fort or a ring, or nearly so, and the side that can complete it.
pub fn formation(size: i32, rng: &mut ChaCha8Rng) -> (Board, Side) {
    let (mut board, side) = match rng.random_range(0..7) {
        0 | 1 if size == 11 => {
            (worked(rng), if rng.random() { Side::Attackers } else { Side::Defenders })
        }
        0..4 => row(size, rng),
        4 => (fort(size, rng), Side::Defenders),
        _ => (ring(size, rng), Side::Attackers),
    };
    if board.king().is_none() {
        put(&mut board, any_square(size, rng), Piece::King);
    }
    (board, side)
}

/// A worked position with up to three pieces taken off, put on or moved.
fn worked(rng: &mut ChaCha8Rng) -> Board {
    let texts: Vec<&str> = WORKED.lines().collect();
    let text = texts.choose(rng).expect("a position");
    let mut board = Board::from_ranks(text).expect("a board");
    for _ in 0..rng.random_range(0..4) {
        let pieces: Vec<Square> = board.pieces().map(|(square, _)| square).collect();
        let square = *pieces.choose(rng).expect("a piece");
        match rng.random_range(0..4) {
            0 if board.get(square).is_some_and(Piece::is_man) => board.set(square, None),
            1 => sprinkle(&mut board, 1, rng),
            _ => step_back_from(&mut board, square, rng),
        }
    }
    board
}

/// A row along an edge with all that closes it, but for the piece that is still to come, and rarely
/// one more.
fn row(size: i32, rng: &mut ChaCha8Rng) -> (Board, Side) {
    let mut board = Board::empty(size);
    let last = size - 1;
    let length = rng.random_range(2..=3.min(size - 3));
    let first = rng.random_range(1..=size - 1 - length);
    let turn = |along: i32, in_: i32, side: i32| match side {
        0 => Square::new(along, in_),
        1 => Square::new(along, last - in_),
        2 => Square::new(in_, along),
        _ => Square::new(last - in_, along),
    };
    let side = rng.random_range(0..4);
    let victim = any_man(rng);
    let captor = if victim == Piece::Attacker { Piece::Defender } else { Piece::Attacker };
    let mut closers = Vec::new();
    for along in first..first + length {
        let piece =
            if victim == Piece::Defender && rng.random_bool(0.15) { Piece::King } else { victim };
        let piece = if board.king().is_some() { victim } else { piece };
        put(&mut board, turn(along, 0, side), piece);
        closers.push(turn(along, 1, side));
    }
    for along in [first - 1, first + length] {
        if along > 0 && along < last {
            closers.push(turn(along, 0, side));
        }
    }
    for square in &closers {
        if rng.random_bool(0.95) {
            put(&mut board, *square, captor);
        }
    }
    if captor == Piece::Defender && board.king().is_none() && rng.random_bool(0.3) {
        board.set(*closers.choose(rng).expect("a front"), Some(Piece::King));
    }
    let others = rng.random_range(0..5);
    sprinkle(&mut board, others, rng);
    step_back_from(&mut board, *closers.choose(rng).expect("a front"), rng);
    (board, captor.side())
}

/// Squares that hang together, from a first one on.
fn region(
    start: Square,
    most: usize,
    rng: &mut ChaCha8Rng,
    allowed: impl Fn(Square) -> bool,
) -> Vec<Square> {
    let mut region = vec![start];
    for _ in 0..3 * most {
        let from = *region.choose(rng).expect("a square");
        let next = from.step(*DIRECTIONS.choose(rng).expect("four directions"), 1);
        if region.len() < most && allowed(next) && !region.contains(&next) {
            region.push(next);
        }
    }
    region
}

/// The squares beside a region.
fn border(board: &Board, region: &[Square]) -> Vec<Square> {
    let mut border: Vec<Square> = Vec::new();
    for square in region.iter().flat_map(|square| square.neighbours()) {
        if board.contains(square) && !region.contains(&square) && !border.contains(&square) {
            border.push(square);
        }
    }
    border
}

/// A room of the king at the edge, with men around it and more behind them; attackers outside.
fn fort(size: i32, rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::empty(size);
    let along = rng.random_range(0..size);
    let side = [Square::new(along, 0), Square::new(0, along)];
    let start = *side.choose(rng).expect("two squares");
    let most = rng.random_range(2..6);
    let room = region(start, most, rng, |square| board.contains(square));
    board.set(*room.choose(rng).expect("a square"), Some(Piece::King));
    let wall = border(&board, &room);
    for square in &wall {
        if !board.is_corner(*square) || rng.random_bool(0.5) {
            put(&mut board, *square, Piece::Defender);
        }
    }
    for square in border(&board, &wall) {
        if rng.random_bool(0.3) && !room.contains(&square) {
            put(&mut board, square, Piece::Defender);
        }
    }
    finish(&mut board, &wall, Side::Attackers, rng);
    if rng.random_bool(0.15) {
        put(&mut board, *room.choose(rng).expect("a square"), any_man(rng));
    }
    board
}

/// Defenders with attackers all around them.
fn ring(size: i32, rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::empty(size);
    let start = Square::new(rng.random_range(1..size - 1), rng.random_range(1..size - 1));
    let most = rng.random_range(1..12);
    let inside =
        region(start, most, rng, |square| board.contains(square) && !board.is_edge(square));
    board.set(inside[0], Some(Piece::King));
    for square in &inside {
        match rng.random_range(0..10) {
            0..3 => put(&mut board, *square, Piece::Defender),
            3 => put(&mut board, *square, Piece::Attacker),
            _ => {}
        }
    }
    let ring = border(&board, &inside);
    for square in &ring {
        put(&mut board, *square, Piece::Attacker);
    }
    finish(&mut board, &ring, Side::Attackers, rng);
    board
}

/// A few more men, mostly of one side, and one of the border still on its way or missing.
fn finish(board: &mut Board, border: &[Square], side: Side, rng: &mut ChaCha8Rng) {
    for _ in 0..rng.random_range(0..6) {
        let man = if side == Side::Attackers { Piece::Attacker } else { Piece::Defender };
        let man = if rng.random_bool(0.1) { any_man(rng) } else { man };
        put(board, any_square(board.size, rng), man);
    }
    let Some(square) = border.choose(rng).copied() else { return };
    match rng.random_range(0..10) {
        0..4 => step_back_from(board, square, rng),
        4 => board.set(square, None),
        _ => {}
    }
}
