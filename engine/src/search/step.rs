//! The search as a machine that asks for evaluations.

use std::collections::VecDeque;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::Game;
use crate::search::backup::{Found, Ply, back_up, begin_waiting, end_waiting};
use crate::search::expand::expand;
use crate::search::lookahead::Lookahead;
use crate::search::playout::Playout;
use crate::search::proof::prove;
use crate::search::root::Root;
use crate::search::select::Arrival;
use crate::search::tree::Tree;
use crate::search::{Evaluation, Proof, Request, SearchError, SearchParams, TreeRule};

/// What a search wants next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Answers to [`Search::requests`].
    Evaluate,
    /// Nothing: it has a result.
    Done,
}

/// One search, with memory that [`reset`](Self::reset) uses again.
///
/// A driver calls [`advance`](Self::advance) until it returns [`Step::Done`], answering all
/// requests whenever it returns [`Step::Evaluate`]. Many searches can wait at once; their requests
/// make a batch. With [`SearchParams::batch`] a single search has several requests at a time.
#[derive(Debug)]
pub struct Search<G: Game> {
    pub(super) params: SearchParams,
    pub(super) tree_rule: TreeRule,
    pub(super) root_position: G::Position,
    pub(super) tree: Tree<G::Move>,
    pub(super) root: Root<G::Move>,
    pub(super) lookahead: Lookahead<G>,
    pub(super) rng: ChaCha8Rng,
    pub(super) playouts: u32,
    /// The playout that is on its way.
    pub(super) playout: Playout<G>,
    /// Playouts whose leaves wait for an evaluation, oldest first.
    waiting: VecDeque<Playout<G>>,
    /// Memory of playouts that are over.
    spare: Vec<Playout<G>>,
    /// Whether the move to play has been looked behind.
    settled: bool,
}

impl<G: Game> Search<G> {
    /// A search from `position`, whose history counts. All chance comes from `seed`.
    ///
    /// # Errors
    /// When the game is over or a parameter is out of range.
    pub fn new(
        game: &G,
        position: &G::Position,
        params: SearchParams,
        seed: u64,
    ) -> Result<Self, SearchError> {
        check(game, position, &params)?;
        let mut search = Self {
            params,
            tree_rule: params.tree_rule(),
            root_position: position.clone(),
            tree: Tree::new(),
            root: Root::new(),
            lookahead: Lookahead::new(),
            rng: ChaCha8Rng::seed_from_u64(seed),
            playouts: 0,
            playout: Playout::at(position),
            waiting: VecDeque::new(),
            spare: Vec::new(),
            settled: false,
        };
        search.tree.clear(params.solver);
        search.tree.set_bound(params.memory);
        Ok(search)
    }

    /// Starts over as [`new`](Self::new) does, without allocating. Nothing of the old search is
    /// left but its memory.
    ///
    /// # Errors
    /// As [`new`](Self::new); the old search then stays as it was.
    pub fn reset(
        &mut self,
        game: &G,
        position: &G::Position,
        params: SearchParams,
        seed: u64,
    ) -> Result<(), SearchError> {
        check(game, position, &params)?;
        self.root_position.clone_from(position);
        self.spare.extend(self.waiting.drain(..));
        self.tree.clear(params.solver);
        self.begin(params, seed);
        Ok(())
    }

    /// Everything anew but the tree and its root's position.
    pub(super) fn begin(&mut self, params: SearchParams, seed: u64) {
        self.params = params;
        self.tree_rule = params.tree_rule();
        self.tree.set_bound(params.memory);
        self.rng = ChaCha8Rng::seed_from_u64(seed);
        self.playouts = 0;
        self.settled = false;
    }

    /// Searches on until evaluations are needed or the search is done. Playouts that end in a
    /// certain result need none. While a request waits this does nothing.
    ///
    /// Leaves are collected until [`SearchParams::batch`] wait, no playout is left, or the next one
    /// depends on those that wait.
    pub fn advance(&mut self, game: &G) -> Step {
        if !self.waiting.is_empty() {
            return Step::Evaluate;
        }
        if self.tree.is_empty() {
            self.playout.begin(&self.root_position);
            game.legal_moves(&self.root_position, &mut self.playout.moves);
            self.ask();
            return Step::Evaluate;
        }
        while !self.is_spent() && self.waiting.len() < usize::from(self.params.batch) {
            match self.select(game) {
                Arrival::Certain(proof) => {
                    self.playouts += 1;
                    back_up(&mut self.tree, &self.playout.path, Found::Certain(proof));
                }
                Arrival::Estimate(value) => {
                    self.playouts += 1;
                    back_up(&mut self.tree, &self.playout.path, Found::Estimate(value));
                }
                Arrival::Leaf => self.ask(),
                Arrival::Waits => break,
            }
        }
        if !self.waiting.is_empty() {
            return Step::Evaluate;
        }
        self.settle(game);
        Step::Done
    }

