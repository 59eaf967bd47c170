//! Colours for boards that are drawn on a terminal.

use imperial_engine::{Encode, PieceKind, Side};

/// Red, which all terminals have.
const ATTACKERS: &str = "31";
/// Cyan.
const DEFENDERS: &str = "36";
/// The square that the last move left: yellow.
const LEFT: &str = "33";
/// Empty squares, lines and signs.
const FAINT: &str = "2";

/// The board of a position with its signs, in colours or plain.
pub(crate) fn drawn<G: Encode>(game: &G, position: &G::Position, colours: bool) -> String {
    let drawing = game.draw_signs(position);
    if colours { coloured(&drawing, game.piece_kinds()) } else { drawing }
}

/// A drawing with a colour for each side's pieces, the royal ones in bold; all else on the board is faint.
fn coloured(drawing: &str, kinds: &[PieceKind]) -> String {
    let line = |line: &str| match rank(line) {
        Some((label, rest)) => label.to_owned() + &painted(rest, kinds),
        None => line.to_owned(),
    };
    drawing.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// The number of a rank at the start of a line, and what follows.
fn rank(line: &str) -> Option<(&str, &str)> {
    let blanks = line.len() - line.trim_start().len();
    let digits = line[blanks..].bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0).then(|| line.split_at(blanks + digits))
}

fn painted(squares: &str, kinds: &[PieceKind]) -> String {
    let cell = |sign: char| match (kind(sign, kinds), sign) {
        (Some(kind), _) => {
            let colour = if kind.side == Side::Attackers { ATTACKERS } else { DEFENDERS };
            let bold = if kind.is_royal { "1;" } else { "" };
            format!("\x1b[{bold}{colour}m{sign}\x1b[0m")
        }
        (None, ' ') => " ".to_owned(),
        (None, '*') => format!("\x1b[{LEFT}m*\x1b[0m"),
        (None, other) => format!("\x1b[{FAINT}m{other}\x1b[0m"),
    };
    squares.chars().map(cell).collect()
}

/// The piece that a sign stands for. Drawings write some letters large that positions write small.
fn kind(sign: char, kinds: &[PieceKind]) -> Option<&PieceKind> {
    let alike = |kind: &&PieceKind| kind.letter.to_ascii_uppercase() == sign;
    kinds.iter().find(|kind| kind.letter == sign).or_else(|| kinds.iter().find(alike))
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog::AnyGame;
    use imperial_engine::with_game;

    use super::*;

    fn start(rules: &str) -> (String, String) {
        fn both(game: &impl Encode) -> (String, String) {
            let position = game.start(Side::Attackers);
            (drawn(game, &position, true), drawn(game, &position, false))
        }
        let game = AnyGame::by_name(rules).expect("embedded");
        with_game!(&game, |game| both(game))
    }

    /// The text without what a terminal does not show.
    fn shown(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| all + part.split_once('m').expect("an end").1)
    }

    #[test]
    fn colours_change_no_letter() {
        for rules in ["brandubh", "fox-and-geese", "imperial-chess", "dablot", "tic-tac-toe"] {
            let (coloured, drawn) = start(rules);
            assert_eq!(shown(&coloured), drawn, "{rules}");
        }
    }

    #[test]
    fn sides_and_kings_are_told_apart() {
        let (coloured, _) = start("brandubh");
        let row = coloured.lines().find(|line| line.starts_with(" 4")).expect("a rank");
        let signs: Vec<&str> = row.split(' ').filter(|part| part.contains('m')).collect();
        let [attacker, defender, king] = ["\x1b[31mA", "\x1b[36mD", "\x1b[1;36mK"];
        let expected = [attacker, attacker, defender, king, defender, attacker, attacker];
        assert_eq!(signs, expected.map(|sign| format!("{sign}\x1b[0m")));
        let files = coloured.lines().find(|line| line.contains("a b c")).expect("the files");
        assert!(!files.contains('\x1b'));
    }
}
