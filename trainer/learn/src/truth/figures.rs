//! What `imperial bench truth` finds out.

use imperial_engine::games::connect_four::ConnectFour;
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::search::{Evaluate, Rollouts, SearchParams};
use imperial_engine::{Encode, Side};

use super::exam::{Marks, Question, examine};
use super::questions::{of_connect_four, of_solved};
use super::retrograde::Retrograde;
use imperial_net::bench::figure::Figure;
use imperial_play::net_player::NetPlayer;

/// Playouts of the searches, with the names of their figures: right moves and error of the value.
type Names = [(u32, &'static str, &'static str); 4];

const ROLLOUTS: Names = [
    (16, "rollouts-16", "rollouts-16-error"),
    (64, "rollouts-64", "rollouts-64-error"),
    (256, "rollouts-256", "rollouts-256-error"),
    (1024, "rollouts-1024", "rollouts-1024-error"),
];

const NETWORK: Names = [
    (1, "network-1", "network-1-error"),
    (16, "network-16", "network-16-error"),
    (64, "network-64", "network-64-error"),
    (256, "network-256", "network-256-error"),
];

/// Seed of the questions about Connect Four.
const SEED: u64 = 1974;

/// Asks, and hands each figure to `report` as soon as it is there.
#[derive(Debug)]
pub struct Truth<R> {
    /// Most questions about each game.
    pub questions: usize,
    /// Takes the figures.
    pub report: R,
    /// Proofs of wrong results so far; never any, unless the search is broken.
    pub wrong_proofs: u64,
}

impl<R: FnMut(Figure)> Truth<R> {
    /// Tic-tac-toe, solved.
    ///
    /// # Errors
    /// When a search fails.
    pub fn tic_tac_toe(&mut self) -> anyhow::Result<()> {
        self.solved(&TicTacToe)
    }

    /// Connect Four, with rollouts and with a network, if there is one.
    ///
    /// # Errors
    /// When a search fails or the network was made for other games.
    pub fn connect_four(&mut self, network: Option<&NetPlayer>) -> anyhow::Result<()> {
        let questions = of_connect_four(self.questions, SEED);
        self.chance(&ConnectFour, &questions);
        self.rollouts(&ConnectFour, &questions)?;
        if let Some(network) = network {
            network.config().check_game(&ConnectFour)?;
            let evaluator = || network.evaluator(&ConnectFour).expect("it fits the game");
            self.exams(&ConnectFour, &questions, NETWORK, SearchParams::playing, evaluator)?;
        }
        Ok(())
    }

    /// A game that is small enough to be solved.
    ///
    /// # Errors
    /// When a search fails.
    pub fn solved<G: Encode>(&mut self, game: &G) -> anyhow::Result<()> {
        let solved = Retrograde::solve(game)?;
        let longest = solved.positions().map(|(_, exact)| exact.plies).max().unwrap_or(0);
        let codes = solved.positions().map(|(_, exact)| {
            u64::from(exact.plies) << 2 | exact.winner.map_or(0, |side| 1 + side as u64)
        });
        let checksum = codes.fold(0, |sum: u64, code| sum.rotate_left(7) ^ code);
        let name = game.name();
        self.tell("positions", name, solved.positions().len() as f64, "positions", checksum);
        self.tell("longest-win", name, f64::from(longest), "plies", checksum);
        let starters = [("attackers-start", Side::Attackers), ("defenders-start", Side::Defenders)];
        for (figure, side) in starters.into_iter().filter(|(_, side)| game.first().allows(*side)) {
            let value =
                solved.value(game, &game.start(side)).map(super::retrograde::Exact::advantage);
            self.tell(figure, name, value.unwrap_or(0.0).into(), "value", checksum);
        }
        let questions = of_solved(game, &solved, self.questions);
        self.chance(game, &questions);
        self.rollouts(game, &questions)
    }

    /// What random moves get.
    fn chance<G: Encode>(&mut self, game: &G, questions: &[Question<G>]) {
        let sum: f64 = questions.iter().map(Question::chance).sum();
        let count = questions.len();
        let share = 100.0 * sum / count.max(1) as f64;
        self.tell("random", game.name(), share, "% right", count as u64);
    }

    fn rollouts<G: Encode>(&mut self, game: &G, questions: &[Question<G>]) -> anyhow::Result<()> {
        self.exams(game, questions, ROLLOUTS, SearchParams::rollouts, Rollouts::new)
    }

    fn exams<G: Encode, E: Evaluate<G>>(
        &mut self,
        game: &G,
        questions: &[Question<G>],
        names: Names,
        params: impl Fn(u32) -> SearchParams,
        evaluator: impl Fn() -> E + Sync,
    ) -> anyhow::Result<()> {
        for (playouts, right, error) in names {
            imperial_play::interrupt::check()?;
            let marks: Marks = examine(game, questions, params(playouts), &evaluator)?;
            self.tell(right, game.name(), 100.0 * marks.share(), "% right", marks.checksum);
            self.tell(error, game.name(), marks.mean_error(), "value", marks.checksum);
            self.wrong_proofs += marks.wrong_proofs;
        }
        Ok(())
    }

    fn tell(
        &mut self,
        name: &'static str,
        rules: &str,
        value: f64,
        unit: &'static str,
        checksum: u64,
    ) {
        let (rules, threads) = (rules.to_owned(), rayon::current_num_threads());
        (self.report)(Figure { name, rules, value, unit, threads, checksum });
    }
}
