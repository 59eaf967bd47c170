//! Rule sets between two others.

use rand::{Rng, RngExt};
use toml::{Table, Value};

use super::rules::RuleSet;

/// Tries to find a mixture without contradictions.
const ATTEMPTS: u32 = 100;

/// Switches that only fit together: they are taken from the same parent.
const TOGETHER: [&str; 3] = ["size", "setup", "camps"];

impl RuleSet {
    /// A rule set that takes each switch from one of two others, by the toss of a coin; layout and
    /// camps stay together. A player who knows such mixtures knows the space between the named rule
    /// sets.
    ///
    /// `None` where all attempts give a contradiction, or nothing but one of the parents.
    pub fn cross(&self, other: &Self, rng: &mut impl Rng) -> Option<Self> {
        let parents = [self, other].map(|rules| Table::try_from(rules).ok());
        let [Some(ours), Some(theirs)] = parents else { return None };
        (0..ATTEMPTS).find_map(|_| {
            let child = mixture(&ours, &theirs, rng);
            let child: Self = child.try_into().ok()?;
            let known = |parent: &Self| child.same_laws(parent);
            (child.check().is_ok() && !known(self) && !known(other)).then_some(child)
        })
    }

    /// Whether two rule sets differ in nothing but name, title, source and house rules.
    pub fn same_laws(&self, other: &Self) -> bool {
        let label = |rules: &Self| Self {
            name: String::new(),
            title: String::new(),
            source: String::new(),
            house_rules: Vec::new(),
            ..rules.clone()
        };
        label(self) == label(other)
    }
}

fn mixture(ours: &Table, theirs: &Table, rng: &mut impl Rng) -> Table {
    let mut child = ours.clone();
    let layout_is_theirs: bool = rng.random();
    let mut house_rules = Vec::new();
    for key in RuleSet::SWITCHES {
        let coin: bool = rng.random();
        let is_theirs = if TOGETHER.contains(&key) { layout_is_theirs } else { coin };
        if is_theirs {
            match theirs.get(key) {
                Some(value) => child.insert(key.to_owned(), value.clone()),
                None => child.remove(key),
            };
        }
        if is_house_rule(if is_theirs { theirs } else { ours }, key) {
            house_rules.push(Value::from(key));
        }
    }
    child.insert("house_rules".to_owned(), house_rules.into());
    let title = |table: &Table| table.get("title").and_then(|t| t.as_str()).map(str::to_owned);
    let titles = [ours, theirs].map(|table| title(table).unwrap_or_default());
    let mut set = |key: &str, value: String| child.insert(key.to_owned(), value.into());
    set("name", format!("cross-{:08x}", rng.random::<u32>()));
    set("title", format!("{} crossed with {}", titles[0], titles[1]));
    set("source", "a random mixture of both".to_owned());
    child
}

/// Whether a rule set says itself that the source does not have this switch.
fn is_house_rule(rules: &Table, key: &str) -> bool {
    let declared = rules.get("house_rules").and_then(Value::as_array);
    declared.is_some_and(|keys| keys.iter().any(|declared| declared.as_str() == Some(key)))
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;
    use crate::catalog;

    fn rules(name: &str) -> RuleSet {
        RuleSet::from_toml(catalog::text(name).expect("embedded")).expect("valid")
    }

    #[test]
    fn each_switch_comes_from_a_parent() {
        let (a, b) = (rules("imperial-contest"), rules("tablut-linnaeus"));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..50 {
            let child = a.cross(&b, &mut rng).expect("they mix");
            let tables = [&a, &b, &child].map(|rules| Table::try_from(rules).expect("a table"));
            for key in RuleSet::SWITCHES {
                let [ours, theirs, child] = [0, 1, 2].map(|n| tables[n].get(key));
                assert!(child == ours || child == theirs, "{key}");
            }
            assert!(!child.same_laws(&a) && !child.same_laws(&b));
        }
    }

    #[test]
    fn house_rules_come_with_their_switches() {
        let (a, b) = (rules("tablut-unibo"), rules("tablut-linnaeus"));
        let declares = |rules: &RuleSet, key: &str| rules.house_rules.iter().any(|k| k == key);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut declared = 0;
        for _ in 0..50 {
            let child = a.cross(&b, &mut rng).expect("they mix");
            assert!(declares(&child, "ply_limit"), "both made it up");
            // Only Linnaeus' text is silent about what repeating a position does.
            assert_eq!(declares(&child, "repetition"), child.repetition == b.repetition);
            declared += usize::from(declares(&child, "repetition"));
        }
        assert!((1..50).contains(&declared));
    }

    #[test]
    fn a_rule_set_crossed_with_itself_is_nothing_new() {
        let a = rules("imperial-contest");
        assert!(a.cross(&a, &mut ChaCha8Rng::seed_from_u64(1)).is_none());
    }
}
