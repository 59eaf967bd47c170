//! A training: generations of self-play and learning in one process, for hours or days.
//!
//! Each generation plays games with the newest network on all cores, then learns from the newest
//! positions on all cores; how long either takes follows from the number of games and from how
//! often a position is used. A generation is done when the checkpoint says so. A training that was
//! killed at any instant plays what is missing of the generation's games, learns it anew from the
//! checkpoint before, and ends with the same network. With `overlap` each generation plays while the
//! one before learns, with the network before that one.

mod beginning;
mod card;
mod census;
mod config;
mod exact;
mod folder;
mod forks;
mod generation;
mod metrics;
mod opponent;
mod plan;
mod rest;
mod title;
mod window;

use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use imperial_data::{GameRecord, RuleBook, is_lost};

use crate::learning::samples_of;
pub use census::CROSSED;
use census::Census;
pub use config::{Against, DEFAULT, SHORT, TrainingConfig};
use exact::ExactPositions;
pub use folder::TrainingFolder;
pub use forks::longest_opening_of;
use imperial_net::{Backend, Learner, NetFile, Network, Sample};
use imperial_play::interrupt::{self, Interrupted};
use imperial_play::play::Shard;
use imperial_play::progress::Progress;
use imperial_play::tell;
use imperial_stats::Elo;
pub use metrics::{Learned, Metrics, MetricsLog, SideRow};
pub use opponent::{Opponent, opponent_of};
use plan::{Plan, Stage};
pub use rest::{knowledge_of_training, training_of};
pub use title::{mixes, title};
use window::Window;

/// A training in its folder, ready to go on.
#[derive(Debug)]
pub struct Training {
    plan: Arc<Plan>,
    learner: Learner,
    exact: ExactPositions,
    /// The name of the training that its networks come from.
    origin: String,
    window: Window,
    /// Whether the window holds the generations that are done.
    window_is_filled: bool,
    log: MetricsLog,
    /// Number of the last generation that is done.
    done: u32,
    /// Games that were played while the generation before learned.
    ahead: Option<Stage>,
    page: Option<Page>,
    /// When it is to end at the latest, about.
    until: Option<Instant>,
}

/// How long a training goes on after the games of a generation, and after the learning from them.
struct Expected {
    after_games: Duration,
    after_learning: Duration,
}

/// Shows how a training goes.
pub type Page = fn(&TrainingConfig, &MetricsLog) -> String;

impl Training {
    /// Begins or continues the training of `config` in the folder `root`.
    ///
    /// # Errors
    /// When the settings are flawed, the folder belongs to another training or is in use, or a file
    /// of it cannot be read.
    pub fn open(root: &Path, mut config: TrainingConfig, backend: Backend) -> anyhow::Result<Self> {
        config.check()?;
        config.check_first_games()?;
        let rules = imperial_data::load_all(&config.rules)?;
        let exact = ExactPositions::of(&config, &rules)?;
        let ancestor = beginning::ancestor(root, &mut config, &backend)?;
        let shape = beginning::shape(&rules, &config, ancestor.as_ref())?;
        let origin = beginning::origin(&config, ancestor.as_ref());
        let folder = TrainingFolder::open(root, &config, &rules, backend.kernel_name())?;
        let learner = beginning::learner(&folder, &config, &shape, ancestor, &backend)?;
        beginning::opponent(&folder, &config, &shape, &backend)?;
        let log = MetricsLog::open(&folder, learner.progress().step)?;
        let done = log.last().map_or(0, |row| row.generation);
        config.before = folder.resize(&config, done)?;
        let window = Window::default();
        let window_is_filled = done == config.generations;
        let mut training = Self {
            plan: Arc::new(Plan { config, rules, folder, backend }),
            learner,
            exact,
            origin,
            window,
            window_is_filled,
            log,
            done,
            ahead: None,
            page: None,
            until: None,
        };
        // Who plays a share alone needs nothing of before.
        if !Shard::is_played_here() {
            (1..=done).try_for_each(|number| training.plan.mend(number))?;
            training.mend_networks()?;
            training.fill_window()?;
        }
        Ok(training)
    }

