//! Which games and positions are exported.

use std::str::FromStr;

use imperial_data::{GameRecord, GameResult, PlyRecord};
use imperial_engine::{Cause, by_likeness};
use serde::{Deserialize, Serialize};

use crate::positions::Search;

/// A condition: `rules=tablut-*,brandubh`, `cause!=ply-limit`, `opening<=4`.
///
/// Texts are compared with each of several alternatives, in which `*` stands for anything; numbers may be compared by
/// order, too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Filter {
    text: String,
    key: Key,
    test: Test,
}

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Key {
    Rules,
    Agent,
    Attackers,
    Defenders,
    Result,
    Cause,
    CutOff,
    Opening,
    Plies,
    Search,
    InOpening,
}

/// The names of keys.
const KEYS: [(&str, Key); 11] = [
    ("rules", Key::Rules),
    ("agent", Key::Agent),
    ("attackers", Key::Attackers),
    ("defenders", Key::Defenders),
    ("result", Key::Result),
    ("cause", Key::Cause),
    ("cut_off", Key::CutOff),
    ("opening", Key::Opening),
    ("plies", Key::Plies),
    ("search", Key::Search),
    ("in_opening", Key::InOpening),
];

impl Key {
    /// The values that there are; none where any text or number may be one.
    fn values(self) -> Vec<&'static str> {
        match self {
            Self::Result => GameResult::ALL.map(GameResult::name).to_vec(),
            Self::Cause => Cause::ALL.map(Cause::name).to_vec(),
            Self::CutOff | Self::InOpening => [true, false].map(flag).to_vec(),
            Self::Search => Search::ALL.map(Search::name).to_vec(),
            _ => Vec::new(),
        }
    }

    const fn is_number(self) -> bool {
        matches!(self, Self::Opening | Self::Plies)
    }

    /// What is wrong with a value that nothing can have: a slip of the pen would give a dataset of nothing, or of all.
    fn complain(self, value: &str) -> Option<String> {
        let values = self.values();
        if self.is_number() {
            let is_one = value.contains('*') || value.parse::<u32>().is_ok();
            return (!is_one).then(|| format!("`{value}` is no number"));
        }
        if values.is_empty() || values.iter().any(|known| matches(value, known)) {
            return None;
        }
        let known: Vec<String> =
            by_likeness(value, values).iter().map(|(_, known)| format!("`{known}`")).collect();
        Some(format!("`{value}` is not one of its values: {}", known.join(", ")))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    /// Is one of these.
    Is(Vec<String>),
    /// Is none of these.
    IsNot(Vec<String>),
    /// Is at most this.
    AtMost(u32),
    /// Is at least this.
    AtLeast(u32),
}

impl Filter {
    /// Whether a game passes; conditions on positions pass all games.
    pub fn takes_game(&self, record: &GameRecord) -> bool {
        let passes = |text: &str| self.test.passes_text(text);
        match self.key {
            Key::Rules => passes(&record.rules),
            Key::Agent => self.test.passes_both(&record.attackers, &record.defenders),
            Key::Attackers => passes(&record.attackers),
            Key::Defenders => passes(&record.defenders),
            Key::Result => passes(record.result.name()),
            Key::Cause => passes(record.cause.name()),
            Key::CutOff => passes(flag(record.cause.is_cut_off())),
            Key::Opening => self.test.passes_number(record.opening),
            Key::Plies => self.test.passes_number(record.plies.len() as u32),
            Key::Search | Key::InOpening => true,
        }
    }

    /// Whether it is a condition on positions.
    pub const fn is_of_positions(&self) -> bool {
        matches!(self.key, Key::Search | Key::InOpening)
    }

    /// Whether a position of a game passes; conditions on games pass all positions.
    pub fn takes_position(&self, record: &GameRecord, index: usize, ply: &PlyRecord) -> bool {
        match self.key {
            Key::Search => self.test.passes_text(Search::of(ply).name()),
            Key::InOpening => self.test.passes_text(flag(index < record.opening as usize)),
            _ => true,
        }
    }
}

const fn flag(set: bool) -> &'static str {
    if set { "true" } else { "false" }
}

impl Test {
    fn passes_text(&self, text: &str) -> bool {
        match self {
            Self::Is(these) => these.iter().any(|one| matches(one, text)),
            Self::IsNot(these) => !these.iter().any(|one| matches(one, text)),
            Self::AtMost(_) | Self::AtLeast(_) => false,
        }
    }

    /// Of two agents, one is enough to be there, and one is too many where none may be.
    fn passes_both(&self, first: &str, second: &str) -> bool {
        match self {
            Self::IsNot(_) => self.passes_text(first) && self.passes_text(second),
            _ => self.passes_text(first) || self.passes_text(second),
        }
    }

    fn passes_number(&self, number: u32) -> bool {
        match self {
            Self::AtMost(most) => number <= *most,
            Self::AtLeast(least) => number >= *least,
            Self::Is(_) | Self::IsNot(_) => self.passes_text(&number.to_string()),
        }
    }
}

/// Whether a text is what a pattern says, in which `*` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => {
            let Some(left) = text.strip_prefix(start) else { return false };
            (0..=left.len()).any(|at| left.is_char_boundary(at) && matches(rest, &left[at..]))
        }
    }
}

