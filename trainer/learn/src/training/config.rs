//! The settings of a training.

mod check;

use std::path::PathBuf;

use imperial_engine::Side;
use imperial_engine::search::SearchParams;
use serde::{Deserialize, Serialize};

use crate::learning::Target;
use crate::settings;
use crate::shape::NetworkSize;
use imperial_net::{LearnConfig, Schedule};
use imperial_play::agent::AgentSpec;
use imperial_play::play::{Effort, OpeningPlies};

/// The training that is done when none is named.
pub const DEFAULT: &str = include_str!("../../experiments/training.toml");

/// The training of a run: from nothing, in about a minute.
pub const SHORT: &str = include_str!("../../experiments/short.toml");

/// One training: a network that learns some rule sets by playing against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingConfig {
    /// Short name; the training lies in `runs/<name>` unless said otherwise.
    pub name: String,
    /// Headline of the page and the model card.
    pub title: String,
    /// Seed of everything random.
    pub seed: u64,
    /// The network to begin with, a file or one that comes with the program, whose size is then the
    /// training's; without it one that knows nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<PathBuf>,
    /// The opponent of every game, which does not learn; without it the network plays itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<Against>,
    /// The rule sets: names of the catalogue, or files ending in `.toml`.
    pub rules: Vec<String>,
    /// Rounds of self-play and learning.
    pub generations: u32,
    /// Whether each generation plays while the one before learns, with the network before that one. All cores stay
    /// busy, and games are one generation behind.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub overlap: bool,
    /// Size of the network.
    pub network: NetworkSize,
    /// The games of the first generation of a training that begins with nothing.
    pub first: FirstGames,
    /// The games of every other generation.
    pub games: Games,
    /// How many of the newest positions are learned from.
    pub window: Window,
    /// How the network learns.
    pub learning: Learning,
    /// Positions with exact values, to learn from beside the games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactConfig>,
    /// Other lengths that the training had before, in their order; the folder keeps them.
    #[serde(skip)]
    pub before: Vec<Length>,
}

/// A number of generations that a training had before it was made longer or shorter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    /// The last generation that was complete then.
    pub done: u32,
    /// How many there were to be.
    pub generations: u32,
}

/// A network that stays as it is, while the other side learns to beat it: a best response to it (Lanctot and others
/// 2017, arXiv 1711.00832).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Against {
    /// The opponent: a file, or one that comes with the program.
    pub network: PathBuf,
    /// The side that learns.
    pub side: Side,
}

/// Games before there is a network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstGames {
    /// Who plays both sides.
    pub agent: AgentSpec,
    /// Number of games, over all rule sets.
    pub games: u64,
    /// How they come to differ.
    #[serde(default)]
    pub opening: OpeningPlies,
}

/// Games of one generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Games {
    /// Number of games, over all rule sets.
    pub games: u64,
    /// Share of the games that is played by random mixtures of two rule sets.
    pub crossed_share: f64,
    /// Number of mixtures in a generation.
    pub crossed_sets: u64,
    /// Share of the other games that is played against past networks (arXiv 2604.05476: a quarter).
    pub past_share: f64,
    /// Share of the games by named rules that fork off a game of the generation before.
    #[serde(default)]
    pub forked_share: f64,
    /// Share that begins a few plies before an earlier win, where one side seldom wins.
    #[serde(default)]
    pub near_win_share: f64,
    /// Generations between two networks that are kept as such opponents.
    pub past_every: u32,
    /// Playouts of a full search in the first and in the last generation; in between they grow by
    /// the same factor from each generation to the next.
    pub playouts: [u32; 2],
    /// [`Effort::full_share`].
    pub full_share: f32,
    /// [`Effort::quick_playouts`].
    pub quick_playouts: u32,
    /// [`Effort::decided`].
    pub decided: f32,
    /// How the full searches select moves.
    pub search: SearchKind,
    /// How the games come to differ.
    #[serde(default)]
    pub opening: OpeningPlies,
}

