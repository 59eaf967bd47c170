//! Proofs walked anew, move by move.

use std::collections::{HashMap, HashSet};

use super::search::MOST_PLIES;
use super::sight::is_win;
use crate::{Game, Side};

/// Positions between two questions whether to stop.
const PATIENCE: u64 = 1 << 8;

/// A win that holds against every reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof<M> {
    /// Plies to the end of the game at most. Shorter wins may exist.
    pub plies: u32,
    /// The moves to the end where the loser resists the longest against these moves of the winner.
    pub line: Vec<M>,
    /// Different positions that the proof consists of, those where the game is over not counted.
    pub positions: usize,
}

/// Why there is no proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It does not hold.
    Wrong,
    /// The caller stopped the check.
    Stopped,
}

/// Walks a proof: one move of the winner, all replies of the loser, to the ends of the game.
///
/// Each position is walked twice, with its real past and without one. Both must go on, or both must be won. As
/// positions are shared between lines, what is found on one line must hold on all of them, and it does:
///
/// - Each is nearer to the end than the one before it, so that none comes twice in a line. It has therefore
///   occurred as often as before the start of the proof, and once more, by whatever line it is reached.
/// - The loser's replies are those without a past, which no ban makes fewer.
/// - The longest line is over when a limit can first end a game.
pub(super) struct Checker<'a, G: Game> {
    game: &'a G,
    side: Side,
    propose: Propose<'a, G>,
    stop: &'a mut dyn FnMut() -> bool,
    /// Plies to the end at most, of positions that were walked.
    known: HashMap<u64, u32>,
    /// Positions of the line that is being walked.
    open: HashSet<u64>,
    walked: u64,
}

/// Which of the legal moves the winner makes at a position without a past; `None` where it knows of no win.
pub(super) type Propose<'a, G> =
    &'a dyn Fn(&<G as Game>::Position, &[<G as Game>::Move]) -> Option<<G as Game>::Move>;

/// The same position with the real past and without one.
struct Twin<P> {
    real: P,
    bare: P,
}

/// A move, and whether the real past allows it.
#[derive(Clone, Copy)]
struct Next<M> {
    mv: M,
    is_allowed: bool,
}

impl<'a, G: Game> Checker<'a, G> {
    /// Checks what `propose` says of a win of `side`.
    pub fn new(
        game: &'a G,
        side: Side,
        propose: Propose<'a, G>,
        stop: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let (known, open) = (HashMap::new(), HashSet::new());
        Self { game, side, propose, stop, known, open, walked: 0 }
    }

    /// The proof from `root`.
    pub fn proof(mut self, root: &G::Position) -> Result<Proof<G::Move>, Refusal> {
        let mut start = Twin { real: root.clone(), bare: root.clone() };
        self.game.forget_past(&mut start.bare);
        let plies = self.walk(&start)?;
        // In all games a win on the board comes before a limit that is reached by the same ply.
        if plies > self.game.plies_left(root) {
            return Err(Refusal::Wrong);
        }
        let line = self.line(start)?;
        Ok(Proof { plies, line, positions: self.known.len() })
    }

    /// Plies to the end at most.
    fn walk(&mut self, at: &Twin<G::Position>) -> Result<u32, Refusal> {
        self.walked += 1;
        if self.walked.is_multiple_of(PATIENCE) && (self.stop)() {
            return Err(Refusal::Stopped);
        }
        let is_won = |position| self.game.outcome(position).map(|end| is_win(end, self.side));
        match (is_won(&at.real), is_won(&at.bare)) {
            (None, None) => {}
            (Some(true), Some(true)) => return Ok(0),
            _ => return Err(Refusal::Wrong),
        }
        let key = self.game.board_key(&at.bare).ok_or(Refusal::Wrong)?;
        if let Some(plies) = self.known.get(&key) {
            return Ok(*plies);
        }
        if self.open.len() > MOST_PLIES || !self.open.insert(key) {
            return Err(Refusal::Wrong);
        }
        let mut plies = 0;
        for next in self.moves(at)? {
            plies = plies.max(1 + self.walk(&self.after(at, next))?);
        }
        self.open.remove(&key);
        self.known.insert(key, plies);
        Ok(plies)
    }

    /// The move of the winner, or all replies of the loser; at least one.
    fn moves(&self, at: &Twin<G::Position>) -> Result<Vec<Next<G::Move>>, Refusal> {
        let (mut moves, real) = (self.game.moves(&at.bare), self.game.moves(&at.real));
        let is_winner = self.game.side_to_move(&at.bare) == self.side;
        if is_winner {
            moves = vec![self.winners_move(&at.bare, &moves).ok_or(Refusal::Wrong)?];
        }
        let next = |mv| Next { mv, is_allowed: real.contains(&mv) };
        let next: Vec<_> = moves.into_iter().map(next).collect();
        let is_forbidden = is_winner && next.iter().any(|next| !next.is_allowed);
        if is_forbidden || next.is_empty() { Err(Refusal::Wrong) } else { Ok(next) }
    }

    /// A move that wins at once, or the one that is proposed.
    fn winners_move(&self, bare: &G::Position, moves: &[G::Move]) -> Option<G::Move> {
        let mut wins = Vec::new();
        self.game.winning_moves(bare, &mut wins);
        wins.into_iter().min().or_else(|| (self.propose)(bare, moves))
    }

    fn after(&self, at: &Twin<G::Position>, next: Next<G::Move>) -> Twin<G::Position> {
        let mut bare = at.bare.clone();
        self.game.play(&mut bare, next.mv);
        // A reply that a ban forbids on this line may be allowed on another one.
        let mut real = bare.clone();
        if next.is_allowed {
            real.clone_from(&at.real);
            self.game.play(&mut real, next.mv);
        }
        self.game.forget_past(&mut bare);
        Twin { real, bare }
    }

    /// The longest line from a position that was walked.
    fn line(&self, mut at: Twin<G::Position>) -> Result<Vec<G::Move>, Refusal> {
        let mut line = Vec::new();
        while self.game.outcome(&at.bare).is_none() {
            let mut longest: Option<(u32, G::Move, Twin<G::Position>)> = None;
            for Next { mv, is_allowed } in self.moves(&at)? {
                let after = self.after(&at, Next { mv, is_allowed });
                let plies = self.plies(&after)?;
                if longest.as_ref().is_none_or(|(most, ..)| plies > *most) {
                    longest = Some((plies, mv, after));
                }
            }
            let (_, mv, after) = longest.ok_or(Refusal::Wrong)?;
            line.push(mv);
            at = after;
        }
        Ok(line)
    }

    /// Plies to the end, where the position was walked.
    fn plies(&self, at: &Twin<G::Position>) -> Result<u32, Refusal> {
        if self.game.outcome(&at.bare).is_some() {
            return Ok(0);
        }
        let key = self.game.board_key(&at.bare).ok_or(Refusal::Wrong)?;
        self.known.get(&key).copied().ok_or(Refusal::Wrong)
    }
}
