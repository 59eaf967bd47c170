//! How many positions the sliding phase of Bagh Chal has up to symmetry, as Lim and Nievergelt counted them (2009).
//!
//! Counted by Burnside's lemma: the mean, over the turns and mirrors of the board, of the positions that each of them
//! keeps. A position is kept when each cycle of points holds the same throughout.

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, with_game};

const TIGERS: usize = 4;
const GOATS: usize = 20;

/// Captures after which the tigers have won; with one less they still play.
const MOST_CAPTURED: usize = 4;

/// Positions with each number of tigers and goats.
type Counts = [[u64; GOATS + 1]; TIGERS + 1];

/// The lengths of the cycles of a permutation, over the points of the board.
fn cycles(permutation: &[u16], is_point: impl Fn(u16) -> bool) -> Vec<usize> {
    let mut seen = vec![false; permutation.len()];
    let mut lengths = Vec::new();
    for start in (0..permutation.len()).filter(|square| is_point(*square as u16)) {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[at], true) {
            at = usize::from(permutation[at]);
            length += 1;
        }
        lengths.extend((length > 0).then_some(length));
    }
    lengths
}

/// The positions that a permutation with these cycles keeps.
fn kept(cycles: &[usize]) -> Counts {
    let mut counts = Counts::default();
    counts[0][0] = 1;
    for &length in cycles {
        // Backwards, so that a cycle is filled once.
        for tigers in (0..=TIGERS).rev() {
            for goats in (0..=GOATS).rev() {
                let of_tigers = tigers.checked_sub(length).map_or(0, |less| counts[less][goats]);
                let of_goats = goats.checked_sub(length).map_or(0, |less| counts[tigers][less]);
                counts[tigers][goats] += of_tigers + of_goats;
            }
        }
    }
    counts
}

/// With four tigers, 16 to 20 goats, and either side to move.
fn sliding<G: Encode>(game: &G) -> u64 {
    let symmetries = game.symmetries();
    assert_eq!(symmetries.len(), 8, "a square has four turns and four mirrors");
    let of = |permutation: &Vec<u16>| -> u64 {
        let counts = kept(&cycles(permutation, |square| game.is_point(square)));
        counts[TIGERS][GOATS - MOST_CAPTURED..].iter().sum()
    };
    2 * symmetries.iter().map(of).sum::<u64>() / symmetries.len() as u64
}

#[test]
fn the_sliding_phase_has_as_many_positions_as_published() {
    let game = AnyGame::by_name("bagh-chal").expect("embedded");
    assert_eq!(with_game!(&game, |game| sliding(game)), 88_260_972);
}
