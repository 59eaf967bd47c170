//! Rule sets from TOML, checked.

use super::layout::Layout;
use super::rules::{Camps, Encirclement, ExitFort, Piece, RepetitionResult, RuleSet, Shieldwall};
use super::square::MAX_SIZE;
pub use crate::games::rule_text::RuleSetError;
use crate::games::rule_text::{LIMITS, check_head, out_of, read};

impl RuleSet {
    /// The keys of all switches, in the order of the manual; `house_rules` may name any of them.
    pub const SWITCHES: [&str; 31] = [
        "size",
        "setup",
        "first",
        "king_reach",
        "men_reach",
        "goal",
        "two_roads",
        "king_capture",
        "king_notice",
        "king_arms",
        "throne_stop",
        "throne_pass",
        "throne_hostile",
        "corner_stop",
        "corner_hostile",
        "camps",
        "camps_hostile_to",
        "camps_pass",
        "captures",
        "capture_optional",
        "linnaean_capture",
        "entering",
        "immobilisation",
        "shieldwall",
        "shieldwall_corner",
        "exit_fort",
        "encirclement",
        "repetition",
        "quiet_limit",
        "ply_limit",
        "stuck",
    ];

    /// Reads and checks a rule set.
    ///
    /// # Errors
    /// When the text is no TOML, a key is unknown, missing or has a value that is not allowed, or
    /// the switches contradict each other.
    pub fn from_toml(text: &str) -> Result<Self, RuleSetError> {
        read(text)
    }

    /// Checks what the types alone cannot.
    ///
    /// # Errors
    /// When a number is out of range, the layout does not fit, or the switches contradict each
    /// other.
    pub fn check(&self) -> Result<(), RuleSetError> {
        self.check_names()?;
        self.check_numbers()?;
        self.check_layout()?;
        self.check_switches()
    }

    fn check_names(&self) -> Result<(), RuleSetError> {
        if self.game != "tafl" {
            return Err(RuleSetError::of_key("game", "must be \"tafl\""));
        }
        check_head(&self.name, &self.house_rules, &Self::SWITCHES)
    }

    fn check_numbers(&self) -> Result<(), RuleSetError> {
        if self.size.is_multiple_of(2) || !(5..=MAX_SIZE).contains(&self.size) {
            let message = format!("must be odd, from 5 to {MAX_SIZE}, not {}", self.size);
            return Err(RuleSetError::of_key("size", message));
        }
        for (key, reach) in [("king_reach", self.king_reach), ("men_reach", self.men_reach)] {
            if let Some(reach) = reach.filter(|reach| !(1..=18).contains(reach)) {
                let message =
                    format!("must be from 1 to 18, or left out for no limit, not {reach}");
                return Err(RuleSetError::of_key(key, message));
            }
        }
        self.check_repetition()?;
        for (key, limit) in [("quiet_limit", self.quiet_limit), ("ply_limit", Some(self.ply_limit))]
        {
            if let Some(limit) = limit.filter(|limit| !LIMITS.contains(limit)) {
                return Err(out_of(key, &LIMITS, limit));
            }
        }
        Ok(())
    }

    fn check_layout(&self) -> Result<(), RuleSetError> {
        let layout = Layout::from_drawing(&self.setup, self.size)
            .map_err(|reason| RuleSetError::of_key("setup", reason))?;
        for (piece, name) in [(Piece::King, "king"), (Piece::Attacker, "attacker")] {
            if layout.count(piece) == 0 {
                return Err(RuleSetError::of_key("setup", format!("there is no {name}")));
            }
        }
        Ok(())
    }

    fn check_switches(&self) -> Result<(), RuleSetError> {
        if self.camps != Camps::None && self.size != 9 {
            let message = format!("camps exist on 9x9 only, this board is {0}x{0}", self.size);
            return Err(RuleSetError::of_key("camps", message));
        }
        self.check_camps()?;
        if self.king_notice && !self.king_can_be_captured() {
            let message = "must be false, as the attackers are too few to capture the king";
            return Err(RuleSetError::of_key("king_notice", message));
        }
        Ok(())
    }

    /// How formations at the edge and camps would go together, no source says.
    fn check_camps(&self) -> Result<(), RuleSetError> {
        let formations = [
            ("shieldwall", self.shieldwall != Shieldwall::Off),
            ("exit_fort", self.exit_fort != ExitFort::Off),
            ("encirclement", self.encirclement != Encirclement::Off),
        ];
        match formations.into_iter().find(|(_, on)| *on && self.camps != Camps::None) {
            Some((key, _)) => {
                let message = "must be \"off\" where there are camps (or `camps` be \"none\")";
                Err(RuleSetError::of_key(key, message))
            }
            None => Ok(()),
        }
    }

