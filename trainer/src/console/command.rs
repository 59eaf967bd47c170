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
    /// Anything else is taken for a move.
    Move(String),
}

/// What `help` prints.
pub(super) const HELP: &str =
    "  MOVE     a move: the square it begins on and the one it ends on, such as d9-d8. Where you
           choose what is captured, name it: d4-d7xd8
  moves    all legal moves; `moves d4` those from d4
  list     the moves of the game so far
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
            _ => Self::Move(words.join("-")),
        }
    }
}
