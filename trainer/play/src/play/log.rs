//! Where games are kept, and who played them.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    Damaged, Existing, GameLog, JOB_FILE, Job, JobMismatch, StoreError, check_kernel, make_folder,
    read_text, was_written, write_atomically,
};
use serde::Serialize;

use super::job::PlayJob;
use super::opening::OpeningPlies;
use crate::tell;
use imperial_net::Kernel;

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

/// What all games of a log have in common beside rules and seed.
#[derive(Serialize)]
struct Players {
    attackers: String,
    defenders: String,
    paired: bool,
    opening: OpeningPlies,
    /// The kernel of the networks, if any play.
    #[serde(skip_serializing_if = "Option::is_none")]
    kernel: Option<&'static str>,
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
            kernel: job.kernel().map(Kernel::name),
            first_game: shared.then_some(job.first_game),
            rules: shared.then(|| job.rules.game.name().to_owned()),
        }
    }
}

/// Opens the game log of jobs that share a folder, with what it holds already.
pub(super) fn open_log(jobs: &[PlayJob<'_>]) -> anyhow::Result<(GameLog, Existing)> {
    let first = &jobs[0];
    let players = PlayersFile::of(jobs)?;
    // The log of other players is neither repaired nor made. They may be others only because the file is damaged.
    if let Err(error) = players.is_there() {
        Damaged::check(&first.folder)?;
        return Err(error);
    }
    make_folder(&first.folder)?;
    let with_rules =
        |job: Job, play: &PlayJob<'_>| job.with_rules(play.rules.game.name(), &play.rules.text);
    let job = jobs.iter().fold(Job::new(first.seed), with_rules);
    let (log, existing) =
        GameLog::open(&first.path(), job).map_err(|error| other_seed(&first.folder, error))?;
    if existing.restored {
        tell!(
            "`{}`: what was said of the finished games was gone; the games are the same, and it is written again",
            first.path().display()
        );
    }
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

/// The lines of a file of players, as earlier versions wrote it, without the commas between them.
fn without_kernel(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("\"kernel\":"));
    lines.map(|line| line.trim_end_matches(','))
}

/// The file that says who plays in a folder, and how: a log must not mix games of different agents.
struct PlayersFile {
    folder: PathBuf,
    text: String,
    kernel: Option<&'static str>,
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
        let kernel = players.iter().find_map(|players| players.kernel);
        Ok(Self { folder, text: text + "\n", kernel })
    }

    fn path(&self) -> PathBuf {
        self.folder.join(JOB_FILE)
    }

    /// Whether these players were written down before; others are an error.
    fn is_there(&self) -> anyhow::Result<bool> {
        let path = self.path();
        match read_text(&path) {
            Ok(before) if before == self.text => Ok(true),
            Ok(before) => {
                check_kernel(&before, self.kernel, &self.folder)?;
                if without_kernel(&before).eq(without_kernel(&self.text)) {
                    return Ok(true);
                }
                let (folder, now) = (self.folder.clone(), self.text.clone());
                Err(OtherPlayers { folder, before, now }.into())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error).with_context(|| format!("cannot read `{}`", path.display())),
        }
    }

    /// Writes them down in the folder of a log that holds nothing yet.
    fn write(&self, existing: &Existing) -> anyhow::Result<()> {
        if !existing.games.is_empty() && !was_written(&self.path(), self.text.as_bytes()) {
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
    use std::fs;

    use imperial_data::{GAMES_FILE, LoadedRules, load_rules};
    use imperial_engine::PerSide;
    use imperial_engine::search::SearchParams;

    use super::*;
    use crate::agent::Agent;

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
        let rollouts = Agent::Rollouts(SearchParams::rollouts(4));
        let others = job(&rules, &rollouts, root.path());
        let job = job(&rules, &Agent::Random, root.path());
        let file = root.path().join(JOB_FILE);
        fs::write(&file, b"\xff").expect("written");
        let told = open_log(std::slice::from_ref(&job)).expect_err("no text").to_string();
        assert!(told.contains("cannot read") && told.contains(JOB_FILE), "{told}");
        assert_eq!(fs::read(&file).expect("it stays"), b"\xff");

        fs::remove_file(&file).expect("removed");
        crate::play::play("games", std::slice::from_ref(&job)).expect("a game");
        fs::remove_file(&file).expect("removed");
        let told = open_log(&[others]).expect_err("nobody knows who played").to_string();
        assert!(told.contains("no `job.json`"), "{told}");
        open_log(&[job]).expect("the manifest knows that these did");
        assert!(file.exists(), "it is written again");
    }
}
