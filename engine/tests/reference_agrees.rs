//! The engine and the reference implementation must tell the same story of every game.
//!
//! The reference is slow, above all on large boards, so each rule set gets a number of games that
//! keeps the test short. `IMPERIAL_GAMES=2000 cargo test --test reference_agrees` plays that many
//! of every rule set.

mod arbitrary;
mod reference;

use std::collections::HashMap;
use std::env;
use std::fmt::Debug;

use imperial_engine::catalog::{self, AnyGame, Visit};
use imperial_engine::{Encode, Game, game_stream};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use reference::position::Move;
use reference::{Position, Rules};

/// Random games of the rule sets that are studied most.
const GAMES: u64 = 1000;
const STUDIED: [&str; 4] =
    ["imperial-contest", "imperial-contest-walker", "tablut-linnaeus", "tablut-corner"];
/// Constructed positions of each embedded rule set.
const POSITIONS: u64 = 500;
/// Random rule sets, and what is played with each.
const RULE_SETS: u64 = 600;
const POSITIONS_PER_RULE_SET: u64 = 6;
const GAMES_PER_RULE_SET: u64 = 2;
/// Plies that are played on from a constructed position.
const PLIES: u32 = 6;

#[test]
fn on_random_games() {
    std::thread::scope(|scope| {
        for (name, text) in embedded_tafl_sets() {
            let whole = Agreement::new(text, starting_position);
            let games = number_of_games(name, whole.rules.setup.size);
            scope.spawn(move || Agreement { games, plies: u32::MAX, ..whole }.check());
        }
    });
}

/// How many random games to play under the rules `name`, on a board of this size.
fn number_of_games(name: &str, size: i32) -> u64 {
    let wanted = env::var("IMPERIAL_GAMES").ok();
    wanted.map(|number| number.parse().expect("IMPERIAL_GAMES is a number")).unwrap_or(match size {
        _ if STUDIED.contains(&name) => GAMES,
        ..9 => 150,
        9 => 100,
        10..=11 => 30,
        _ => 6,
    })
}

#[test]
fn on_constructed_positions() {
    for (_, text) in embedded_tafl_sets() {
        Agreement { games: POSITIONS, plies: PLIES, ..Agreement::new(text, arbitrary::position) }
            .check();
    }
}

#[test]
fn on_random_rule_sets() {
    for number in 0..RULE_SETS {
        let text = arbitrary::rule_set(&mut game_stream(1811, number));
        let scenes = Agreement::new(&text, arbitrary::position);
        Agreement { games: POSITIONS_PER_RULE_SET, plies: PLIES, seed: number, ..scenes }.check();
        let whole = Agreement::new(&text, starting_position);
        Agreement { games: GAMES_PER_RULE_SET, plies: u32::MAX, seed: number, ..whole }.check();
    }
}

/// Names and texts of the embedded tafl rule sets.
fn embedded_tafl_sets() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sets = catalog::names().map(|name| (name, catalog::text(name).expect(name)));
    sets.filter(|(_, text)| text.contains("game = \"tafl\""))
}

fn starting_position(rules: &Rules, rng: &mut ChaCha8Rng) -> Position {
    let first = rules.starters().choose(rng).copied();
    Position::start(rules, first.expect("somebody starts"))
}

/// Plays random games of one rule set in both implementations at once.
struct Agreement<'a> {
    text: &'a str,
    rules: Rules,
    start: fn(&Rules, &mut ChaCha8Rng) -> Position,
    games: u64,
    plies: u32,
    seed: u64,
}

impl<'a> Agreement<'a> {
    fn new(text: &'a str, start: fn(&Rules, &mut ChaCha8Rng) -> Position) -> Self {
        Self { text, rules: Rules::from_toml(text), start, games: 1, plies: 0, seed: 1855 }
    }