    /// Has `page` written after each generation.
    #[must_use]
    pub fn with_page(self, page: Page) -> Self {
        Self { page: Some(page), ..self }
    }

    /// Goes on until all generations are done or `until` has come. Generations are whole, so it ends where one
    /// ends that is nearest to that time, after one at least. Gives whether all are done.
    ///
    /// # Errors
    /// When a step fails, or the user interrupts. Then it continues when it is opened again, and not before: what the
    /// disk holds may be less than what is here.
    pub fn go_on(&mut self, until: Option<Instant>) -> anyhow::Result<bool> {
        self.until = until;
        let started = Instant::now();
        let before = self.done;
        if before > 0 && !self.plan.folder.page().exists() {
            self.write_page()?;
        }
        while self.done < self.plan.config.generations {
            let half = self.last_took_in_all() / 2;
            let is_late = until.is_some_and(|until| Instant::now() + half > until);
            if is_late && self.done > before {
                return Ok(false);
            }
            self.generation(self.done + 1)?;
            self.tell(started, before);
        }
        Ok(true)
    }

    /// The folder.
    pub fn folder(&self) -> &TrainingFolder {
        &self.plan.folder
    }

    /// What happened in each generation.
    pub fn log(&self) -> &MetricsLog {
        &self.log
    }

    /// The network as it stands, with the name of its training.
    fn network(&self) -> Network {
        self.learner.network().of_training(Some(self.origin.clone()))
    }

    /// Generations that are done.
    pub fn done(&self) -> u32 {
        self.done
    }

    /// Plays and learns one generation.
    fn generation(&mut self, number: u32) -> anyhow::Result<()> {
        let stage = match self.ahead.take() {
            Some(stage) if stage.number == number => stage,
            _ => self.plan.play(number, self.expected(number).after_games)?,
        };
        self.fill_window()?;
        let games = self.games(number)?;
        let names: Vec<&str> = self.plan.rules.iter().map(|rules| rules.game.name()).collect();
        let census = Census::new(number, &games, &stage.learner, &self.plan.config, &names);
        let samples = self.samples(number, &games)?;
        let positions = samples.len() as u64;
        if positions == 0 {
            bail!("generation {number}: the games hold nothing to learn from");
        }
        let all = positions + self.log.last().map_or(0, |row| row.all_positions);
        self.window.add(samples, &self.plan.config.window, all);
        let (learned, ahead) = self.learn_and_play_ahead(number, positions);
        let learned = learned?;
        // Without the checkpoint all that was learned would be lost.
        let _held = interrupt::hold();
        let window = self.window.samples().len() as u64;
        let sizes = [positions, window, self.learner.progress().step];
        let config = &self.plan.config;
        let row = Metrics::new((number, config), &census, &stage.played, &learned, sizes);
        self.log.push(row, &census);
        self.save(number)?;
        self.ahead = ahead.transpose()?;
        Ok(())
    }

    /// Learns, and lets the next generation play meanwhile where its network is there already. Games that others
    /// play are played when it is their turn.
    fn learn_and_play_ahead(
        &mut self,
        number: u32,
        positions: u64,
    ) -> (anyhow::Result<Learned>, Option<anyhow::Result<Stage>>) {
        let next = number + 1;
        let config = &self.plan.config;
        let is_ahead = next <= config.generations && config.player(next) < number;
        if !is_ahead || Shard::is_played_here() {
            return (self.learn(number, positions), None);
        }
        let (plan, rest) = (Arc::clone(&self.plan), self.expected(next).after_games);
        thread::scope(|scope| {
            let playing = scope.spawn(move || plan.play(next, rest));
            let learned = self.learn(number, positions);
            if let Some(error) = learned.as_ref().err().filter(|error| !error.is::<Interrupted>()) {
                tell!(
                    "{error}; the games of generation {next} are finished first, which Ctrl-C breaks off"
                );
            }
            (learned, Some(playing.join().unwrap_or_else(|panic| resume_unwind(panic))))
        })
    }

