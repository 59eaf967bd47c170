//! Splits, filters, samples and duplicates.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use imperial_data::export::Incomplete;
use imperial_data::{ExportError, GameRecord, GameResult};
use imperial_dataset::{DatasetReport, Maker, Settings, TableFormat, export_dataset};
use imperial_engine::Cause;
use tempfile::tempdir;

use crate::common::{SMALL, game, games, write_games};
use crate::tables::{Rows, files};

fn csv() -> Settings {
    Settings { tables: vec![TableFormat::Csv], ..Settings::default() }
}

fn export(root: &Path, settings: &Settings) -> Result<DatasetReport, ExportError> {
    let out = root.join("out");
    let _ = std::fs::remove_dir_all(&out);
    let maker = Maker::default();
    export_dataset(
        &[root.join("run")],
        &out,
        (settings, &maker),
        Incomplete::Refuse,
        &mut |_, _| (),
    )
}

/// Games of tic-tac-toe with drawn openings, each of which is there again under another seed.
fn write_twice(root: &Path, count: u64) {
    let twice = |game: GameRecord| {
        let number = game.game + count;
        [game.clone(), GameRecord { game: number, seed: 7, ..game }]
    };
    let records: Vec<_> = games(count).into_iter().flat_map(twice).collect();
    let path = write_games(&root.join("run"), &records);
    let job = r#"{"opening": {"random_plies": 4, "sampled_plies": 0}}"#;
    std::fs::write(path.with_file_name("job.json"), job).unwrap();
}

#[test]
fn games_of_the_same_moves_are_in_one_split() {
    let root = tempdir().unwrap();
    write_twice(root.path(), 200);
    let settings = Settings { split: "60,20,20".parse().unwrap(), ..csv() };
    let report = export(root.path(), &settings).unwrap();
    assert_eq!(report.counts.len(), 3);
    let mut splits: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in files(&root.path().join("out/games"), "csv") {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        for row in csv::Reader::from_path(&path).unwrap().records() {
            splits.entry(row.unwrap()[1].to_owned()).or_default().insert(name.clone());
        }
    }
    assert!(splits.len() >= 150 && splits.values().all(|names| names.len() == 1), "{splits:?}");
    for (_, (games, _)) in report.counts {
        assert!(games > 40, "{games} of 400");
    }
}

#[test]
fn duplicates_are_marked_or_left_out() {
    let root = tempdir().unwrap();
    write_twice(root.path(), 20);
    let marked = export(root.path(), &csv()).unwrap();
    let table = Rows::csv(&root.path().join("out/games"));
    let duplicates = table.column("duplicate").iter().filter(|flag| **flag == "true").count();
    assert_eq!((marked.games(), marked.duplicates as usize), (40, duplicates));
    assert!(duplicates >= 20);
    let left = export(root.path(), &Settings { deduplicate: true, ..csv() }).unwrap();
    assert_eq!(left.games() + left.duplicates, 40);
    let table = Rows::csv(&root.path().join("out/games"));
    let plays: BTreeSet<_> = table.column("play_id").into_iter().collect();
    assert_eq!(plays.len() as u64, left.games());
}

/// Games of which no position was drawn are not in the dataset, and its card counts only what is.
#[test]
fn the_card_of_a_sample_says_what_it_holds() {
    let root = tempdir().unwrap();
    write_twice(root.path(), 20);
    for sample in [15, 40, 1_000_000] {
        let report = export(root.path(), &Settings { sample: Some(sample), ..csv() }).unwrap();
        let table = Rows::csv(&root.path().join("out/games"));
        let mut plays = BTreeSet::new();
        let again: Vec<bool> =
            table.column("play_id").into_iter().map(|play| !plays.insert(play)).collect();
        let marked = table.column("duplicate").into_iter().map(|flag| flag == "true");
        assert!(marked.eq(again.iter().copied()), "{sample}: an earlier game of the dataset");
        assert_eq!(report.duplicates, again.iter().filter(|again| **again).count() as u64);
        let card = std::fs::read_to_string(root.path().join("out/README.md")).unwrap();
        let said = match report.positions() {
            drawn if drawn == sample => format!("- {sample} positions were drawn by"),
            all => format!("- {sample} positions were to be drawn, and all {all} were taken."),
        };
        assert!(card.contains(&said), "{said} {card}");
    }
}

#[test]
fn samples_have_their_size_and_are_part_of_larger_ones() {
    let root = tempdir().unwrap();
    write_twice(root.path(), 30);
    let drawn = |positions| {
        let settings = Settings { sample: Some(positions), ..csv() };
        let report = export(root.path(), &settings).unwrap();
        let table = Rows::csv(&root.path().join("out/positions"));
        assert_eq!(report.positions(), table.rows.len() as u64);
        let keys = table.column("game_id").into_iter().zip(table.column("ply"));
        keys.map(|(game, ply)| format!("{game} {ply}")).collect::<BTreeSet<_>>()
    };
    let (few, more, all) = (drawn(10), drawn(100), drawn(1_000_000));
    assert_eq!((few.len(), more.len()), (10, 100));
    assert!(few.is_subset(&more) && more.is_subset(&all));
    let plies: usize = games(30).iter().map(|game| 2 * game.plies.len()).sum();
    assert_eq!(all.len(), plies);
}