    /// Looks behind the move that would be played now, as far as [`SearchParams::lookahead`] says, and
    /// chooses another one while it turns out to be lost. Each such move counts as a playout more.
    ///
    /// [`advance`](Self::advance) does it at the end of a search; a driver that stops earlier calls it
    /// before it asks for the [`result`](Self::result).
    pub fn settle(&mut self, game: &G) {
        if self.settled || self.tree.is_empty() || !self.looks_ahead(3) {
            return;
        }
        self.settled = true;
        while self.tree.root_proof.is_none() {
            let view = self.tree.view(Tree::<G::Move>::ROOT);
            let nth = self.root.choose(&self.params.root, &view, None);
            let known = view.find(nth);
            if known.is_some_and(|(_, edge)| edge.proof.is_some()) {
                return;
            }
            let (known, mv) = (known.map(|(id, _)| id), self.root.moves[nth]);
            self.playout.begin(&self.root_position);
            game.play(&mut self.playout.leaf, mv);
            if self.lookahead.winning_threat(game, &self.playout.leaf).is_none() {
                return;
            }
            let winner = Some(game.side_to_move(&self.playout.leaf));
            let node = Tree::<G::Move>::ROOT;
            let edge = known.unwrap_or_else(|| self.tree.add_edge(node, nth, mv));
            let lost = Found::Certain(Proof { winner, plies: 3 });
            back_up(&mut self.tree, &[Ply { node, edge }], lost);
            self.playouts += 1;
        }
    }

    /// Lets the playout that is on its way wait for an evaluation.
    fn ask(&mut self) {
        self.playout.seed = self.rng.next_u64();
        begin_waiting(&mut self.tree, &self.playout.path);
        let next = self.spare.pop().unwrap_or_else(|| Playout::at(&self.root_position));
        self.waiting.push_back(std::mem::replace(&mut self.playout, next));
    }

