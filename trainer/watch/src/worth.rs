//! What a piece is worth: how results go with the pieces that are left.

use imperial_engine::{Encode, PerSide, Side};
use serde::{Deserialize, Serialize};

use super::board::{View, kind};
use super::watched::{Counts, Watched};
use imperial_stats::{Confidence, ELO_PER_LOGIT, Estimate, logistic};

/// What one more piece of a kind in the middle of a game goes with.
///
/// The score of the games is regressed on the numbers of pieces of all kinds after half of the plies ([`logistic`]),
/// one position a game, so that all are independent. It is what goes together and not what is caused: who plays
/// better also takes more.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceWorth {
    /// How positions write the kind.
    pub letter: char,
    /// What one more is worth to its own side, in Elo.
    pub elo: Estimate,
}

/// How many pieces of each kind there are. Those in hand count for their side's first kind: where there are hands,
/// it has no other.
pub(super) fn counts<G: Encode>(game: &G, view: &View, hands: PerSide<u8>) -> Counts {
    let mut counts = vec![0; game.piece_kinds().len()];
    for held in view.iter().filter_map(|&held| kind(held)) {
        counts[held] += 1;
    }
    for side in Side::ALL {
        let kind = game.piece_kinds().iter().position(|kind| kind.side == side);
        kind.into_iter().for_each(|kind| counts[kind] += u32::from(hands[side]));
    }
    counts
}

/// The worth of each kind whose number changes from game to game; nothing where the games cannot tell.
pub(super) fn worths<G: Encode>(game: &G, games: &[Watched]) -> Vec<PieceWorth> {
    let changes = |kind: &usize| {
        let mut counts = games.iter().map(|game| game.middle[*kind]);
        let first = counts.next();
        counts.any(|count| Some(count) != first)
    };
    let kinds: Vec<usize> = (0..game.piece_kinds().len()).filter(changes).collect();
    let row = |game: &Watched| {
        let figures = kinds.iter().map(|kind| f64::from(game.middle[*kind])).collect();
        (figures, game.summary.result.score())
    };
    let rows: Vec<(Vec<f64>, f64)> = games.iter().map(row).collect();
    let found = logistic(&rows, Confidence::P95).unwrap_or_default();
    let worth = |(place, estimate): (&usize, Estimate)| {
        let kind = game.piece_kinds()[*place];
        let own = match kind.side {
            Side::Attackers => estimate,
            Side::Defenders => estimate.negated(),
        };
        PieceWorth { letter: kind.letter, elo: own.map(|end| end * ELO_PER_LOGIT) }
    };
    kinds.iter().zip(found).map(worth).collect()
}
