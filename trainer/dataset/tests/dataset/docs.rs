//! What the pages and cards say is what the code does.

use std::fs;
use std::path::Path;

use imperial_data::export::Incomplete;
use imperial_dataset::{
    Column, GAMES, GAMES_TABLE, Get, Maker, PLANES, POSITIONS, POSITIONS_TABLE, RULE_NUMBERS,
    Settings, TENSORS, TableFormat, export_dataset,
};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Encode, with_game};
use tempfile::tempdir;

use crate::common::{game, write_games};
use crate::tables::Rows;

fn page(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names in the first column of a table.
fn names(table: &str) -> Vec<&str> {
    table.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split_once("` |")?.0)).collect()
}

#[test]
fn the_tables_of_columns_are_those_of_the_code() {
    assert_eq!(names(GAMES_TABLE), GAMES.map(|column| column.name));
    assert_eq!(names(POSITIONS_TABLE), POSITIONS.map(|column| column.name));
    for (heading, table) in [("### games", GAMES_TABLE), ("### positions", POSITIONS_TABLE)] {
        assert!(page("data.md").contains(&format!("{heading}\n\n{table}")), "expected:\n{table}");
    }
}

/// What looks like a number and is none would be read as one.
#[test]
fn the_snippet_for_csv_names_what_is_no_number() {
    let words = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/words/load_csv.md");
    let snippet = fs::read_to_string(words).unwrap();
    let code = snippet.split("```python\n").nth(1).unwrap();
    assert!(page("data.md").contains(code), "expected:\n{code}");
    let root = tempdir().unwrap();
    for name in ["imperial-contest", "connect-four", "maharajah"] {
        write_games(&root.path().join("run").join(name), &[game(name, 0), game(name, 1)]);
    }
    let settings = Settings { tables: vec![TableFormat::Csv], ..Settings::default() };
    let (out, maker) = (root.path().join("out"), Maker::default());
    let (run, made) = ([root.path().join("run")], (&settings, &maker));
    export_dataset(&run, &out, made, Incomplete::Refuse, &mut |_, _| ()).unwrap();
    let named = |name: &str| snippet.contains(&format!("\"{name}\""));
    fn texts<R>(columns: &[Column<R>]) -> impl Iterator<Item = &'static str> {
        let is_number = |get: &Get<R>| {
            matches!(get, Get::Sign(_) | Get::Count(_) | Get::Large(_) | Get::Value(_))
        };
        columns.iter().filter(move |column| !is_number(&column.get)).map(|column| column.name)
    }
    for (table, columns) in
        [("games", texts(&GAMES).collect::<Vec<_>>()), ("positions", texts(&POSITIONS).collect())]
    {
        let rows = Rows::csv(&out.join(table));
        for name in columns {
            let mut cells = rows.column(name).into_iter();
            if let Some(cell) = cells.find(|cell| cell.parse::<f64>().is_ok()) {
                assert!(named(name), "{name} has cells such as {cell}");
            }
        }
    }
    let keys = ["game_id", "play_id", "kin_id", "rules_hash"];
    assert!(keys.into_iter().all(named), "they may be digits");
}

#[test]
fn every_plane_and_number_of_every_family_is_documented() {
    let page = page("tensors.md");
    assert!(page.contains(TENSORS), "expected:\n{TENSORS}");
    let of = |tables: &[(&'static str, &'static str)], family| {
        tables.iter().find(|(name, _)| *name == family).map_or("", |(_, table)| *table)
    };
    for name in catalog::names() {
        let game = AnyGame::by_name(name).unwrap();
        let (family, planes, numbers) =
            with_game!(&game, |game| (game.family(), game.planes(), game.rule_names()));
        let (plane_table, number_table) = (of(&PLANES, family), of(&RULE_NUMBERS, family));
        assert_eq!(names(plane_table), planes, "{family}");
        assert_eq!(names(number_table), numbers, "{family}");
        assert!(page.contains(plane_table) && page.contains(number_table), "{family}");
    }
}
