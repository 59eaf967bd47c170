//! One position to learn from.

use std::sync::Arc;

use imperial_engine::{Action, BoardShape, Choice, Encode, Wdl};

use super::pack::PackedPlanes;

/// What all samples of one rule set share.
#[derive(Debug)]
pub struct SampleSource {
    /// The board.
    pub board: BoardShape,
    /// Number of input planes.
    pub planes: usize,
    /// The rule set as numbers.
    pub rules: Vec<f32>,
    /// Permutations of the squares that keep the rules, the identity first.
    pub symmetries: Vec<Vec<u16>>,
}

impl SampleSource {
    /// The source of samples of `game`.
    pub fn new(game: &impl Encode) -> Arc<Self> {
        Arc::new(Self {
            board: game.board(),
            planes: game.planes().len(),
            rules: game.rule_vector(),
            symmetries: game.symmetries(),
        })
    }
}

/// One position and what the network should say about it.
#[derive(Clone, Debug)]
pub struct Sample {
    pub(super) source: Arc<SampleSource>,
    pub(super) planes: PackedPlanes,
    pub(super) actions: Vec<Action>,
    pub(super) policy: Vec<f32>,
    pub(super) wdl: [f32; 3],
    pub(super) plies_left: f32,
}

impl Sample {
    /// A sample of `position`, whose rule set is that of `source`.
    ///
    /// `policy` lists legal moves and the share that each should get; moves that are left out are
    /// not told apart from illegal ones, so list them all. An empty list means that nothing is
    /// known about the policy. `plies_left` counts from this position to the end of the game.
    ///
    /// # Panics
    /// When `game` has another board or other planes than `source`.
    pub fn new<G: Encode>(
        source: &Arc<SampleSource>,
        game: &G,
        position: &G::Position,
        policy: &[(G::Move, f32)],
        wdl: Wdl,
        plies_left: u32,
    ) -> Self {
        let squares = source.board.squares();
        assert!(
            game.board() == source.board && game.planes().len() == source.planes,
            "a sample comes from the game that its source was made for"
        );
        let mut planes = vec![0.0; source.planes * squares];
        game.encode(position, &mut planes);
        Self {
            source: Arc::clone(source),
            planes: PackedPlanes::pack(&planes, squares),
            actions: policy.iter().map(|(mv, _)| game.action(*mv)).collect(),
            policy: policy.iter().map(|(_, share)| *share).collect(),
            wdl: [wdl.attackers, wdl.draw, wdl.defenders],
            plies_left: plies_left as f32,
        }
    }

    /// The board of the position.
    pub fn board(&self) -> BoardShape {
        self.source.board
    }
}

/// The action after the board was turned by `permutation`.
pub(super) fn turned(action: Action, permutation: &[u16]) -> Action {
    let image = |square: u16| permutation[usize::from(square)];
    Action {
        from: image(action.from),
        to: image(action.to),
        choice: match action.choice {
            Choice::Square(square) => Choice::Square(image(square)),
            other @ (Choice::Plain | Choice::Decline) => other,
        },
    }
}
