//! Finding the rules that a record was played by.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use imperial_engine::catalog::{self, AnyGame, GameError};

use crate::damaged::Damaged;
use crate::files;
use crate::input::read_text;
use crate::record::GameRecord;

/// Hexadecimal digits of a SHA-256 that stand for a rule set in a record.
const HASH_DIGITS: usize = 16;

/// What [`GameRecord::rules_hash`] holds: the first 16 hexadecimal digits of the SHA-256 of a rule
/// set's TOML text.
///
/// ```
/// assert_eq!(imperial_data::rules_hash(""), "e3b0c44298fc1c14");
/// ```
pub fn rules_hash(text: &str) -> String {
    let mut digits = files::sha256(text);
    digits.truncate(HASH_DIGITS);
    digits
}

/// A rule set with its text.
#[derive(Debug)]
pub struct LoadedRules {
    /// Ready to play.
    pub game: AnyGame,
    /// The TOML text.
    pub text: String,
    /// [`rules_hash`] of the text.
    pub hash: String,
    /// The file it was read from; `None` if it is embedded in the program.
    pub file: Option<PathBuf>,
}

impl LoadedRules {
    /// The rule set of a TOML text that is in no file.
    ///
    /// # Errors
    /// When the text is no rule set.
    pub fn of_text(text: String) -> Result<Self, GameError> {
        let game = AnyGame::from_toml(&text)?;
        Ok(Self { game, hash: rules_hash(&text), text, file: None })
    }

    /// The rule set that was kept beside games. It may have the name of one of the program with other laws: that of the
    /// program can have changed since.
    ///
    /// # Errors
    /// When the file cannot be read or holds no rule set.
    pub fn kept(path: &Path) -> Result<Self, RulesError> {
        let text = read_text(path).map_err(files::FileError::on("read", path))?;
        let path = path.to_owned();
        match Self::of_text(text) {
            Ok(rules) => Ok(Self { file: Some(path), ..rules }),
            Err(error) => Err(RulesError::File { path, error: Box::new(error) }),
        }
    }

    /// The same once more.
    ///
    /// # Errors
    /// Never: its text was read before.
    pub fn again(&self) -> Result<Self, GameError> {
        Ok(Self { file: self.file.clone(), ..Self::of_text(self.text.clone())? })
    }
}

/// The rule sets that the records below one folder were played by.
///
/// A rule set is looked for as `rules/<name>.toml` in the folder of the records, then in its
/// parents up to the root, then in the program's own catalogue. So a run that keeps its rules
/// beside its games can be checked when the program's rule sets have changed. Above the root only the
/// very text counts that a record was played by.
#[derive(Debug)]
pub struct RuleBook {
    root: PathBuf,
    found: HashMap<(PathBuf, String), Arc<LoadedRules>>,
}

impl RuleBook {
    /// A book for the folder `root`; above it counts only what has the hash of a record.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), found: HashMap::new() }
    }

    /// The rules of a record that lies in `folder`.
    ///
    /// # Errors
    /// When there is no such rule set, it cannot be read, or its text is not the one that the
    /// record was played by.
    pub fn of_record(
        &mut self,
        folder: &Path,
        record: &GameRecord,
    ) -> Result<Arc<LoadedRules>, RulesError> {
        let nearest = self.find(folder, &record.rules);
        match &nearest {
            Ok(rules) if rules.hash == record.rules_hash => return nearest,
            Ok(rules) => rules.file.iter().try_for_each(|file| Damaged::check_rules(file))?,
            Err(RulesError::Unknown(_)) => {}
            Err(_) => return nearest,
        }
        if let Some(rules) = self.above(record) {
            let key = (folder.to_owned(), record.rules.clone());
            return Ok(Arc::clone(self.found.entry(key).insert_entry(rules).get()));
        }
        let rules = nearest?;
        Err(RulesError::Hash {
            name: record.rules.clone(),
            origin: rules.file.as_ref().map_or("the catalogue".into(), |p| p.display().to_string()),
            record: record.rules_hash.clone(),
            found: rules.hash.clone(),
        })
    }

    /// The rule set called `name` for records in `folder`.
    ///
    /// # Errors
    /// When there is none or it cannot be read.
    pub fn find(&mut self, folder: &Path, name: &str) -> Result<Arc<LoadedRules>, RulesError> {
        let key = (folder.to_owned(), name.to_owned());
        if let Some(rules) = self.found.get(&key) {
            return Ok(Arc::clone(rules));
        }
        let rules = Arc::new(match self.file_of(folder, name)? {
            Some(path) => from_file(&path, name).map_err(|error| {
                Damaged::check_rules(&path).err().map_or(error, RulesError::Damaged)
            })?,
            None => embedded(name)?,
        });
        self.found.insert(key, Arc::clone(&rules));
        Ok(rules)
    }

    /// The very rules of a record, from a folder above the root.
    fn above(&self, record: &GameRecord) -> Option<Arc<LoadedRules>> {
        let root = fs::canonicalize(&self.root).ok()?;
        let file = format!("{}.toml", record.rules);
        let paths = root.ancestors().skip(1).map(|folder| folder.join("rules").join(&file));
        let rules = paths.filter_map(|path| from_file(&path, &record.rules).ok());
        rules.into_iter().find(|rules| rules.hash == record.rules_hash).map(Arc::new)
    }

    /// The file that [`find`](Self::find) would read, if there is one.
    pub(crate) fn file(&self, folder: &Path, name: &str) -> Option<PathBuf> {
        self.file_of(folder, name).ok().flatten()
    }

    /// The file of the rule set, if there is one.
    fn file_of(&self, folder: &Path, name: &str) -> Result<Option<PathBuf>, RulesError> {
        // The name comes from a record: it must not lead out of the folder.
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return Err(RulesError::Name(name.to_owned()));
        }
        let file = format!("{name}.toml");
        let folders = folder.ancestors().take_while(|folder| folder.starts_with(&self.root));
        Ok(folders.map(|folder| folder.join("rules").join(&file)).find(|path| path.is_file()))
    }
}

