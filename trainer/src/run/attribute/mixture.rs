//! Rule sets between two rule sets: some switches as in the one, the others as in the other.

use std::collections::BTreeMap;

use anyhow::{Context as _, anyhow, bail};
use imperial_data::LoadedRules;
use imperial_engine::games::rule_text::Laws;
use toml::Table;

use crate::run::why_refused;
use imperial_describe::{Switch, differences, differing_laws};
use imperial_lab::SwitchGroup;
use imperial_stats::shapley::members;

/// Two rule sets and what lies between them.
#[derive(Debug)]
pub(super) struct Mixtures<'a> {
    ends: [&'a LoadedRules; 2],
    tables: [Table; 2],
    /// The groups of switches in which the two differ.
    pub switches: Vec<SwitchGroup>,
    /// How the names of all mixtures begin, and neither of the two does.
    prefix: String,
}

impl<'a> Mixtures<'a> {
    /// Finds the switches in which two rule sets differ.
    ///
    /// # Errors
    /// When one has no switches, they are of two families, or they do not differ.
    pub fn between(from: &'a LoadedRules, to: &'a LoadedRules) -> anyhow::Result<Self> {
        let ends = [from, to];
        let laws = [laws(from)?, laws(to)?];
        let names = ends.map(|rules| rules.game.name());
        if laws[0].text("game") != laws[1].text("game") {
            bail!("`{}` and `{}` are of two families; name two of one", names[0], names[1]);
        }
        let group = |(name, keys): &(&str, &[&str])| group(name, keys, &laws);
        let switches: Vec<SwitchGroup> = laws[0].groups.iter().filter_map(group).collect();
        if switches.is_empty() {
            bail!("`{}` and `{}` have the same rules; name two that differ", names[0], names[1]);
        }
        Ok(Self { ends, tables: laws.map(|laws| laws.table), switches, prefix: prefix(names) })
    }

    /// The rule set in which the switches of `coalition` are as in the second one.
    ///
    /// # Errors
    /// When the switches contradict each other, or end the game at the start.
    pub fn mixture(&self, coalition: u32) -> anyhow::Result<LoadedRules> {
        if coalition == 0 {
            return Ok(self.ends[0].again()?);
        }
        if members(coalition).count() == self.switches.len() {
            return Ok(self.ends[1].again()?);
        }
        let mut table = self.tables[0].clone();
        for key in members(coalition).flat_map(|switch| &self.switches[switch].keys) {
            take(key, &self.tables[1], &mut table);
        }
        self.describe(&mut table, coalition);
        let rules = LoadedRules::of_text(toml::to_string_pretty(&table)?);
        rules.map_err(|error| anyhow!(why_refused(error)))
    }

    /// Which flips of the fewest switches gave no rule set, and why: at most two, each after a sign.
    pub fn clashes(&self, tried: &BTreeMap<u32, anyhow::Result<LoadedRules>>) -> String {
        let refused =
            || tried.iter().filter_map(|(set, rules)| Some((*set, rules.as_ref().err()?)));
        let fewest = refused().map(|(set, _)| set.count_ones()).min();
        let of_fewest = refused().filter(|(set, _)| Some(set.count_ones()) == fewest).take(2);
        let words = of_fewest.zip([": ", "; "]).map(|((set, error), sign)| {
            let (flipped, other) = (self.flipped(set).join(", "), self.ends[1].game.name());
            format!("{sign}with only {flipped} of `{other}`: {error:#}")
        });
        words.collect()
    }

    /// The names of the switches of a coalition.
    fn flipped(&self, coalition: u32) -> Vec<&str> {
        members(coalition).map(|switch| self.switches[switch].name.as_str()).collect()
    }

    /// The name of a mixture: `mix-` (or `mix2-`, … between mixtures) and a digit for each switch, 1
    /// where it is flipped.
    pub fn name(&self, coalition: u32) -> String {
        let digit = |switch: usize| if coalition & (1_u32 << switch) == 0 { '0' } else { '1' };
        let digits: String = (0..self.switches.len()).map(digit).collect();
        format!("{}{digits}", self.prefix)
    }

