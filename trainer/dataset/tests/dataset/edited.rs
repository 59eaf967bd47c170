//! Datasets that somebody has edited: what is read is checked, and nothing is passed over.

use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::GameRecord;
use imperial_data::export::Incomplete;
use imperial_dataset::{Maker, Settings, TableFormat, export_dataset, import_dataset};
use tempfile::tempdir;

use crate::common::{game, games, movers, write_games};
use crate::import::{export, read};
use crate::tables::files;

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
        let error =
            import_dataset(&dataset, &root.path().join("out"), None).unwrap_err().to_string();
        fs::write(file(table), text).unwrap();
        let left = fs::read_dir(root.path().join("out"));
        assert!(left.is_err() || left.is_ok_and(|mut left| left.next().is_none()));
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

/// The cells of a file of CSV; none of ours has quotes.
fn cells(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).unwrap();
    let cells = |line: &str| line.split(',').map(str::to_owned).collect();
    text.lines().map(cells).collect()
}

fn write(path: &Path, rows: &[Vec<String>]) {
    let lines: Vec<String> = rows.iter().map(|row| row.join(",") + "\n").collect();
    fs::write(path, lines.concat()).unwrap();
}

fn column(rows: &[Vec<String>], name: &str) -> usize {
    rows[0].iter().position(|column| column == name).unwrap()
}

/// A game with values on the moves of both sides.
fn valued() -> GameRecord {
    let is_rich = |record: &GameRecord| {
        let moves = movers(record);
        let valued: Vec<_> =
            record.plies.iter().zip(&moves).filter(|(p, _)| p.value.is_some()).collect();
        valued.len() > 2
            && valued.iter().any(|(_, side)| **side != *valued[0].1)
            && record.attackers != record.defenders
    };
    (0..).map(|number| game("tic-tac-toe", number)).find(is_rich).unwrap()
}

/// Writes the numbers of a column anew.
fn each_number(rows: &mut [Vec<String>], column: usize, write: impl Fn(f32) -> String) {
    for row in &mut rows[1..] {
        if let Ok(number) = row[column].parse() {
            row[column] = write(number);
        }
    }
}

/// Columns that follow from others are compared with them where they are there.
#[test]
fn what_contradicts_the_games_is_refused() {
    let root = tempdir().unwrap();
    let mut record = valued();
    record.defenders = "random".into();
    write_games(&root.path().join("run"), std::slice::from_ref(&record));
    let dataset = export(root.path(), TableFormat::Csv);
    let path = files(&dataset.join("positions"), "csv").remove(0);
    let before = cells(&path);
    let out = root.path().join("out");
    let told = |change: &dyn Fn(&mut Vec<Vec<String>>)| {
        let mut rows = before.clone();
        change(&mut rows);
        write(&path, &rows);
        let told = import_dataset(&dataset, &out, None).map_err(|error| error.to_string());
        let told = told.map(|_| read(&out.join("games.jsonl")));
        if out.exists() {
            fs::remove_dir_all(&out).unwrap();
        }
        told
    };
    let (value, z) = (column(&before, "root_value"), column(&before, "z"));
    let first = before
        .iter()
        .position(|row| row[value].parse().is_ok_and(|value: f32| value != 0.0))
        .unwrap();
    let negated = |number: f32| (-number).to_string();
    let error = told(&|rows| each_number(rows, value, negated)).unwrap_err();
    assert!(error.contains(&format!("row {first}: root_value: `")), "{error}");
    assert!(error.contains("contradicts absolute_value"), "{error}");
    for (name, cell) in [("z", "7"), ("move", "a9"), ("position", "nonsense"), ("result", "nobody")]
    {
        let at = column(&before, name);
        let error = told(&|rows| rows[3][at] = cell.into()).unwrap_err();
        let expected =
            format!("`{}`: row 3: {name}: `{cell}` contradicts the game", path.display());
        assert!(error.contains(&expected), "{error}");
    }
    let error = told(&|rows| rows[first][value].clear()).unwrap_err();
    assert!(error.contains("root_value: `` contradicts"), "{error}");
    // Two rows of one ply.
    let error = told(&|rows| rows.push(rows[2].clone())).unwrap_err();
    assert!(error.contains(&format!("row {}: ply 1 of the game_id", before.len())), "{error}");
    assert!(error.contains("stands there twice"), "{error}");
    // Other programs write other numbers of digits, `1.0` for `1`, and leave out columns or rows.
    let others = told(&|rows| {
        rows[1..].iter_mut().for_each(|row| row[z] += ".0");
        each_number(rows, value, |number| format!("{number:.6}"));
    });
    assert_eq!(others.unwrap(), std::slice::from_ref(&record));
    let narrow = told(&|rows| {
        for row in rows {
            row.truncate(value + 2);
            row.remove(value);
        }
    });
    assert_eq!(narrow.unwrap(), std::slice::from_ref(&record));
    assert!(told(&|rows| rows.truncate(2)).is_ok());
}

