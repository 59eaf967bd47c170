//! What cards and metadata name is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::GameRecord;
use imperial_data::export::Incomplete;
use imperial_dataset::{DatasetReport, Maker, Settings, Split, TableFormat, export_dataset};
use imperial_engine::Cause;
use serde_json::Value;
use tempfile::tempdir;

use crate::common::{SMALL, game, games, write_games};

fn export(root: &Path, settings: &Settings) -> (PathBuf, DatasetReport) {
    let out = root.join("out");
    let _ = fs::remove_dir_all(&out);
    let (run, maker) = ([root.join("run")], Maker::default());
    let made = (settings, &maker);
    let report = export_dataset(&run, &out, made, Incomplete::Refuse, &mut |_, _| ()).unwrap();
    (out, report)
}

/// The head of the card, which tools read as YAML.
fn head(out: &Path) -> String {
    let card = fs::read_to_string(out.join("README.md")).unwrap();
    card.split("---\n").nth(1).unwrap().to_owned()
}

fn croissant(out: &Path) -> Value {
    serde_json::from_slice(&fs::read(out.join("croissant.json")).unwrap()).unwrap()
}

/// The splits of each table that a card names, as the starts of their files.
fn named(head: &str) -> BTreeSet<String> {
    let paths = head.lines().filter_map(|line| line.trim().strip_prefix("path: "));
    paths.map(|path| path.split_once("-*.").unwrap().0.to_owned()).collect()
}

/// The splits of each table that have a file.
fn there(out: &Path) -> BTreeSet<String> {
    let tables = ["games", "positions"].into_iter().filter(|table| out.join(table).exists());
    let files = tables.flat_map(|table| fs::read_dir(out.join(table)).unwrap());
    let names = files.map(|file| file.unwrap().path().strip_prefix(out).unwrap().to_owned());
    names.map(|name| name.to_str().unwrap().split_once('-').unwrap().0.to_owned()).collect()
}

/// A game that was broken off before its first ply has no positions; here it is alone in its split.
#[test]
fn splits_without_rows_are_not_named() {
    let root = tempdir().unwrap();
    let empty = GameRecord {
        opening: 0,
        plies: Vec::new(),
        cause: Cause::Unfinished,
        result: imperial_data::GameResult::Draw,
        ..game(SMALL, 1)
    };
    write_games(&root.path().join("run"), &[game(SMALL, 0), empty]);
    for tables in [TableFormat::Parquet, TableFormat::Jsonl, TableFormat::Csv] {
        let mut apart = 0;
        for train in (0..=100).step_by(10) {
            let split = format!("{train},0,{}", 100 - train).parse().unwrap();
            let (out, report) = export(
                root.path(),
                &Settings { tables: vec![tables], split, ..Settings::default() },
            );
            assert_eq!(named(&head(&out)), there(&out), "{train} percent to learn from");
            let splits = head(&out).matches("num_examples: ").count();
            assert_eq!(splits, if tables == TableFormat::Csv { 0 } else { there(&out).len() });
            apart += usize::from(report.counts.len() == 2 && there(&out).len() == 3);
        }
        assert!(apart > 0, "no percentage parts the two games");
    }
}

#[test]
fn splits_that_filters_empty_are_not_named() {
    let root = tempdir().unwrap();
    let mut records = games(30);
    for record in &mut records[1..] {
        record.plies.iter_mut().for_each(|ply| ply.visits.clear());
        record.plies.iter_mut().for_each(|ply| ply.policy.clear());
    }
    write_games(&root.path().join("run"), &records);
    let tables = vec![TableFormat::Parquet];
    let filters = vec!["search=full".parse().unwrap()];
    let split = "40,30,30".parse().unwrap();
    let (out, report) =
        export(root.path(), &Settings { tables, filters, split, ..Settings::default() });
    assert_eq!((report.games(), report.counts.len()), (1, 1));
    assert_eq!((named(&head(&out)), there(&out).len()), (there(&out), 2));
    let record_sets = croissant(&out)["recordSet"].as_array().unwrap().len();
    assert_eq!(record_sets, 2);
}

