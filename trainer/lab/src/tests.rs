//! The whole report over a fixed set of cells.

mod extra_figure;
mod figure_files;
mod figures;
mod findings;
mod known;
pub(super) mod lab;
mod pages;
mod surface;
mod truth;

use imperial_data::GameResult;
use imperial_engine::{Cause, Side};
use imperial_stats::Knowledge;
use imperial_watch::GameSummary;
use rand::{Rng, RngExt};

use super::{AgentLabel, BalanceReport, Cell, Experience, Material, Options};

/// A number with mean 0 and standard deviation 1 (Box and Muller).
pub(super) fn normal(rng: &mut impl Rng) -> f64 {
    let (u, v): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// An agent of the given strength.
pub(super) fn agent(name: &str, strength: u32) -> AgentLabel {
    taught(name, strength, Experience::Unknown)
}

/// An agent of the given strength and experience.
pub(super) fn taught(name: &str, strength: u32, experience: Experience) -> AgentLabel {
    let description = format!("the agent {name}");
    AgentLabel { name: name.to_owned(), description, strength, experience, recipe: None }
}

/// Games of 10 to 59 plies: first those that the attackers won, then draws (the first `cut_off` of
/// them cut off), then those that the defenders won. All are distinct.
pub(super) fn games(attackers: u64, draws: u64, cut_off: u64, defenders: u64) -> Vec<GameSummary> {
    let game = |game: u64| {
        let (result, cause) = if game < attackers {
            (GameResult::Attackers, Cause::KingCaptured)
        } else if game < attackers + cut_off {
            (GameResult::Draw, Cause::PlyLimit)
        } else if game < attackers + draws {
            (GameResult::Draw, Cause::Repetition)
        } else {
            (GameResult::Defenders, Cause::KingEscaped)
        };
        GameSummary {
            game,
            opening: None,
            first: Side::Attackers,
            result,
            cause,
            plies: 10 + (game % 50) as u32,
            line: game,
        }
    };
    (0..attackers + draws + defenders).map(game).collect()
}

/// A cell of such games; networks know the rules well.
pub(super) fn cell(rules: &str, agent: AgentLabel, games: Vec<GameSummary>) -> Cell {
    let knowledge = agent.experience.network().map(|_| Knowledge::Settled);
    Cell { rules: rules.to_owned(), agent, has_king: true, knowledge, games }
}

/// Imperial Contest with a lot for the first move (the attackers win 40 of the 100 games that they
/// begin and 20 of the others), Tablut, and a cell of copies of a few games.
fn cells() -> Vec<Cell> {
    let mut contest = games(60, 20, 4, 120);
    for game in &mut contest {
        let attackers_begin = match game.result {
            GameResult::Attackers => game.game < 40,
            _ => game.game < 120,
        };
        game.first = if attackers_begin { Side::Attackers } else { Side::Defenders };
    }
    let mut copies = games(190, 0, 0, 10);
    for game in &mut copies {
        game.line %= 5;
    }
    vec![
        cell("imperial-contest", agent("random", 0), contest),
        cell("imperial-contest", agent("net-64", 5), games(100, 0, 0, 100)),
        cell("tablut-linnaeus", agent("random", 0), games(110, 30, 0, 60)),
        cell("tablut-linnaeus", agent("net-64", 5), copies),
    ]
}

impl BalanceReport {
    /// The report of games of agents against themselves alone.
    pub(crate) fn new(cells: Vec<Cell>, options: &Options) -> Self {
        Self::of(Material { cells, ..Material::default() }, options)
    }
}

pub(super) fn report() -> BalanceReport {
    BalanceReport::new(cells(), &Options::default())
}
