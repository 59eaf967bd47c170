//! The search: one line after another, each as long as it is the most promising.

use super::numbers::{NEVER, Numbers};
use super::proofs::Proofs;
use super::sight::at_first_sight;
use super::table::Table;
use crate::{Game, Side};

/// Plies of the longest line that is looked at. What is longer counts as no win.
pub(super) const MOST_PLIES: usize = 256;
/// Positions between two questions whether to stop.
const PATIENCE: u64 = 1 << 8;

/// A search in progress, with one position for each ply of the line that it looks at.
pub(super) struct Search<'a, G: Game> {
    game: &'a G,
    side: Side,
    line: Vec<Ply<G>>,
    /// Keys of the positions of the line.
    path: Vec<u64>,
    table: Table,
    proofs: Proofs,
    scratch: Vec<G::Move>,
    nodes: u64,
    most: u64,
    stop: &'a mut dyn FnMut() -> bool,
    halt: Option<Halt>,
}

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    /// The limit was reached.
    Limit,
    /// The caller said so.
    Stopped,
}

/// One ply of the line.
struct Ply<G: Game> {
    /// Without a past.
    position: G::Position,
    moves: Vec<G::Move>,
    children: Vec<Child>,
}

/// The position after a move.
#[derive(Clone, Copy)]
struct Child {
    nth: u16,
    key: u64,
    numbers: Numbers,
}

impl<'a, G: Game> Search<'a, G> {
    /// Seeks proofs that `side` wins from `root`, whose key is `key`, looking at `most` positions.
    pub fn new(
        game: &'a G,
        (root, key): (&G::Position, u64),
        side: Side,
        most: u64,
        stop: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let mut position = root.clone();
        game.forget_past(&mut position);
        let ply = |position| Ply { position, moves: Vec::new(), children: Vec::new() };
        Self {
            game,
            side,
            line: vec![ply(position.clone()), ply(position)],
            path: vec![key],
            table: Table::new(most),
            proofs: Proofs::default(),
            scratch: Vec::new(),
            nodes: 0,
            most,
            stop,
            halt: None,
        }
    }

    /// Searches from the root until it is proven or refuted, or the search has to end.
    pub fn pass(&mut self) -> Numbers {
        self.table.forget();
        self.deepen(0, Numbers::ALL)
    }

