//! What a network is learned from and how: `learn.json` beside its checkpoint, so that a folder is
//! never continued with something else.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{Damaged, checksums, read_text, sha256_of_file, was_written, write_atomically};
use serde::{Deserialize, Serialize};

use super::games::GamesFile;
use super::known::LeftOut;
use super::learning_run::LearningRun;

/// Name of the file in the folder of a network.
const FILE: &str = "learn.json";

/// Everything that decides which network is learned, and how far it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// The files of games, in the order in which they are learned from.
    pub games: Vec<Source>,
    /// The files of games that are held out: none of these is learned from. Versions up to 0.2 named none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub held_out: Option<Vec<Source>>,
    /// How it learns.
    pub settings: Settings,
    /// The last step, counted from 1.
    pub steps: u64,
    /// Steps that the finished network has learned; none is finished without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub learned: Option<u64>,
}

/// A file of games. It may be moved: what it holds decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The file, or the folder of the dataset whose games these are.
    pub file: PathBuf,
    /// SHA-256 of the games in hexadecimal digits; of a dataset's, as they are read back.
    pub sha256: String,
    /// SHA-256 of the `SHA256SUMS` of a dataset, where it has one. Versions up to 0.2 named no datasets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sums: Option<String>,
}

/// The options of `imperial learn` that a continued learning run must share.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Samples per step.
    pub batch: u32,
    /// Highest learning rate.
    pub rate: f64,
    /// Residual blocks.
    pub blocks: u16,
    /// Channels of each block.
    pub channels: u16,
    /// [`Target::root_value_share`](super::Target::root_value_share).
    pub root_value_share: f32,
    /// [`Target::discount`](super::Target::discount).
    pub discount: f32,
    /// Seed of the first weights and of the order of samples.
    pub seed: u64,
    /// The kernel that computes, on the CPU; versions up to 0.2 named none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kernel: Option<String>,
}

impl Source {
    /// Names a file by its content.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(file: &GamesFile) -> anyhow::Result<Self> {
        let sha256 = sha256_of_file(file.path()).map(|(_, sha256)| sha256);
        // Of finished games that are gone, their reader knows more.
        let sha256 = sha256.or_else(|error| file.games().and(Err(error.into())))?;
        Ok(Self { file: file.path().to_owned(), sha256, sums: None })
    }

    /// The same, where the games were read back from the dataset in a folder.
    ///
    /// # Errors
    /// When its checksums cannot be read.
    pub fn of_dataset(file: &GamesFile, dataset: &Path) -> anyhow::Result<Self> {
        let sums = dataset.join(checksums::FILE);
        let sums = match sums.is_file() {
            true => Some(sha256_of_file(&sums)?.1),
            false => None,
        };
        Ok(Self { file: dataset.to_owned(), sums, ..Self::of(file)? })
    }
}

impl Origin {
    /// Compares with what was learned in `folder` before; gives whether the network there is
    /// finished. More steps than before are no difference.
    ///
    /// # Errors
    /// When the folder holds a network of another origin, or one whose origin is not known; the
    /// message says what differs and what to do.
    pub fn compare(&self, folder: &Path) -> anyhow::Result<bool> {
        let shown = folder.display();
        let run = LearningRun::in_folder(folder);
        let path = folder.join(FILE);
        if !path.exists() {
            if run.checkpoint.exists() || run.network.exists() {
                if self.was_written(&path)? {
                    return Ok(false);
                }
                bail!(
                    "`{shown}` holds a network and no `{FILE}`, so that nothing says what it \
                       learned from; choose another --out"
                );
            }
            return Ok(false);
        }
        let before = Self::read(&path)?;
        // Numbers are compared as they are read.
        let now: Self = serde_json::from_str(&serde_json::to_string(self)?)?;
        match now.difference(&before) {
            Some(difference) => bail!(
                "`{shown}` was begun with {difference}; repeat the command that began it, with the \
                 same --steps or more, or choose another --out"
            ),
            None => Ok(before.learned == Some(self.steps) && run.is_finished()),
        }
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let text = read_text(path).with_context(|| format!("cannot read `{}`", path.display()))?;
        serde_json::from_str(&text).with_context(|| Damaged::new(path, Damaged::FROM_A_COPY))
    }

    /// Refuses a network in `folder` that an earlier version has begun where it learned from games that are left out now.
    ///
    /// # Errors
    /// When there is one, or what was learned there cannot be read.
    pub fn check_left_out(folder: &Path, left_out: LeftOut) -> anyhow::Result<()> {
        let path = folder.join(FILE);
        let is_older = path.exists() && Self::read(&path)?.held_out.is_none();
        if is_older && left_out != LeftOut::default() {
            bail!(
                "`{}` was begun by an earlier version, which learned from games that are left out now: copies, and \
                 games that are held out; choose another --out",
                folder.display()
            );
        }
        Ok(())
    }