/// Keys and boards that have digits alone stay texts.
#[test]
fn cards_of_every_format_give_types() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(3));
    for (format, kinds) in [
        (TableFormat::Parquet, ["dtype: bool", "list: string", "list: uint32", "list: float32"]),
        (TableFormat::Jsonl, ["dtype: bool", "list: string", "list: uint32", "list: float32"]),
        (TableFormat::Csv, ["dtype: string"; 4]),
    ] {
        let (out, _) =
            export(root.path(), &Settings { tables: vec![format], ..Settings::default() });
        let head = head(&out);
        for (column, kind) in [
            ("game_id", "dtype: string"),
            ("board", "dtype: string"),
            ("seed", "dtype: uint64"),
            ("root_visits", "dtype: uint64"),
            ("root_value", "dtype: float32"),
            ("sampled", kinds[0]),
            ("search_moves", kinds[1]),
            ("search_visits", kinds[2]),
            ("search_policy", kinds[3]),
        ] {
            let feature = format!("  - name: {column}\n    {kind}\n");
            assert!(head.contains(&feature), "{format:?}: expected {feature} in {head}");
        }
        // `datasets` reads CSV by the types of the configuration, and casts the rest by those of the dataset.
        let place = head.find("  features:\n").unwrap();
        let before = head[..place].lines().last().unwrap();
        assert_eq!(before, "- config_name: games");
        assert_eq!(head.contains("dataset_info:"), format != TableFormat::Csv);
    }
}

/// Nobody who loads a dataset should look for files of a split that has none.
#[test]
fn snippets_load_a_split_that_is_there() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(20));
    for table in [TableFormat::Parquet, TableFormat::Jsonl, TableFormat::Csv] {
        for (split, first) in [("0,50,50", "validation"), ("0,0,100", "test"), ("50,0,50", "train")]
        {
            let split = split.parse().unwrap();
            let tables = vec![table];
            let (out, _) = export(
                root.path(),
                &Settings { tables, tensors: true, split, ..Settings::default() },
            );
            let card = fs::read_to_string(out.join("README.md")).unwrap();
            assert!(card.contains(&format!("Positions(\"tensors/*/{first}-*.npz\")")), "{card}");
            assert!(out.join(format!("tensors/tic-tac-toe-3x3/{first}-00000.npz")).exists());
            assert!(first == "train" || !card.contains("\"train\"") && !card.contains("/train-"));
        }
    }
}

#[test]
fn cards_name_what_the_split_follows() {
    let root = tempdir().unwrap();
    let whole = GameRecord { opening: 1, ..game("connect-four", 3) };
    // Each goes one ply on from the first game, and is left there.
    let within = |number: u64| GameRecord {
        game: number,
        opening: 5 + number as u32,
        plies: whole.plies[..6 + number as usize].to_vec(),
        result: imperial_data::GameResult::Draw,
        cause: Cause::Unfinished,
        ..whole.clone()
    };
    for (count, said) in [
        (0, "No game here began within another one. "),
        (1, "1 game began within another one and is where that is. "),
        (2, "2 games began within others and are where these are. "),
    ] {
        let games: Vec<_> =
            std::iter::once(whole.clone()).chain((4..4 + count).map(within)).collect();
        write_games(&root.path().join("run"), &games);
        for tables in [vec![TableFormat::Parquet], Vec::new()] {
            let has_tables = !tables.is_empty();
            let tensors = !has_tables;
            let (out, report) =
                export(root.path(), &Settings { tables, tensors, ..Settings::default() });
            assert_eq!((report.games(), report.within), (1 + count, count));
            let card = fs::read_to_string(out.join("README.md")).unwrap();
            assert!(card.contains("Games are split by `kin_id` (90,5,5 percent"), "{card}");
            assert!(card.contains(said), "{said} {card}");
            assert!(card.contains("so split by `kin_id` if you split again."), "{card}");
            assert_eq!(card.contains("| `kin_id` | string |"), has_tables);
            assert_eq!(card.contains("`--format parquet,npz` adds"), !has_tables);
            let fields = croissant(&out).to_string();
            assert_eq!(fields.contains("\"games/kin_id\""), has_tables);
        }
    }
}

#[test]
fn licences_have_an_address() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(3));
    let license = Some("cc-by-sa-4.0".parse().unwrap());
    let tables = vec![TableFormat::Csv];
    let (out, report) = export(root.path(), &Settings { tables, license, ..Settings::default() });
    assert!(report.counts.contains_key(&Split::Train));
    assert!(head(&out).contains("license: cc-by-sa-4.0\n"));
    assert_eq!(croissant(&out)["license"], "https://spdx.org/licenses/CC-BY-SA-4.0.html");
}
