//! What a search found.

use rand::{Rng, RngExt};

use crate::search::gumbel::improved_logits;
use crate::search::lookahead::Lookahead;
use crate::search::root::is_sound;
use crate::search::tree::{Edge, Tree};
use crate::search::view::View;
use crate::search::{Proof, RootRule, Search};
use crate::{Advantage, Game, Side, Utility};

/// What a search found about one legal move of the root.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveStats<M> {
    /// The move.
    pub mv: M,
    /// Playouts that began with it.
    pub visits: u32,
    /// What it is worth to the side to move at the root; `None` before the first visit.
    pub q: Option<Utility>,
    /// The evaluator's probability, without noise. In a tree that goes on from an earlier search, moves that lose to the
    /// very next ply have none, and the others share theirs.
    pub prior: f32,
    /// The improved policy: what a network should learn.
    pub policy: f32,
    /// The certain result of the move, plies counted from the root.
    pub proof: Option<Proof>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<M> {
    /// The side to move at the root.
    pub to_move: Side,
    /// The move to play.
    pub best: M,
    /// Every legal move, in the order of [`Game::legal_moves`].
    ///
    /// The policy is softmax(logit + σ(completed q)) for Gumbel search and the share of visits for
    /// PUCT. Moves that are known to throw something away get nothing: proven losses, and where
    /// the root is proven all moves that do not keep its result.
    pub moves: Vec<MoveStats<M>>,
    /// The root's value after the search: its certain value, else half-way between two estimates
    /// that lean to opposite sides. The mean of all playouts counts candidates that were tried and
    /// given up; the mean of the moves' values by the improved policy takes the largest of uncertain
    /// numbers for true.
    pub value: Advantage,
    /// The evaluator's value of the root.
    pub raw: Advantage,
    /// What is proven about the root.
    pub proof: Option<Proof>,
    /// Playouts done.
    pub playouts: u32,
    /// Whether the memory was full before all of them were done.
    pub full: bool,
    /// Principal variation: the best move and the replies that the search expects.
    pub line: Vec<M>,
}

impl<M: Copy + PartialEq> SearchResult<M> {
    /// The moves, the best one first, then by visits and policy.
    pub fn ranked(&self) -> Vec<&MoveStats<M>> {
        let mut moves: Vec<_> = self.moves.iter().collect();
        moves.sort_by(|a, b| {
            let key = |stats: &MoveStats<M>| (stats.mv == self.best, stats.visits);
            key(b).cmp(&key(a)).then(b.policy.total_cmp(&a.policy))
        });
        moves
    }
}

impl<M: Copy> SearchResult<M> {
    /// Draws a move with probability proportional to `policy^(1 / temperature)`: 1 samples the
    /// policy, less comes nearer to its largest entry, 0 is [`best`](Self::best). In a position that is
    /// proven won or lost nothing is drawn: `best` is the shortest win or the longest loss.
    pub fn sample(&self, temperature: f32, rng: &mut impl Rng) -> M {
        if temperature <= 0.0 || self.proof.is_some_and(|proof| proof.winner.is_some()) {
            return self.best;
        }
        // Divided by the largest first, so that small temperatures do not underflow everywhere.
        let largest = self.moves.iter().map(|stats| stats.policy).fold(0.0, f32::max);
        let weight = |stats: &MoveStats<M>| (stats.policy / largest).powf(1.0 / temperature);
        let total: f32 = self.moves.iter().map(weight).sum();
        let mut rest = rng.random::<f32>() * total;
        for stats in &self.moves {
            rest -= weight(stats);
            if rest < 0.0 {
                return stats.mv;
            }
        }
        self.best
    }
}