    /// Learns from the window after `positions` new ones.
    fn learn(&mut self, number: u32, positions: u64) -> anyhow::Result<Learned> {
        self.learner.set_config(self.plan.config.learn_config(number));
        let steps = self.plan.config.steps(positions);
        let rest = self.expected(number).after_learning;
        let stage = self.plan.stage(number, "learning");
        let progress = Progress::start(&stage, "steps", "", 0, steps)
            .with_time_left(move |steps| steps.saturating_add(rest));
        let started = Instant::now();
        let mut learned = Learned::default();
        for _ in 0..steps {
            interrupt::check()?;
            let Ok(losses) = self.learner.step_on(self.window.samples()) else {
                bail!("learning diverged in generation {number}: lower `learning.rate`");
            };
            learned.add(&losses);
            progress.note(&format!(
                "policy {:.3}  value {:.3}",
                losses.get("policy"),
                losses.get("value")
            ));
            progress.advance();
        }
        progress.clear();
        learned.seconds = started.elapsed().as_secs_f64();
        Ok(learned)
    }

    /// How long the last generation has played and learned, as far as one is known.
    fn last_took(&self) -> [Duration; 2] {
        let time = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let seconds =
            self.log.last().map_or([0.0; 2], |row| [row.playing_seconds, row.learning_seconds]);
        seconds.map(time)
    }

    /// How long the last generation took.
    fn last_took_in_all(&self) -> Duration {
        let [playing, learning] = self.last_took();
        if self.plan.config.overlap {
            playing.max(learning)
        } else {
            playing.saturating_add(learning)
        }
    }

    /// What probably follows the stages of a generation.
    fn expected(&self, number: u32) -> Expected {
        let [playing, learning] = self.last_took();
        let after_games =
            learning.saturating_add(self.later(number, playing.saturating_add(learning)));
        Expected { after_games, after_learning: self.later(number, learning) }
    }

    /// What probably follows generation `number`, which ends in `rest`: each later one takes as long as the last one,
    /// until the time is over.
    fn later(&self, number: u32, rest: Duration) -> Duration {
        let later = self.plan.config.generations.saturating_sub(number);
        let all = self.last_took_in_all().saturating_mul(later);
        within(self.until, rest, all)
    }

    /// Writes what a generation leaves. The checkpoint says that it is done, and only then older networks go: until
    /// then they may have to play it again.
    fn save(&mut self, number: u32) -> anyhow::Result<()> {
        let network = self.network();
        NetFile::save(&self.plan.folder.network(number), &network)?;
        NetFile::save(&self.plan.folder.newest(), &network)?;
        self.log.save(&self.plan.folder)?;
        self.write_page()?;
        self.learner.save(&self.plan.folder.checkpoint())?;
        self.done = number;
        self.tidy(number)
    }

    fn write_page(&self) -> anyhow::Result<()> {
        let Some(page) = self.page else { return Ok(()) };
        let page = page(&self.plan.config, &self.log);
        Ok(imperial_data::write_atomically(&self.plan.folder.page(), page.as_bytes())?)
    }

    /// Writes the newest networks again where they are gone, as they follow from the checkpoint; and removes what a
    /// program left that was stopped before it did.
    ///
    /// # Errors
    /// When others are gone.
    fn mend_networks(&self) -> anyhow::Result<()> {
        let folder = &self.plan.folder;
        if self.done > 0 {
            let network = self.network();
            let newest = [folder.network(self.done), folder.newest()];
            let mut lost = newest.iter().filter(|path| !path.exists());
            lost.try_for_each(|path| NetFile::save(path, &network))?;
        }
        let lost = (0..self.done).map(|number| folder.network(number)).find(|path| is_lost(path));
        match lost {
            Some(file) => Err(TrainingFolder::learn_again(&file).into()),
            None => self.tidy(self.done),
        }
    }

