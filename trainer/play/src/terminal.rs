//! Texts of others on a terminal, which obeys control characters: a title may hold anything.

use std::borrow::Cow;
use std::io::{self, Write};

/// `text` with each control character, but for tabs and ends of lines, as its number: `\u{1b}`. Characters that turn the
/// direction of writing count among them.
pub fn plain(text: &str) -> Cow<'_, str> {
    shown(text, false)
}

/// The same, but colours stay.
pub fn coloured(text: &str) -> Cow<'_, str> {
    shown(text, true)
}

/// Writes what [`coloured`] leaves of a text.
#[derive(Debug)]
pub struct Coloured<W>(pub W);

impl<W: Write> Write for Coloured<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        self.0.write_all(coloured(&String::from_utf8_lossy(text)).as_bytes())?;
        Ok(text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn is_obeyed(character: char) -> bool {
    let turns = matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || character.is_control() && !matches!(character, '\n' | '\t')
}

fn shown(text: &str, colours: bool) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let known = colours.then(|| colour(rest)).flatten();
        let kept = match () {
            () if known.is_some() => known,
            // An end of a line on Windows.
            () if rest.starts_with("\r\n") => Some(2),
            () if is_obeyed(character) => None,
            () => Some(character.len_utf8()),
        };
        match kept {
            Some(length) => safe += &rest[..length],
            None => safe.extend(character.escape_unicode()),
        }
        rest = &rest[kept.unwrap_or(character.len_utf8())..];
    }
    Cow::Owned(safe)
}

/// Length of the sequence that sets a colour, if `text` begins with one: bold, faint and the first eight colours, and
/// their end. None of them hides anything.
fn colour(text: &str) -> Option<usize> {
    let codes = text.strip_prefix("\x1b[")?;
    let codes = &codes[..codes.find('m')?];
    let is_known = |code: &str| {
        matches!(code, "0" | "1" | "2") || matches!(code.as_bytes(), [b'3', b'0'..=b'7'])
    };
    codes.split(';').all(is_known).then_some("\x1b[m".len() + codes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown_as_a_number() {
        let title = "a\x1b]0;owned\x07b\u{9b}2Jc\rd\u{202e}e\x7f";
        let told = plain(title);
        assert_eq!(told, r"a\u{1b}]0;owned\u{7}b\u{9b}2Jc\u{d}d\u{202e}e\u{7f}");
        assert_eq!(coloured(title), told);
        let fine = "two\nlines\tand ä, 界";
        assert!(matches!(plain(fine), Cow::Borrowed(same) if same == fine));
        assert_eq!(plain("one\r\ntwo"), "one\r\ntwo");
    }

    #[test]
    fn colours_stay_where_they_are_ours() {
        let board = "\x1b[1;36mK\x1b[0m \x1b[2m.\x1b[0m";
        assert_eq!(coloured(board), board);
        assert_eq!(plain("\x1b[1mK"), r"\u{1b}[1mK");
        for sly in ["\x1b[8mhidden", "\x1b[2J", "\x1b[31", "\x1b[0;8m", "\x1b[m"] {
            let told = coloured(sly);
            assert!(told.starts_with(r"\u{1b}["), "{told}");
        }
        let mut written = Coloured(Vec::new());
        write!(written, "{board}\x1b[8m").expect("room");
        assert_eq!(written.0, format!(r"{board}\u{{1b}}[8m").into_bytes());
    }
}
