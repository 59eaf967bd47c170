//! Exports: the tables read back are the games, and nothing half-made is left.

use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::export::{
    BATCH_PLIES, FoundGame, Incomplete, Shortfall, find_sources, for_each_batch,
};
use imperial_data::{ExportError, GameRecord, GameResult, MoveText, ProblemKind, verify_folder};
use imperial_dataset::{GAMES, Maker, POSITIONS, Settings, TableFormat, export_dataset};
use imperial_engine::{Side, catalog};
use tempfile::tempdir;

use crate::common::{SMALL, finish_games, game, games, lines, movers, write_games};
use crate::tables::Rows;

fn csv() -> Settings {
    let split = "100,0,0".parse().unwrap();
    Settings { tables: vec![TableFormat::Csv], split, ..Settings::default() }
}

fn export(sources: &[PathBuf], out: &Path) -> Result<imperial_dataset::DatasetReport, ExportError> {
    let maker = Maker::default();
    export_dataset(sources, out, (&csv(), &maker), Incomplete::Refuse, &mut |_, _| ())
}

fn export_incomplete(sources: &[PathBuf], out: &Path) -> imperial_dataset::DatasetReport {
    let maker = Maker::default();
    export_dataset(sources, out, (&csv(), &maker), Incomplete::Accept, &mut |_, _| ()).unwrap()
}

/// Two games of every rule set, exported; the records and both tables.
fn exported(root: &Path) -> (Vec<GameRecord>, Rows, Rows) {
    let mut records: Vec<_> =
        catalog::names().flat_map(|name| [game(name, 0), game(name, 1)]).collect();
    for (number, record) in (0..).zip(&mut records) {
        record.game = number;
    }
    finish_games(&root.join("run/self-play"), &records);
    let out = root.join("out");
    let mut told = Vec::new();
    let maker = Maker::default();
    let report = export_dataset(
        &[root.join("run")],
        &out,
        (&csv(), &maker),
        Incomplete::Refuse,
        &mut |done, total| {
            told.push((done, total));
        },
    )
    .unwrap();
    assert_eq!(report.games(), records.len() as u64);
    assert_eq!(report.rules.len(), catalog::names().count());
    let last = told.last().unwrap();
    assert_eq!(last.0, last.1);
    (records, Rows::csv(&out.join("games")), Rows::csv(&out.join("positions")))
}

#[test]
fn games_are_read_back() {
    let root = tempdir().unwrap();
    let (records, table, _) = exported(root.path());
    assert_eq!(table.head, GAMES.map(|column| column.name));
    assert_eq!(table.rows.len(), records.len());
    for (row, record) in records.iter().enumerate() {
        let cell = |column| table.cell(row, column);
        assert_eq!(cell("game_id").len(), 16);
        assert_eq!(cell("source"), "self-play");
        assert_eq!(cell("rules"), record.rules);
        assert_eq!(cell("rules_hash"), record.rules_hash);
        assert_eq!(cell("attackers_agent"), record.attackers);
        assert_eq!(cell("defenders_agent"), record.defenders);
        assert_eq!(cell("first"), record.first.name());
        assert_eq!(cell("opening_plies").parse(), Ok(record.opening));
        assert_eq!(cell("plies").parse(), Ok(record.plies.len()));
        assert_eq!(cell("result"), record.result.name());
        assert_eq!(cell("cause"), record.cause.name());
        assert_eq!(cell("cut_off").parse(), Ok(record.cause.is_cut_off()));
        assert_eq!(cell("seed").parse(), Ok(record.seed));
        assert_eq!(cell("game").parse(), Ok(record.game));
        assert_eq!(cell("engine_version"), record.engine);
        let moves: Vec<_> = cell("moves").split(' ').collect();
        let expected: Vec<_> = record.plies.iter().map(|ply| ply.mv.as_str()).collect();
        assert_eq!(moves, expected);
    }
    let small = records.iter().position(|record| record.rules == SMALL).unwrap();
    assert_eq!(table.cell(small, "start_position"), ".../.../...");
    assert_eq!(table.cell(small, "board_width"), "3");
    assert_eq!(table.cell(small, "board_height"), "3");
    let marks = table.cell(small, "final_position").chars().filter(|c| "xo".contains(*c)).count();
    assert_eq!(marks, records[small].plies.len());
}

