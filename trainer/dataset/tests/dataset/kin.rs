//! Games that begin within others, as those of trainings do: they are where these are.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::export::Incomplete;
use imperial_data::{GameRecord, PlyRecord};
use imperial_dataset::{
    DatasetReport, Maker, Settings, Split, TableFormat, export_dataset, import_dataset,
};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Game, game_stream, with_game};
use rand::RngExt;
use tempfile::tempdir;

use crate::common::{game, write_games};
use crate::tables::{Rows, files};

/// Its games are long enough to be left in several places.
const RULES: &str = "connect-four";

/// Random games share fewer plies.
const BY_CHANCE: usize = 8;

/// A game from the start, after two drawn plies.
fn whole(number: u64) -> GameRecord {
    GameRecord { opening: 2, defenders: "random".into(), ..game(RULES, number) }
}

/// A game that leaves `parent` after so many plies, and goes on with one that is drawn.
fn fork(parent: &GameRecord, plies: usize, number: u64) -> GameRecord {
    let game = AnyGame::by_name(RULES).unwrap();
    with_game!(&game, |game| fork_of(game, parent, plies, number))
}

fn fork_of<G: Game>(game: &G, parent: &GameRecord, plies: usize, number: u64) -> GameRecord {
    let (mut rng, mut position) = (game_stream(number, 7), game.start(parent.first));
    let mut moves = parent.plies[..plies].to_vec();
    for ply in &moves {
        let mv = game.parse_move(&position, &ply.mv).unwrap();
        game.play(&mut position, mv);
    }
    let outcome = loop {
        if let Some(outcome) = game.outcome(&position) {
            break outcome;
        }
        let legal = game.moves(&position);
        let mv = legal[rng.random_range(0..legal.len())];
        moves.push(PlyRecord { mv: game.format_move(&position, mv), ..PlyRecord::default() });
        game.play(&mut position, mv);
    };
    GameRecord {
        game: number,
        opening: plies as u32 + 1,
        result: outcome.into(),
        cause: outcome.cause,
        plies: moves,
        ..parent.clone()
    }
}

