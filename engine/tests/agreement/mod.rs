//! Games told by the engine and by a slow reference: both must tell the same story.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Game, Side, game_stream, with_game};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use crate::conformance::wins;

/// A game of a family as it stands, by rules that were written a second time.
pub trait Reference: Clone + Debug {
    /// What a rule file says.
    type Laws;

    /// Reads a rule file.
    fn laws(text: &str) -> Self::Laws;

    /// Reads a position string.
    fn parse(laws: &Self::Laws, text: &str) -> Self;

    /// The start with the attackers (0) or the defenders (1) to move.
    fn start(laws: &Self::Laws, turn: usize) -> Self;

    /// The position string.
    fn write(&self, laws: &Self::Laws) -> String;

    /// Every legal move as text, with the game after it. None where the board decides the game.
    fn moves(&self, laws: &Self::Laws) -> BTreeMap<String, Self>;

    /// How the game ended, in the words of the engine.
    fn outcome(&self, laws: &Self::Laws) -> Option<String>;

    /// Number of sequences of so many plies.
    fn perft(&self, laws: &Self::Laws, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.moves(laws).len() as u64,
            _ => self.moves(laws).values().map(|next| next.perft(laws, depth - 1)).sum(),
        }
    }
}

/// How often each end was met.
pub type Ends = BTreeMap<String, u32>;

/// The causes of ends.
pub fn causes(ends: &Ends) -> BTreeSet<&str> {
    ends.keys().map(|end| end.split_once('(').expect("a cause").1).collect()
}

/// The embedded rule files of a family.
pub fn embedded(family: &str) -> impl Iterator<Item = &'static str> {
    let head = format!("game = \"{family}\"");
    let texts = catalog::names().map(|name| catalog::text(name).expect(name));
    texts.filter(move |text| text.contains(&head))
}

/// Plays whole games by a rule file, and some plies from positions that `draw` gives by their numbers.
pub fn agree_on<R: Reference>(
    text: &str,
    games: u64,
    positions: u64,
    seed: u64,
    ends: &mut Ends,
    draw: impl Fn(&R::Laws, u64, &mut ChaCha8Rng) -> String,
) {
    let game = AnyGame::from_toml(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let laws = R::laws(text);
    for number in 0..games {
        let rng = &mut game_stream(seed, number);
        let side = Side::ALL[number as usize % 2];
        with_game!(&game, |game| {
            let side = if game.first().allows(side) { side } else { !side };
            let state = R::start(&laws, side as usize);
            follow(game, game.start(side), &laws, state, u32::MAX, rng, ends);
        });
    }
    for number in 0..positions {
        let rng = &mut game_stream(seed + 1, number);
        let text = draw(&laws, number, rng);
        with_game!(&game, |game| {
            let position = game.parse_position(&text).unwrap_or_else(|error| panic!("{error}"));
            follow(game, position, &laws, R::parse(&laws, &text), 4, rng, ends);
        });
    }
}

/// Plays on at random and compares after every ply.
fn follow<G: Game, R: Reference>(
    game: &G,
    mut position: G::Position,
    laws: &R::Laws,
    mut state: R,
    plies: u32,
    rng: &mut ChaCha8Rng,
    ends: &mut Ends,
) {
    let mut before = String::new();
    for _ in 0..plies {
        let (moves, end) = compare(game, &position, laws, &state, &before);
        if let Some(end) = end {
            *ends.entry(end).or_default() += 1;
            return;
        }
        let texts: Vec<&String> = moves.keys().collect();
        let text = *texts.choose(rng).expect("a move");
        before = format!("{} and {text}", state.write(laws));
        let mv = game.parse_move(&position, text).unwrap_or_else(|error| panic!("{error}"));
        game.play(&mut position, mv);
        state = moves[text].clone();
    }
}

/// Both must write the position alike, and tell the same moves and the same end; gives these.
pub fn compare<G: Game, R: Reference>(
    game: &G,
    position: &G::Position,
    laws: &R::Laws,
    state: &R,
    before: &str,
) -> (BTreeMap<String, R>, Option<String>) {
    let text = state.write(laws);
    // The reference writes runs as the engine does, whatever it has read.
    assert_eq!(game.format_position(position), text, "after {before}");
    let end = game.outcome(position).map(|outcome| outcome.to_string());
    assert_eq!(end, state.outcome(laws), "{} {text}", game.name());
    let moves = state.moves(laws);
    let own: BTreeSet<String> =
        game.moves(position).iter().map(|mv| game.format_move(position, *mv)).collect();
    assert!(own.iter().eq(moves.keys()), "{} {text}: {own:?}\n{moves:?}", game.name());
    wins::in_one(game, position);
    (moves, end)
}
