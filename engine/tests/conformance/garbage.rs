//! Texts from outside: whatever they are, they are read or refused, and nothing panics.

use std::fmt::Debug;

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Encode, Game, game_stream, with_game};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

use super::{laws, starters};

const CASES: u32 = 400;

fn for_any<T: Debug>(texts: &impl Strategy<Value = T>, check: impl Fn(T)) {
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let run = |text| {
        check(text);
        Ok(())
    };
    TestRunner::new(config).run(texts, run).unwrap_or_else(|error| panic!("{error}"));
}

/// Any text, and texts of the letters that matter.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        ".{0,40}",
        "[a-j]1?[0-9]-[a-j]1?[0-9](x[a-j]1?[0-9]){0,4}",
        "[a-k0-9x@+-]{0,12}",
        "[adkgfxo./0-9]{0,90}( [ad]?( [0-9gf+-]{0,11}){0,3})?",
        "[mnopkMNOPK./0-9]{0,60}( [ad]?( [0-9-]{0,3}){0,3})?",
        "[rnbqkgaRNBQKGAeEpP./0-9]{0,60}( [ad]?( [AJaj]{0,4}(:[a-l]1?[0-9]){0,2}){0,2})?",
        "(charge|rank1?[0-9]|[a-l]1?[0-9][-x][a-l]1?[0-9](=[A-Z])?(\\+[a-l]1?[0-9]-[a-l]1?[0-9])?)",
        "[a-l./0-9]{0,30} [ad] charge:[a-m]?:([a-l]1?[0-9],?){0,3}",
        "(end|[a-k]1?[0-9]-[a-k]1?[0-9](\\+[a-k]1?[0-9]-[a-k]1?[0-9]){0,3}x[a-k]1?[0-9])",
    ]
}

/// A text with a few letters removed, doubled or replaced.
fn damaged(text: String) -> impl Strategy<Value = String> {
    let length = text.chars().count();
    let change = (
        0..=length,
        0..4_u8,
        prop_oneof![
            any::<char>(),
            "[adk0-9./ x=\"\\[-]".prop_map(|text| text.chars().next().unwrap_or(' '))
        ],
    );
    prop::collection::vec(change, 1..4).prop_map(move |changes| {
        let mut letters: Vec<char> = text.chars().collect();
        for (place, kind, letter) in changes {
            let place = place.min(letters.len());
            match kind {
                0 => letters.insert(place, letter),
                1 if place < letters.len() => letters[place] = letter,
                2 if place < letters.len() => drop(letters.remove(place)),
                _ => letters.truncate(place),
            }
        }
        letters.into_iter().collect()
    })
}

/// Moves and positions of one game.
pub fn moves_and_positions(game: &impl Encode) {
    let start = game.start(starters(game).next().expect("somebody starts"));
    let position_text = game.format_position(&start);
    let later = after_some_plies(game, start);
    let moves_later = game.moves(&later);
    let move_text = game.format_move(&later, *moves_later.last().expect("undecided"));
    let moves = prop_oneof![any_text(), damaged(move_text)];
    for_any(&moves, |text| read_move(game, &later, &text));
    let positions = prop_oneof![any_text(), damaged(position_text)];
    for_any(&positions, |text| read_position(game, &text));
}

/// A position on the way of a random game, as far as it is undecided.
fn after_some_plies<G: Game>(game: &G, start: G::Position) -> G::Position {
    let mut rng = game_stream(1855, 0);
    let mut moves = Vec::new();
    let mut position = start;
    for _ in 0..24 {
        let mut next = position.clone();
        let mv = game.random_move(&next, &mut rng, &mut moves).expect("undecided");
        game.play(&mut next, mv);
        if game.outcome(&next).is_some() {
            break;
        }
        position = next;
    }
    position
}

/// What is read as a move is a legal one; what is not gives the text back with a reason.
fn read_move<G: Game>(game: &G, position: &G::Position, text: &str) {
    match game.parse_move(position, text) {
        Ok(mv) => assert!(game.moves(position).contains(&mv), "`{text}` was read as {mv:?}"),
        Err(error) => {
            assert_eq!(error.text, text);
            assert!(!error.reason.is_empty());
        }
    }
}

/// What is read as a position keeps the laws.
fn read_position<G: Encode>(game: &G, text: &str) {
    match game.parse_position(text) {
        Ok(position) => {
            laws::of_a_position(game, &position);
            let written = game.format_position(&position);
            laws::of_a_read_position(game, &written, &position);
            super::encoding::of_a_position(game, &position);
        }
        Err(error) => {
            assert_eq!(error.text, text);
            assert!(!error.reason.is_empty());
        }
    }
}

/// Rule files, damaged a little or nothing but noise.
pub fn rule_files() {
    let texts = catalog::names().filter_map(catalog::text).map(str::to_owned);
    for text in texts {
        for_any(&prop_oneof![any_text(), damaged(text)], |text| {
            if let Ok(game) = AnyGame::from_toml(&text) {
                with_game!(&game, |game| play_a_few_plies(game));
            }
        });
    }
}

/// A rule set that was accepted can be played.
fn play_a_few_plies(game: &impl Encode) {
    let mut rng = game_stream(1855, 0);
    let mut scratch = Vec::new();
    let mut position = game.start(starters(game).next().expect("somebody starts"));
    for _ in 0..20 {
        super::encoding::of_a_position(game, &position);
        let Some(mv) = game.random_move(&position, &mut rng, &mut scratch) else { return };
        game.play(&mut position, mv);
    }
}
