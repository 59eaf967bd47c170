//! What is measured.

use imperial_engine::search::{Rollouts, Search, SearchParams};
use imperial_engine::{Game, Outcome, perft};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use imperial_net::bench::clock::{Done, Work};

/// Seed of the first random game and of the first search.
const SEED: u64 = 1855;

/// Nodes that one perft counts at least, where the depth limit lets it.
const NODES: u64 = 200_000;

/// Most plies of a perft.
const MOST_PLIES: u32 = 8;

/// Playouts of one search.
const PLAYOUTS: u32 = 256;

/// The starting position, the attackers to move where the lot decides.
fn start<G: Game>(game: &G) -> G::Position {
    game.start(game.first().usual())
}

/// Counting the move sequences from the start. A piece is one perft, always the same; units are
/// nodes of its last ply.
#[derive(Debug)]
pub struct Perft<'a, G: Game> {
    game: &'a G,
    start: G::Position,
    depth: u32,
}

impl<'a, G: Game> Perft<'a, G> {
    /// As deep as it takes to count some hundred thousand nodes.
    pub fn new(game: &'a G) -> Self {
        let start = start(game);
        let enough = |depth: &u32| perft::perft(game, &start, *depth) >= NODES;
        let depth = (1..MOST_PLIES).find(enough).unwrap_or(MOST_PLIES);
        Self { game, start, depth }
    }
}

impl<G: Game> Work for Perft<'_, G> {
    type Worker = ();

    const CHECKED: u64 = 1;

    fn worker(&self) {}

    fn piece(&self, (): &mut (), _number: u64) -> Done {
        let nodes = perft::perft(self.game, &self.start, self.depth);
        Done { units: nodes, result: nodes }
    }
}

/// Uniformly random games from the start to the end by the rules. A piece is one game; units are plies.
#[derive(Debug)]
pub struct RandomGames<'a, G: Game> {
    game: &'a G,
    start: G::Position,
}

impl<'a, G: Game> RandomGames<'a, G> {
    /// Games of `game`.
    pub fn new(game: &'a G) -> Self {
        Self { game, start: start(game) }
    }
}

impl<G: Game> Work for RandomGames<'_, G> {
    type Worker = (G::Position, Vec<G::Move>);

    const CHECKED: u64 = 256;

    fn worker(&self) -> Self::Worker {
        (self.start.clone(), Vec::new())
    }

    fn piece(&self, (position, moves): &mut Self::Worker, number: u64) -> Done {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED.wrapping_add(number));
        position.clone_from(&self.start);
        let outcome = loop {
            if let Some(outcome) = self.game.outcome(position) {
                break outcome;
            }
            let mv = self.game.random_move(position, &mut rng, moves);
            self.game.play(position, mv.expect("a game that goes on has a move"));
        };
        let plies = u64::from(self.game.ply(position));
        Done { units: plies, result: plies << 16 | code(outcome) }
    }
}

/// Winner and cause as a number.
fn code(outcome: Outcome) -> u64 {
    let winner = outcome.winner.map_or(0, |side| 1 + side as u64);
    winner << 8 | outcome.cause as u64
}

/// Searches of the starting position whose leaves are evaluated by one random game each. A piece is one
/// search; units are playouts.
#[derive(Debug)]
pub struct Searches<'a, G: Game> {
    game: &'a G,
    start: G::Position,
}

impl<'a, G: Game> Searches<'a, G> {
    /// Searches of `game`.
    pub fn new(game: &'a G) -> Self {
        Self { game, start: start(game) }
    }
}

impl<G: Game> Work for Searches<'_, G> {
    type Worker = Rollouts<G>;

    const CHECKED: u64 = 4;

    fn worker(&self) -> Self::Worker {
        Rollouts::new()
    }

    fn piece(&self, rollouts: &mut Self::Worker, number: u64) -> Done {
        let params = SearchParams::rollouts(PLAYOUTS);
        let seed = SEED.wrapping_add(number);
        let result = Search::new(self.game, &self.start, params, seed)
            .and_then(|mut search| search.run(self.game, rollouts))
            .expect("the start has moves and the parameters are ours");
        let visits = result.moves.iter().map(|mv| u64::from(mv.visits));
        let hash =
            visits.fold(0, |hash: u64, visits| (hash ^ visits).wrapping_mul(0x0000_0100_0000_01b3));
        Done { units: u64::from(result.playouts), result: hash }
    }
}