impl<G: Game> Search<G> {
    /// What has been found so far; `None` until the root has been evaluated.
    pub fn result(&self, game: &G) -> Option<SearchResult<G::Move>> {
        if self.tree.is_empty() {
            return None;
        }
        let proof = self.tree.root_proof;
        let view = self.tree.view(Tree::<G::Move>::ROOT);
        let best = self.root.choose(&self.params.root, &view, proof);
        let edges = view.by_move();
        let policy = self.policy(&view, &edges);
        let stats = |(nth, policy): (usize, f32)| MoveStats {
            mv: self.root.moves[nth],
            visits: edges[nth].map_or(0, |edge| edge.visits),
            q: edges[nth].and_then(|edge| view.q(edge)),
            prior: self.root.logits[nth].exp(),
            policy,
            proof: edges[nth].and_then(|edge| edge.proof).map(Proof::ply_before),
        };
        Some(SearchResult {
            to_move: view.node.to_move,
            best: self.root.moves[best],
            value: proof.map_or_else(|| root_value(&view, &policy), Proof::advantage),
            raw: view.node.raw,
            proof,
            playouts: self.playouts(),
            full: self.tree.is_full(),
            line: self.line(game, best),
            moves: policy.into_iter().enumerate().map(stats).collect(),
        })
    }

    /// The improved policy over all legal moves.
    fn policy(&self, view: &View<'_, G::Move>, edges: &[Option<&Edge<G::Move>>]) -> Vec<f32> {
        let proof = self.tree.root_proof;
        let sound: Vec<bool> = edges.iter().map(|edge| is_sound(view, proof, *edge)).collect();
        let visits = |edge: &Option<&Edge<_>>| edge.map_or(0, |edge| edge.visits);
        let is_visited = |(edge, &sound): (&Option<&Edge<_>>, &bool)| sound && visits(edge) > 0;
        let mut weights = Vec::with_capacity(edges.len());
        match &self.params.root {
            RootRule::Gumbel(params) => {
                improved_logits(&params.target, view, &self.root.logits, &mut weights);
            }
            RootRule::Puct(_) if edges.iter().zip(&sound).any(is_visited) => {
                weights.extend(edges.iter().map(|edge| (visits(edge) as f32).ln()));
            }
            // All that was visited is lost, or nothing was.
            RootRule::Puct(_) => weights.extend(&self.root.logits),
        }
        softmax_where(&mut weights, &sound);
        weights
    }

    /// The moves from the root on, `first` being the number of the root's move.
    fn line(&self, game: &G, first: usize) -> Vec<G::Move> {
        let (mut line, mut position) = (Vec::new(), self.root_position.clone());
        let mut play = |mv, line: &mut Vec<G::Move>| {
            line.push(mv);
            game.play(&mut position, mv);
        };
        let mut next = self.tree.view(Tree::<G::Move>::ROOT).find(first).map(|(_, edge)| edge);
        if next.is_none() {
            play(self.root.moves[first], &mut line);
        }
        let mut proof = None;
        while let Some(edge) = next {
            play(edge.mv, &mut line);
            proof = edge.proof;
            next = edge.child().and_then(|child| expected_reply(&self.tree.view(child)));
        }
        if let Some(proof) = proof {
            finish(game, position, proof, &mut line);
        }
        line
    }
}

/// Half-way between the mean of all playouts and the mean of the visited moves by the improved policy.
fn root_value<M>(view: &View<'_, M>, policy: &[f32]) -> Advantage {
    let (mut mass, mut sum) = (0.0, 0.0);
    for (_, edge) in view.edges().filter(|(_, edge)| edge.visits > 0) {
        let weight = policy[usize::from(edge.nth)];
        mass += weight;
        sum += edge.value().map_or(0.0, |value| weight * value.0);
    }
    let mean = view.mean();
    if mass > 0.0 { Advantage(f32::midpoint(mean.0, sum / mass)) } else { mean }
}

