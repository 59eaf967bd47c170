//! The search as a machine that asks for evaluations.

use std::collections::VecDeque;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

use crate::Game;
use crate::search::backup::{Found, Ply, back_up, begin_waiting, end_waiting};
use crate::search::expand::expand;
use crate::search::lookahead::Lookahead;
use crate::search::node_proof::prove;
use crate::search::playout::{Arrival, Playout};
use crate::search::root::Root;
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
    pub(super) waiting: VecDeque<Playout<G>>,
    /// Playouts that wait outside.
    pub(super) lent: usize,
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
            lent: 0,
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
        self.lent = 0;
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
        self.collect(game, usize::from(self.params.batch));
        if !self.waiting.is_empty() {
            return Step::Evaluate;
        }
        self.settle(game);
        Step::Done
    }

    /// Selects until `most` leaves wait, no playout is left, or the next one depends on leaves that
    /// wait here or outside. A playout that meets a leaf that waits already is no playout; but it
    /// counts as a visit until the next new leaf is answered, so that the one after it looks
    /// elsewhere. After more than `most` of those the rest must wait.
    pub(super) fn collect(&mut self, game: &G, most: usize) {
        if self.tree.is_empty() {
            if self.lent == 0 {
                self.playout.begin(&self.root_position);
                game.legal_moves(&self.root_position, &mut self.playout.moves);
                self.ask();
            }
            return;
        }
        let mut taken = Vec::new();
        let mut misses = 0;
        while !self.is_spent() && self.waiting.len() < most && misses <= most {
            match self.select(game) {
                Arrival::Certain(proof) => {
                    self.playouts += 1;
                    back_up(&mut self.tree, &self.playout.path, Found::Certain(proof));
                }
                Arrival::Estimate(value) => {
                    self.playouts += 1;
                    back_up(&mut self.tree, &self.playout.path, Found::Estimate(value));
                }
                Arrival::Leaf => {
                    std::mem::swap(&mut self.playout.taken, &mut taken);
                    self.ask();
                }
                Arrival::Taken => {
                    misses += 1;
                    begin_waiting(&mut self.tree, &self.playout.path);
                    taken.extend_from_slice(&self.playout.path);
                }
                Arrival::Waits => break,
            }
        }
        end_waiting(&mut self.tree, &taken);
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
            if self.lookahead.win_in_three(game, &self.playout.leaf).is_none() {
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
        end_waiting(&mut self.tree, &playout.taken);
        self.settled = false;
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
        self.tree.root_proof = prove(&self.tree.view(Tree::<G::Move>::ROOT));
        if self.tree.root_proof.is_none()
            && self.looks_ahead(3)
            && let Some(mv) = self.lookahead.win_in_three(game, &self.root_position)
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
            end_waiting(&mut self.tree, &playout.taken);
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
        let begun = self.playouts as usize + self.waiting.len() + self.lent;
        self.tree.root_proof.is_some() || self.tree.is_full() || begun >= self.budget() as usize
    }

    /// Whether all playouts are done, the solver has nothing left to find out, or the memory is full.
    pub fn is_done(&self) -> bool {
        !self.tree.is_empty() && self.waiting.len() + self.lent == 0 && self.is_spent()
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
    let outcome = game.outcome(position);
    outcome.map_or(Ok(()), |outcome| Err(SearchError::GameOver(game.tell(outcome))))
}