    /// Positions looked at.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    pub const fn proofs(&self) -> &Proofs {
        &self.proofs
    }

    pub fn into_proofs(self) -> Proofs {
        self.proofs
    }

    pub const fn halt(&self) -> Option<Halt> {
        self.halt
    }

    /// Searches below the last position of the line until its numbers come up to `limits`.
    fn deepen(&mut self, ply: usize, limits: Numbers) -> Numbers {
        let (key, before) = (self.path[ply], self.nodes);
        let is_mover = self.game.side_to_move(&self.line[ply].position) == self.side;
        self.expand(ply);
        loop {
            let numbers = self.numbers(ply, is_mover);
            if numbers.is_won() {
                self.proofs.put(key, self.proving_move(ply, is_mover));
                return numbers;
            }
            if self.halt.is_some() {
                return numbers;
            }
            if numbers.is_refuted() || numbers.reaches(limits) {
                let work = u32::try_from(self.nodes - before).unwrap_or(u32::MAX);
                self.table.put(key, numbers, work);
                return numbers;
            }
            let (best, limits) = self.choose(ply, is_mover, limits, numbers);
            let child = self.line[ply].children[best];
            self.go(ply, child.nth);
            self.path.push(child.key);
            self.line[ply].children[best].numbers = self.deepen(ply + 1, limits);
            self.path.pop();
        }
    }

    /// The numbers of a position, from those of its children.
    fn numbers(&self, ply: usize, is_mover: bool) -> Numbers {
        let children = self.line[ply].children.iter().map(|child| child.numbers);
        if is_mover {
            Numbers::of_any(children)
        } else {
            Numbers::of_any(children.map(Numbers::turned)).turned()
        }
    }

    /// The number of the move that proves the win of its mover; 0 where the other side moves.
    fn proving_move(&self, ply: usize, is_mover: bool) -> u16 {
        let won = |child: &&Child| is_mover && child.numbers.is_won();
        self.line[ply].children.iter().find(won).map_or(0, |child| child.nth)
    }

    /// The child to look at next, and how far: until another one is better, or the parent's limits are
    /// reached.
    fn choose(
        &self,
        ply: usize,
        is_mover: bool,
        limits: Numbers,
        numbers: Numbers,
    ) -> (usize, Numbers) {
        let seen = |numbers: Numbers| if is_mover { numbers } else { numbers.turned() };
        let (mut best, mut first, mut second) = (0, Numbers::ALL, NEVER);
        for (at, child) in self.line[ply].children.iter().enumerate() {
            let numbers = seen(child.numbers);
            // Of those that are equally near, the one that is harder to refute.
            let is_better = numbers.proof < first.proof
                || (numbers.proof == first.proof && numbers.disproof > first.disproof);
            if is_better || first == Numbers::ALL {
                second = first.proof;
                (best, first) = (at, numbers);
            } else {
                second = second.min(numbers.proof);
            }
        }
        let (limits, numbers) = (seen(limits), seen(numbers));
        let disproof = match limits.disproof {
            NEVER => NEVER,
            most => most - numbers.disproof + first.disproof,
        };
        let proof = limits.proof.min(a_quarter_above(second));
        (best, seen(Numbers { proof, disproof }))
    }

    /// Lists the children of the position at `ply`, up to the first that decides it.
    fn expand(&mut self, ply: usize) {
        let mut moves = std::mem::take(&mut self.line[ply].moves);
        let mut children = std::mem::take(&mut self.line[ply].children);
        children.clear();
        let (game, is_too_long) = (self.game, ply + 1 >= MOST_PLIES);
        if is_too_long {
            moves.clear();
        } else {
            game.legal_moves(&self.line[ply].position, &mut moves);
        }
        self.line[ply].moves = moves;
        if is_too_long {
            children.push(Child { nth: 0, key: 0, numbers: Numbers::REFUTED });
        }
        if self.line.len() < ply + 2 {
            let position = self.line[ply].position.clone();
            self.line.push(Ply { position, moves: Vec::new(), children: Vec::new() });
        }
        let is_mover = game.side_to_move(&self.line[ply].position) == self.side;
        for nth in 0..self.line[ply].moves.len() as u16 {
            let child = self.child(ply, nth);
            children.push(child);
            if if is_mover { child.numbers.is_won() } else { child.numbers.is_refuted() } {
                break;
            }
        }
        self.line[ply].children = children;
    }

    /// The position after move `nth` of the one at `ply`, with what is known of it.
    fn child(&mut self, ply: usize, nth: u16) -> Child {
        self.count();
        self.go(ply, nth);
        let position = &self.line[ply + 1].position;
        let key = self.game.board_key(position).unwrap_or_default();
        let open = Child { nth, key, numbers: Numbers::ALL };
        if let Some(outcome) = self.game.outcome(position) {
            let is_win = super::sight::is_win(outcome, self.side);
            return Child { numbers: if is_win { Numbers::WON } else { Numbers::REFUTED }, ..open };
        }
        if self.proofs.get(key).is_some() {
            return Child { numbers: Numbers::WON, ..open };
        }
        if self.path.contains(&key) {
            return Child { numbers: Numbers::REFUTED, ..open };
        }
        let numbers = self
            .table
            .get(key)
            .unwrap_or_else(|| at_first_sight(self.game, position, self.side, &mut self.scratch));
        Child { numbers, ..open }
    }

    /// Makes a move of the position at `ply`; the next position of the line is the one after it.
    fn go(&mut self, ply: usize, nth: u16) {
        let (before, after) = self.line.split_at_mut(ply + 1);
        let mv = before[ply].moves[usize::from(nth)];
        after[0].position.clone_from(&before[ply].position);
        self.game.play(&mut after[0].position, mv);
        self.game.forget_past(&mut after[0].position);
    }

    /// Counts a position and asks whether to go on.
    fn count(&mut self) {
        self.nodes += 1;
        if self.halt.is_none() {
            if self.nodes >= self.most || self.proofs.is_full() {
                self.halt = Some(Halt::Limit);
            } else if self.nodes.is_multiple_of(PATIENCE) && (self.stop)() {
                self.halt = Some(Halt::Stopped);
            }
        }
    }
}

/// The `1 + ε` trick with a quarter for ε.
const fn a_quarter_above(number: u32) -> u32 {
    number.saturating_add(number / 4).saturating_add(1)
}
