//! Positions, moves and ends.

use std::collections::{BTreeMap, BTreeSet};

use super::boards::{Point, name};
use super::laws::{Laws, is_man, side_of};
use crate::agreement::Reference;

/// A game as it stands, with all that stood there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(super) board: BTreeMap<Point, char>,
    /// 0 the attackers, 1 the defenders.
    pub(super) turn: usize,
    /// Actions played in this turn.
    pub(super) done: usize,
    quiet: usize,
    ply: usize,
    /// Every position since the last capture.
    past: Vec<String>,
}

/// Ways of one piece to capture: where it ends and what it takes, and whether every way there goes back.
type Captures = BTreeMap<(Point, BTreeSet<Point>), bool>;

/// What a ply does to the turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Then {
    /// The turn goes on while there are actions left.
    GoOn,
    /// It is the other side's turn.
    HandOver,
}

impl Reference for State {
    type Laws = Laws;

    fn laws(text: &str) -> Laws {
        Laws::from_toml(text)
    }

    fn parse(laws: &Laws, text: &str) -> Self {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let clock = |at: usize| fields.get(at).map_or(0, |digits| digits.parse().expect("a clock"));
        let left = if fields[2] == "-" { 0 } else { fields[2].parse().expect("actions") };
        let mut state = Self {
            board: BTreeMap::new(),
            turn: usize::from(fields[1] == "d"),
            done: if left == 0 { 0 } else { laws.number("actions", 1) - left },
            quiet: clock(3),
            ply: clock(4),
            past: Vec::new(),
        };
        for (down, letters) in fields[0].split('/').enumerate() {
            let rank = laws.ways.height() - down as i32;
            let there: Vec<Point> =
                laws.ways.points.iter().copied().filter(|(_, r)| *r == rank).collect();
            let (mut at, mut digits) = (0, String::new());
            for letter in letters.chars() {
                if letter.is_ascii_digit() {
                    digits.push(letter);
                    continue;
                }
                at += std::mem::take(&mut digits).parse().unwrap_or(0);
                if letter != '.' {
                    state.board.insert(there[at], letter);
                }
                at += 1;
            }
        }
        state.past.push(state.here(laws));
        state
    }

    fn start(laws: &Laws, turn: usize) -> Self {
        Self::parse(laws, &format!("{} {} -", laws.word("setup", ""), ["a", "d"][turn]))
    }

    fn write(&self, laws: &Laws) -> String {
        format!("{} {} {}", self.here(laws), self.quiet, self.ply)
    }

    fn moves(&self, laws: &Laws) -> BTreeMap<String, Self> {
        let mut found = BTreeMap::new();
        if self.decided().is_some() {
            return found;
        }
        let own = self.pieces(self.turn);
        let mut by_men = BTreeMap::new();
        for (from, letter) in &own {
            for ((to, taken), backed) in self.captures_of(laws, *from, *letter) {
                let mut sorted: Vec<Point> = taken.iter().copied().collect();
                sorted.sort_by_key(|(file, rank)| (*rank, *file));
                let names: String = sorted.into_iter().map(|p| format!("x{}", name(p))).collect();
                let mut next = self.clone();
                next.board.remove(from);
                next.board.retain(|point, _| !taken.contains(point));
                next.arrive(laws, *letter, to, backed);
                let text = format!("{}-{}{names}", name(*from), name(to));
                let list = if is_man(*letter) { &mut by_men } else { &mut found };
                list.insert(text, next.after(laws, true, Then::GoOn));
            }
        }
        if laws.flag("ambush", false) && self.done == 0 {
            for (text, next, has_man) in self.ambushes(laws) {
                let list = if has_man { &mut by_men } else { &mut found };
                list.insert(text, next.after(laws, true, Then::HandOver));
            }
        }
        let obliged = laws.flag("compulsory", false) && !by_men.is_empty();
        if obliged {
            found.clear();
        }
        found.extend(by_men);
        for (from, letter) in own.iter().filter(|_| !obliged) {
            for (start, to) in &laws.ways.steps {
                if start == from && self.is_empty(*to) && self.may_go(laws, *letter, *from, *to) {
                    let mut next = self.clone();
                    next.board.remove(from);
                    next.arrive(laws, *letter, *to, self.is_back(*from, *to));
                    let text = format!("{}-{}", name(*from), name(*to));
                    found.insert(text, next.after(laws, false, Then::GoOn));
                }
            }
        }
        if self.done > 0 {
            found.insert("end".to_owned(), self.clone().after(laws, false, Then::HandOver));
        }
        found
    }

    fn outcome(&self, laws: &Laws) -> Option<String> {
        if let Some(end) = self.decided() {
            return Some(end.to_owned());
        }
        if self.moves(laws).is_empty() {
            let end = match (laws.word("stuck", "loss"), self.turn) {
                ("draw", _) => "draw (stuck)",
                (_, 0) => "defenders win (stuck)",
                _ => "attackers win (stuck)",
            };
            return Some(end.to_owned());
        }
        let here = self.past.last().expect("this one");
        if self.past.iter().filter(|past| *past == here).count() >= laws.repetitions() {
            return Some("draw (repetition)".to_owned());
        }
        if self.quiet >= laws.number("quiet_limit", usize::MAX) {
            return Some("draw (quiet-limit)".to_owned());
        }
        (self.ply >= laws.number("ply_limit", 0)).then(|| "draw (ply-limit)".to_owned())
    }
}