/// Adds the moves that were looked ahead to and are in no tree: the way to the end of a game that is
/// proven from `position` on.
fn finish<G: Game>(game: &G, mut position: G::Position, proof: Proof, line: &mut Vec<G::Move>) {
    let (mut ahead, mut moves) = (Lookahead::new(), Vec::new());
    for _ in 0..proof.plies {
        if game.outcome(&position).is_some() {
            return;
        }
        game.winning_moves(&position, &mut moves);
        let wins = proof.is_won_by(game.side_to_move(&position));
        let win = moves.first().copied();
        let threat = || if wins { ahead.win_in_three(game, &position) } else { None };
        let Some(mv) = win.or_else(threat).or_else(|| game.moves(&position).first().copied())
        else {
            return;
        };
        line.push(mv);
        game.play(&mut position, mv);
    }
}

/// Turns logits into probabilities in place; moves outside of `mask` get exactly nothing.
fn softmax_where(logits: &mut [f32], mask: &[bool]) {
    // Even a logit that underflowed to −∞ must count where it is all that is left.
    for (logit, &keep) in logits.iter_mut().zip(mask) {
        *logit = if keep { logit.max(f32::MIN) } else { f32::NEG_INFINITY };
    }
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for logit in logits.iter_mut() {
        *logit = (*logit - largest).exp();
    }
    let total: f32 = logits.iter().sum();
    for probability in logits {
        *probability /= total;
    }
}

