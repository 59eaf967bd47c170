//! The engine and the slow reference of chess must tell the same story of every game: the same moves in the same
//! words, the same positions and the same end.
//!
//! `IMPERIAL_DEEP=10 cargo test --test engine chess_agrees` plays ten times as many games.

use std::collections::{BTreeMap, BTreeSet};

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Game, game_stream, with_game};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, IteratorRandom};

use crate::agreement::{Ends, Reference as _, causes, compare, embedded};
use crate::chess_reference::arbitrary::{chess_position, chess_rule_set};
use crate::chess_reference::{Laws, State};
use crate::depth::depth;

/// Random games of each embedded rule set, and plies after which one is left.
const GAMES: u64 = 6;
const PLIES: u32 = 150;
/// Positions with pieces anywhere, of each embedded rule set.
const POSITIONS: u64 = 12;
/// Random rule sets, with two games and some positions each.
const RULE_SETS: u64 = 160;

/// How often each end was met, and each sort of a move.
#[derive(Default)]
struct Met {
    ends: Ends,
    moves: BTreeMap<&'static str, u32>,
}

#[test]
fn embedded_rule_sets() {
    let mut met = Met::default();
    for text in embedded("chess") {
        agree_on(text, GAMES * depth(), POSITIONS * depth(), 1840, &mut met);
    }
    println!("{:?} {:?}", met.ends, met.moves);
    let sorts: Vec<&str> = met.moves.keys().copied().collect();
    assert_eq!(sorts, ["change", "charge", "go", "hitch", "in charge", "rank", "shoot"]);
}

#[test]
fn random_rule_sets() {
    let mut met = Met::default();
    let mut read = 0;
    for number in 0..RULE_SETS * depth() {
        let text = chess_rule_set(&mut game_stream(2000, number));
        if AnyGame::from_toml(&text).is_ok() {
            println!("{text}");
            agree_on(&text, 2, 6, number, &mut met);
            read += 1;
        }
    }
    println!("{read} {:?} {:?}", met.ends, met.moves);
    let all =
        ["checkmate)", "imperials-gone)", "stuck)", "repetition)", "quiet-limit)", "ply-limit)"];
    assert!(causes(&met.ends).iter().eq(BTreeSet::from(all).iter()), "{:?}", met.ends);
    assert!(read >= RULE_SETS / 4 && met.moves.len() == 7, "{read} {:?}", met.moves);
}

fn agree_on(text: &str, games: u64, positions: u64, seed: u64, met: &mut Met) {
    let game = AnyGame::from_toml(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let laws = Laws::from_toml(text);
    for number in 0..games {
        let rng = &mut game_stream(seed, number);
        with_game!(&game, |game| {
            let side = game.first().usual();
            let state = State::start(&laws, side as usize);
            follow(game, game.start(side), &laws, state, PLIES, rng, met);
        });
    }
    for number in 0..positions {
        let rng = &mut game_stream(seed + 1, number);
        let Some(text) = chess_position(&laws, rng) else { continue };
        with_game!(&game, |game| {
            let position = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
            follow(game, position, &laws, State::parse(&laws, &text), 12, rng, met);
        });
    }
}

/// Plays on at random, by the engine and by the reference.
fn follow<G: Game>(
    game: &G,
    mut position: G::Position,
    laws: &Laws,
    mut state: State,
    plies: u32,
    rng: &mut ChaCha8Rng,
    met: &mut Met,
) {
    let mut before = String::new();
    for _ in 0..plies {
        let (moves, end) = compare(game, &position, laws, &state, &before);
        let text = state.write(laws);
        let read = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(game.moves(&read), game.moves(&position), "{text}");
        let count = game.count_moves(&position, &mut Vec::new());
        assert_eq!(count, moves.len() as u64, "{text}");
        if let Some(end) = end {
            *met.ends.entry(end).or_default() += 1;
            return;
        }
        before = text;
        let text = choose(&moves, rng);
        before += &format!(" and {text}");
        *met.moves.entry(sort(&text, position_in_charge(game, &position))).or_default() += 1;
        let mv = game.parse_move(&position, &text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut position, mv);
        state = moves[&text].clone();
    }
}

/// A move at random, or one of a random sort, so that the rarer ones are likelier.
fn choose(moves: &BTreeMap<String, State>, rng: &mut ChaCha8Rng) -> String {
    let mut texts: Vec<&String> = moves.keys().collect();
    if rng.random_bool(0.3) {
        let sorts: BTreeSet<&str> = texts.iter().map(|text| sort(text, false)).collect();
        let drawn = sorts.into_iter().choose(rng).expect("a sort");
        texts.retain(|text| sort(text, false) == drawn);
    }
    (*texts.choose(rng).expect("a move")).clone()
}

fn position_in_charge<G: Game>(game: &G, position: &G::Position) -> bool {
    game.turn_goes_on(position)
}

fn sort(text: &str, in_charge: bool) -> &'static str {
    match text {
        _ if in_charge => "in charge",
        "charge" => "charge",
        _ if text.contains('=') => "change",
        _ if text.contains('+') => "hitch",
        _ if text.contains('x') => "shoot",
        _ if text.starts_with("rank") => "rank",
        _ => "go",
    }
}