fn from_file(path: &Path, name: &str) -> Result<LoadedRules, RulesError> {
    let rules = LoadedRules::kept(path)?;
    if rules.game.name() != name {
        let (path, name) = (path.to_owned(), rules.game.name().to_owned());
        return Err(RulesError::OtherName { path, name });
    }
    Ok(rules)
}

fn embedded(name: &str) -> Result<LoadedRules, RulesError> {
    let game = AnyGame::by_name(name).map_err(|error| RulesError::Unknown(Box::new(error)))?;
    let text = catalog::text(name).unwrap_or_default().to_owned();
    Ok(LoadedRules { game, hash: rules_hash(&text), text, file: None })
}

/// Rules that cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum RulesError {
    /// The name could not be that of a rule set.
    #[error("`{0}` cannot be the name of a rule set: letters, digits, `-` and `_` only")]
    Name(String),
    /// Neither the folder nor the program has the rule set.
    #[error("{0}")]
    Unknown(Box<GameError>),
    /// The rule set's file cannot be read.
    #[error("{0}")]
    Read(#[from] files::FileError),
    /// The rule set's file is not what was written.
    #[error("{0}")]
    Damaged(#[from] Damaged),
    /// The rule set's file is no valid rule set.
    #[error("`{}`: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<GameError>,
    },
    /// The rule set in the file has another name than the file.
    #[error("`{}` holds the rule set `{name}`", .path.display())]
    OtherName {
        /// The file.
        path: PathBuf,
        /// The name inside.
        name: String,
    },
    /// The rule set of this name is not the one that the game was played by.
    #[error("played by another `{name}`: its rules have hash {record}, those of {origin} {found}")]
    Hash {
        /// Name of the rule set.
        name: String,
        /// Where the rule set was found.
        origin: String,
        /// Hash in the record.
        record: String,
        /// Hash of the rule set found.
        found: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load_rules;

    /// Games outlive the rule sets of the program.
    #[test]
    fn kept_rules_may_have_a_name_of_the_program_with_other_laws() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("brandubh.toml");
        let text = catalog::text("brandubh").expect("embedded");
        let limit = text.lines().find(|line| line.starts_with("ply_limit")).expect("a limit");
        fs::write(&path, text.replace(limit, "ply_limit = 77")).expect("written");
        assert!(load_rules(&path.display().to_string()).is_err());
        let kept = LoadedRules::kept(&path).expect("a rule set");
        assert_eq!((kept.game.name(), kept.file), ("brandubh", Some(path)));
        assert_ne!(kept.hash, rules_hash(text));
    }

    #[test]
    fn a_file_without_its_ending_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("wolves");
        fs::write(&path, catalog::text("brandubh").expect("embedded")).expect("written");
        let error = load_rules(&path.display().to_string()).expect_err("no ending").to_string();
        assert!(error.contains("end in `.toml`"), "{error}");
    }
}
