//! A report on games that are there already, whoever played them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    GAMES_FILE, GameRecord, LoadedRules, ReadErrorKind, RuleBook, find_files, folder_of, read_games,
};
use imperial_engine::catalog::AnyGame;
use rayon::prelude::*;

use super::compare::Compared;
use super::watch::{Records, watch_games};
use imperial_lab::{
    AgentLabel, BalanceReport, Cell, Experience, GameStatistics, Knowledge, Material, Options,
};
use imperial_play::networks::recipes;

/// Games found in folders: those of each agent against itself under each rule set.
#[derive(Debug)]
pub struct Recorded {
    rules: Vec<LoadedRules>,
    /// Agents, as they were found.
    agents: Vec<String>,
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
        let mut found = Self {
            rules: Vec::new(),
            agents: Vec::new(),
            files: BTreeMap::new(),
            between_others: 0,
            games: 0,
        };
        for folder in folders {
            let is_ours = |path: &Path| path.file_name().is_some_and(|name| name == GAMES_FILE);
            let files = find_files(folder, is_ours)?;
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
                let place = (self.rules_of(&record, file, book)?, self.agent(&record.attackers));
                self.files.entry(place).or_default().insert(file.to_owned());
                known = Some(key);
            }
        }
        Ok(())
    }

    fn agent(&mut self, name: &str) -> usize {
        self.agents.iter().position(|known| known == name).unwrap_or_else(|| {
            self.agents.push(name.to_owned());
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
        let strength = self.strengths();
        let watched: Vec<(Cell, GameStatistics)> = self
            .files
            .par_iter()
            .map(|(&(rules, agent), files)| {
                let label = label(&self.agents[agent], strength[agent]);
                self.cell(&self.rules[rules], label, files)
            })
            .collect::<anyhow::Result<_>>()?;
        let (cells, statistics) = watched.into_iter().unzip();
        let options = Options { seed, ..Options::default() };
        let report = BalanceReport::of(Material { cells, ..Material::default() }, &options);
        Ok(Compared { report, statistics, networks: Vec::new(), opening: self.told() })
    }

    /// What is to be known of the games, in sentences.
    fn told(&self) -> String {
        let left_out = match self.between_others {
            0 => String::new(),
            games => format!(" {games} games between different agents are left out."),
        };
        format!("The games are told as they were recorded, each from its own opening.{left_out}")
    }

    /// Places in the order of strength: random, rollouts by playouts, networks by playouts. All
    /// others, whose strength no name tells, stand before them as they were found.
    fn strengths(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.agents.len()).collect();
        order.sort_by_key(|agent| Kind::of(&self.agents[*agent]).rank());
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
        let knowledge = knowledge(&agent, &rules.game);
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

/// Who an agent is, as far as its name tells.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Random,
    Rollouts(u32),
    /// With the beginning of the network's hash.
    Network(u32, String),
    Other,
}

impl Kind {
    fn of(name: &str) -> Self {
        if name == "random" {
            return Self::Random;
        }
        let playouts = |name: &str| name.rsplit('-').next().and_then(|number| number.parse().ok());
        match name.split_once(':') {
            None if name.starts_with("rollouts-") => {
                playouts(name).map_or(Self::Other, Self::Rollouts)
            }
            Some((search, hash)) if search.contains("network-") || search.contains("puct-") => {
                playouts(search)
                    .map_or(Self::Other, |number| Self::Network(number, hash.to_owned()))
            }
            _ => Self::Other,
        }
    }

    const fn rank(&self) -> (u8, u32) {
        match self {
            Self::Other => (0, 0),
            Self::Random => (1, 0),
            Self::Rollouts(playouts) => (2, *playouts),
            Self::Network(playouts, _) => (3, *playouts),
        }
    }
}

/// How the report calls an agent.
fn label(name: &str, strength: u32) -> AgentLabel {
    let (description, experience) = match Kind::of(name) {
        Kind::Random => ("uniformly random moves".to_owned(), Experience::None),
        Kind::Rollouts(playouts) => {
            let text = format!("tree search, {playouts} playouts a move, random games to the end");
            (text, Experience::None)
        }
        Kind::Network(playouts, hash) => {
            let text =
                format!("tree search, {playouts} playouts a move, judged by the network {hash}");
            (text, Experience::Network(hash))
        }
        Kind::Other => {
            ("recorded under this name; of unknown strength".to_owned(), Experience::Elsewhere)
        }
    };
    let recipe = experience.network().and_then(recipes::of_label);
    let recipe = recipe.map(|recipe| recipe.name.to_owned());
    AgentLabel { name: name.to_owned(), description, strength, experience, recipe }
}

/// What an agent's network knows of a game; of one that does not come with the program nobody has said it.
fn knowledge(agent: &AgentLabel, game: &AnyGame) -> Option<Knowledge> {
    let recipe = recipes::of_label(agent.experience.network()?);
    Some(recipe.map_or(Knowledge::Unknown, |recipe| recipe.knowledge(game)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_who_is_weaker() {
        let names =
            ["people", "network-64:0a1b2c3d", "puct-8:0a1b2c3d", "random", "rollouts-32", "ann"];
        let found = Recorded {
            rules: Vec::new(),
            agents: names.map(str::to_owned).to_vec(),
            files: BTreeMap::new(),
            between_others: 2,
            games: 1,
        };
        assert_eq!(found.strengths(), [0, 5, 4, 2, 3, 1]);
        assert!(found.told().ends_with("2 games between different agents are left out."));
        let network = Experience::Network("0a1b2c3d".to_owned());
        assert_eq!(label("reuse-network-64:0a1b2c3d", 0).experience, network);
        assert_eq!(label("network-x:0a", 0).experience, Experience::Elsewhere);
        assert_eq!(label("rollouts-many", 0).experience, Experience::Elsewhere);
    }
}
