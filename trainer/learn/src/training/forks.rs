//! Games that begin within earlier games, so that self-play sees more than its favourite lines.
//!
//! Self-play soon repeats what it thinks best, and a side that seldom wins hardly ever sees how. So
//! some games fork off an earlier one anywhere, and some begin a few plies before a win of the side
//! that seldom wins: in tafl mostly the attackers, and so near a capture of the king.

use std::collections::BTreeMap;
use std::path::Path;

use imperial_data::{GameRecord, LoadedRules};
use imperial_engine::{Side, derive_seed, game_stream};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use super::config::TrainingConfig;
use super::folder::TrainingFolder;
use imperial_play::play::{FirstMoves, OpeningPlies};

/// The game goes on from a fork with one random ply, so that it is another game.
pub const MIDWAY_OPENING: OpeningPlies = OpeningPlies { random_plies: 1, sampled_plies: 4 };

/// Near a win no ply is random, since most moves give the win away.
pub const NEAR_WIN_OPENING: OpeningPlies = OpeningPlies { random_plies: 0, sampled_plies: 4 };

/// A side with a smaller share of the newest games wins seldom.
const SELDOM: f64 = 0.25;

/// Generations in which its wins are looked for, from the newest back.
const REACH: usize = 20;

/// Such a game begins at most so many plies before the win. The distance is drawn on a scale of
/// ratios, so that half of them are nearer than five plies: what is behind a win must be learned first.
const NEAR: f64 = 24.0;

/// Lines into earlier games of one rule set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forks {
    /// Up to any of their plies.
    pub midway: Vec<FirstMoves>,
    /// Up to a few plies before a win of the side that seldom wins.
    pub near_wins: Vec<FirstMoves>,
}

impl Forks {
    /// The forks of generation `number`, for each of `rules`; `games` is how many games each has.
    ///
    /// # Errors
    /// When games of earlier generations cannot be read.
    pub fn draw(
        number: u32,
        config: &TrainingConfig,
        rules: &[LoadedRules],
        games: &[u64],
        folder: &TrainingFolder,
    ) -> anyhow::Result<Vec<Self>> {
        let [forked, near_win] = [config.games.forked_share, config.games.near_win_share];
        if number == 1 || forked + near_win == 0.0 {
            return Ok(vec![Self::default(); rules.len()]);
        }
        let seed = derive_seed(config.seed, &format!("generation {number}"));
        let rng = game_stream(derive_seed(seed, "forks"), 0);
        let mut past = Past { config, folder, generations: BTreeMap::new() };
        let mut lots = Lots { rng, number };
        let draw = |(rules, games): (&LoadedRules, &u64)| {
            let midway = drawn_count(*games, forked, &mut lots.rng);
            // Both may be rounded up where there are few games.
            let near_wins = drawn_count(*games, near_win, &mut lots.rng).min(games - midway);
            lots.forks(&mut past, rules.game.name(), midway as usize, near_wins as usize)
        };
        rules.iter().zip(games).map(draw).collect()
    }
}

/// Random plies that a whole game may begin with in the training in `folder`: one with a longer opening began within
/// another game, perhaps just before a win.
///
/// # Errors
/// When the settings there cannot be read.
pub fn longest_opening_of(folder: &Path) -> anyhow::Result<u32> {
    Ok(longest_opening(&TrainingFolder::settings_in(folder)?))
}

/// Whether a game of a training began within another one.
pub fn is_fork(record: &GameRecord, config: &TrainingConfig) -> bool {
    record.opening > longest_opening(config)
}

/// Random plies that a whole game may begin with.
fn longest_opening(config: &TrainingConfig) -> u32 {
    config.first.opening.random_plies.max(config.games.opening.random_plies)
}

/// A share of so many games as a whole number, drawn so that its mean is that share.
pub fn drawn_count(games: u64, share: f64, rng: &mut ChaCha8Rng) -> u64 {
    let count = games as f64 * share;
    let more = rng.random::<f64>() < count.fract();
    count as u64 + u64::from(more)
}

/// What is drawn for one generation.
struct Lots {
    rng: ChaCha8Rng,
    number: u32,
}

