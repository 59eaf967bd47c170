//! Positions, moves and ends.

use std::collections::{BTreeMap, BTreeSet};

use super::laws::{Board, Laws, Point, as_side, name, point, side_of};
use super::reach::{can_be_taken, goes, in_check, shots};
use crate::agreement::Reference;

/// A game as it stands, with all that stood there before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub board: Board,
    /// 0 the attackers, 1 the defenders.
    pub turn: usize,
    /// Letters of the files of rooks that may castle.
    rights: String,
    /// Squares on which the pawn may be taken that has just gone over them, and where it stands.
    passed: (Vec<Point>, Point),
    /// The file to move in a charge, and where the pieces stand that have moved.
    pub(super) charge: Option<(i32, BTreeSet<Point>)>,
    quiet: usize,
    ply: usize,
    /// Every position since the last ply that cannot be taken back.
    past: Vec<String>,
}

/// A move as it changes the board.
pub(super) struct Change {
    pub text: String,
    pub board: Board,
    /// Where pieces went from and to.
    pub went: Vec<(Point, Point)>,
    /// Where pieces stand that have moved.
    pub moved: Vec<Point>,
    /// Whether it begins a charge.
    pub charges: bool,
    /// Whether an heir may be crowned by it.
    pub may_crown: bool,
}

impl Reference for State {
    type Laws = Laws;

    fn laws(text: &str) -> Laws {
        Laws::from_toml(text)
    }

    fn parse(laws: &Laws, text: &str) -> Self {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let clock = |at: usize| fields.get(at).map_or(0, |digits| digits.parse().expect("a clock"));
        let mut state = Self {
            board: laws.read(fields[0]),
            turn: usize::from(fields[1] == "d"),
            rights: String::new(),
            passed: (Vec::new(), (0, 0)),
            charge: None,
            quiet: clock(3),
            ply: clock(4),
            past: Vec::new(),
        };
        let points = |text: &str| -> Vec<Point> {
            text.split(',').filter(|name| !name.is_empty()).map(point).collect()
        };
        if let Some(rest) = fields[2].strip_prefix("charge:") {
            let (file, moved) = rest.split_once(':').expect("a file");
            let file = point(&format!("{file}1")).0;
            state.charge = Some((file, points(moved).into_iter().collect()));
        } else if fields[2] != "-" {
            let (rights, passed) = fields[2].split_once(':').unwrap_or((fields[2], ""));
            rights.clone_into(&mut state.rights);
            state.passed.0 = points(passed);
            let up = if state.turn == 0 { -1 } else { 1 };
            if let Some(first) = state.passed.0.first() {
                let mut pawn = *first;
                while !state.board.contains_key(&pawn) {
                    pawn.1 += up;
                }
                state.passed.1 = pawn;
            }
        }
        state.past.push(state.here(laws));
        state
    }

    fn start(laws: &Laws, turn: usize) -> Self {
        let mut rights: Vec<String> = laws.words("castling").unwrap_or_default();
        rights = rights.iter().map(|text| letter(laws, text)).collect();
        rights.sort();
        let rights = if rights.is_empty() { "-".to_owned() } else { rights.concat() };
        Self::parse(laws, &format!("{} {} {rights}", laws.word("setup"), ["a", "d"][turn]))
    }

    fn write(&self, laws: &Laws) -> String {
        format!("{} {} {}", self.here(laws), self.quiet, self.ply)
    }

    fn moves(&self, laws: &Laws) -> BTreeMap<String, Self> {
        if self.decided(laws).is_some() {
            return BTreeMap::new();
        }
        let mut changes = Vec::new();
        for (from, piece) in self.own() {
            let may_move = self
                .charge
                .as_ref()
                .is_none_or(|(file, moved)| from.0 == *file && !moved.contains(&from));
            if may_move {
                self.changes_of(laws, from, piece, &mut changes);
            }
        }
        if self.charge.is_none() {
            self.castlings(laws, &mut changes);
            self.together(laws, &mut changes);
        }
        changes.retain(|change| !in_check(laws, &change.board, self.turn));
        let after = |change: Change| (change.text.clone(), self.after(laws, change));
        changes.into_iter().map(after).collect()
    }