#[test]
fn positions_are_read_back() {
    let root = tempdir().unwrap();
    let (records, games, table) = exported(root.path());
    assert_eq!(table.head, POSITIONS.map(|column| column.name));
    let mut row = 0;
    for (number, record) in records.iter().enumerate() {
        for (index, (ply, to_move)) in record.plies.iter().zip(movers(record)).enumerate() {
            let cell = |column| table.cell(row, column);
            assert_eq!(cell("game_id"), games.cell(number, "game_id"));
            assert_eq!(cell("ply").parse(), Ok(index));
            assert_eq!(cell("rules"), record.rules);
            assert_eq!(cell("to_move"), to_move.name());
            assert_eq!(cell("in_opening").parse(), Ok(index < record.opening as usize));
            assert_eq!(cell("move"), ply.mv);
            let found = |numbers| pairs(cell("search_moves"), cell(numbers));
            assert_eq!(found("search_visits"), as_f32(&ply.visits));
            assert_eq!(found("search_policy"), ply.policy);
            let search = if ply.value.is_some() { "full" } else { "none" };
            assert_eq!((cell("search"), cell("sampled")), (search, ""));
            let visits: u32 = ply.visits.iter().map(|(_, visits)| visits).sum();
            assert_eq!(cell("root_visits").parse(), Ok(visits));
            let sign = if to_move == Side::Attackers { 1.0 } else { -1.0 };
            assert_eq!(cell("root_value").parse().ok(), ply.value.map(|value| sign * value));
            assert_eq!(cell("absolute_value").parse().ok(), ply.value);
            assert_eq!(cell("result"), record.result.name());
            let z = match (record.result, to_move) {
                (GameResult::Draw, _) => "0",
                (GameResult::Attackers, Side::Attackers) => "1",
                (GameResult::Defenders, Side::Defenders) => "1",
                _ => "-1",
            };
            assert_eq!(cell("z"), z);
            assert_eq!(cell("plies_left").parse(), Ok(record.plies.len() - index));
            if record.rules == SMALL {
                assert_eq!(cell("legal_moves").parse(), Ok(9 - index));
                let marks = cell("position").chars().filter(|c| "xo".contains(*c)).count();
                assert_eq!(marks, index);
                let stones = cell("board").chars().filter(|c| "12".contains(*c)).count();
                assert_eq!((stones, cell("board").len()), (index, 9));
            }
            row += 1;
        }
    }
    assert_eq!(table.rows.len(), row);
}

fn pairs(moves: &str, numbers: &str) -> Vec<(MoveText, f32)> {
    let numbers = numbers.split(';').filter_map(|number| number.parse().ok());
    moves.split(';').map(MoveText::from).zip(numbers).collect()
}

fn as_f32(visits: &[(MoveText, u32)]) -> Vec<(MoveText, f32)> {
    visits.iter().map(|(mv, visits)| (mv.clone(), *visits as f32)).collect()
}

#[test]
fn an_export_explains_and_proves_itself() {
    let root = tempdir().unwrap();
    exported(root.path());
    let out = root.path().join("out");
    let readme = fs::read_to_string(out.join("README.md")).unwrap();
    for column in
        GAMES.map(|column| column.name).into_iter().chain(POSITIONS.map(|column| column.name))
    {
        assert!(readme.contains(&format!("| `{column}` |")), "{column}");
    }
    let report = verify_folder(&out, &mut |_, _| ());
    assert!(report.is_ok(), "{:?}", report.problems);
    assert_eq!(report.checksums, 5 + catalog::names().count() as u64);
    fs::write(out.join("games/train-00000.csv"), "game_id\n").unwrap();
    assert_eq!(verify_folder(&out, &mut |_, _| ()).problems.len(), 1);
}

/// Not even the name of the folder counts. Those of folders below it do, as `source` tells them.
#[test]
fn the_same_games_give_the_same_bytes() {
    let root = tempdir().unwrap();
    let export = |name: &str, below: &str| {
        finish_games(&root.path().join(name).join(below), &games(3));
        let out = root.path().join(name).join("out");
        export(&[root.path().join(name)], &out).unwrap();
        fs::read(out.join("SHA256SUMS")).unwrap()
    };
    let one = export("one", "run");
    assert_eq!(export("two", "run"), one);
    assert_ne!(export("three", "walk"), one);
}

