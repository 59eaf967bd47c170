//! What the pages and cards say is what the code does.

use std::fs;
use std::path::Path;

use imperial_dataset::{
    GAMES, GAMES_TABLE, PLANES, POSITIONS, POSITIONS_TABLE, RULE_NUMBERS, TENSORS,
};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Encode, with_game};

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
