//! What `imperial bench truth` finds out.

use std::fmt;

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::connect_four::ConnectFour;
use imperial_engine::search::{Evaluate, Rollouts, SearchParams};
use imperial_engine::{Encode, Side, with_game};

use crate::exam::{Known, Marks, Question, examine, judge};
use crate::questions::{known_of_solved, of_connect_four, of_solved};
use crate::retrograde::Retrograde;
use imperial_net::bench::figure::BenchFigure;
use imperial_play::net_player::NetPlayer;

/// Playouts of a search, with the names of its figures: right moves of both sides, of the attackers, of the
/// defenders, and the error of the value.
type Names = &'static [(u32, [&'static str; 4])];

/// The names of an agent's figures at so many playouts.
macro_rules! names {
    ($agent:literal: $($playouts:literal),*) => {
        &[$(($playouts, [
            concat!($agent, "-", $playouts),
            concat!($agent, "-", $playouts, "-attack"),
            concat!($agent, "-", $playouts, "-defence"),
            concat!($agent, "-", $playouts, "-error"),
        ])),*]
    };
}

const ROLLOUTS: Names = names!("rollouts": 16, 64, 256, 1024);
const NETWORK: Names = names!("network": 1, 16, 64, 256, 1024);

/// What the network's bare values are asked about: positions that one side wins, or nobody.
const BARE: [(&str, Option<Side>); 3] = [
    ("bare-attackers-win", Some(Side::Attackers)),
    ("bare-draw", None),
    ("bare-defenders-win", Some(Side::Defenders)),
];

/// Seed of the questions about Connect Four.
const SEED: u64 = 1974;

/// Asks, and hands each figure to `report` as soon as it is there.
pub struct Truth<'a> {
    /// Answers, too, about the games that it was made for.
    pub network: Option<&'a NetPlayer>,
    /// Most questions about each game.
    pub questions: usize,
    /// Takes the figures.
    pub report: &'a mut dyn FnMut(BenchFigure),
    /// Proofs of wrong results so far; never any, unless the search is broken.
    pub wrong_proofs: u64,
}

impl fmt::Debug for Truth<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Truth").field("questions", &self.questions).finish_non_exhaustive()
    }
}

impl Truth<'_> {
    /// Asks about Connect Four, or about a game that is small enough to be solved.
    ///
    /// # Errors
    /// When a search fails, or the game is too large.
    pub fn ask(&mut self, game: &AnyGame) -> anyhow::Result<()> {
        match game {
            AnyGame::ConnectFour(_) => self.connect_four(),
            game => with_game!(game, |game| self.solved(game)),
        }
    }

    fn connect_four(&mut self) -> anyhow::Result<()> {
        let questions = of_connect_four(self.questions, SEED);
        self.chance(&ConnectFour, &questions);
        let known: Vec<_> = questions.iter().map(Known::from).collect();
        self.bare_values(&ConnectFour, &known)?;
        self.searches(&ConnectFour, &questions)
    }

    fn solved<G: Encode + 'static>(&mut self, game: &G) -> anyhow::Result<()> {
        let solved = Retrograde::solve(game)?;
        let longest = solved.positions().map(|(_, exact)| exact.plies).max().unwrap_or(0);
        let codes = solved.positions().map(|(_, exact)| u64::from(exact.code()));
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
        self.bare_values(game, &known_of_solved(game, &solved, self.questions))?;
        self.searches(game, &questions)
    }

    /// What random moves get: those of both sides, of the attackers, of the defenders.
    fn chance<G: Encode>(&mut self, game: &G, questions: &[Question<G>]) {
        let of = [
            ("random", None),
            ("random-attack", Some(Side::Attackers)),
            ("random-defence", Some(Side::Defenders)),
        ];
        for (name, mover) in of {
            let asked = questions.iter().filter(|one| mover.is_none_or(|side| side == one.mover));
            let chances: Vec<f64> = asked.map(Question::chance).collect();
            if !chances.is_empty() {
                let share = 100.0 * chances.iter().sum::<f64>() / chances.len() as f64;
                self.tell(name, game.name(), share, "% right", chances.len() as u64);
            }
        }
    }

    /// How far the network's values are from the exact ones where it does not search, if it fits the game.
    fn bare_values<G: Encode + 'static>(
        &mut self,
        game: &G,
        known: &[Known<G>],
    ) -> anyhow::Result<()> {
        let Some(network) =
            self.network.filter(|network| network.config().check_game(game).is_ok())
        else {
            return Ok(());
        };
        let mut evaluator = network.evaluator(game)?;
        for (name, winner) in BARE {
            let error = judge(game, known, winner, &mut evaluator);
            if let Some(mean) = error.mean() {
                self.tell(name, game.name(), mean, "value", error.judged);
            }
        }
        Ok(())
    }

    /// What search with rollouts gets, and with the network if that fits the game.
    fn searches<G: Encode + 'static>(
        &mut self,
        game: &G,
        questions: &[Question<G>],
    ) -> anyhow::Result<()> {
        self.exams(game, questions, ROLLOUTS, SearchParams::rollouts, Rollouts::new)?;
        match self.network {
            Some(network) if network.config().check_game(game).is_ok() => {
                let evaluator = || network.evaluator(game).expect("it fits the game");
                self.exams(game, questions, NETWORK, SearchParams::playing, evaluator)
            }
            _ => Ok(()),
        }
    }

    fn exams<G: Encode, E: Evaluate<G>>(
        &mut self,
        game: &G,
        questions: &[Question<G>],
        names: Names,
        params: impl Fn(u32) -> SearchParams,
        evaluator: impl Fn() -> E + Sync,
    ) -> anyhow::Result<()> {
        for &(playouts, [right, attack, defence, error]) in names {
            imperial_play::interrupt::check()?;
            let marks: Marks = examine(game, questions, params(playouts), &evaluator)?;
            self.tell(right, game.name(), 100.0 * marks.share(), "% right", marks.checksum);
            for (name, side) in [(attack, Side::Attackers), (defence, Side::Defenders)] {
                if let Some(share) = marks.share_of(side) {
                    self.tell(name, game.name(), 100.0 * share, "% right", marks.checksum);
                }
            }
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
        (self.report)(BenchFigure { name, rules, value, unit, threads, checksum });
    }
}