/// Writes a file of games, and the one job that has played them.
fn write(folder: &Path, random_plies: u32, games: &[GameRecord]) {
    let path = write_games(folder, games);
    let job = format!(r#"{{"opening": {{"random_plies": {random_plies}, "sampled_plies": 4}}}}"#);
    fs::write(path.with_file_name("job.json"), job).unwrap();
}

/// Three generations: games from the start, two that leave each of them, and some that leave one of these.
fn write_training(root: &Path) -> [Vec<GameRecord>; 3] {
    let long = |game: &GameRecord| game.plies.len() > 20;
    let wholes: Vec<_> = (0..).map(whole).filter(long).take(40).collect();
    let forks = (0..)
        .zip(&wholes)
        .flat_map(|(nth, game)| [fork(game, 14, 2 * nth), fork(game, 10, 2 * nth + 1)]);
    let forks: Vec<_> = forks.collect();
    let long = forks.iter().filter(|game| game.plies.len() > 18);
    let later: Vec<_> = (0..).zip(long).map(|(nth, game)| fork(game, 16, nth)).collect();
    assert!(later.len() > 20);
    for (name, random_plies, games) in [("1", 2, &wholes), ("2", 1, &forks), ("3", 1, &later)] {
        write(&root.join(name), random_plies, games);
    }
    [wholes, forks, later]
}

fn settings(filters: &[&str]) -> Settings {
    let filters = filters.iter().map(|text| text.parse().unwrap()).collect();
    let split = "50,25,25".parse().unwrap();
    Settings { tables: vec![TableFormat::Csv], split, filters, ..Settings::default() }
}

fn moves(game: &GameRecord) -> String {
    game.plies.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>().join(" ")
}

/// What is said of a game.
#[derive(Debug, PartialEq, Eq)]
struct Said {
    play: String,
    kin: String,
    split: String,
}

/// Exports folders in this order; gives the games by their moves.
fn export(
    root: &Path,
    folders: &[&str],
    settings: &Settings,
) -> (DatasetReport, BTreeMap<String, Said>) {
    let out = root.join("out");
    let _ = fs::remove_dir_all(&out);
    let folders: Vec<PathBuf> = folders.iter().map(|name| root.join(name)).collect();
    let maker = Maker::default();
    let made = (settings, &maker);
    let report = export_dataset(&folders, &out, made, Incomplete::Refuse, &mut |_, _| ()).unwrap();
    let mut games = BTreeMap::new();
    for path in files(&out.join("games"), "csv") {
        let split = path.file_name().unwrap().to_string_lossy();
        let split = split.split('-').next().unwrap();
        let table = Rows::csv_file(&path);
        for row in 0..table.rows.len() {
            let cell = |column: &str| table.cell(row, column).to_owned();
            let said = Said { play: cell("play_id"), kin: cell("kin_id"), split: split.to_owned() };
            games.insert(cell("moves"), said);
        }
    }
    (report, games)
}

/// Plies that two games have in common.
fn common(one: &str, other: &str) -> usize {
    one.split(' ').zip(other.split(' ')).take_while(|(a, b)| a == b).count()
}

/// Checks that no two games of different splits begin alike.
fn check_apart(games: &BTreeMap<String, Said>) {
    let splits: BTreeSet<&str> = games.values().map(|said| &*said.split).collect();
    assert_eq!(splits.len(), Split::ALL.len());
    for (moves, said) in games {
        for (other, there) in games.iter().filter(|(_, there)| there.split != said.split) {
            let plies = common(moves, other);
            assert!(plies <= BY_CHANCE, "{plies}: {moves} {said:?}, {other} {there:?}");
        }
    }
}

/// A generation that is begun within earlier games has one job, as any self-play has.
#[test]
fn one_job_may_have_games_that_begin_within_others() {
    let root = tempdir().unwrap();
    let [wholes, forks, later] = write_training(root.path());
    let (report, games) = export(root.path(), &["1", "2", "3"], &settings(&[]));
    assert_eq!(games.len(), wholes.len() + forks.len() + later.len());
    assert_eq!(report.within as usize, forks.len() + later.len());
    check_apart(&games);
    for game in wholes.iter().map(|game| &games[&moves(game)]) {
        assert_eq!(game.kin, game.play);
    }
    for (nth, game) in forks.iter().enumerate() {
        assert_eq!(games[&moves(game)].kin, games[&moves(&wholes[nth / 2])].play);
    }
}

#[test]
fn the_order_of_folders_parts_no_kin() {
    let root = tempdir().unwrap();
    write_training(root.path());
    let (_, games) = export(root.path(), &["1", "2", "3"], &settings(&[]));
    for folders in [["3", "2", "1"], ["2", "1", "3"], ["3", "1", "2"]] {
        assert_eq!(export(root.path(), &folders, &settings(&[])).1, games, "{folders:?}");
    }
}

#[test]
fn games_stay_with_one_that_is_left_out() {
    let root = tempdir().unwrap();
    let [wholes, forks, _] = write_training(root.path());
    let all = export(root.path(), &["1", "2", "3"], &settings(&[])).1;
    let sample = Settings { sample: Some(200), ..settings(&["opening>=5"]) };
    for settings in [settings(&["opening>=5"]), sample] {
        let (_, games) = export(root.path(), &["1", "2", "3"], &settings);
        assert!(wholes.iter().all(|game| !games.contains_key(&moves(game))));
        assert!(games.len() > forks.len() / 2);
        assert!(games.iter().all(|(moves, said)| *said == all[moves]));
    }
}

#[test]
fn games_that_left_one_elsewhere_stay_together() {
    let root = tempdir().unwrap();
    let [_, forks, _] = write_training(root.path());
    for folders in [&["2"][..], &["2", "3"], &["3", "2"]] {
        let (_, games) = export(root.path(), folders, &settings(&[]));
        check_apart(&games);
        for pair in forks.chunks(2) {
            let [one, other] = [&pair[0], &pair[1]].map(|game| &games[&moves(game)]);
            assert_eq!(one.kin, other.kin);
            assert_eq!(one.kin, other.play, "it has the shorter opening");
        }
    }
}

/// Random openings of several lengths, of which some are alike, and games that agents begin alike.
#[test]
fn openings_that_were_drawn_alike_make_no_kin() {
    let root = tempdir().unwrap();
    let games: Vec<_> = (0..400).map(whole).collect();
    let long = games.iter().filter(|game| game.plies.len() > 8);
    let long = long.map(|game| GameRecord { opening: 6, seed: 7, ..fork(game, 4, game.game) });
    let long: Vec<_> = long.filter(|game| game.plies.len() > 6).collect();
    write(&root.path().join("1"), 2, &games);
    write(&root.path().join("2"), 6, &long);
    let (report, games) = export(root.path(), &["1", "2"], &settings(&[]));
    assert_eq!(report.within, 0);
    assert!(games.values().all(|said| said.kin == said.play));
}

/// Of imported games no job is known, and datasets of earlier versions have no such column.
#[test]
fn kin_are_found_again_after_an_import() {
    let root = tempdir().unwrap();
    write_training(root.path());
    let before = export(root.path(), &["1", "2", "3"], &settings(&[])).1;
    let dataset = root.path().join("out");
    import_dataset(&dataset, &root.path().join("again"), None).unwrap();
    for path in files(&dataset.join("games"), "csv") {
        let Rows { head, rows } = Rows::csv_file(&path);
        let at = head.iter().position(|name| name == "kin_id").unwrap();
        let mut file = csv::Writer::from_path(&path).unwrap();
        for mut row in [head].into_iter().chain(rows) {
            row.remove(at);
            file.write_record(&row).unwrap();
        }
        file.flush().unwrap();
    }
    import_dataset(&dataset, &root.path().join("earlier"), None).unwrap();
    for folder in ["again", "earlier"] {
        assert!(!root.path().join(folder).join("1/job.json").exists());
        assert_eq!(export(root.path(), &[folder], &settings(&[])).1, before, "{folder}");
    }
}
