//! `imperial prove`.

use std::path::PathBuf;

use imperial_data::{LoadedRules, Lock, keep_rules, load_all};
use imperial_engine::{Encode, Game as _, Side, with_game};
use imperial_play::analysis::Setup;
use imperial_play::play::{MOST_GAMES, OpeningPlies};
use imperial_play::tell;
use imperial_truth::proofs::{Answer, ProofTable, Share, Solved, USUAL_NODES, draw};
use serde_json::json;

use super::options::{Standing, set_threads};
use super::usage::{OrUsage as _, wrong};
use crate::cli::say::{say, sayln};

/// Prove that a side wins: from one position, or how often from many openings
///
/// A proof holds against every reply, and is checked move by move. Draws and repetitions prove nothing. Where
/// nothing is proven, nothing is known. Games of up to four million positions are solved first, and not searched.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial prove --rules tablut-linnaeus --moves 'd9-d8 e6-f6'
  imperial prove --rules brandubh --nodes 20000000 --json
  imperial prove --rules brandubh,tablut-corner --openings 100 --out proofs")]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file; with --openings several, separated by commas
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', required = true)]
    rules: Vec<String>,

    #[command(flatten)]
    standing: Standing,

    /// Positions to look at for each side, about so many
    #[arg(long, value_name = "N", default_value_t = USUAL_NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Ask about so many openings of each rule set instead of one position
    #[arg(long, value_name = "N", requires = "out", conflicts_with_all = ["position", "first", "moves"],
        value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    openings: Option<u64>,

    /// With --openings: random plies that lead to each
    #[arg(long, value_name = "N", default_value_t = 2, requires = "openings",
        value_parser = clap::value_parser!(u32).range(..=i64::from(OpeningPlies::MOST_PLIES)))]
    random_plies: u32,

    /// With --openings: seed of the openings
    #[arg(long, default_value_t = 1855, requires = "openings")]
    seed: u64,

    /// With --openings: folder for proofs.csv, a row for each. The same command continues there
    #[arg(long, value_name = "FOLDER", requires = "openings")]
    pub out: Option<PathBuf>,

    /// With --openings: number of threads; all cores if not given
    #[arg(long, value_name = "N", requires = "openings", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// What `--json` says of one position.
#[derive(Debug, serde::Serialize)]
struct Asked<'a> {
    rules: &'a str,
    position: String,
    to_move: Side,
    #[serde(flatten)]
    answer: Answer,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_all(&self.rules).or_usage()?;
        if let (Some(count), Some(folder)) = (self.openings, &self.out) {
            set_threads(self.threads)?;
            let _lock = Lock::of_folder(folder)?;
            keep_rules(folder, &rules).or_usage()?;
            let drawn = rules.iter().flat_map(|one| draw(one, count, self.random_plies, self.seed));
            let file = folder.join("proofs.csv");
            let rows = ProofTable::open(&file, drawn.collect(), self.nodes).or_usage()?.fill()?;
            let shares: Vec<Share> = rules.iter().map(|one| Share::of(one, &rows)).collect();
            self.tell(&shares, &rules)?;
            tell!("openings: {}", file.display());
            return Ok(());
        }
        let [rules] = &rules[..] else {
            return wrong("several rule sets need --openings N --out FOLDER");
        };
        let setup = with_game!(&rules.game, |game| self.standing.setup(game, None))?;
        let answer =
            Answer::find(&rules.game, Solved::of(&rules.game)?.as_ref(), &setup, self.nodes)?;
        with_game!(&rules.game, |game| self.tell_of(game, &setup, answer))
    }

    /// What is proven where `setup` stands.
    fn tell_of(&self, game: &impl Encode, setup: &Setup, answer: Answer) -> anyhow::Result<()> {
        if self.json {
            let position = setup.position(game)?;
            let (to_move, shown) = (game.side_to_move(&position), game.format_position(&position));
            let asked = Asked { rules: game.name(), position: shown, to_move, answer };
            sayln!("{}", serde_json::to_string(&asked)?);
        } else {
            // Where a lot decides who begins, the words alone would leave open for whom they hold.
            if Side::ALL.iter().all(|side| game.first().allows(*side)) {
                let mover = game.side_to_move(&setup.position(game)?);
                say!("{} to move: ", game.side_name(mover).heading());
            }
            sayln!("{}", answer.words(game));
        }
        Ok(())
    }

    fn tell(&self, shares: &[Share], rules: &[LoadedRules]) -> anyhow::Result<()> {
        if self.json {
            let Self { random_plies, seed, nodes, .. } = self;
            let object = json!({"random_plies": random_plies, "seed": seed, "nodes": nodes, "rules": shares});
            sayln!("{object}");
            return Ok(());
        }
        for (share, rules) in shares.iter().zip(rules) {
            let name = |side| with_game!(&rules.game, |game| game.side_name(side).to_string());
            let of = |side: Side| {
                let percent = 100.0 * share.proven[side] as f64 / share.openings as f64;
                format!("{} {} ({percent:.1} % at least)", name(side), share.proven[side])
            };
            let [one, other] = Side::ALL.map(of);
            let Share { rules, openings, .. } = share;
            sayln!(
                "{rules}: {openings} openings; proven wins: {one}, {other}; open: {}",
                share.open()
            );
        }
        Ok(())
    }
}
