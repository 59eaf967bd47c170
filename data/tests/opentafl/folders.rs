//! Whole folders: exported, imported, verified.

use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::export::Incomplete;
use imperial_data::opentafl::{ImportError, ImportReport, Law, export_opentafl, import_opentafl};
use imperial_data::{ExportError, GameLog, GameRecord, Job, read_games, verify_folder};
use imperial_engine::catalog;

use crate::common::game;

const WON: &str = "1. c1-b1 c4-d4\n2. b1-b2 Kc3-c4\n3. b2-b1 Kc4-b4\n4. b1-a1 Kb4-b5--\n";

fn otg(surf: &str, ks: &str, turns: &str) -> String {
    let start = "/2t2/2T2/t1K1t/2T2/2t2/";
    format!("[rules:dim:5 {surf} esc:e ka:n ks:{ks} cor: cen: start:{start}]\n\n{turns}")
}

fn finished_log(folder: &Path, games: &[GameRecord]) {
    fs::create_dir_all(folder).expect("a temporary folder");
    let job = catalog::names().fold(Job::new(0), |job, name| {
        job.with_rules(name, catalog::text(name).expect("a listed name has a text"))
    });
    let (log, _) = GameLog::open(&folder.join("games.jsonl"), job).expect("a new log");
    games.iter().for_each(|game| log.append(game).expect("a true game"));
    log.finish().expect("the log is whole");
}

fn import(sources: &[PathBuf], out: &Path) -> Result<ImportReport, ImportError> {
    import_opentafl(sources, out, &[], &mut |_, _| ())
}

fn assert_true(folder: &Path, games: u64) {
    let report = verify_folder(folder, &mut |_, _| ());
    assert!(report.is_ok(), "{:?}", report.problems);
    assert_eq!(report.games(), games);
}

#[test]
fn games_that_opentafl_does_not_know_leave_nothing() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let [run, out] = ["run", "out"].map(|name| temporary.path().join(name));
    finished_log(&run, &[game("bagh-chal", 0, None), game("dablot-mini", 1, None)]);
    let export = export_opentafl(&[run], &out, Incomplete::Refuse, &mut |_, _| ());
    let said = export.expect_err("nothing is written").to_string();
    let expected = "OpenTafl can read none of the 2 games, so nothing was written: `bagh-chal` is not a tafl game";
    assert_eq!(said, expected);
    assert_eq!(fs::read_dir(&out).map_or(0, Iterator::count), 0);
}

#[test]
fn games_survive_the_way_out_and_back() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| temporary.path().join(name);
    let names = ["imperial-contest", "tablut-corner", "tic-tac-toe"];
    let games: Vec<_> =
        (0..9).map(|number| game(names[number as usize % 3], number, None)).collect();
    finished_log(&at("run"), &games);

    let export = export_opentafl(&[at("run")], &at("otg"), Incomplete::Refuse, &mut |_, _| ());
    let export = export.expect("is exported");
    assert_eq!((export.games, export.refused.len()), (6, 3));
    assert_eq!(export.refused[0].reason, "`tic-tac-toe` is not a tafl game");
    assert!(at("otg/run/000000.otg").is_file());
    assert_eq!(fs::read_dir(at("otg/rules")).expect("a folder").count(), 2);
    assert_true(&at("otg"), 0);

    let report = import(&[at("otg")], &at("back")).expect("is imported");
    assert_eq!((report.games, report.given, report.unfinished), (6, 0, 0));
    assert_eq!(report.rules, ["imperial-contest", "tablut-corner"]);
    assert_true(&at("back"), 6);
    let back: Vec<_> =
        read_games(&at("back/games.jsonl")).map(|game| game.expect("a game").1).collect();
    let tafl = games.iter().filter(|game| game.rules != "tic-tac-toe");
    for (back, record) in back.iter().zip(tafl) {
        assert_eq!(back.rules_hash, record.rules_hash);
        assert_eq!(
            (back.first, back.result, back.cause),
            (record.first, record.result, record.cause)
        );
        assert_eq!((&back.plies, back.opening), (&record.plies, record.opening));
    }
}

