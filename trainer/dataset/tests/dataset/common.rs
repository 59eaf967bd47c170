//! Games to test with: played at random through the engine, with made-up search numbers.

use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::{GameLog, GameRecord, Job, PlyRecord, replay, rules_hash};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Game, Side, game_stream, with_game};
use rand::{Rng, RngExt};

/// Seed of all test jobs.
pub const SEED: u64 = 1855;

/// The rule set of most tests: its games are short.
pub const SMALL: &str = "tic-tac-toe";

/// Game `number` of a rule set in the catalogue.
pub fn game(rules: &str, number: u64) -> GameRecord {
    let text = catalog::text(rules).expect("the rule set is embedded");
    let game = AnyGame::by_name(rules).expect("it is valid");
    with_game!(&game, |game| play(game, text, number))
}

/// Games 0 to `count` − 1 of the small rule set.
pub fn games(count: u64) -> Vec<GameRecord> {
    (0..count).map(|number| game(SMALL, number)).collect()
}

/// The side that makes each ply: a turn may have several.
pub fn movers(record: &GameRecord) -> Vec<Side> {
    let game = AnyGame::by_name(&record.rules).expect("a game of the catalogue");
    let mut movers = Vec::new();
    with_game!(&game, |game| {
        replay(game, record, |step| movers.push(game.side_to_move(step.position))).expect("legal");
    });
    movers
}

/// The job of [`game`], with every embedded rule set.
pub fn job() -> Job {
    catalog::names().fold(Job::new(SEED), |job, name| {
        job.with_rules(name, catalog::text(name).expect("a listed name has a text"))
    })
}

fn play<G: Game>(game: &G, text: &str, number: u64) -> GameRecord {
    let mut rng = game_stream(SEED, number);
    let first = game.first().draw(&mut rng);
    let mut position = game.start(first);
    let mut plies = Vec::new();
    let mut legal = Vec::new();
    let outcome = loop {
        if let Some(outcome) = game.outcome(&position) {
            break outcome;
        }
        game.legal_moves(&position, &mut legal);
        let mv = legal[rng.random_range(0..legal.len())];
        plies.push(ply(game, &position, &legal, mv, &mut rng));
        game.play(&mut position, mv);
    };
    GameRecord {
        rules: game.name().into(),
        rules_hash: rules_hash(text),
        seed: SEED,
        game: number,
        attackers: "random".into(),
        defenders: "made-up, \"quoted\"".into(),
        first,
        opening: rng.random_range(0..=plies.len().min(4)) as u32,
        result: outcome.into(),
        cause: outcome.cause,
        plies,
        ..GameRecord::default()
    }
}

/// A ply, every second one with search numbers for up to five moves.
fn ply<G: Game>(
    game: &G,
    position: &G::Position,
    legal: &[G::Move],
    mv: G::Move,
    rng: &mut impl Rng,
) -> PlyRecord {
    let mut record = PlyRecord { mv: game.format_move(position, mv), ..Default::default() };
    if rng.random::<bool>() {
        let moves: Vec<String> =
            legal.iter().take(5).map(|mv| game.format_move(position, *mv)).collect();
        let share = 0.99 / moves.len() as f32;
        record.value = Some(rng.random::<f32>() * 2.0 - 1.0);
        record.visits = moves.iter().map(|mv| (mv.into(), rng.random_range(1..99))).collect();
        record.policy = moves.iter().map(|mv| (mv.into(), share)).collect();
    }
    record
}

/// The lines of records, each with its line break.
pub fn lines(records: &[GameRecord]) -> Vec<String> {
    records.iter().map(|record| record.to_line().expect("a record is JSON")).collect()
}

/// Writes records as `games.jsonl` into a folder, without a log.
pub fn write_games(folder: &Path, records: &[GameRecord]) -> PathBuf {
    let path = folder.join("games.jsonl");
    fs::create_dir_all(folder).expect("a temporary folder");
    fs::write(&path, lines(records).concat()).expect("a temporary file");
    path
}

/// Writes records as a finished log into a folder.
pub fn finish_games(folder: &Path, records: &[GameRecord]) -> PathBuf {
    fs::create_dir_all(folder).expect("a temporary folder");
    let path = folder.join("games.jsonl");
    let (log, _) = GameLog::open(&path, job()).expect("a new log");
    for record in records {
        log.append(record).expect("a true game");
    }
    log.finish().expect("the log is whole");
    path
}