/// The two families of search, with noise, as games to learn from are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchKind {
    /// [`SearchParams::training`].
    Gumbel,
    /// [`SearchParams::alpha_zero`].
    Puct,
}

/// How many of the newest positions are learned from when there are N in all: up to `start` all of
/// them, then `start + share · ((N − start + scale)^exponent − scale^exponent) / (exponent ·
/// scale^(exponent − 1))` (Wu 2019, KataGo).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// Positions up to which all are used.
    pub start: f64,
    /// How fast the growth slows down, in positions.
    pub scale: f64,
    /// Growth of the window per new position at its start.
    pub share: f64,
    /// Growth of the window, below 1.
    pub exponent: f64,
}

/// How the network learns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learning {
    /// Samples per step.
    pub batch: usize,
    /// How often a new position is used on average.
    pub reuse: f64,
    /// Highest learning rate.
    pub rate: f64,
    /// Steps until then.
    pub warm_up: u64,
    /// Share of the generations after which the rate falls, along a cosine.
    pub constant_share: f64,
    /// Learning rate of the last generation.
    pub end_rate: f64,
    /// What the average of the weights, which plays, keeps of itself in each step.
    pub average_decay: f32,
    /// [`Target::root_value_share`].
    pub root_value_share: f32,
    /// [`Target::discount`].
    pub discount: f32,
    /// [`Target::every_ply`].
    pub every_ply: bool,
    /// [`Target::symmetries`].
    pub symmetries: bool,
    /// [`LearnConfig::plies_left_weight`].
    pub plies_left_weight: f32,
    /// [`LearnConfig::reply_weight`].
    pub reply_weight: f32,
    /// [`LearnConfig::occupancy_weight`].
    pub occupancy_weight: f32,
}

/// Positions of small games, with what is known of them for certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExactConfig {
    /// Rule sets of the training that are small enough to be solved (`imperial solve`).
    pub rules: Vec<String>,
    /// Positions in each generation, over all of them: half of them such that some moves give the result away.
    pub positions: usize,
}

impl TrainingConfig {
    /// The training that comes with the program.
    pub fn embedded() -> Self {
        settings::parse(DEFAULT, "the embedded settings").expect("they are valid")
    }

    /// How far the training is at generation `generation` (from 1): 0 at the first, 1 at the last. A generation stays
    /// what it was when it was played.
    fn progress(&self, generation: u32) -> f64 {
        let before = self.before.iter().find(|length| generation <= length.done);
        let all = before.map_or(self.generations, |length| length.generations);
        let all = f64::from(all.max(2) - 1);
        (f64::from(generation.saturating_sub(1)) / all).min(1.0)
    }

    /// Whether generation `number` has no network that could play.
    pub fn is_blind(&self, number: u32) -> bool {
        number == 1 && self.from.is_none()
    }

    /// The generation whose network plays and learns from the games of generation `number`; 0 is the network that the
    /// training began with.
    pub fn player(&self, number: u32) -> u32 {
        // Before the third there is no network to spare.
        if self.overlap && number > 2 { number - 2 } else { number.saturating_sub(1) }
    }

    /// Playouts of the full searches of a generation.
    pub fn playouts(&self, generation: u32) -> u32 {
        let [first, last] = self.games.playouts.map(f64::from);
        (first * (last / first).powf(self.progress(generation))).round() as u32
    }

    /// How the plies of a generation's games share the effort.
    pub fn effort(&self) -> Effort {
        let Games { full_share, quick_playouts, decided, .. } = self.games;
        Effort { full_share, quick_playouts, decided }
    }

    /// The learner's settings in a generation.
    pub fn learn_config(&self, generation: u32) -> LearnConfig {
        let Learning { batch, warm_up, average_decay, .. } = self.learning;
        let Learning { plies_left_weight, reply_weight, occupancy_weight, .. } = self.learning;
        let rate = self.rate(generation);
        LearnConfig {
            batch,
            schedule: Schedule { warm_up, total: warm_up, peak: rate, end: rate },
            average_decay,
            plies_left_weight,
            reply_weight,
            occupancy_weight,
            ..LearnConfig::default()
        }
    }

