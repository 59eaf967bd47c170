//! Rulings: small positions that show one law each, played by the engine and by the reference.
//!
//! The files `rulings/*.txt` are written to be read by people who know the sources and not the
//! program. A ruling is a number of lines `word: text`, with boards drawn between them; `#` starts a
//! comment. It begins with
//!
//! - `ruling:` what it shows, `source:` who says so,
//! - `rules:` one or more embedded rule sets, separated by commas, and as often as needed `but:` one
//!   switch of them that is set otherwise, as a rule file would write it,
//! - `to move:` a side, and where they matter `quiet:` and `ply:`, plies since the last capture and
//!   plies played,
//! - the board.
//!
//! Then follow in any order, and are checked one after the other,
//!
//! - `legal:` and `illegal:` moves in full notation, as they must or must not be in the list,
//! - `moves of e5:` all squares where this piece may go,
//! - `play:` moves that are made,
//! - `board:` and a drawing, `result:` the end and its cause or `goes on`, `counters:` the quiet
//!   plies and all plies, `may start:` sides,
//! - `reads: a as b`: the short text `a` is understood as the move `b`; `unreadable:` texts are not
//!   understood (these two concern the engine only).

mod script;
mod umpires;

use std::collections::HashSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::tafl::RuleSet;
use imperial_engine::with_game;
use script::Ruling;
use toml::Value;
use umpires::{by_engine, by_reference};

#[test]
fn the_engine_rules_so() {
    for_each_ruling(|ruling, rules| {
        let game = AnyGame::from_toml(rules).unwrap_or_else(|e| panic!("{ruling}: {e}"));
        with_game!(&game, |game| by_engine(ruling, game));
    });
}

#[test]
fn the_reference_rules_so() {
    for_each_ruling(by_reference);
}

/// Jaques' eighth law asks the players to call “Going!”, which no board can show.
#[test]
fn every_law_of_jaques_has_a_ruling() {
    let rulings = read(&directory().join("imperial-contest.txt"));
    for law in (1..=12).filter(|law| *law != 8) {
        let cited = |ruling: &Ruling| {
            let source = ruling.source.strip_prefix("Jaques 1855, law");
            source.is_some_and(|numbers| {
                numbers.split(|c: char| !c.is_ascii_digit()).any(|n| n == law.to_string())
            })
        };
        assert!(rulings.iter().any(cited), "no ruling shows law {law}");
    }
}

/// Every value that a switch may have is the law in some ruling.
#[test]
fn every_value_of_every_switch_has_a_ruling() {
    let mut ruled = HashSet::new();
    for rules in all_rulings().iter().flat_map(rule_files) {
        // With the switches that the file leaves out.
        let rules = RuleSet::from_toml(&rules).expect("a rule file");
        for (switch, value) in toml::Table::try_from(rules).expect("a table") {
            match value {
                Value::Table(table) => {
                    let parts = table.into_iter();
                    ruled.extend(parts.map(|(part, value)| format!("{switch}.{part} = {value}")));
                }
                value => drop(ruled.insert(format!("{switch} = {value}"))),
            }
        }
    }
    for (switch, values) in VALUES {
        for value in *values {
            let law = format!("{switch} = {value}");
            assert!(ruled.contains(&law), "no ruling with `{law}`");
        }
    }
}

/// Switches whose values are words or yes and no, with all of them.
const VALUES: &[(&str, &[&str])] = &[
    ("first", &[r#""attackers""#, r#""defenders""#, r#""lot""#]),
    ("goal", &[r#""edge""#, r#""corner""#, r#""edge-held""#, r#""edge-run""#]),
    ("two_roads", &["true", "false"]),
    ("king_capture", &[r#""two""#, r#""four""#, r#""linnaean""#, r#""enclosed""#]),
    ("king_notice", &["true", "false"]),
    ("king_arms", &[r#""none""#, r#""hammer""#, r#""anvil""#, r#""both""#]),
    ("throne_stop", &[r#""anyone""#, r#""king""#, r#""nobody""#]),
    ("throne_pass", &[r#""anyone""#, r#""king""#, r#""nobody""#]),
    ("throne_hostile.attackers", &[r#""empty""#, r#""always""#]),
    ("throne_hostile.defenders", &[r#""empty""#, r#""always""#]),
    ("throne_hostile.king", &[r#""empty""#]),
    ("corner_stop", &[r#""anyone""#, r#""king""#]),
    ("corner_hostile", &[r#"["attackers"]"#, r#"["attackers", "defenders", "king"]"#]),
    ("camps", &[r#""none""#, r#""home""#, r#""sealed""#]),
    ("camps_hostile_to", &[r#""all""#, r#""enemies""#]),
    ("camps_pass", &[r#""nobody""#, r#""own""#]),
    ("captures", &[r#""all""#, r#""one""#]),
    ("capture_optional", &["true", "false"]),
    ("linnaean_capture", &[r#""off""#, r#""any-man""#, r#""last-man""#]),
    ("entering", &[r#""safe""#, r#""suicide""#]),
    ("immobilisation", &["true", "false"]),
    ("shieldwall", &[r#""off""#, r#""flank""#, r#""any""#]),
    ("shieldwall_corner", &["true", "false"]),
    ("exit_fort", &[r#""off""#, r#""edge""#, r#""reach""#]),
    ("encirclement", &[r#""off""#, r#""ring""#, r#""firm""#]),
    (
        "repetition.result",
        &[r#""draw""#, r#""loss""#, r#""defenders""#, r#""defenders-own""#, r#""banned""#],
    ),
    ("stuck", &[r#""loss""#, r#""draw""#]),
];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings")
}

fn read(path: &Path) -> Vec<Ruling> {
    let place = path.display().to_string();
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{place}: {error}"));
    Ruling::read_all(&place, &text)
}

fn all_rulings() -> Vec<Ruling> {
    let files = fs::read_dir(directory()).expect("the directory of rulings");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    paths.sort();
    assert!(!paths.is_empty());
    paths.iter().flat_map(|path| read(path)).collect()
}

/// The rule files under which a ruling holds: those it names, with its changes.
fn rule_files(ruling: &Ruling) -> Vec<String> {
    let changed = |name: &String| {
        let text = catalog::text(name).unwrap_or_else(|| panic!("{ruling}: no `{name}`"));
        let mut rules: toml::Table = text.parse().expect("a rule file");
        for change in &ruling.changes {
            rules.extend(change.parse::<toml::Table>().expect(change));
        }
        toml::to_string(&rules).expect("a rule file again")
    };
    ruling.rules.iter().map(changed).collect()
}

/// Checks every ruling of every file under each of its rule sets, which is given as a rule file.
/// A wrong one does not hide the next.
fn for_each_ruling(check: impl Fn(&Ruling, &str)) {
    let mut wrong = 0;
    for ruling in all_rulings() {
        for rules in rule_files(&ruling) {
            wrong += u32::from(catch_unwind(AssertUnwindSafe(|| check(&ruling, &rules))).is_err());
        }
    }
    assert_eq!(wrong, 0, "number of wrong rulings");
}