/// Of two formats of one table nobody can tell which counts, where one was edited.
#[test]
fn an_edited_file_beside_another_format_is_refused() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(5));
    let dataset = export(root.path(), TableFormat::Parquet);
    let import = |name: &str| {
        let out = root.path().join(name);
        import_dataset(&dataset, &out, None)
            .map(|done| done.games)
            .map_err(|error| error.to_string())
    };
    let csv = export(root.path(), TableFormat::Csv);
    let (mut sums, mut added) =
        (fs::read_to_string(dataset.join("SHA256SUMS")).unwrap(), Vec::new());
    let others = fs::read_to_string(csv.join("SHA256SUMS")).unwrap();
    sums.extend(
        others.lines().filter(|line| line.ends_with(".csv")).map(|line| format!("{line}\n")),
    );
    fs::write(dataset.join("SHA256SUMS"), sums).unwrap();
    for table in ["games", "positions"] {
        for path in files(&csv.join(table), "csv") {
            let copy = dataset.join(table).join(path.file_name().unwrap());
            fs::copy(&path, &copy).unwrap();
            added.push(copy);
        }
    }
    assert_eq!(import("both"), Ok(5));
    let text = fs::read_to_string(&added[0]).unwrap();
    fs::write(&added[0], text.replace(",random,", ",Ann,")).unwrap();
    let error = import("edited").unwrap_err();
    assert!(error.contains(&added[0].display().to_string()), "{error}");
    assert!(error.contains("several formats (parquet, csv)"), "{error}");
    // One format alone is read as it is.
    for table in ["games", "positions"] {
        files(&dataset.join(table), "parquet")
            .iter()
            .for_each(|path| fs::remove_file(path).unwrap());
    }
    assert_eq!(import("alone"), Ok(5));
}

/// Whoever leaves out captures or writes them in another order writes the same game.
#[test]
fn the_same_moves_in_other_texts_are_the_same_game() {
    let root = tempdir().unwrap();
    let run = root.path().join("run");
    let mut with_captures: Vec<GameRecord> =
        (0..6).map(|number| game("brandubh", number)).collect();
    // Without quotes, which would move the columns.
    with_captures.iter_mut().for_each(|record| record.defenders = "random".into());
    write_games(&run, &with_captures);
    let short = |mv: &str| mv.split('x').next().unwrap().to_owned();
    let mut others = with_captures.clone();
    for record in &mut others {
        record.attackers = "somebody".into();
        for ply in &mut record.plies {
            ply.mv = short(&ply.mv);
            ply.visits.iter_mut().for_each(|(mv, _)| *mv = short(mv).into());
            ply.policy.iter_mut().for_each(|(mv, _)| *mv = short(mv).into());
        }
    }
    assert_ne!(others[0].plies, with_captures[0].plies);
    write_games(&root.path().join("others"), &others);
    // As a folder of games, which an earlier version may have written.
    for sample in [None, Some(100_000)] {
        let settings = Settings {
            tables: vec![TableFormat::Csv],
            deduplicate: true,
            sample,
            split: "50,25,25".parse().unwrap(),
            ..Settings::default()
        };
        let folders: [PathBuf; 2] = [run.clone(), root.path().join("others")];
        let out = root.path().join(format!("dataset-{}", sample.unwrap_or(0)));
        let maker = Maker::default();
        let report =
            export_dataset(&folders, &out, (&settings, &maker), Incomplete::Refuse, &mut |_, _| ());
        assert_eq!(report.unwrap().games(), 6, "{sample:?}");
    }
    // As an edited table of games.
    let dataset = export(root.path(), TableFormat::Csv);
    for path in files(&dataset.join("games"), "csv") {
        let mut rows = cells(&path);
        let moves = column(&rows, "moves");
        for row in &mut rows[1..] {
            row[moves] = row[moves].split(' ').map(short).collect::<Vec<_>>().join(" ");
        }
        assert!(rows.iter().all(|row| !row[moves].contains('x')));
        write(&path, &rows);
    }
    let out = root.path().join("back");
    import_dataset(&dataset, &out, None).unwrap();
    assert_eq!(read(&out.join("games.jsonl")), with_captures);
}