#[test]
fn games_that_the_rules_did_not_decide_are_counted() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| temporary.path().join(name);
    fs::write(at("a.otg"), otg("surf:n", "w", WON)).expect("a file");
    fs::write(at("b.otg"), otg("surf:n", "w", "1. c1-b1 ---\n")).expect("a file");
    fs::write(at("c.otg"), otg("surf:n", "w", "1. c1-b1\n")).expect("a file");
    fs::write(at("d.otg"), otg("surf:n", "s", WON)).expect("a file");
    let report = import(&[temporary.path().to_owned()], &at("out")).expect("is imported");
    assert_eq!((report.games, report.given, report.unfinished), (4, 1, 1));
    // Rule sets with one name and different laws get different names.
    assert_eq!(report.rules, ["opentafl-unknown-tafl", "opentafl-unknown-tafl-2"]);
    assert_true(&at("out"), 4);
}

#[test]
fn one_wrong_file_and_nothing_is_written() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| temporary.path().join(name);
    fs::write(at("a.otg"), otg("surf:n", "w", WON)).expect("a file");
    fs::write(at("b.otg"), otg("surf:n", "w", "1. c1-c3\n")).expect("a file");
    let error = import(&[at("a.otg"), at("b.otg")], &at("out")).expect_err("is wrong").to_string();
    let told = format!("{}: line 3: move `c1-c3` (ply 1): c3 is occupied", at("b.otg").display());
    assert!(error.contains(&told), "{error}");
    assert!(error.starts_with("1 of 2 files are wrong; nothing was written"), "{error}");
    assert!(!at("out").exists());
}

#[test]
fn stopped_ones_start_anew() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| temporary.path().join(name);
    fs::write(at("a.otg"), otg("surf:n", "w", WON)).expect("a file");
    fs::create_dir_all(at("out/rules")).expect("a folder");
    for left in ["out/.unfinished", "out/rules/old.toml", "out/games.jsonl"] {
        fs::write(at(left), "").expect("a file");
    }
    import(&[at("a.otg")], &at("out")).expect("is imported");
    assert_true(&at("out"), 1);
    assert!(!at("out/rules/old.toml").exists() && !at("out/.unfinished").exists());
    fs::create_dir_all(at("otg/run")).expect("a folder");
    for left in ["otg/.unfinished", "otg/run/000007.otg"] {
        fs::write(at(left), "half").expect("a file");
    }
    finished_log(&at("run"), &[game("tablut-corner", 0, None)]);
    export_opentafl(&[at("run")], &at("otg"), Incomplete::Refuse, &mut |_, _| ())
        .expect("is exported");
    assert!(at("otg/run/000000.otg").exists() && !at("otg/run/000007.otg").exists());
}

#[test]
fn a_law_can_be_left_out_knowingly() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| temporary.path().join(name);
    fs::write(at("a.otg"), otg("surf:y", "w", WON)).expect("a file");
    let without = [Law::Surrounding];
    let report = import_opentafl(&[at("a.otg")], &at("out"), &without, &mut |_, _| ());
    assert_eq!(report.expect("is imported").games, 1);
    assert_true(&at("out"), 1);
    let rules = fs::read_to_string(at("out/rules/opentafl-unknown-tafl.toml")).expect("a file");
    assert!(rules.contains("OpenTafl rules record, without surf"), "{rules}");
}

#[test]
fn rules_records_become_rule_files() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let at = |name: &str| temporary.path().join(name);
    let record =
        "dim:7 name:Brandub surf:n ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\n";
    fs::write(at("brandub.otn"), record).expect("a file");
    let report = import(&[at("brandub.otn")], &at("out")).expect("is imported");
    assert_eq!((report.games, report.rules), (0, vec!["opentafl-brandub".to_owned()]));
    let text = fs::read_to_string(at("out/rules/opentafl-brandub.toml")).expect("a file");
    assert!(catalog::AnyGame::from_toml(&text).is_ok(), "{text}");
}

#[test]
fn folders_are_not_mixed() {
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let full = temporary.path().to_owned();
    let empty = tempfile::tempdir().expect("a temporary folder");
    fs::write(full.join("a.otg"), otg("surf:n", "w", WON)).expect("a file");
    assert!(matches!(import(std::slice::from_ref(&full), &full), Err(ImportError::NotEmpty(_))));
    let nothing = import(&[empty.path().to_owned()], &empty.path().join("out"));
    assert!(matches!(nothing, Err(ImportError::Nothing(_))));
    finished_log(&full, &[game("tablut-corner", 0, None)]);
    let (sources, out) = ([full.clone(), full.clone()], empty.path().join("out"));
    let twice = export_opentafl(&sources, &out, Incomplete::Refuse, &mut |_, _| ());
    assert!(matches!(twice, Err(ExportError::SameLabel { .. })));
}