    /// The leaves that wait for an evaluation, in the order in which [`supply`](Self::supply)
    /// expects the answers.
    pub fn requests(&self) -> impl ExactSizeIterator<Item = Request<'_, G>> {
        self.waiting.iter().map(Playout::request)
    }

    /// The first leaf that waits for an evaluation, if any.
    pub fn request(&self) -> Option<Request<'_, G>> {
        self.requests().next()
    }

    /// Answers the first request: expands the leaf and backs up its value.
    ///
    /// # Errors
    /// When nothing was requested, or the answer does not fit; the request then stays open.
    pub fn supply(&mut self, game: &G, evaluation: &Evaluation) -> Result<(), SearchError> {
        let playout = self.waiting.front().ok_or(SearchError::NotRequested)?;
        let parent = playout.path.last().map(|ply| ply.edge);
        let to_move = game.side_to_move(&playout.leaf);
        let moves = playout.moves.len();
        let nodes = self.tree.len();
        let total = expand(&mut self.tree, parent, to_move, moves, evaluation)?;
        if self.tree.len() > nodes && playout.lost.contains(&true) {
            self.tree.give_up(&playout.lost);
        }
        end_waiting(&mut self.tree, &playout.path);
        match parent {
            Some(_) => {
                self.playouts += 1;
                let value = Found::Estimate(evaluation.wdl.advantage());
                back_up(&mut self.tree, &playout.path, value);
            }
            None => {
                let logits = evaluation.logits.iter().copied().chain(std::iter::repeat(0.0));
                let logits = logits.map(|logit| logit - total).take(moves);
                self.root.meet(&playout.moves, logits);
                self.prepare_root(game);
            }
        }
        self.spare.extend(self.waiting.pop_front());
        Ok(())
    }

    /// Draws what an expanded root needs for this search, and looks ahead from it.
    pub(super) fn prepare_root(&mut self, game: &G) {
        let budget = self.budget();
        self.root.prepare(&self.params.root, budget, &mut self.tree, &mut self.rng);
        for nth in 0..self.root.moves.len() {
            let mv = self.root.moves[nth];
            if self.looks_ahead(1)
                && let Some(proof) = self.lookahead.after(game, &self.root_position, mv)
            {
                self.prove_root_move(nth, proof);
            }
        }
        // What an earlier search has proven may stand on what only it looked ahead to.
        self.tree.root_proof =
            if self.tree.solver() { prove(&self.tree.view(Tree::<G::Move>::ROOT)) } else { None };
        if self.tree.root_proof.is_none()
            && self.looks_ahead(3)
            && let Some(mv) = self.lookahead.winning_threat(game, &self.root_position)
            && let Some(nth) = self.root.moves.iter().position(|known| *known == mv)
        {
            let winner = Some(game.side_to_move(&self.root_position));
            self.prove_root_move(nth, Proof { winner, plies: 2 });
            self.tree.root_proof = prove(&self.tree.view(Tree::<G::Move>::ROOT));
        }
    }

    /// Notes what is certain after move number `nth` of the root.
    fn prove_root_move(&mut self, nth: usize, proof: Proof) {
        let root = Tree::<G::Move>::ROOT;
        let known = self.tree.view(root).find(nth).map(|(id, _)| id);
        let edge = known.unwrap_or_else(|| self.tree.add_edge(root, nth, self.root.moves[nth]));
        self.tree.edge_mut(edge).proof.get_or_insert(proof);
    }

    /// Forgets the requests that wait.
    pub(super) fn abandon_requests(&mut self) {
        for playout in self.waiting.drain(..) {
            end_waiting(&mut self.tree, &playout.path);
            self.spare.push(playout);
        }
    }

    /// Playouts to do. Where there is only one legal move one playout is enough: it looks at what
    /// follows, for the sake of the root's value.
    fn budget(&self) -> u32 {
        match self.root.moves.len() {
            1 => self.params.playouts.min(1),
            _ => self.params.playouts,
        }
    }

    /// Whether no further playout may begin.
    fn is_spent(&self) -> bool {
        let begun = self.playouts as usize + self.waiting.len();
        self.tree.root_proof.is_some() || self.tree.is_full() || begun >= self.budget() as usize
    }

    /// Whether all playouts are done, the solver has nothing left to find out, or the memory is full.
    pub fn is_done(&self) -> bool {
        !self.tree.is_empty() && self.waiting.is_empty() && self.is_spent()
    }

    /// Playouts done so far, those that needed no evaluation included.
    pub fn playouts(&self) -> u32 {
        self.playouts
    }

    /// Bytes of the tree.
    pub fn memory(&self) -> usize {
        self.tree.bytes()
    }

    /// Nodes in the tree: the evaluations that were supplied.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// What is proven about the root so far.
    pub fn proof(&self) -> Option<Proof> {
        self.tree.root_proof
    }
}

