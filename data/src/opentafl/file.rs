//! The form of a game record: tags, turns, comments, variations.

/// Longest game record that is read, in bytes. A game of 500 moves has some 6000.
pub const MAX_GAME_BYTES: u64 = 1 << 20;

/// A game record taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GameFile {
    pub tags: Vec<Tag>,
    /// The moves of the game itself, variations left out.
    pub moves: Vec<Token>,
    /// Line of the resignation, if there is one.
    pub resigned: Option<usize>,
    /// Comments left out.
    pub comments: usize,
    /// Turns of variations left out.
    pub variations: usize,
}

/// `[type:value]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tag {
    pub line: usize,
    pub key: String,
    pub value: String,
}

/// A move and its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub line: usize,
    pub text: String,
}

/// What is wrong, and the line.
pub(super) type Wrong = (usize, String);

impl GameFile {
    /// Takes a text apart.
    pub fn split(text: &str) -> Result<Self, Wrong> {
        let mut file = Self::default();
        let mut lines = (1..).zip(text.trim_start_matches('\u{feff}').lines()).peekable();
        while let Some((line, text)) = lines.next_if(|(_, text)| !starts_turn(text)) {
            let mut tag = text.trim().to_owned();
            // A start comment can have several lines.
            while tag.starts_with('[') && !tag.ends_with(']') {
                let (_, more) =
                    lines.next().ok_or_else(|| (line, "this tag has no end".to_owned()))?;
                tag.push(' ');
                tag += more.trim();
            }
            file.add_tag(line, &tag)?;
        }
        let mut turns = Turns { file, comment: None, next: 1 };
        for (line, text) in lines {
            let words = turns.strip_comments(line, text)?;
            turns.add(line, &words)?;
        }
        match turns.comment {
            Some(line) => Err((line, "this comment has no end".to_owned())),
            None => Ok(turns.file),
        }
    }

    fn add_tag(&mut self, line: usize, text: &str) -> Result<(), Wrong> {
        if text.is_empty() {
            return Ok(());
        }
        let inside = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let (key, value) = inside
            .and_then(|inside| inside.split_once(':'))
            .ok_or_else(|| (line, "expected a tag `[type:value]` or the first turn".to_owned()))?;
        if self.tag(key).is_some() {
            return Err((line, format!("the tag `{key}` stands twice")));
        }
        self.tags.push(Tag { line, key: key.to_owned(), value: value.trim().to_owned() });
        Ok(())
    }

    /// The tag of this type.
    pub fn tag(&self, key: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.key == key)
    }

    /// The value of the tag of this type.
    pub fn value(&self, key: &str) -> Option<&str> {
        self.tag(key).map(|tag| tag.value.as_str())
    }
}

fn starts_turn(line: &str) -> bool {
    line.trim_start().starts_with(|first: char| first.is_ascii_digit())
}

/// The part after the tags.
struct Turns {
    file: GameFile,
    /// Line where the comment began that is still open.
    comment: Option<usize>,
    /// Number of the next turn.
    next: usize,
}

/// What stands before the moves of a turn.
enum Address {
    /// The number of a turn of the game itself.
    Turn(usize),
    /// A place in a variation: `3b.3.1a`.
    Variation,
}

impl Turns {
    /// The line without its comments. As in OpenTafl, a comment ends with the first `]`.
    fn strip_comments(&mut self, line: usize, text: &str) -> Result<String, Wrong> {
        let mut left = String::new();
        for letter in text.chars() {
            match (letter, self.comment) {
                (']', Some(_)) => self.comment = None,
                (_, Some(_)) => {}
                ('[', None) => {
                    self.comment = Some(line);
                    self.file.comments += 1;
                    left.push(' ');
                }
                (']', None) => return Err((line, "`]` ends no comment".to_owned())),
                (letter, None) => left.push(letter),
            }
        }
        Ok(left)
    }

