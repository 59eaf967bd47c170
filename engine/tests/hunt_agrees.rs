//! The engine and the slow reference of the hunt games must tell the same story of every game: the same
//! moves in the same words, the same positions and the same end.
//!
//! `IMPERIAL_DEEP=10 cargo test --test engine hunt_agrees` plays ten times as many games.

use std::collections::{BTreeMap, BTreeSet};

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Game, Side, game_stream, with_game};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::depth::depth;
use crate::hunt_reference::arbitrary::{hunt_position, hunt_rule_set};
use crate::hunt_reference::{Laws, State};

/// Random games of each embedded rule set.
const GAMES: u64 = 12;
/// Positions with pieces anywhere, of each embedded rule set.
const POSITIONS: u64 = 60;
/// Random rule sets, with two games and some positions each.
const RULE_SETS: u64 = 120;

/// How often each end was met.
type Ends = BTreeMap<String, u32>;

#[test]
fn embedded_rule_sets() {
    let mut ends = Ends::new();
    for name in catalog::names() {
        let text = catalog::text(name).expect(name);
        if text.contains("game = \"hunt\"") {
            agree_on(text, GAMES * depth(), POSITIONS * depth(), 1283, &mut ends);
        }
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
            agree_on(&text, 2, 6, number, &mut ends);
        }
    }
    println!("{ends:?}");
    let causes: BTreeSet<&str> =
        ends.keys().map(|end| end.split_once('(').expect("a cause").1).collect();
    let all = ["few-gone)", "goal)", "captures)", "stuck)", "repetition)", "ply-limit)"];
    assert!(causes.iter().eq(BTreeSet::from(all).iter()), "{ends:?}");
}

fn agree_on(text: &str, games: u64, positions: u64, seed: u64, ends: &mut Ends) {
    let game = AnyGame::from_toml(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let laws = Laws::from_toml(text);
    for number in 0..games {
        let rng = &mut game_stream(seed, number);
        let side = Side::ALL[number as usize % 2];
        with_game!(&game, |game| {
            let side = if game.first().allows(side) { side } else { !side };
            let state = State::start(&laws, side as usize);
            follow(game, game.start(side), &laws, state, u32::MAX, rng, ends);
        });
    }
    let counts = ["g", "f"].map(|letter| laws.word("setup", "").matches(letter).count());
    for number in 0..positions {
        let rng = &mut game_stream(seed + 1, number);
        let hands = if number % 2 == 0 { "-".to_owned() } else { hands(&laws) };
        let text = hunt_position(&laws.lines, counts, &hands, rng);
        with_game!(&game, |game| {
            let position = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
            follow(game, position, &laws, State::parse(&laws, &text), 4, rng, ends);
        });
    }
}

/// The hands at the start as a position string tells them.
fn hands(laws: &Laws) -> String {
    let start = State::start(laws, 0).write(laws);
    start.split(' ').nth(2).expect("hands").to_owned()
}

/// Plays on at random and compares after every ply.
fn follow<G: Game>(
    game: &G,
    mut position: G::Position,
    laws: &Laws,
    mut state: State,
    plies: u32,
    rng: &mut ChaCha8Rng,
    ends: &mut Ends,
) {
    let mut before = String::new();
    for _ in 0..plies {
        let text = state.write(laws);
        assert_eq!(game.format_position(&position), text, "after {before}");
        let end = game.outcome(&position).map(|outcome| outcome.to_string());
        assert_eq!(end, state.outcome(laws), "{} {text}", game.name());
        let moves = state.moves(laws);
        let own: BTreeSet<String> =
            game.moves(&position).iter().map(|mv| game.format_move(&position, *mv)).collect();
        assert!(own.iter().eq(moves.keys()), "{} {text}: {own:?}", game.name());
        if let Some(end) = end {
            *ends.entry(end).or_default() += 1;
            return;
        }
        let texts: Vec<&String> = moves.keys().collect();
        before = text;
        let text = *texts.choose(rng).expect("a move");
        before += &format!(" and {text}");
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut position, mv);
        state = moves[text].clone();
    }
}
