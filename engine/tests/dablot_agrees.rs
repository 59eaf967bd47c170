//! The engine and the slow reference of Dablot must tell the same story of every game: the same moves in the same
//! words, the same positions and the same end.
//!
//! `IMPERIAL_DEEP=10 cargo test --test engine dablot_agrees` plays ten times as many games.

use std::collections::{BTreeMap, BTreeSet};

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Game, Side, game_stream, with_game};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::dablot_reference::arbitrary::{dablot_position, dablot_rule_set};
use crate::dablot_reference::{Laws, State};
use crate::depth::depth;

/// Random games of each embedded rule set.
const GAMES: u64 = 3;
/// Positions with pieces anywhere, of each embedded rule set.
const POSITIONS: u64 = 40;
/// Random rule sets, with two games and some positions each.
const RULE_SETS: u64 = 160;

/// How often each end was met.
type Ends = BTreeMap<String, u32>;

#[test]
fn embedded_rule_sets() {
    let mut ends = Ends::new();
    for name in catalog::names() {
        let text = catalog::text(name).expect(name);
        if text.contains("game = \"dablot\"") {
            agree_on(text, GAMES * depth(), POSITIONS * depth(), 1670, &mut ends);
        }
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
            agree_on(&text, 2, 6, number, &mut ends);
        }
    }
    println!("{ends:?}");
    let causes: BTreeSet<&str> =
        ends.keys().map(|end| end.split_once('(').expect("a cause").1).collect();
    let all =
        ["leader-taken)", "leader-alone)", "stuck)", "repetition)", "quiet-limit)", "ply-limit)"];
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
    for number in 0..positions {
        let rng = &mut game_stream(seed + 1, number);
        let promotion = laws.word("promotion", "none");
        let text = dablot_position(&laws.ways, promotion, laws.number("actions", 1), rng);
        with_game!(&game, |game| {
            let position = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
            follow(game, position, &laws, State::parse(&laws, &text), 4, rng, ends);
        });
    }
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
    for _ in 0..plies {
        let text = state.write(laws);
        // The reference writes runs as the engine does, whatever it has read.
        assert_eq!(game.format_position(&position), text);
        let end = game.outcome(&position).map(|outcome| outcome.to_string());
        assert_eq!(end, state.outcome(laws), "{} {text}", game.name());
        let moves = state.moves(laws);
        let own: BTreeSet<String> =
            game.moves(&position).iter().map(|mv| game.format_move(&position, *mv)).collect();
        assert!(own.iter().eq(moves.keys()), "{} {text}: {own:?}\n{moves:?}", game.name());
        if let Some(end) = end {
            *ends.entry(end).or_default() += 1;
            return;
        }
        let texts: Vec<&String> = moves.keys().collect();
        let text = *texts.choose(rng).expect("a move");
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut position, mv);
        state = moves[text].clone();
    }
}
