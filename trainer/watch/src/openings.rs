//! How games open: trees of first moves in which mirror images are one.

use std::collections::BTreeMap;

use imperial_data::GameResult;
use imperial_engine::{Action, Encode, Side};
use serde::{Deserialize, Serialize};

use super::watched::Watched;

/// Plies that a tree is deep.
pub(super) const DEPTH: usize = 4;
/// Most branches kept at each depth.
const MOST: [usize; DEPTH] = [8, 5, 4, 3];
/// Branches with a smaller share of the tree's games are left out,
const LEAST_SHARE: f64 = 0.01;
/// and so are branches of fewer games than this.
const LEAST_GAMES: u64 = 2;

/// The openings of the games that one side began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningStats {
    /// The side that moved first.
    pub first: Side,
    /// Results of all its games.
    pub tally: Tally,
    /// The first moves, most often played first. Rare ones are left out.
    pub moves: Vec<Branch>,
}

/// A move and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Branch {
    /// The move in the game's notation. Mirror images of it are counted with it, as long as what was
    /// played before is its own mirror image.
    pub text: String,
    /// Results of the games in which it was played.
    pub tally: Tally,
    /// The replies, most often played first. Rare ones are left out.
    pub replies: Vec<Branch>,
}

/// Results counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games that the attackers won.
    pub attackers: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the defenders won.
    pub defenders: u64,
}

impl Tally {
    /// All games.
    pub const fn games(self) -> u64 {
        self.attackers + self.draws + self.defenders
    }

    /// The attackers' score, from 0 to 1; one half without games.
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (self.attackers as f64 + 0.5 * self.draws as f64) / games as f64,
        }
    }

    fn of(games: &[&Watched]) -> Self {
        let mut tally = Self::default();
        for game in games {
            match game.summary.result {
                GameResult::Attackers => tally.attackers += 1,
                GameResult::Draw => tally.draws += 1,
                GameResult::Defenders => tally.defenders += 1,
            }
        }
        tally
    }
}

/// The smallest of the images of a sequence of moves under the board's symmetries. Sequences have
/// the same smallest image exactly when they mirror each other, and the smallest image of a beginning
/// is the beginning of the smallest image, so that trees can be grown from it.
pub(super) fn smallest_image(moves: &[Action], symmetries: &[Vec<u16>]) -> Vec<Action> {
    let image = |map: &Vec<u16>| moves.iter().map(|action| action.turned(map)).collect();
    symmetries.iter().map(image).min().unwrap_or_else(|| moves.to_vec())
}

/// The trees of the games that began at the game's own start with moves of the agents, for each side
/// that may begin.
pub(super) fn openings<G: Encode>(game: &G, games: &[Watched]) -> Vec<OpeningStats> {
    let begun_by = |first| {
        let own: Vec<&Watched> = games
            .iter()
            .filter(|game| game.summary.first == first && !game.opening.is_empty())
            .collect();
        (!own.is_empty()).then(|| {
            let least = (LEAST_SHARE * own.len() as f64).ceil() as u64;
            let moves = grow(game, &game.start(first), &own, 0, least.max(LEAST_GAMES));
            OpeningStats { first, tally: Tally::of(&own), moves }
        })
    };
    Side::ALL.into_iter().filter_map(begun_by).collect()
}

/// The branches of `games`, which all came to `position`.
fn grow<G: Encode>(
    game: &G,
    position: &G::Position,
    games: &[&Watched],
    depth: usize,
    least: u64,
) -> Vec<Branch> {
    let mut by_move: BTreeMap<Action, Vec<&Watched>> = BTreeMap::new();
    for game in games {
        if let Some(action) = game.opening.get(depth) {
            by_move.entry(*action).or_default().push(game);
        }
    }
    let mut groups: Vec<_> = by_move.into_iter().collect();
    groups.retain(|(_, games)| games.len() as u64 >= least);
    groups.sort_by_key(|(_, games)| std::cmp::Reverse(games.len()));
    groups.truncate(MOST.get(depth).copied().unwrap_or(0));
    let legal = game.moves(position);
    let branch = |(action, games): (Action, Vec<&Watched>)| {
        let mv = *legal.iter().find(|mv| game.action(**mv) == action)?;
        let mut next = position.clone();
        game.play(&mut next, mv);
        Some(Branch {
            text: game.format_move(position, mv),
            tally: Tally::of(&games),
            replies: grow(game, &next, &games, depth + 1, least),
        })
    };
    groups.into_iter().filter_map(branch).collect()
}
