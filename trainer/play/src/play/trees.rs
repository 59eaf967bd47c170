//! The searches of one game, kept from move to move.

use imperial_engine::search::{Search, SearchError, SearchParams};
use imperial_engine::{Game, PerSide, Side};

/// The last search of each of the agents that play a game, for its memory and, where
/// [`SearchParams::reuse`] says so, for what it knows.
pub(super) struct Trees<G: Game> {
    /// With the plies that had been played when it began.
    kept: PerSide<Option<(usize, Search<G>)>>,
    /// Whether one agent plays both sides and thus keeps one tree.
    shared: bool,
    /// All moves so far.
    played: Vec<G::Move>,
}

impl<G: Game> Trees<G> {
    /// Nothing yet; `shared` where the same agent plays both sides.
    pub fn new(shared: bool) -> Self {
        Self { kept: PerSide::from_fn(|_| None), shared, played: Vec::new() }
    }

    /// A move has been played.
    pub fn play(&mut self, mv: G::Move) {
        self.played.push(mv);
    }

    /// Forgets the game: another one begins.
    pub fn clear(&mut self) {
        *self = Self::new(self.shared);
    }

    /// A search of `position` for the agent in `seat`.
    pub fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        params: SearchParams,
        seed: u64,
        seat: Side,
    ) -> Result<Search<G>, SearchError> {
        let slot = self.slot(seat);
        match self.kept[slot].take() {
            None => Search::new(game, position, params, seed),
            Some((ply, mut search)) => {
                if params.reuse {
                    search.follow(game, &self.played[ply..], params, seed)?;
                } else {
                    search.reset(game, position, params, seed)?;
                }
                Ok(search)
            }
        }
    }

    /// Takes back the search of the agent in `seat`, before its move is played.
    pub fn keep(&mut self, search: Search<G>, seat: Side) {
        let slot = self.slot(seat);
        self.kept[slot] = Some((self.played.len(), search));
    }

    fn slot(&self, seat: Side) -> Side {
        if self.shared { Side::Attackers } else { seat }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_engine::games::tic_tac_toe::TicTacToe;
    use imperial_engine::search::Rollouts;

    /// Nodes that each search of a game begins with.
    fn nodes(reuse: bool, shared: bool) -> Vec<usize> {
        let params = SearchParams { reuse, ..SearchParams::rollouts(200) };
        let mut trees = Trees::new(shared);
        let mut position = TicTacToe.start(Side::Attackers);
        let mut begun = Vec::new();
        while TicTacToe.outcome(&position).is_none() {
            let seat = TicTacToe.side_to_move(&position);
            let search = trees.search(&TicTacToe, &position, params, 7, seat);
            let mut search = search.expect("a search");
            begun.push(search.nodes());
            let best = search.run(&TicTacToe, &mut Rollouts::new()).expect("a result").best;
            trees.keep(search, seat);
            trees.play(best);
            TicTacToe.play(&mut position, best);
        }
        begun
    }

    #[test]
    fn trees_are_kept_where_that_is_asked_for() {
        assert!(nodes(false, true).iter().all(|nodes| *nodes == 0));
        let (alone, shared) = (nodes(true, false), nodes(true, true));
        assert!(alone[..2] == [0, 0] && alone[2] > 0, "{alone:?}");
        assert!(shared[0] == 0 && shared[1] > alone[2], "{shared:?}");
    }
}
