//! Positions as a network sees them, whatever their game.

use imperial_engine::search::{Evaluation, Request};
use imperial_engine::{Action, BoardShape, Encode};

use super::known::encode_known;

/// A position that wants a value and a policy, without the type of its game: so positions of different rule
/// sets can share a batch.
pub trait Asked {
    /// Shape of the board.
    fn board(&self) -> BoardShape;

    /// The rule vector of its rule set.
    fn rules(&self) -> &[f32];

    /// What tells its rule set from all that are asked about beside it: planes hold more of the laws than the rule
    /// vector, such as goals, camps and limits.
    fn laws(&self) -> &str;

    /// Fills `known` with the first planes, as many as fit ([`Encode::encode`]); `all` is scratch space.
    fn encode(&self, all: &mut Vec<f32>, known: &mut [f32]);

    /// Shows `see` all that the planes depend on ([`Encode::fingerprint`]).
    fn fingerprint(&self, see: &mut dyn FnMut(u64));

    /// Shows `see` the legal moves, in the order of the logits that are expected.
    fn actions(&self, see: &mut dyn FnMut(Action));
}

/// Judges positions of any games of a network's family, in batches.
///
/// An answer depends on its position alone, not on its neighbours in the batch.
pub trait EvaluateMixed {
    /// One evaluation per position, in their order.
    fn evaluate_mixed(&mut self, asked: &[&dyn Asked]) -> Vec<Evaluation>;
}

impl<E: EvaluateMixed + ?Sized> EvaluateMixed for Box<E> {
    fn evaluate_mixed(&mut self, asked: &[&dyn Asked]) -> Vec<Evaluation> {
        self.as_mut().evaluate_mixed(asked)
    }
}

/// A request of a search, with the game that it is of.
#[derive(Debug)]
pub struct Leaf<'a, G: Encode> {
    /// The game.
    pub game: &'a G,
    /// Its rule vector.
    pub rules: &'a [f32],
    /// Its hash or name ([`Asked::laws`]).
    pub laws: &'a str,
    /// The position, and its moves.
    pub request: Request<'a, G>,
}

impl<G: Encode> Asked for Leaf<'_, G> {
    fn board(&self) -> BoardShape {
        self.game.board()
    }

    fn rules(&self) -> &[f32] {
        self.rules
    }

    fn laws(&self) -> &str {
        self.laws
    }

    fn encode(&self, all: &mut Vec<f32>, known: &mut [f32]) {
        encode_known(self.game, self.request.position, all, known);
    }

    fn fingerprint(&self, mut see: &mut dyn FnMut(u64)) {
        self.game.fingerprint(self.request.position, &mut see);
    }

    fn actions(&self, see: &mut dyn FnMut(Action)) {
        self.request.moves.iter().for_each(|mv| see(self.game.action(*mv)));
    }
}

/// Has the requests of one game judged: what makes an [`EvaluateMixed`] an evaluator of searches. Its name stands for
/// its laws.
pub fn evaluate_requests<G: Encode>(
    evaluator: &mut (impl EvaluateMixed + ?Sized),
    game: &G,
    requests: &[Request<'_, G>],
) -> Vec<Evaluation> {
    let rules = game.rule_vector();
    let (rules, laws) = (&rules[..], game.name());
    let leaves = requests.iter().map(|request| Leaf { game, rules, laws, request: *request });
    let leaves: Vec<Leaf<'_, G>> = leaves.collect();
    let asked: Vec<&dyn Asked> = leaves.iter().map(|leaf| leaf as &dyn Asked).collect();
    evaluator.evaluate_mixed(&asked)
}

/// Places in `asked` of the positions on each board, in their order.
pub(super) fn by_board(asked: &[&dyn Asked]) -> Vec<(BoardShape, Vec<usize>)> {
    let mut boards: Vec<(BoardShape, Vec<usize>)> = Vec::new();
    for (place, position) in asked.iter().enumerate() {
        let board = position.board();
        match boards.iter_mut().find(|(known, _)| *known == board) {
            Some((_, places)) => places.push(place),
            None => boards.push((board, vec![place])),
        }
    }
    boards
}
