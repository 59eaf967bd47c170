//! The games of a job on many machines, each of which plays its share.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

use imperial_data::ShardFile;

use super::job::PlayJob;

/// The share of this program, if it plays one.
static SHARE: OnceLock<Shard> = OnceLock::new();

/// A share of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shard {
    /// Those whose number leaves `index` when it is divided by `of`.
    Part {
        /// From 0.
        index: u64,
        /// Number of shares, at least 1.
        of: u64,
    },
    /// None: what needs no new games is done.
    None,
}

/// The text that was meant to be a share is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a share is written K/N, such as 0/4 for the first of four, with K from 0 to N - 1; or none"
)]
pub struct ShardError;

/// This machine has played its share, and others are missing.
#[derive(Clone, Copy, Debug, thiserror::Error)]
pub enum ShareIsPlayed {
    /// A part of the games.
    #[error(
        "share {index}/{of} is played; when the others are, too, `imperial merge` joins them, and the same command goes \
         on"
    )]
    Part {
        /// From 0.
        index: u64,
        /// Number of shares.
        of: u64,
    },
    /// No games.
    #[error("games are missing, which others must play with --shard K/N")]
    None,
}

/// The folder of a job holds another share of its games.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "`{}` holds share {there} of the games, and this is share {here}; choose another folder", .folder.display()
)]
pub struct OtherShare {
    folder: PathBuf,
    there: String,
    here: String,
}

/// The folder of a job holds a part of a share, which was played otherwise.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "`{}` was begun with {there}, and this is {here}; continue there as it was begun, or choose another folder",
    .folder.display()
)]
pub struct OtherProgram {
    folder: PathBuf,
    there: String,
    here: String,
}

impl Shard {
    /// Whether game number `game` is one of these.
    pub fn has(self, game: u64) -> bool {
        match self {
            Self::Part { index, of } => game % of == index,
            Self::None => false,
        }
    }

    /// Whether this program leaves games to others.
    pub fn is_played_here() -> bool {
        Self::of_this_program().is_some()
    }

    /// From now on this program plays these games alone.
    pub fn play_alone(self) {
        // A program has one command line.
        let _ = SHARE.set(self);
    }

    /// The share of this program, if it plays one.
    pub(super) fn of_this_program() -> Option<Self> {
        SHARE.get().copied()
    }

    pub(super) fn is_played(self) -> ShareIsPlayed {
        match self {
            Self::Part { index, of } => ShareIsPlayed::Part { index, of },
            Self::None => ShareIsPlayed::None,
        }
    }

    /// Whether a share is in the log of jobs that is one of other games than theirs.
    pub(super) fn is_of_others(jobs: &[PlayJob<'_>]) -> anyhow::Result<bool> {
        let there = ShardFile::read(&jobs[0].path())?;
        Ok(there.is_some_and(|there| there.games != ranges(jobs)))
    }

    /// Forgets which share is in the log of jobs, if one is, so that it may get the games of others.
    pub(super) fn forget(jobs: &[PlayJob<'_>]) -> anyhow::Result<()> {
        let log = jobs[0].path();
        if let Some(before) = ShardFile::read(&log)? {
            before.check(&log)?;
        }
        Ok(ShardFile::remove(&log)?)
    }

    /// Writes beside the log of jobs which games it holds, and which it will not.
    pub(super) fn write_down(self, jobs: &[PlayJob<'_>]) -> anyhow::Result<()> {
        let Self::Part { index, of } = self else { return Ok(()) };
        let games = ranges(jobs);
        let device = jobs.iter().find_map(PlayJob::device).map(str::to_owned);
        let mut now = ShardFile::new((index, of), games, device);
        let log = jobs[0].path();
        if let Some(before) = ShardFile::read(&log)? {
            let folder = jobs[0].folder.clone();
            if (before.shard, before.of) != (index, of) {
                let there = format!("{}/{}", before.shard, before.of);
                let here = format!("{index}/{of}");
                return Err(OtherShare { folder, there, here }.into());
            }
            let [there, here] = [&before, &now].map(in_words);
            if there != here {
                return Err(OtherProgram { folder, there, here }.into());
            }
            before.check(&log)?;
            if before.games == now.games && before.is_sealed() {
                return Ok(());
            }
            now = now.after(before);
        }
        Ok(now.write(&log)?)
    }

    /// Writes beside the log of jobs that all games of the share are there.
    pub(super) fn seal(self, job: &PlayJob<'_>) -> anyhow::Result<()> {
        let log = job.path();
        match ShardFile::read(&log)?.filter(|_| matches!(self, Self::Part { .. })) {
            Some(shard) if !shard.is_sealed() => Ok(shard.seal(&log)?),
            _ => Ok(()),
        }
    }
}

/// The numbers of the games of jobs: of each the first, and the first after it.
fn ranges(jobs: &[PlayJob<'_>]) -> Vec<(u64, u64)> {
    jobs.iter().map(|job| (job.numbers().start, job.numbers().end)).collect()
}

/// What plays a share, in words.
fn in_words(shard: &ShardFile) -> String {
    let device = shard.device.iter().map(|device| format!(" and --device {device}"));
    format!("version {}{}", shard.version, device.collect::<String>())
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        if text == "none" {
            return Ok(Self::None);
        }
        let (index, of) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| ShardError);
        let (index, of) = (number(index)?, number(of)?);
        if index < of { Ok(Self::Part { index, of }) } else { Err(ShardError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_all_games_and_none_twice() {
        let shares: Vec<Shard> =
            ["0/3", "1/3", "2/3"].map(|text| text.parse().expect("a share")).into();
        for game in 0..20 {
            assert_eq!(shares.iter().filter(|share| share.has(game)).count(), 1);
        }
        for wrong in ["3/3", "0/0", "1", "-1/2", "a/b", ""] {
            assert_eq!(wrong.parse::<Shard>(), Err(ShardError), "{wrong}");
        }
    }
}
