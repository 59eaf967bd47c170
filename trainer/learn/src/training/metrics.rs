//! What happened in each generation, as two CSV files.

use serde::{Deserialize, Serialize};

use super::census::{Census, Results};
use super::config::TrainingConfig;
use super::folder::TrainingFolder;
use imperial_net::Losses;
use imperial_play::play::Played;
use imperial_play::table;
use imperial_stats::Elo;

/// One row of `metrics.csv`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// Number of the generation, from 1.
    pub generation: u32,
    /// When it was done, in seconds since 1970.
    pub time: u64,
    /// Games and plies of this generation.
    pub games: u64,
    /// Plies of these games.
    pub plies: u64,
    /// Positions that are learned from.
    pub positions: u64,
    /// The same of all generations so far.
    pub all_games: u64,
    /// Plies of all generations so far.
    pub all_plies: u64,
    /// Positions of all generations so far.
    pub all_positions: u64,
    /// Positions in the window.
    pub window: u64,
    /// Playouts of a full search.
    pub playouts: u32,
    /// Steps of learning since the beginning.
    pub step: u64,
    /// The learning rate.
    pub rate: f64,
    /// Mean losses of this generation's steps.
    pub loss: f32,
    /// Cross-entropy of the policy in nats.
    pub policy_loss: f32,
    /// Cross-entropy of win, draw and loss in nats.
    pub value_loss: f32,
    /// Huber loss of the logarithm of the plies left.
    pub plies_left_loss: f32,
    /// Cross-entropy of the opponent's reply in nats.
    pub reply_loss: f32,
    /// Cross-entropy of what a square holds at the end in nats.
    pub occupancy_loss: f32,
    /// Mean entropy of the recorded policies in nats.
    pub entropy: Option<f64>,
    /// Share of the games against itself that the attackers won; nothing where there were none.
    pub attackers: Option<f64>,
    /// Share that was drawn.
    pub draws: Option<f64>,
    /// Share that the defenders won.
    pub defenders: Option<f64>,
    /// Mean length of these games in plies.
    pub mean_plies: Option<f64>,
    /// Share of all games in which a side was seen to be winning for good.
    pub decided: f64,
    /// Share of these that this side did not win.
    pub wrongly_decided: Option<f64>,
    /// Games against past networks.
    pub past_games: u64,
    /// Score in these, from 0 to 1.
    pub past_score: Option<f64>,
    /// The same in Elo, at most 800.
    pub past_elo: Option<f64>,
    /// Evaluations per second of playing; empty where the games were there already.
    pub evaluations_per_second: Option<f64>,
    /// Samples learned per second.
    pub samples_per_second: f64,
    /// Seconds of playing in the session that finished the generation.
    pub playing_seconds: f64,
    /// Seconds of learning.
    pub learning_seconds: f64,
}

/// One row of `sides.csv`: results of the network against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SideRow {
    /// Number of the generation.
    pub generation: u32,
    /// Name of the rule set, or `crossed` for all mixtures.
    pub rules: String,
    /// Games that the attackers won.
    pub attackers: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the defenders won.
    pub defenders: u64,
    /// Plies of all these games.
    pub plies: u64,
}

impl Metrics {
    /// Results and length of the games against itself, in words; nothing where there were none.
    pub fn alone(&self) -> Option<String> {
        let percent = |share: f64| (100.0 * share).round();
        let (attackers, draws) = (percent(self.attackers?), percent(self.draws?));
        Some(format!("attackers {attackers} %, draws {draws} %, {:.0} plies", self.mean_plies?))
    }
}

impl SideRow {
    /// The results.
    pub const fn results(&self) -> Results {
        let Self { attackers, draws, defenders, plies, .. } = *self;
        Results { attackers, draws, defenders, plies }
    }
}

/// Learning of one generation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Learned {
    /// Steps taken.
    pub steps: u64,
    /// Sums of the losses over these steps.
    sums: [f64; 6],
    /// Seconds that they took.
    pub seconds: f64,
}

impl Learned {
    /// Adds the losses of a step.
    pub fn add(&mut self, losses: &Losses) {
        self.steps += 1;
        let parts =
            ["policy", "value", "plies_left", "reply", "occupancy"].map(|name| losses.get(name));
        for (sum, loss) in self.sums.iter_mut().zip([losses.total].into_iter().chain(parts)) {
            *sum += f64::from(loss);
        }
    }

