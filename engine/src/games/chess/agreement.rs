//! Whether pieces and switches of a rule set agree.

use super::kinds::{Kind, Lines};
use super::piece::{Piece, Ways};
use super::rules::{ChessRules, PawnTakes};
use super::squares::Squares;
use crate::games::rule_text::{RuleSetError, has_article, has_letters};
use crate::{PerSide, Side};

/// Longest name of a piece.
const LONGEST_NAME: usize = 30;

impl ChessRules {
    pub(super) fn check_pieces(&self) -> Result<(), RuleSetError> {
        for (place, piece) in self.pieces.iter().enumerate() {
            let fail = |message: String| Err(RuleSetError::of_table("pieces", place, message));
            let letter = piece.letter;
            if !letter.is_ascii_uppercase() {
                return fail(format!("`{letter}` is not a capital letter"));
            }
            if self.pieces[..place].iter().any(|other| other.letter == letter) {
                return fail(format!("two kinds have the letter `{letter}`"));
            }
            self.check_piece(piece).or_else(fail)?;
        }
        Ok(())
    }

    fn check_piece(&self, piece: &Piece) -> Result<(), String> {
        let letter = piece.letter;
        let plain = |c: char| c.is_alphanumeric() || " -'".contains(c);
        let length = piece.name.chars().count();
        let is_plain = piece.name.chars().all(plain) && has_letters(&piece.name);
        if !is_plain || length > LONGEST_NAME {
            return Err(format!(
                "the name of `{letter}` must be letters and blanks, at most {LONGEST_NAME}"
            ));
        }
        if has_article(&piece.name) {
            return Err(format!(
                "the name of `{letter}` must not begin with `the`, which sentences add"
            ));
        }
        let longest = self.files.max(self.ranks);
        for leap in &piece.leaps {
            if *leap == [0, 0] {
                return Err(format!("`{letter}`: a leap of {leap:?} leads nowhere"));
            }
            if leap.iter().any(|far| *far >= longest) {
                return Err(format!("`{letter}`: a leap of {leap:?} is longer than the board"));
            }
        }
        if piece.walk.max(piece.shoots) >= self.files * self.ranks {
            return Err(format!("`{letter}` goes or shoots farther than the board"));
        }
        if piece.walk == 0 && !Ways::are_both(&piece.walk_ways) {
            return Err(format!("`{letter}` has `walk_ways` and does not walk"));
        }
        if piece.walk > 0 && piece.walk_ways.is_empty() {
            return Err(format!("`{letter}` walks, and `walk_ways` is empty"));
        }
        let ways = [
            ("slides", !piece.slides.is_empty()),
            ("leaps", !piece.leaps.is_empty()),
            ("walk", piece.walk > 0),
            ("shoots", piece.shoots > 0),
        ];
        let powers = [
            ("takes", !piece.takes),
            ("royal", piece.royal),
            ("rides", piece.rides),
            ("carries", piece.carries),
        ];
        let mut all = ways.iter().chain(&powers);
        match all.find(|(_, is_set)| piece.pawn && *is_set) {
            Some((key, _)) => Err(format!("`{letter}` is a pawn, so `{key}` must be left out")),
            None if piece.pawn || ways.iter().any(|(_, is_set)| *is_set) => Ok(()),
            None => Err(format!("`{letter}` goes nowhere")),
        }
    }

    /// Checks the switches that name kinds.
    pub(super) fn check_letters(&self) -> Result<(), RuleSetError> {
        self.check_list("promotes_to", &self.promotes_to)?;
        let is_pawn = |piece: &&Piece| piece.pawn && self.promotes_to.contains(piece.letter);
        if let Some(piece) = self.pieces.iter().find(is_pawn) {
            let message =
                format!("`{}` is a pawn, and a pawn must become something else", piece.letter);
            return Err(RuleSetError::of_key("promotes_to", message));
        }
        self.check_list("imperials", &self.imperials)?;
        for text in &self.replacement {
            let lists =
                text.split_once(' ').filter(|(who, what)| !who.is_empty() && !what.is_empty());
            let Some((who, what)) = lists else {
                let message = format!(
                    "`{text}` is not the letters of those who bring back, a blank, and of what they bring"
                );
                return Err(RuleSetError::of_key("replacement", message));
            };
            self.check_list("replacement", who)?;
            self.check_list("replacement", what)?;
        }
        let Some(law) = &self.succession else { return Ok(()) };
        let heirs = &law.heirs;
        self.check_list("succession", &format!("{}{}{heirs}", law.crown, law.regent))?;
        if heirs.is_empty() || !(1..=self.ranks).contains(&law.home) {
            let message = format!("must have heirs, and a home of 1 to {} ranks", self.ranks);
            return Err(RuleSetError::of_key("succession", message));
        }
        Ok(())
    }

