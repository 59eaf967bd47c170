//! Files of games to learn from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use imperial_data::{
    GAMES_FILE, GameRecord, LoadedRules, ReadError, ReadErrorKind, RuleBook, RulesError,
    find_games, folder_of, read_games,
};

use super::known::{Known, Part};
use super::samples::{Target, samples_of};
use imperial_net::Sample;

/// A file of games in a folder that was named.
#[derive(Clone, Debug)]
pub struct GamesFile {
    /// The folder above which no rules are looked for.
    root: PathBuf,
    path: PathBuf,
}

/// What a file of games teaches.
#[derive(Debug)]
pub(super) struct Taught {
    /// One for each position that is learned from.
    pub samples: Vec<Sample>,
    /// The rule sets of the games.
    pub rules: Vec<Arc<LoadedRules>>,
    /// Whether the last line is incomplete, because the job was stopped; it is left out.
    pub torn: bool,
}

/// All files of games in `folders` and below them, in the order given and by path, each once. Links to folders
/// are not followed.
///
/// # Errors
/// When a folder cannot be read or has none.
pub fn files_of_games(folders: &[PathBuf]) -> anyhow::Result<Vec<GamesFile>> {
    let (mut files, mut seen) = (Vec::new(), BTreeSet::new());
    for folder in folders {
        let found = find_games(folder)?;
        if found.is_empty() {
            bail!(
                "there is no {GAMES_FILE} in `{}` or below; `imperial selfplay` plays games, and `imperial import` reads \
                 those of others",
                folder.display()
            );
        }
        let root = if folder.is_file() { folder_of(folder) } else { folder };
        // One folder may be named twice, or be within another.
        let is_new = |path: &PathBuf| seen.insert(path.canonicalize().unwrap_or(path.clone()));
        let found = found.into_iter().filter(is_new);
        files.extend(found.map(|path| GamesFile { root: root.to_owned(), path }));
    }
    Ok(files)
}

/// What to do about a line that is no game.
const DAMAGED: &str = "a line is damaged; `imperial verify --repair` sets such lines aside, and the command that played \
                       the games plays them again";

/// The error, with what the user can do where it does not say so itself.
pub fn with_way_on(error: ReadError) -> anyhow::Error {
    match error.kind.is_of_a_line() {
        true => anyhow::Error::new(error).context(DAMAGED),
        false => error.into(),
    }
}

impl GamesFile {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A book of the rule sets that its games may follow.
    pub fn rule_book(&self) -> RuleBook {
        RuleBook::new(&self.root)
    }

    /// Reads the games and makes samples of those that `part` takes, as `target` says.
    ///
    /// # Errors
    /// When a line other than an incomplete last one cannot be read, when a finished file has changed,
    /// or when a game does not replay; the message names file, game and ply.
    pub(super) fn read(
        &self,
        target: Target,
        part: Part,
        known: &mut Known,
    ) -> anyhow::Result<Taught> {
        let (games, torn) = self.games()?;
        let folder = folder_of(&self.path);
        let mut book = self.rule_book();
        let cannot = || format!("cannot learn from `{}`", self.path.display());
        let games = games.into_iter().map(|game| Ok((book.of_record(folder, &game)?, game)));
        let games: Vec<_> = games.collect::<Result<_, RulesError>>().with_context(cannot)?;
        let taken = known.take(games, part).with_context(cannot)?;
        let (rules, games): (Vec<Arc<LoadedRules>>, Vec<GameRecord>) = taken.into_iter().unzip();
        let samples = samples_of(&mut book, folder, &games, target).with_context(cannot)?;
        let rules = rules.into_iter().map(|rules| (rules.game.name().to_owned(), rules));
        let rules = rules.collect::<BTreeMap<_, _>>().into_values().collect();
        Ok(Taught { samples, rules, torn })
    }

    /// The games, and whether the last line is incomplete.
    pub(super) fn games(&self) -> anyhow::Result<(Vec<GameRecord>, bool)> {
        let (mut games, mut torn) = (Vec::new(), false);
        for game in read_games(&self.path) {
            match game {
                Ok((_, record)) => games.push(record),
                Err(error) if matches!(error.kind, ReadErrorKind::Torn) => torn = true,
                Err(error) => return Err(with_way_on(error)),
            }
        }
        Ok((games, torn))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_named_twice_is_there_once() {
        let root = tempfile::tempdir().expect("a folder");
        let (all, inner) = (root.path().to_owned(), root.path().join("inner"));
        std::fs::create_dir(&inner).expect("a folder");
        std::fs::write(inner.join(GAMES_FILE), "").expect("written");
        let again = all.join("inner/../inner");
        let files = files_of_games(&[all.clone(), inner, again]).expect("files");
        assert_eq!(
            files.iter().map(GamesFile::path).collect::<Vec<_>>(),
            [all.join("inner/games.jsonl")]
        );
        let empty = tempfile::tempdir().expect("a folder");
        let error = files_of_games(&[empty.path().to_owned()]).expect_err("no games").to_string();
        assert!(error.contains("imperial import"), "{error}");
    }
}
