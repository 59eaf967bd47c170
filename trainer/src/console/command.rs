//! What a person types.

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Nothing,
    /// Show the legal moves; with a square only those that begin there.
    Moves(Option<String>),
    /// Show the moves of the game so far.
    List,
    Hint,
    Undo,
    Board,
    Resign,
    Quit,
    Help,
    /// A command with words after it that it does not take.
    TooMany(String),
    /// Anything else is taken for a move.
    Move(String),
}

/// What `help` prints, with some of the moves that are legal now.
pub(super) fn help(moves: &[String]) -> String {
    let examples = examples(moves).join(", ");
    let begins = |mv: &&String| mv.starts_with('@') || mv.contains('-');
    let square = moves.iter().find(begins).or(moves.first()).map_or("d4", |mv| square(mv));
    format!(
        "  MOVE     a move, as {examples}
  moves    all legal moves; `moves {square}` those from {square}
{REST}"
    )
}

/// One move of each form: a step, a capture, a placement.
fn examples(moves: &[String]) -> Vec<&str> {
    let signs = |mv: &str| mv.replace(|sign: char| sign.is_ascii_alphanumeric() && sign != 'x', "");
    let mut forms: Vec<&str> = Vec::new();
    for mv in moves {
        if forms.len() < EXAMPLES && forms.iter().all(|form| signs(form) != signs(mv)) {
            forms.push(mv);
        }
    }
    forms
}

/// The square that a move begins on.
pub(super) fn square(mv: &str) -> &str {
    let mv = mv.trim_start_matches('@');
    let end = mv.find(|sign: char| !sign.is_ascii_alphanumeric() || sign == 'x');
    &mv[..end.unwrap_or(mv.len())]
}

/// Most moves that `help` shows.
const EXAMPLES: usize = 3;

/// What is the same in all games.
const REST: &str = "  list     the moves of the game so far
  hint     what the program would play for you
  undo     take back your last move and the answer to it
  board    the board, and the position as text for `imperial analyse --position`
  resign   give up
  quit     leave the game unfinished; with --save it can go on later
";

impl Command {
    /// Reads a line. Upper case and a space in place of the hyphen are understood.
    pub fn parse(line: &str) -> Self {
        let line = line.to_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [] => Self::Nothing,
            ["moves"] => Self::Moves(None),
            ["moves", square] => Self::Moves(Some(square.to_owned())),
            ["list"] => Self::List,
            ["hint"] => Self::Hint,
            ["undo"] => Self::Undo,
            ["board"] => Self::Board,
            ["resign"] => Self::Resign,
            ["quit" | "exit"] => Self::Quit,
            ["help" | "?"] => Self::Help,
            [word, _, ..] if !matches!(Self::parse(word), Self::Move(_)) => {
                Self::TooMany(word.to_owned())
            }
            _ => Self::Move(words.join("-")),
        }
    }
}