    fn add(&mut self, line: usize, text: &str) -> Result<(), Wrong> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        let (address, moves) = split_address(text)
            .ok_or_else(|| (line, "expected the number of a turn, such as `1.`".to_owned()))?;
        match address {
            Address::Variation => {
                self.file.variations += 1;
                return Ok(());
            }
            Address::Turn(number) if number != self.next => {
                return Err((line, format!("turn {number} where {} should be", self.next)));
            }
            Address::Turn(_) => self.next += 1,
        }
        moves.split_whitespace().try_for_each(|mv| self.add_move(line, mv))
    }

    fn add_move(&mut self, line: usize, text: &str) -> Result<(), Wrong> {
        if self.file.resigned.is_some() {
            return Err((line, format!("`{text}` after a resignation")));
        }
        if text == "---" {
            self.file.resigned = Some(line);
        } else if text.chars().all(|letter| letter == '.') {
            return Err((line, "moves of the game itself are left out".to_owned()));
        } else {
            self.file.moves.push(Token { line, text: text.to_owned() });
        }
        Ok(())
    }
}

/// Splits `12. a1-a2 b1-b2` and `3b.3.1a a1-a2`.
fn split_address(text: &str) -> Option<(Address, &str)> {
    let word = text.split_whitespace().next()?;
    let variation =
        |letter: char| letter.is_ascii_digit() || letter.is_ascii_lowercase() || letter == '.';
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    let number = text[..digits].parse().ok();
    let rest = text[digits..].strip_prefix('.');
    match (number, rest) {
        // A move may follow the dot without a blank.
        (Some(number), Some(rest)) if word.len() == digits + 1 || !word.chars().all(variation) => {
            Some((Address::Turn(number), rest))
        }
        (Some(_), _) if word.contains('.') && word.chars().all(variation) => {
            Some((Address::Variation, ""))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "\
[date:2015.05.04]
[result:1]
[rules:dim:9 name:Tablut start:/9/]
[start-comment:A comment

1. of [several] lines.]

1. e2-g2 e3-h3
[comment on
first move|1. not a turn]

2. f1-f2 d1-d2 [in line|]
2a.1.1a. ..... a4-a3xa2
3.e9-e8
";

    fn moves(text: &str) -> Vec<String> {
        let file = GameFile::split(text).expect("a game record");
        file.moves.into_iter().map(|token| token.text).collect()
    }

    #[test]
    fn a_record_is_taken_apart() {
        let file = GameFile::split(GAME).expect("a game record");
        assert_eq!(moves(GAME), ["e2-g2", "e3-h3", "f1-f2", "d1-d2", "e9-e8"]);
        assert_eq!((file.comments, file.variations), (2, 1));
        assert_eq!(file.value("rules"), Some("dim:9 name:Tablut start:/9/"));
        assert_eq!(file.value("start-comment"), Some("A comment  1. of [several] lines."));
        assert_eq!(file.moves[4].line, 14);
    }

    #[test]
    fn what_is_wrong_has_a_line() {
        let line = |text| GameFile::split(text).expect_err("is wrong").0;
        assert_eq!(line("[result:1]\nhello\n"), 2);
        assert_eq!(line("[result:1]\n[result:0]\n"), 2);
        assert_eq!(line("[result:1]\n[event:no end\n\n"), 2);
        assert_eq!(line("1. a1-a2\n3. a1-a2"), 2);
        assert_eq!(line("1. a1-a2\n[no end\n\n"), 2);
        assert_eq!(line("1. a1-a2\n]"), 2);
        assert_eq!(line("1. a1-a2 ---\n2. b1-b2"), 2);
        assert_eq!(line("1. ..... a1-a2"), 1);
        assert_eq!(line("1. a1-a2\nb1-b2"), 2);
    }

    #[test]
    fn resignations_are_seen() {
        let file = GameFile::split("1. a1-a2 ---").expect("a game record");
        assert_eq!(file.resigned, Some(1));
        assert_eq!(file.moves.len(), 1);
    }
}