    /// Removes networks before the last one, but for those that are kept as opponents.
    fn tidy(&self, number: u32) -> anyhow::Result<()> {
        let old = (1..number.saturating_sub(1))
            .filter(|old| !old.is_multiple_of(self.plan.config.games.past_every))
            .map(|old| self.plan.folder.network(old));
        Ok(old.filter(|path| path.exists()).try_for_each(|path| imperial_data::remove(&path))?)
    }

    /// Reads the newest generations back, as many as the window holds.
    fn fill_window(&mut self) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.window_is_filled, true) {
            return Ok(());
        }
        let Some(last) = self.log.last() else { return Ok(()) };
        let (all, size) = (last.all_positions, self.plan.config.window.size(last.all_positions));
        let positions = self.log.rows.iter().rev().map(|row| row.positions);
        let counted = positions.scan(0, |sum, number| {
            let before = *sum;
            *sum += number;
            (before < size).then_some(())
        });
        let first = self.done - (counted.count() as u32) + 1;
        let progress = Progress::start(
            "reading the window",
            "generations",
            "",
            0,
            u64::from(self.done + 1 - first),
        );
        for number in first..=self.done {
            interrupt::check()?;
            let games = self.games(number)?;
            let samples = self.samples(number, &games)?;
            self.window.add(samples, &self.plan.config.window, all);
            progress.advance();
        }
        progress.clear();
        Ok(())
    }

    fn games(&self, number: u32) -> anyhow::Result<Vec<GameRecord>> {
        self.plan.folder.read_games(number)?.collect()
    }

    fn samples(&self, number: u32, games: &[GameRecord]) -> anyhow::Result<Vec<Sample>> {
        let mut book = RuleBook::new(self.plan.folder.root());
        let folder = self.plan.folder.games(number);
        let mut samples = samples_of(&mut book, &folder, games, self.plan.config.target())
            .with_context(|| format!("cannot learn from `{}`", folder.display()))?;
        samples.extend(self.exact.samples(number, &self.plan.config, &self.plan.rules)?);
        Ok(samples)
    }

    /// One line about the generation that was just done.
    fn tell(&self, started: Instant, before: u32) {
        let (Some(row), config) = (self.log.last(), &self.plan.config) else { return };
        let per_generation = started.elapsed().as_secs_f64() / f64::from(self.done - before);
        let left = per_generation * f64::from(config.generations - self.done);
        let left = within(self.until, Duration::ZERO, Duration::from_secs_f64(left));
        let left = indicatif::HumanDuration(left);
        let alone = row.alone().unwrap_or_else(|| "no games against itself".to_owned());
        let past = row.past_score.map_or(String::new(), |score| {
            let whom = if config.against.is_some() { "its opponent" } else { "the past" };
            format!(", {} Elo against {whom}", Elo::from_score(score))
        });
        tell!(
            "generation {} of {}: {} games, {} positions; {alone}; policy {:.3}, value {:.3}{past}; {left} left",
            row.generation,
            config.generations,
            row.all_games,
            row.all_positions,
            row.policy_loss,
            row.value_loss,
        );
    }
}

/// How long work goes on that takes `time`, begins after `rest`, and ends at the limit, if there is one.
fn within(limit: Option<Instant>, rest: Duration, time: Duration) -> Duration {
    limit.map_or(time, |limit| {
        time.min(limit.saturating_duration_since(Instant::now()).saturating_sub(rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_ends_with_the_time_limit() {
        let [hour, short] = [3600, 20].map(Duration::from_secs);
        let limit = Some(Instant::now() + short);
        assert!(within(limit, Duration::ZERO, hour) <= short);
        assert!(within(limit, Duration::from_secs(15), hour) <= Duration::from_secs(5));
        assert_eq!(within(limit, hour, hour), Duration::ZERO);
        assert_eq!(within(limit, Duration::ZERO, Duration::from_secs(1)), Duration::from_secs(1));
        assert_eq!(within(None, hour, hour), hour);
    }
}
