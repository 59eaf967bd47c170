//! Rulings of families with switches: small positions that show one law each, played by the engine and by the
//! reference of the family.
//!
//! In `rulings/FAMILY/*.txt` a line `law: switch` and a line `source:` stand above the rulings that show the
//! switch. A ruling begins with `-` and what it shows. Then follow, indented,
//!
//! - `rules` embedded rule sets, separated by commas, and after semicolons the switches that are set
//!   otherwise, as a rule file would write them; `-key` leaves one out,
//! - `at` a position,
//! - steps: `legal`, `illegal` and `only` (all there are) with moves, `moves d4:` with the points where that
//!   piece may step, `count` of moves, `play` with moves, `is` a position, `starts` the position at the
//!   start, `ends` a result, `goes on`, `may start` with sides.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Game, Side, with_game};

use crate::agreement::Reference;

/// Rulings that each switch has at least.
pub const RULINGS: usize = 5;

/// One law shown in one position.
pub struct Ruling {
    pub law: String,
    pub place: String,
    pub rules: Vec<String>,
    pub steps: Vec<String>,
}

/// All rulings of the files `rulings/FAMILY/FILE.txt`.
pub fn read_all(family: &str, files: &[&str]) -> Vec<Ruling> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rulings").join(family);
    let mut rulings: Vec<Ruling> = Vec::new();
    for file in files {
        let text = fs::read_to_string(folder.join(file)).expect(file);
        let (mut law, mut source) = (String::new(), String::new());
        for (number, line) in (1..).zip(text.lines()) {
            let place = format!("{file}:{number}: {line}");
            if let Some(name) = line.strip_prefix("law: ") {
                (law, source) = (name.to_owned(), String::new());
            } else if let Some(text) = line.strip_prefix("source: ") {
                text.clone_into(&mut source);
            } else if line.starts_with("- ") {
                assert!(!source.is_empty(), "{place}: no source");
                let (rules, steps) = (Vec::new(), Vec::new());
                rulings.push(Ruling { law: law.clone(), place, rules, steps });
            } else if let Some(step) = line.strip_prefix("  ") {
                let ruling = rulings.last_mut().expect(&place);
                match step.strip_prefix("rules ") {
                    Some(rules) => ruling.rules = rule_files(rules),
                    None => ruling.steps.push(step.to_owned()),
                }
            } else {
                assert!(line.is_empty() || line.starts_with('#'), "{place}");
            }
        }
    }
    assert!(rulings.iter().all(|ruling| !ruling.rules.is_empty() && !ruling.steps.is_empty()));
    rulings
}

/// The rule files under which a ruling holds.
fn rule_files(text: &str) -> Vec<String> {
    let mut parts = text.split("; ");
    let names = parts.next().expect("names");
    let changes: Vec<&str> = parts.collect();
    let changed = |name: &str| {
        let text = catalog::text(name).unwrap_or_else(|| panic!("no `{name}`"));
        let mut table: toml::Table = text.parse().expect("a rule file");
        for change in &changes {
            match change.strip_prefix('-') {
                Some(key) => drop(table.remove(key)),
                None => table.extend(change.parse::<toml::Table>().expect(change)),
            }
        }
        toml::to_string(&table).expect("a rule file again")
    };
    names.split(", ").map(changed).collect()
}

/// What the engine or the reference says of a position.
pub trait Umpire {
    fn set(&mut self, text: &str);
    fn start(&mut self);
    fn moves(&self) -> BTreeSet<String>;
    fn play(&mut self, text: &str);
    fn position(&self) -> String;
    fn end(&self) -> Option<String>;
}

pub struct Engine<'a, G: Game>(pub &'a G, pub G::Position);

impl<G: Game> Umpire for Engine<'_, G> {
    fn set(&mut self, text: &str) {
        self.1 = self.0.parse_position(text).unwrap_or_else(|error| panic!("{error}"));
    }

    fn start(&mut self) {
        self.1 = self.0.start(self.0.first().usual());
    }

    fn moves(&self) -> BTreeSet<String> {
        let moves = self.0.moves(&self.1);
        moves.into_iter().map(|mv| self.0.format_move(&self.1, mv)).collect()
    }

    fn play(&mut self, text: &str) {
        let mv = self.0.parse_move(&self.1, text).unwrap_or_else(|error| panic!("{error}"));
        self.0.play(&mut self.1, mv);
    }

    fn position(&self) -> String {
        self.0.format_position(&self.1)
    }

    fn end(&self) -> Option<String> {
        self.0.outcome(&self.1).map(|outcome| outcome.to_string())
    }
}