#[test]
fn filters_take_games_and_positions() {
    let root = tempdir().unwrap();
    let mut records = games(10);
    records.extend((10..20).map(|number| game("connect-four", number)));
    write_games(&root.path().join("run"), &records);
    let with = |filters: &[&str]| Settings {
        filters: filters.iter().map(|text| text.parse().unwrap()).collect(),
        ..csv()
    };
    assert_eq!(export(root.path(), &with(&[&format!("rules={SMALL}")])).unwrap().games(), 10);
    export(root.path(), &with(&["rules=connect-*", "search=full"])).unwrap();
    let table = Rows::csv(&root.path().join("out/positions"));
    let expected: usize = records[10..]
        .iter()
        .map(|record| record.plies.iter().filter(|ply| !ply.visits.is_empty()).count())
        .sum();
    assert_eq!(table.rows.len(), expected);
    assert!(table.column("search").iter().all(|search| *search == "full"));
    let error = export(root.path(), &with(&["rules=brandubh"])).unwrap_err();
    assert!(matches!(error, ExportError::NothingLeft), "{error}");
    assert!(!root.path().join("out").exists());
}

/// Where the job says how many plies were drawn from the policy, rows say which.
#[test]
fn drawn_moves_are_marked() {
    let root = tempdir().unwrap();
    let records = games(10);
    let path = write_games(&root.path().join("run"), &records);
    let job = r#"{"attackers": "a", "opening": {"random_plies": 1, "sampled_plies": 2}}"#;
    std::fs::write(path.with_file_name("job.json"), job).unwrap();
    export(root.path(), &Settings { split: "100,0,0".parse().unwrap(), ..csv() }).unwrap();
    let table = Rows::csv(&root.path().join("out/positions"));
    let mut row = 0;
    for record in &records {
        let opening = record.opening as usize;
        for (index, ply) in record.plies.iter().enumerate() {
            let drawn = ply.value.is_some() && (opening..opening + 2).contains(&index);
            assert_eq!(table.cell(row, "sampled"), drawn.to_string());
            row += 1;
        }
    }
}

/// A game of a training that begins within an earlier one is in the same split.
#[test]
fn games_within_games_are_not_told_apart() {
    let root = tempdir().unwrap();
    let job = r#"[{"rules": "connect-four", "opening": {"random_plies": 1, "sampled_plies": 2}},
        {"rules": "connect-four", "first_game": 200, "opening": {"random_plies": 0, "sampled_plies": 4}}]"#;
    let games = (0..200).map(|number| game("connect-four", number));
    let long = games.filter(|game| game.plies.len() > 10);
    let wholes: Vec<GameRecord> = long.map(|game| GameRecord { opening: 1, ..game }).collect();
    // Each goes one ply on from an earlier game, and is left there.
    let within = wholes.iter().map(|game| GameRecord {
        game: game.game + 200,
        opening: 9,
        plies: game.plies[..10].to_vec(),
        result: GameResult::Draw,
        cause: Cause::Unfinished,
        ..game.clone()
    });
    let records: Vec<GameRecord> = wholes.iter().cloned().chain(within).collect();
    let path = write_games(&root.path().join("run"), &records);
    std::fs::write(path.with_file_name("job.json"), job).unwrap();
    export(root.path(), &Settings { split: "50,25,25".parse().unwrap(), ..csv() }).unwrap();
    let mut splits: BTreeMap<String, String> = BTreeMap::new();
    for path in files(&root.path().join("out/games"), "csv") {
        let split = path.file_name().unwrap().to_string_lossy()[..4].to_owned();
        let table = Rows::csv_file(&path);
        splits.extend(table.column("moves").iter().map(|moves| (moves.to_string(), split.clone())));
    }
    let begun = |moves: &str| moves.split(' ').take(10).collect::<Vec<_>>().join(" ");
    for (moves, split) in splits.iter().filter(|(moves, _)| moves.split(' ').count() > 10) {
        assert_eq!(splits[&begun(moves)], *split, "{moves}");
    }
}

