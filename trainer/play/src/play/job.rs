//! What is to be played and where it is kept.

use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    Existing, GAMES_FILE, GameLog, Job, JobMismatch, LoadedRules, StoreError, make_folder,
    write_atomically,
};
use imperial_engine::{PerSide, Side};
use serde::{Deserialize, Serialize};

use super::effort::Effort;
use crate::agent::Agent;

/// The folder of a job holds games of other players.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "`{}` holds games that were played otherwise; choose another folder.\nThere: {before}Here: {now}",
    .folder.display()
)]
pub struct OtherPlayers {
    folder: PathBuf,
    before: String,
    now: String,
}

/// The folder of a job holds games of another seed.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "`{}` holds games that were played with another --seed or by another command; choose another folder",
    .folder.display()
)]
pub struct OtherSeed {
    folder: PathBuf,
}

/// Name of the file beside it that says who plays.
const JOB_FILE: &str = "job.json";

/// What all games of a log have in common beside rules and seed.
#[derive(Serialize)]
struct Players {
    attackers: String,
    defenders: String,
    paired: bool,
    opening: Opening,
    /// Which games, where several jobs share a log.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_game: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<String>,
}

impl Players {
    fn of(job: &PlayJob<'_>, shared: bool) -> Self {
        Self {
            attackers: job.agents.attackers.label(),
            defenders: job.agents.defenders.label(),
            paired: job.paired,
            opening: job.opening,
            first_game: shared.then_some(job.first_game),
            rules: shared.then(|| job.rules.game.name().to_owned()),
        }
    }
}

/// How games of one job come to differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Opening {
    /// Plies at the start that are drawn uniformly; they belong to no agent.
    pub random_plies: u32,
    /// Plies after those that the agents draw from their search's policy instead of playing the
    /// best move.
    pub sampled_plies: u32,
}

impl Opening {
    /// Most plies of either kind.
    pub const MOST_PLIES: u32 = 1000;

    /// Checks that the plies can be played.
    ///
    /// # Errors
    /// Names the key that is too large.
    pub fn check(&self) -> anyhow::Result<()> {
        let plies = [("random_plies", self.random_plies), ("sampled_plies", self.sampled_plies)];
        match plies.into_iter().find(|(_, plies)| *plies > Self::MOST_PLIES) {
            Some((key, plies)) => {
                bail!("`opening.{key}` must be at most {}, not {plies}", Self::MOST_PLIES)
            }
            None => Ok(()),
        }
    }

    /// How games begin, in a sentence or two.
    pub fn told(&self) -> String {
        let plies = |number: u32| format!("{number} {}", if number == 1 { "ply" } else { "plies" });
        let start = match self.random_plies {
            0 => "at the starting position".to_owned(),
            random => format!("with {} at random", plies(random)),
        };
        let then = match self.sampled_plies {
            0 => String::new(),
            sampled => format!(", then {} drawn from the agents' own preferences", plies(sampled)),
        };
        let caution = match self.random_plies {
            0 => "",
            _ => " From the bare starting position a side may do better or worse.",
        };
        format!("Every game begins {start}{then}.{caution}")
    }
}

/// Most games that may be asked for at once.
pub const MOST_GAMES: u64 = 100_000_000;

/// Moves that a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The side that moves first.
    pub first: Side,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
}

/// How much of the search is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Root values, visits and policies: what a network learns from.
    Learning,
    /// Root values only.
    Values,
}

/// A number of games between two agents under one rule set.
///
/// Game `g` is played from the random stream `g` of `seed`, so it is the same game whichever thread
/// plays it and whatever was played before.
#[derive(Clone, Debug)]
pub struct PlayJob<'a> {
    /// The rules.
    pub rules: &'a LoadedRules,
    /// The agent of each side.
    pub agents: PerSide<&'a Agent>,
    /// In pairs of games both have the same opening and the agents change sides: games `2k` and
    /// `2k + 1` draw it from stream `k`, and in the odd one `agents` are swapped. After the opening
    /// each has a stream of its own.
    pub paired: bool,
    /// Number of the first game; even, if the games are paired. Jobs that share a folder have one
    /// seed, and numbers of their own.
    pub first_game: u64,
    /// Number of games.
    pub games: u64,
    /// Seed of all streams.
    pub seed: u64,
    /// How the games come to differ.
    pub opening: Opening,
    /// Moves that games begin with, before the random plies: one line for each game, in their order;
    /// or none, and all begin at the start.
    pub lines: &'a [Line],
    /// What is recorded of each agent's searches.
    pub detail: PerSide<Detail>,
    /// How plies share the effort.
    pub effort: Effort,
    /// The folder of the game log.
    pub folder: PathBuf,
}

