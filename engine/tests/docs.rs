//! `docs/rules.md`, `docs/hunt.md`, `docs/dablot.md` and `docs/chess.md` against the program: their tables, rule sets and examples.

use std::fs;
use std::path::Path;

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::chess::ChessRules;
use imperial_engine::games::dablot::DablotRules;
use imperial_engine::games::hunt::HuntRules;
use imperial_engine::games::tafl::RuleSet;
use imperial_engine::{Game, with_game};
use serde::de::DeserializeOwned;
use toml::{Table, Value};

/// The first columns of the table of switches.
const LAWS: &str = "switch | values | meaning | default";

/// Switches that a serialised rule set leaves out where they are not set.
const OPTIONAL: [&str; 3] = ["king_reach", "men_reach", "quiet_limit"];

#[test]
fn every_rule_set_is_named() {
    let page = all_pages();
    for name in catalog::names() {
        assert!(page.contains(&format!("`{name}`")), "`{name}` is missing");
    }
}

#[test]
fn every_key_has_a_row_and_no_other() {
    let page = page();
    let written = switches("imperial-contest");
    let keys: Vec<&str> = written.keys().map(String::as_str).chain(OPTIONAL).collect();
    rows_are(&keys, table(&page, "key").chain(table(&page, LAWS)));
    let page = hunt_page();
    rows_are(&HuntRules::SWITCHES, table(&page, LAWS));
    let page = dablot_page();
    rows_are(&DablotRules::SWITCHES, table(&page, LAWS));
    let page = chess_page();
    rows_are(&ChessRules::SWITCHES, table(&page, LAWS));
}

fn rows_are<'a>(keys: &[&str], rows: impl Iterator<Item = Vec<&'a str>>) {
    let rows: Vec<&str> = rows.map(|row| quoted(row[0])[0]).collect();
    for key in keys {
        let has_row = |row: &&str| row.split('.').next() == Some(*key);
        assert!(rows.iter().any(has_row), "`{key}` has no row");
    }
    for row in rows {
        assert!(keys.contains(&row.split('.').next().unwrap_or(row)), "`{row}` is no key");
    }
}

/// The cells `values` and `default` of each switch: what they list can be read, and where a switch
/// has named values they list all of them.
#[test]
fn values_are_those_of_the_program() {
    let page = page();
    for row in table(&page, LAWS) {
        assert!(quoted(row[0])[0] == "setup" || !quoted(row[1]).is_empty(), "{row:?}");
        values_are(&row, |key, value| with::<RuleSet>("tablut-corner", key, value));
    }
    let page = hunt_page();
    for row in without_lists(&page) {
        // Who does not capture has no laws of captures.
        let rules = if row[0] == "`few_capture`" { "fox-and-hounds" } else { "fox-and-geese" };
        values_are(&row, |key, value| with::<HuntRules>(rules, key, value));
    }
    let page = dablot_page();
    for row in without_lists(&page) {
        values_are(&row, |key, value| with::<DablotRules>("dablot-mini", key, value));
    }
    let page = chess_page();
    for row in without_lists(&page) {
        // Nobody rides in the Emperor's Game.
        let rules = if row[0] == "`hitching`" { "imperial-chess" } else { "emperors-game" };
        values_are(&row, |key, value| with::<ChessRules>(rules, key, value));
    }
}

/// The table of switches, where the values of some stand in lists, which are left out.
fn without_lists(page: &str) -> impl Iterator<Item = Vec<&str>> {
    table(page, LAWS).map(|mut row| {
        if row[1].starts_with("list") {
            row[1] = "";
        }
        row
    })
}

/// `with` reads a rule set with a switch set otherwise, or left out.
fn values_are<R: PartialEq + std::fmt::Debug>(
    row: &[&str],
    with: impl Fn(&str, Option<&str>) -> Result<R, String>,
) {
    let key = quoted(row[0])[0];
    for value in quoted(row[1]) {
        with(key, Some(value)).unwrap_or_else(|error| panic!("`{key}` = {value}: {error}"));
    }
    let refusal = with(key, Some("\"no such value\"")).err().unwrap_or_default();
    for known in quoted(&refusal).iter().filter(|known| **known != "no such value") {
        assert!(row[1].contains(&format!("`\"{known}\"`")), "`{key}` has no value {known}");
    }
    let default = with(key, None);
    assert_eq!(row[3] == "must be there", default.is_err(), "default of `{key}`");
    if let [written] = quoted(row[3])[..] {
        assert_eq!(default, with(key, Some(written)), "default of `{key}`");
    }
}