    fn outcome(&self, laws: &Laws) -> Option<String> {
        if let Some(end) = self.decided(laws) {
            return Some(end.to_owned());
        }
        if self.moves(laws).is_empty() {
            let winner = ["defenders", "attackers"][self.turn];
            return Some(if in_check(laws, &self.board, self.turn) {
                format!("{winner} win (checkmate)")
            } else if laws.word("stuck") == "draw" {
                "draw (stuck)".to_owned()
            } else {
                format!("{winner} win (stuck)")
            });
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
        let names = |points: &[Point]| {
            let mut sorted = points.to_vec();
            sorted.sort_by_key(|(file, rank)| (*rank, *file));
            sorted.into_iter().map(name).collect::<Vec<_>>().join(",")
        };
        let state = match &self.charge {
            Some((file, moved)) => {
                let moved: Vec<Point> = moved.iter().copied().collect();
                format!("charge:{}:{}", &name((*file, 1))[..1], names(&moved))
            }
            None if self.passed.0.is_empty() && self.rights.is_empty() => "-".to_owned(),
            None if self.passed.0.is_empty() => self.rights.clone(),
            None => format!("{}:{}", self.rights, names(&self.passed.0)),
        };
        format!("{} {} {state}", laws.write(&self.board), ["a", "d"][self.turn])
    }

    pub(super) fn own(&self) -> Vec<(Point, char)> {
        let own = self.board.iter().filter(|(_, piece)| side_of(**piece) == self.turn);
        own.map(|(at, piece)| (*at, *piece)).collect()
    }

    /// All that one piece can do.
    pub(super) fn changes_of(
        &self,
        laws: &Laws,
        from: Point,
        piece: char,
        found: &mut Vec<Change>,
    ) {
        let kind = laws.kind(piece);
        for to in goes(laws, &self.board, from) {
            let mut board = self.board.clone();
            board.remove(&from);
            board.insert(to, piece);
            let text = format!("{}-{}", name(from), name(to));
            let is_last = to.1 == laws.rank(self.turn, laws.ranks);
            let promotes = laws.word("promotes_to");
            if kind.pawn && is_last && !promotes.is_empty() {
                for letter in promotes.chars().filter(|letter| self.is_lost(laws, *letter)) {
                    let mut board = board.clone();
                    board.insert(to, as_side(letter, self.turn));
                    let change = Change::new(format!("{text}={letter}"), board, from, to);
                    found.push(Change { may_crown: false, ..change });
                }
                continue;
            }
            if is_last && from.1 != to.1 {
                self.replacements(laws, (from, to), &board, found);
            }
            if kind.carries && laws.flag("hitching") {
                self.hitched(laws, (from, to), &board, found);
            }
            found.push(Change::new(text, board, from, to));
        }
        for to in shots(laws, &self.board, from) {
            let mut board = self.board.clone();
            board.remove(&to);
            let text = format!("{}x{}", name(from), name(to));
            found.push(Change { moved: vec![from], ..Change::new(text, board, from, from) });
        }
        let up = if self.turn == 0 { 1 } else { -1 };
        for to in self.passed.0.iter().copied().filter(|_| kind.pawn) {
            if (to.0 - from.0).abs() == 1 && to.1 - from.1 == up {
                let mut board = self.board.clone();
                board.remove(&from);
                board.remove(&self.passed.1);
                board.insert(to, piece);
                found.push(Change::new(format!("{}-{}", name(from), name(to)), board, from, to));
            }
        }
    }

    /// Whether the side to move has fewer of a kind than at the start.
    fn is_lost(&self, laws: &Laws, letter: char) -> bool {
        let piece = as_side(letter, self.turn);
        let count = |board: &Board| board.values().filter(|other| **other == piece).count();
        count(&self.board) < count(&laws.start)
    }

    /// A lost piece comes back, the one that has arrived goes home.
    fn replacements(
        &self,
        laws: &Laws,
        (from, to): (Point, Point),
        board: &Board,
        found: &mut Vec<Change>,
    ) {
        let piece = self.board[&from];
        let mut homes: Vec<Point> =
            laws.start.iter().filter(|(_, other)| **other == piece).map(|(at, _)| *at).collect();
        homes.sort_by_key(|(file, rank)| (*rank, *file));
        let Some(home) = homes.into_iter().find(|home| !board.contains_key(home)) else { return };
        let brings = laws.brings(piece.to_ascii_uppercase());
        let all: BTreeSet<char> = brings.chars().filter(char::is_ascii_uppercase).collect();
        for letter in all.into_iter().filter(|letter| self.is_lost(laws, *letter)) {
            let mut board = board.clone();
            board.insert(to, as_side(letter, self.turn));
            board.insert(home, piece);
            let text = format!("{}-{}={letter}", name(from), name(to));
            let change = Change::new(text, board, from, to);
            found.push(Change { moved: vec![to, home], may_crown: false, ..change });
        }
    }

    fn castlings(&self, laws: &Laws, found: &mut Vec<Change>) {
        for text in laws.words("castling").unwrap_or_default() {
            let own = letter(laws, &text);
            let is_own = side_of(own.chars().next().expect("a letter")) == self.turn;
            if !is_own || !self.rights.contains(&own) {
                continue;
            }
            let [king, king_to, rook, rook_to] = squares(&text);
            let files = [king.0, king_to.0, rook.0, rook_to.0];
            let (low, high) =
                (files.iter().min().expect("a file"), files.iter().max().expect("a file"));
            let mut between = (*low..=*high).map(|file| (file, king.1));
            let is_free =
                between.all(|at| at == king || at == rook || !self.board.contains_key(&at));
            let mut way =
                (king.0.min(king_to.0)..=king.0.max(king_to.0)).map(|file| (file, king.1));
            let is_safe = way.all(|at| {
                let mut board = self.board.clone();
                let piece = board.remove(&king).expect("a king");
                // The rook may stand on the way; nothing else does.
                if at == rook && board.contains_key(&at) {
                    board.remove(&at);
                }
                board.insert(at, piece);
                !can_be_taken(laws, &board, at)
            });
            if is_free && is_safe {
                let mut board = self.board.clone();
                let (king_piece, rook_piece) =
                    (board.remove(&king).expect("a king"), board.remove(&rook).expect("a rook"));
                board.insert(king_to, king_piece);
                board.insert(rook_to, rook_piece);
                let text = format!("{}-{}", name(king), name(king_to));
                found.push(Change::new(text, board, king, king_to));
            }
        }
    }

    /// The game after a change of the board.
    fn after(&self, laws: &Laws, change: Change) -> Self {
        let mut next = Self { passed: (Vec::new(), (0, 0)), ..self.clone() };
        let is_pawn = |(from, to): &(Point, Point)| from != to && laws.kind(self.board[from]).pawn;
        let is_final = change.board.len() < self.board.len()
            || change.went.iter().any(is_pawn)
            || change.text.contains('=');
        next.board = change.board;
        next.rights = self.rights_left(laws, &next.board);
        // Where a pawn brings another one back, it goes home itself, and has passed nothing.
        if let ([(from, to)], false) = (&change.went[..], change.text.contains('=')) {
            let (from, to) = (*from, *to);
            next.passed = self.passed_by(laws, &next.board, from, to);
        }
        if change.may_crown {
            next.crown(laws, &change.went);
        }
        next.ply += 1;
        next.quiet += 1;
        if is_final {
            next.quiet = 0;
            next.past.clear();
        }
        let (first, mut moved) = match (&self.charge, change.charges) {
            (Some((file, moved)), _) => (file + 1, moved.clone()),
            (None, true) => (1, BTreeSet::new()),
            (None, false) => (laws.files + 1, BTreeSet::new()),
        };
        moved.extend(change.moved);
        next.charge = None;
        next.go_on(laws, first, &moved);
        if next.charge.is_none() {
            next.turn = 1 - self.turn;
        }
        next.past.push(next.here(laws));
        next
    }

    /// Who castles must have stood still: what stood there at the start stands there before and after every ply.
    fn rights_left(&self, laws: &Laws, board: &Board) -> String {
        let stays = |own: &char| {
            let castlings = laws.words("castling").unwrap_or_default();
            let text = castlings.iter().find(|text| letter(laws, text) == own.to_string());
            let [king, _, rook, _] = squares(text.expect("a castling"));
            [king, rook].iter().all(|at| {
                let is_same = board.get(at) == laws.start.get(at);
                // A piece of the same kind may have taken its place by capturing or by castling.
                is_same && self.board.get(at) == laws.start.get(at)
            })
        };
        self.rights.chars().filter(stays).collect()
    }

    fn passed_by(&self, laws: &Laws, board: &Board, from: Point, to: Point) -> (Vec<Point>, Point) {
        let piece = self.board[&from];
        let none = (Vec::new(), (0, 0));
        if !laws.flag("in_passing") || board.get(&to) != Some(&piece) || !laws.kind(piece).pawn {
            return none;
        }
        let up = if self.turn == 0 { 1 } else { -1 };
        let is_ready = |at: &Point| {
            [-1, 1].iter().any(|aside| {
                let other = board.get(&(at.0 + aside, at.1 + up));
                other.is_some_and(|other| side_of(*other) != self.turn && laws.kind(*other).pawn)
            })
        };
        let over = (1..(to.1 - from.1).abs()).map(|step| (from.0, from.1 + step * up));
        let squares: Vec<Point> = over.filter(is_ready).collect();
        if squares.is_empty() { none } else { (squares, to) }
    }

    /// What the board decides.
    fn decided(&self, laws: &Laws) -> Option<&'static str> {
        let imperials = laws.word("imperials");
        let has_some = |side: usize| {
            imperials.chars().any(|letter| self.board.values().any(|p| *p == as_side(letter, side)))
        };
        match imperials.as_str() {
            "" => None,
            _ if !has_some(0) => Some("defenders win (imperials-gone)"),
            _ if !has_some(1) => Some("attackers win (imperials-gone)"),
            _ => None,
        }
    }
}

impl Change {
    /// A piece goes from one square to another.
    pub fn new(text: String, board: Board, from: Point, to: Point) -> Self {
        let (went, moved) = (vec![(from, to)], vec![to]);
        Self { text, board, went, moved, charges: false, may_crown: true }
    }
}

/// The squares of a castling.
fn squares(text: &str) -> [Point; 4] {
    let names: Vec<Point> = text.split([' ', '-']).map(point).collect();
    names.try_into().expect("four squares")
}

/// The letter of a castling: the rook's file, a capital for the attackers.
fn letter(laws: &Laws, text: &str) -> String {
    let [king, _, rook, _] = squares(text);
    let file = name(rook)[..1].to_owned();
    if side_of(laws.start[&king]) == 0 { file.to_ascii_uppercase() } else { file }
}
