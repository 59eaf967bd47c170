//! Rule sets of chess as rule files of a family.

use super::rules::ChessRules;
use crate::games::rule_text::{RuleFile, RuleSetError, SwitchGroup};

impl RuleFile for ChessRules {
    const SWITCHES: &'static [&'static str] = &Self::SWITCHES;
    const TOGETHER: &'static [&'static str] = &[
        "files",
        "ranks",
        "setup",
        "pieces",
        "castling",
        "promotes_to",
        "replacement",
        "succession",
        "imperials",
    ];
    const GROUPS: &'static [SwitchGroup] = &[
        ("who starts", &["first"]),
        ("board and pieces", &["files", "ranks", "setup", "pieces"]),
        ("pawns' moves", &["pawn_rank", "pawn_first"]),
        ("pawns' captures", &["pawn_takes", "in_passing"]),
        ("castling", &["castling"]),
        ("promotion", &["promotes_to"]),
        ("replacement", &["replacement"]),
        ("hitching", &["hitching"]),
        ("deployment", &["deployment"]),
        ("succession", &["succession"]),
        ("charge", &["charge"]),
        ("loss of the imperials", &["imperials"]),
        ("repetition and limits", &["repetition", "quiet_limit", "ply_limit"]),
        ("no move left", &["stuck"]),
    ];

    fn checked(&self) -> Result<(), RuleSetError> {
        self.check()
    }
}