    /// Means of the losses: total, policy, value, plies left, reply and occupancy.
    pub fn means(&self) -> [f32; 6] {
        self.sums.map(|sum| (sum / self.steps.max(1) as f64) as f32)
    }
}

/// All rows so far, in memory and on disk.
#[derive(Debug, Default)]
pub struct MetricsLog {
    /// One row per generation.
    pub rows: Vec<Metrics>,
    /// Some rows per generation.
    pub sides: Vec<SideRow>,
}

impl MetricsLog {
    /// Reads the rows up to and with step `step`, where the checkpoint stands; later ones belong to
    /// a generation that is done again.
    ///
    /// # Errors
    /// When a file cannot be read, or lacks the row of that step.
    pub fn open(folder: &TrainingFolder, step: u64) -> anyhow::Result<Self> {
        let mut rows: Vec<Metrics> = table::read(&folder.metrics())?;
        let mut sides: Vec<SideRow> = table::read(&folder.sides())?;
        rows.retain(|row| row.step <= step);
        if rows.last().map_or(0, |row| row.step) != step {
            return Err(TrainingFolder::learn_again(&folder.metrics()).into());
        }
        if step > 0 && !folder.sides().exists() {
            return Err(TrainingFolder::learn_again(&folder.sides()).into());
        }
        sides.retain(|side| rows.iter().any(|row| row.generation == side.generation));
        Ok(Self { rows, sides })
    }

    /// The newest row.
    pub fn last(&self) -> Option<&Metrics> {
        self.rows.last()
    }

    /// Adds the row of a generation; sums go on from the row before.
    pub fn push(&mut self, mut row: Metrics, census: &Census) {
        if let Some(before) = self.last() {
            row.all_games += before.all_games;
            row.all_plies += before.all_plies;
            row.all_positions += before.all_positions;
        }
        let generation = row.generation;
        self.rows.push(row);
        self.sides.extend(census.by_rules.iter().map(|(rules, results)| {
            let rules = rules.clone();
            let Results { attackers, draws, defenders, plies } = *results;
            SideRow { generation, rules, attackers, draws, defenders, plies }
        }));
    }

    /// Writes both files, atomically.
    pub fn save(&self, folder: &TrainingFolder) -> anyhow::Result<()> {
        table::write(&folder.metrics(), &self.rows)?;
        table::write(&folder.sides(), &self.sides)
    }
}

impl Metrics {
    /// What is known of a generation, its own numbers standing for the sums. `positions` are those that it added to the
    /// `window`, `step` is the step of learning that it has come to.
    pub fn new(
        (generation, config): (u32, &TrainingConfig),
        census: &Census,
        played: &Played,
        learned: &Learned,
        [positions, window, step]: [u64; 3],
    ) -> Self {
        let learned_from = learned.steps * config.learning.batch as u64;
        let alone = census.alone();
        let share = |part: u64, whole: u64| part as f64 / whole.max(1) as f64;
        let [loss, policy_loss, value_loss, plies_left_loss, reply_loss, occupancy_loss] =
            learned.means();
        let (past_games, points) = census.past;
        let of_alone = |part| (alone.games() > 0).then(|| share(part, alone.games()));
        let past_score = (past_games > 0).then(|| points / past_games as f64);
        let time = std::time::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_secs());
        Self {
            generation,
            time,
            games: census.games,
            plies: census.plies,
            positions,
            all_games: census.games,
            all_plies: census.plies,
            all_positions: positions,
            window,
            playouts: config.playouts(generation),
            step,
            rate: config.rate(generation),
            loss,
            policy_loss,
            value_loss,
            plies_left_loss,
            reply_loss,
            occupancy_loss,
            entropy: census.entropy(),
            attackers: of_alone(alone.attackers),
            draws: of_alone(alone.draws),
            defenders: of_alone(alone.defenders),
            mean_plies: of_alone(alone.plies),
            decided: share(census.decided, census.games),
            wrongly_decided: (census.decided > 0)
                .then(|| share(census.wrongly_decided, census.decided)),
            past_games,
            past_score,
            past_elo: past_score.map(|score| Elo::from_score(score).points()),
            evaluations_per_second: (played.games == census.games)
                .then(|| played.evaluations as f64 / played.seconds.max(1e-9)),
            samples_per_second: learned_from as f64 / learned.seconds.max(1e-9),
            playing_seconds: played.seconds,
            learning_seconds: learned.seconds,
        }
    }
}
