//! Laws of what the network sees.

use std::collections::HashSet;

use imperial_engine::Encode;

/// Names of planes differ, the rule vector stays within its range.
pub fn of_the_rules<G: Encode>(game: &G) {
    let names: HashSet<_> = game.planes().iter().collect();
    assert_eq!(names.len(), game.planes().len(), "two planes of one name");
    let vector = game.rule_vector();
    assert!(vector.iter().all(|value| (-1.0..=1.0).contains(value)), "{vector:?}");
    assert_eq!(vector, game.rule_vector());
}

/// Every value of every plane is written, within its range; moves are actions on the board, each
/// its own.
pub fn of_a_position<G: Encode>(game: &G, position: &G::Position) {
    let place = format!("{} `{}`", game.name(), game.format_position(position));
    for (name, plane) in game.planes().iter().zip(planes(game, position)) {
        for (square, value) in plane.into_iter().enumerate() {
            assert!((0.0..=1.0).contains(&value), "{name}[{square}] is {value}: {place}");
        }
    }
    let squares = game.board().squares();
    let mut actions = HashSet::new();
    for mv in game.moves(position) {
        let action = game.action(mv);
        let mut used = vec![action.from, action.to];
        used.extend(action.choice.squares());
        let exists = |square: &u16| usize::from(*square) < squares && game.is_point(*square);
        assert!(used.iter().all(exists), "{action:?}: {place}");
        assert!(actions.insert(action), "two moves are {action:?}: {place}");
    }
}

/// The planes one by one. What was in the memory before must not show through.
pub fn planes<G: Encode>(game: &G, position: &G::Position) -> Vec<Vec<f32>> {
    let squares = game.board().squares();
    let mut values = vec![f32::NAN; squares * game.planes().len()];
    game.encode(position, &mut values);
    values.chunks_exact(squares).map(<[f32]>::to_vec).collect()
}

/// Every square shows the piece that the position string has there, and each piece has its letter.
pub fn of_the_pieces<G: Encode>(game: &G, position: &G::Position) {
    let kinds = game.piece_kinds();
    let letters: HashSet<char> = kinds.iter().map(|kind| kind.letter).collect();
    assert_eq!(letters.len(), kinds.len(), "two kinds of one letter");
    let (text, shape) = (game.format_position(position), game.board());
    let letter = |square| game.piece_on(position, square).map_or('.', |kind| kinds[kind].letter);
    let rank = |rank: usize| {
        let squares = (rank * shape.width..(rank + 1) * shape.width).map(|square| square as u16);
        squares.filter(|square| game.is_point(*square)).map(letter).collect()
    };
    let drawn: Vec<String> = (0..shape.height).rev().map(rank).collect();
    let board = text.split_whitespace().next().expect("a board");
    let written: Vec<String> = board.split('/').map(spelt_out).collect();
    assert_eq!(drawn, written, "{text}");
}

/// `3aaa3` with a point for each empty square.
pub fn spelt_out(rank: &str) -> String {
    let mut squares = String::new();
    let mut run = 0;
    for letter in rank.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = 10 * run + digit as usize;
        } else {
            squares.push_str(&".".repeat(std::mem::take(&mut run)));
            squares.push(letter);
        }
    }
    squares + &".".repeat(run)
}