    fn describe(&self, table: &mut Table, coalition: u32) {
        let flipped = self.flipped(coalition);
        let [one, other] = self.ends.map(|rules| rules.game.name());
        let texts = [
            ("name", self.name(coalition)),
            ("title", self.name(coalition)),
            ("source", format!("{one} with of {other}: {}", flipped.join(", "))),
        ];
        for (key, text) in texts {
            table.insert(key.to_owned(), text.into());
        }
        // What the sources are silent about is told in their own files.
        table.remove("house_rules");
    }
}

/// The first of `mix-`, `mix2-`, `mix3-`, … with which no name begins.
fn prefix(names: [&str; 2]) -> String {
    let mut prefix = "mix-".to_owned();
    let mut number = 1;
    while names.iter().any(|name| name.starts_with(&prefix)) {
        number += 1;
        prefix = format!("mix{number}-");
    }
    prefix
}

fn laws(rules: &LoadedRules) -> anyhow::Result<Laws> {
    let name = rules.game.name();
    rules.game.laws().with_context(|| format!("`{name}` has no switches; name another rule set"))
}

/// Sets a key as it is in another table.
fn take(key: &str, from: &Table, into: &mut Table) {
    match from.get(key) {
        Some(value) => drop(into.insert(key.to_owned(), value.clone())),
        None => drop(into.remove(key)),
    }
}

/// The group with what each rule set says of those of its keys in which they differ.
fn group(name: &str, keys: &[&str], both: &[Laws; 2]) -> Option<SwitchGroup> {
    let (differ, _) = differences(&both[0], &both[1]);
    let differ: Vec<_> = differ.iter().filter(|switch| keys.contains(&switch.key)).collect();
    let values = in_words(keys, both).unwrap_or_else(|| {
        [0, 1].map(|end: usize| {
            let one = |switch: &&Switch| format!("{} {}", switch.key, switch.values[end]);
            differ.iter().map(one).collect::<Vec<_>>().join(", ")
        })
    });
    let mut found: Vec<String> = differ.iter().map(|switch| switch.key.to_owned()).collect();
    if keys.contains(&"setup") && both[0].text("setup") != both[1].text("setup") {
        found.push("setup".to_owned());
    }
    (!found.is_empty()).then(|| SwitchGroup { name: name.to_owned(), keys: found, values })
}