/// A filter that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no filter: {reason}")]
pub struct FilterError {
    text: String,
    reason: String,
}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Self, FilterError> {
        let error = |reason: String| FilterError { text: text.to_owned(), reason };
        let operators = ["!=", "<=", ">=", "="];
        let found = operators.into_iter().filter_map(|sign| Some((text.find(sign)?, sign)));
        let (at, sign) = found.min_by_key(|(at, sign)| (*at, 2 - sign.len())).ok_or_else(|| {
            error("it has none of =, !=, <= and >=; write for example rules=brandubh".into())
        })?;
        let (name, value) = (text[..at].trim(), text[at + sign.len()..].trim());
        let known = KEYS.iter().find(|(known, _)| *known == name);
        let names = KEYS.map(|(name, _)| name).join(", ");
        let (_, key) =
            *known.ok_or_else(|| error(format!("there is no `{name}`; there are {names}")))?;
        let list = || {
            // `050` and `+4` are numbers, which records write in one way.
            let plain = |one: &str| match one.parse::<u32>() {
                Ok(number) if key.is_number() => number.to_string(),
                _ => one.to_owned(),
            };
            let values: Vec<String> = value.split(',').map(|one| plain(one.trim())).collect();
            let complaint = values.iter().find_map(|value| key.complain(value));
            complaint.map_or(Ok(values), |complaint| Err(error(complaint)))
        };
        let number = || match value.parse::<u32>() {
            _ if !key.is_number() => {
                Err(error(format!("{sign} goes with opening and plies alone")))
            }
            Ok(number) => Ok(number),
            Err(_) => Err(error(format!("`{value}` is no number"))),
        };
        let test = match sign {
            "=" => Test::Is(list()?),
            "!=" => Test::IsNot(list()?),
            "<=" => Test::AtMost(number()?),
            _ => Test::AtLeast(number()?),
        };
        Ok(Self { text: text.to_owned(), key, test })
    }
}

impl TryFrom<String> for Filter {
    type Error = FilterError;

    fn try_from(text: String) -> Result<Self, FilterError> {
        text.parse()
    }
}

impl From<Filter> for String {
    fn from(filter: Filter) -> Self {
        filter.text
    }
}

impl std::fmt::Display for Filter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::{GameRecord, PlyRecord};

    use super::*;

    fn record() -> GameRecord {
        let ply = |value| PlyRecord { value, ..PlyRecord::default() };
        GameRecord {
            rules: "tablut-corner".into(),
            attackers: "random".into(),
            defenders: "network-64:1a2b3c4d".into(),
            opening: 1,
            plies: vec![ply(None), ply(Some(0.5))],
            ..GameRecord::default()
        }
    }

    #[test]
    fn games_pass_by_what_is_asked_of_them() {
        let takes = |text: &str| text.parse::<Filter>().expect(text).takes_game(&record());
        for yes in [
            "rules=tablut-*",
            "rules=brandubh,tablut-corner",
            "rules!=brandubh",
            "agent=random",
            "agent=network-*",
            "agent!=rollouts-*",
            "cause=unfinished",
            "cut_off=true",
            "opening<=1",
            "opening=1",
            "plies>=2",
            "result=draw",
            "rules=*ab*cor*r",
            "search=full",
        ] {
            assert!(takes(yes), "{yes}");
        }
        for no in [
            "rules=tablut",
            "rules=*x*",
            "agent!=random",
            "attackers=network-*",
            "opening>=2",
            "plies<=1",
            "cut_off=false",
            "defenders=random",
            "rules=tablut-corner*x",
        ] {
            assert!(!takes(no), "{no}");
        }
    }

    #[test]
    fn positions_pass_by_their_search_and_place() {
        let record = record();
        let takes = |text: &str, index: usize| {
            let filter: Filter = text.parse().expect(text);
            filter.takes_position(&record, index, &record.plies[index])
        };
        assert!(takes("search=quick", 1) && !takes("search=quick", 0));
        assert!(takes("in_opening=true", 0) && !takes("in_opening=true", 1));
        assert!(takes("rules=brandubh", 0));
    }

    #[test]
    fn a_number_is_the_same_however_it_is_written() {
        let test = |text: &str| text.parse::<Filter>().expect(text).test;
        assert_eq!(test("plies=050,+4"), test("plies=50,4"));
        assert_ne!(test("plies=05*"), test("plies=5*"));
    }

    #[test]
    fn bad_filters_are_explained() {
        let error = |text: &str| text.parse::<Filter>().expect_err(text).to_string();
        assert!(error("rules").contains("none of ="));
        assert!(error("rule=x").contains("there is no `rule`; there are rules, agent"));
        assert!(error("rules<=3").contains("goes with opening and plies alone"));
        assert!(error("plies>=x").contains("`x` is no number"));
        assert!(error("plies=4,x").contains("`x` is no number"));
    }

    /// Such a filter would take nothing, or all, without a word.
    #[test]
    fn values_that_nothing_has_are_refused() {
        let error = |text: &str| text.parse::<Filter>().expect_err(text).to_string();
        assert_eq!(
            error("search=ful"),
            "`search=ful` is no filter: `ful` is not one of its values: `full`, `quick`, `none`"
        );
        assert!(error("in_opening=yes").contains("`yes` is not one of its values: "));
        assert!(error("cause!=boardfull").contains("of its values: `board-full`, "));
        assert!(error("cut_off=True").contains("of its values: `true`, `false`"));
        assert!(
            error("result=draw,attacker").contains("`attacker` is not one of its values: `att")
        );
        assert!(error("result=x*").contains("`x*` is not one of its values"));
        for known in ["cause=*-limit,line", "result!=draw", "search=*", "plies=1*", "rules=mine"] {
            assert!(known.parse::<Filter>().is_ok(), "{known}");
        }
    }
}
