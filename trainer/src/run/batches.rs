//! How many games of each cell have been decided on, and how many more follow.
//!
//! Games are played in batches. The results are looked at between batches only, and the next batch is
//! written down before it is played, so that neither threads nor interruptions have a say in when
//! the games stop. (A batch that was broken off holds more short games than long ones: stopping
//! there would favour whoever wins quickly.)

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use imperial_data::{BATCHES_FILE, Damaged, LoadedRules, read_text, write_atomically};
use imperial_lab::Looks;
use imperial_play::agent::{AgentSpec, folder_of_agent};

/// Version of its form.
const FORMAT: u32 = 1;
/// A batch is this share of all games before it.
const GROWTH: f64 = 0.5;
/// Fewest games of a batch for each cell that needs some.
const FEWEST: u64 = 40;
/// Portions in which a batch is handed out.
const PORTIONS: u64 = 60;
/// What a cell is hoped to need is multiplied by this, since intervals do not shrink exactly as
/// expected.
const RESERVE: f64 = 1.02;

/// How long to play on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// The half-width that every interval of the attackers' score and share of wins should have, as
    /// a share.
    pub precision: f64,
    /// Most games of all cells together.
    pub max_games: u64,
    /// No batch begins after this time, counted from the first one.
    pub time: Option<Duration>,
}

/// The games decided on so far, by cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Batches {
    format: u32,
    /// How often the results were looked at or will have been when this batch is complete.
    pub looks: u32,
    /// Number of games of each cell.
    games: BTreeMap<String, u64>,
    #[serde(skip)]
    path: PathBuf,
}

/// A cell that wants more games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellGames {
    /// Games played.
    pub games: u64,
    /// Half the width of its widest interval.
    pub width: f64,
}

/// The name of a rule set and agent in [`Batches`], and of the folder of their games.
pub(super) fn key(rules: &LoadedRules, spec: &AgentSpec) -> String {
    format!("{}/{}", rules.game.name(), folder_of_agent(&spec.to_string()))
}

/// The name of the folder of the games of two agents, the weaker first.
pub(super) fn key_of_pair(rules: &LoadedRules, specs: [&AgentSpec; 2]) -> String {
    let [weaker, stronger] = specs.map(|spec| folder_of_agent(&spec.to_string()));
    format!("{}/{weaker}-v-{stronger}", rules.game.name())
}

impl Batches {
    /// Whether anything was decided on in `folder`.
    pub fn are_in(folder: &Path) -> bool {
        folder.join(BATCHES_FILE).is_file()
    }

    /// Reads what was decided on before in `folder`.
    ///
    /// # Errors
    /// When the file is there and cannot be used.
    pub fn open(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join(BATCHES_FILE);
        // How often somebody has looked at the games is known from nothing else.
        Damaged::check_there(&path)?;
        let batches = if path.exists() {
            let read = || {
                let batches: Self = serde_json::from_str(&read_text(&path)?)?;
                anyhow::ensure!(batches.format == FORMAT, "its format is {}", batches.format);
                Ok(batches)
            };
            read().with_context(|| {
                format!("cannot continue `{}`: choose another folder", path.display())
            })?
        } else {
            Self { format: FORMAT, looks: 1, games: BTreeMap::new(), path: PathBuf::new() }
        };
        Ok(Self { path, ..batches })
    }

    /// The cells that games were decided on for.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        self.games.keys().map(String::as_str)
    }

    /// Number of games decided on for a cell.
    pub fn games(&self, cell: &str) -> u64 {
        self.games.get(cell).copied().unwrap_or(0)
    }

    /// The most games of a rule set and agent, for which an earlier command may have asked.
    pub fn most(&self) -> u64 {
        // Handicaps, surfaces and exploiters have names of their own between the two.
        let plain = self.games.iter().filter(|(cell, _)| cell.matches('/').count() == 1);
        plain.map(|(_, games)| *games).max().unwrap_or(0)
    }

    /// Whether games were added after someone had looked.
    pub fn looks(&self) -> Looks {
        if self.looks > 1 { Looks::Any } else { Looks::Once }
    }

    /// Decides on at least so many games for each cell, and writes that down. Where a cell had fewer
    /// before, someone has looked at its results in the meantime.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn raise(&mut self, wanted: impl IntoIterator<Item = (String, u64)>) -> anyhow::Result<()> {
        let before = self.games.clone();
        let mut grown = false;
        for (cell, games) in wanted {
            let known = self.games.entry(cell).or_insert(0);
            grown |= (1..games).contains(known);
            *known = games.max(*known);
        }
        self.looks += u32::from(grown);
        if self.games == before && self.path.exists() {
            return Ok(());
        }
        let text = serde_json::to_string_pretty(self)? + "\n";
        Ok(write_atomically(&self.path, text.as_bytes())?)
    }
}

