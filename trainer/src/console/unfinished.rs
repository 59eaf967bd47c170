//! The game that was left, so that it can go on.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    Damaged, LoadedRules, PlyRecord, load_rules, read_text, remove, typed, write_atomically,
};
use imperial_engine::Side;
use serde::{Deserialize, Serialize};

/// Its file, in the folder of games by the same rules.
const FILE: &str = "unfinished.json";

/// A game that was left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unfinished {
    /// Name of its rules.
    pub rules: String,
    /// Hash of their text.
    pub rules_hash: String,
    /// The position that it began with.
    pub start: Option<String>,
    /// Moves that were made before the two sat down.
    pub given: Vec<String>,
    /// The moves since.
    pub plies: Vec<PlyRecord>,
    /// The person's side.
    pub person: Side,
    /// The agent, as it was asked for; nothing for the usual one.
    pub agent: Option<String>,
    /// The file of exact values that it plays by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<PathBuf>,
    pub seed: u64,
}

impl Unfinished {
    /// Whether `folder` has one by `rules`.
    pub fn is_in(folder: &Path, rules: &str) -> bool {
        file(folder, rules).exists()
    }

    /// Refuses a new game in `folder`, where one by the same rules waits to go on.
    ///
    /// # Errors
    /// When there is one.
    pub fn refuse_another(folder: &Path, rules: &str) -> anyhow::Result<()> {
        if !Self::is_in(folder, rules) {
            return Ok(());
        }
        let (shown, file) = (typed(folder.display()), file(folder, rules));
        let (file, rules) = (file.display(), typed(rules));
        bail!(
            "`{file}` is an unfinished game; go on with it by `imperial play --resume {shown} --rules {rules}`, \
             or save the new game in another folder"
        )
    }

    /// Keeps it in `folder`, in place of how it stood before.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn keep(&self, folder: &Path) -> anyhow::Result<()> {
        let file = file(folder, &self.rules);
        let text = serde_json::to_string_pretty(self)? + "\n";
        Ok(write_atomically(&file, text.as_bytes())?)
    }

    /// Forgets the one that was kept in `folder`, if any: it has come to its end.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn forget(folder: &Path, rules: &str) -> anyhow::Result<()> {
        if Self::is_in(folder, rules) {
            remove(&file(folder, rules))?;
        }
        Ok(())
    }

    /// The game that was kept in `folder`, with its rules: that of `rules`, or else the only one.
    ///
    /// # Errors
    /// When there is none, or several and nobody says which; when it or its rules have changed.
    pub fn find(folder: &Path, rules: Option<&str>) -> anyhow::Result<(Self, LoadedRules)> {
        let all = all(folder)?;
        let chosen: Vec<&PathBuf> = match rules {
            Some(rules) => all.iter().filter(|path| **path == file(folder, rules)).collect(),
            None => all.iter().collect(),
        };
        let path = match chosen[..] {
            [path] => path,
            [] => bail!(
                "there is no unfinished game in `{}`; `--save` keeps one after each move",
                folder.display()
            ),
            _ => bail!(
                "there are {} unfinished games in `{}`; choose one with `--rules`",
                chosen.len(),
                folder.display()
            ),
        };
        let text = read_text(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        let found: Self = serde_json::from_str(&text)
            .with_context(|| Damaged::new(path, Damaged::FROM_A_COPY))?;
        let kept = folder.join("rules").join(format!("{}.toml", found.rules));
        let rules = load_rules(&kept.display().to_string())?;
        if rules.hash != found.rules_hash {
            bail!("`{}` is not the rule set of `{}`", kept.display(), path.display());
        }
        Ok((found, rules))
    }
}

fn file(folder: &Path, rules: &str) -> PathBuf {
    folder.join(rules).join(FILE)
}

fn all(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read `{}`", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry?.path().join(FILE);
        if file.is_file() {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(rules: &LoadedRules) -> Unfinished {
        Unfinished {
            rules: rules.game.name().to_owned(),
            rules_hash: rules.hash.clone(),
            start: None,
            given: Vec::new(),
            plies: vec![PlyRecord { mv: "b2".to_owned(), ..PlyRecord::default() }],
            person: Side::Defenders,
            agent: Some("level:casual".to_owned()),
            table: Some("hounds.table".into()),
            seed: 7,
        }
    }

    #[test]
    fn a_game_that_was_left_is_found_again_and_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let find = |rules| Unfinished::find(folder.path(), rules);
        assert!(find(None).expect_err("none").to_string().contains("`--save` keeps one"));
        for name in ["tic-tac-toe", "brandubh"] {
            let rules = load_rules(name).expect("embedded");
            left(&rules).keep(folder.path()).expect("kept");
            let kept = folder.path().join("rules").join(format!("{name}.toml"));
            write_atomically(&kept, rules.text.as_bytes()).expect("kept");
        }
        assert!(find(None).expect_err("two").to_string().contains("choose one with `--rules`"));
        let (found, rules) = find(Some("brandubh")).expect("it is there");
        assert_eq!(found, left(&rules));
        Unfinished::forget(folder.path(), "brandubh").expect("removed");
        Unfinished::forget(folder.path(), "brandubh").expect("there is nothing to remove");
        assert_eq!(find(None).expect("the other").0.rules, "tic-tac-toe");
    }
}
