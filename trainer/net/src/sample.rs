//! One position to learn from.

use std::sync::Arc;

use imperial_engine::{Action, BoardShape, Encode, Wdl};

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
    /// Number of things that a square can hold.
    pub contents: usize,
    /// Permutations of the squares that keep the rules, the identity first.
    pub symmetries: Vec<Vec<u16>>,
}

impl SampleSource {
    /// The source of samples of `game`, with all its symmetries.
    pub fn new(game: &impl Encode) -> Arc<Self> {
        Self::with_symmetries(game, usize::MAX)
    }

    /// The same with at most so many of the symmetries; with 1 there is only the identity.
    pub fn with_symmetries(game: &impl Encode, most: usize) -> Arc<Self> {
        Arc::new(Self {
            board: game.board(),
            planes: game.planes().len(),
            rules: game.rule_vector(),
            contents: contents(game),
            symmetries: game.symmetries().into_iter().take(most).collect(),
        })
    }
}

/// Moves as actions, each with its share. Samples can hold one list together.
pub type MoveShares = Arc<[(Action, f32)]>;

/// Moves of `game` and their shares, as samples keep them.
pub fn move_shares<G: Encode>(game: &G, policy: &[(G::Move, f32)]) -> MoveShares {
    policy.iter().map(|(mv, share)| (game.action(*mv), *share)).collect()
}

/// Number of things that a square can hold: nothing, or a piece of some kind.
pub(super) fn contents(game: &impl Encode) -> usize {
    1 + game.piece_kinds().len()
}

/// What every square of `position` holds, as samples keep it.
pub fn occupancy<G: Encode>(game: &G, position: &G::Position) -> Arc<[u8]> {
    let mut squares = vec![0; game.board().squares()];
    game.occupancy(position, &mut squares);
    squares.into()
}

/// One position and what the network should say about it.
#[derive(Clone, Debug)]
pub struct Sample {
    pub(super) source: Arc<SampleSource>,
    pub(super) planes: PackedPlanes,
    pub(super) policy: MoveShares,
    pub(super) wdl: [f32; 3],
    pub(super) plies_left: f32,
    /// Empty if it is not known.
    pub(super) reply: MoveShares,
    pub(super) occupancy: Option<Arc<[u8]>>,
    pub(super) weight: f32,
}

impl Sample {
    /// A sample of `position`, whose rule set is that of `source`, with weight 1.
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
            policy: move_shares(game, policy),
            wdl: [wdl.attackers, wdl.draw, wdl.defenders],
            plies_left: plies_left as f32,
            reply: MoveShares::default(),
            occupancy: None,
            weight: 1.0,
        }
    }

    /// The same with the policy of the next ply: what the other side should answer. It lists the
    /// legal moves of that ply, as [`policy`](Self::policy) of its sample or [`move_shares`] does.
    #[must_use]
    pub fn with_reply(mut self, reply: MoveShares) -> Self {
        self.reply = reply;
        self
    }

    /// The same with what every square holds at the end of the game, from [`occupancy`].
    ///
    /// # Panics
    /// When the board or the contents are not those of the sample's game.
    #[must_use]
    pub fn with_occupancy(mut self, squares: Arc<[u8]>) -> Self {
        let SampleSource { board, contents, .. } = *self.source;
        assert!(
            squares.len() == board.squares() && squares.iter().all(|c| usize::from(*c) < contents),
            "the end of a game is on its board"
        );
        self.occupancy = Some(squares);
        self
    }

    /// The same with another weight: how much it counts beside samples of weight 1, in all its
    /// targets.
    ///
    /// # Panics
    /// When `weight` is negative or not finite.
    #[must_use]
    pub fn with_weight(mut self, weight: f32) -> Self {
        assert!(weight >= 0.0 && weight.is_finite(), "a weight is a finite number from 0");
        self.weight = weight;
        self
    }

    /// The board of the position.
    pub fn board(&self) -> BoardShape {
        self.source.board
    }

    /// Number of ways in which batches turn the position, 1 where they never do.
    pub fn symmetries(&self) -> usize {
        self.source.symmetries.len()
    }

    /// The moves and their shares; empty if nothing is known about them.
    pub fn policy(&self) -> &MoveShares {
        &self.policy
    }
}