/// Whether a search can begin.
pub(super) fn check<G: Game>(
    game: &G,
    position: &G::Position,
    params: &SearchParams,
) -> Result<(), SearchError> {
    params.check()?;
    game.outcome(position).map_or(Ok(()), |outcome| Err(SearchError::GameOver(outcome)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::search::toy::Toy;
    use crate::search::{Gumbel, Puct, RootRule, Scripted, SearchResult, Uniform, run};
    use crate::{Advantage, Side};

    /// Nothing but playouts.
    fn plain(params: SearchParams) -> SearchParams {
        SearchParams { lookahead: 0, breadth: 0.0, ..params }
    }

    fn puct(playouts: u32, solver: bool) -> SearchParams {
        let params = SearchParams::new(playouts, RootRule::Puct(Puct::default()));
        SearchParams { solver, ..plain(params) }
    }

    fn gumbel(playouts: u32, candidates: u32) -> SearchParams {
        let gumbel = Gumbel { candidates, noise: false, ..Gumbel::default() };
        plain(SearchParams::new(playouts, RootRule::Gumbel(gumbel)))
    }

    fn searched(text: &str, params: SearchParams, evaluator: &mut Scripted) -> Search<Toy> {
        let toy = Toy::new(text);
        let mut search = Search::new(&toy, &String::new(), params, 0).unwrap();
        search.run(&toy, evaluator).unwrap();
        search
    }

    fn found(text: &str, params: SearchParams, evaluator: &mut Scripted) -> SearchResult<char> {
        searched(text, params, evaluator).result(&Toy::new(text)).unwrap()
    }

    #[test]
    fn searches_can_move_between_threads() {
        fn is_send<T: Send>() {}
        is_send::<Search<TicTacToe>>();
    }

    #[test]
    fn the_root_is_evaluated_first_and_then_each_leaf_once() {
        let mut script = Scripted::new();
        let text = "(a:(c:(g:0) d:(h:0)) b:(e:(i:0) f:(j:0)))";
        let search = searched(text, puct(4, false), &mut script);
        assert_eq!(script.asked()[0], "");
        assert_eq!(script.asked().len(), 5);
        let mut different = script.asked().to_vec();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), 5);
        assert_eq!((search.playouts(), search.nodes()), (4, 5));
    }

    /// A game of four moves everywhere that is drawn after `plies`.
    fn bushy(plies: u32) -> String {
        let Some(left) = plies.checked_sub(1) else { return "0".to_owned() };
        let further = bushy(left);
        format!("({})", ["a:", "b:", "c:", "d:"].map(|mv| format!("{mv}{further} ")).concat())
    }

    #[test]
    fn leaves_of_one_batch_differ() {
        let toy = Toy::new(&bushy(6));
        for params in [puct(300, false), gumbel(300, 4), SearchParams::alpha_zero(300)] {
            let params = SearchParams { batch: 16, ..params };
            let mut search = Search::new(&toy, &String::new(), params, 3).unwrap();
            let mut most = 0;
            while search.advance(&toy) == Step::Evaluate {
                let mut leaves: Vec<_> = search.requests().map(|ask| ask.position).collect();
                let asked = leaves.len();
                leaves.sort();
                leaves.dedup();
                assert_eq!(leaves.len(), asked);
                most = most.max(asked);
                search.answer(&toy, &mut Uniform).unwrap();
            }
            assert!(most > 8, "{most} leaves at once");
        }
    }

    #[test]
    fn a_proven_win_ends_the_search() {
        for params in [puct(100, true), gumbel(100, 4)] {
            let mut script = Scripted::new();
            let text = "(a:+1 b:(c:-1 d:0))";
            assert_eq!(found(text, params, &mut Scripted::new()).best, 'a');
            let search = searched(text, params, &mut script);
            assert_eq!((search.playouts(), search.nodes()), (1, 1));
            assert_eq!(search.proof(), Some(Proof { winner: Some(Side::Attackers), plies: 1 }));
        }
    }

    #[test]
    fn a_lost_root_resists_longest() {
        for params in [puct(100, true), gumbel(100, 1)] {
            let text = "(a:(d:-1) b:(e:(f:(g:-1))) c:(h:-1))";
            let result = found(text, params, &mut Scripted::new());
            assert_eq!(result.proof, Some(Proof { winner: Some(Side::Defenders), plies: 4 }));
            assert_eq!((result.best, result.value), ('b', Advantage(-1.0)));
            assert_eq!(result.line, ['b', 'e', 'f', 'g']);
        }
    }

    #[test]
    fn a_drawn_root_plays_the_draw() {
        for params in [puct(100, true), gumbel(100, 4)] {
            let text = "(a:(c:-1 d:0) b:(e:0 f:+1))";
            let mut hopes = Scripted::new().says("", Advantage(0.0), &[3.0, 0.0]);
            let result = found(text, params, &mut hopes);
            assert_eq!((result.best, result.value), ('b', Advantage(0.0)));
            assert_eq!(result.proof.unwrap().winner, None);
            assert_eq!(result.line, ['b', 'e']);
            assert_eq!(result.moves[0].policy, 0.0);
        }
    }

    #[test]
    fn each_side_follows_its_own_interest() {
        // The leaves behind a are worth 0.8 and −0.8; the defenders choose the second, so b with
        // its 0.1 is better for the attackers.
        let text = "(a:(c:(x:0 y:0) d:(x:0 y:0)) b:(e:(x:0 y:0)))";
        let script = Scripted::new()
            .says("ac", Advantage(0.8), &[])
            .says("ad", Advantage(-0.8), &[])
            .says("be", Advantage(0.1), &[]);
        for params in [puct(60, false), gumbel(60, 4)] {
            let params = SearchParams { playouts: 6, ..params };
            let result = found(text, params, &mut script.clone());
            assert_eq!(result.best, 'b', "{params:?}");
            assert!(result.moves[0].q < result.moves[1].q);
        }
    }

    #[test]
    fn without_the_solver_all_playouts_are_done_and_ends_count_exactly() {
        let text = "(a:(c:-1 d:+1) b:0)";
        let result = found(text, puct(200, false), &mut Scripted::new());
        assert_eq!(result.playouts, 200);
        assert_eq!(result.moves.iter().map(|stats| stats.visits).sum::<u32>(), 200);
        assert_eq!(result.proof, None);
        assert_eq!(result.best, 'b');
        assert_eq!(result.moves[1].q, Some(crate::Utility(0.0)));
    }

    #[test]
    fn playouts_are_exactly_as_many_as_asked() {
        for (playouts, candidates) in [(0, 4), (1, 1), (5, 16), (16, 4), (33, 8), (64, 16), (7, 3)]
        {
            for solver in [false, true] {
                let params = SearchParams { solver, ..gumbel(playouts, candidates) };
                let start = TicTacToe.start(Side::Attackers);
                let result = run(&TicTacToe, &start, params, 0, &mut Uniform).unwrap();
                let visits: u32 = result.moves.iter().map(|stats| stats.visits).sum();
                assert_eq!((result.playouts, visits), (playouts, playouts));
            }
        }
    }

    #[test]
    fn a_forced_move_gets_one_look_ahead() {
        for params in [puct(100, true), gumbel(100, 8)] {
            let mut script = Scripted::new().says("a", Advantage(0.5), &[]);
            let text = "(a:(b:(x:0 y:0) c:(x:0 y:0)))";
            let result = found(text, params, &mut script);
            assert_eq!((result.playouts, result.moves[0].policy), (1, 1.0));
            // Half-way between the mean of 0 and 0.5, and 0.5.
            assert_eq!(result.value, Advantage(0.375));
            let ended = found("(a:+1)", params, &mut Scripted::new());
            assert_eq!(ended.value, Advantage(1.0));
        }
    }

    #[test]
    fn without_playouts_the_policy_decides() {
        for params in [puct(0, true), gumbel(0, 2)] {
            let mut script = Scripted::new().says("", Advantage(0.25), &[0.0, 2.0, 1.0]);
            let result = found("(a:0 b:0 c:0)", params, &mut script);
            assert_eq!((result.best, result.value), ('b', Advantage(0.25)));
            assert!(result.moves.iter().all(|stats| (stats.policy - stats.prior).abs() < 1e-6));
        }
    }

    #[test]
    fn reset_is_as_good_as_new() {
        let toy = Toy::new("(a:(c:(e:0 f:0) d:(e:0 f:-1)) b:(c:(e:0 f:0) d:(e:+1 f:0)))");
        let start = String::new();
        let params = SearchParams { solver: false, ..SearchParams::training(20) };
        let mut used = Search::new(&toy, &"b".to_owned(), SearchParams::rollouts(50), 1).unwrap();
        used.run(&toy, &mut Uniform).unwrap();
        used.reset(&toy, &start, params, 9).unwrap();
        let mut fresh = Search::new(&toy, &start, params, 9).unwrap();
        let (again, first) = (used.run(&toy, &mut Uniform), fresh.run(&toy, &mut Uniform));
        assert_eq!(again, first);
        assert_eq!(used.outline(&toy, 9), fresh.outline(&toy, 9));
    }

    #[test]
    fn noise_is_drawn_from_the_seed() {
        let start = TicTacToe.start(Side::Attackers);
        let run = |params, seed| run(&TicTacToe, &start, params, seed, &mut Uniform).unwrap();
        for noisy in [SearchParams::training(16), SearchParams::alpha_zero(16)] {
            assert_eq!(run(noisy, 1), run(noisy, 1));
            assert!((2..20).any(|seed| run(noisy, seed).moves != run(noisy, 1).moves));
        }
        let quiet = SearchParams::playing(16);
        assert!((2..20).all(|seed| run(quiet, seed) == run(quiet, 1)));
    }

    #[test]
    fn wrong_answers_leave_the_request_open() {
        let toy = Toy::new("(a:0 b:0)");
        let mut search = Search::new(&toy, &String::new(), puct(1, true), 0).unwrap();
        let good = Uniform::evaluation();
        assert_eq!(search.supply(&toy, &good), Err(SearchError::NotRequested));
        assert_eq!(search.advance(&toy), Step::Evaluate);
        let bad = Evaluation { logits: vec![0.0; 3], ..good.clone() };
        let error = SearchError::PolicyLength { expected: 2, found: 3 };
        assert_eq!(search.supply(&toy, &bad), Err(error));
        assert!(search.request().is_some() && search.result(&toy).is_none());
        assert_eq!(search.supply(&toy, &good), Ok(()));
        assert!(search.request().is_none() && search.result(&toy).is_some());
    }

    #[test]
    fn a_finished_game_is_refused() {
        let toy = Toy::new("(a:0 b:(c:0))");
        let error = Search::new(&toy, &"a".to_owned(), puct(1, true), 0).unwrap_err();
        assert_eq!(error.to_string(), "there is no move to search for: draw (board-full)");
        let error = Search::new(&toy, &String::new(), gumbel(1, 0), 0).unwrap_err();
        assert!(matches!(error, SearchError::Params(_)));
    }
}
