//! Exports: the tables read back are the games, and nothing half-made is left.

use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::export::{GAMES, Incomplete, POSITIONS, Shortfall};
use imperial_data::{ExportError, GameRecord, GameResult, ProblemKind, export_csv, verify_folder};
use imperial_engine::{Side, catalog};
use tempfile::tempdir;

use crate::common::{SMALL, finish_games, game, games, lines, write_games};

/// A table as rows of named cells.
struct Rows {
    head: Vec<String>,
    rows: Vec<csv::StringRecord>,
}

impl Rows {
    fn read(path: &Path) -> Self {
        let mut reader = csv::Reader::from_path(path).unwrap();
        let head = reader.headers().unwrap().iter().map(str::to_owned).collect();
        Self { head, rows: reader.records().map(Result::unwrap).collect() }
    }

    fn cell(&self, row: usize, column: &str) -> &str {
        let at = self.head.iter().position(|name| name == column).unwrap();
        &self.rows[row][at]
    }
}

fn export(sources: &[PathBuf], out: &Path) -> Result<imperial_data::ExportReport, ExportError> {
    export_csv(sources, out, Incomplete::Refuse, &mut |_, _| ())
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
    let report = export_csv(&[root.join("run")], &out, Incomplete::Refuse, &mut |done, total| {
        told.push((done, total));
    })
    .unwrap();
    assert_eq!(report.games, records.len() as u64);
    assert_eq!(report.rules.len(), catalog::names().count());
    let last = told.last().unwrap();
    assert_eq!(last.0, last.1);
    (records, Rows::read(&out.join("games.csv")), Rows::read(&out.join("positions.csv")))
}

#[test]
fn games_are_read_back() {
    let root = tempdir().unwrap();
    let (records, table, _) = exported(root.path());
    assert_eq!(table.head, GAMES.map(|(name, _)| name));
    assert_eq!(table.rows.len(), records.len());
    for (row, record) in records.iter().enumerate() {
        let cell = |column| table.cell(row, column);
        assert_eq!(cell("game_id"), format!("run/self-play/{}", record.game));
        assert_eq!(cell("source"), "run/self-play");
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
    let (records, _, table) = exported(root.path());
    assert_eq!(table.head, POSITIONS.map(|(name, _)| name));
    let mut row = 0;
    for record in &records {
        for (index, ply) in record.plies.iter().enumerate() {
            let cell = |column| table.cell(row, column);
            assert_eq!(cell("game_id"), format!("run/self-play/{}", record.game));
            assert_eq!(cell("ply").parse(), Ok(index));
            assert_eq!(cell("rules"), record.rules);
            // The sides take turns in all games that we have.
            let to_move = if index % 2 == 0 { record.first } else { !record.first };
            assert_eq!(cell("to_move"), to_move.name());
            assert_eq!(cell("in_opening").parse(), Ok(index < record.opening as usize));
            assert_eq!(cell("move"), ply.mv);
            assert_eq!(pairs::<u32>(cell("visits")), ply.visits);
            assert_eq!(pairs::<f32>(cell("policy")), ply.policy);
            let visits: u32 = ply.visits.iter().map(|(_, visits)| visits).sum();
            assert_eq!(cell("root_visits").parse(), Ok(visits));
            let sign = if to_move == Side::Attackers { 1.0 } else { -1.0 };
            assert_eq!(cell("root_value").parse().ok(), ply.value.map(|value| sign * value));
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
            }
            row += 1;
        }
    }
    assert_eq!(table.rows.len(), row);
}

fn pairs<T: std::str::FromStr<Err: std::fmt::Debug>>(cell: &str) -> Vec<(String, T)> {
    let pair = |text: &str| {
        let (mv, number) = text.split_once(':').unwrap();
        (mv.to_owned(), number.parse().unwrap())
    };
    cell.split(';').filter(|text| !text.is_empty()).map(pair).collect()
}

#[test]
fn an_export_explains_and_proves_itself() {
    let root = tempdir().unwrap();
    exported(root.path());
    let out = root.path().join("out");
    let readme = fs::read_to_string(out.join("README.md")).unwrap();
    for column in GAMES.map(|(name, _)| name).into_iter().chain(POSITIONS.map(|(name, _)| name)) {
        assert!(readme.contains(&format!("| `{column}` |")), "{column}");
    }
    let report = verify_folder(&out, &mut |_, _| ());
    assert!(report.is_ok(), "{:?}", report.problems);
    assert_eq!(report.checksums, 3 + catalog::names().count() as u64);
    fs::write(out.join("games.csv"), "game_id\n").unwrap();
    assert_eq!(verify_folder(&out, &mut |_, _| ()).problems.len(), 1);
}

#[test]
fn the_same_games_give_the_same_bytes() {
    let root = tempdir().unwrap();
    finish_games(&root.path().join("run"), &games(3));
    let export = |name: &str| {
        let out = root.path().join(name);
        export(&[root.path().join("run")], &out).unwrap();
        fs::read(out.join("SHA256SUMS")).unwrap()
    };
    assert_eq!(export("one"), export("two"));
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
    assert_eq!(fs::read_dir(&out).unwrap().count(), 0, "no file is left behind");
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
    assert_eq!(report.games, 1);
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
        let report = export_csv(&[folder], &out, Incomplete::Accept, &mut |_, _| ()).unwrap();
        assert_eq!(report.games, found);
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
    let report = export_csv(&[run], &out, Incomplete::Accept, &mut |_, _| ()).unwrap();
    let file = fs::canonicalize(file).unwrap();
    assert_eq!(report.games, 3);
    assert_eq!(report.gaps.incomplete, [Shortfall { file, found: 3, finished: 3 }]);
}

#[test]
fn several_sources_keep_their_games_apart() {
    let root = tempdir().unwrap();
    for run in ["a/run", "b/run", "c"] {
        finish_games(&root.path().join(run), &games(1));
    }
    let source = |name: &str| root.path().join(name);
    let error = export(&[source("a/run"), source("b/run")], &source("out")).unwrap_err();
    assert!(matches!(&error, ExportError::SameLabel { label, .. } if label == "run"), "{error}");
    export(&[source("a/run"), source("c")], &source("out")).unwrap();
    let table = Rows::read(&source("out/games.csv"));
    assert_eq!([table.cell(0, "game_id"), table.cell(1, "game_id")], ["run/0", "c/0"]);
    fs::create_dir(source("empty")).unwrap();
    let error = export(&[source("empty")], &source("out2")).unwrap_err();
    assert!(matches!(error, ExportError::NoGames(_)), "{error}");
}
