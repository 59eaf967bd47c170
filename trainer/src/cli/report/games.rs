//! `imperial report games`.

use std::path::PathBuf;

use crate::cli::figures::Figures;
use crate::cli::measurement::print_report;
use crate::cli::usage::OrUsage as _;
use crate::run::{Origin, Recorded, check_place, title_of, write_report};
use imperial_data::{Lock, keep_rules, typed};
use imperial_play::tell;

/// Report on recorded games, such as imported ones
///
/// Takes the games in which one agent has both sides: played by `balance`, `run` or `selfplay`, or
/// imported with `--agent NAME`. It replays every game. Agents stand in the order random, rollouts,
/// alpha-beta searches, levels, networks by their playouts. People and other programs stand before them, and are left out of
/// comparisons of weaker and stronger agents.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial report games games/people --out people
  imperial report games two-games/games games/people \\
      --rules copenhagen --out report
                            people beside the agents of a comparison")]
pub(super) struct Args {
    /// Folders with games.jsonl in them or below
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,

    /// Only the games by this rule set; may be repeated
    #[arg(long = "rules", value_name = "NAME")]
    rules: Vec<String>,

    /// Seed of the intervals
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Folder for the report
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,

    /// Print the report as JSON instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    figures: Figures,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        self.figures.folder()?;
        let found = Recorded::find(&self.folders, &self.rules).or_usage()?;
        let compared = found.report(self.seed).or_usage()?;
        check_place(&self.out, &compared.report).or_usage()?;
        let _lock = Lock::of_folder(&self.out)?;
        keep_rules(&self.out, found.rules())?;
        let origin = Origin {
            title: &title_of(found.rules()),
            rules: found.rules(),
            seed: self.seed,
            command: self.command(),
            figures: self.figures.folder()?,
            ..Origin::default()
        };
        let page = write_report(&self.out, &compared, origin)?;
        print_report(&compared.report, found.rules(), self.json)?;
        tell!("{}", compared.words());
        tell!("report: {}", page.display());
        Ok(())
    }

    /// The command that makes the same report.
    fn command(&self) -> String {
        let folders = self.folders.iter().map(|folder| typed(folder.display()));
        let rules = self.rules.iter().map(|name| format!("--rules {}", typed(name)));
        let words: Vec<String> = folders.chain(rules).collect();
        let (words, out) = (words.join(" "), typed(self.out.display()));
        format!("imperial report games {words} --seed {} --out {out}", self.seed)
    }
}
