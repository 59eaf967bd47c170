//! Dablot rule sets as rule files of a family.

use super::rules::DablotRules;
use crate::games::rule_text::{RuleFile, RuleSetError, SwitchGroup};

impl RuleFile for DablotRules {
    const SWITCHES: &'static [&'static str] = &Self::SWITCHES;
    const TOGETHER: &'static [&'static str] = &["columns", "ranks", "lines", "setup"];
    const GROUPS: &'static [SwitchGroup] = &[
        ("who starts", &["first"]),
        ("board and pieces", &["columns", "ranks", "lines", "setup"]),
        ("duty to capture", &["compulsory"]),
        ("men going back", &["men_back"]),
        ("promotion", &["promotion"]),
        ("ladder of ranks", &["ladder"]),
        ("actions of a turn", &["actions"]),
        ("ambush", &["ambush"]),
        ("repetition and limits", &["repetition", "quiet_limit", "ply_limit"]),
        ("no move left", &["stuck"]),
    ];

    fn checked(&self) -> Result<(), RuleSetError> {
        self.check()
    }
}
