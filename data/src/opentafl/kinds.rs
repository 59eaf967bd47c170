//! Lists of pieces in rules records: `tcnkmTCNKM`.

use imperial_engine::games::tafl::Piece;

use super::grid::OPENTAFL;

/// Every letter that a list may hold.
const LETTERS: &str = "tcnkmgTCNKMG";

/// Which of our kinds of pieces a list names. Letters of pieces that are on no board of ours count
/// for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds([bool; 3]);

impl Kinds {
    pub const ALL: Self = Self([true; 3]);
    pub const NONE: Self = Self([false; 3]);
    pub const KING: Self = Self([false, false, true]);

    pub fn of(has: impl Fn(Piece) -> bool) -> Self {
        Self(Piece::ALL.map(has))
    }

    /// Reads a list; `None` where a letter is no piece.
    pub fn read(list: &str) -> Option<Self> {
        let known = list.chars().all(|letter| LETTERS.contains(letter));
        known.then(|| Self::of(|piece| list.contains(OPENTAFL[piece as usize])))
    }

    /// Writes a list with the special pieces of each side, but for guards, as OpenTafl does.
    pub fn write(self) -> String {
        let has = |letter: &char| match letter {
            'K' => self.has(Piece::King),
            letter if letter.is_ascii_lowercase() => self.has(Piece::Attacker),
            _ => self.has(Piece::Defender),
        };
        super::keys::ALL.chars().filter(has).collect()
    }

    pub fn has(self, piece: Piece) -> bool {
        self.0[piece as usize]
    }

    /// Those in both lists.
    pub fn and(self, other: Self) -> Self {
        Self::of(|piece| self.has(piece) && other.has(piece))
    }

    /// Those in any of the lists.
    pub fn or(self, other: Self) -> Self {
        Self::of(|piece| self.has(piece) || other.has(piece))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_and_written() {
        assert_eq!(Kinds::read("tcnkmTCNKM"), Some(Kinds::ALL));
        assert_eq!(Kinds::read(""), Some(Kinds::NONE));
        assert_eq!(Kinds::read("KG"), Some(Kinds::KING));
        assert_eq!(Kinds::read("kcm"), Some(Kinds::NONE));
        assert_eq!(Kinds::read("tX"), None);
        assert_eq!(Kinds::ALL.write(), "tcnkmTCNKM");
        assert_eq!(Kinds::of(|piece| piece != Piece::King).write(), "tcnkmTCNM");
        assert_eq!(Kinds::KING.write(), "K");
    }
}
