//! Going on after moves have been played: what a search knows about them is kept.
//!
//! Every node of the tree stands for one path from the root, so what is known below the moves that
//! were played holds for the new root as well, proofs by repetition and limits included.

use crate::Game;
use crate::search::step::check;
use crate::search::tree::{EdgeId, Tree};
use crate::search::{Search, SearchError, SearchParams};

impl<G: Game> Search<G> {
    /// Begins a search from the position after `moves`, which have been played at the root of the
    /// last one, with the part of the tree that is about them. Returns the nodes kept; 0 where
    /// nothing was known, so that the search begins as [`reset`](Self::reset) lets it.
    ///
    /// Visits of earlier searches count in values and policies; [`SearchParams::playouts`] new ones
    /// are added. Without any moves the same position is searched on. A part that fills more than
    /// half of [`SearchParams::memory`] is given up, or little could be added to it. The evaluator
    /// must be the same as before.
    ///
    /// # Errors
    /// When the game is over or a parameter is out of range; the old search then stays as it was.
    pub fn follow(
        &mut self,
        game: &G,
        moves: &[G::Move],
        params: SearchParams,
        seed: u64,
    ) -> Result<usize, SearchError> {
        let mut position = self.root_position.clone();
        moves.iter().for_each(|mv| game.play(&mut position, *mv));
        let alike = |params: &SearchParams| (params.solver, params.lookahead);
        let is_alike = alike(&params) == alike(&self.params);
        let edge = is_alike.then(|| self.find(moves)).flatten();
        let is_kept = edge.is_some_and(|edge| self.tree.edge(edge).child().is_some());
        let goes_on = moves.is_empty() && is_alike;
        if !is_kept && !goes_on {
            self.reset(game, &position, params, seed)?;
            return Ok(0);
        }
        check(game, &position, &params)?;
        self.abandon_requests();
        self.root_position = position;
        if let Some(edge) = edge {
            self.tree.keep_below(edge);
            self.meet_root(game);
        }
        self.begin(params, seed);
        if !moves.is_empty() && self.tree.is_half_full() {
            self.tree.clear(params.solver);
        }
        if !self.tree.is_empty() {
            self.prepare_root(game);
        }
        Ok(self.nodes())
    }

    /// Learns the moves of a root that another search has expanded.
    fn meet_root(&mut self, game: &G) {
        if self.tree.is_empty() {
            return;
        }
        self.tree.take_up();
        let view = self.tree.view(Tree::<G::Move>::ROOT);
        let logits = (0u16..).zip(0..view.moves()).map(|(nth, _)| view.prior(nth).ln());
        self.root.meet(&game.moves(&self.root_position), logits);
    }

