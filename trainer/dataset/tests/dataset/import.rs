//! A dataset that is imported gives the games that it was made of, and what was edited is checked.

use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::export::Incomplete;
use imperial_data::{GameRecord, read_games};
use imperial_dataset::{Maker, Settings, TableFormat, export_dataset, import_dataset};
use imperial_engine::catalog;
use tempfile::tempdir;

use crate::common::{game, games, write_games};

fn export(root: &Path, format: TableFormat) -> PathBuf {
    let out = root.join(format.name());
    let settings = Settings { tables: vec![format], ..Settings::default() };
    let maker = Maker::default();
    let run = [root.join("run")];
    export_dataset(&run, &out, (&settings, &maker), Incomplete::Refuse, &mut |_, _| ()).unwrap();
    out
}

fn read(path: &Path) -> Vec<GameRecord> {
    read_games(path).map(|game| game.unwrap().1).collect()
}

#[test]
fn games_come_back_as_they_were() {
    let root = tempdir().unwrap();
    let mut records: Vec<_> = catalog::names().map(|name| game(name, 1)).collect();
    for (number, record) in (0..).zip(&mut records) {
        record.game = number;
    }
    write_games(&root.path().join("run/all"), &records);
    write_games(&root.path().join("run/other/small"), &games(3));
    for format in [TableFormat::Parquet, TableFormat::Csv] {
        let dataset = export(root.path(), format);
        let out = root.path().join(format!("back-{}", format.name()));
        let imported = import_dataset(&dataset, &out, None).unwrap();
        assert_eq!(imported.games, records.len() as u64 + 3);
        assert_eq!(read(&out.join("all/games.jsonl")), records);
        assert_eq!(read(&out.join("other/small/games.jsonl")), games(3));
    }
}

#[test]
fn what_was_edited_is_checked_and_placed() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(1));
    let dataset = export(root.path(), TableFormat::Csv);
    let file = |table: &str| {
        let mut entries = fs::read_dir(dataset.join(table)).unwrap();
        entries.next().unwrap().unwrap().path()
    };
    let error = |table: &str, from: &str, to: &str| {
        let text = fs::read_to_string(file(table)).unwrap();
        fs::write(file(table), text.replacen(from, to, 1)).unwrap();
        let error = import_dataset(&dataset, &root.path().join("out"), None).unwrap_err().to_string();
        fs::write(file(table), text).unwrap();
        assert!(!root.path().join("out").exists());
        error
    };
    let first = games(1)[0].plies[0].mv.clone();
    let moves = format!(",{first} ");
    assert!(error("games", &moves, ",z9 ").contains("game 0, ply 1, move `z9`"));
    assert!(error("games", ",seed,", ",seeds,").contains("there is no column `seed`"));
    assert!(error("games", ",1855,", ",many,").contains("row 1: seed: `many` is no such number"));
    assert!(error("games", "tic-tac-toe", "brandubh").contains("there is no `rules/brandubh-"));
    assert!(error("positions", ",0,tic", ",77,tic").contains("row 1: ply 77 of a game of"));
}
