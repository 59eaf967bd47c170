//! A player who sees little: one or two plies, some moves not at all, and the rest not quite as they are.
//!
//! Beginners do not play at random. They take what they can and go where they want to go, but overlook
//! answers, and sometimes the best move. So a casual player guesses what each move leads to, and errs:
//! it *overlooks* a share of the moves, its own and the answers to them, and *misjudges* what it sees.

use rand::Rng;
use rand::RngExt;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use super::score::{self, INFINITE};
use crate::search::{MoveStats, SearchError, SearchResult};
use crate::{Game, Side};

/// How somebody plays who sees little.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Casual {
    /// Plies that are looked ahead, from 1 to [`MOST_PLIES`](Self::MOST_PLIES).
    pub depth: u8,
    /// Standard deviation of what a move is misjudged by, in hundredths of a man.
    pub noise: f32,
    /// Share of the moves that are overlooked, at each ply; below 1.
    pub overlook: f32,
}

impl Casual {
    /// Bound of the depth: all moves are looked at, so more would take long.
    pub const MOST_PLIES: u8 = 3;
}

/// The move of a casual player. All chance comes from `seed`. Once `stop` says so, which is asked before each
/// move, the rest is overlooked.
///
/// The value of the result is what the player takes the position for; nothing is proven.
///
/// # Errors
/// When the game is over.
pub fn choose<G: Game>(
    game: &G,
    position: &G::Position,
    casual: Casual,
    seed: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Result<SearchResult<G::Move>, SearchError> {
    if let Some(outcome) = game.outcome(position) {
        return Err(SearchError::GameOver(outcome));
    }
    let mut player = Player { game, casual, rng: ChaCha8Rng::seed_from_u64(seed), positions: 0 };
    let moves = game.moves(position);
    let side = game.side_to_move(position);
    let judge = |mv: &G::Move| if stop() { -INFINITE } else { player.judge(position, *mv) };
    let scores: Vec<i32> = moves.iter().map(judge).collect();
    let best = (0..moves.len()).max_by_key(|nth| (scores[*nth], std::cmp::Reverse(*nth)));
    let mut best = best.ok_or(SearchError::NotRequested)?;
    let sees = scores[best] > -INFINITE;
    if !sees {
        best = player.rng.random_range(0..moves.len());
    }
    let raw = game.estimate(position).advantage();
    let even = 1.0 / moves.len() as f32;
    let stats = |(nth, mv): (usize, &G::Move)| MoveStats {
        mv: *mv,
        visits: u32::from(nth == best),
        q: (scores[nth] > -INFINITE).then(|| score::advantage(scores[nth], side).seen_by(side)),
        prior: even,
        policy: f32::from(u8::from(nth == best)),
        proof: None,
    };
    Ok(SearchResult {
        to_move: side,
        best: moves[best],
        moves: moves.iter().enumerate().map(stats).collect(),
        value: if sees { score::advantage(scores[best], side) } else { raw },
        raw,
        proof: None,
        playouts: player.positions,
        full: false,
        line: vec![moves[best]],
    })
}

/// Somebody who thinks about one move.
struct Player<'a, G> {
    game: &'a G,
    casual: Casual,
    rng: ChaCha8Rng,
    positions: u32,
}

impl<G: Game> Player<'_, G> {
    /// What a move seems to be worth to its mover.
    fn judge(&mut self, position: &G::Position, mv: G::Move) -> i32 {
        let mut next = position.clone();
        self.game.play(&mut next, mv);
        let side = self.game.side_to_move(position);
        let score = self.value_to(side, &next, self.casual.depth - 1, 1);
        let error = self.casual.noise * normal(&mut self.rng);
        match (self.overlooks(), score::plies(score)) {
            (true, _) => -INFINITE,
            // A win or a loss that is seen is seen.
            (false, Some(_)) => score,
            (false, None) => score + error as i32,
        }
    }

    /// What a position seems to be worth to `side`, who has just moved and may move again.
    fn value_to(&mut self, side: Side, position: &G::Position, depth: u8, ply: usize) -> i32 {
        let value = self.value(position, depth, ply);
        if self.game.side_to_move(position) == side { value } else { -value }
    }

    /// What a position seems to be worth to its mover after `depth` plies, most of which are seen.
    fn value(&mut self, position: &G::Position, depth: u8, ply: usize) -> i32 {
        self.positions += 1;
        let game = self.game;
        let side: Side = game.side_to_move(position);
        if let Some(outcome) = game.outcome(position) {
            return score::over(outcome, side, ply);
        }
        let guess = score::estimated(game.estimate(position), side);
        if depth == 0 {
            return guess;
        }
        let mut next = position.clone();
        let mut best = None;
        for mv in game.moves(position) {
            if self.overlooks() {
                continue;
            }
            next.clone_from(position);
            game.play(&mut next, mv);
            best = best.max(Some(self.value_to(side, &next, depth - 1, ply + 1)));
        }
        best.unwrap_or(guess)
    }

    fn overlooks(&mut self) -> bool {
        self.casual.overlook > 0.0 && self.rng.random::<f32>() < self.casual.overlook
    }
}

/// A number from the normal distribution (Box and Muller 1958).
fn normal(rng: &mut impl Rng) -> f32 {
    let (radius, turn): (f32, f32) = (1.0 - rng.random::<f32>(), rng.random());
    (-2.0 * radius.ln()).sqrt() * (std::f32::consts::TAU * turn).cos()
}
