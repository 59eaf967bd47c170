//! Positions, moves and ends.

use std::collections::{BTreeMap, BTreeSet};

use super::boards::{Point, name};
use super::laws::Laws;
use crate::agreement::Reference;

/// A game as it stands, with all that stood there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// `g` and `f` on their points.
    board: BTreeMap<Point, char>,
    /// Pieces of the many and of the few that are not placed.
    hands: [usize; 2],
    /// 0 the many, 1 the few.
    turn: usize,
    quiet: usize,
    ply: usize,
    /// Every position since the last capture, placement or removal.
    past: Vec<String>,
}

/// A capture: where the piece has got to, and what it has taken.
type Capture = (Point, BTreeSet<Point>);

impl Reference for State {
    type Laws = Laws;

    fn laws(text: &str) -> Laws {
        Laws::from_toml(text)
    }

    fn parse(laws: &Laws, text: &str) -> Self {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let hand = |letter: char| {
            let digits = fields[2].split(letter).nth(1).unwrap_or_default();
            let digits: String = digits.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap_or(0)
        };
        let clock = |at: usize| fields.get(at).map_or(0, |digits| digits.parse().expect("a clock"));
        let mut state = Self {
            board: BTreeMap::new(),
            hands: [hand('g'), hand('f')],
            turn: usize::from(fields[1] == "d"),
            quiet: clock(3),
            ply: clock(4),
            past: Vec::new(),
        };
        let points = laws.lines.points();
        let highest = points.iter().map(|(_, rank)| *rank).max().expect("points");
        for (down, letters) in fields[0].split('/').enumerate() {
            let rank = highest - down as i32;
            let mut there = points.iter().filter(|(_, r)| *r == rank);
            let (mut run, mut put) = (0, |state: &mut Self, letter: Option<char>, run: usize| {
                for _ in 0..run {
                    there.next().expect("a point");
                }
                if let Some(letter) = letter {
                    let point = there.next().expect("a point");
                    if letter != '.' {
                        state.board.insert(*point, letter);
                    }
                }
            });
            for letter in letters.chars() {
                match letter.to_digit(10) {
                    Some(digit) => run = 10 * run + digit as usize,
                    None => put(&mut state, Some(letter), std::mem::take(&mut run)),
                }
            }
            put(&mut state, None, run);
        }
        state.past.push(state.board_and_turn(laws));
        state
    }

    fn start(laws: &Laws, turn: usize) -> Self {
        let hands = ["hand_many", "hand_few"].map(|key| laws.number(key));
        let board = laws.word("setup", "");
        let mut state = Self::parse(laws, &format!("{board} {} -", ["a", "d"][turn]));
        state.hands = hands;
        state
    }

    fn write(&self, laws: &Laws) -> String {
        let hand = |letter: &str, number: usize| {
            if number > 0 { format!("{letter}{number}") } else { String::new() }
        };
        let hands = hand("g", self.hands[0]) + &hand("f", self.hands[1]);
        let hands = if hands.is_empty() { "-".to_owned() } else { hands };
        format!("{} {hands} {} {}", self.board_and_turn(laws), self.quiet, self.ply)
    }

    fn moves(&self, laws: &Laws) -> BTreeMap<String, Self> {
        let mut found = BTreeMap::new();
        if self.decided(laws).is_some() {
            return found;
        }
        let letter = ['g', 'f'][self.turn];
        if self.hands[self.turn] > 0 {
            for point in laws.lines.points().into_iter().filter(|point| self.is_empty(*point)) {
                let mut next = self.clone();
                next.hands[self.turn] -= 1;
                next.board.insert(point, letter);
                found.insert(format!("@{}", name(point)), next.after(laws, true));
            }
            return found;
        }
        let of = |point: &Point| self.captures(laws, *point, &BTreeSet::new());
        let pieces = self.all(letter);
        let capturers: Vec<Point> = pieces
            .iter()
            .copied()
            .filter(|point| self.turn == 1 && !of(point).is_empty())
            .collect();
        for from in &capturers {
            for (to, taken) in of(from) {
                let mut sorted: Vec<Point> = taken.iter().copied().collect();
                sorted.sort_by_key(|(file, rank)| (*rank, *file));
                let names: String = sorted.into_iter().map(|p| format!("x{}", name(p))).collect();
                let mut next = self.clone();
                next.board.remove(from);
                next.board.retain(|point, _| !taken.contains(point));
                // It may end where a piece stood that it has taken.
                next.board.insert(to, letter);
                let text = format!("{}-{}{names}", name(*from), name(to));
                found.insert(text, next.after(laws, true));
            }
        }
        if laws.word("compulsory", "no") == "yes" && !capturers.is_empty() {
            return found;
        }
        for from in pieces {
            for to in self.steps(laws, from) {
                let mut next = self.clone();
                next.board.remove(&from);
                next.board.insert(to, letter);
                let huffs = laws.word("compulsory", "no") == "huff" && !capturers.is_empty();
                if huffs {
                    for point in &capturers {
                        next.board.remove(if *point == from { &to } else { point });
                    }
                }
                found.insert(format!("{}-{}", name(from), name(to)), next.after(laws, huffs));
            }
        }
        found
    }

