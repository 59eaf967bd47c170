//! What `balance`, `attribute` and `tune` have in common: how games begin, and where the report goes.

use std::path::PathBuf;

use imperial_data::{LoadedRules, typed};
use imperial_lab::BalanceReport;
use imperial_net::Backend;
use imperial_play::play::OpeningPlies;
use imperial_play::tell;

use super::figures::Figures;
use super::maker::{check_made_by, write_made};
use super::options::{Sharing, colour};
use super::say::{say, sayln};
use super::usage::OrUsage as _;
use crate::run::{Compared, Origin, additions, write_report};

#[derive(Debug, clap::Args)]
pub(super) struct Measurement {
    /// Random plies at the start of each game; 0 for the bare starting position
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningPlies::MOST_PLIES)))]
    random_plies: u32,

    /// Plies after the random ones that draw their move from the search's policy
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningPlies::MOST_PLIES)))]
    sampled_plies: u32,

    /// Seed of everything that is drawn: games, orders, intervals
    #[arg(long, default_value_t = 1855)]
    pub seed: u64,

    /// Folder for rule sets, games and report
    #[arg(long, value_name = "FOLDER")]
    pub out: PathBuf,

    /// Print the report as JSON instead of tables
    #[arg(long)]
    pub json: bool,

    #[command(flatten)]
    figures: Figures,

    #[command(flatten)]
    compute: Sharing,
}

impl Measurement {
    pub fn opening(&self) -> OpeningPlies {
        OpeningPlies { random_plies: self.random_plies, sampled_plies: self.sampled_plies }
    }

    /// What computes. Whether pictures can be written is found out first.
    pub fn set_up(&self) -> anyhow::Result<Backend> {
        self.figures.folder()?;
        self.compute.set_up()
    }

    /// Writes down that `verb` plays games in the folder, where no other one has.
    pub fn settle(&self, verb: &str, backend: &Backend) -> anyhow::Result<()> {
        check_made_by(verb, &self.out).or_usage()?;
        write_made(&self.out, self.seed, &[], backend).map(drop)
    }

    /// The command that makes the same report, from what it begins with.
    fn command(&self, begin: &str) -> String {
        let Self { random_plies, sampled_plies, seed, out, .. } = self;
        format!(
            "imperial {begin} --random-plies {random_plies} --sampled-plies {sampled_plies} --seed {seed} --out {}{}",
            typed(out.display()),
            self.compute.computing()
        )
    }

    /// Writes the report and returns its page. `command` is the subcommand with its own options.
    pub fn write(
        &self,
        compared: &Compared,
        title: &str,
        rules: &[LoadedRules],
        command: &str,
    ) -> anyhow::Result<PathBuf> {
        let origin = Origin {
            title,
            rules,
            seed: self.seed,
            command: self.command(command),
            figures: self.figures.folder()?,
            ..Origin::default()
        };
        write_report(&self.out.join("report"), compared, origin)
    }

    /// Prints the report.
    pub fn print(&self, compared: &Compared, rules: &[LoadedRules]) -> anyhow::Result<()> {
        print_report(&compared.report, rules, self.json)?;
        tell!("{}", compared.words());
        Ok(())
    }
}

/// Prints a report as JSON, or as tables and what their rule sets have of their own.
pub(super) fn print_report(
    report: &BalanceReport,
    rules: &[LoadedRules],
    as_json: bool,
) -> anyhow::Result<()> {
    if as_json {
        sayln!("{}", report.to_json()?);
    } else {
        sayln!("{}", report.table(colour()));
        say!("{}", additions(rules));
    }
    Ok(())
}
