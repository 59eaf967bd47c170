//! The search of one position to a depth.

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;

use super::limit::{Limit, QUIET_PLIES};
use super::order::Order;
use super::score::{self, Found, INFINITE};
use super::table::{Bound, Entry, Table};
use crate::{Game, Side};

/// Positions between two questions whether to stop.
const PATIENCE: u64 = 1 << 8;
/// From this depth on, moves are tried in the order of what the estimate says after them.
const GUESSED_DEPTH: u8 = 2;

/// A search in progress, with one position for each ply of the line that it looks at.
pub(super) struct Searcher<'a, G: Game> {
    pub game: &'a G,
    pub line: Vec<Ply<G>>,
    pub scratch: Vec<G::Move>,
    table: Table,
    order: Order<G::Move>,
    /// A lot for each move of the root: among equals the lowest is tried first, and chosen.
    lots: Vec<u16>,
    limit: Limit,
    stop: &'a mut dyn FnMut() -> bool,
    nodes: u64,
    may_stop: bool,
    stopped: bool,
}

/// One ply of the line.
pub(super) struct Ply<G: Game> {
    pub position: G::Position,
    pub moves: Vec<G::Move>,
    /// Numbers of the moves and how soon they should be tried.
    ranks: Vec<(i32, u16)>,
}

/// The window within which a value has to be known.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// As the other side sees it.
    const fn turned(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// One in which no value lies, just above `alpha`.
    const fn above(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }
}

impl<'a, G: Game> Searcher<'a, G> {
    pub fn new(
        game: &'a G,
        root: &G::Position,
        limit: Limit,
        seed: u64,
        stop: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let plies = usize::from(Limit::MOST_PLIES) + QUIET_PLIES + 2;
        let ply = || Ply { position: root.clone(), moves: Vec::new(), ranks: Vec::new() };
        let mut line: Vec<_> = (0..plies).map(|_| ply()).collect();
        game.legal_moves(root, &mut line[0].moves);
        let mut lots: Vec<u16> = (0..line[0].moves.len() as u16).collect();
        lots.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        Self {
            game,
            line,
            scratch: Vec::new(),
            table: Table::new(limit.nodes().saturating_mul(2)),
            order: Order::new(plies),
            lots,
            limit,
            stop,
            nodes: 0,
            may_stop: false,
            stopped: false,
        }
    }

    /// Positions looked at.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best move at `depth`, that of `before` tried first. `None` when not even that one was looked at
    /// before the search had to stop; the best so far when it had to stop later. The first ply is always
    /// looked at.
    pub fn root(&mut self, depth: u8, before: &Found) -> Option<Found> {
        let side = self.game.side_to_move(&self.line[0].position);
        self.rank(0, depth, (before.depth > 0).then_some(before.nth), side);
        let ranks = std::mem::take(&mut self.line[0].ranks);
        let mut best: Option<Found> = None;
        for &(_, nth) in &ranks {
            let alpha = best.as_ref().map_or(-INFINITE, |best| best.score);
            let score = self.child(0, nth, depth, Window { alpha, beta: INFINITE }, best.is_none());
            if self.stopped {
                break;
            }
            if score > alpha {
                best = Some(Found { nth: usize::from(nth), score, depth });
            }
        }
        self.line[0].ranks = ranks;
        self.may_stop = true;
        if self.stopped {
            // Of a depth that was not finished nothing is certain but that its best move is better.
            return best.map(|best| Found { depth: depth - 1, ..best });
        }
        let found = best?;
        self.remember(0, depth, &found, Bound::Exact);
        Some(found)
    }

    /// The value of move `nth` at `ply`, looking `depth` plies ahead from there, itself included. All but
    /// the first move are only asked whether they are better.
    fn child(&mut self, ply: usize, nth: u16, depth: u8, window: Window, first: bool) -> i32 {
        let mv = self.line[ply].moves[usize::from(nth)];
        self.go(ply, mv);
        if first {
            return self.next_value(ply, depth, window);
        }
        let asked = self.next_value(ply, depth, Window::above(window.alpha));
        if asked > window.alpha && asked < window.beta && !self.stopped {
            return self.next_value(ply, depth, window);
        }
        asked
    }

    /// What the position after the one at `ply` is worth to the mover at `ply`.
    fn next_value(&mut self, ply: usize, depth: u8, window: Window) -> i32 {
        if self.goes_on(ply) {
            self.value(ply + 1, depth - 1, window)
        } else {
            -self.value(ply + 1, depth - 1, window.turned())
        }
    }

    /// Whether the mover at `ply` moves again in the position after it, as where a turn has several plies.
    pub fn goes_on(&self, ply: usize) -> bool {
        let side = |ply: usize| self.game.side_to_move(&self.line[ply].position);
        side(ply) == side(ply + 1)
    }

    /// Makes a move of the position at `ply`; the next position of the line is the one after it.
    pub fn go(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.line.split_at_mut(ply + 1);
        after[0].position.clone_from(&before[ply].position);
        self.game.play(&mut after[0].position, mv);
    }

    /// Whether a limit was reached, so that values mean nothing any more.
    pub const fn has_stopped(&self) -> bool {
        self.stopped
    }

    /// Counts a position and asks whether to go on. It is asked in the first ply, too, where nothing comes of it:
    /// who is asked may let the search pause.
    pub fn count(&mut self) -> bool {
        if self.stopped {
            return false;
        }
        self.nodes += 1;
        let late = self.nodes.is_multiple_of(PATIENCE) && (self.stop)();
        if self.may_stop && (late || self.nodes >= self.limit.nodes()) {
            self.stopped = true;
        }
        !self.stopped
    }

