//! Monte Carlo tree search over any [`Game`](crate::Game).
//!
//! A *playout* is one pass of four verbs, each in a file of its own: *select* a path from the root
//! to a leaf, *evaluate* the leaf, *expand* it into a node, *back up* its value along the path.
//! Evaluation is a request that the search hands out and an answer that it takes back
//! ([`Search::advance`], [`Search::requests`], [`Search::supply`]), so that a driver can answer the
//! leaves of many games in one batch. [`run`] does one search with one evaluator;
//! [`Search::run_beside`] has leaves evaluated on other threads while it selects more.
//!
//! - The tree is a tree: no node is shared between paths, so results that depend on the history
//!   (repetition, limits) are exact for the path on which they stand.
//! - The tree stores absolute values ([`Advantage`](crate::Advantage)); they become a
//!   [`Utility`](crate::Utility) only by naming the side that looks at them.
//! - The same parameters, position, evaluator and seed give the same tree.
//!
//! ```
//! use imperial_engine::games::tic_tac_toe::TicTacToe;
//! use imperial_engine::search::{self, Rollouts, SearchParams};
//! use imperial_engine::{Game, Side};
//!
//! let game = TicTacToe;
//! let position = game.parse_position("xx./oo./...")?; // crosses to move
//! let mut rollouts = Rollouts::new();
//! let result = search::run(&game, &position, SearchParams::rollouts(200), 1855, &mut rollouts)?;
//! assert_eq!(game.format_move(&position, result.best), "c3");
//! assert_eq!(result.proof.and_then(|proof| proof.winner), Some(Side::Attackers));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backup;
mod choice;
mod distributions;
mod error;
mod evaluate;
mod expand;
mod gumbel;
mod halving;
mod leaf_queue;
mod lookahead;
mod node_proof;
mod outline;
mod params;
mod playout;
mod proof;
mod puct;
mod result;
mod reuse;
mod rollout;
mod root;
mod run;
#[cfg(test)]
mod scripted;
mod select;
#[cfg(test)]
mod solver_tests;
#[cfg(test)]
mod sound_tests;
mod step;
#[cfg(test)]
mod step_tests;
#[cfg(test)]
pub(crate) mod toy;
mod tree;
mod uniform;
mod view;

pub use error::SearchError;
pub use evaluate::{Evaluate, Evaluation, Request};
pub use leaf_queue::{LeafQueue, Leaves};
pub use params::{
    Fpu, Gumbel, ParamsError, Puct, RootNoise, RootRule, SearchParams, Sigma, TreeRule,
};
pub use proof::Proof;
pub use result::{MoveStats, SearchResult};
pub use rollout::Rollouts;
pub use run::run;
#[cfg(test)]
use scripted::Scripted;
pub use step::{Search, Step};
pub use uniform::Uniform;
