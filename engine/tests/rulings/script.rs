//! The form of the ruling files.

use std::fmt;

use imperial_engine::Side;

use crate::reference::board::Board;

/// One law shown on one board.
#[derive(Debug)]
pub struct Ruling {
    file: String,
    line: usize,
    pub title: String,
    pub source: String,
    pub rules: Vec<String>,
    /// Lines of a rule file that replace those of the rule set.
    pub changes: Vec<String>,
    pub side: Side,
    pub quiet: u32,
    pub ply: u32,
    pub board: Option<Board>,
    /// Line number and step.
    pub steps: Vec<(usize, Step)>,
}

/// Something to do or to check.
#[derive(Debug)]
pub enum Step {
    Legal(Vec<String>),
    Illegal(Vec<String>),
    /// Square, and the squares where its piece may go, sorted.
    MovesOf(String, Vec<String>),
    Play(Vec<String>),
    Board(Box<Board>),
    /// As the engine writes an outcome, or `goes on`.
    Result(String),
    Counters(u32, u32),
    MayStart(Vec<Side>),
    Reads(String, String),
    Unreadable(Vec<String>),
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.title)
    }
}

impl Ruling {
    /// Reads a whole file. Panics with the line where it is no ruling.
    pub fn read_all(file: &str, text: &str) -> Vec<Self> {
        let mut rulings: Vec<Self> = Vec::new();
        let mut drawing = String::new();
        let plain = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end());
        for (number, line) in (1..).zip(plain.chain([""])) {
            let place = format!("{file}:{number}: `{line}`");
            if let Some(title) = line.strip_prefix("ruling:") {
                rulings.push(Self::new(file, number, title.trim()));
                continue;
            }
            let Some(ruling) = rulings.last_mut() else {
                assert!(line.is_empty(), "{place} before the first ruling");
                continue;
            };
            if let Some((key, value)) = line.split_once(':') {
                ruling.read_line(number, key, value.trim()).expect(&place);
            } else if !line.is_empty() {
                drawing += line;
                drawing.push('\n');
            } else if !drawing.is_empty() {
                ruling.take_drawing(number, &drawing).expect(&place);
                drawing.clear();
            }
        }
        rulings.iter().for_each(Self::check_is_complete);
        rulings
    }

    fn new(file: &str, line: usize, title: &str) -> Self {
        Self {
            file: file.to_owned(),
            line,
            title: title.to_owned(),
            source: String::new(),
            rules: Vec::new(),
            changes: Vec::new(),
            side: Side::Attackers,
            quiet: 0,
            ply: 0,
            board: None,
            steps: Vec::new(),
        }
    }

    fn check_is_complete(&self) {
        assert!(!self.source.is_empty(), "{self}: no source");
        assert!(!self.rules.is_empty(), "{self}: no rules");
        assert!(self.board.is_some(), "{self}: no board");
        assert!(!self.steps.is_empty(), "{self}: nothing to check");
    }

    /// The first drawing is the position, later ones are what must stand there by then.
    fn take_drawing(&mut self, line: usize, drawing: &str) -> Option<()> {
        let board = Board::from_drawing(drawing)?;
        match self.board {
            None => self.board = Some(board),
            Some(_) => self.steps.push((line, Step::Board(Box::new(board)))),
        }
        Some(())
    }

    fn read_line(&mut self, line: usize, key: &str, value: &str) -> Option<()> {
        match key {
            "source" => value.clone_into(&mut self.source),
            "rules" => self.rules = list(value),
            "but" => self.changes.push(value.to_owned()),
            "to move" => self.side = value.parse().ok()?,
            "quiet" => self.quiet = value.parse().ok()?,
            "ply" => self.ply = value.parse().ok()?,
            // The drawing that follows says it all.
            "board" => value.is_empty().then_some(())?,
            _ => self.steps.push((line, Step::read(key, value)?)),
        }
        Some(())
    }
}

impl Step {
    fn read(key: &str, value: &str) -> Option<Self> {
        Some(match key {
            "legal" => Self::Legal(list(value)),
            "illegal" => Self::Illegal(list(value)),
            "play" => Self::Play(list(value)),
            "result" => Self::Result(value.to_owned()),
            "counters" => {
                let (quiet, ply) = value.split_once(' ')?;
                Self::Counters(quiet.parse().ok()?, ply.parse().ok()?)
            }
            "may start" => Self::MayStart(
                list(value).iter().map(|side| side.parse().ok()).collect::<Option<_>>()?,
            ),
            "reads" => {
                let (short, full) = value.split_once(" as ")?;
                Self::Reads(short.to_owned(), full.to_owned())
            }
            "unreadable" => Self::Unreadable(list(value)),
            _ => {
                let square = key.strip_prefix("moves of ")?;
                let mut squares: Vec<String> =
                    value.split_whitespace().map(str::to_owned).collect();
                squares.sort();
                Self::MovesOf(square.to_owned(), squares)
            }
        })
    }
}

/// The words between commas.
fn list(value: &str) -> Vec<String> {
    value.split(',').map(|word| word.trim().to_owned()).collect()
}
