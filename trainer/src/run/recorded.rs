//! A report on games that are there already, whoever played them.

mod found;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    GAMES_FILE, GameRecord, LoadedRules, ReadErrorKind, RuleBook, find_games, folder_of,
    read_games, sha256_of_file,
};
use imperial_engine::catalog::AnyGame;
use rayon::prelude::*;

use super::compared::Compared;
use super::watch::{Records, watch_games};
use crate::experiment::RecordedEntry;
use crate::people::published_for;
pub(super) use found::common;
use found::{Found, Kind};
use imperial_lab::{AgentLabel, BalanceReport, Cell, GameStatistics, Material, Options};

/// Games found in folders: those of each agent against itself under each rule set.
#[derive(Debug, Default)]
pub struct Recorded {
    rules: Vec<LoadedRules>,
    /// Agents, as they were found.
    agents: Vec<Found>,
    /// Files in which an agent (by number) has games by a rule set (by number).
    files: BTreeMap<(usize, usize), BTreeSet<PathBuf>>,
    /// Games between two different agents, of which this report says nothing.
    pub between_others: u64,
    /// Games that are reported on.
    pub games: u64,
}

impl Recorded {
    /// Looks for games in `folders` and below them. With `wanted`, other rule sets are passed over.
    ///
    /// # Errors
    /// When a file cannot be read, rules are missing or differ under one name, or there is no game of
    /// an agent against itself.
    pub fn find(folders: &[PathBuf], wanted: &[String]) -> anyhow::Result<Self> {
        let mut found = Self::default();
        for folder in folders {
            let files = find_games(folder)?;
            if files.is_empty() {
                bail!("there is no {GAMES_FILE} in `{}` or below", folder.display());
            }
            let root = if folder.is_file() { folder_of(folder) } else { folder };
            let mut book = RuleBook::new(root);
            for file in files {
                found.add(&file, &mut book, wanted)?;
            }
        }
        match found.games {
            0 => bail!(
                "no game has the same agent on both sides{}; `imperial import --agent NAME` gives both \
                 sides one name",
                if wanted.is_empty() { "" } else { " under these rules" }
            ),
            _ => Ok(found),
        }
    }

    /// The rule sets, in the order in which they were found.
    pub fn rules(&self) -> &[LoadedRules] {
        &self.rules
    }

    /// Notes what a file holds.
    fn add(&mut self, file: &Path, book: &mut RuleBook, wanted: &[String]) -> anyhow::Result<()> {
        let mut known = None;
        for record in games_of(file) {
            let record = record?;
            if !wanted.is_empty() && !wanted.contains(&record.rules) {
                continue;
            }
            if record.attackers != record.defenders {
                self.between_others += 1;
                continue;
            }
            self.games += 1;
            let key = (record.rules.clone(), record.rules_hash.clone(), record.attackers.clone());
            if known.as_ref() != Some(&key) {
                let agent = self.agent(&record.attackers);
                if let Some(folder) = training_around(file) {
                    self.agents[agent].training = Some(folder.to_owned());
                }
                let place = (self.rules_of(&record, file, book)?, agent);
                self.files.entry(place).or_default().insert(file.to_owned());
                known = Some(key);
            }
        }
        Ok(())
    }

