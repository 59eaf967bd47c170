//! `imperial report game`.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use imperial_data::{
    GameRecord, ReadError, ReadErrorKind, check_replaceable, folder_of, load_rules,
    read_named_text, write_atomically,
};
use imperial_learn::learning::with_way_on;
use imperial_play::progress::Progress;
use imperial_play::{interrupt, tell};
use imperial_serve::report::{Games, MARK, Reviewer};

use crate::cli::agents::agents_help;
use crate::cli::analyse::check_figures;
use crate::cli::options::Thinking;
use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;

/// Go through games: every move graded, on a page of its own
///
/// Writes one HTML file that needs nothing else: board, moves, expected score, key moments, and what was better.
/// Reads this program's records, OpenTafl's games, and lists of moves: of one game, or of one on each line.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial report game my-game.jsonl --out review.html
  imperial report game games/copenhagen/games.jsonl --game 17 \\
      --agent network:1000 --out review.html
  imperial report game moves.txt --rules brandubh --out review.html
  imperial report game my-game.jsonl --json", agents_help!()))]
pub(super) struct Args {
    /// Files of games
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Only the game of this number in the file, counted from 1; may be repeated
    #[arg(long = "game", value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    numbers: Vec<u32>,

    /// Rule set of lists of moves and positions, by name or as a .toml file. Records name their own
    #[arg(long, value_name = "NAME", default_value = "imperial-contest")]
    rules: String,

    #[command(flatten)]
    thinking: Thinking,

    /// The page to write; only a page of this program is replaced
    #[arg(long, value_name = "FILE", required_unless_present = "json")]
    out: Option<PathBuf>,

    /// Print what was found as JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        // A page that cannot be written is better known before the search.
        let check = |out| check_replaceable(out, MARK);
        self.out.as_deref().map(check).transpose().or_usage()?;
        let games = self.read().or_usage()?;
        let progress = OnceCell::new();
        let reviewer = Reviewer {
            judge: &|rules| {
                let judge = self.thinking.prepare(rules)?;
                check_figures(&judge, rules)?;
                Ok(judge)
            },
            threads: self.thinking.threads(),
            progress: &|done, all| {
                let bar = progress
                    .get_or_init(|| Progress::start("review", "positions", "", 0, all as u64));
                if done > 0 {
                    bar.advance();
                }
                Ok(interrupt::check()?)
            },
        };
        let facts = games.review(&reviewer)?;
        if let Some(progress) = progress.into_inner() {
            progress.finish();
        }
        if !facts.are_checked() {
            tell!(
                "the moves are graded by this agent's own values, which nobody has checked against results; \
                 `network:N` has expected scores where a network of the program has learned the board"
            );
        }
        if facts.are_cut() {
            tell!("some searches ended early: their memory was full (--memory MIB allows more)");
        }
        if let Some(out) = &self.out {
            write_atomically(out, facts.page().as_bytes())?;
            tell!("page: {}", out.display());
        }
        if self.json {
            sayln!("{}", facts.json());
        }
        Ok(())
    }

    fn read(&self) -> anyhow::Result<Games> {
        let rules = load_rules(&self.rules)?;
        let numbers: Vec<usize> = self.numbers.iter().map(|number| *number as usize).collect();
        anyhow::ensure!(
            numbers.is_empty() || self.files.len() == 1,
            "--game counts the games of one file; name one file"
        );
        let mut games = Games::default();
        for file in &self.files {
            let text = text_of(file)?;
            check_lines(file, &text)?;
            games
                .add(&text, (folder_of(file), &rules), &numbers)
                .with_context(|| format!("`{}`", file.display()))?;
        }
        Ok(games)
    }
}

/// Checks that records are what was written; what else may be wrong with a text is said when it is read.
fn check_lines(file: &Path, text: &str) -> anyhow::Result<()> {
    for (number, line) in text.lines().enumerate().filter(|(_, line)| line.starts_with('{')) {
        if let Err(kind @ ReadErrorKind::Checksum) = GameRecord::from_line(line.as_bytes()) {
            let (file, line) = (file.to_owned(), number + 1);
            return Err(with_way_on(ReadError { file, line, kind }));
        }
    }
    Ok(())
}

fn text_of(file: &Path) -> anyhow::Result<String> {
    if file.is_dir() {
        bail!(
            "`{}` is a folder: name a games.jsonl in it, or use `imperial report games`, which takes folders",
            file.display()
        );
    }
    read_named_text(file).with_context(|| format!("cannot read `{}`", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_as_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let refused = text_of(folder.path()).expect_err("a folder").to_string();
        assert!(refused.contains("is a folder: name a games.jsonl in it"), "{refused}");
    }
}