/// One table for each group of boards, which together compare all tafl rule sets.
#[test]
fn rule_sets_side_by_side() {
    let page = page();
    let headers: Vec<&str> = page.lines().filter(|line| line.starts_with("| switch | `")).collect();
    let names: Vec<&str> = headers.iter().copied().flat_map(quoted).collect();
    let tafl = catalog::names()
        .filter(|name| AnyGame::by_name(name).is_ok_and(|game| game.tafl_rules().is_some()));
    assert_eq!(names, tafl.collect::<Vec<_>>());
    for header in headers {
        compare_with_table(&page, header);
    }
}

/// Every cell of the table under `header`, and that no switch is missing.
fn compare_with_table(page: &str, header: &str) {
    let names = quoted(header);
    let mut compared = 0;
    for row in table(page, header.trim_matches(['|', ' '])) {
        let key = quoted(row[0])[0];
        assert_eq!(row.len(), 1 + names.len(), "`{key}`");
        for (name, cell) in names.iter().zip(&row[1..]) {
            assert_eq!(*cell, plain(switches(name).get(key)), "`{key}` of `{name}`");
        }
        compared += 1;
    }
    let unlisted = ["game", "name", "title", "source", "size", "setup"].len();
    let all = switches("imperial-contest").len() + OPTIONAL.len() - 1; // it has a king_reach
    assert_eq!(compared, all - unlisted, "rows under {header}");
}

#[test]
fn rule_set_files_can_be_read() {
    let page = all_pages();
    let files: Vec<_> = blocks(&page, "toml").filter(|text| text.contains("game =")).collect();
    assert!(!files.is_empty());
    for text in files {
        AnyGame::from_toml(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    }
}

#[test]
fn examples_are_true() {
    let page = all_pages();
    let own: Vec<AnyGame> =
        blocks(&page, "toml").filter_map(|text| AnyGame::from_toml(text).ok()).collect();
    let examples: Vec<_> = blocks(&page, "example").collect();
    assert!(examples.len() >= 5);
    for example in examples {
        let name = example.lines().find_map(|line| line.strip_prefix("rules ")).map(str::trim);
        let name = name.unwrap_or_else(|| panic!("no rules:\n{example}"));
        match own.iter().find(|game| game.name() == name) {
            Some(game) => with_game!(game, |game| check(game, example)),
            None => with_game!(&AnyGame::by_name(name).expect(name), |game| check(game, example)),
        }
    }
}

/// Goes through an example line by line; a drawing shows the position that it ends in.
fn check(game: &impl Game, example: &str) {
    let mut position = None;
    let says = |line: &&str| !(line.is_empty() || is_drawn(line) || line.starts_with("rules "));
    for line in example.lines().filter(says) {
        if line.starts_with("position ") {
            let text = line.trim_start_matches("position ").trim();
            position = Some(game.parse_position(text).expect(line));
        } else {
            check_line(game, position.as_mut().expect("a position"), line);
        }
    }
    let position = position.expect("a position");
    let drawing: Vec<&str> = example.lines().filter(|line| is_drawn(line)).collect();
    let drawn = game.draw(&position);
    assert!(drawing.is_empty() || drawing == drawn.lines().collect::<Vec<_>>(), "{drawn}");
}

/// Whether the line belongs to a drawing: it begins with the number of a rank or a blank.
fn is_drawn(line: &str) -> bool {
    line.starts_with(|first: char| first == ' ' || first.is_ascii_digit())
}

fn check_line<G: Game>(game: &G, position: &mut G::Position, line: &str) {
    let (word, text) = line.split_once(' ').expect(line);
    let text = text.trim();
    let full = |text| game.parse_move(position, text).map(|mv| game.format_move(position, mv));
    match word {
        "legal" => assert_eq!(full(text).as_deref(), Ok(text), "{line}"),
        "refused" => assert!(full(text).is_err(), "{line}"),
        "reads" => {
            let (short, long) = text.split_once(" as ").expect(line);
            assert_eq!(full(short).as_deref(), Ok(long), "{line}");
        }
        "play" => {
            let mv = game.parse_move(position, text).expect(line);
            game.play(position, mv);
        }
        "result" => {
            let outcome = game.outcome(position).map(|outcome| outcome.to_string());
            assert_eq!(outcome.as_deref(), Some(text), "{line}");
        }
        "perft" => {
            let (depth, count) = text.split_once(' ').expect(line);
            let found = imperial_engine::perft::perft(game, position, depth.parse().expect(line));
            assert_eq!(found.to_string(), count, "{line}");
        }
        _ => panic!("cannot read `{line}`"),
    }
}

fn page() -> String {
    read("rules.md")
}

fn dablot_page() -> String {
    read("dablot.md")
}

fn chess_page() -> String {
    read("chess.md")
}

fn hunt_page() -> String {
    read("hunt.md")
}

fn all_pages() -> String {
    page() + &hunt_page() + &dablot_page() + &chess_page()
}

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The texts of all fenced blocks of this kind.
fn blocks<'a>(page: &'a str, kind: &str) -> impl Iterator<Item = &'a str> {
    let fence = format!("```{kind}\n");
    let starts: Vec<usize> = page.match_indices(&fence).map(|(at, _)| at + fence.len()).collect();
    starts.into_iter().filter_map(|at| page[at..].split_once("\n```").map(|(text, _)| text))
}

