//! `imperial report`.

mod game;
mod games;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use super::usage::OrUsage as _;
use crate::cli::say::{say, sayln};
use imperial_data::{Damaged, find_games, read_text, read_text_if_there, sha256_of_file};
use imperial_lab::{BalanceReport, Provenance, RECORDED, ReportContrast};

/// Report on one game or on many, or compare two reports
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial report game my-game.jsonl --out review.html
                            every move graded, on a page to keep or send
  imperial report games two-games/games games/people --out report
                            people beside the agents of a comparison
  imperial report compare runs/contest-vs-tablut runs/seed-7
                            how the reports of two runs differ")]
pub(super) struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, clap::Subcommand)]
enum Task {
    Game(game::Args),
    Games(games::Args),
    Compare(Compare),
}

/// Show how two reports differ: another seed, another network, another version
///
/// Compares each figure that both have, with an interval of the difference. Agents are matched by name,
/// or else by their place in the order of strength. Games that both reports hold (of equal seed, rules,
/// agent and opening, or from one file of recorded games) are named as such: they repeat nothing.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial report compare runs/contest-vs-tablut runs/seed-7
  imperial report compare first/report second/report --json")]
struct Compare {
    /// Folder of the first report, or of its run, or its balance.json
    #[arg(value_name = "FIRST")]
    first: PathBuf,

    /// The same for the second report
    #[arg(value_name = "SECOND")]
    second: PathBuf,

    /// Print JSON instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Whether the report is about one game, and made at once.
    pub fn is_of_one_game(&self) -> bool {
        matches!(self.task, Task::Game(_))
    }

    pub fn run(self) -> anyhow::Result<()> {
        match self.task {
            Task::Game(game) => game.run(),
            Task::Games(games) => games.run(),
            Task::Compare(compare) => compare.run(),
        }
    }
}

impl Compare {
    fn run(self) -> anyhow::Result<()> {
        let [first, second] = [&self.first, &self.second].map(|path| read(path).or_usage());
        let ((first, ours), (second, theirs)) = (first?, second?);
        let contrast = ReportContrast::between(&first, &second, [&ours, &theirs]);
        if self.json {
            sayln!("{}", serde_json::to_string_pretty(&contrast)?);
        } else {
            say!("{}", contrast.table());
        }
        Ok(())
    }
}

/// A report with what its games depend on, if that lies beside it.
fn read(path: &Path) -> anyhow::Result<(BalanceReport, Provenance)> {
    let places = [path.to_owned(), path.join("balance.json"), path.join("report/balance.json")];
    let found = places.iter().find(|place| place.is_file());
    if let (None, Err(error)) = (found, places[1].metadata())
        && error.kind() != ErrorKind::NotFound
    {
        return Err(error).with_context(|| format!("cannot read `{}`", path.display()));
    }
    let file = found.with_context(|| {
        format!(
            "there is no balance.json in `{}` or its folder `report`; name the folder of a report \
             or run",
            path.display()
        )
    })?;
    let beside = file.with_file_name("provenance.json");
    Damaged::check_file(file)?;
    Damaged::check_file(&beside)?;
    let text = read_text(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    let report = BalanceReport::from_json(&text)
        .with_context(|| format!("cannot use `{}`", file.display()))?;
    let mut provenance: Provenance = match read_text_if_there(&beside)? {
        Some(text) => serde_json::from_str(&text)
            .with_context(|| Damaged::new(&beside, Damaged::FROM_A_COPY))?,
        None => Provenance::new(),
    };
    // Another report may have been made of the games that were played for this one.
    let beside = file.parent().unwrap_or(path);
    let run = if beside.ends_with("report") { beside.parent().unwrap_or(path) } else { beside };
    let folders = ["games", "comparison"].map(|folder| run.join(folder));
    for played in folders.iter().filter(|folder| folder.is_dir()) {
        for file in find_games(played)? {
            Damaged::check_file(&file)?;
            let name = format!("{RECORDED}{}", file.display());
            provenance.insert(name, sha256_of_file(&file)?.1);
        }
    }
    Ok((report, provenance))
}