    /// Checks a list of letters: each of them a kind that is not royal, and once.
    fn check_list(&self, key: &str, letters: &str) -> Result<(), RuleSetError> {
        for (place, letter) in letters.char_indices() {
            let piece = self.pieces.iter().find(|piece| piece.letter == letter);
            let wrong = match piece {
                None => format!("`{letter}` is no piece of these rules"),
                Some(piece) if piece.royal => {
                    format!("`{letter}` is royal, and a royal piece stays until the end")
                }
                Some(_) if letters[..place].contains(letter) => {
                    format!("`{letter}` stands there twice")
                }
                Some(_) => continue,
            };
            return Err(RuleSetError::of_key(key, wrong));
        }
        Ok(())
    }

    /// Checks that what stands in different switches goes together.
    pub(super) fn check_agreement(&self) -> Result<(), RuleSetError> {
        let fail = |key: &str, message: &str| Err(RuleSetError::of_key(key, message));
        let board = self.board()?;
        let is_royal = PerSide::from_fn(|side| board.throne(side).is_some());
        if self.charge > 0 && (is_royal.attackers || is_royal.defenders) {
            return fail("charge", "needs rules without royal pieces: nobody could parry a check");
        }
        if self.charge > 0 && self.in_passing {
            return fail("charge", "does not go with `in_passing`, which asks for the next ply");
        }
        if self.in_passing && !self.pawn_takes.contains(&PawnTakes::Diagonal) {
            return fail("in_passing", "needs pawns that take diagonally");
        }
        let any = |has: fn(&Piece) -> bool| self.pieces.iter().any(has);
        if self.hitching && !(any(|piece| piece.rides) && any(|piece| piece.carries)) {
            return fail("hitching", "needs a piece that `rides` and one that `carries`");
        }
        let changes = |piece: &&Piece| self.brings(piece.letter) != 0;
        for piece in self.pieces.iter().filter(changes) {
            // Else one move could mean two things.
            if piece.carries || piece.shoots > 0 || piece.pawn && !self.promotes_to.is_empty() {
                let letter = piece.letter;
                let message = format!(
                    "`{letter}` brings back lost pieces, so it must not carry, shoot or be promoted"
                );
                return fail("replacement", &message);
            }
        }
        self.check_castlings()
    }

    /// A castling is written as the king's move, so it must not be one without the rook too.
    fn check_castlings(&self) -> Result<(), RuleSetError> {
        let lines = Lines::new(self.shape());
        let royal =
            |side: Side| self.board().map(|board| board.throne(side).map(|at| board.letter(at)));
        for castling in self.castlings()? {
            let Some(letter) = royal(castling.side)? else { continue };
            let letter = char::from(b'A' + letter);
            let piece = self.pieces.iter().find(|piece| piece.letter == letter);
            let leads = piece.is_some_and(|piece| {
                let kind = Kind::new(piece, &lines);
                kind.widest(&lines, castling.king.0).has(castling.king.1)
            });
            if leads {
                let message = format!("the king's own moves lead there, too (`{letter}`)");
                return Err(RuleSetError::of_key("castling", message));
            }
        }
        Ok(())
    }
}

impl Kind {
    /// All squares that a piece that is no pawn could come to from a square, whatever stands on the board.
    fn widest(&self, lines: &Lines, square: u8) -> Squares {
        let slides = (0..8).filter(|way| self.slides >> way & 1 != 0);
        let mut reached = self.leaps[usize::from(square)];
        slides.for_each(|way: usize| reached |= lines.rays[way][usize::from(square)]);
        let mut here = Squares::only(square);
        for _ in 0..self.walk {
            here = here.iter().fold(here, |all, at| all | self.steps[usize::from(at)]);
        }
        reached | here.without(square)
    }
}
