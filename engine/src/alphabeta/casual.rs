//! A player who sees little: one or two plies, some moves not at all, and the rest not quite as they are.
//!
//! Beginners do not play at random. They take what they can and go where they want to go, but overlook
//! answers, and sometimes the best move. So a casual player guesses what each move leads to, and errs:
//! it *overlooks* a share of the moves, its own and the answers to them, and *misjudges* what it sees.

use std::cmp::Reverse;

use rand::Rng;
use rand::RngExt;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use super::score;
use crate::search::{MoveStats, SearchError, SearchResult};
use crate::{Game, Side};

/// Positions between two questions whether to stop.
const PATIENCE: u32 = 1 << 6;

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

/// The move of a casual player. All chance comes from `seed`. Once `stop` says so, which is asked now and then,
/// the rest is overlooked.
///
/// The value of the result is what the player takes the position for; nothing is proven. Moves that cannot be
/// the best any more are not looked at to the end, and have no value.
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
        return Err(SearchError::GameOver(game.tell(outcome)));
    }
    let moves = game.moves(position);
    let side = game.side_to_move(position);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut player = Player { game, casual, side, stop, stopped: false, asked: 0, positions: 0 };
    let (scores, best) = player.scores(position, &moves, &mut rng);
    let sees = best.is_some();
    let best = match best {
        Some(best) => best,
        None if moves.is_empty() => return Err(SearchError::NotRequested),
        None => rng.random_range(0..moves.len()),
    };
    let value = scores[best].map(|score| score::advantage(score, side));
    let raw = game.estimate(position).advantage();
    let even = 1.0 / moves.len() as f32;
    let stats = |(nth, mv): (usize, &G::Move)| MoveStats {
        mv: *mv,
        visits: u32::from(nth == best),
        q: scores[nth].map(|score| score::advantage(score, side).seen_by(side)),
        prior: even,
        policy: f32::from(u8::from(nth == best)),
        proof: None,
    };
    Ok(SearchResult {
        to_move: side,
        best: moves[best],
        moves: moves.iter().enumerate().map(stats).collect(),
        value: value.filter(|_| sees).unwrap_or(raw),
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
    /// Who it is.
    side: Side,
    stop: &'a mut dyn FnMut() -> bool,
    stopped: bool,
    /// How often it came to a point where it can stop.
    asked: u32,
    positions: u32,
}

/// A move that is not overlooked, before its replies are looked at.
struct Idea<P> {
    nth: usize,
    /// Among equals the highest is chosen.
    lot: u64,
    next: P,
    /// What it looks worth at once.
    guess: i32,
    /// What it is misjudged by.
    error: i32,
    /// Where the chance of its replies comes from, so that it does not matter which move is looked at first.
    rng: ChaCha8Rng,
}

impl<G: Game> Player<'_, G> {
    /// What the moves seem to be worth to their mover, and which is the best; nothing for those that are
    /// overlooked or cannot be the best.
    fn scores(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        rng: &mut ChaCha8Rng,
    ) -> (Vec<Option<i32>>, Option<usize>) {
        let mut ideas: Vec<_> =
            (0..moves.len()).filter_map(|nth| self.idea(position, moves, nth, rng)).collect();
        // The sooner the best one comes, the less of the others has to be looked at.
        ideas.sort_by_key(|idea| (Reverse(idea.guess.saturating_add(idea.error)), idea.lot));
        let mut scores = vec![None; moves.len()];
        let mut best: Option<(i32, u64, usize)> = None;
        for mut idea in ideas {
            let seen = self.judge(&mut idea, best.map(|(score, ..)| score));
            if self.stopped {
                break;
            }
            scores[idea.nth] = seen;
            best = best.max(seen.map(|score| (score, idea.lot, idea.nth)));
        }
        (scores, best.map(|(.., nth)| nth))
    }

    /// Move number `nth` as it looks at first, if it is not overlooked.
    fn idea(
        &mut self,
        position: &G::Position,
        moves: &[G::Move],
        nth: usize,
        rng: &mut ChaCha8Rng,
    ) -> Option<Idea<G::Position>> {
        let lot = rng.random();
        let mut rng = ChaCha8Rng::seed_from_u64(lot);
        if self.overlooks(&mut rng) || self.pauses() {
            return None;
        }
        let error = (self.casual.noise * normal(&mut rng)) as i32;
        let mut next = position.clone();
        self.game.play(&mut next, moves[nth]);
        let guess = match self.game.outcome(&next) {
            Some(outcome) => score::over(outcome, self.side, 1),
            None => score::estimated(self.game.estimate(&next), self.side),
        };
        Some(Idea { nth, lot, next, guess, error, rng })
    }

    /// What a move seems to be worth to its mover; nothing if it is less than `best`.
    fn judge(&mut self, idea: &mut Idea<G::Position>, best: Option<i32>) -> Option<i32> {
        let score = self.value_to(
            self.side,
            &idea.next,
            self.casual.depth - 1,
            1,
            &mut Chance {
                rng: &mut idea.rng,
                best: best.map(|best| Best { score: best, error: idea.error }),
            },
        );
        // A win or a loss that is seen is seen.
        let judged = if score::plies(score).is_some() { score } else { score + idea.error };
        (best.is_none_or(|best| judged >= best)).then_some(judged)
    }

    /// What a position seems to be worth to `side`, who has just moved and may move again.
    fn value_to(
        &mut self,
        side: Side,
        position: &G::Position,
        depth: u8,
        ply: usize,
        chance: &mut Chance<'_>,
    ) -> i32 {
        let value = self.value(position, depth, ply, chance);
        if self.game.side_to_move(position) == side { value } else { -value }
    }

    /// What a position seems to be worth to its mover after `depth` plies, most of which are seen.
    fn value(
        &mut self,
        position: &G::Position,
        depth: u8,
        ply: usize,
        chance: &mut Chance<'_>,
    ) -> i32 {
        self.positions += 1;
        let game = self.game;
        let side: Side = game.side_to_move(position);
        if let Some(outcome) = game.outcome(position) {
            return score::over(outcome, side, ply);
        }
        let guess = score::estimated(game.estimate(position), side);
        if self.pauses() || depth == 0 {
            return guess;
        }
        // One good answer is enough to drop a move. Deeper down it is not asked, as there the chance of what
        // follows would depend on it.
        let other = chance.best.take().filter(|_| side != self.side);
        let mut next = position.clone();
        let mut best = None;
        for mv in game.moves(position) {
            if self.overlooks(chance.rng) {
                continue;
            }
            next.clone_from(position);
            game.play(&mut next, mv);
            best = best.max(Some(self.value_to(side, &next, depth - 1, ply + 1, chance)));
            if self.stopped || other.zip(best).is_some_and(|(other, best)| other.beats(-best)) {
                break;
            }
        }
        best.unwrap_or(guess)
    }

    fn overlooks(&self, rng: &mut ChaCha8Rng) -> bool {
        self.casual.overlook > 0.0 && rng.random::<f32>() < self.casual.overlook
    }

    /// Whether it was told to stop.
    fn pauses(&mut self) -> bool {
        self.asked = self.asked.wrapping_add(1);
        if !self.stopped && self.asked.is_multiple_of(PATIENCE) {
            self.stopped = (self.stop)();
        }
        self.stopped
    }
}

/// What a move is looked at with.
struct Chance<'a> {
    rng: &'a mut ChaCha8Rng,
    /// The best move so far.
    best: Option<Best>,
}

/// What the best move so far is worth.
#[derive(Clone, Copy)]
struct Best {
    score: i32,
    /// What the other move, which is looked at, is misjudged by.
    error: i32,
}

impl Best {
    /// Whether it is better than another move that is worth `most` at best.
    const fn beats(self, most: i32) -> bool {
        match score::plies(most) {
            // What looks like a win is taken for one, whatever the error, but what is less is misjudged.
            Some(_) if most > 0 => false,
            Some(_) => most < self.score,
            None => most + self.error < self.score,
        }
    }
}

/// A number from the normal distribution (Box and Muller 1958).
pub(super) fn normal(rng: &mut impl Rng) -> f32 {
    let (radius, turn): (f32, f32) = (1.0 - rng.random::<f32>(), rng.random());
    (-2.0 * radius.ln()).sqrt() * (std::f32::consts::TAU * turn).cos()
}
