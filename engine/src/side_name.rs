//! What players call a side, and how sentences use that name.

use std::fmt;

/// What players call a side. Every sentence about a side is made from it, with the right article and verb.
///
/// ```
/// use imperial_engine::SideName;
///
/// assert_eq!(SideName::many("geese").does("win"), "the geese win");
/// assert_eq!(SideName::one("fox").does("win"), "the fox wins");
/// assert_eq!(SideName::player("White").does("win"), "White wins");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideName<'a> {
    /// The name alone: `geese`.
    pub name: &'a str,
    /// How sentences use it.
    pub naming: Naming,
}

/// What a side is named for, which decides on its article and on its verbs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Its pieces: the geese win.
    Many,
    /// Its only piece: the fox wins.
    One,
    /// The player, who is called by a colour: White wins.
    Player,
}

/// Colours by which players are called.
const COLOURS: [&str; 12] = [
    "white", "black", "red", "yellow", "blue", "green", "brown", "gold", "silver", "grey",
    "orange", "purple",
];

/// Names of sides that have no other; they mean many, however few pieces there are.
const PLURALS: [&str; 4] = ["attackers", "defenders", "many", "few"];

impl<'a> SideName<'a> {
    /// A side called by its pieces.
    pub const fn many(name: &'a str) -> Self {
        Self { name, naming: Naming::Many }
    }

    /// A side called by its only piece.
    pub const fn one(name: &'a str) -> Self {
        Self { name, naming: Naming::One }
    }

    /// A side called by the colour of its player.
    pub const fn player(name: &'a str) -> Self {
        Self { name, naming: Naming::Player }
    }

    /// The name that a rule file gives to a side which has so many pieces, those in hand too.
    pub fn of_pieces(name: &'a str, pieces: u32) -> Self {
        let is_one_of = |names: &[&str]| names.iter().any(|known| name.eq_ignore_ascii_case(known));
        match pieces {
            _ if is_one_of(&COLOURS) => Self::player(name),
            1 if !is_one_of(&PLURALS) => Self::one(name),
            _ => Self::many(name),
        }
    }

    /// Whether it is called White, whose pieces are light whoever moves first.
    pub const fn is_white(self) -> bool {
        self.name.eq_ignore_ascii_case("white")
    }

    /// The name as sentences have it: `the geese`, `the fox`, `White`.
    pub fn the(self) -> String {
        match self.naming {
            Naming::Many | Naming::One => format!("the {}", self.name),
            Naming::Player => capital(self.name),
        }
    }

    /// The verb that goes with the name, for one that begins with the verb of many: of `have lost`, `has lost`.
    pub fn verb(self, of_many: &str) -> String {
        let (verb, rest) = of_many.split_at(of_many.find(' ').unwrap_or(of_many.len()));
        match (self.naming, verb) {
            (Naming::Many, _) | (_, "can" | "must" | "may") => of_many.to_owned(),
            (_, "have") => format!("has{rest}"),
            (_, "are") => format!("is{rest}"),
            _ => format!("{verb}s{rest}"),
        }
    }

    /// The side and what it does: of `win`, `the geese win` or `White wins`.
    pub fn does(self, of_many: &str) -> String {
        format!("{} {}", self.the(), self.verb(of_many))
    }

    /// Its pieces as sentences have them: `the geese`, `White's pieces`.
    pub fn pieces(self) -> String {
        match self.naming {
            Naming::Many | Naming::One => self.the(),
            Naming::Player => format!("{}'s pieces", self.the()),
        }
    }

    /// That it has no piece left: `none of the geese is left`, `the fox is gone`.
    pub fn gone(self) -> String {
        match self.naming {
            Naming::Many => format!("none of {} is left", self.the()),
            Naming::One => self.does("are gone"),
            Naming::Player => self.does("have no piece left"),
        }
    }

    /// The same as [`the`](Self::the), at the beginning of a sentence: `The geese`.
    pub fn heading(self) -> String {
        capital(&self.the())
    }

    /// The same as [`does`](Self::does), at the beginning of a sentence: `The geese win`.
    pub fn sentence(self, of_many: &str) -> String {
        capital(&self.does(of_many))
    }
}

impl fmt::Display for SideName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// A text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_read_by_its_pieces_and_colours() {
        for (name, pieces, told) in [
            ("geese", 13, "The geese win"),
            ("fox", 1, "The fox wins"),
            ("sheep", 20, "The sheep win"),
            ("White", 16, "White wins"),
            ("black", 1, "Black wins"),
            ("few", 1, "The few win"),
            ("defenders", 1, "The defenders win"),
        ] {
            assert_eq!(SideName::of_pieces(name, pieces).sentence("win"), told);
        }
    }

    #[test]
    fn verbs_go_with_the_name() {
        let told = |name: SideName<'_>, of_many| name.does(of_many);
        assert_eq!(told(SideName::one("fox"), "have won"), "the fox has won");
        assert_eq!(told(SideName::player("White"), "are to move"), "White is to move");
        assert_eq!(told(SideName::one("fox"), "must place a piece"), "the fox must place a piece");
        assert_eq!(told(SideName::many("Sami"), "have won"), "the Sami have won");
        assert_eq!(told(SideName::one("fox"), "lose by force"), "the fox loses by force");
        assert_eq!(SideName::one("fox").gone(), "the fox is gone");
        assert_eq!(SideName::many("foxes").gone(), "none of the foxes is left");
        assert_eq!(SideName::player("Red").pieces(), "Red's pieces");
    }
}
