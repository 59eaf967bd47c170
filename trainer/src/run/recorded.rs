//! A report on games that are there already, whoever played them.

mod found;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    GameRecord, LoadedRules, ReadErrorKind, RuleBook, folder_of, read_games, sha256_of_file,
};
use imperial_engine::catalog::AnyGame;
use rayon::prelude::*;

use super::batches::Batches;
use super::compared::{Compared, RecordedNote};
use crate::experiment::RecordedEntry;
use crate::people::published_for;
use found::Found;
pub(super) use found::common;
use imperial_lab::{AgentLabel, BalanceReport, Cell, Looks, Material, Options, counted};
use imperial_learn::learning::{GamesFile, files_of_games, with_way_on};
use imperial_learn::training::longest_opening_of;
use imperial_play::agent::Labelled;
use imperial_watch::{GameStatistics, Records, watch_games};

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
    /// Games of trainings that began within others, some of them just before a win.
    within_others: u64,
    /// With which opening a whole game of a file of a training may begin, at most.
    openings: BTreeMap<PathBuf, u32>,
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
        let (mut found, mut unwanted) = (Self::default(), BTreeSet::new());
        for file in files_of_games(folders)? {
            unwanted.extend(found.add(&file, wanted)?);
        }
        match (found.games, found.between_others) {
            (0, 0) if !unwanted.is_empty() => bail!(
                "no game there is by {}; there are games by {}",
                wanted.join(" or "),
                unwanted.into_iter().collect::<Vec<_>>().join(", ")
            ),
            (0, 0) => bail!("the files there hold no game"),
            (0, _) => bail!(
                "no game has the same agent on both sides; `imperial import --agent NAME` gives both sides one name"
            ),
            _ => Ok(found),
        }
    }

    /// The rule sets, in the order in which they were found.
    pub fn rules(&self) -> &[LoadedRules] {
        &self.rules
    }

    /// Notes what a file holds, and gives the rule sets in it that are not wanted.
    fn add(&mut self, file: &GamesFile, wanted: &[String]) -> anyhow::Result<BTreeSet<String>> {
        let (mut book, file) = (file.rule_book(), file.path());
        let (mut known, mut unwanted) = (None, BTreeSet::new());
        let training = training_around(file);
        if let Some(folder) = training {
            self.openings.insert(file.to_owned(), longest_opening_of(folder)?);
        }
        for record in games_of(file) {
            let record = record?;
            if !wanted.is_empty() && !wanted.contains(&record.rules) {
                unwanted.insert(record.rules);
                continue;
            }
            if !self.is_whole(&record, file) {
                self.within_others += 1;
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
                if let Some(folder) = training {
                    self.agents[agent].training = Some(folder.to_owned());
                }
                let place = (self.rules_of(&record, file, &mut book)?, agent);
                self.files.entry(place).or_default().insert(file.to_owned());
                known = Some(key);
            }
        }
        Ok(unwanted)
    }

    fn is_whole(&self, record: &GameRecord, file: &Path) -> bool {
        self.openings.get(file).is_none_or(|longest| record.opening <= *longest)
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
        self.rules.push(rules.again()?);
        Ok(self.rules.len() - 1)
    }

    /// Replays the games and computes the report; `seed` is that of its intervals.
    ///
    /// # Errors
    /// When a game does not replay; the message names its file.
    pub fn report(&self, seed: u64) -> anyhow::Result<Compared> {
        let (cells, statistics) = self.cells()?.into_iter().unzip();
        let options = Options { seed, looks: self.looks()?, ..Options::default() };
        let published = published_for(&self.rules);
        let material = Material { cells, published, ..Material::default() };
        let report = BalanceReport::of(material, &options);
        let (networks, recorded) = (Vec::new(), self.note()?);
        Ok(Compared { report, statistics, networks, opening: None, recorded })
    }

    /// Whether games were added to some of these after somebody had looked at their results, as `balance` notes.
    fn looks(&self) -> anyhow::Result<Looks> {
        for file in self.files.values().flatten() {
            let decided = file.ancestors().skip(1).find(|folder| Batches::are_in(folder));
            if decided
                .map(Batches::open)
                .transpose()?
                .is_some_and(|batches| batches.looks() == Looks::Any)
            {
                return Ok(Looks::Any);
            }
        }
        Ok(Looks::Once)
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
        for (key, mut files) in std::mem::take(&mut found.files) {
            files.retain(|file| {
                entries.iter().any(|entry| entry.asks_for(&found.agents[key.1], file))
            });
            if !files.is_empty() {
                found.files.insert(key, files);
            }
        }
        let is_there = |entry: &RecordedEntry| {
            let mut all = found
                .files
                .iter()
                .flat_map(|((_, agent), files)| files.iter().map(move |file| (agent, file)));
            all.any(|(agent, file)| entry.asks_for(&found.agents[*agent], file))
        };
        if let Some(RecordedEntry { folder, agent }) = entries.iter().find(|entry| !is_there(entry))
        {
            let folder = folder.display();
            match agent {
                Some(name) => bail!(
                    "no recorded game of `{folder}` under these rules was imported with `--agent {name}`"
                ),
                None => bail!(
                    "no recorded game of `{folder}` under these rules is of people; name others by `agent`"
                ),
            }
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

    /// What a report says of the games.
    pub(super) fn note(&self) -> anyhow::Result<RecordedNote> {
        let all: BTreeSet<&PathBuf> = self.files.values().flatten().collect();
        let hash = |file: &&PathBuf| Ok((file.display().to_string(), sha256_of_file(file)?.1));
        let files = all.iter().map(hash).collect::<anyhow::Result<_>>()?;
        Ok(RecordedNote { files, words: Some(self.words()) })
    }

    /// What is to be known of the games, in sentences.
    fn words(&self) -> String {
        let of = |games: u64, which: &str| {
            (games > 0).then(|| format!("{} {which}", counted(games, "game", "games")))
        };
        let left_out = [
            of(self.between_others, "between different agents"),
            of(self.within_others, "that began within others, as trainings have them"),
        ];
        let left_out: Vec<String> = left_out.into_iter().flatten().collect();
        let rest = match left_out.join(", and ") {
            none if none.is_empty() => none,
            some => format!(" Left out: {some}."),
        };
        format!("Recorded games count as they were played, each from its own opening.{rest}")
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
            let games = files.iter().flat_map(|file| games_of(file).map(move |game| (file, game)));
            let is_wanted = move |(file, game): &(&PathBuf, anyhow::Result<GameRecord>)| {
                game.as_ref().map_or(true, |game| is_of_cell(game) && self.is_whole(game, file))
            };
            let of_cell = games.filter(is_wanted).map(|(_, game)| game);
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

impl RecordedEntry {
    /// Whether it asks for the games of an agent in a file.
    fn asks_for(&self, agent: &Found, file: &Path) -> bool {
        let is_asked = match &self.agent {
            Some(name) => agent.name == *name,
            None => agent.kind == Labelled::Other,
        };
        is_asked && is_within(file, &self.folder)
    }
}

/// Whether a file lies in a folder, however both are named.
fn is_within(file: &Path, folder: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    let are_within = |(file, folder): (PathBuf, PathBuf)| file.starts_with(folder);
    file.starts_with(folder) || real(file).zip(real(folder)).is_some_and(are_within)
}

/// The games of a file; an incomplete last line of a job that still runs is left out.
fn games_of(file: &Path) -> impl Iterator<Item = anyhow::Result<GameRecord>> + use<> {
    read_games(file).filter_map(|game| match game {
        Ok((_, record)) => Some(Ok(record)),
        Err(error) if matches!(error.kind, ReadErrorKind::Torn) => None,
        Err(error) => Some(Err(with_way_on(error))),
    })
}

/// The folder of the training that a file of games belongs to.
fn training_around(file: &Path) -> Option<&Path> {
    let is_of = |folder: &&Path| {
        folder.join("training.toml").is_file() && file.starts_with(folder.join("generations"))
    };
    file.ancestors().skip(1).find(is_of)
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
            within_others: 1,
            ..Recorded::default()
        };
        assert_eq!(found.strengths(), [0, 8, 7, 2, 3, 1, 6, 5, 4]);
        let left_out = "Left out: 2 games between different agents, and 1 game that began within others, as trainings \
                        have them.";
        assert!(found.words().ends_with(left_out), "{}", found.words());
    }

    #[test]
    fn games_that_were_added_after_a_look_have_intervals_for_looking_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let files = BTreeSet::from([folder.path().join("tablut/random/games.jsonl")]);
        let found = Recorded { files: BTreeMap::from([((0, 0), files)]), ..Recorded::default() };
        let decide = |games| {
            let mut batches = Batches::open(folder.path()).expect("batches");
            batches.raise([("tablut/random".to_owned(), games)]).expect("written");
            found.looks().expect("they are read")
        };
        assert_eq!(found.looks().expect("nothing is there"), Looks::Once);
        assert_eq!((decide(20), decide(40)), (Looks::Once, Looks::Any));
    }

    #[test]
    fn a_folder_may_have_two_names() {
        let root = tempfile::tempdir().expect("a folder");
        let [games, other] = ["games", "other"].map(|name| root.path().join(name));
        for folder in [&games, &other] {
            std::fs::create_dir(folder).expect("a folder");
        }
        let file = games.join("games.jsonl");
        std::fs::write(&file, "").expect("written");
        assert!(is_within(&file, &games) && is_within(&file, &other.join("../games")));
        assert!(!is_within(&file, &other) && !is_within(&file, &games.join("deeper")));
        assert!(is_within(Path::new("gone/games.jsonl"), Path::new("gone")));
    }

    #[test]
    fn an_entry_asks_for_the_games_of_its_own_folder() {
        let entry = |folder: &str, agent: Option<&str>| RecordedEntry {
            folder: PathBuf::from(folder),
            agent: agent.map(str::to_owned),
        };
        let asks = |entry: &RecordedEntry, name: &str| {
            entry.asks_for(&Found::new(name), Path::new("games/club/games.jsonl"))
        };
        assert!(asks(&entry("games", None), "ann") && !asks(&entry("games", None), "random"));
        assert!(asks(&entry("games/club", Some("random")), "random"));
        assert!(!asks(&entry("games/club", Some("ann")), "ben"));
        assert!(!asks(&entry("games/others", Some("ann")), "ann"));
    }

    /// Games that began within others are no games from the start; a training has them, and nobody else.
    #[test]
    fn forks_of_a_training_are_left_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let training = folder.path().join("mine");
        let rules = imperial_data::load_rules("tic-tac-toe").expect("embedded");
        let agent = imperial_play::agent::Agent::Random;
        let played = |random_plies| {
            let folder = training.join(format!("generations/{random_plies:04}"));
            let mut job = imperial_play::play::PlayJob::new(
                &rules,
                imperial_engine::PerSide { attackers: &agent, defenders: &agent },
                folder,
            );
            (job.games, job.opening.random_plies) = (5, random_plies);
            imperial_play::play::play("games", &[job]).expect("games");
        };
        [2, 4].into_iter().for_each(played);
        let all = |found: &Recorded| (found.games, found.within_others);
        let find = || Recorded::find(&[folder.path().to_owned()], &[]).expect("games");
        assert_eq!(all(&find()), (10, 0));
        // Its whole games begin with two random plies.
        std::fs::write(training.join("training.toml"), imperial_learn::training::DEFAULT)
            .expect("written");
        let found = find();
        assert_eq!(all(&found), (5, 5));
        let (files, agent) =
            (found.files.values().next().expect("one"), &found.labels().expect("labels")[0]);
        let (cell, _) = found.cell(&found.rules[0], agent.clone(), files).expect("games");
        assert_eq!(cell.games.len(), 5);
    }

    #[test]
    fn games_lie_in_the_folder_of_their_training() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("mine/generations/0007/games.jsonl");
        assert_eq!(training_around(&file), None);
        std::fs::create_dir_all(folder.path().join("mine")).expect("a folder");
        std::fs::write(folder.path().join("mine/training.toml"), "").expect("written");
        assert_eq!(training_around(&file), Some(folder.path().join("mine").as_path()));
        // Other games that lie below are not its own.
        assert_eq!(training_around(&folder.path().join("mine/games/games.jsonl")), None);
    }
}