impl Lots {
    fn forks(
        &mut self,
        past: &mut Past<'_>,
        rules: &str,
        midway: usize,
        near_wins: usize,
    ) -> anyhow::Result<Forks> {
        let mut forks = Forks::default();
        let config = past.config;
        let newest = past.games(self.number - 1, rules)?;
        if midway > 0 {
            forks.midway = self.lines(newest, midway, |rng, game| {
                rng.random_range(game.opening as usize..game.plies.len())
            });
        }
        let seldom = seldom_winner(newest, config).filter(|_| near_wins > 0);
        if let Some(side) = seldom {
            let won = past.won(self.number - 1, rules, side, near_wins)?;
            forks.near_wins = self.lines(&won, near_wins, |rng, game| {
                let before_win = NEAR.powf(rng.random()) as usize;
                // Later than any opening, so that it is known for what it is.
                game.plies
                    .len()
                    .saturating_sub(before_win)
                    .max(longest_opening(config) as usize + 1)
            });
        }
        Ok(forks)
    }

    /// `count` lines into games drawn from `games`, each up to the ply that `cut` draws; fewer where
    /// there are no games.
    fn lines(
        &mut self,
        games: &[GameRecord],
        count: usize,
        cut: impl Fn(&mut ChaCha8Rng, &GameRecord) -> usize,
    ) -> Vec<FirstMoves> {
        let mut line = || {
            let game = games.choose(&mut self.rng)?;
            let plies = cut(&mut self.rng, game);
            let moves = game.plies[..plies].iter().map(|ply| ply.mv.clone()).collect();
            Some(FirstMoves { first: game.first, moves })
        };
        (0..count).map_while(|_| line()).collect()
    }
}

/// The side that won less than [`SELDOM`] of the games that began at the start.
fn seldom_winner(games: &[GameRecord], config: &TrainingConfig) -> Option<Side> {
    let whole = || games.iter().filter(|game| !is_fork(game, config));
    let share = |side: Side| {
        whole().filter(|game| game.result.winner() == Some(side)).count() as f64
            / whole().count() as f64
    };
    let weaker = Side::ALL.into_iter().min_by(|a, b| share(*a).total_cmp(&share(*b)));
    weaker.filter(|side| share(*side) < SELDOM)
}

/// Games of earlier generations, read when they are wanted.
struct Past<'a> {
    config: &'a TrainingConfig,
    folder: &'a TrainingFolder,
    /// By generation and rule set.
    generations: BTreeMap<u32, BTreeMap<String, Vec<GameRecord>>>,
}