    fn check_repetition(&self) -> Result<(), RuleSetError> {
        let is_banned = self.repetition.result == RepetitionResult::Banned;
        let message = match self.repetition.count {
            Some(_) if is_banned => "has no count where the result is \"banned\"".to_owned(),
            None if !is_banned => "needs a count, such as `count = 3`".to_owned(),
            Some(count @ ..2) => format!("count must be at least 2, not {count}"),
            _ => return Ok(()),
        };
        Err(RuleSetError::of_key("repetition", message))
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::Repetition;
    use super::*;

    /// Linnaeus' Tablut with one more line.
    fn with(line: &str) -> Result<RuleSet, RuleSetError> {
        let text = include_str!("../../../rules/tablut-linnaeus.toml");
        RuleSet::from_toml(
            &text.replace("goal = \"edge\"\n", &format!("goal = \"edge\"\n{line}\n")),
        )
    }

    #[test]
    fn yes_and_no_stand_for_words() {
        let rules =
            with("shieldwall = true\nexit_fort = true\nencirclement = true").expect("valid");
        assert_eq!(rules.shieldwall, Shieldwall::Flank);
        assert_eq!(rules.exit_fort, ExitFort::Edge);
        assert_eq!(rules.encirclement, Encirclement::Ring);
        assert_eq!(with("shieldwall = false").expect("valid").shieldwall, Shieldwall::Off);
        assert!(with("").expect("valid").shieldwall_corner);
    }

    #[test]
    fn what_contradicts_itself_is_refused_by_line_and_key() {
        let refused = |line: &str| with(line).expect_err(line).to_string();
        for key in ["shieldwall", "exit_fort", "encirclement"] {
            let found = refused(&format!("{key} = true\ncamps = \"home\""));
            assert!(found.contains(&format!("`{key}`: must be \"off\" where there are camps")));
            assert!(found.starts_with("line "), "{found}");
        }
    }

    #[test]
    fn notice_needs_attackers_enough_to_take_the_king() {
        let few = include_str!("../../../rules/tawlbwrdd-notice.toml").replace("A", ".");
        let two = few.replacen(". . . .", ". A . A", 1);
        assert_eq!(RuleSet::from_toml(&two).map(|rules| rules.king_notice), Ok(true));
        let four = two.replace("king_capture = \"two\"", "king_capture = \"four\"");
        let error = RuleSet::from_toml(&four).expect_err("two take nobody who falls to four");
        assert_eq!(error.key.as_deref(), Some("king_notice"), "{error}");
        assert!(error.line.is_some());
    }

    #[test]
    fn a_ban_of_repetition_has_no_count_and_all_else_has() {
        let text = include_str!("../../../rules/tablut-linnaeus.toml");
        let read = |value: &str| {
            RuleSet::from_toml(&text.replace("{ count = 3, result = \"draw\" }", value))
        };
        assert_eq!(read("{ result = \"banned\" }").expect("valid").repetition, Repetition::BANNED);
        let own = Repetition::ends(3, RepetitionResult::DefendersOwn);
        let old = read("{ count = 3, result = \"defenders-lose\" }").expect("the older name");
        assert_eq!(old.repetition, own);
        for value in ["{ count = 3, result = \"banned\" }", "{ result = \"draw\" }"] {
            let error = read(value).expect_err(value);
            assert_eq!(error.key.as_deref(), Some("repetition"), "{error}");
        }
    }

    #[test]
    fn every_key_of_a_rule_file_is_a_switch_or_a_name() {
        let mut rules = RuleSet::from_toml(include_str!("../../../rules/tablut-corner.toml"))
            .expect("an embedded rule set");
        (rules.king_reach, rules.men_reach, rules.quiet_limit) = (Some(4), Some(4), Some(100));
        let table = toml::Table::try_from(&rules).expect("a table");
        let names = ["game", "name", "title", "source", "house_rules"];
        let mut keys: Vec<&str> = table.keys().map(String::as_str).collect();
        keys.retain(|key| !names.contains(key));
        let mut switches = RuleSet::SWITCHES.to_vec();
        keys.sort_unstable();
        switches.sort_unstable();
        assert_eq!(keys, switches);
    }
}
