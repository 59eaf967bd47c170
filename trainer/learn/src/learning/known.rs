//! Which games were read before: each teaches once, and none that is held out teaches.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use imperial_data::{GameRecord, LoadedRules, RecordError, make_canonical, start};
use imperial_engine::{Game, with_game};
use rayon::prelude::*;

/// The keys of a game: hashes of the game itself, so that they do not depend on where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// Of what was played: the same for games of the same moves.
    pub play: u64,
    /// Of the game: who played it, from which random stream, and what was played.
    pub game: u64,
}

/// Gives the keys of a game that starts from a position, as text. Datasets have such keys.
pub type KeysOf = fn(&GameRecord, &str) -> Keys;

/// What games are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Test,
    Validation,
    Train,
}

/// Games that are in the files and that no part took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Copies of games, each of which was taken once.
    pub copies: u64,
    /// Games with the moves of others that are held out: for the test, or from training.
    pub held_out: u64,
}

/// The games that were read, by their keys: some bytes each.
#[derive(Debug)]
pub(super) struct Known {
    keys_of: KeysOf,
    games: HashSet<u64>,
    /// For what the moves are that are held out.
    held_out: HashMap<u64, Part>,
    pub left_out: LeftOut,
}

impl Known {
    pub fn new(keys_of: KeysOf) -> Self {
        let (games, held_out) = (HashSet::new(), HashMap::new());
        Self { keys_of, games, held_out, left_out: LeftOut::default() }
    }

    /// Those of some games, each with its rules, that a part takes. Parts that are held out come first.
    ///
    /// # Errors
    /// When a game whose moves are written otherwise than its rules write them is not true.
    pub fn take(
        &mut self,
        mut games: Vec<(Arc<LoadedRules>, GameRecord)>,
        part: Part,
    ) -> Result<Vec<(Arc<LoadedRules>, GameRecord)>, RecordError> {
        let keys_of = self.keys_of;
        let keys = games
            .par_iter_mut()
            .map(|(rules, record)| with_game!(&rules.game, |game| keys(game, record, keys_of)));
        let keys: Vec<Keys> = keys.collect::<Result<_, _>>()?;
        let games = games.into_iter().zip(keys);
        Ok(games.filter(|(_, keys)| self.takes(*keys, part)).map(|(game, _)| game).collect())
    }

    fn takes(&mut self, keys: Keys, part: Part) -> bool {
        // Games of the same moves are for the same, as in a dataset.
        if self.held_out.get(&keys.play).is_some_and(|other| *other != part) {
            self.left_out.held_out += 1;
            return false;
        }
        if !self.games.insert(keys.game) {
            self.left_out.copies += 1;
            return false;
        }
        if part != Part::Train {
            self.held_out.insert(keys.play, part);
        }
        true
    }
}

/// The keys of a game, which gets the texts of moves that its rules write: they are part of the keys.
fn keys<G: Game>(game: &G, record: &mut GameRecord, keys_of: KeysOf) -> Result<Keys, RecordError> {
    make_canonical(game, record)?;
    let start = game.format_position(&start(game, record)?);
    Ok(keys_of(record, &start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_taken_once_and_by_those_who_hold_it_out() {
        let mut known = Known::new(|_, _| Keys { play: 0, game: 0 });
        let mut takes = |play, game, part| known.takes(Keys { play, game }, part);
        assert!(takes(1, 10, Part::Test));
        assert!(takes(1, 11, Part::Test), "other players, the same moves");
        assert!(!takes(1, 10, Part::Test), "a copy");
        assert!(!takes(1, 10, Part::Validation) && takes(2, 20, Part::Validation));
        assert!(!takes(1, 12, Part::Train) && !takes(2, 20, Part::Train));
        assert!(takes(3, 30, Part::Train) && takes(3, 31, Part::Train));
        assert!(!takes(3, 30, Part::Train));
        assert_eq!(known.left_out, LeftOut { copies: 2, held_out: 3 });
    }
}
