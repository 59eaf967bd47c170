//! `imperial run`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::figures::Figures;
use super::maker::write_made;
use super::measurement::print_report;
use super::options::Sharing;
use super::programs::Programs;
use super::usage::OrUsage as _;
use crate::cli::say::say;
use crate::experiment::{self, AgentEntry, Experiment};
use crate::run::Run;
use imperial_data::LoadedRules;
use imperial_learn::training::TrainingConfig;
use imperial_play::play::Shard;
use imperial_play::tell;

/// Run a whole experiment: play and learn, compare, report
///
/// Without options this is the experiment `contest-vs-tablut`. A network learns both games from nothing, in about
/// a minute on two cores. It then plays beside the networks that come with the program, and the report compares
/// the games. You can interrupt it at any time: the same command continues.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial run                              Imperial Contest and Tablut compared
  imperial run --no-learning                only the program's own networks
  imperial run --seed 7 --out runs/seed-7   the same from another seed
  imperial run --set compare.agents.1.games=50
                                            with a changed setting
  imperial run --config my.toml             your own experiment
  imperial run --show                       print the settings, to copy")]
pub(super) struct Args {
    /// Experiment file; the embedded `contest-vs-tablut` if not given
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Train no network, and leave out the agents that would play with it
    #[arg(long)]
    no_learning: bool,

    /// Change one setting; may be repeated
    #[arg(long = "set", value_name = "KEY=VALUE")]
    changes: Vec<String>,

    /// Seed of everything random; that of the experiment if not given
    #[arg(long)]
    seed: Option<u64>,

    /// Folder for the run; runs/NAME if not given
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    /// Print the balance report as JSON instead of a table
    #[arg(long)]
    json: bool,

    /// Print the settings and do nothing else
    #[arg(long)]
    show: bool,

    #[command(flatten)]
    programs: Programs,

    #[command(flatten)]
    figures: Figures,

    #[command(flatten)]
    compute: Sharing,
}

impl Args {
    pub fn run(mut self) -> anyhow::Result<()> {
        self.changes.extend(self.seed.map(|seed| format!("seed={seed}")));
        let file = self.config.as_deref();
        if self.show && self.changes.is_empty() && file.is_none() && !self.no_learning {
            say!("{}", experiment::DEFAULT);
            return Ok(());
        }
        let mut experiment = Experiment::load(file, &self.changes).or_usage()?;
        if self.no_learning {
            experiment = experiment.without_learning();
        }
        experiment.check().or_usage()?;
        if self.show {
            say!("{}", toml::to_string_pretty(&experiment)?);
            return Ok(());
        }
        let training = experiment.training().or_usage()?;
        let agents = experiment.agents().chain(training.iter().map(|config| &config.first.agent));
        self.programs.check(file, agents).or_usage()?;
        let rules = experiment.load_rules().or_usage()?;
        let judged = experiment.check_hypotheses(&rules).map_err(|wrong| wrong.located(file));
        judged.or_usage()?;
        let figures = self.figures.folder()?;
        let backend = self.compute.set_up()?;
        let folder = self.out.clone().unwrap_or_else(|| Path::new("runs").join(&experiment.name));
        announce(&experiment, training.as_ref(), &folder);
        let (seed, computing) = (experiment.seed, backend.clone());
        let run = Run::open(&folder, experiment, backend).or_usage()?.with_figures(figures);
        write_made(&folder, seed, &[], &computing)?;
        self.execute(&run, &rules)
    }

    fn execute(&self, run: &Run, rules: &[LoadedRules]) -> anyhow::Result<()> {
        let was_complete = run.is_complete();
        if !was_complete && !Shard::is_played_here() {
            match run.cost() {
                Ok(cost) if run.proves() => tell!("  cost     {cost}; the proofs come on top"),
                Ok(cost) => tell!("  cost     {cost}"),
                // The run needs no answer; an interruption ends it at its first step.
                Err(error) => tell!("  cost     is not known: {error:#}"),
            }
        }
        let started = Instant::now();
        let report = run.execute()?;
        print_report(&report, rules, self.json)?;
        if was_complete {
            tell!("nothing was left to do: this run is complete");
        } else {
            tell!("done in {:.0} s", started.elapsed().as_secs_f64());
        }
        tell!("report: {}", run.folder().page().display());
        Ok(())
    }
}

fn announce(experiment: &Experiment, training: Option<&TrainingConfig>, folder: &Path) {
    tell!("{} (`{}`, seed {})", experiment.title, experiment.name, experiment.seed);
    tell!("  rules    {}", experiment.rules.join(", "));
    if let Some(TrainingConfig { generations, network, .. }) = training {
        let (blocks, channels) = (network.blocks, network.channels);
        tell!(
            "  learn    {blocks} blocks of {channels} channels, {generations} generations of games and learning"
        );
    }
    let agents = |entries: &[AgentEntry]| {
        let words = entries.iter().map(|entry| format!("{} ({} games)", entry.agent, entry.games));
        words.collect::<Vec<_>>().join(", ")
    };
    tell!("  compare  {}", agents(&experiment.compare.agents));
    let exploiters = &experiment.compare.exploiters;
    if !exploiters.is_empty() {
        tell!("  exploit  {}", agents(exploiters));
    }
    tell!("  opening  {}", experiment.compare.opening.words());
    tell!("  results  {}", folder.display());
}