/// The rows of all tables whose header begins with this title, as cells.
fn table<'a>(page: &'a str, title: &str) -> impl Iterator<Item = Vec<&'a str>> {
    let header = format!("| {title} |");
    let mut inside = false;
    let rows: Vec<&str> = page
        .lines()
        .filter(|line| {
            let is_header = line.starts_with(&header);
            inside = is_header || (inside && line.starts_with('|'));
            inside && !is_header && !line.starts_with("|---")
        })
        .collect();
    assert!(!rows.is_empty(), "no table `{title}`");
    rows.into_iter().map(|row| row.trim_matches('|').split('|').map(str::trim).collect())
}

/// What stands between backquotes.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// All switches of an embedded rule set, defaults included.
fn switches(name: &str) -> Table {
    let rules = RuleSet::from_toml(catalog::text(name).expect(name)).expect(name);
    Table::try_from(rules).expect("a table")
}

/// A rule set with one switch (`repetition.count` is one too) set or left out, or why it cannot be
/// read. Whether it makes sense is not checked.
fn with<R: DeserializeOwned>(base: &str, key: &str, value: Option<&str>) -> Result<R, String> {
    let mut rules = AnyGame::by_name(base).expect(base).laws().expect("switches").table;
    let (table, key) = match key.split_once('.') {
        Some((outer, inner)) => {
            (rules.get_mut(outer).and_then(Value::as_table_mut).expect(outer), inner)
        }
        None => (&mut rules, key),
    };
    table.remove(key);
    if let Some(value) = value {
        table.extend(format!("{key} = {value}").parse::<Table>().map_err(|e| e.to_string())?);
    }
    rules.try_into().map_err(|error: toml::de::Error| error.message().to_owned())
}

/// A value as the table shows it: without quotes and brackets, a dash for nothing.
fn plain(value: Option<&Value>) -> String {
    let text = match value {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(values)) => {
            values.iter().map(|value| plain(Some(value))).collect::<Vec<_>>().join(", ")
        }
        Some(Value::Table(table)) => {
            let parts = table.iter().map(|(key, value)| format!("{key}: {}", plain(Some(value))));
            parts.collect::<Vec<_>>().join(", ")
        }
        Some(other) => other.to_string(),
    };
    if text.is_empty() { "–".to_owned() } else { text }
}
