//! The engine and the slow reference of Dablot must tell the same story of every game: the same moves in the same
//! words, the same positions and the same end.
//!
//! `IMPERIAL_DEEP=10 cargo test --test engine dablot_agrees` plays ten times as many games.

use std::collections::BTreeSet;

use imperial_engine::catalog::AnyGame;
use imperial_engine::game_stream;
use rand::rngs::ChaCha8Rng;

use crate::agreement::{Ends, agree_on, causes, embedded};
use crate::dablot_reference::arbitrary::{dablot_position, dablot_rule_set};
use crate::dablot_reference::{Laws, State};
use crate::depth::depth;

/// Random games of each embedded rule set.
const GAMES: u64 = 3;
/// Positions with pieces anywhere, of each embedded rule set.
const POSITIONS: u64 = 40;
/// Random rule sets, with two games and some positions each.
const RULE_SETS: u64 = 160;

#[test]
fn embedded_rule_sets() {
    let mut ends = Ends::new();
    for text in embedded("dablot") {
        agree_on::<State>(text, GAMES * depth(), POSITIONS * depth(), 1670, &mut ends, position);
    }
    println!("{ends:?}");
    assert!(ends.len() >= 4, "{ends:?}");
}

#[test]
fn random_rule_sets() {
    let mut ends = Ends::new();
    for number in 0..RULE_SETS * depth() {
        let text = dablot_rule_set(&mut game_stream(1671, number));
        if AnyGame::from_toml(&text).is_ok() {
            println!("{text}");
            agree_on::<State>(&text, 2, 6, number, &mut ends, position);
        }
    }
    println!("{ends:?}");
    let all =
        ["leader-taken)", "leader-alone)", "stuck)", "repetition)", "quiet-limit)", "ply-limit)"];
    assert!(causes(&ends).iter().eq(BTreeSet::from(all).iter()), "{ends:?}");
}

/// A position with pieces anywhere.
fn position(laws: &Laws, _: u64, rng: &mut ChaCha8Rng) -> String {
    let promotion = laws.word("promotion", "none");
    dablot_position(&laws.ways, promotion, laws.number("actions", 1), rng)
}