    fn check(self) {
        let game = AnyGame::from_toml(self.text)
            .unwrap_or_else(|error| panic!("{error}\nrule set:\n{}", self.text));
        game.visit(self);
    }
}

impl Visit for Agreement<'_> {
    type Output = ();

    fn visit<G: Encode + 'static>(self, game: &G) {
        for number in 0..self.games {
            let mut rng = game_stream(self.seed, number);
            let ours = (self.start)(&self.rules, &mut rng);
            let theirs = if ours.ply == 0 && ours.board == self.rules.setup {
                game.start(ours.side)
            } else {
                game.parse_position(&ours.to_string())
                    .unwrap_or_else(|error| panic!("{error}\n{}", ours.board))
            };
            let pair = Pair { game, text: self.text, rules: &self.rules, ours, theirs };
            pair.try_every_move();
            pair.play_on(self.plies, &mut rng);
        }
    }
}

/// One game in both implementations.
struct Pair<'a, G: Game> {
    game: &'a G,
    text: &'a str,
    rules: &'a Rules,
    ours: Position,
    theirs: G::Position,
}

impl<G: Game> Pair<'_, G> {
    /// Makes each legal move once. The list alone does not tell which of them capture the king.
    fn try_every_move(&self) {
        for (text, ours, theirs) in self.compare_moves("nothing yet") {
            let mut next = Pair { ours: self.ours.clone(), theirs: self.theirs.clone(), ..*self };
            next.ours.play(self.rules, &ours);
            next.game.play(&mut next.theirs, theirs);
            next.compare_positions(&text);
        }
    }

    fn play_on(mut self, plies: u32, rng: &mut ChaCha8Rng) {
        let mut last = "nothing yet".to_owned();
        for _ in 0..=plies {
            self.compare_positions(&last);
            let moves = self.compare_moves(&last);
            let over = self.ours.outcome(self.rules).is_some();
            let Some((text, ours, theirs)) = moves.choose(rng).filter(|_| !over) else { return };
            last = format!("{text} in `{}`\n{}", self.ours, self.ours.board);
            self.ours.play(self.rules, ours);
            self.game.play(&mut self.theirs, *theirs);
        }
    }

    fn compare_positions(&self, last: &str) {
        let (game, theirs) = (self.game, &self.theirs);
        self.agree("position", &self.ours.to_string(), &game.format_position(theirs), last);
        self.agree("side to move", &self.ours.side, &game.side_to_move(theirs), last);
        self.agree("ply", &self.ours.ply, &game.ply(theirs), last);
        self.agree("outcome", &self.ours.outcome(self.rules), &game.outcome(theirs), last);
    }

    /// All legal moves with their notation.
    fn compare_moves(&self, last: &str) -> Vec<(String, Move, G::Move)> {
        let mut moves = Vec::new();
        self.game.legal_moves(&self.theirs, &mut moves);
        let mut theirs: HashMap<String, G::Move> =
            moves.iter().map(|mv| (self.game.format_move(&self.theirs, *mv), *mv)).collect();
        self.agree("number of differently written moves", &moves.len(), &theirs.len(), last);
        let mut pairs = Vec::new();
        let mut missing = Vec::new();
        for ours in self.ours.legal_moves(self.rules) {
            let text = ours.to_string();
            match theirs.remove(&text) {
                Some(theirs) => pairs.push((text, ours, theirs)),
                None => missing.push(text),
            }
        }
        // What is left over was found by one of them only.
        self.agree("moves", &missing, &theirs.into_keys().collect(), last);
        pairs
    }

    fn agree<T: PartialEq + Debug>(&self, what: &str, ours: &T, theirs: &T, last: &str) {
        assert!(
            ours == theirs,
            "they disagree about the {what} of `{}`\n\
             reference: {ours:?}\n   engine: {theirs:?}\n\
             {}\nlast move: {last}\nrule set:\n{}",
            self.ours,
            self.ours.board,
            self.text,
        );
    }
}