/// Goes through the steps of a ruling.
pub fn check(ruling: &Ruling, umpire: &mut impl Umpire) {
    for step in &ruling.steps {
        let place = format!("{}\n{step}", ruling.place);
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        let list = || rest.split_whitespace().map(str::to_owned).collect::<BTreeSet<String>>();
        let moves = if word == "at" { BTreeSet::new() } else { umpire.moves() };
        match word {
            "at" => umpire.set(rest),
            "legal" => assert!(list().is_subset(&moves), "{place}: {moves:?}"),
            "illegal" => assert!(list().is_disjoint(&moves), "{place}: {moves:?}"),
            "only" => assert_eq!(moves, list(), "{place}"),
            "count" => assert_eq!(moves.len().to_string(), rest, "{place}"),
            "moves" => {
                let (from, points) = rest.split_once(':').expect(&place);
                let from = format!("{from}-");
                let found: BTreeSet<&str> =
                    moves.iter().filter_map(|mv| mv.strip_prefix(&from)).collect();
                assert_eq!(found, points.split_whitespace().collect(), "{place}");
            }
            "play" => {
                for text in rest.split_whitespace() {
                    assert_eq!(umpire.end(), None, "{place}: over before {text}");
                    assert!(umpire.moves().contains(text), "{place}: {text}: {:?}", umpire.moves());
                    umpire.play(text);
                }
            }
            "is" => assert_eq!(umpire.position(), rest, "{place}"),
            "starts" => {
                umpire.start();
                assert_eq!(umpire.position(), format!("{rest} 0 0"), "{place}");
            }
            "ends" => assert_eq!(umpire.end().as_deref(), Some(rest), "{place}"),
            "goes" => assert_eq!(umpire.end(), None, "{place}"),
            "may" => {} // asked of the rules, below
            _ => panic!("{place}: cannot read this"),
        }
    }
}

/// The engine rules as they say.
pub fn engine_rules_so(rulings: &[Ruling]) {
    for ruling in rulings {
        for rules in &ruling.rules {
            let game =
                AnyGame::from_toml(rules).unwrap_or_else(|e| panic!("{}: {e}", ruling.place));
            with_game!(&game, |game| check(ruling, &mut Engine(game, game.start(Side::Attackers))));
        }
    }
}

/// The slow reference of a family.
struct Slow<R: Reference> {
    laws: R::Laws,
    state: R,
    /// By whom a game is begun.
    first: fn(&R::Laws) -> String,
}

impl<R: Reference> Umpire for Slow<R> {
    fn set(&mut self, text: &str) {
        self.state = R::parse(&self.laws, text);
    }

    fn start(&mut self) {
        let is_defenders = (self.first)(&self.laws) == "defenders";
        self.state = R::start(&self.laws, usize::from(is_defenders));
    }

    fn moves(&self) -> BTreeSet<String> {
        self.state.moves(&self.laws).into_keys().collect()
    }

    fn play(&mut self, text: &str) {
        let next = self.state.moves(&self.laws).remove(text);
        self.state = next.unwrap_or_else(|| panic!("{text} is not legal"));
    }

    fn position(&self) -> String {
        self.state.write(&self.laws)
    }

    fn end(&self) -> Option<String> {
        self.state.outcome(&self.laws)
    }
}

/// The reference rules as they say; `first` tells from the laws by whom a game is begun.
pub fn reference_rules_so<R: Reference>(rulings: &[Ruling], first: fn(&R::Laws) -> String) {
    for ruling in rulings {
        for rules in &ruling.rules {
            let laws = R::laws(rules);
            let state = R::start(&laws, 0);
            check(ruling, &mut Slow { laws, state, first });
        }
    }
}

/// The sides may start that should.
pub fn sides_start_so(rulings: &[Ruling]) {
    let mut asked = 0;
    for ruling in rulings {
        let sides = ruling.steps.iter().find_map(|step| step.strip_prefix("may start "));
        for rules in sides.is_some().then_some(&ruling.rules).into_iter().flatten() {
            let game = AnyGame::from_toml(rules).expect("rules");
            let first = with_game!(&game, |game| game.first());
            let found: Vec<&str> = Side::ALL
                .iter()
                .filter(|side| first.allows(**side))
                .map(|side| side.name())
                .collect();
            assert_eq!(found.join(" "), sides.unwrap_or_default(), "{}", ruling.place);
            asked += 1;
        }
    }
    assert!(asked >= RULINGS);
}

/// Every switch has its rulings, and no other word is one.
pub fn every_switch_is_shown(rulings: &[Ruling], switches: &[&str]) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    rulings.iter().for_each(|ruling| *counts.entry(&ruling.law).or_default() += 1);
    for switch in switches {
        let count = counts.get(switch).copied().unwrap_or(0);
        assert!(count >= RULINGS, "`{switch}` has {count} rulings");
    }
    assert!(counts.keys().all(|law| switches.contains(law)), "{counts:?}");
}

/// The tests of one family: its `$files` of rulings in the folder `$folder`, the module `$reference` of its slow
/// reference, its switches, and by whom a game is begun, from the laws.
macro_rules! rulings_of {
    ($folder:literal: $files:expr, $reference:ident, $switches:expr, $first:expr) => {
        use crate::switch_rulings::Ruling;
        use $reference::State;

        fn read_all() -> Vec<Ruling> {
            crate::switch_rulings::read_all($folder, &$files)
        }

        #[test]
        fn the_engine_rules_so() {
            crate::switch_rulings::engine_rules_so(&read_all());
        }

        #[test]
        fn the_reference_rules_so() {
            crate::switch_rulings::reference_rules_so::<State>(&read_all(), $first);
        }

        #[test]
        fn sides_start_as_ruled() {
            crate::switch_rulings::sides_start_so(&read_all());
        }

        #[test]
        fn every_switch_has_its_rulings() {
            crate::switch_rulings::every_switch_is_shown(&read_all(), &$switches);
        }
    };
}
