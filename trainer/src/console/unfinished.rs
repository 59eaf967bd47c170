//! The game that was left, so that it can go on.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    Damaged, GAMES_FILE, LoadedRules, PlyRecord, RulesError, folder_of, read_games, read_text,
    remove, typed, write_atomically,
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
    /// What records call it. Earlier versions kept none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The file of exact values that it plays by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<PathBuf>,
    pub seed: u64,
    /// The number that its record gets, from 0. Earlier versions kept none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
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
        bail!(
            "`{}` is an unfinished game; go on with it by {}, or save the new game in another folder",
            file(folder, rules).display(),
            resuming(folder, rules)
        )
    }

    /// The file beside the log at `games` and the command that goes on with it, if there is one.
    pub fn beside(games: &Path) -> Option<(PathBuf, String)> {
        let folder = folder_of(games);
        let file = folder.join(FILE);
        let command = || match (folder.parent(), folder.file_name()) {
            (Some(root), Some(rules)) => {
                let is_here = root.as_os_str().is_empty();
                resuming(if is_here { Path::new(".") } else { root }, rules.display())
            }
            // It is called `.` or the like.
            _ => "`imperial play --resume`".to_owned(),
        };
        file.is_file().then(|| (file, command()))
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

    /// The number of its record, where the log in `folder` has one already: a kill can come between that and
    /// [`forget`](Self::forget).
    pub fn recorded_as(&self, folder: &Path) -> Option<u64> {
        let number = self.number?;
        let log = folder.join(&self.rules).join(GAMES_FILE);
        let mut records = read_games(&log).filter_map(Result::ok).map(|(_, record)| record);
        let record = records.find(|record| record.game == number)?;
        let moves = self.given.iter().chain(self.plies.iter().map(|ply| &ply.mv));
        record.plies.iter().map(|ply| &ply.mv).eq(moves).then_some(number)
    }

    /// The game that was kept in `folder`, with its rules: that of `rules`, a name or a file, or else the only one.
    ///
    /// # Errors
    /// When there is none, or several and nobody says which; when it or its rules have changed.
    pub fn find(folder: &Path, rules: Option<&str>) -> anyhow::Result<(Self, LoadedRules)> {
        let all = all(folder)?;
        let chosen: Vec<&PathBuf> = match rules.map(name_of).transpose()? {
            Some(name) => all.iter().filter(|path| **path == file(folder, &name)).collect(),
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
        let rules = found.kept_rules(folder)?;
        Ok((found, rules))
    }

    /// Its rules, which lie in `folder`.
    fn kept_rules(&self, folder: &Path) -> anyhow::Result<LoadedRules> {
        let kept = folder.join("rules").join(format!("{}.toml", self.rules));
        match LoadedRules::kept(&kept) {
            Ok(rules) if rules.hash == self.rules_hash => Ok(rules),
            Err(RulesError::Read(error)) if kept.exists() => Err(error.into()),
            _ => Err(Damaged::new(&kept, Damaged::FROM_A_COPY).into()),
        }
    }
}

/// The command that goes on with the game by `rules` in `folder`.
fn resuming(folder: &Path, rules: impl Display) -> String {
    format!("`imperial play --resume {} --rules {}`", typed(folder.display()), typed(rules))
}

/// The name of a rule set that is given by its name or as a file.
fn name_of(rules: &str) -> Result<String, RulesError> {
    match rules.ends_with(".toml") {
        true => LoadedRules::kept(Path::new(rules)).map(|rules| rules.game.name().to_owned()),
        false => Ok(rules.to_owned()),
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
    use imperial_data::{is_damage, load_rules};

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
            label: Some("level-casual".to_owned()),
            table: Some("hounds.table".into()),
            seed: 7,
            number: Some(3),
        }
    }

    /// Keeps a game by `rules` in `folder`, as it is played there.
    fn keep(folder: &Path, rules: &LoadedRules, game: &Unfinished) {
        game.keep(folder).expect("kept");
        let kept = folder.join("rules").join(format!("{}.toml", rules.game.name()));
        write_atomically(&kept, rules.text.as_bytes()).expect("kept");
    }

    #[test]
    fn a_game_that_was_left_is_found_again_and_forgotten() {
        let folder = tempfile::tempdir().expect("a folder");
        let find = |rules| Unfinished::find(folder.path(), rules);
        assert!(find(None).expect_err("none").to_string().contains("`--save` keeps one"));
        for name in ["tic-tac-toe", "brandubh"] {
            let rules = load_rules(name).expect("embedded");
            keep(folder.path(), &rules, &left(&rules));
        }
        assert!(find(None).expect_err("two").to_string().contains("choose one with `--rules`"));
        let (found, rules) = find(Some("brandubh")).expect("it is there");
        assert_eq!(found, left(&rules));
        Unfinished::forget(folder.path(), "brandubh").expect("removed");
        Unfinished::forget(folder.path(), "brandubh").expect("there is nothing to remove");
        assert_eq!(find(None).expect("the other").0.rules, "tic-tac-toe");
    }

    #[test]
    fn a_game_of_an_earlier_version_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let rules = load_rules("tic-tac-toe").expect("embedded");
        let before = Unfinished { label: None, number: None, ..left(&rules) };
        keep(folder.path(), &rules, &before);
        let text = fs::read_to_string(file(folder.path(), "tic-tac-toe")).expect("a file");
        assert!(!text.contains("label") && !text.contains("number"), "{text}");
        let (found, _) = Unfinished::find(folder.path(), None).expect("it is there");
        assert_eq!((&found, found.recorded_as(folder.path())), (&before, None));
    }

    /// The program's rule set of that name may have changed since, and a file has a name inside.
    #[test]
    fn a_game_is_found_by_the_rules_that_it_was_begun_with() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = load_rules("brandubh").expect("embedded").text;
        let limit = text.lines().find(|line| line.starts_with("ply_limit")).expect("a limit");
        let rules = LoadedRules::of_text(text.replace(limit, "ply_limit = 77")).expect("rules");
        keep(folder.path(), &rules, &left(&rules));
        let mine = folder.path().join("mine.toml");
        write_atomically(&mine, rules.text.as_bytes()).expect("written");
        for given in [None, Some("brandubh"), mine.to_str()] {
            let (_, found) = Unfinished::find(folder.path(), given).expect("it is there");
            assert_eq!(found.hash, rules.hash);
        }
        let kept = folder.path().join("rules/brandubh.toml");
        for other in ["no rules", text.as_str()] {
            write_atomically(&kept, other.as_bytes()).expect("written");
            let error = Unfinished::find(folder.path(), None).expect_err("it has changed");
            assert!(error.chain().any(is_damage), "{error}");
            assert!(error.to_string().contains("is damaged; restore it from a copy"), "{error}");
        }
    }

    #[test]
    fn the_command_that_goes_on_names_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let games = folder.path().join("tic-tac-toe").join(GAMES_FILE);
        assert_eq!(Unfinished::beside(&games), None);
        left(&load_rules("tic-tac-toe").expect("embedded")).keep(folder.path()).expect("kept");
        let (file, command) = Unfinished::beside(&games).expect("it is there");
        assert!(file.ends_with("tic-tac-toe/unfinished.json"));
        assert_eq!(command, resuming(folder.path(), "tic-tac-toe"));
    }
}
