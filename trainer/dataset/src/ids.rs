//! What identifies a game: hashes of the game itself, so that they do not depend on where it lies.

use imperial_data::GameRecord;
use sha2::{Digest as _, Sha256};

/// The keys of a game; in tables, 16 hexadecimal digits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ids {
    /// Of what was played: the same for games of the same moves.
    pub play: u64,
    /// Of the game: who played it, from which random stream, and what was played.
    pub game: u64,
}

impl Ids {
    /// The keys of a game that starts from the position `start`.
    pub fn of(record: &GameRecord, start: &str) -> Self {
        let mut play = Sha256::new();
        play.update(format!("{}\n{}\n{start}\n", record.rules_hash, record.first.name()));
        for (nth, ply) in record.plies.iter().enumerate() {
            play.update(if nth == 0 { "" } else { " " });
            play.update(&ply.mv);
        }
        let play = first_word(play);
        let GameRecord { seed, game, attackers, defenders, opening, engine, .. } = record;
        let who = format!(
            "{}\n{seed}\n{game}\n{attackers}\n{defenders}\n{opening}\n{engine}",
            hexadecimal(play)
        );
        Self { play, game: first_word(Sha256::new_with_prefix(who)) }
    }

    /// A number that decides whether a position of the game is drawn, the same in every export.
    pub fn lot(self, ply: usize) -> u64 {
        // SplitMix64 (Steele, Lea and Flood 2014).
        let mixed = self.game.wrapping_add((ply as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}

/// As tables have it.
pub fn hexadecimal(id: u64) -> String {
    format!("{id:016x}")
}

fn first_word(hasher: Sha256) -> u64 {
    let digest = hasher.finalize();
    digest.iter().take(8).fold(0, |word, byte| word << 8 | u64::from(*byte))
}
