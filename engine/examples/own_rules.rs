//! A rule set of one's own: Imperial Contest with a king who wins in the corners, played at random.
//!
//! `cargo run --release -p imperial-engine --example own_rules`

use std::error::Error;

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Game, Outcome, Side, game_stream, with_game};

const GAMES: u64 = 10_000;

/// Wins of the attackers, draws, wins of the defenders in random games.
fn random_games(game: &impl Game) -> [u64; 3] {
    let (mut counts, mut scratch) = ([0; 3], Vec::new());
    for number in 0..GAMES {
        let mut rng = game_stream(1855, number);
        let mut position = game.start(game.first().draw(&mut rng));
        let outcome = loop {
            match game.outcome(&position) {
                Some(outcome) => break outcome,
                None => {
                    let mv = game.random_move(&position, &mut rng, &mut scratch);
                    game.play(&mut position, mv.expect("the game goes on"));
                }
            }
        };
        counts[place(outcome)] += 1;
    }
    counts
}

fn place(outcome: Outcome) -> usize {
    match outcome.winner {
        Some(Side::Attackers) => 0,
        None => 1,
        Some(Side::Defenders) => 2,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let edge = catalog::text("imperial-contest").ok_or("it is embedded")?;
    let corner = edge
        .replace("name = \"imperial-contest\"", "name = \"imperial-contest-corner\"")
        .replace("goal = \"edge\"", "goal = \"corner\"");
    for text in [edge, &corner] {
        let game = AnyGame::from_toml(text)?;
        let [attackers, draws, defenders] = with_game!(&game, |game| random_games(game));
        println!("{}: {attackers} : {draws} : {defenders} of {GAMES}", game.name());
    }
    Ok(())
}
