//! Rule sets from TOML, checked.

use super::graph::Graph;
use super::points::Points;
use super::rules::{Chain, Compulsory, HuntRules};
use super::setup::{Pieces, read_board};
use crate::games::rule_text::{LIMITS, RuleSetError, check_head, out_of, read, refuse_twice};

impl HuntRules {
    /// The keys of all switches, in the order of the manual; `house_rules` may name any of them.
    pub const SWITCHES: [&str; 19] = [
        "board",
        "lines",
        "setup",
        "hand_many",
        "hand_few",
        "first",
        "many_lines",
        "few_lines",
        "many_ways",
        "few_capture",
        "chain",
        "compulsory",
        "few_win_captures",
        "few_goal",
        "many_goal",
        "trapped",
        "repetition",
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
        if self.game != "hunt" {
            return Err(RuleSetError::of_key("game", "must be \"hunt\""));
        }
        check_head(&self.name, &self.house_rules, &Self::SWITCHES)?;
        self.sides.check()?;
        let graph = self.graph()?;
        self.check_pieces(&graph)?;
        self.check_goals(&graph)?;
        self.check_captures()?;
        self.check_numbers()
    }

    /// The board.
    pub(super) fn graph(&self) -> Result<Graph, RuleSetError> {
        let lines = match (self.board, &self.lines[..]) {
            (Some(board), []) => board.lines(),
            (None, [_, ..]) => self.lines.iter().map(String::as_str).collect(),
            (Some(_), _) => {
                let message = "must be left out where there is a `board`";
                return Err(RuleSetError::of_key("lines", message));
            }
            (None, []) => {
                let message = "must name a board, or `lines` describe one";
                return Err(RuleSetError::of_key("board", message));
            }
        };
        Graph::read(&lines).map_err(|reason| RuleSetError::of_key("lines", reason))
    }

    /// The pieces at the start.
    pub(super) fn pieces(&self, graph: &Graph) -> Result<Pieces, RuleSetError> {
        read_board(&self.setup, graph).map_err(|reason| RuleSetError::of_key("setup", reason))
    }

    /// The points of `few_goal` and `many_goal`.
    pub(super) fn goals(&self, graph: &Graph) -> Result<[Points; 2], RuleSetError> {
        let read = |key: &str, names: &[String]| -> Result<Points, RuleSetError> {
            let point = |name: &String| {
                let message = || format!("`{name}` is not a point of the board");
                graph.find(name).ok_or_else(|| RuleSetError::of_key(key, message()))
            };
            names.iter().map(point).collect()
        };
        Ok([read("few_goal", &self.few_goal)?, read("many_goal", &self.many_goal)?])
    }

    fn check_pieces(&self, graph: &Graph) -> Result<(), RuleSetError> {
        let pieces = self.pieces(graph)?;
        let room = graph.points.count();
        let hands = [("hand_many", self.hand_many), ("hand_few", self.hand_few)];
        for (key, number) in hands {
            if number >= room {
                return Err(out_of(key, &(0..=room - 1), number));
            }
        }
        let all = [pieces.many.count() + self.hand_many, pieces.few.count() + self.hand_few];
        for (number, who) in all.into_iter().zip(["many", "few"]) {
            if number == 0 {
                let message = format!("the {who} have no piece, here or in hand");
                return Err(RuleSetError::of_key("setup", message));
            }
        }
        if all[0] + all[1] >= room {
            let (key, in_hand) = match hands.into_iter().find(|(_, number)| *number > 0) {
                Some((key, _)) => (key, ", those in hand too,"),
                None => ("setup", ""),
            };
            let message =
                format!("{} pieces{in_hand} leave no point of {room} empty", all[0] + all[1]);
            return Err(RuleSetError::of_key(key, message));
        }
        if self.few_win_captures > all[0] {
            return Err(out_of("few_win_captures", &(0..=all[0]), self.few_win_captures));
        }
        Ok(())
    }

    fn check_goals(&self, graph: &Graph) -> Result<(), RuleSetError> {
        let many_goal = self.goals(graph)?[1].count();
        for (key, names) in [("few_goal", &self.few_goal), ("many_goal", &self.many_goal)] {
            refuse_twice(key, names)?;
        }
        let many = self.pieces(graph)?.many.count() + self.hand_many;
        if many_goal > many {
            let message =
                format!("has {many_goal} points, and the many have {many} pieces to fill them");
            return Err(RuleSetError::of_key("many_goal", message));
        }
        Ok(())
    }

    /// Refuses laws about captures where there are none.
    fn check_captures(&self) -> Result<(), RuleSetError> {
        let laws = [
            ("few_win_captures", self.few_win_captures > 0),
            ("chain", self.chain != Chain::default()),
            ("compulsory", self.compulsory != Compulsory::default()),
        ];
        match laws.into_iter().find(|(_, is_set)| *is_set && !self.few_capture) {
            Some((key, _)) => {
                let message = "must be left out where `few_capture` is false: nothing is captured";
                Err(RuleSetError::of_key(key, message))
            }
            None => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), RuleSetError> {
        refuse_twice("many_ways", &self.many_ways)?;
        if self.many_ways.is_empty() {
            let message = "must have at least one of `forward`, `sideways`, `backward`";
            return Err(RuleSetError::of_key("many_ways", message));
        }
        self.repetition.check()?;
        if !LIMITS.contains(&self.ply_limit) {
            return Err(out_of("ply_limit", &LIMITS, self.ply_limit));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::{self, AnyGame};

    #[test]
    fn laws_without_effect_are_refused() {
        for (name, line, expected) in [
            (
                "fox-and-hounds",
                "few_win_captures = 2",
                "`few_win_captures`: must be left out where",
            ),
            ("fox-and-hounds", "chain = \"single\"", "`chain`: must be left out where"),
            ("fox-and-hounds", "compulsory = \"yes\"", "`compulsory`: must be left out where"),
            ("bagh-chal", "few_goal = [\"a1\", \"b1\", \"a1\"]", "`few_goal`: has something twice"),
            ("bagh-chal", "many_ways = [\"forward\", \"forward\"]", "`many_ways`: has something"),
            (
                "fox-and-hounds",
                "many_goal = [\"a1\", \"c1\", \"e1\", \"g1\", \"b2\"]",
                "`many_goal`: has 5 points, and the many have 4 pieces to fill them",
            ),
            ("bagh-chal", "hand_few = -1", "`hand_few`: must be a whole number from 0, not the"),
            (
                "fox-and-hounds",
                "hand_few = 27",
                "`hand_few`: 32 pieces, those in hand too, leave no point of 32 empty",
            ),
            (
                "bagh-chal",
                "compulsory = true",
                "`compulsory`: must be a word in quotes: `no`, `yes`, `huff`",
            ),
        ] {
            let text = format!("{line}\n{}", catalog::text(name).expect("embedded"));
            let found = AnyGame::from_toml(&text).expect_err(line).to_string();
            assert!(found.starts_with("line 1: ") && found.contains(expected), "{line}: {found}");
        }
    }
}