impl<'a> PlayJob<'a> {
    /// No games yet, from the bare start, without pairs, at full effort; only values are recorded.
    pub fn new(rules: &'a LoadedRules, agents: PerSide<&'a Agent>, folder: PathBuf) -> Self {
        Self {
            rules,
            agents,
            paired: false,
            first_game: 0,
            games: 0,
            seed: 0,
            opening: Opening::default(),
            lines: &[],
            detail: PerSide::from_fn(|_| Detail::Values),
            effort: Effort::FULL,
            folder,
        }
    }
}

impl PlayJob<'_> {
    /// Which of the two agents plays `side` in game number `game`, named after the side that it
    /// has in even games.
    pub fn seat(&self, game: u64, side: Side) -> Side {
        if self.paired && !game.is_multiple_of(2) { !side } else { side }
    }

    /// The agent of `seat`, as it plays these rules.
    pub fn player(&self, seat: Side) -> &Agent {
        self.agents[seat].at(&self.rules.game)
    }

    /// The agent that plays `side` in game number `game`, by the name that it was given.
    pub fn agent(&self, game: u64, side: Side) -> &Agent {
        self.agents[self.seat(game, side)]
    }

    /// Games that one thread plays in step, so that their positions are evaluated together; one at a
    /// time against another program, which needs a process for each.
    pub(super) fn games_in_step(&self) -> usize {
        let external = |side| matches!(self.player(side), Agent::External(_));
        if Side::ALL.into_iter().any(external) {
            return 1;
        }
        let wanted = |side| match self.player(side) {
            Agent::Network(_, net) => net.games_in_step(),
            _ => 1,
        };
        wanted(Side::Attackers).max(wanted(Side::Defenders))
    }

    /// The file of the game log.
    pub fn path(&self) -> PathBuf {
        self.folder.join(GAMES_FILE)
    }

    /// Numbers of all its games.
    pub fn numbers(&self) -> Range<u64> {
        self.first_game..self.first_game + self.games
    }

    /// The moves that game number `game` begins with.
    pub fn line(&self, game: u64) -> Option<&Line> {
        self.lines.get((game - self.first_game) as usize)
    }

    /// The random stream that the opening of game number `game` is drawn from.
    pub fn stream(&self, game: u64) -> u64 {
        if self.paired { game / 2 } else { game }
    }
}

