//! Switches that more than one family has.

use std::ops::Index;

use serde::{Deserialize, Serialize};

use super::RuleSetError;
use crate::{Cause, First, Outcome, Side, SideName};

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Starter {
    /// The attackers.
    Attackers,
    /// The defenders.
    Defenders,
    /// A fair coin for every game, recorded with it.
    Lot,
}

impl From<Starter> for First {
    fn from(starter: Starter) -> Self {
        match starter {
            Starter::Attackers => Self::Side(Side::Attackers),
            Starter::Defenders => Self::Side(Side::Defenders),
            Starter::Lot => Self::Lot,
        }
    }
}

/// What it is for the side to move to have no legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stuck {
    /// It has lost.
    #[default]
    Loss,
    /// A draw.
    Draw,
}

impl Stuck {
    /// What becomes of the game when `side` cannot move.
    #[inline]
    pub(crate) fn outcome(self, side: Side) -> Outcome {
        match self {
            Self::Loss => Outcome::win(!side, Cause::Stuck),
            Self::Draw => Outcome::draw(Cause::Stuck),
        }
    }
}

/// What players call the sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sides {
    /// Of the hunt games, the many.
    pub attackers: String,
    /// Of the hunt games, the few.
    pub defenders: String,
}

impl Index<Side> for Sides {
    type Output = String;

    fn index(&self, side: Side) -> &String {
        match side {
            Side::Attackers => &self.attackers,
            Side::Defenders => &self.defenders,
        }
    }
}

/// The default of switches that are on where a rule file leaves them out.
pub(crate) const fn yes() -> bool {
    true
}

/// Whether a name has a letter at all.
pub(crate) fn has_letters(name: &str) -> bool {
    name.chars().any(char::is_alphabetic)
}

/// Whether a name brings the article that sentences put before it.
pub(crate) fn has_article(name: &str) -> bool {
    name.split_whitespace().next().is_some_and(|word| word.eq_ignore_ascii_case("the"))
}

/// Longest name of a side.
const LONGEST_NAME: usize = 20;

impl Sides {
    /// What sentences call a side: `the geese`, `White`.
    pub fn the(&self, side: Side) -> String {
        self.called(side).the()
    }

    /// The same at the beginning of a sentence.
    pub fn heading(&self, side: Side) -> String {
        self.called(side).heading()
    }

    fn called(&self, side: Side) -> SideName<'_> {
        // The article is the same for one piece and for many.
        SideName::of_pieces(&self[side], 2)
    }

    /// Refuses names that sentences cannot use.
    pub(crate) fn check(&self) -> Result<(), RuleSetError> {
        let names = [&self.attackers, &self.defenders];
        let plain = |name: &&String| {
            let letters = name.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
            letters && has_letters(name) && name.chars().count() <= LONGEST_NAME
        };
        let message = if !names.iter().all(plain) {
            format!("must be letters and blanks, at most {LONGEST_NAME}")
        } else if names.iter().any(|name| has_article(name)) {
            "must not begin with `the`, which sentences add".to_owned()
        } else if names[0] == names[1] {
            "must be different names".to_owned()
        } else {
            return Ok(());
        };
        Err(RuleSetError::of_key("sides", message))
    }
}

/// What it means that a position occurs again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recurrence {
    /// The occurrence that ends the game, at least 2.
    pub count: u32,
    /// How it ends.
    pub result: RecurrenceResult,
}

/// How a repeated position ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RecurrenceResult {
    /// A draw.
    Draw,
}

/// Most occurrences of a position that a rule set may wait for.
const MOST_OCCURRENCES: u32 = 100;

impl Recurrence {
    /// Refuses a count that is out of range.
    pub(crate) fn check(self) -> Result<(), RuleSetError> {
        if (2..=MOST_OCCURRENCES).contains(&self.count) {
            return Ok(());
        }
        let message = format!("count must be from 2 to {MOST_OCCURRENCES}, not {}", self.count);
        Err(RuleSetError::of_key("repetition", message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sides_fit_into_sentences() {
        let said = |name: &str| {
            let sides = Sides { attackers: name.to_owned(), defenders: "geese".to_owned() };
            sides.check().map_err(|error| error.message)
        };
        assert_eq!(said("theban ants"), Ok(()));
        for (name, expected) in [
            ("The ants", "must not begin with `the`, which sentences add"),
            ("-", "must be letters and blanks, at most 20"),
            ("1", "must be letters and blanks, at most 20"),
            ("geese", "must be different names"),
        ] {
            assert_eq!(said(name), Err(expected.to_owned()), "{name}");
        }
    }
}
