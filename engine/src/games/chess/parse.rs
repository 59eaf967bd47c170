//! Rule sets from TOML, checked one switch at a time.

use super::board::{Board, Letter};
use super::compiled::{Castling, find_square};
use super::rules::ChessRules;
use super::setup::read_board;
use super::squares::Squares;
use crate::games::rule_text::{LIMITS, RuleSetError, check_head, out_of, read, refuse_twice};
use crate::{BoardShape, Side};

/// Files or ranks that a board may have.
const SIZES: std::ops::RangeInclusive<u32> = 3..=26;

/// Castlings that a rule set may have: their rights are bits of a byte.
const CASTLINGS: usize = 8;

impl ChessRules {
    /// The keys of all switches, in the order of the manual; `house_rules` may name any of them.
    pub const SWITCHES: [&str; 21] = [
        "files",
        "ranks",
        "setup",
        "pieces",
        "first",
        "pawn_rank",
        "pawn_first",
        "pawn_takes",
        "in_passing",
        "castling",
        "promotes_to",
        "replacement",
        "hitching",
        "deployment",
        "succession",
        "charge",
        "imperials",
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
    /// When a number is out of range, pieces do not fit the board, or the switches contradict each other.
    pub fn check(&self) -> Result<(), RuleSetError> {
        if self.game != "chess" {
            return Err(RuleSetError::of_key("game", "must be \"chess\""));
        }
        check_head(&self.name, &self.house_rules, &Self::SWITCHES)?;
        self.sides.check()?;
        self.check_numbers()?;
        self.check_pieces()?;
        self.board()?;
        self.check_letters()?;
        self.castlings()?;
        self.check_agreement()
    }

    fn check_numbers(&self) -> Result<(), RuleSetError> {
        for (key, number) in [("files", self.files), ("ranks", self.ranks)] {
            if !SIZES.contains(&number) {
                return Err(out_of(key, &SIZES, number));
            }
        }
        if (self.files * self.ranks) as usize > Squares::MOST {
            let (files, ranks, most) = (self.files, self.ranks, Squares::MOST);
            let message = format!("{files} files and {ranks} ranks are more than {most} squares");
            return Err(RuleSetError::of_key("files", message));
        }
        let (pawn_rank, pawn_first) = (1..=self.ranks - 1, 1..=self.ranks - 1);
        let charge = 0..=Squares::MOST as u32;
        for (key, range, number) in [
            ("pawn_rank", pawn_rank, self.pawn_rank),
            ("pawn_first", pawn_first, self.pawn_first),
            ("charge", charge, self.charge),
        ] {
            if !range.contains(&number) {
                return Err(out_of(key, &range, number));
            }
        }
        refuse_twice("pawn_takes", &self.pawn_takes)?;
        self.repetition.check()?;
        let limits = [("quiet_limit", self.quiet_limit), ("ply_limit", Some(self.ply_limit))];
        for (key, limit) in limits {
            if let Some(number) = limit.filter(|number| !LIMITS.contains(number)) {
                return Err(out_of(key, &LIMITS, number));
            }
        }
        Ok(())
    }

    /// The board's shape.
    pub(super) const fn shape(&self) -> BoardShape {
        BoardShape { width: self.files as usize, height: self.ranks as usize }
    }

    /// The pieces at the start.
    pub(super) fn board(&self) -> Result<Board, RuleSetError> {
        let known = |letter| self.is_piece(letter);
        read_board(&self.setup, self.shape(), self.royal(), known)
            .map_err(|reason| RuleSetError::of_key("setup", reason))
    }

    /// Whether there is a kind with this letter.
    pub(super) fn is_piece(&self, letter: Letter) -> bool {
        self.pieces.iter().any(|piece| piece.letter == char::from(b'A' + letter))
    }

    /// The kinds that are royal, as bits.
    pub(super) fn royal(&self) -> u32 {
        let royal = self.pieces.iter().filter(|piece| piece.royal);
        royal.fold(0, |bits, piece| bits | 1 << (piece.letter as u8 - b'A'))
    }

    /// The castlings, White's first, sorted by the rooks' files.
    pub(super) fn castlings(&self) -> Result<Vec<Castling>, RuleSetError> {
        let fail = |message: String| RuleSetError::of_key("castling", message);
        if self.castling.len() > CASTLINGS {
            return Err(fail(format!("there may be {CASTLINGS} at most")));
        }
        let board = self.board()?;
        let one = |text: &String| self.read_castling(&board, text).map_err(fail);
        let mut castlings = self.castling.iter().map(one).collect::<Result<Vec<_>, _>>()?;
        castlings.sort_by_key(|castling| (castling.side, castling.rook.0 % self.files as u8));
        let file = |castling: &Castling| (castling.side, castling.rook.0 % self.files as u8);
        if castlings.windows(2).any(|pair| file(&pair[0]) == file(&pair[1])) {
            let message = "two castlings of a side have rooks on one file";
            return Err(RuleSetError::of_key("castling", message));
        }
        Ok(castlings)
    }

    /// Reads `e1-g1 h1-f1`.
    fn read_castling(&self, board: &Board, text: &str) -> Result<Castling, String> {
        let form = || format!("`{text}` is not a move of a king and one of a rook: `e1-g1 h1-f1`");
        let square = |name: &str| {
            find_square(self.shape(), name).ok_or_else(|| format!("`{name}` is not on the board"))
        };
        let (king, rook) = text.split_once(' ').ok_or_else(form)?;
        let read = |moves: &str| {
            let (from, to) = moves.trim().split_once('-').ok_or_else(form)?;
            Ok::<_, String>((square(from)?, square(to)?))
        };
        let (king, rook) = (read(king)?, read(rook)?);
        let owner = |square| board.on(square).map(|(side, _)| side);
        let side = Side::ALL.into_iter().find(|side| board.throne(*side) == Some(king.0));
        let Some(side) = side else {
            return Err(format!("in `{text}` no royal piece stands where the king starts"));
        };
        if owner(rook.0) != Some(side) || rook.0 == king.0 {
            return Err(format!(
                "in `{text}` no piece of the king's side stands where the rook starts"
            ));
        }
        let squares = [king.0, king.1, rook.0, rook.1];
        let rank = |square: u8| u32::from(square) / self.files;
        if squares.iter().any(|square| rank(*square) != rank(king.0)) {
            return Err(format!("`{text}` does not keep to one rank"));
        }
        if king.1 == rook.1 || king.0 == king.1 {
            return Err(format!("in `{text}` king and rook end on one square, or the king stays"));
        }
        let (low, high) = (squares.iter().min(), squares.iter().max());
        let span = low.copied().unwrap_or(0)..=high.copied().unwrap_or(0);
        let between = span.filter(|square| ![king.0, rook.0].contains(square)).collect();
        let safe = (king.0.min(king.1)..=king.0.max(king.1)).collect();
        Ok(Castling { side, king, rook, between, safe })
    }

    /// What a kind may bring back from the last rank, as bits.
    pub(super) fn brings(&self, letter: char) -> u32 {
        let lists = self.replacement.iter().filter_map(|text| text.split_once(' '));
        let own = lists.filter(|(who, _)| who.contains(letter));
        own.flat_map(|(_, what)| what.bytes())
            .filter(u8::is_ascii_uppercase)
            .fold(0, |bits, letter| bits | 1 << (letter - b'A'))
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::{self, AnyGame};

    /// What is said of a rule set with one line of it written otherwise.
    fn said(rules: &str, key: &str, line: &str) -> String {
        let text = catalog::text(rules).expect("embedded");
        let is_key = |l: &&str| l.starts_with(&format!("{key} ="));
        let old = text.lines().find(is_key).expect(key);
        AnyGame::from_toml(&text.replacen(old, line, 1)).expect_err(line).to_string()
    }

    #[test]
    fn errors_say_what_and_where() {
        for (key, line, expected) in [
            ("files", "files = 2", "`files`: must be from 3 to 26, not 2"),
            ("files", "files = 15", "`files`: 15 files and 10 ranks are more than 144 squares"),
            ("setup", "setup = \"k9/K9\"", "`setup`: the board has 10 ranks, here are 2"),
            ("pawn_first", "pawn_first = 0", "`pawn_first`: must be from 1 to 9, not 0"),
            ("pawn_first", "pawn_rank = 10", "`pawn_rank`: must be from 1 to 9, not 10"),
            ("pawn_first", "pawn_takes = [\"back\"]", "`back` is not one of its values"),
            ("castling", "castling = [\"e1\"]", "`castling`: `e1` is not a move of a king"),
            ("castling", "castling = [\"d1-b1 a1-c1\"]", "no royal piece stands where the king"),
            ("castling", "castling = [\"e1-b1 e2-c1\"]", "does not keep to one rank"),
            ("castling", "castling = [\"e1-b1 a5-c1\"]", "where the rook starts"),
            ("castling", "castling = [\"e1-k1 a1-c1\"]", "`k1` is not on the board"),
            ("castling", "castling = [\"e1-d1 a1-c1\"]", "the king's own moves lead there"),
            ("castling", "castling = [\"e1-c1 a1-c1\"]", "king and rook end on one square"),
            (
                "promotes_to",
                "promotes_to = \"GZ\"",
                "`promotes_to`: `Z` is no piece of these rules",
            ),
            ("promotes_to", "promotes_to = \"P\"", "`P` is a pawn, and a pawn must become"),
            ("promotes_to", "hitching = true", "`hitching`: needs a piece that `rides`"),
            (
                "castling",
                "castling = \"e1-b1 a1-c1\"",
                "`castling`: must be a list such as `[\"e1-g1 h1-f1\"]`, not \"e1-b1 a1-c1\"",
            ),
            ("promotes_to", "promotes_to = \"GK\"", "`promotes_to`: `K` is royal"),
            ("promotes_to", "promotes_to = \"GG\"", "`promotes_to`: `G` stands there twice"),
            ("quiet_limit", "quiet_limit = 0", "`quiet_limit`: must be from 1 to 100000, not 0"),
            ("quiet_limit", "gaol = 1", "unknown field `gaol`"),
        ] {
            let found = said("emperors-game", key, line);
            assert!(found.contains(expected), "{line}: {found}");
        }
    }

    #[test]
    fn setups_and_pieces_fit() {
        let emperors = catalog::text("emperors-game").expect("embedded");
        for (old, new, expected) in [
            ("RNBGKQABNR", "RNBGKQABNZ", "`Z` is no piece of these rules"),
            ("RNBGKQABNR", "RNBGKKABNR", "there are 2 royal pieces of the attackers"),
            ("RNBGKQABNR", "RNBGKQABN", "rank 1 has 10 squares, not as many as `RNBGKQABN`"),
            ("letter = \"N\"", "letter = \"n\"", "`n` is not a capital letter"),
            ("letter = \"N\"", "letter = \"B\"", "two kinds have the letter `B`"),
            ("pawn = true", "pawn = true\nwalk = 2", "`P` is a pawn, so `walk` must be left out"),
            ("pawn = true", "pawn = true\nroyal = true", "so `royal` must be left out"),
            ("pawn = true", "walk = 0", "`P` goes nowhere"),
            ("name = \"pawn\"", "name = \"-\"", "the name of `P` must be letters and blanks"),
            ("name = \"pawn\"", "name = \"the serf\"", "`P` must not begin with `the`"),
            ("leaps = [[1, 2]]", "leaps = [[0, 0]]", "a leap of [0, 0] leads nowhere"),
            ("leaps = [[1, 2]]", "leaps = [[1, 2, 3]]", "a leap has two numbers, not as [1, 2, 3]"),
            ("leaps = [[1, 2]]", "walk_ways = [\"diagonal\"]", "has `walk_ways` and does not walk"),
            ("leaps = [[1, 2]]", "leaps = [[0, 11]]", "a leap of [0, 11] is longer than the board"),
        ] {
            let text = emperors.replacen(old, new, 1);
            assert_ne!(text, emperors, "{old}");
            let found = AnyGame::from_toml(&text).expect_err(new).to_string();
            assert!(found.starts_with("line ") && found.contains(expected), "{new}: {found}");
        }
    }
}
