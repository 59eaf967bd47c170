//! Deeper and deeper, until a limit is reached.

use super::limit::Limit;
use super::node::Searcher;
use super::score::{self, Found};
use crate::Game;
use crate::search::{MoveStats, Proof, SearchError, SearchResult};

/// Searches until `limit` is reached, `stop` says so or the result is certain. `stop` is asked now and then.
///
/// Among moves that are worth the same and look the same, `seed` draws one: the numbers of squares must not favour
/// a side.
///
/// The `playouts` of the result are positions looked at, and all its visits belong to the best move.
///
/// # Errors
/// When the game is over.
pub fn search<G: Game>(
    game: &G,
    position: &G::Position,
    limit: Limit,
    seed: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Result<SearchResult<G::Move>, SearchError> {
    if let Some(outcome) = game.outcome(position) {
        return Err(SearchError::GameOver(game.tell(outcome)));
    }
    let mut searcher = Searcher::new(game, position, limit, seed, stop);
    let mut found = Found::nothing();
    for depth in 1..=limit.depth() {
        let Some(deeper) = searcher.root(depth, &found) else { break };
        found = deeper;
        // A win beyond the depth was seen by a threat, and there may be a shorter one.
        if score::plies(found.score).is_some_and(|plies| plies <= u16::from(depth)) {
            break;
        }
    }
    Ok(result(game, position, &searcher, &found))
}

fn result<G: Game>(
    game: &G,
    position: &G::Position,
    searcher: &Searcher<'_, G>,
    found: &Found,
) -> SearchResult<G::Move> {
    let side = game.side_to_move(position);
    let moves = game.moves(position);
    let visits = u32::try_from(searcher.nodes()).unwrap_or(u32::MAX);
    let value = score::advantage(found.score, side);
    // Beyond the depth repetitions were passed over.
    let is_certain = |proof: &Proof| proof.plies <= u16::from(found.depth);
    let proof = score::proof(found.score, side).filter(is_certain);
    let even = 1.0 / moves.len() as f32;
    let stats = |(nth, mv): (usize, &G::Move)| {
        let is_best = nth == found.nth;
        MoveStats {
            mv: *mv,
            visits: if is_best { visits } else { 0 },
            q: is_best.then(|| value.seen_by(side)),
            prior: even,
            policy: f32::from(u8::from(is_best)),
            proof: proof.filter(|_| is_best),
        }
    };
    SearchResult {
        to_move: side,
        best: moves[found.nth],
        moves: moves.iter().enumerate().map(stats).collect(),
        value,
        raw: game.estimate(position).advantage(),
        proof,
        playouts: visits,
        full: false,
        line: searcher.line(position, found),
    }
}
