//! `docs/data.md` says what the code does.

use std::fs;
use std::path::Path;

use imperial_data::export::{AGENTS, CAUSES};
use imperial_data::{FORMAT_VERSION, GameRecord, replay, rules_hash};
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Cause, catalog};
use serde_json::Value;

use crate::common::{SMALL, game};

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/data.md");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names in the first column of the table below a heading.
fn names_below(heading: &str) -> Vec<String> {
    let page = page();
    let (_, rest) = page.split_once(&format!("\n{heading}\n")).expect(heading);
    let section = rest.split("\n#").next().unwrap_or(rest);
    let name = |line: &str| Some(line.strip_prefix("| `")?.split_once("` |")?.0.to_owned());
    section.lines().filter_map(name).collect()
}

#[test]
fn every_field_of_a_record_is_documented() {
    let mut record: GameRecord = game(SMALL, 0);
    record.start = Some(String::new());
    let json = serde_json::to_value(&record).unwrap();
    // The checksum is of the line, not of the record.
    let with_checksum = keys(&json).into_iter().chain(["check".to_owned()]).collect();
    assert_eq!(sorted(names_below("### A game")), sorted(with_checksum));
    let full = record.plies.iter().find(|ply| !ply.visits.is_empty()).expect("was searched");
    assert_eq!(sorted(names_below("### A ply")), keys(&serde_json::to_value(full).unwrap()));
    assert!(page().contains(&format!("format version is {FORMAT_VERSION}.")));
}

#[test]
fn every_agent_and_cause_is_documented() {
    for (heading, table) in [("### Agents", AGENTS), ("### Causes", CAUSES)] {
        assert!(page().contains(&format!("{heading}\n\n{table}")), "expected:\n{table}");
    }
    assert_eq!(names_below("### Causes"), Cause::ALL.map(Cause::name));
}

#[test]
fn the_example_is_a_true_game() {
    let page = page();
    let (_, rest) = page.split_once("```json\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let line: String = example.lines().map(str::trim_start).collect();
    let record = GameRecord::from_line(line.as_bytes()).unwrap();
    replay(&TicTacToe, &record, |_| ()).unwrap();
    assert_eq!(record.rules_hash, rules_hash(catalog::text(SMALL).unwrap()));
}

fn keys(json: &Value) -> Vec<String> {
    sorted(json.as_object().expect("is an object").keys().cloned().collect())
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}