/// Opens the game log of jobs that share a folder, with what it holds already.
pub(super) fn open_log(jobs: &[PlayJob<'_>]) -> anyhow::Result<(GameLog, Existing)> {
    let first = &jobs[0];
    let players = PlayersFile::of(jobs)?;
    // The log of other players is neither repaired nor made.
    players.is_there()?;
    make_folder(&first.folder)?;
    let with_rules =
        |job: Job, play: &PlayJob<'_>| job.with_rules(play.rules.game.name(), &play.rules.text);
    let job = jobs.iter().fold(Job::new(first.seed), with_rules);
    let (log, existing) =
        GameLog::open(&first.path(), job).map_err(|error| other_seed(&first.folder, error))?;
    // Again under the log's lock: another process may have begun here in the meantime.
    if !players.is_there()? {
        players.write(&existing)?;
    }
    Ok((log, existing))
}

/// Says of an error about seeds, which users do not know, what it means to them.
fn other_seed(folder: &Path, error: StoreError) -> anyhow::Error {
    match error {
        StoreError::OtherJob { mismatch: JobMismatch::Seed { .. }, .. } => {
            OtherSeed { folder: folder.to_owned() }.into()
        }
        error => error.into(),
    }
}

/// The file that says who plays in a folder, and how: a log must not mix games of different agents.
struct PlayersFile {
    folder: PathBuf,
    text: String,
}

impl PlayersFile {
    fn of(jobs: &[PlayJob<'_>]) -> anyhow::Result<Self> {
        let folder = jobs[0].folder.clone();
        let players: Vec<Players> =
            jobs.iter().map(|job| Players::of(job, jobs.len() > 1)).collect();
        let text = match players.as_slice() {
            [alone] => serde_json::to_string_pretty(alone)?,
            several => serde_json::to_string_pretty(several)?,
        };
        Ok(Self { folder, text: text + "\n" })
    }

    fn path(&self) -> PathBuf {
        self.folder.join(JOB_FILE)
    }

    /// Whether these players were written down before; others are an error.
    fn is_there(&self) -> anyhow::Result<bool> {
        let path = self.path();
        match fs::read_to_string(&path) {
            Ok(before) if before == self.text => Ok(true),
            Ok(before) => {
                let (folder, now) = (self.folder.clone(), self.text.clone());
                Err(OtherPlayers { folder, before, now }.into())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
        }
    }

    /// Writes them down in the folder of a log that holds nothing yet.
    fn write(&self, existing: &Existing) -> anyhow::Result<()> {
        if !existing.games.is_empty() {
            bail!(
                "`{}` holds games and no `{JOB_FILE}`, so that nothing says who played them; choose \
                 another folder",
                self.folder.display()
            );
        }
        Ok(write_atomically(&self.path(), self.text.as_bytes())?)
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::search::SearchParams;

    use super::*;
    use imperial_data::load_rules;

    fn job<'a>(rules: &'a LoadedRules, agent: &'a Agent, folder: &Path) -> PlayJob<'a> {
        PlayJob {
            games: 1,
            seed: 1855,
            ..PlayJob::new(rules, PerSide::from_fn(|_| agent), folder.to_owned())
        }
    }

    #[test]
    fn who_plays_is_written_under_the_lock_of_the_log() {
        let root = tempfile::tempdir().expect("a folder");
        let rules = load_rules("tic-tac-toe").expect("embedded");
        let (random, other) = (Agent::Random, Agent::Rollouts(SearchParams::rollouts(2)));
        let path = root.path().join(GAMES_FILE);
        let held = GameLog::open(&path, Job::new(1855)).expect("a new log");
        assert!(open_log(&[job(&rules, &random, root.path())]).is_err(), "it is open already");
        assert!(!root.path().join(JOB_FILE).exists(), "who has no games says nothing of them");
        drop(held);
        drop(open_log(&[job(&rules, &other, root.path())]).expect("nobody has played yet"));
        let error = open_log(&[job(&rules, &random, root.path())]).expect_err("others play here");
        assert!(error.is::<OtherPlayers>(), "{error}");
    }

    #[test]
    fn another_seed_is_told_as_what_the_user_did() {
        let root = tempfile::tempdir().expect("a folder");
        let rules = load_rules("tic-tac-toe").expect("embedded");
        let job = job(&rules, &Agent::Random, root.path());
        crate::play::play("games", std::slice::from_ref(&job)).expect("a game");
        let error = open_log(&[PlayJob { seed: 4, ..job }]).expect_err("another seed");
        assert!(error.is::<OtherSeed>() && error.to_string().contains("another --seed"), "{error}");
    }

    #[test]
    fn players_that_cannot_be_read_are_not_taken_for_none() {
        let root = tempfile::tempdir().expect("a folder");
        let rules = load_rules("tic-tac-toe").expect("embedded");
        let job = job(&rules, &Agent::Random, root.path());
        let file = root.path().join(JOB_FILE);
        fs::write(&file, b"\xff").expect("written");
        let told = open_log(std::slice::from_ref(&job)).expect_err("no text").to_string();
        assert!(told.contains("cannot read") && told.contains(JOB_FILE), "{told}");
        assert_eq!(fs::read(&file).expect("it stays"), b"\xff");

        fs::remove_file(&file).expect("removed");
        crate::play::play("games", std::slice::from_ref(&job)).expect("a game");
        fs::remove_file(&file).expect("removed");
        let told = open_log(&[job]).expect_err("nobody knows who played").to_string();
        assert!(told.contains("no `job.json`"), "{told}");
    }

    #[test]
    fn openings_are_told() {
        let told = |random_plies, sampled_plies| Opening { random_plies, sampled_plies }.told();
        assert_eq!(told(0, 0), "Every game begins at the starting position.");
        let both = "Every game begins with 1 ply at random, then 10 plies drawn from the agents' own \
                    preferences. From the bare starting position a side may do better or worse.";
        assert_eq!(told(1, 10), both);
    }

    #[test]
    fn openings_beyond_all_games_are_refused() {
        let opening = |random_plies| Opening { random_plies, sampled_plies: 0 };
        assert!(opening(1000).check().is_ok());
        let error = opening(1001).check().expect_err("too many").to_string();
        assert!(error.contains("`opening.random_plies` must be at most 1000"), "{error}");
    }
}
