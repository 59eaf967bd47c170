//! Moves: `Ke5-e8xd8/f8--`.

use imperial_engine::games::tafl::Piece;

use super::grid::{Grid, OPENTAFL};
use super::squares::{At, read_square};

/// Most captures that OpenTafl reads in one move.
pub(super) const MOST_CAPTURES: usize = 4;

/// A move as written, not checked against any board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenMove {
    pub from: Written,
    pub to: Written,
    pub captures: Vec<Written>,
}

/// A square with the letter of the piece that is said to stand there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub piece: Option<Piece>,
    pub name: String,
    pub at: At,
}

/// Writes one of our moves: `K` in front where the king moves, captures joined by `/`, `end` last.
/// An error is the number of captures, where OpenTafl cannot read so many.
pub(super) fn write_move(ours: &str, king: bool, end: &str) -> Result<String, usize> {
    let captures = ours.matches('x').count();
    if captures > MOST_CAPTURES {
        return Err(captures);
    }
    let (way, captured) = ours.split_once('x').unwrap_or((ours, ""));
    let letter = if king { "K" } else { "" };
    let cross = if captured.is_empty() { "" } else { "x" };
    Ok(format!("{letter}{way}{cross}{}{end}", captured.replace('x', "/")))
}

/// Reads a move on a board of `size` files. Captures may also be joined by `x`.
pub(super) fn read_move(text: &str, size: usize) -> Result<WrittenMove, String> {
    let mut rest = text;
    let from = take_square(&mut rest, size)?;
    let sign = take_while(&mut rest, |letter| matches!(letter, '-' | '^' | '='));
    match sign {
        "-" => {}
        "^" | "^=" => return Err("no piece jumps here".to_owned()),
        "=" => return Err("a turn is one move here, not a berserk series".to_owned()),
        _ => return Err("expected a move such as e5-e8xe9".to_owned()),
    }
    let to = Written { piece: from.piece, ..take_square(&mut rest, size)? };
    let mut captures = Vec::new();
    if rest.starts_with('x') {
        while rest.starts_with(['x', '/']) {
            rest = &rest[1..];
            captures.push(take_square(&mut rest, size)?);
        }
    }
    take_while(&mut rest, |letter| matches!(letter, '+' | '-' | '|'));
    if rest.is_empty() {
        Ok(WrittenMove { from, to, captures })
    } else {
        Err(format!("`{rest}` is too much"))
    }
}

impl WrittenMove {
    /// The move in our notation on the board `before` it. Letters of pieces must be true. We do
    /// not write a captured king; the second value is whether the move claims to take him. A man
    /// that is named twice, as taken by two laws, is taken once.
    pub fn ours(&self, before: &Grid) -> Result<(String, bool), String> {
        self.from.check(before)?;
        let mut text = format!("{}-{}", self.from.name, self.to.name);
        let mut takes_king = false;
        for (index, captured) in self.captures.iter().enumerate() {
            captured.check(before)?;
            if self.captures[..index].iter().any(|other| other.at == captured.at) {
                continue;
            }
            if before.at(captured.at) == Some(Piece::King) {
                takes_king = true;
            } else {
                text = text + "x" + &captured.name;
            }
        }
        Ok((text, takes_king))
    }
}

impl Written {
    fn check(&self, board: &Grid) -> Result<(), String> {
        let there = board.at(self.at);
        match self.piece {
            Some(_) if self.piece != there => {
                let found = match there {
                    None => "nothing",
                    Some(Piece::Attacker) => "an attacker",
                    Some(Piece::Defender) => "a defender",
                    Some(Piece::King) => "the king",
                };
                Err(format!("the letter is wrong: on {} stands {found}", self.name))
            }
            _ => Ok(()),
        }
    }
}

/// Takes a square, with the letter of a piece where the second character is no digit.
fn take_square(rest: &mut &str, size: usize) -> Result<Written, String> {
    let digit_at = |index: usize| rest.as_bytes().get(index).is_some_and(u8::is_ascii_digit);
    let letter = rest.chars().next().filter(|letter| letter.is_ascii() && !digit_at(1));
    let mut piece = None;
    if let Some(letter) = letter {
        let kind = OPENTAFL.iter().position(|known| *known == letter);
        let unknown = || format!("`{letter}` is no square or piece of this board");
        piece = Some(Piece::ALL[kind.ok_or_else(unknown)?]);
        *rest = &rest[1..];
    }
    let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
    let name = rest.get(..digits + 1).unwrap_or_default();
    let at = read_square(name, size).ok_or_else(|| format!("`{rest}` begins with no square"))?;
    *rest = &rest[name.len()..];
    Ok(Written { piece, name: name.to_owned(), at })
}

fn take_while<'a>(rest: &mut &'a str, wanted: impl Fn(char) -> bool) -> &'a str {
    let end = rest.find(|letter| !wanted(letter)).unwrap_or(rest.len());
    let (taken, left) = rest.split_at(end);
    *rest = left;
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_written() {
        assert_eq!(write_move("e5-e8", false, ""), Ok("e5-e8".to_owned()));
        assert_eq!(write_move("e5-e8xd8xf8", true, "--"), Ok("Ke5-e8xd8/f8--".to_owned()));
        assert_eq!(write_move("a1-a2xa3xa4xa5xa6xa7", false, ""), Err(5));
    }

    #[test]
    fn moves_are_read() {
        let read = |text| read_move(text, 9);
        let captures = |text| -> Vec<String> {
            let mv = read(text).expect("a move");
            mv.captures.into_iter().map(|square| square.name).collect()
        };
        assert_eq!(captures("e5-e8"), Vec::<String>::new());
        assert_eq!(captures("Te5-e8xe9"), ["e9"]);
        assert_eq!(captures("e5-e8xtd8/f8+"), ["d8", "f8"]);
        assert_eq!(captures("d3-d2xe2xf3++"), ["e2", "f3"]);
        assert_eq!(captures("Ke1-a1--"), Vec::<String>::new());
        assert_eq!(read("Ke5-e1-").expect("a move").from.piece, Some(Piece::King));
        for wrong in
            ["", "e5", "e5e8", "e5-", "e5-j1", "e5-e8x", "e5-e8x/", "e5-e8?", "ée-e1", "e5^e8"]
        {
            assert!(read(wrong).is_err(), "{wrong}");
        }
        assert!(read("Ne6^=e8xce7").is_err());
        assert!(read("ne6-e8").is_err());
    }
}