/// How many more games each cell gets in the next batch of at most `most` games; all 0 when every
/// interval is narrow enough. They go where they narrow an interval most, none to cells that are
/// narrow enough already or are expected to be with what they have got.
pub(super) fn next_batch(cells: &[CellGames], precision: f64, most: u64) -> Vec<u64> {
    let wide = cells.iter().filter(|cell| cell.width > precision).count() as u64;
    let played: u64 = cells.iter().map(|cell| cell.games).sum();
    let size = ((played as f64 * GROWTH) as u64).max(FEWEST * wide).min(most);
    let mut more = vec![0; cells.len()];
    let mut left = size;
    let portion = size.div_ceil(PORTIONS).max(1);
    while left > 0 {
        let gain = |index: usize| {
            let (now, then) = (
                expected(cells[index], more[index]),
                expected(cells[index], more[index] + portion),
            );
            if now * RESERVE > precision && cells[index].width > precision {
                now - then
            } else {
                0.0
            }
        };
        let best = (0..cells.len()).max_by(|a, b| gain(*a).total_cmp(&gain(*b)).then(b.cmp(a)));
        let Some(best) = best.filter(|best| gain(*best) > 0.0) else { break };
        let given = portion.min(left);
        more[best] += given;
        left -= given;
    }
    more
}

/// The half-width that a cell should have with so many more games.
fn expected(cell: CellGames, more: u64) -> f64 {
    let games = cell.games.max(1) as f64;
    cell.width * (games / (games + more as f64)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(games: u64, width: f64) -> CellGames {
        CellGames { games, width }
    }

    #[test]
    fn games_go_where_they_narrow_most() {
        let more = next_batch(&[cell(200, 0.12), cell(200, 0.04), cell(200, 0.01)], 0.02, 1000);
        assert_eq!(more.iter().sum::<u64>(), 300);
        assert!(more[0] > more[1] && more[2] == 0, "{more:?}");
    }

    #[test]
    fn no_more_games_than_needed_or_allowed() {
        let near = next_batch(&[cell(1000, 0.021), cell(1000, 0.01)], 0.02, 100_000);
        assert!((100..=200).contains(&near[0]) && near[1] == 0, "{near:?}");
        let few = next_batch(&[cell(1000, 0.1), cell(1000, 0.1)], 0.02, 7);
        assert_eq!(few.iter().sum::<u64>(), 7);
        assert_eq!(next_batch(&[cell(1000, 0.02)], 0.02, 7), [0]);
    }

    #[test]
    fn what_was_decided_is_kept() {
        let folder = tempfile::tempdir().expect("a folder");
        let cell = |games| [("a/random".to_owned(), games)];
        let mut first = Batches::open(folder.path()).expect("new");
        first.raise(cell(200)).expect("written");
        assert_eq!((first.games("a/random"), first.looks()), (200, Looks::Once));
        first.raise([("a/handicap/random".to_owned(), 500)]).expect("written");
        assert_eq!(first.most(), 200, "handicaps are no agents");

        let mut second = Batches::open(folder.path()).expect("there");
        assert_eq!(second, first);
        second.raise(cell(100)).expect("nothing to write");
        assert_eq!((second.games("a/random"), second.looks), (200, 1));
        second.raise([("b/random".to_owned(), 50)]).expect("written");
        assert_eq!(second.looks, 1, "nobody has seen games of another cell");
        second.raise(cell(300)).expect("written");
        assert_eq!(Batches::open(folder.path()).expect("there").looks(), Looks::Any);

        std::fs::write(folder.path().join(BATCHES_FILE), "{}").expect("written");
        let error = Batches::open(folder.path()).expect_err("broken").to_string();
        assert!(error.contains(BATCHES_FILE) && error.contains("another folder"), "{error}");
    }
}
