//! Tafl rule sets as rule files of a family.

use super::parse::RuleSetError;
use super::rules::RuleSet;
use crate::games::rule_text::{RuleFile, SwitchGroup};

impl RuleFile for RuleSet {
    const SWITCHES: &'static [&'static str] = &Self::SWITCHES;
    const TOGETHER: &'static [&'static str] = &["size", "setup", "camps"];
    const GROUPS: &'static [SwitchGroup] = &[
        ("who starts", &["first"]),
        ("board", &["size", "setup"]),
        ("reach", &["king_reach", "men_reach"]),
        ("goal and corners", &["goal", "two_roads", "corner_stop", "corner_hostile"]),
        ("king's capture", &["king_capture", "king_notice"]),
        ("king's arms", &["king_arms"]),
        ("throne", &["throne_stop", "throne_pass", "throne_hostile"]),
        ("camps", &["camps", "camps_hostile_to", "camps_pass"]),
        ("captures at once", &["captures"]),
        ("optional capture", &["capture_optional"]),
        ("Linnaean capture", &["linnaean_capture"]),
        ("entering", &["entering", "immobilisation"]),
        ("edge formations", &["shieldwall", "shieldwall_corner", "exit_fort", "encirclement"]),
        ("repetition and limits", &["repetition", "quiet_limit", "ply_limit"]),
        ("no move left", &["stuck"]),
    ];

    fn checked(&self) -> Result<(), RuleSetError> {
        self.check()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use toml::Table;

    use super::*;
    use crate::catalog;
    use crate::games::rule_text::cross;

    fn rules(name: &str) -> RuleSet {
        RuleSet::from_toml(catalog::text(name).expect("embedded")).expect("valid")
    }

    #[test]
    fn each_switch_comes_from_a_parent() {
        let (a, b) = (rules("imperial-contest"), rules("tablut-linnaeus"));
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..50 {
            let child = cross(&a, &b, &mut rng).expect("they mix");
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
            let child = cross(&a, &b, &mut rng).expect("they mix");
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
        assert!(cross(&a, &a, &mut ChaCha8Rng::seed_from_u64(1)).is_none());
    }
}
