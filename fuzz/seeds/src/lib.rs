//! What fuzzing begins with: inputs made of the repository's own files and of random games by its rule sets.
//!
//! A target calls [`write`] before its first input. It does nothing unless `IMPERIAL_SEEDS` names a folder.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::sync::OnceLock;

use imperial_data::storage::{Storage, install};
use imperial_data::{GameRecord, PlyRecord, rules_hash};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Game, Side, game_stream, with_game};

/// Games of each rule set; their search figures are made up.
const GAMES: u64 = 2;

/// Longest game: a longer input is seldom changed at the place that matters.
const PLIES: usize = 60;

/// The file system, which no input of a fuzzer must reach safely.
struct Hasty;

impl Storage for Hasty {
    fn sync(&self, _: &Path, _: &File) -> io::Result<()> {
        Ok(())
    }
}

/// A folder for the files of a target, which are never synced.
pub fn folder() -> tempfile::TempDir {
    install(&Hasty);
    tempfile::tempdir().expect("a folder")
}

/// Every rule set of the catalogue, compiled once.
pub fn compiled(pick: u8) -> &'static AnyGame {
    static ALL: OnceLock<Vec<AnyGame>> = OnceLock::new();
    let all = ALL.get_or_init(|| catalogue().map(|(_, _, game)| game).collect());
    &all[usize::from(pick) % all.len()]
}

/// Writes the seeds as files into the folder that `IMPERIAL_SEEDS` names.
pub fn write<T: AsRef<[u8]>>(seeds: impl FnOnce() -> Vec<T>) {
    let Some(folder) = std::env::var_os("IMPERIAL_SEEDS") else { return };
    fs::create_dir_all(&folder).expect("the folder of the seeds");
    for (number, seed) in seeds().into_iter().enumerate() {
        let path = Path::new(&folder).join(format!("seed-{number:04}"));
        fs::write(path, seed).expect("a seed");
    }
}

/// The content of every file below `folder` of the repository whose name ends in `ending`.
pub fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let is_meant = |path: &Path| path.to_string_lossy().ends_with(ending);
    let found = imperial_data::find_files(&root, is_meant).expect("a folder of the repository");
    assert!(!found.is_empty(), "{folder} has no {ending}");
    found.into_iter().map(|path| fs::read(path).expect("a file")).collect()
}

/// The text of every rule set.
pub fn rules() -> Vec<&'static str> {
    catalog::names().filter_map(catalog::text).collect()
}

/// The number of a rule set in the catalogue, its name and its game.
pub fn catalogue() -> impl Iterator<Item = (u8, &'static str, AnyGame)> {
    let games = |name| AnyGame::by_name(name).expect("a rule set of the catalogue");
    (0..).zip(catalog::names()).map(move |(number, name)| (number, name, games(name)))
}

/// Random games of every rule set.
pub fn games() -> Vec<(AnyGame, GameRecord)> {
    let mut all = Vec::new();
    for (_, name, any) in catalogue() {
        let text = catalog::text(name).unwrap_or_default();
        let played: Vec<_> =
            (0..GAMES).map(|number| with_game!(&any, |game| random(game, text, number))).collect();
        let again = || AnyGame::by_name(name).expect("a rule set of the catalogue");
        all.extend(played.into_iter().map(|record| (again(), record)));
    }
    all
}

/// The lines of random games of every rule set, with their breaks: in the older format, whose lines have no checksum that
/// a change would break.
pub fn lines() -> Vec<String> {
    let older = |(_, record): (_, GameRecord)| GameRecord { format: 1, ..record };
    let games = games().into_iter().map(older);
    games.map(|record| record.to_line().expect("a record")).collect()
}

/// A position of each of these games, as the game writes it, with a move that is legal there.
pub fn position(game: &impl Game, plies: usize) -> (String, Option<String>) {
    let mut rng = game_stream(plies as u64, 0);
    let (mut position, mut moves) = (game.start(first(game)), Vec::new());
    for _ in 0..plies {
        let Some(mv) = game.random_move(&position, &mut rng, &mut moves) else { break };
        game.play(&mut position, mv);
    }
    let mv = game.moves(&position).first().map(|mv| game.format_move(&position, *mv));
    (game.format_position(&position), mv)
}

/// A side that may begin.
pub fn first(game: &impl Game) -> Side {
    game.first().usual()
}

fn random(game: &impl Game, text: &str, number: u64) -> GameRecord {
    let mut rng = game_stream(1855, number);
    let (mut position, mut legal) = (game.start(first(game)), Vec::new());
    let mut plies = Vec::new();
    while plies.len() < PLIES {
        let Some(mv) = game.random_move(&position, &mut rng, &mut legal) else { break };
        let mut ply = PlyRecord { mv: game.format_move(&position, mv), ..Default::default() };
        if plies.len() % 2 == 0 {
            ply.value = Some(0.25);
            ply.visits = vec![(ply.mv.as_str().into(), 3)];
            ply.policy = vec![(ply.mv.as_str().into(), 0.5)];
        }
        plies.push(ply);
        game.play(&mut position, mv);
    }
    let mut record = GameRecord {
        rules: game.name().into(),
        rules_hash: rules_hash(text),
        seed: 1855,
        game: number,
        attackers: "random".into(),
        defenders: "network:16@learned".into(),
        first: first(game),
        plies,
        ..GameRecord::default()
    };
    if let Some(outcome) = game.outcome(&position) {
        (record.result, record.cause) = (outcome.into(), outcome.cause);
    }
    record
}
