//! Rule sets by their names or from files.

use std::io;
use std::path::{Path, PathBuf};

use imperial_engine::catalog::{self, AnyGame, GameError};

use crate::input::read_named_text;
use crate::rulebook::{LoadedRules, rules_hash};

/// A rule set that cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The program has none of that name; the message has the near ones.
    #[error(transparent)]
    Unknown(Box<GameError>),
    /// There is a file of that name, but names that do not end in `.toml` are those of the program.
    #[error("`{0}` is a file, and rule sets are read from files that end in `.toml`; rename it")]
    Ending(String),
    /// The file cannot be read.
    #[error("cannot read rule set `{}`: {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        error: io::Error,
    },
    /// The file is no rule set; the message has line and key.
    #[error("`{}`, {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: Box<GameError>,
    },
    /// A file has the name of one of the program's rule sets, but other laws.
    #[error(
        "`{}` calls itself `{name}`, which is a rule set of the program with other laws; give yours a \
         `name` and a `title` of its own",
        .path.display()
    )]
    OtherLaws {
        /// The file.
        path: PathBuf,
        /// The name.
        name: String,
    },
    /// The same rule set twice.
    #[error("rule set `{0}` is given twice; name it once")]
    Twice(String),
    /// Two rule sets of one name: games and results are kept by the name of their rule set.
    #[error("`{first}` and `{second}` are both called `{name}`: give one of them another `name`")]
    SameName {
        /// The name of both.
        name: String,
        /// The one that was named first.
        first: String,
        /// The other one.
        second: String,
    },
}

/// A rule set by its name, or from a file where the text ends in `.toml`.
///
/// # Errors
/// When there is none of that name or the file is broken.
pub fn load_rules(name: &str) -> Result<LoadedRules, LoadError> {
    let file = name.ends_with(".toml").then(|| PathBuf::from(name));
    let (game, text) = match &file {
        Some(file) => read_rules(file)?,
        None => {
            let unknown = |error| match Path::new(name).is_file() {
                true => LoadError::Ending(name.to_owned()),
                false => LoadError::Unknown(Box::new(error)),
            };
            let game = AnyGame::by_name(name).map_err(unknown)?;
            (game, catalog::text(name).unwrap_or_default().to_owned())
        }
    };
    Ok(LoadedRules { game, hash: rules_hash(&text), text, file })
}

/// Several rule sets, each as [`load_rules`] takes it.
///
/// # Errors
/// When one does not exist or is broken, or two have the same name.
pub fn load_all(names: &[String]) -> Result<Vec<LoadedRules>, LoadError> {
    let mut all: Vec<LoadedRules> = Vec::with_capacity(names.len());
    for given in names {
        let loaded = load_rules(given)?;
        let name = loaded.game.name();
        if let Some(nth) = all.iter().position(|other| other.game.name() == name) {
            let (name, first, second) = (name.to_owned(), names[nth].clone(), given.clone());
            return Err(if first == second {
                LoadError::Twice(name)
            } else {
                LoadError::SameName { name, first, second }
            });
        }
        all.push(loaded);
    }
    Ok(all)
}

fn read_rules(file: &Path) -> Result<(AnyGame, String), LoadError> {
    let path = || file.to_owned();
    let text = read_named_text(file).map_err(|error| LoadError::Read { path: path(), error })?;
    let game = AnyGame::from_toml(&text)
        .map_err(|error| LoadError::File { path: path(), error: Box::new(error) })?;
    if let Ok(known) = AnyGame::by_name(game.name())
        && known.has_other_laws(&game)
    {
        return Err(LoadError::OtherLaws { path: path(), name: game.name().to_owned() });
    }
    Ok((game, text))
}