/// The shortest proven win, else the most visited move that is not lost, else the longest loss.
fn expected_reply<'a, M>(view: &View<'a, M>) -> Option<&'a Edge<M>> {
    let mover = view.node.to_move;
    let edges = || view.edges().map(|(_, edge)| edge);
    let proven = || edges().filter_map(|edge| Some((edge, edge.proof?)));
    let won = proven().filter(|(_, proof)| proof.is_won_by(mover));
    if let Some((edge, _)) = won.min_by_key(|(_, proof)| proof.plies) {
        return Some(edge);
    }
    let lost = edges().filter(|edge| !view.is_open(edge)).count();
    // Moves that were given up are lost, too, and have no edge.
    if lost + usize::from(view.node.lost) == view.moves() {
        return proven().max_by_key(|(_, proof)| proof.plies).map(|(edge, _)| edge);
    }
    let open = edges().filter(|edge| view.is_open(edge) && edge.visits > 0);
    open.max_by_key(|edge| (edge.visits, std::cmp::Reverse(edge.nth)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::toy::Toy;
    use crate::search::{Puct, Scripted, SearchParams, run};
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    fn with_policy(policy: [f32; 3]) -> SearchResult<usize> {
        let stats = policy.into_iter().enumerate().map(|(mv, policy)| MoveStats {
            mv,
            visits: 0,
            q: None,
            prior: policy,
            policy,
            proof: None,
        });
        SearchResult {
            to_move: Side::Attackers,
            best: 2,
            moves: stats.collect(),
            value: Advantage(0.0),
            raw: Advantage(0.0),
            proof: None,
            playouts: 0,
            full: false,
            line: vec![2],
        }
    }

    fn shares(result: &SearchResult<usize>, temperature: f32) -> [f32; 3] {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut counts = [0.0; 3];
        for _ in 0..20_000 {
            counts[result.sample(temperature, &mut rng)] += 1.0 / 20_000.0;
        }
        counts
    }

    #[test]
    fn samples_follow_policy_and_temperature() {
        let result = with_policy([0.2, 0.0, 0.8]);
        let [a, b, _] = shares(&result, 1.0);
        assert!((a - 0.2).abs() < 0.01 && b == 0.0);
        // 0.2² : 0.8² = 1 : 16.
        let [a, b, _] = shares(&result, 0.5);
        assert!((a - 1.0 / 17.0).abs() < 0.01 && b == 0.0);
        assert_eq!(shares(&result, 0.01)[0], 0.0);
        assert_eq!(shares(&result, 0.0)[0], 0.0);
    }

    #[test]
    fn a_lost_position_is_not_sampled() {
        let proven = |winner| SearchResult {
            proof: Some(Proof { winner, plies: 3 }),
            ..with_policy([0.2, 0.0, 0.8])
        };
        assert_eq!(shares(&proven(Some(Side::Defenders)), 1.0)[0], 0.0);
        assert!(shares(&proven(None), 1.0)[0] > 0.1);
    }

    #[test]
    fn puct_learns_the_visits_and_gumbel_the_improved_policy() {
        let toy = Toy::new("(a:(c:(x:0 y:0) d:(x:0 y:0)) b:(e:(x:0 y:0) f:(x:0 y:0)))");
        let script = Scripted::new().says("a", Advantage(0.04), &[]);
        let plain = |params| SearchParams { solver: false, ..params };
        let search = |params: SearchParams| {
            run(&toy, &String::new(), plain(params), 0, &mut script.clone()).unwrap()
        };
        let puct = search(SearchParams::rollouts(10));
        for stats in &puct.moves {
            assert!((stats.policy - stats.visits as f32 / 10.0).abs() < 1e-6);
        }
        // One visit each: logits equal, σ = 51·1.0·0.04 = 2.04 for a and 0 for b.
        let gumbel = search(SearchParams::playing(2));
        assert_eq!(gumbel.moves.iter().map(|stats| stats.visits).collect::<Vec<_>>(), [1, 1]);
        let expected = 1.0 / (1.0 + (-2.04f32).exp());
        assert!((gumbel.moves[0].policy - expected).abs() < 1e-5, "{gumbel:?}");
        // Half-way between the mean of both and of the root's own 0, and the mean by this policy.
        let value = f32::midpoint(0.04 / 3.0, 0.04 * expected);
        assert!((gumbel.value.0 - value).abs() < 1e-6);
    }

    #[test]
    fn known_losses_get_no_policy() {
        let toy = Toy::new("(a:(c:-1 d:0) b:(e:(x:0 y:0) f:(x:0 y:0)))");
        let eager = Scripted::new().says("", Advantage(0.9), &[9.0, 0.0]);
        for params in [SearchParams::playing(3), SearchParams::rollouts(3)] {
            let result = run(&toy, &String::new(), params, 0, &mut eager.clone()).unwrap();
            assert_eq!(result.proof, None);
            assert!(result.moves[0].proof.is_some_and(|proof| proof.plies == 2));
            assert_eq!((result.best, result.moves[0].policy), ('b', 0.0));
        }
    }

    #[test]
    fn the_policy_survives_when_all_visited_moves_are_lost() {
        let toy = Toy::new("(a:-1 b:(c:0 d:0) e:(c:0 d:0))");
        for logits in [[9.0, 1.0, 0.0], [3e38, -3e38, -3e38]] {
            let sure = Scripted::new().says("", Advantage(0.0), &logits);
            for params in [SearchParams::rollouts(1), SearchParams::playing(1)] {
                let result = run(&toy, &String::new(), params, 0, &mut sure.clone()).unwrap();
                let policy: Vec<f32> = result.moves.iter().map(|stats| stats.policy).collect();
                assert_eq!((result.best, policy[0]), ('b', 0.0));
                assert!((policy[1] + policy[2] - 1.0).abs() < 1e-6, "{policy:?}");
                assert!(policy[1] >= policy[2], "{policy:?}");
            }
        }
    }

    #[test]
    fn a_certain_draw_beats_a_move_that_looks_worse() {
        // Move b is a draw at once; a gets most playouts and looks bad.
        let toy = Toy::new("(a:(c:(x:0 y:(z:0)) d:(x:0 y:(z:0))) b:0)");
        let gloomy = Scripted::new()
            .says("", Advantage(0.0), &[1.5, 0.0])
            .says("a", Advantage(-0.1), &[])
            .says("ac", Advantage(-0.1), &[]);
        let puct = RootRule::Puct(Puct { cpuct: 2.0, ..Puct::default() });
        let params = SearchParams::new(6, puct);
        let result = run(&toy, &String::new(), params, 0, &mut gloomy.clone()).unwrap();
        let visits: Vec<u32> = result.moves.iter().map(|stats| stats.visits).collect();
        assert!(visits[0] > visits[1] && visits[1] > 0, "{visits:?}");
        assert_eq!(result.best, 'b');
    }
}