    fn outcome(&self, laws: &Laws) -> Option<String> {
        if let Some(end) = self.decided(laws) {
            return Some(end.to_owned());
        }
        if self.moves(laws).is_empty() {
            return Some(
                match (laws.word("stuck", "loss"), self.turn) {
                    ("draw", _) => "draw (stuck)",
                    (_, 0) => "defenders win (stuck)",
                    _ => "attackers win (stuck)",
                }
                .to_owned(),
            );
        }
        let here = self.past.last().expect("this one");
        if self.past.iter().filter(|past| *past == here).count() >= laws.repetitions() {
            return Some("draw (repetition)".to_owned());
        }
        (self.ply >= laws.number("ply_limit")).then(|| "draw (ply-limit)".to_owned())
    }
}

impl State {
    fn board_and_turn(&self, laws: &Laws) -> String {
        let points = laws.lines.points();
        let highest = points.iter().map(|(_, rank)| *rank).max().expect("points");
        let mut ranks = Vec::new();
        for rank in (1..=highest).rev() {
            let there = points.iter().filter(|(_, r)| *r == rank);
            let letters: String =
                there.map(|point| self.board.get(point).copied().unwrap_or('.')).collect();
            let mut text = String::new();
            for run in letters.split_inclusive(['g', 'f']) {
                let empty = run.matches('.').count();
                if empty > 0 {
                    text += &empty.to_string();
                }
                text += run.trim_start_matches('.');
            }
            ranks.push(text);
        }
        format!("{} {}", ranks.join("/"), ["a", "d"][self.turn])
    }

    fn count(&self, letter: char) -> usize {
        self.board.values().filter(|other| **other == letter).count()
    }

    fn all(&self, letter: char) -> Vec<Point> {
        self.board.iter().filter(|(_, l)| **l == letter).map(|(point, _)| *point).collect()
    }

    fn is_empty(&self, point: Point) -> bool {
        !self.board.contains_key(&point)
    }

    /// Where a piece may step.
    fn steps(&self, laws: &Laws, from: Point) -> Vec<Point> {
        let is_many = self.board[&from] == 'g';
        let may = |to: &Point| {
            self.is_empty(*to)
                && if is_many { laws.allows_many(from, *to) } else { laws.allows_few(from, *to) }
        };
        laws.lines.neighbours(from).into_iter().filter(may).collect()
    }

    /// The next jumps of one of the few.
    fn jumps(&self, laws: &Laws, from: Point) -> Vec<(Point, Point)> {
        let may = |(over, to): &(Point, Point)| {
            laws.yes("few_capture")
                && self.board.get(over) == Some(&'g')
                && self.is_empty(*to)
                && laws.allows_few(from, *over)
                && laws.allows_few(*over, *to)
        };
        laws.lines.jumps(from).into_iter().filter(may).collect()
    }

    /// All captures that begin with a jump of the piece on `from`, which has taken `taken` so far.
    fn captures(&self, laws: &Laws, from: Point, taken: &BTreeSet<Point>) -> BTreeSet<Capture> {
        let mut found = BTreeSet::new();
        for (over, to) in self.jumps(laws, from) {
            let mut next = self.clone();
            next.board.remove(&from);
            next.board.remove(&over);
            next.board.insert(to, 'f');
            let mut taken = taken.clone();
            taken.insert(over);
            let further = match laws.word("chain", "optional") {
                "single" => BTreeSet::new(),
                _ => next.captures(laws, to, &taken),
            };
            if laws.word("chain", "optional") != "forced" || further.is_empty() {
                found.insert((to, taken));
            }
            found.extend(further);
        }
        found
    }

    /// The end of a turn: pieces shut in, clocks, the other side's turn.
    fn after(mut self, laws: &Laws, changed: bool) -> Self {
        let mut changed = changed;
        if self.turn == 0 && laws.word("trapped", "stays") == "removed" {
            let shut_in = |point: &Point| {
                self.steps(laws, *point).is_empty() && self.jumps(laws, *point).is_empty()
            };
            let gone: Vec<Point> = self.all('f').into_iter().filter(shut_in).collect();
            changed |= !gone.is_empty();
            self.board.retain(|point, _| !gone.contains(point));
        }
        self.turn = 1 - self.turn;
        self.ply += 1;
        self.quiet += 1;
        if changed {
            self.quiet = 0;
            self.past.clear();
        }
        let here = self.board_and_turn(laws);
        self.past.push(here);
        self
    }

    /// What the board decides.
    fn decided(&self, laws: &Laws) -> Option<&'static str> {
        let started = laws.word("setup", "").matches('g').count() + laws.number("hand_many");
        let captured = started - self.count('g') - self.hands[0];
        let wanted = laws.number("few_win_captures");
        let stands = |point: &Point, letter: char| self.board.get(point) == Some(&letter);
        let many_goal = laws.points("many_goal");
        if self.count('f') + self.hands[1] == 0 {
            Some("attackers win (few-gone)")
        } else if !many_goal.is_empty() && many_goal.iter().all(|point| stands(point, 'g')) {
            Some("attackers win (goal)")
        } else if wanted > 0 && captured >= wanted {
            Some("defenders win (captures)")
        } else if laws.points("few_goal").iter().any(|point| stands(point, 'f')) {
            Some("defenders win (goal)")
        } else {
            None
        }
    }
}
