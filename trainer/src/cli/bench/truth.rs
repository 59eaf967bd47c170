//! `imperial bench truth`.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use imperial_data::load_all;
use imperial_engine::catalog::AnyGame;
use imperial_engine::games::connect_four::ConnectFour;

use super::measuring::shown;
use crate::cli::options::Compute;
use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;
use imperial_learn::connect_four;
use imperial_net::bench::figure::{BenchFigure, headline};
use imperial_play::net_player::NetPlayer;
use imperial_play::networks;
use imperial_truth::boards::{boards, is_small, small_games};
use imperial_truth::figures::Truth;
use imperial_truth::retrograde::MOST_POSITIONS;

/// Measure how well the search plays where the right moves are known
///
/// Small games of any family are solved first: Fox and Hounds, tic-tac-toe, tafl on 5x5 boards. Connect Four
/// has a solver. Two figures are shown for each number of playouts. The first is the share of moves that keep
/// the result, among positions where not all do. The second is the mean distance between the search's value
/// and the exact one. The share is given for both sides and for each: `attack` where the attackers move,
/// `defence` where the defenders do. A wrong proof is an error.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial bench truth
  imperial bench truth --network tafl9-1732-240
                            a network on boards of its family
  imperial bench truth --rules fox-and-hounds --network my.net
  imperial bench truth --train 10 --questions 500
                            learn Connect Four for ten minutes first
  imperial bench truth --network four.net --json

Values are the attackers': 1 won, 0 drawn, -1 lost. `random` is the share for
random moves. `bare` is the mean distance of the network's value without any
search, by who wins the position.")]
pub(super) struct TruthArgs {
    /// Ask about these rule sets alone, separated by commas, by name or as .toml files; they must be small
    /// enough to be solved
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    rules: Vec<String>,

    /// Most positions to ask about in each game
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    questions: u32,

    /// Also ask this network, about the games that it was made for: a file, or one that comes with the
    /// program
    #[arg(long, value_name = "FILE", conflicts_with = "train")]
    network: Option<PathBuf>,

    /// Train a network on Connect Four for this number of minutes, and ask it
    #[arg(long, value_name = "MINUTES", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    train: Option<u32>,

    /// Print one JSON object per line instead of a table
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    compute: Compute,
}

impl TruthArgs {
    pub fn run(self) -> anyhow::Result<()> {
        let backend = self.compute.set_up()?;
        let folder = tempfile::tempdir()?;
        let network = match (&self.network, self.train) {
            (Some(file), _) => {
                let network = networks::load(Some(file), backend.device()).or_usage()?;
                Some(NetPlayer::new(network, &backend))
            }
            (None, Some(minutes)) => {
                let time = Duration::from_secs(60 * u64::from(minutes));
                Some(connect_four::learn(folder.path(), time, &backend)?)
            }
            (None, None) => None,
        };
        let games = self.games()?;
        if let Some(network) = &network {
            let fits = games.iter().any(|game| network.check_game(game).is_ok());
            fits.then_some(())
                .context("the network of --network was made for none of these games")
                .or_usage()?;
        }
        if !self.json {
            sayln!("{}", headline());
        }
        let report =
            &mut |figure: BenchFigure| sayln!("{}", shown(&figure, self.json, BenchFigure::row));
        let questions = self.questions as usize;
        let network = network.as_ref();
        let mut truth = Truth { network, questions, report, wrong_proofs: 0 };
        for game in &games {
            truth.ask(game)?;
        }
        match truth.wrong_proofs {
            0 => Ok(()),
            wrong => bail!("the search proved {wrong} wrong results: it is broken"),
        }
    }

    /// The games to ask about: those that were named, or all that can be solved.
    fn games(&self) -> anyhow::Result<Vec<AnyGame>> {
        if self.rules.is_empty() {
            let mut games = small_games();
            games.extend(boards());
            games.push(AnyGame::ConnectFour(ConnectFour));
            return Ok(games);
        }
        let games = load_all(&self.rules).or_usage()?.into_iter().map(|rules| rules.game);
        let checked = |game: AnyGame| match &game {
            AnyGame::ConnectFour(_) => Ok(game),
            small if is_small(small) => Ok(game),
            large => bail!(
                "{} may have more than {MOST_POSITIONS} positions, and cannot be solved; name smaller rule sets",
                large.name()
            ),
        };
        games.map(checked).collect::<anyhow::Result<_>>().or_usage()
    }
}