    /// What the position at `ply` is worth to its mover, as far as the window asks; meaningless once the
    /// search was stopped.
    fn value(&mut self, ply: usize, depth: u8, window: Window) -> i32 {
        if !self.count() {
            return 0;
        }
        let (game, position) = (self.game, &self.line[ply].position);
        let side = game.side_to_move(position);
        if let Some(outcome) = game.outcome(position) {
            return score::over(outcome, side, ply);
        }
        if let Some(score) = self.decided_next(ply) {
            return score;
        }
        if depth == 0 {
            return self.quiet(ply, QUIET_PLIES, window.alpha, window.beta);
        }
        let known = self.known(ply, depth);
        if let Some(entry) = known.filter(|entry| entry.depth == depth)
            && let Some(score) = cut(entry, window, ply)
        {
            return score;
        }
        let mut moves = std::mem::take(&mut self.line[ply].moves);
        game.legal_moves(&self.line[ply].position, &mut moves);
        self.line[ply].moves = moves;
        let first = known.map(|entry| usize::from(entry.nth));
        self.rank(ply, depth, first, side);
        self.moves(ply, depth, window, side)
    }

    /// Tries the moves of a position in their order.
    fn moves(&mut self, ply: usize, depth: u8, window: Window, side: Side) -> i32 {
        let ranks = std::mem::take(&mut self.line[ply].ranks);
        let mut best = Found { depth, ..Found::nothing() };
        for &(_, nth) in &ranks {
            let alpha = window.alpha.max(best.score);
            let is_first = best.score == -INFINITE;
            let score = self.child(ply, nth, depth, Window { alpha, ..window }, is_first);
            if self.stopped {
                break;
            }
            if score > best.score {
                best = Found { nth: usize::from(nth), score, depth };
            }
            if score >= window.beta {
                self.order.praise(self.line[ply].moves[usize::from(nth)], side, ply, depth);
                break;
            }
        }
        self.line[ply].ranks = ranks;
        if !self.stopped {
            let bound = match best.score {
                score if score >= window.beta => Bound::Lower,
                score if score <= window.alpha => Bound::Upper,
                _ => Bound::Exact,
            };
            self.remember(ply, depth, &best, bound);
        }
        best.score
    }

    /// The win or loss that the next ply brings for certain.
    pub fn decided_next(&mut self, ply: usize) -> Option<i32> {
        let position = &self.line[ply].position;
        if self.game.can_win(position, &mut self.scratch) {
            Some(score::win_at(ply + 1))
        } else if self.game.is_lost(position) {
            Some(-score::win_at(ply + 1))
        } else {
            None
        }
    }

    /// Orders the moves at `ply`, with move number `first` at the head, and equals at the root by lot.
    fn rank(&mut self, ply: usize, depth: u8, first: Option<usize>, side: Side) {
        let moves = std::mem::take(&mut self.line[ply].moves);
        let mut ranks = std::mem::take(&mut self.line[ply].ranks);
        ranks.clear();
        for (nth, mv) in moves.iter().enumerate() {
            let rank = if first == Some(nth) {
                i32::MAX
            } else if depth >= GUESSED_DEPTH {
                self.go(ply, *mv);
                self.guess(ply + 1, side)
            } else {
                self.order.rank(*mv, side, ply)
            };
            ranks.push((rank, nth as u16));
        }
        let lot = |nth: u16| if ply == 0 { self.lots[usize::from(nth)] } else { nth };
        ranks.sort_unstable_by_key(|(rank, nth)| (std::cmp::Reverse(*rank), lot(*nth)));
        self.line[ply].moves = moves;
        self.line[ply].ranks = ranks;
    }

    /// What the position at `ply` looks like to `side` at first sight.
    fn guess(&self, ply: usize, side: Side) -> i32 {
        let position = &self.line[ply].position;
        match self.game.outcome(position) {
            Some(outcome) => score::over(outcome, side, ply),
            None => score::estimated(self.game.estimate(position), side),
        }
    }

    /// What the table knows of the position at `ply`: its score only where no law of history can bend it.
    fn known(&self, ply: usize, depth: u8) -> Option<Entry> {
        let position = &self.line[ply].position;
        let entry = self.table.get(self.game.key(position)?)?;
        let is_shared = u32::from(depth) < self.game.horizon(position);
        Some(if is_shared { entry } else { Entry { bound: Bound::Nothing, ..entry } })
    }

    fn remember(&mut self, ply: usize, depth: u8, found: &Found, bound: Bound) {
        let position = &self.line[ply].position;
        let Some(key) = self.game.key(position) else { return };
        let is_shared = u32::from(depth) < self.game.horizon(position);
        let bound = if is_shared { bound } else { Bound::Nothing };
        let score = score::from_here(found.score, ply);
        self.table.put(key, Entry { score, nth: found.nth as u16, depth: depth.max(1), bound });
    }

    /// The best move and the replies that the table knows.
    pub fn line(&self, root: &G::Position, found: &Found) -> Vec<G::Move> {
        let mut position = root.clone();
        let mut nth = Some(found.nth);
        let mut line = Vec::new();
        while let Some(mv) = nth.and_then(|nth| self.game.moves(&position).get(nth).copied()) {
            line.push(mv);
            self.game.play(&mut position, mv);
            if self.game.outcome(&position).is_some() || line.len() >= usize::from(found.depth) {
                break;
            }
            let known = self.game.key(&position).and_then(|key| self.table.get(key));
            nth = known.map(|entry| usize::from(entry.nth));
        }
        line
    }
}

/// The score of an entry, where the window asks for no more than it knows.
fn cut(entry: Entry, window: Window, ply: usize) -> Option<i32> {
    let score = score::from_root(entry.score, ply);
    let is_enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
        Bound::Nothing => false,
    };
    is_enough.then_some(score)
}
