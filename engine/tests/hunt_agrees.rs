//! The engine and the slow reference of the hunt games must tell the same story of every game: the same
//! moves in the same words, the same positions and the same end.
//!
//! `IMPERIAL_DEEP=10 cargo test --test engine hunt_agrees` plays ten times as many games.

use std::collections::BTreeSet;

use imperial_engine::catalog::AnyGame;
use imperial_engine::game_stream;
use rand::rngs::ChaCha8Rng;

use crate::agreement::{Ends, Reference as _, agree_on, causes, embedded};
use crate::depth::depth;
use crate::hunt_reference::arbitrary::{hunt_position, hunt_rule_set};
use crate::hunt_reference::{Laws, State};

/// Random games of each embedded rule set.
const GAMES: u64 = 12;
/// Positions with pieces anywhere, of each embedded rule set.
const POSITIONS: u64 = 60;
/// Random rule sets, with two games and some positions each.
const RULE_SETS: u64 = 120;

#[test]
fn embedded_rule_sets() {
    let mut ends = Ends::new();
    for text in embedded("hunt") {
        agree_on::<State>(text, GAMES * depth(), POSITIONS * depth(), 1283, &mut ends, position);
    }
    println!("{ends:?}");
    assert!(ends.len() >= 6, "{ends:?}");
}

#[test]
fn random_rule_sets() {
    let mut ends = Ends::new();
    for number in 0..RULE_SETS * depth() {
        let text = hunt_rule_set(&mut game_stream(1801, number));
        if AnyGame::from_toml(&text).is_ok() {
            println!("{text}");
            agree_on::<State>(&text, 2, 6, number, &mut ends, position);
        }
    }
    println!("{ends:?}");
    let all = ["few-gone)", "goal)", "captures)", "stuck)", "repetition)", "ply-limit)"];
    assert!(causes(&ends).iter().eq(BTreeSet::from(all).iter()), "{ends:?}");
}

/// A position with pieces anywhere, with those in hand that there are at the start or none.
fn position(laws: &Laws, number: u64, rng: &mut ChaCha8Rng) -> String {
    let counts = ["g", "f"].map(|letter| laws.word("setup", "").matches(letter).count());
    let hands = if number.is_multiple_of(2) { "-".to_owned() } else { hands(laws) };
    hunt_position(&laws.lines, counts, &hands, rng)
}

/// The hands at the start as a position string tells them.
fn hands(laws: &Laws) -> String {
    let start = State::start(laws, 0).write(laws);
    start.split(' ').nth(2).expect("hands").to_owned()
}
