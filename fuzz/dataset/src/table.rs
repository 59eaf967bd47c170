//! A dataset one of whose tables is the input.

use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::export::Incomplete;
use imperial_data::{GameRecord, find_files, keep_rules, load_rules, verify_folder};
use imperial_dataset::TableFormat as Format;
use imperial_dataset::{Maker, Settings, export_dataset, import_dataset};
use tempfile::TempDir;

/// Rule sets whose games are in the dataset.
const RULES: [&str; 3] = ["tic-tac-toe", "brandubh", "copenhagen"];
const TABLES: [&str; 2] = ["games", "positions"];

/// What the files of a table are.
#[derive(Clone, Copy)]
pub enum Form {
    #[allow(dead_code, reason = "the other target uses it")]
    Parquet,
    #[allow(dead_code, reason = "the other target uses it")]
    Csv,
}

impl Form {
    fn format(self) -> Format {
        match self {
            Self::Parquet => Format::Parquet,
            Self::Csv => Format::Csv,
        }
    }
}

/// Exports games of these rule sets.
fn export(folder: &Path, rules: &[&str], form: Form) {
    let source = folder.join("source");
    fs::create_dir_all(&source).expect("a folder");
    let games: Vec<GameRecord> = imperial_fuzz_seeds::games()
        .into_iter()
        .map(|(_, record)| record)
        .filter(|record| rules.contains(&&*record.rules))
        .zip(0..)
        .map(|(record, game)| GameRecord { game, ..record })
        .collect();
    let lines = games.iter().map(|game| game.to_line().expect("a record"));
    fs::write(source.join("games.jsonl"), lines.collect::<String>()).expect("a file");
    let loaded: Vec<_> = rules.iter().map(|name| load_rules(name).expect("embedded")).collect();
    keep_rules(&source, &loaded).expect("room");
    let settings = Settings { tables: vec![form.format()], ..Settings::default() };
    let with = (&settings, &Maker::default());
    export_dataset(&[source], &folder.join("dataset"), with, Incomplete::Accept, &mut |_, _| ())
        .expect("a dataset");
}

/// The files of a table.
fn files(folder: &Path, table: &str) -> Vec<PathBuf> {
    let is_file = |path: &Path| path.extension().is_some();
    find_files(&folder.join("dataset").join(table), is_file).expect("a folder")
}

/// Every table of datasets of one and of all rule sets, behind its number.
pub fn seeds(form: Form) -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for rules in [&RULES[..1], &RULES[1..2], &RULES] {
        let folder = tempfile::tempdir().expect("a folder");
        export(folder.path(), rules, form);
        for (number, table) in (0..).zip(TABLES) {
            let content = |path: PathBuf| fs::read(path).expect("a file");
            let of_table = files(folder.path(), table).into_iter().map(content);
            seeds.extend(of_table.map(|content| [&[number], &*content].concat()));
        }
    }
    seeds
}

thread_local! {
    static FOLDERS: [TempDir; 2] = TABLES.map(|_| imperial_fuzz_seeds::folder());
}

/// Imports the dataset with `data` in the place of one table.
pub fn import(form: Form, data: &[u8]) {
    let Some((pick, content)) = data.split_first() else { return };
    let pick = usize::from(*pick) % TABLES.len();
    FOLDERS.with(|folders| {
        let folder = folders[pick].path();
        if !folder.join("dataset").exists() {
            export(folder, &RULES, form);
        }
        let mut table = files(folder, TABLES[pick]);
        fs::write(table.pop().expect("a file"), content).expect("a file");
        let out = folder.join("out");
        // It may be missing.
        let _ = fs::remove_dir_all(&out);
        if import_dataset(&folder.join("dataset"), &out, None).is_ok() {
            let report = verify_folder(&out, &mut |_, _| ());
            let is_empty = !out.exists() || report.files.is_empty();
            assert!(is_empty || report.is_ok(), "{:?}", report.problems);
        }
    });
}