    /// The edge of the last of `moves`, if the tree has them all.
    fn find(&self, moves: &[G::Move]) -> Option<EdgeId> {
        let mut node = (!self.tree.is_empty()).then_some(Tree::<G::Move>::ROOT);
        let mut found = None;
        for mv in moves {
            let (id, edge) = self.tree.view(node?).edges().find(|(_, edge)| edge.mv == *mv)?;
            found = Some(id);
            node = edge.child();
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::search::{Proof, Rollouts, Uniform};

    /// A search of the empty board that has ended.
    fn searched(params: SearchParams) -> Search<TicTacToe> {
        let start = TicTacToe.start(Side::Attackers);
        let mut search = Search::new(&TicTacToe, &start, params, 1855).unwrap();
        search.run(&TicTacToe, &mut Rollouts::new()).unwrap();
        search
    }

    /// Every line of the outline below the first `moves`, turned to what it is after them.
    fn below(search: &Search<TicTacToe>, moves: &[u16]) -> Vec<String> {
        let outline = search.outline(&TicTacToe, 9);
        let mut lines = outline.lines().skip(1);
        for (depth, &mv) in moves.iter().enumerate() {
            let mv = TicTacToe.format_move(&search.root_position, mv);
            let start = format!("{}{mv} ", "  ".repeat(depth));
            lines.find(|line| line.starts_with(&start)).expect("a visited move");
        }
        let indent = "  ".repeat(moves.len());
        lines.map_while(|line| line.strip_prefix(&indent).map(str::to_owned)).collect()
    }

    fn moves(texts: &[&str]) -> Vec<u16> {
        let mut position = TicTacToe.start(Side::Attackers);
        let mut read = |text: &&str| {
            let mv = TicTacToe.parse_move(&position, text).unwrap();
            TicTacToe.play(&mut position, mv);
            mv
        };
        texts.iter().map(&mut read).collect()
    }

    #[test]
    fn the_tree_below_the_moves_is_kept_as_it_was() {
        for params in [SearchParams::rollouts(3000), SearchParams::playing(3000)] {
            for plies in 0..4 {
                let mut search = searched(params);
                let line = search.result(&TicTacToe).expect("a result").line[..plies].to_vec();
                let before = below(&search, &line);
                let kept = search.follow(&TicTacToe, &line, params, 7).unwrap();
                assert!(kept > 1 && kept == search.nodes(), "{kept} nodes after {plies} plies");
                assert_eq!(below(&search, &[]), before, "after {plies} plies");
            }
        }
    }

    #[test]
    fn a_search_goes_on_from_what_it_kept() {
        let mut search = searched(SearchParams::rollouts(400));
        let params = SearchParams::rollouts(50);
        search.follow(&TicTacToe, &moves(&["b2", "a1"]), params, 7).unwrap();
        let old = search.result(&TicTacToe).expect("a root").moves;
        let old: u32 = old.iter().map(|stats| stats.visits).sum();
        let result = search.run(&TicTacToe, &mut Rollouts::new()).unwrap();
        let visits: u32 = result.moves.iter().map(|stats| stats.visits).sum();
        assert!(old > 0 && result.playouts == 50);
        assert_eq!(visits, old + 50);
    }

    #[test]
    fn a_proof_is_kept_with_its_root() {
        let start = TicTacToe.parse_position(".../.x./.o.").unwrap();
        let params = SearchParams::rollouts(2000);
        let mut search = Search::new(&TicTacToe, &start, params, 1).unwrap();
        let line = search.run(&TicTacToe, &mut Uniform).unwrap().line;
        let proof = search.proof().expect("a proof");
        assert!(line.len() > 2 && usize::from(proof.plies) == line.len());
        search.follow(&TicTacToe, &line[..2], params, 2).unwrap();
        assert_eq!(search.proof(), Some(Proof { plies: proof.plies - 2, ..proof }));
        let result = search.run(&TicTacToe, &mut Uniform).unwrap();
        assert_eq!((result.playouts, result.line), (0, line[2..].to_vec()));
    }

    #[test]
    fn moves_that_nobody_tried_begin_anew() {
        let mut search = searched(SearchParams::rollouts(1));
        let params = SearchParams::rollouts(30);
        let texts = ["c3", "a1", "b1"];
        assert_eq!(search.follow(&TicTacToe, &moves(&texts), params, 7), Ok(0));
        let mut position = TicTacToe.start(Side::Attackers);
        moves(&texts).iter().for_each(|mv| TicTacToe.play(&mut position, *mv));
        let mut fresh = Search::new(&TicTacToe, &position, params, 7).unwrap();
        let again = search.run(&TicTacToe, &mut Rollouts::new());
        assert_eq!(again, fresh.run(&TicTacToe, &mut Rollouts::new()));
    }

    #[test]
    fn more_memory_lets_a_full_search_go_on() {
        let full = SearchParams { memory: 1, solver: false, ..SearchParams::rollouts(100_000) };
        let mut search = searched(full);
        let before = search.nodes();
        assert!(search.playouts() < 100_000);
        let params = SearchParams { memory: 64, playouts: 500, ..full };
        search.follow(&TicTacToe, &[], params, 8).unwrap();
        let result = search.run(&TicTacToe, &mut Rollouts::new()).unwrap();
        assert_eq!(result.playouts, 500);
        assert!(search.nodes() > before);
    }

    #[test]
    fn noise_of_an_earlier_search_is_gone() {
        let noisy = SearchParams { solver: false, ..SearchParams::alpha_zero(50) };
        let mut search = searched(noisy);
        let has_noise = |search: &Search<TicTacToe>| {
            let view = search.tree.view(Tree::<u16>::ROOT);
            (0u16..).zip(&search.root.logits).any(|(nth, logit)| view.prior(nth) != logit.exp())
        };
        assert!(has_noise(&search));
        let quiet = SearchParams { solver: false, ..SearchParams::puct(50) };
        search.follow(&TicTacToe, &[], quiet, 8).unwrap();
        assert!(!has_noise(&search));
    }

    #[test]
    fn a_search_can_be_followed_while_it_waits() {
        let params = SearchParams { batch: 4, ..SearchParams::rollouts(200) };
        let mut search = searched(params);
        search.follow(&TicTacToe, &[], params, 8).unwrap();
        search.advance(&TicTacToe);
        assert_eq!(search.requests().len(), 4);
        search.follow(&TicTacToe, &moves(&["b2"]), params, 9).unwrap();
        assert_eq!(search.requests().len(), 0);
        let result = search.run(&TicTacToe, &mut Rollouts::new()).unwrap();
        assert_eq!(result.playouts, 200);
    }

    #[test]
    fn nothing_follows_the_end_of_a_game() {
        let start = TicTacToe.parse_position("xx./oo./...").unwrap();
        let params = SearchParams::rollouts(20);
        let mut search = Search::new(&TicTacToe, &start, params, 1).unwrap();
        search.run(&TicTacToe, &mut Uniform).unwrap();
        let line = search.result(&TicTacToe).expect("a result").line;
        let error = search.follow(&TicTacToe, &line, params, 2).unwrap_err();
        assert!(matches!(error, SearchError::GameOver(_)));
        assert!(search.result(&TicTacToe).is_some());
    }
}
