//! `imperial analyse`.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use imperial_data::{LoadedRules, folder_of, load_rules};
use imperial_engine::{Encode, with_game};

use super::agents::agents_help;
use super::options::{Standing, Thinking, colour};
use super::usage::{OrUsage as _, unmarked, wrong};
use crate::cli::say::{Output, say, sayln};
use crate::console::{Known, drawn};
use imperial_play::agent::Agent;
use imperial_play::analysis::{Report, Searched};
use imperial_play::playing_agent::PlayingAgent;
use imperial_serve::bridges::batch::{Desk, answer};
use imperial_truth::table::Table;

/// Analyse a position: the best moves with visits, values and probabilities, and the expected line
///
/// Values are the attackers', whoever is to move: 1 if the attackers win, -1 if the defenders win. `prior`
/// is the network's probability of a move before the search. `policy` is what a network would learn from the
/// search.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial analyse --rules tablut-linnaeus
  imperial analyse --rules tablut-linnaeus --moves 'd9-d8 e6-f6' \\
      --agent puct:2000
  imperial analyse --rules fox-and-hounds --table hounds.table
  imperial analyse --file games.jsonl --json --agent network:100
  program | imperial analyse --file - --json --rules brandubh
  imperial analyse --rules imperial-contest --agent network:1000 --json \\
      --position '3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 d 0 0'", agents_help!()))]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file
    #[arg(long, value_name = "NAME", required_unless_present = "file")]
    rules: Option<String>,

    #[command(flatten)]
    thinking: Thinking,

    #[command(flatten)]
    standing: Standing,

    /// Exact values of this rule set, from `imperial solve`: they are shown, and nothing is searched
    #[arg(long, value_name = "FILE", conflicts_with_all = ["agent", "file"])]
    table: Option<PathBuf>,

    /// Number of moves in the table
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,

    /// Seed of everything random
    #[arg(long, default_value_t = 1855)]
    seed: u64,

    /// Print one JSON object with all moves instead of the table
    #[arg(long)]
    json: bool,

    /// Analyse many positions: game records, or the queries of docs/analysis.md, a line each; `-` is the
    /// standard input. Answers come as JSON lines in any order
    #[arg(long, value_name = "FILE", requires = "json", conflicts_with_all = ["position", "first", "moves"])]
    file: Option<PathBuf>,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        if let Some(file) = &self.file {
            return self.analyse_many(file);
        }
        let rules = load_rules(self.rules.as_deref().unwrap_or_default()).or_usage()?;
        if let Some(file) = &self.table {
            return with_game!(&rules.game, |game| look_up(game, &self, &rules, file));
        }
        let agent = self.thinking.prepare(&rules)?;
        with_game!(&rules.game, |game| analyse(game, &self, &rules, &agent))
    }
}

impl Args {
    /// Answers the queries of a file, or of the standard input.
    fn analyse_many(&self, file: &Path) -> anyhow::Result<()> {
        let prepare = |rules: &LoadedRules| self.thinking.prepare(rules).map_err(unmarked);
        let desk = Desk::new(self.rules.clone(), self.seed, prepare)
            .beside(folder_of(file))
            .asked_for(self.thinking.agent());
        let input: Box<dyn BufRead + Send> = if file == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let open =
                File::open(file).with_context(|| format!("cannot read `{}`", file.display()));
            let open = open.or_usage()?;
            if file.is_dir() {
                let error =
                    format!("`{}` is a folder; --file takes a file of queries", file.display());
                return Err(anyhow::anyhow!(error)).or_usage();
            }
            Box::new(BufReader::new(open))
        };
        answer(&desk, input, &mut Output, self.thinking.threads())
    }
}

fn analyse<G: Searched>(
    game: &G,
    args: &Args,
    rules: &LoadedRules,
    agent: &Agent,
) -> anyhow::Result<()> {
    check_figures(agent, rules)?;
    let setup = args.standing.setup(game, None)?;
    let position = setup.position(game)?;
    let mut playing = PlayingAgent::new(agent, rules, args.seed, args.thinking.threads());
    let chosen = playing.think(game, &setup).or_usage()?;
    let result = chosen.result.context("an agent that searches has a result")?;
    let report = Report::new(game, &rules.game, &position, agent.label(), &result);
    if args.json {
        sayln!("{}", serde_json::to_string(&report)?);
    } else {
        say!("{}\n{}", drawn(game, &position, colour()), report.table(args.top));
    }
    Ok(())
}

/// Refuses an agent that says nothing about a position.
pub(super) fn check_figures(agent: &Agent, rules: &LoadedRules) -> anyhow::Result<()> {
    if matches!(agent.at(&rules.game), Agent::Random | Agent::External(_)) {
        let label = agent.label();
        return wrong(format!(
            "`{label}` has no figures to show; use --agent rollouts:N, network:N, puct:N or alphabeta:TIME"
        ));
    }
    Ok(())
}

/// Shows what the table in `file` says.
fn look_up<G: Encode>(
    game: &G,
    args: &Args,
    rules: &LoadedRules,
    file: &Path,
) -> anyhow::Result<()> {
    let table = Table::read(game, rules, file).or_usage()?;
    let position = args.standing.setup(game, None)?.position(game)?;
    let known = Known::new(game, &position, &table).or_usage()?;
    if args.json {
        sayln!("{}", serde_json::to_string(&known)?);
    } else {
        say!("{}\n{}", drawn(game, &position, colour()), known.text(args.top));
    }
    Ok(())
}
