//! The joint model: strength of agents, advantage of sides and share of draws, from all games at once.
//!
//! Under rule set `v`, when agent `i` attacks and agent `j` defends,
//!
//! ```text
//! P(attackers win) = 1 / (1 + 10^((θ_v − x) / 400))        x = attack_i − defence_j + A_v
//! P(defenders win) = 1 / (1 + 10^((θ_v + x) / 400))
//! P(draw)          = the rest
//! ```
//!
//! This is the Bradley–Terry model with ties of Rao and Kupper (1967, *JASA* 62:194), on Elo's scale,
//! with an advantage of the side that attacks; BayesElo uses the same curve for chess, where the
//! advantage is White's. `θ_v` is the draw margin: two agents at `x = 0` draw a share
//! (10^(θ/400) − 1) / (10^(θ/400) + 1) of their games.
//!
//! Only differences of ratings show in games, so one number is chosen: the [`JointModel::anchor`] is
//! rated 0, or else the pool's mean. A shift of all attacks against all defences is the same as a
//! side advantage, whoever plays whom: no games tell the two apart. It is given to the advantage, so
//! that attack minus defence is 0 on average. Then `A_v` is the attackers' lead between two agents that
//! attack and defend as well as the pool does on average, and another pool has another one. The lead
//! between two copies of one agent ([`JointFit::side_advantage`]) rests on no such choice.
//!
//! Openings favour one side or the other. What all of them have in common is the rule set's advantage; by how much one
//! of them differs is a random effect, which `openings.rs` finds in games that share their opening. Ratings are those
//! of games from one opening. So a lead of 200 Elo is worth less in a score over many openings than the curve says.
//!
//! ```
//! use imperial_stats::{Confidence, JointData, JointModel, RatedGame};
//! use imperial_data::GameResult;
//!
//! // Agent 1 wins 15 of 20 games against agent 0, the defenders 13.
//! let game = |opening, attackers, result| RatedGame {
//!     rules: 0, attackers, defenders: 1 - attackers, opening, result,
//! };
//! let games = (0..10).flat_map(|opening| {
//!     let first = if opening < 6 { GameResult::Attackers } else { GameResult::Defenders };
//!     let second = if opening < 1 { GameResult::Attackers } else { GameResult::Defenders };
//!     [game(opening, 1, first), game(opening, 0, second)]
//! });
//! let data = JointData::new(2, 1, games)?;
//! let model = JointModel { anchor: Some(0), ..JointModel::default() };
//! let ratings = model.rate(&data, Confidence::P95, 200, 1855)?;
//! assert_eq!(ratings.agents[0].rating.value, 0.0);
//! assert!(ratings.agents[1].rating.value > 100.0);
//! assert!(ratings.rules[0].advantage.value < 0.0, "the defenders' side is the better one");
//! # Ok::<(), imperial_stats::JointError>(())
//! ```

mod bootstrap;
mod curve;
mod data;
mod layout;
mod newton;
mod openings;
mod ratings;
#[cfg(test)]
mod tests;

pub use data::{JointData, JointError, RatedGame};
pub use ratings::{AgentRating, JointFit, JointRatings, RulesRating, Uncertain};

/// Points of Elo per unit of log-odds: 400 / ln 10.
pub const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Standard deviation, in Elo, of ratings, of half the differences of attack and defence, and of
/// advantages before any game; they are normally distributed around 0.
///
/// This and [`PRIOR_MARGIN`] are weak beliefs that keep everything finite where agents win all their games
/// or never draw. An agent that won 20 games of 20 is put about 1100 points ahead, and one that won 15 and
/// lost 5 about 199 instead of 191: no draws in 20 games do not show that there are none.
const PRIOR_SPREAD: f64 = 1000.0;

/// The most likely draw margin before any game, in Elo. Margins have a gamma distribution of shape 3/2,
/// which forbids 0.
const PRIOR_MARGIN: f64 = 200.0;

/// What is assumed and what is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointModel {
    /// One rating per agent, or attack and defence apart.
    pub roles: Roles,
    /// The agent that is rated 0; without one the pool's mean is 0.
    pub anchor: Option<usize>,
    /// What ratings are about: one opening, or all.
    pub openings: Openings,
}

/// Whether leads are those from one opening, or those of mean scores over all openings. The second are smaller: where an
/// opening decides the game, the better player loses some.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Openings {
    /// Conditional: a random effect of the opening is taken out.
    #[default]
    Apart,
    /// Marginal: a lead says which score to expect over openings.
    Averaged,
}

/// Whether an agent may attack better than it defends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Roles {
    /// One rating: attack and defence are the same.
    Tied,
    /// Two ratings.
    #[default]
    Apart,
}