impl State {
    /// Board, side and state.
    fn here(&self, laws: &Laws) -> String {
        let mut ranks = Vec::new();
        for rank in (1..=laws.ways.height()).rev() {
            let there = laws.ways.points.iter().filter(|(_, r)| *r == rank);
            let (mut text, mut empty) = (String::new(), 0);
            for point in there {
                match self.board.get(point) {
                    None => empty += 1,
                    Some(letter) => {
                        if empty > 0 {
                            text += &empty.to_string();
                        }
                        empty = 0;
                        text.push(*letter);
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
        let state = match self.done {
            0 => "-".to_owned(),
            done => (laws.number("actions", 1) - done).to_string(),
        };
        format!("{} {} {state}", ranks.join("/"), ["a", "d"][self.turn])
    }

    pub(super) fn is_empty(&self, point: Point) -> bool {
        !self.board.contains_key(&point)
    }

    pub(super) fn pieces(&self, side: usize) -> Vec<(Point, char)> {
        let all = self.board.iter().filter(|(_, letter)| side_of(**letter) == side);
        all.map(|(point, letter)| (*point, *letter)).collect()
    }

    /// Whether a way leads to a lower rank, as the side to move sees it.
    fn is_back(&self, from: Point, to: Point) -> bool {
        if self.turn == 0 { to.1 < from.1 } else { to.1 > from.1 }
    }

    /// Whether a piece may go this way at all.
    pub(super) fn may_go(&self, laws: &Laws, letter: char, from: Point, to: Point) -> bool {
        !(is_man(letter) && !laws.flag("men_back", true) && self.is_back(from, to))
    }

    /// All ways of a piece to jump on, having taken `taken`.
    fn captures(
        &self,
        laws: &Laws,
        letter: char,
        at: Point,
        taken: &BTreeSet<Point>,
        backed: bool,
        found: &mut Captures,
    ) {
        for (from, over, to) in &laws.ways.jumps {
            let fits = *from == at && self.is_empty_but(*to, taken) && !taken.contains(over);
            let Some(victim) = self.board.get(over).filter(|_| fits) else { continue };
            let strong = laws.rank(*victim) <= laws.rank(letter) && side_of(*victim) != self.turn;
            if !strong || !self.may_go(laws, letter, *from, *to) {
                continue;
            }
            let mut more = taken.clone();
            more.insert(*over);
            let backed = backed || self.is_back(*from, *to);
            let all_back = found.entry((*to, more.clone())).or_insert(true);
            *all_back = *all_back && backed;
            if laws.number("actions", 1) == 1 {
                self.captures(laws, letter, *to, &more, backed, found);
            }
        }
    }

    fn is_empty_but(&self, point: Point, taken: &BTreeSet<Point>) -> bool {
        self.is_empty(point) || taken.contains(&point)
    }

    /// The captures of the piece on a point, which is in nobody's way while it jumps.
    fn captures_of(&self, laws: &Laws, from: Point, letter: char) -> Captures {
        let mut lifted = self.clone();
        lifted.board.remove(&from);
        let mut found = Captures::new();
        lifted.captures(laws, letter, from, &BTreeSet::new(), false, &mut found);
        found
    }

    /// Puts a piece where its way ends; it may become another.
    pub(super) fn arrive(&mut self, laws: &Laws, letter: char, to: Point, backed: bool) {
        let last = if self.turn == 0 { laws.ways.height() } else { 1 };
        let becomes = match (letter.to_ascii_uppercase(), laws.word("promotion", "none")) {
            ('M', "unbacked") if backed => 'N',
            ('M', "unbacked" | "far-rank") if to.1 == last => 'O',
            (other, _) => other,
        };
        let becomes = if self.turn == 0 { becomes } else { becomes.to_ascii_lowercase() };
        self.board.insert(to, becomes);
    }

    /// The end of a ply: clocks, and whose turn it is.
    fn after(mut self, laws: &Laws, captured: bool, then: Then) -> Self {
        self.done += 1;
        if then == Then::HandOver || self.done == laws.number("actions", 1) {
            self.turn = 1 - self.turn;
            self.done = 0;
        }
        self.ply += 1;
        self.quiet += 1;
        if captured {
            self.quiet = 0;
            self.past.clear();
        }
        let here = self.here(laws);
        self.past.push(here);
        self
    }

    /// What the board decides.
    fn decided(&self) -> Option<&'static str> {
        for side in [0, 1] {
            let pieces = self.pieces(side);
            let has_leader = pieces.iter().any(|(_, letter)| letter.eq_ignore_ascii_case(&'k'));
            match (has_leader, pieces.len(), side) {
                (false, _, 0) => return Some("defenders win (leader-taken)"),
                (false, _, _) => return Some("attackers win (leader-taken)"),
                (true, 1, 0) => return Some("defenders win (leader-alone)"),
                (true, 1, _) => return Some("attackers win (leader-alone)"),
                _ => {}
            }
        }
        None
    }
}
