//! Rule sets from TOML, checked.

use super::board::Board;
use super::lattice;
use super::pieces::{Kind, Pieces};
use super::rules::{DablotRules, Promotion};
use super::setup::read_board;
use crate::games::rule_text::{LIMITS, RuleSetError, check_head, out_of, read};
use crate::{Side, SquareSet};

/// Crossings that a side of a lattice may have.
const CROSSINGS: std::ops::RangeInclusive<u32> = 2..=13;

impl DablotRules {
    /// The keys of all switches, in the order of the manual; `house_rules` may name any of them.
    pub const SWITCHES: [&str; 15] = [
        "columns",
        "ranks",
        "lines",
        "setup",
        "first",
        "compulsory",
        "men_back",
        "promotion",
        "ladder",
        "actions",
        "ambush",
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
    /// When a number is out of range, points or pieces do not fit the board, or the switches contradict
    /// each other.
    pub fn check(&self) -> Result<(), RuleSetError> {
        if self.game != "dablot" {
            return Err(RuleSetError::of_key("game", "must be \"dablot\""));
        }
        check_head(&self.name, &self.house_rules, &Self::SWITCHES)?;
        self.sides.check()?;
        let board = self.board()?;
        self.check_pieces(&board)?;
        self.check_ambush(&board)?;
        self.check_numbers()
    }

    /// The board.
    pub(super) fn board(&self) -> Result<Board, RuleSetError> {
        let of_key = |key: &'static str| move |reason: String| RuleSetError::of_key(key, reason);
        match (self.columns, self.ranks, &self.lines[..]) {
            (None, None, []) => {
                let message = "must be there with `ranks`, or `lines` describe a board";
                Err(RuleSetError::of_key("columns", message))
            }
            (None, None, lines) => Board::read(lines).map_err(of_key("lines")),
            (_, _, [_, ..]) => {
                let message = "must be left out where there are `columns` or `ranks`";
                Err(RuleSetError::of_key("lines", message))
            }
            (Some(_), None, []) => {
                Err(RuleSetError::of_key("ranks", "must be there with `columns`"))
            }
            (None, Some(_), []) => {
                Err(RuleSetError::of_key("columns", "must be there with `ranks`"))
            }
            (Some(columns), Some(ranks), []) => {
                for (key, number) in [("columns", columns), ("ranks", ranks)] {
                    if !CROSSINGS.contains(&number) {
                        return Err(out_of(key, &CROSSINGS, number));
                    }
                }
                let (width, height) = (2 * columns - 1, 2 * ranks - 1);
                if (width * height) as usize > SquareSet::MOST {
                    let message = format!(
                        "{columns}x{ranks} crossings and the middles between them are {width} files \
                         and {height} ranks, more than {} squares",
                        SquareSet::MOST
                    );
                    return Err(RuleSetError::of_key("columns", message));
                }
                let lines = lattice::lines(columns as usize, ranks as usize);
                Board::read(&lines).map_err(of_key("columns"))
            }
        }
    }

    /// The pieces at the start.
    pub(super) fn pieces(&self, board: &Board) -> Result<Pieces, RuleSetError> {
        read_board(&self.setup, board, self.promotion)
            .map_err(|reason| RuleSetError::of_key("setup", reason))
    }

    fn check_pieces(&self, board: &Board) -> Result<(), RuleSetError> {
        let pieces = self.pieces(board)?;
        for side in Side::ALL {
            if pieces.of(side, Kind::Leader).is_empty() {
                let letter = Kind::Leader.letter(side);
                let message = format!("the {side} have no leader (`{letter}`)");
                return Err(RuleSetError::of_key("setup", message));
            }
        }
        Ok(())
    }

    /// An ambush names where its pieces start; that must tell where they end.
    fn check_ambush(&self, board: &Board) -> Result<(), RuleSetError> {
        let goes_on_twice = |row: &&[u8; 3]| {
            board.rows.iter().any(|other| other[..2] == row[..2] && other[2] != row[2])
        };
        match board.rows.iter().find(goes_on_twice).filter(|_| self.ambush) {
            Some([from, over, _]) => {
                let (from, over) = (board.name(*from), board.name(*over));
                let message = format!(
                    "needs lines that go on in one way, but from {from} over {over} there are two"
                );
                Err(RuleSetError::of_key("ambush", message))
            }
            None => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), RuleSetError> {
        for (key, range, number) in
            [("ladder", 3..=4, self.ladder), ("actions", 1..=3, self.actions)]
        {
            if !range.contains(&number) {
                return Err(out_of(key, &range, number));
            }
        }
        self.repetition.check()?;
        let limits = [("quiet_limit", self.quiet_limit), ("ply_limit", Some(self.ply_limit))];
        for (key, limit) in limits {
            if let Some(number) = limit.filter(|number| !LIMITS.contains(number)) {
                return Err(out_of(key, &LIMITS, number));
            }
        }
        Ok(())
    }

    /// Whether men that have gone back differ from others.
    pub(super) fn marks_backed(&self) -> bool {
        self.promotion == Promotion::Unbacked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{self, AnyGame};

    /// What is said of `dablot-mini` with one line of it written otherwise.
    fn said(key: &str, line: &str) -> String {
        let text = catalog::text("dablot-mini").expect("embedded");
        let is_key = |l: &&str| l.starts_with(&format!("{key} ="));
        let old = text.lines().find(is_key).expect(key);
        AnyGame::from_toml(&text.replace(old, line)).expect_err(line).to_string()
    }

    #[test]
    fn errors_say_what_and_where() {
        for (key, line, expected) in [
            ("columns", "columns = 14", "line 9: `columns`: must be from 2 to 13, not 14"),
            (
                "columns",
                "columns = 13",
                "line 9: `columns`: 13x5 crossings and the middles between them",
            ),
            ("columns", "", "`columns`: must be there with `ranks`"),
            ("ranks", "", "`ranks`: must be there with `columns`"),
            ("ranks", "lines = [\"a1 b1\"]", "`lines`: must be left out where there are `columns`"),
            ("setup", "setup = \"mmmm\"", "line 11: `setup`: the board has 9 ranks, here are 1"),
            ("first", "first = \"white\"", "`first`: `white` is not one of its values"),
            ("first", "ladder = 5", "line 12: `ladder`: must be from 3 to 4, not 5"),
            ("first", "actions = 0", "line 12: `actions`: must be from 1 to 3, not 0"),
            (
                "first",
                "promotion = \"far\"",
                "`promotion`: `far` is not one of its values: `far-rank`",
            ),
            ("first", "ambush = 1", "`ambush`: must be `true` or `false`, not the number `1`"),
            ("quiet_limit", "quiet_limit = 0", "`quiet_limit`: must be from 1 to 100000, not 0"),
            ("repetition", "repetition = 3", "a table such as `{ count = 3, result = \"draw\" }`"),
            ("stuck", "gaol = 1", "unknown field `gaol`"),
        ] {
            let found = said(key, line);
            assert!(found.contains(expected), "{line}: {found}");
        }
    }

    #[test]
    fn setups_need_one_leader_each_and_more() {
        for (setup, expected) in [
            ("k3/3/4/3/4/3/4/3/2MM", "the attackers have no leader (`K`)"),
            ("kk2/3/4/3/4/3/4/3/2MK", "there are 2 `k`, and a side has one"),
            (
                "k3/3/4/3/4/3/4/3/2MK",
                "the game is over before it starts: the Swedes win (leader-alone)",
            ),
            ("km2/n2/4/3/4/3/4/3/2MK", "`n` is a piece only with promotion = \"unbacked\""),
            ("km2/q2/4/3/4/3/4/3/2MK", "`q` is not one of `M`, `N`, `O`, `P`, `K`"),
            ("km2/4/4/3/4/3/4/3/2MK", "rank 8 has 3 points, not as many as `4`"),
        ] {
            let found = said("setup", &format!("setup = \"{setup}\""));
            assert!(found.contains(expected), "{setup}: {found}");
        }
    }

    #[test]
    fn an_ambush_needs_lines_that_go_on_in_one_way() {
        let text = "game = 'dablot'\nname = 'fork'\ntitle = 'Fork'\nsource = 'a test'\nambush = true\n\
                    lines = ['a1 b1 c1', 'a1 b1 b2', 'a2 b2 c2', 'c1 c2']\nsetup = 'k1m/MK1'\nply_limit = 9\n\
                    repetition = { count = 3, result = 'draw' }\n";
        let error = DablotRules::from_toml(text).expect_err("two ways").to_string();
        assert_eq!(
            error,
            "line 5: `ambush`: needs lines that go on in one way, but from a1 over b1 there are two"
        );
        assert!(DablotRules::from_toml(&text.replace("true", "false")).is_ok());
    }
}
