//! Games that begin within earlier ones, as some games of a training do: they belong to the same split, or else a position
//! that was played to learn from would be judged by, too.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use imperial_data::GameRecord;

/// A hash of what a game has come to, after each of its plies.
#[derive(Debug)]
pub(crate) struct Lines {
    hashes: Vec<u64>,
    /// Plies that are its opening.
    opening: usize,
}

impl Lines {
    /// Those of a game that starts from the position `start`.
    pub fn of(record: &GameRecord, start: &str) -> Self {
        let mut hasher = DefaultHasher::new();
        (&record.rules_hash, record.first.name(), start).hash(&mut hasher);
        let after = |ply: &imperial_data::PlyRecord| {
            ply.mv.hash(&mut hasher);
            hasher.finish()
        };
        let hashes: Vec<u64> = record.plies.iter().map(after).collect();
        Self { opening: (record.opening as usize).min(hashes.len()), hashes }
    }
}

/// The first games of those that belong together.
#[derive(Debug, Default)]
pub(crate) struct Kin {
    /// The key of the first game, by each line that agents have played.
    first: HashMap<u64, u64>,
}

impl Kin {
    /// The key by which a game is split, whose own one is `play`: that of the earlier game in which it begins, or which
    /// has the same moves. Games with the same drawn opening are no kin.
    pub fn first(&mut self, play: u64, Lines { hashes, opening }: &Lines) -> u64 {
        let (begun, played) = hashes.split_at(*opening);
        let mut known = begun.iter().chain(hashes.last()).rev();
        let first = known.find_map(|line| self.first.get(line)).copied().unwrap_or(play);
        for line in played.iter().chain(hashes.last()) {
            self.first.entry(*line).or_insert(first);
        }
        first
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::PlyRecord;

    use super::*;

    fn lines(moves: &str, opening: u32) -> Lines {
        let ply = |mv: &str| PlyRecord { mv: mv.to_owned(), ..PlyRecord::default() };
        let plies = moves.split(' ').map(ply).collect();
        Lines::of(&GameRecord { plies, opening, ..GameRecord::default() }, "start")
    }

    #[test]
    fn a_game_belongs_to_the_one_in_which_it_begins() {
        let mut kin = Kin::default();
        assert_eq!(kin.first(1, &lines("a b c d e", 2)), 1);
        assert_eq!(
            kin.first(2, &lines("a b c x y", 2)),
            2,
            "the same opening, and by chance a ply"
        );
        assert_eq!(kin.first(3, &lines("a b c d z q", 5)), 1, "after one ply more");
        assert_eq!(kin.first(4, &lines("a b c x z", 4)), 2);
        assert_eq!(
            kin.first(5, &lines("a b c d z q r s", 7)),
            1,
            "from a game that began within one"
        );
        assert_eq!(kin.first(6, &lines("p q", 2)), 6, "nobody chose");
        assert_eq!(kin.first(6, &lines("p q", 0)), 6, "the same moves");
        assert_eq!(kin.first(7, &lines("b c d", 1)), 7);
    }
}