    /// Whether this is what was written at `path`, where nothing is any more.
    fn was_written(&self, path: &Path) -> anyhow::Result<bool> {
        for learned in [None, Some(self.steps)] {
            let text = Self { learned, ..self.clone() }.text()?;
            if was_written(path, text.as_bytes()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn text(&self) -> anyhow::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Writes it into `folder`.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn write(&self, folder: &Path) -> anyhow::Result<()> {
        Ok(write_atomically(&folder.join(FILE), self.text()?.as_bytes())?)
    }

    /// What was there `before` and is not here.
    fn difference(&self, before: &Self) -> Option<String> {
        let options = before.settings.options().into_iter().zip(self.settings.options());
        let option = options
            .filter(|((_, before), (_, now))| before != now && !before.is_empty())
            .map(|((name, before), (_, now))| format!("{name} {before}, not {now}"))
            .next();
        let fewer = (self.steps < before.steps)
            .then(|| format!("--steps {}, which is more than {}", before.steps, self.steps));
        let other_held_out =
            || self.has_others_held_out(before).then(|| "other games held out".to_owned());
        option.or(fewer).or_else(|| self.other_games(before)).or_else(other_held_out)
    }

    /// Whether other games were held out `before`, as far as that is known.
    fn has_others_held_out(&self, before: &Self) -> bool {
        let before = before.held_out.as_deref().map(hashes);
        before.is_some_and(|before| before != hashes(self.held_out.as_deref().unwrap_or_default()))
    }

    fn other_games(&self, before: &Self) -> Option<String> {
        let lacking = |these: &Self, those: &Self| {
            let known: HashSet<&str> =
                those.games.iter().map(|source| source.sha256.as_str()).collect();
            let missing = these.games.iter().find(|source| !known.contains(source.sha256.as_str()));
            missing.map(|source| source.file.display().to_string())
        };
        lacking(before, self)
            .map(|file| format!("`{file}` as it was then, which is not among the games now"))
            .or_else(|| lacking(self, before).map(|file| format!("other games, without `{file}`")))
            .or_else(|| {
                let same = hashes(&self.games) == hashes(&before.games);
                (!same).then(|| "the games in another order or another number of times".to_owned())
            })
    }
}

/// What files of games hold, in their order.
fn hashes(sources: &[Source]) -> Vec<&str> {
    sources.iter().map(|source| source.sha256.as_str()).collect()
}

impl Settings {
    /// The name of each option and its value.
    fn options(&self) -> [(&'static str, String); 8] {
        [
            ("--batch", self.batch.to_string()),
            ("--rate", self.rate.to_string()),
            ("--blocks", self.blocks.to_string()),
            ("--channels", self.channels.to_string()),
            ("--root-value-share", self.root_value_share.to_string()),
            ("--discount", self.discount.to_string()),
            ("--seed", self.seed.to_string()),
            ("--kernel", self.kernel.clone().unwrap_or_default()),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(name: &str, sha256: &str) -> Source {
        Source { file: name.into(), sha256: sha256.to_owned(), sums: None }
    }

    fn origin() -> Origin {
        let source = |name: &str| source(name, &name.to_uppercase());
        let settings = Settings {
            batch: 256,
            rate: 2e-3,
            blocks: 4,
            channels: 32,
            root_value_share: 0.25,
            discount: 0.99,
            seed: 1855,
            kernel: Some("amx".to_owned()),
        };
        let games = vec![source("a"), source("b")];
        Origin { games, held_out: Some(Vec::new()), settings, steps: 20, learned: None }
    }

    /// What `change` differs by from an origin that was written down.
    fn told(change: impl FnOnce(&mut Origin)) -> Option<String> {
        let folder = tempfile::tempdir().expect("a folder");
        origin().write(folder.path()).expect("written");
        let mut now = origin();
        change(&mut now);
        now.compare(folder.path()).err().map(|error| error.to_string())
    }

    #[test]
    fn the_same_goes_on_and_so_do_more_steps() {
        assert_eq!(told(|_| ()), None);
        assert_eq!(told(|now| now.steps = 30), None);
        assert_eq!(told(|now| now.games[0].file = "moved/a".into()), None);
        // An earlier version said nothing of the dataset.
        assert_eq!(told(|now| now.games[0].sums = Some("c".into())), None);
    }

    #[test]
    fn anything_else_is_named() {
        let differs = |change: fn(&mut Origin), text: &str| {
            let told = told(change).unwrap_or_default();
            assert!(told.contains(text), "{told}");
        };
        differs(|now| now.settings.rate = 0.5, "--rate 0.002, not 0.5");
        differs(|now| now.settings.discount = 0.1, "--discount 0.99, not 0.1");
        differs(|now| now.settings.blocks = 2, "--blocks 4, not 2");
        differs(|now| now.settings.kernel = Some("avx2".into()), "--kernel amx, not avx2");
        differs(|now| now.steps = 10, "--steps 20, which is more than 10");
        differs(|now| now.games[1].sha256.clear(), "`b` as it was then");
        differs(|now| now.games.push(source("c", "C")), "without `c`");
        differs(|now| now.games.reverse(), "another order");
        differs(|now| now.held_out = Some(vec![source("c", "C")]), "other games held out");
    }

    #[test]
    fn an_older_network_goes_on_unless_it_learned_from_what_is_left_out_now() {
        let folder = tempfile::tempdir().expect("a folder");
        let left_out = LeftOut { copies: 1, held_out: 0 };
        Origin::check_left_out(folder.path(), left_out).expect("nothing was begun");
        let now = Origin { held_out: Some(vec![source("c", "C")]), ..origin() };
        Origin { held_out: None, ..origin() }.write(folder.path()).expect("written");
        assert!(!now.compare(folder.path()).expect("the same games"));
        Origin::check_left_out(folder.path(), LeftOut::default()).expect("all are learned from");
        let refused = Origin::check_left_out(folder.path(), left_out).expect_err("copies");
        assert!(refused.to_string().contains("choose another --out"), "{refused}");
        now.write(folder.path()).expect("written");
        Origin::check_left_out(folder.path(), left_out).expect("it left them out, too");
    }

    #[test]
    fn a_network_of_unknown_origin_is_not_continued() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(!origin().compare(folder.path()).expect("an empty folder"));
        std::fs::write(folder.path().join("checkpoint.bpk"), "").expect("written");
        let told = origin().compare(folder.path()).expect_err("an unknown origin").to_string();
        assert!(told.contains("no `learn.json`"), "{told}");
    }
}