/// Threads change the time and the memory, and nothing else.
#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let root = tempdir().unwrap();
    for name in catalog::names() {
        let records: Vec<GameRecord> = (0..2).map(|number| game(name, number)).collect();
        write_games(&root.path().join("run").join(name), &records);
    }
    let tables = vec![TableFormat::Parquet, TableFormat::Jsonl];
    let settings = Settings { tables, tensors: true, ..Settings::default() };
    let export = |threads: usize| {
        let out = root.path().join(threads.to_string());
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (sources, maker) = ([root.path().join("run")], Maker::default());
        let made = (&settings, &maker);
        pool.install(|| {
            export_dataset(&sources, &out, made, Incomplete::Refuse, &mut |_, _| ()).unwrap()
        });
        fs::read_to_string(out.join("SHA256SUMS")).unwrap()
    };
    let one = export(1);
    assert!(one.contains(".npz") && one.contains(".parquet"), "{one}");
    assert_eq!(export(5), one);
}

/// A line of moves alone is short, and its rows are not.
#[test]
fn few_plies_are_worked_on_at_a_time() {
    let root = tempdir().unwrap();
    let mut record = game("brandubh", 1);
    for ply in &mut record.plies {
        *ply = imperial_data::PlyRecord { mv: std::mem::take(&mut ply.mv), ..Default::default() };
    }
    let games = 3 * BATCH_PLIES / record.plies.len();
    let number = |game| GameRecord { game, ..record.clone() };
    let records: Vec<GameRecord> = (0..games as u64).map(number).collect();
    let path = write_games(root.path(), &records);
    assert!(fs::metadata(path).unwrap().len() < 4 << 20, "they are read at once");
    let sources = find_sources(&[root.path().to_owned()]).unwrap();
    let mut seen = Vec::new();
    let work = |game: FoundGame<'_>| Ok((game.record.game, game.record.plies.len()));
    let visit = |games: Vec<(u64, usize)>| {
        let plies: usize = games.iter().map(|(_, plies)| plies).sum();
        assert!(plies <= BATCH_PLIES, "{plies} plies at a time");
        seen.extend(games.into_iter().map(|(game, _)| game));
        Ok::<_, ExportError>(())
    };
    for_each_batch(&sources, Incomplete::Refuse, &mut |_, _| (), work, visit).unwrap();
    assert!(seen.iter().copied().eq(0..games as u64), "in order");
}

#[test]
fn an_untrue_game_makes_no_tables() {
    let root = tempdir().unwrap();
    let mut records = games(3);
    records[2].plies[0].mv = "z1".into();
    write_games(&root.path().join("run"), &records);
    let out = root.path().join("out");
    let error = export(&[root.path().join("run")], &out).unwrap_err();
    assert!(error.to_string().contains("games.jsonl:3: game 2, ply 1, move `z1`"), "{error}");
    assert!(!out.exists(), "nothing is left behind");
    write_games(&root.path().join("run"), &games(2));
    export(&[root.path().join("run")], &out).unwrap();
    let error = export(&[root.path().join("run")], &out).unwrap_err();
    assert!(matches!(error, ExportError::NotEmpty(_)), "{error}");
}

#[test]
fn games_of_other_rules_are_refused() {
    let root = tempdir().unwrap();
    let mut record = game(SMALL, 0);
    record.rules_hash = "0123456789abcdef".into();
    write_games(root.path(), &[record]);
    let error = export(&[root.path().into()], &root.path().join("out")).unwrap_err();
    assert!(matches!(error, ExportError::Rules { line: 1, .. }), "{error}");
}

#[test]
fn an_incomplete_last_line_is_left_out_and_told() {
    let root = tempdir().unwrap();
    let path = write_games(&root.path().join("run"), &games(1));
    fs::write(&path, lines(&games(1)).concat() + "{\"format\":").unwrap();
    let report = export(std::slice::from_ref(&path), &root.path().join("out")).unwrap();
    assert_eq!(report.games(), 1);
    assert_eq!(report.gaps.torn, [fs::canonicalize(path).unwrap()]);
}

#[test]
fn a_number_that_repeats_in_a_file_is_placed() {
    let root = tempdir().unwrap();
    let mut records = games(2);
    records.push(GameRecord { seed: 7, ..records[0].clone() });
    write_games(&root.path().join("run"), &records);
    let error = export(&[root.path().join("run")], &root.path().join("out")).unwrap_err();
    assert!(
        error.to_string().contains("games.jsonl:3: game 0 is there already, at line 1"),
        "{error}"
    );
}

