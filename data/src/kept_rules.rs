//! Rule sets kept beside the games that were played by them, so that a folder explains itself.

use std::path::{Path, PathBuf};

use crate::damaged::Damaged;
use crate::files::{FileError, write_atomically};
use crate::input::read_text;
use crate::rulebook::LoadedRules;

/// Rule sets that cannot be kept in a folder.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// Games of the folder were played by another text.
    #[error(
        "the rules of `{name}` have changed since `{}` was begun; give the rule set another name, or \
         choose another folder",
        .folder.display()
    )]
    Changed {
        /// Name of the rule set.
        name: String,
        /// The folder.
        folder: PathBuf,
    },
    /// The text of a rule set was there, and was another.
    #[error("{0}")]
    Damaged(#[from] Damaged),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// The file of a rule set in `folder`.
fn file_of(folder: &Path, rules: &LoadedRules) -> PathBuf {
    folder.join("rules").join(format!("{}.toml", rules.game.name()))
}

/// Writes the rule sets into `folder`, or compares them with those that are there. Nothing is
/// written where one differs: games of the folder were played by the text that is there.
///
/// # Errors
/// When the text of a rule set has changed, or a file cannot be read or written.
pub fn keep_rules<'a>(
    folder: &Path,
    rules: impl IntoIterator<Item = &'a LoadedRules>,
) -> Result<(), KeepError> {
    let mut missing = Vec::new();
    for rules in rules {
        let file = file_of(folder, rules);
        if !file.exists() {
            Damaged::check_again(&file, rules.text.as_bytes())?;
            missing.push((file, rules));
            continue;
        }
        let before = read_text(&file).map_err(FileError::on("read", &file))?;
        if before != rules.text {
            let (name, folder) = (rules.game.name().to_owned(), folder.to_owned());
            return Err(KeepError::Changed { name, folder });
        }
    }
    let write =
        |(file, rules): &(PathBuf, &LoadedRules)| write_atomically(file, rules.text.as_bytes());
    Ok(missing.iter().try_for_each(write)?)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use imperial_engine::catalog::{self, AnyGame};

    use super::*;
    use crate::rulebook::rules_hash;

    fn rules(name: &str, change: impl Fn(&str) -> String) -> LoadedRules {
        let text = change(catalog::text(name).expect("embedded"));
        let game = AnyGame::from_toml(&text).expect("valid");
        LoadedRules { game, hash: rules_hash(&text), text, file: None }
    }

    #[test]
    fn changed_rules_are_refused_and_the_old_ones_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let [old, other] = ["brandubh", "tablut-corner"].map(|name| rules(name, str::to_owned));
        keep_rules(folder.path(), [&old]).expect("nothing there");
        keep_rules(folder.path(), [&old]).expect("the same");
        let changed = rules("brandubh", |text| text.replace("goal = ", "# Other laws.\ngoal = "));
        let error = keep_rules(folder.path(), [&other, &changed]).expect_err("other rules");
        assert!(error.to_string().contains("the rules of `brandubh` have changed"), "{error}");
        assert_eq!(fs::read_to_string(file_of(folder.path(), &old)).expect("a file"), old.text);
        assert!(!file_of(folder.path(), &other).exists(), "nothing was written");
    }
}