    /// The learning rate of a generation, after the warm-up.
    pub fn rate(&self, generation: u32) -> f64 {
        let Learning { rate, end_rate, constant_share, .. } = self.learning;
        let falling = (1.0 - constant_share).max(f64::EPSILON);
        let fallen = ((self.progress(generation) - constant_share) / falling).clamp(0.0, 1.0);
        end_rate + (rate - end_rate) * (1.0 + (std::f64::consts::PI * fallen).cos()) / 2.0
    }

    /// What is learned of the games.
    pub fn target(&self) -> Target {
        let Learning { root_value_share, discount, every_ply, symmetries, .. } = self.learning;
        Target { root_value_share, discount, every_ply, symmetries }
    }

    /// How the full searches of a generation are done.
    pub fn search(&self, generation: u32) -> SearchParams {
        match self.games.search {
            SearchKind::Gumbel => SearchParams::training(self.playouts(generation)),
            SearchKind::Puct => SearchParams::alpha_zero(self.playouts(generation)),
        }
    }

    /// Steps of learning after `positions` new ones.
    pub fn steps(&self, positions: u64) -> u64 {
        (positions as f64 * self.learning.reuse / self.learning.batch as f64).ceil() as u64
    }
}

impl Window {
    /// Size of the window, in positions, when there are `all`.
    pub fn size(&self, all: u64) -> u64 {
        let beyond = all as f64 - self.start;
        if beyond <= 0.0 {
            return all;
        }
        let Self { scale, share, exponent, .. } = *self;
        if exponent <= 0.0 {
            return self.start as u64;
        }
        let grown = (beyond + scale).powf(exponent) - scale.powf(exponent);
        (self.start + share * grown / (exponent * scale.powf(exponent - 1.0))) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generations_keep_their_playouts_when_a_training_is_made_longer() {
        let config = |generations, before: &[(u32, u32)]| {
            let before = before.iter().map(|&(done, generations)| Length { done, generations });
            let before = before.collect();
            TrainingConfig { generations, before, ..TrainingConfig::embedded() }
        };
        let (short, longer) = (config(5, &[]), config(9, &[]));
        let mixed = config(9, &[(3, 5), (5, 7)]);
        for number in 1..=3 {
            assert_eq!(mixed.playouts(number), short.playouts(number));
            assert_eq!(mixed.rate(number), short.rate(number));
        }
        assert_eq!(mixed.playouts(4), config(7, &[]).playouts(4));
        assert_eq!(mixed.playouts(6), longer.playouts(6));
    }

    #[test]
    fn the_embedded_training_is_valid_and_its_rules_exist() {
        TrainingConfig::embedded().check().expect("valid");
        for name in &TrainingConfig::embedded().rules {
            assert!(imperial_engine::catalog::text(name).is_some(), "{name}");
        }
    }

    #[test]
    fn playouts_grow_and_the_rate_falls() {
        let config = TrainingConfig { generations: 101, ..TrainingConfig::embedded() };
        assert_eq!([1, 51, 101, 500].map(|g| config.playouts(g)), [32, 55, 96, 96]);
        let rates = [1, 61, 101].map(|g| config.rate(g));
        assert_eq!(rates, [2e-3, 2e-3, 1e-4]);
        assert!(config.rate(81) < 2e-3 && config.rate(81) > 1e-4);
    }

    #[test]
    fn the_window_grows_ever_more_slowly() {
        let window = TrainingConfig::embedded().window;
        assert_eq!(window.size(99_999), 99_999);
        let sizes = [100_000, 110_000, 1_100_000].map(|all| window.size(all));
        assert_eq!(sizes[0], 100_000);
        // At its start it grows by 0.4 of what is added: a little less than 4000 of 10 000.
        assert!((103_500..104_000).contains(&sizes[1]), "{sizes:?}");
        assert!((250_000..350_000).contains(&sizes[2]), "{sizes:?}");
    }
}