    fn agent(&mut self, name: &str) -> usize {
        self.agents.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.agents.push(Found::new(name));
            self.agents.len() - 1
        })
    }

    fn rules_of(
        &mut self,
        record: &GameRecord,
        file: &Path,
        book: &mut RuleBook,
    ) -> anyhow::Result<usize> {
        let there = self.rules.iter().position(|rules| rules.game.name() == record.rules);
        if let Some(at) = there {
            if self.rules[at].hash != record.rules_hash {
                bail!(
                    "`{}` was played by another `{}` than games before it; report on them apart",
                    file.display(),
                    record.rules
                );
            }
            return Ok(at);
        }
        let cannot = || format!("cannot use the games of `{}`", file.display());
        let rules = book.of_record(folder_of(file), record).with_context(cannot)?;
        let (text, hash) = (rules.text.clone(), rules.hash.clone());
        self.rules.push(LoadedRules {
            game: AnyGame::from_toml(&text)?,
            text,
            hash,
            file: rules.file.clone(),
        });
        Ok(self.rules.len() - 1)
    }

    /// Replays the games and computes the report; `seed` is that of its intervals.
    ///
    /// # Errors
    /// When a game does not replay; the message names its file.
    pub fn report(&self, seed: u64) -> anyhow::Result<Compared> {
        let (cells, statistics) = self.cells()?.into_iter().unzip();
        let options = Options { seed, ..Options::default() };
        let published = published_for(&self.rules);
        let material = Material { cells, published, ..Material::default() };
        let report = BalanceReport::of(material, &options);
        let (networks, recorded) = (Vec::new(), Vec::new());
        Ok(Compared { report, statistics, networks, opening: self.told(), recorded })
    }

    /// The games of people and other programs in these folders, to stand beside those of `agents`.
    ///
    /// # Errors
    /// As [`find`](Self::find), and when they were played by other rules than these, or under the name of one of the
    /// agents.
    pub fn beside(
        entries: &[RecordedEntry],
        rules: &[LoadedRules],
        agents: &[String],
    ) -> anyhow::Result<Self> {
        let names: Vec<String> = rules.iter().map(|one| one.game.name().to_owned()).collect();
        let folders: Vec<PathBuf> = entries.iter().map(|entry| entry.folder.clone()).collect();
        let mut found = Self::find(&folders, &names)?;
        for theirs in &found.rules {
            let ours = rules.iter().find(|one| one.game.name() == theirs.game.name());
            let is_same = |ours: &LoadedRules| {
                ours.hash == theirs.hash || !ours.game.has_other_laws(&theirs.game)
            };
            if !ours.is_some_and(is_same) {
                bail!(
                    "the recorded games of `{}` follow another rule set of that name; import them with the rules \
                     of this comparison",
                    theirs.game.name()
                );
            }
        }
        let wanted = |agent: &Found| {
            entries.iter().any(|entry| match &entry.agent {
                Some(name) => agent.name == *name,
                None => agent.kind == Kind::Other,
            })
        };
        let all = std::mem::take(&mut found.files).into_iter();
        found.files = all.filter(|((_, agent), _)| wanted(&found.agents[*agent])).collect();
        let missing = entries
            .iter()
            .filter_map(|entry| entry.agent.as_ref())
            .find(|name| !found.files.keys().any(|(_, agent)| found.agents[*agent].name == **name));
        if let Some(name) = missing {
            bail!("no recorded game under these rules was imported with `--agent {name}`");
        }
        if found.files.is_empty() {
            bail!("no recorded game under these rules is of people; name others by `agent`");
        }
        let theirs = found.files.keys().map(|(_, agent)| &found.agents[*agent].name);
        if let Some(name) = theirs.clone().find(|name| agents.contains(*name)) {
            bail!("recorded games have the name of the agent `{name}`; import them under another");
        }
        Ok(found)
    }

    /// Replays the games: the figures of each agent under each rule set, and how the games went.
    ///
    /// # Errors
    /// When a game does not replay; the message names its file.
    pub(super) fn cells(&self) -> anyhow::Result<Vec<(Cell, GameStatistics)>> {
        let labels = self.labels()?;
        self.files
            .par_iter()
            .map(|(&(rules, agent), files)| {
                self.cell(&self.rules[rules], labels[agent].clone(), files)
            })
            .collect()
    }

    /// The files of the games, and the SHA-256 of each.
    pub(super) fn files(&self) -> anyhow::Result<Vec<(String, String)>> {
        let all: BTreeSet<&PathBuf> = self.files.values().flatten().collect();
        let hash = |file: &&PathBuf| Ok((file.display().to_string(), sha256_of_file(file)?.1));
        all.iter().map(hash).collect()
    }

    /// What is to be known of the games, in sentences.
    fn told(&self) -> String {
        let left_out = match self.between_others {
            0 => String::new(),
            games => format!(" {games} games between different agents are left out."),
        };
        format!("The games are told as they were recorded, each from its own opening.{left_out}")
    }

    /// How the report calls each agent.
    fn labels(&self) -> anyhow::Result<Vec<AgentLabel>> {
        let label = |((place, agent), strength): ((usize, &Found), u32)| {
            let theirs = self.files.keys().filter(|(_, agent)| *agent == place);
            let games: Vec<&AnyGame> = theirs.map(|(rules, _)| &self.rules[*rules].game).collect();
            agent.label(strength, &games)
        };
        self.agents.iter().enumerate().zip(self.strengths()).map(label).collect()
    }

    /// Places in the order of strength: random, rollouts by playouts, alpha-beta searches, levels, networks by
    /// playouts. All others, whose strength no name tells, stand before them as they were found.
    fn strengths(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.agents.len()).collect();
        order.sort_by_key(|agent| self.agents[*agent].kind.rank());
        let place = |agent| order.iter().position(|other| *other == agent).unwrap_or(0) as u32;
        (0..self.agents.len()).map(place).collect()
    }

    fn cell(
        &self,
        rules: &LoadedRules,
        agent: AgentLabel,
        files: &BTreeSet<PathBuf>,
    ) -> anyhow::Result<(Cell, GameStatistics)> {
        let name = rules.game.name();
        let is_of_cell = |record: &GameRecord| {
            record.rules == name && [&record.attackers, &record.defenders] == [&agent.name; 2]
        };
        let is_of_cell = &is_of_cell;
        let records = || {
            let games = files.iter().flat_map(|file| games_of(file));
            let of_cell = games.filter(|game| game.as_ref().map_or(true, is_of_cell));
            // The numbers of several files may be the same.
            let records = (0..).zip(of_cell);
            Box::new(records.map(|(game, record)| Ok(GameRecord { game, ..record? })))
                as Records<'_>
        };
        let (games, statistics) = watch_games(&rules.game, &agent.name, &records)
            .with_context(|| format!("cannot use the games of `{}` under `{name}`", agent.name))?;
        let has_king = statistics.board.has_king();
        let agent_found = self.agents.iter().find(|found| found.name == agent.name);
        let knowledge = agent_found.map_or(Ok(None), |found| found.knowledge(rules))?;
        Ok((Cell { rules: name.to_owned(), agent, has_king, knowledge, games }, statistics))
    }
}

