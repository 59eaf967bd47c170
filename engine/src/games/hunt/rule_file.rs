//! Hunt rule sets as rule files of a family.

use super::rules::HuntRules;
use crate::games::rule_text::{RuleFile, RuleSetError, SwitchGroup};

impl RuleFile for HuntRules {
    const SWITCHES: &'static [&'static str] = &Self::SWITCHES;
    const TOGETHER: &'static [&'static str] = &[
        "board",
        "lines",
        "setup",
        "hand_many",
        "hand_few",
        "few_win_captures",
        "few_goal",
        "many_goal",
    ];
    const GROUPS: &'static [SwitchGroup] = &[
        ("who starts", &["first"]),
        ("board and pieces", &["board", "lines", "setup", "hand_many", "hand_few"]),
        ("lines of the many", &["many_lines"]),
        ("lines of the few", &["few_lines"]),
        ("ways of the many", &["many_ways"]),
        ("captures", &["few_capture"]),
        ("chains", &["chain"]),
        ("duty to capture", &["compulsory"]),
        ("captures that win", &["few_win_captures"]),
        ("goals", &["few_goal", "many_goal"]),
        ("pieces shut in", &["trapped"]),
        ("repetition and limits", &["repetition", "ply_limit"]),
        ("no move left", &["stuck"]),
    ];

    fn checked(&self) -> Result<(), RuleSetError> {
        self.check()
    }
}