/// What changes in the laws of a rule set when some of its keys are set as in another; `None` where no
/// law tells of them, or the two do not fit together.
fn in_words(keys: &[&str], both: &[Laws; 2]) -> Option<[String; 2]> {
    let mut table = both[0].table.clone();
    keys.iter().for_each(|key| take(key, &both[1].table, &mut table));
    let laws = differing_laws(&both[0].table, &table)?;
    let text = |laws: &Vec<String>| if laws.is_empty() { "–".to_owned() } else { laws.join(" ") };
    laws.iter().any(|laws| !laws.is_empty()).then(|| laws.each_ref().map(text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_data::load_rules;

    fn mixtures<'a>(ends: &'a [LoadedRules; 2]) -> Mixtures<'a> {
        Mixtures::between(&ends[0], &ends[1]).expect("two games that differ")
    }

    fn both(one: &str, other: &str) -> [LoadedRules; 2] {
        [one, other].map(|name| load_rules(name).expect(name))
    }

    #[test]
    fn every_switch_is_in_one_group() {
        for name in ["imperial-contest", "fox-and-geese"] {
            let laws = laws(&load_rules(name).expect(name)).expect("switches");
            let groups = laws.groups.iter();
            let mut grouped: Vec<&str> = groups.flat_map(|(_, keys)| *keys).copied().collect();
            grouped.sort_unstable();
            let mut known = laws.switches.to_vec();
            known.sort_unstable();
            assert_eq!(grouped, known);
        }
    }

    #[test]
    fn geese_become_more_switch_by_switch() {
        let ends = both("fox-and-geese", "fox-and-geese-17");
        let mixtures = mixtures(&ends);
        let names: Vec<&str> = mixtures.switches.iter().map(|group| group.name.as_str()).collect();
        let expected = [
            "board and pieces",
            "lines of the many",
            "ways of the many",
            "captures that win",
            "goals",
        ];
        assert_eq!(names, expected);
        let mixed = mixtures.mixture(0b0_0110).expect("it can be played");
        assert_eq!(mixed.game.name(), "mix-01100");
        assert!(mixed.text.contains("orthogonal") && !mixed.text.contains("backward"));
    }

    #[test]
    fn contest_becomes_tablut_switch_by_switch() {
        let ends = both("imperial-contest", "tablut-linnaeus");
        let mixtures = mixtures(&ends);
        let names: Vec<&str> = mixtures.switches.iter().map(|group| group.name.as_str()).collect();
        let expected = [
            "who starts",
            "reach",
            "king's capture",
            "king's arms",
            "throne",
            "captures at once",
            "optional capture",
            "Linnaean capture",
        ];
        assert_eq!(names, expected);
        let values =
            |switch: usize| mixtures.switches[switch].values.each_ref().map(String::as_str);
        assert_eq!(values(0), ["A lot decides who moves first.", "The attackers move first."]);
        let [from, to] = values(4);
        assert_eq!(from, "Anyone may stop on the empty throne or pass over it.");
        assert!(
            to.starts_with("Nobody may stop on the empty throne or pass over it. The throne is")
        );
        assert_eq!(mixtures.mixture(0).expect("the first").text, ends[0].text);
        assert_eq!(mixtures.mixture(255).expect("the second").text, ends[1].text);
    }

    #[test]
    fn all_flipped_is_the_other_rule_set() {
        let ends = both("imperial-contest", "tablut-linnaeus");
        let mixtures = mixtures(&ends);
        let mut rules = ends[0].game.laws().expect("switches");
        for coalition in [0b0000_0001, 0b1010_0110, 0b0111_1111] {
            let mixed = mixtures.mixture(coalition).expect("it can be played");
            assert_eq!(mixed.game.name(), mixtures.name(coalition));
            rules = mixed.game.laws().expect("switches");
        }
        // Everything but the last switch: only that one is left to differ from the second rule set.
        let (left, _) = differences(&rules, &ends[1].game.laws().expect("switches"));
        assert_eq!(left.iter().map(|switch| switch.key).collect::<Vec<_>>(), ["linnaean_capture"]);
    }

    #[test]
    fn mixtures_of_mixtures_have_names_of_their_own() {
        assert_eq!(prefix(["tablut", "my-mix-1"]), "mix-");
        assert_eq!(prefix(["mix-01", "tablut"]), "mix2-");
        assert_eq!(prefix(["mix2-10", "mix-01"]), "mix3-");
        let ends = both("imperial-contest", "tablut-linnaeus");
        let first = mixtures(&ends);
        let inner = [0b01, 0b10].map(|set| first.mixture(set).expect("it can be played"));
        let second = mixtures(&inner);
        let names: Vec<String> = (0..4)
            .map(|set| second.mixture(set).expect("it can be played").game.name().to_owned())
            .collect();
        assert_eq!(names, ["mix-10000000", "mix2-10", "mix2-01", "mix-01000000"]);
    }

    #[test]
    fn contradictions_are_refused_with_the_reason() {
        // Camps exist on 9x9 only.
        let ends = both("tablut-unibo", "brandubh");
        let mixtures = mixtures(&ends);
        let board = mixtures.switches.iter().position(|group| group.name == "board");
        let values = &mixtures.switches[board.expect("they differ")].values;
        assert_eq!(*values, ["size 9", "size 7"], "no law tells of the board");
        let error = mixtures.mixture(1 << board.expect("they differ")).expect_err("camps on 7x7");
        assert!(error.to_string().contains("camps"), "{error}");
    }

    #[test]
    fn games_without_switches_are_refused() {
        let ends = both("tablut-linnaeus", "tic-tac-toe");
        let error = Mixtures::between(&ends[0], &ends[1]).expect_err("no switches").to_string();
        assert!(error.contains("`tic-tac-toe` has no switches"), "{error}");
        let apart = both("tablut-linnaeus", "fox-and-geese");
        let error = Mixtures::between(&apart[0], &apart[1]).expect_err("two families").to_string();
        assert!(error.contains("are of two families"), "{error}");
        let error = Mixtures::between(&ends[0], &ends[0]).expect_err("the same").to_string();
        assert!(error.contains("the same rules"), "{error}");
    }
}