impl Past<'_> {
    /// The games of a generation under one rule set in which somebody moved.
    fn games(&mut self, generation: u32, rules: &str) -> anyhow::Result<&[GameRecord]> {
        if !self.generations.contains_key(&generation) {
            let mut by_rules: BTreeMap<String, Vec<GameRecord>> = BTreeMap::new();
            for game in self.folder.read_games(generation)? {
                let game = game?;
                // One that was over before anybody chosen has nowhere to fork.
                if game.plies.len() > game.opening as usize {
                    by_rules.entry(game.rules.clone()).or_default().push(game);
                }
            }
            self.generations.insert(generation, by_rules);
        }
        Ok(self.generations[&generation].get(rules).map_or(&[], Vec::as_slice))
    }

    /// Games from the start that `side` won some plies after the opening, from the newest generation back, until there
    /// are `wanted` or [`REACH`] is over.
    fn won(
        &mut self,
        newest: u32,
        rules: &str,
        side: Side,
        wanted: usize,
    ) -> anyhow::Result<Vec<GameRecord>> {
        let config = self.config;
        let mut won = Vec::new();
        for generation in (1..=newest).rev().take(REACH) {
            let games = self.games(generation, rules)?.iter();
            let games = games.filter(|game| {
                let is_long = game.plies.len() > longest_opening(config) as usize + 1;
                is_long && game.result.winner() == Some(side) && !is_fork(game, config)
            });
            won.extend(games.cloned());
            if won.len() >= wanted {
                break;
            }
        }
        Ok(won)
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::{GAMES_FILE, GameLog, GameResult, Job, PlyRecord, load_all};
    use imperial_engine::Cause;

    use GameResult::{Attackers, Defenders};

    use super::*;

    const RULES: &str = "tic-tac-toe";

    fn config() -> TrainingConfig {
        let mut config = TrainingConfig::embedded();
        config.rules = vec![RULES.to_owned()];
        config.first.opening = OpeningPlies::default();
        config.games.opening = OpeningPlies::default();
        config.games.forked_share = 0.5;
        config.games.near_win_share = 0.25;
        config
    }

    fn game(number: u64, opening: u32, result: GameResult, rules_hash: &str) -> GameRecord {
        let moves: &[&str] = match result {
            Attackers => &["a1", "a2", "b1", "b2", "c1"],
            _ => &["a1", "a2", "b1", "b2", "a3", "c2"],
        };
        let ply = |mv: &&str| PlyRecord { mv: (*mv).to_owned(), ..PlyRecord::default() };
        GameRecord {
            rules: RULES.to_owned(),
            rules_hash: rules_hash.to_owned(),
            seed: 1,
            game: number,
            attackers: "a".to_owned(),
            defenders: "a".to_owned(),
            opening,
            result,
            cause: Cause::Line,
            plies: moves.iter().map(ply).collect(),
            ..GameRecord::default()
        }
    }

    /// Forks of the third generation after these results of the first and the second.
    fn forks(generations: [&[(u32, GameResult)]; 2]) -> Forks {
        forks_by(&config(), generations)
    }

    fn forks_by(config: &TrainingConfig, generations: [&[(u32, GameResult)]; 2]) -> Forks {
        let root = tempfile::tempdir().expect("a folder");
        let rules = load_all(&[RULES.to_owned()]).expect("embedded");
        let folder =
            TrainingFolder::open(root.path(), config, &rules, None).expect("a new training");
        for (generation, games) in (1..).zip(generations) {
            let path = folder.games(generation).join(GAMES_FILE);
            std::fs::create_dir_all(folder.games(generation)).expect("a folder");
            let job = Job::new(1).with_rules(RULES, &rules[0].text);
            let (log, _) = GameLog::open(&path, job).expect("a new log");
            for (number, (opening, result)) in (0..).zip(games) {
                log.append(&game(number, *opening, *result, &rules[0].hash)).expect("a game");
            }
            log.finish().expect("a whole log");
        }
        let forks = Forks::draw(3, config, &rules, &[40], &folder).expect("forks");
        forks.into_iter().next().expect("of the one rule set")
    }

    #[test]
    fn games_fork_where_somebody_thought() {
        let forks = forks([&[], &[(2, Defenders)]]);
        let lengths: Vec<usize> = forks.midway.iter().map(|line| line.moves.len()).collect();
        assert_eq!(lengths.len(), 20);
        assert!((2..6).all(|length| lengths.contains(&length)), "{lengths:?}");
        assert!(lengths.iter().all(|length| (2..6).contains(length)), "{lengths:?}");
        let line = &forks.midway[0];
        assert_eq!(
            (line.first, &line.moves[..2]),
            (Side::Attackers, &["a1", "a2"].map(str::to_owned)[..])
        );
    }

    #[test]
    fn the_side_that_seldom_wins_begins_near_a_win_however_old() {
        let older: &[(u32, GameResult)] = &[(0, Attackers), (0, Defenders)];
        let forks = forks([older, &[(0, Defenders), (0, Defenders)]]);
        assert_eq!(forks.near_wins.len(), 10);
        // The attackers' game has five plies, the others six.
        assert!(forks.near_wins.iter().all(|line| line.moves.len() < 5), "{:?}", forks.near_wins);
    }

    /// Such a game counts as a fork for all who read it: it begins later than whole games do.
    #[test]
    fn a_game_near_a_win_begins_after_the_longest_opening() {
        for random_plies in [0, 2, 4] {
            let opening = OpeningPlies { random_plies, ..OpeningPlies::default() };
            let mut config = config();
            config.games.opening = opening;
            let forks = forks_by(&config, [&[(0, Attackers)], &[(0, Defenders), (0, Defenders)]]);
            let is_long = |line: &FirstMoves| line.moves.len() > random_plies as usize;
            assert!(forks.near_wins.iter().all(is_long), "{:?}", forks.near_wins);
            // With four random plies nothing is left of the attackers' five.
            assert_eq!(forks.near_wins.is_empty(), random_plies == 4);
        }
    }

    #[test]
    fn where_both_sides_win_nothing_begins_near_a_win() {
        let forks = forks([&[(0, Attackers)], &[(0, Attackers), (0, Defenders)]]);
        assert_eq!(forks.near_wins, Vec::<FirstMoves>::new());
    }

    #[test]
    fn wins_from_forks_do_not_count() {
        let forks = forks([&[], &[(0, Defenders), (2, Attackers), (2, Attackers)]]);
        assert_eq!(forks.near_wins, Vec::<FirstMoves>::new());
    }
}
