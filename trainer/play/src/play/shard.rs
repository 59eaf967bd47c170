//! The games of a job on many machines, each of which plays its share.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::OnceLock;

use anyhow::Context as _;
use imperial_data::{ShardFile, write_atomically};

use super::job::PlayJob;

/// The share of this program, if it plays one.
static SHARE: OnceLock<Shard> = OnceLock::new();

/// A share of all games: those whose number leaves `index` when it is divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u64,
    of: u64,
}

/// The text that was meant to be a share is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a share is written K/N, such as 0/4 for the first of four; K runs from 0 to N - 1")]
pub struct ShardError;

/// This machine has played its share; other shares are missing.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "share {}/{} is played; when the others are, too, `imperial merge` joins them, and this command without --shard \
     goes on", .shard.index, .shard.of
)]
pub struct ShareIsPlayed {
    shard: Shard,
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

impl Shard {
    /// Whether game number `game` is one of these.
    pub fn has(self, game: u64) -> bool {
        game % self.of == self.index
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
        ShareIsPlayed { shard: self }
    }

    /// Writes beside the log of jobs which games it holds, and which it will not.
    pub(super) fn write_down(self, jobs: &[PlayJob<'_>]) -> anyhow::Result<()> {
        let games = jobs.iter().map(|job| (job.numbers().start, job.numbers().end)).collect();
        let now = ShardFile { shard: self.index, of: self.of, games };
        let folder = &jobs[0].folder;
        let path = folder.join(ShardFile::NAME);
        match fs::read_to_string(&path) {
            Ok(text) => {
                let before: ShardFile = serde_json::from_str(&text)
                    .with_context(|| format!("`{}` is damaged; remove it", path.display()))?;
                if (before.shard, before.of) != (self.index, self.of) {
                    let there = format!("{}/{}", before.shard, before.of);
                    let here = format!("{}/{}", self.index, self.of);
                    return Err(OtherShare { folder: folder.clone(), there, here }.into());
                }
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read `{}`", path.display()));
            }
        }
        let text = serde_json::to_string(&now)? + "\n";
        Ok(write_atomically(&path, text.as_bytes())?)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let (index, of) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.parse::<u64>().map_err(|_| ShardError);
        let shard = Self { index: number(index)?, of: number(of)? };
        if shard.index < shard.of { Ok(shard) } else { Err(ShardError) }
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