#[test]
fn games_that_are_lost_are_told() {
    let root = tempdir().unwrap();
    let run = root.path().join("run");
    let whole = lines(&games(3)).concat();
    let truncated = Some(&whole[..whole.len() - 9]);
    for (name, left, found) in
        [("truncated", truncated, 2), ("empty", Some(""), 0), ("deleted", None, 0)]
    {
        let folder = run.join(name);
        finish_games(&folder, &games(3));
        let file = folder.join("games.jsonl");
        left.map_or_else(|| fs::remove_file(&file), |left| fs::write(&file, left)).unwrap();
        let out = root.path().join("out").join(name);
        let error = export(std::slice::from_ref(&folder), &out).unwrap_err().to_string();
        let expected = format!("{name}/games.jsonl: {found} games, but was finished with 3");
        assert!(error.contains(&expected), "{error}");
        let problems = verify_folder(&folder, &mut |_, _| ()).problems;
        let is_count = |kind: &ProblemKind| matches!(kind, ProblemKind::Count { .. });
        assert!(problems.iter().any(|problem| is_count(&problem.kind)), "{problems:?}");
        if found == 0 {
            continue;
        }
        let report = export_incomplete(&[folder], &out);
        assert_eq!(report.games(), found);
        let file = fs::canonicalize(&run).unwrap().join(name).join("games.jsonl");
        assert_eq!(report.gaps.incomplete, [Shortfall { file, found, finished: 3 }]);
    }
}

#[test]
fn a_finished_file_that_was_changed_is_not_passed_off_as_true() {
    let root = tempdir().unwrap();
    let run = root.path().join("run");
    finish_games(&run, &games(3));
    let file = run.join("games.jsonl");
    let mut records = games(3);
    records[1].attackers = "somebody".into();
    fs::write(&file, lines(&records).concat()).unwrap();
    let out = root.path().join("out");
    let error = export(std::slice::from_ref(&run), &out).unwrap_err().to_string();
    assert!(error.contains("games.jsonl: changed since it was finished; repair it"), "{error}");
    let report = export_incomplete(&[run], &out);
    let file = fs::canonicalize(file).unwrap();
    assert_eq!(report.games(), 3);
    assert_eq!(report.gaps.incomplete, [Shortfall { file, found: 3, finished: 3 }]);
}

#[test]
fn several_sources_keep_their_games_apart() {
    let root = tempdir().unwrap();
    let source = |name: &str| root.path().join(name);
    for (run, seed) in [("a/run", 1), ("b/run", 2), ("c", 1)] {
        let records =
            games(1).into_iter().map(|game| GameRecord { seed, ..game }).collect::<Vec<_>>();
        write_games(&source(run), &records);
    }
    let report = export(&[source("a/run"), source("b/run"), source("c")], &source("out")).unwrap();
    // The game of `c` is that of `a/run`, which is one and the same; that of `b/run` has its moves.
    assert_eq!((report.games(), report.repeated, report.duplicates), (2, 1, 1));
    let table = Rows::csv(&source("out/games"));
    assert_eq!([table.cell(0, "source"), table.cell(1, "source")], ["1/.", "2/."]);
    assert_eq!([table.cell(0, "duplicate"), table.cell(1, "duplicate")], ["false", "true"]);
    assert_eq!(table.cell(0, "play_id"), table.cell(1, "play_id"));
    assert_ne!(table.cell(0, "game_id"), table.cell(1, "game_id"));
    fs::create_dir(source("empty")).unwrap();
    let error = export(&[source("empty")], &source("out2")).unwrap_err();
    assert!(matches!(error, ExportError::NoGames(_)), "{error}");
}

/// What a killed export leaves is removed by the next one; what is not its own is not.
#[test]
fn a_stopped_export_starts_anew() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(2));
    let out = root.path().join("out");
    fs::create_dir_all(out.join("positions")).unwrap();
    fs::write(out.join(".unfinished"), "").unwrap();
    fs::write(out.join("positions/.train-00000.csv.7.part"), "half").unwrap();
    fs::write(out.join("README.md"), "old").unwrap();
    export(&[root.path().join("run")], &out).unwrap();
    assert!(verify_folder(&out, &mut |_, _| ()).is_ok());
    assert!(!out.join(".unfinished").exists());
    assert_eq!(fs::read_dir(out.join("positions")).unwrap().count(), 1);
    let kept = root.path().join("kept");
    fs::create_dir(&kept).unwrap();
    fs::write(kept.join(".unfinished"), "").unwrap();
    fs::write(kept.join("thesis.txt"), "years of work").unwrap();
    let error = export(&[root.path().join("run")], &kept).unwrap_err();
    assert!(matches!(error, ExportError::NotEmpty(_)), "{error}");
    assert!(kept.join("thesis.txt").exists());
}