/// The games of a file; an incomplete last line of a job that still runs is left out.
fn games_of(file: &Path) -> impl Iterator<Item = anyhow::Result<GameRecord>> + use<> {
    read_games(file).filter_map(|game| match game {
        Ok((_, record)) => Some(Ok(record)),
        Err(error) if matches!(error.kind, ReadErrorKind::Torn) => None,
        Err(error) => Some(Err(error.into())),
    })
}

/// The folder of the training that a file of games belongs to.
fn training_around(file: &Path) -> Option<&Path> {
    file.ancestors().skip(1).find(|folder| folder.join("training.toml").is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_who_is_weaker() {
        let names = [
            "people",
            "network-64:0a1b2c3d",
            "puct-8:0a1b2c3d",
            "random",
            "rollouts-32",
            "ann",
            "level-club",
            "level-novice",
            "alphabeta-nodes-2000",
        ];
        let found = Recorded {
            agents: names.map(Found::new).into(),
            between_others: 2,
            ..Recorded::default()
        };
        assert_eq!(found.strengths(), [0, 8, 7, 2, 3, 1, 6, 5, 4]);
        assert!(found.told().ends_with("2 games between different agents are left out."));
    }

    #[test]
    fn games_lie_in_the_folder_of_their_training() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("mine/generations/0007/games.jsonl");
        assert_eq!(training_around(&file), None);
        std::fs::create_dir_all(folder.path().join("mine")).expect("a folder");
        std::fs::write(folder.path().join("mine/training.toml"), "").expect("written");
        assert_eq!(training_around(&file), Some(folder.path().join("mine").as_path()));
    }
}