/// Labels say which agents always draw. Of a position that may be proven nobody knows, as the best is played there.
#[test]
fn moves_are_marked_by_what_records_tell() {
    let root = tempdir().unwrap();
    let searched = |value| imperial_data::PlyRecord { value, ..Default::default() };
    // Attackers and defenders move in turns.
    let values = [None, Some(0.5), Some(0.5), Some(1.0), Some(-1.0), Some(0.25), Some(0.25)];
    let record = games(40).into_iter().find(|game| game.plies.len() >= values.len()).unwrap();
    let plies = record.plies.iter().enumerate().map(|(index, ply)| {
        let value = values.get(index).copied().flatten();
        imperial_data::PlyRecord { mv: ply.mv.clone(), ..searched(value) }
    });
    let record = GameRecord {
        opening: 1,
        attackers: "reuse-network[lookahead=0,temperature=0.4]-8:1a2b3c4d".into(),
        defenders: "rollouts-4".into(),
        first: imperial_engine::Side::Attackers,
        plies: plies.collect(),
        ..record
    };
    let level = "level-strong:1a2b3c4d".to_owned();
    let job = |sampled| Some(format!(r#"{{"opening": {{"sampled_plies": {sampled}}}}}"#));
    for (job, defenders, expected) in [
        (None, &record.defenders, ["", "", "true", "", "", "", "true"]),
        (job(0), &record.defenders, ["false", "false", "true", "false", "", "false", "true"]),
        (job(4), &record.defenders, ["false", "true", "true", "", "", "false", "true"]),
        (job(1), &level, ["false", "true", "true", "", "", "", "true"]),
    ] {
        let record = GameRecord { defenders: defenders.clone(), ..record.clone() };
        let path = write_games(&root.path().join("run"), &[record]);
        let _ = std::fs::remove_file(path.with_file_name("job.json"));
        if let Some(job) = job {
            std::fs::write(path.with_file_name("job.json"), job).unwrap();
        }
        export(root.path(), &csv()).unwrap();
        let table = Rows::csv(&root.path().join("out/positions"));
        assert_eq!(table.column("sampled")[..values.len()], expected);
    }
}

/// Where positions are chosen, a game without any is not there, and does not stand for one of the same moves.
#[test]
fn games_without_chosen_positions_are_left_out() {
    let root = tempdir().unwrap();
    let searched = games(20).into_iter().find(|game| game.plies.iter().any(|p| p.value.is_some()));
    let searched = GameRecord { game: 1, ..searched.unwrap() };
    let plies = searched
        .plies
        .iter()
        .map(|ply| imperial_data::PlyRecord { mv: ply.mv.clone(), ..Default::default() });
    let plain = GameRecord { game: 0, plies: plies.collect(), ..searched.clone() };
    write_games(&root.path().join("run"), &[plain.clone(), searched]);
    let filters = vec!["search=full".parse().unwrap()];
    for (deduplicate, sample) in [(false, None), (true, None), (true, Some(1))] {
        let settings = Settings { filters: filters.clone(), deduplicate, sample, ..csv() };
        let report = export(root.path(), &settings).unwrap();
        assert_eq!((report.games(), report.duplicates), (1, 0));
        let table = Rows::csv(&root.path().join("out/games"));
        assert_eq!([table.cell(0, "game"), table.cell(0, "duplicate")], ["1", "false"]);
        assert!(report.positions() > 0);
    }
    write_games(&root.path().join("run"), &[plain]);
    let error = export(root.path(), &Settings { filters, ..csv() }).unwrap_err();
    assert!(matches!(error, ExportError::NothingLeft), "{error}");
    let error = error.to_string();
    assert!(error.contains("no game is left to export that has a position"), "{error}");
    assert!(!root.path().join("out").exists());
}

/// To draw positions or to look for kin is quick beside writing, and the time left follows from that.
#[test]
fn progress_counts_a_pass_before_the_last_as_a_quarter_of_it() {
    let root = tempdir().unwrap();
    write_twice(root.path(), 30);
    let (run, out, maker) = ([root.path().join("run")], root.path().join("out"), Maker::default());
    for (sample, has_job, expected) in [
        (None, true, vec![1.0]),
        (Some(10), true, vec![0.2, 1.0]),
        // Nobody knows which openings were drawn.
        (None, false, vec![1.0 / 6.0, 2.0 / 6.0, 1.0]),
    ] {
        let settings = Settings { sample, ..csv() };
        let _ = std::fs::remove_dir_all(&out);
        if !has_job {
            std::fs::remove_file(root.path().join("run/job.json")).unwrap();
        }
        let mut told = Vec::new();
        let mut progress = |done: u64, total: u64| told.push(done as f64 / total as f64);
        let made = (&settings, &maker);
        export_dataset(&run, &out, made, Incomplete::Refuse, &mut progress).unwrap();
        assert!(told.is_sorted(), "{told:?}");
        told.dedup_by(|a, b| (*a - *b).abs() < 0.001);
        let is_near = |(a, b): (&f64, &f64)| (a - b).abs() < 0.001;
        assert!(
            told.len() == expected.len() && told.iter().zip(&expected).all(is_near),
            "{told:?}"
        );
    }
}

/// A move may have as many playouts as its number holds.
#[test]
fn playouts_sum_to_more_than_one_move_may_have() {
    let root = tempdir().unwrap();
    let mut record = games(20).into_iter().find(|game| game.plies[0].visits.len() > 1).unwrap();
    record.plies[0].visits.iter_mut().for_each(|(_, playouts)| *playouts = u32::MAX);
    let sum = record.plies[0].visits.len() as u64 * u64::from(u32::MAX);
    write_games(&root.path().join("run"), &[record]);
    let tables = vec![TableFormat::Parquet, TableFormat::Csv];
    export(root.path(), &Settings { tables, tensors: true, ..csv() }).unwrap();
    let folder = root.path().join("out/positions");
    for table in [Rows::parquet(&folder), Rows::csv(&folder)] {
        assert_eq!(table.cell(0, "root_visits"), sum.to_string());
    }
}
