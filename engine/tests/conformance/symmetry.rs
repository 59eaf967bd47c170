//! Turning and mirroring the board changes nothing but the names of squares.
//!
//! The suite turns position strings, so it assumes what all games of the house have in common: the
//! first word gives the ranks from the top, separated by `/`, with the squares that exist, digits for runs
//! of empty ones or `.` for single ones, and the other words do not speak of squares.

use std::collections::BTreeMap;

use imperial_engine::{Action, Encode, Game};

use super::encoding::{planes, spelt_out};
use super::starters;

/// Of so many moves one is played in each symmetry, to save time.
const ONE_MOVE_IN: usize = 9;

/// Symmetries are permutations of the board, all different, the identity first; they turn the start
/// into itself.
pub fn are_permutations<G: Encode>(game: &G) {
    let squares = game.board().squares();
    let identity: Vec<u16> = (0..squares as u16).collect();
    let symmetries = game.symmetries();
    assert_eq!(symmetries[0], identity);
    for (number, symmetry) in symmetries.iter().enumerate() {
        let mut sorted = symmetry.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, identity, "symmetry {number} is no permutation");
        assert!(!symmetries[..number].contains(symmetry), "symmetry {number} comes twice");
        for side in starters(game) {
            let start = spread(game, &game.format_position(&game.start(side)));
            assert_eq!(turn(game, &start, symmetry), start, "symmetry {number}");
        }
    }
}

/// Legal moves, results and planes of the turned position are the turned ones of the position.
pub fn commutes<G: Encode>(game: &G, text: &str) {
    let position = read(game, text);
    for symmetry in game.symmetries() {
        let turned_text = turn(game, &spread(game, text), &symmetry);
        let turned = read(game, &turned_text);
        assert_eq!(game.outcome(&turned), game.outcome(&position), "{text} and {turned_text}");
        compare_planes(game, &position, &turned, &symmetry);

        let turn_move = |mv| (game.action(mv).turned(&symmetry), mv);
        let here: BTreeMap<Action, G::Move> =
            game.moves(&position).into_iter().map(turn_move).collect();
        let there: BTreeMap<Action, G::Move> =
            game.moves(&turned).into_iter().map(|mv| (game.action(mv), mv)).collect();
        assert!(here.keys().eq(there.keys()), "moves of {text} and {turned_text}");
        for (mv, turned_mv) in here.values().zip(there.values()).step_by(ONE_MOVE_IN) {
            let (mut next, mut turned_next) = (position.clone(), turned.clone());
            game.play(&mut next, *mv);
            game.play(&mut turned_next, *turned_mv);
            let next_text = spread(game, &game.format_position(&next));
            let turned_next_text = spread(game, &game.format_position(&turned_next));
            assert_eq!(turn(game, &next_text, &symmetry), turned_next_text, "{text}, {mv:?}");
            assert_eq!(game.outcome(&next), game.outcome(&turned_next), "{text}, {mv:?}");
            compare_planes(game, &next, &turned_next, &symmetry);
        }
    }
}

fn compare_planes<G: Encode>(
    game: &G,
    position: &G::Position,
    turned: &G::Position,
    symmetry: &[u16],
) {
    let pairs = planes(game, position).into_iter().zip(planes(game, turned));
    for (name, (plane, turned_plane)) in game.planes().iter().zip(pairs) {
        for (square, value) in plane.iter().enumerate() {
            let there = turned_plane[usize::from(symmetry[square])];
            assert!(
                *value == there,
                "plane {name} of square {square} is {value}, turned {there}, in {}",
                game.format_position(position)
            );
        }
    }
}

fn read<G: Game>(game: &G, text: &str) -> G::Position {
    game.parse_position(&text.replace(NOWHERE, "")).unwrap_or_else(|error| panic!("{error}"))
}

/// Stands for squares of the rectangle that the board does not have.
const NOWHERE: char = '_';

/// The position string with every empty square written as `.`, and every one that does not exist.
fn spread<G: Encode>(game: &G, text: &str) -> String {
    let (board, rest) = text.split_once(' ').map_or((text, ""), |(board, rest)| (board, rest));
    let shape = game.board();
    let mut ranks = Vec::new();
    for (down, letters) in board.split('/').enumerate() {
        let first = (shape.height - 1 - down) * shape.width;
        let letters = spelt_out(letters);
        let mut letters = letters.chars();
        let place = |square| match game.is_point(square as u16) {
            true => letters.next().unwrap_or_else(|| panic!("a square is missing in {text}")),
            false => NOWHERE,
        };
        let rank: String = (first..first + shape.width).map(place).collect();
        assert_eq!(letters.next(), None, "{text}");
        ranks.push(rank);
    }
    format!("{} {rest}", ranks.join("/")).trim_end().to_owned()
}

/// Turns a spread position string.
fn turn<G: Encode>(game: &G, spread: &str, symmetry: &[u16]) -> String {
    let (board, rest) = spread.split_once(' ').unwrap_or((spread, ""));
    let letters: Vec<char> = board.split('/').rev().flat_map(str::chars).collect();
    let mut turned = letters.clone();
    for (square, letter) in letters.iter().enumerate() {
        turned[usize::from(symmetry[square])] = *letter;
    }
    let ranks: Vec<String> =
        turned.chunks(game.board().width).rev().map(|rank| rank.iter().collect()).collect();
    format!("{} {rest}", ranks.join("/")).trim_end().to_owned()
}
