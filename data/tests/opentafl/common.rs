//! Games to test with, played at random through the engine.

use imperial_data::{GameRecord, PlyRecord, rules_hash};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::tafl::RuleSet;
use imperial_engine::{Game, Side, game_stream, with_game};
use rand::RngExt;

/// Seed of all test games.
pub const SEED: u64 = 1855;

/// Every tafl rule set of the catalogue.
pub fn rule_sets() -> Vec<RuleSet> {
    let games = catalog::names().map(|name| AnyGame::by_name(name).expect("it is valid"));
    games.filter_map(|game| game.tafl_rules().cloned()).collect()
}

/// A random game by rules of the catalogue; `start` is a position string to begin with.
pub fn game(rules: &str, number: u64, start: Option<&str>) -> GameRecord {
    let text = catalog::text(rules).expect("the rule set is embedded");
    let game = AnyGame::by_name(rules).expect("it is valid");
    with_game!(&game, |game| play(game, text, number, start))
}

fn play<G: Game>(game: &G, text: &str, number: u64, start: Option<&str>) -> GameRecord {
    let mut rng = game_stream(SEED, number);
    let (first, mut position) = match start {
        None => {
            let first = game.first().draw(&mut rng);
            (first, game.start(first))
        }
        Some(start) => {
            let position = game.parse_position(start).expect("a position");
            (game.side_to_move(&position), position)
        }
    };
    let (mut plies, mut legal) = (Vec::new(), Vec::new());
    let outcome = loop {
        if let Some(outcome) = game.outcome(&position) {
            break outcome;
        }
        let mv = game.random_move(&position, &mut rng, &mut legal).expect("the game goes on");
        plies.push(PlyRecord { mv: game.format_move(&position, mv), ..Default::default() });
        game.play(&mut position, mv);
    };
    GameRecord {
        rules: game.name().into(),
        rules_hash: rules_hash(text),
        game: number,
        attackers: "random".into(),
        defenders: "rollouts-32".into(),
        first,
        start: start.map(str::to_owned),
        opening: rng.random_range(0..=plies.len().min(4)) as u32,
        result: outcome.into(),
        cause: outcome.cause,
        plies,
        ..GameRecord::default()
    }
}

/// The other side of [`Side::letter`].
pub fn side(letter: char) -> Side {
    letter.to_string().parse().expect("a or d")
}
