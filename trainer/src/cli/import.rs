//! `imperial import`.

mod dataset;
mod move_lists;
mod opentafl;

use std::path::{Path, PathBuf};

use anyhow::bail;
use imperial_data::opentafl::Law;
use imperial_dataset::is_dataset;

use super::usage::OrUsage as _;

/// Import games of others: lists of moves, games and rule sets of OpenTafl, or a dataset
///
/// Checks every move by the rules, and writes games.jsonl and rules/ as self-play does. If anything
/// is wrong, it writes nothing. With `--lenient` it skips wrong lists of moves instead.
///
/// A list of moves is a line of text, such as b7-b4 c1-c4xd4, or a row of a table (.csv, .tsv, .txt)
/// with the moves in one cell. Captures may be left out. Files of OpenTafl end in .otg and .otn. A dataset
/// is a folder that imperial export made, whose tables others may have edited.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial import games.csv --rules copenhagen --agent people --out games/people
  imperial import games.tsv --rules my.toml --moves line --result winner \\
      --lenient --out games/club
  imperial import game.otg --out games/opentafl
  imperial import saved-games/ --out games/opentafl
                            every .otg and .otn in a folder
  imperial import tablut.otn --out my-rules
                            a rule set alone
  imperial import club/ --without surf --out games/club
                            OpenTafl's `surf` is on by default
  imperial import dataset --out games/again
                            the games of a dataset

Then: imperial verify games/people
      imperial report games games/people two-games/games --out report")]
pub(super) struct Args {
    /// Lists of moves, files of OpenTafl, folders with such files, or a dataset
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// Folder for the games; must be new or empty
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Format of the files; if not given, their names say it
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten, next_help_heading = "Lists of moves")]
    lists: move_lists::Options,

    /// Laws to leave out: surf (surrounding), sw (shieldwall), efe (edge fort)
    #[arg(long, value_name = "KEY", value_delimiter = ',', help_heading = "OpenTafl")]
    without: Vec<Law>,
}

/// What files hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lists of moves, one game a line
    Moves,
    /// Game records (.otg) and rules records (.otn) of OpenTafl
    #[value(name = "opentafl")]
    OpenTafl,
    /// A dataset of imperial
    Dataset,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let format = self.format().or_usage()?;
        self.check(format).or_usage()?;
        match format {
            Format::Moves => self.lists.import(&self.files, &self.out),
            Format::OpenTafl => opentafl::import(&self.files, &self.out, &self.without),
            Format::Dataset => dataset::import(&self.files, &self.out),
        }
    }

    /// What the files are, as said or by their names.
    fn format(&self) -> anyhow::Result<Format> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let are_meant = self.lists.are_meant();
        let mut formats = self.files.iter().map(|file| format_of(file, are_meant));
        let first = formats.next().unwrap_or(Format::OpenTafl);
        if formats.any(|format| format != first) {
            bail!("the files are of different formats; import each format on its own");
        }
        Ok(first)
    }

    /// Refuses options of the other format.
    fn check(&self, format: Format) -> anyhow::Result<()> {
        match format {
            Format::Moves if !self.without.is_empty() => {
                bail!("`--without` is for files of OpenTafl; lists of moves follow `--rules`")
            }
            Format::Dataset if !self.without.is_empty() => {
                bail!("`--without` is for files of OpenTafl; a dataset has its rules with it")
            }
            Format::OpenTafl => self.lists.check_unused("files of OpenTafl need"),
            Format::Dataset => self.lists.check_unused("a dataset needs"),
            Format::Moves => Ok(()),
        }
    }
}

/// What a file is by its name. Where that says nothing, it holds lists of moves if they `are_meant`.
fn format_of(file: &Path, are_meant: bool) -> Format {
    let is =
        |wanted: &&str| file.extension().is_some_and(|found| found.eq_ignore_ascii_case(wanted));
    match (["csv", "tsv", "txt"].iter().any(is), ["otg", "otn"].iter().any(is)) {
        (true, _) => Format::Moves,
        (_, true) => Format::OpenTafl,
        _ if is_dataset(file) => Format::Dataset,
        _ if are_meant => Format::Moves,
        _ => Format::OpenTafl,
    }
}
