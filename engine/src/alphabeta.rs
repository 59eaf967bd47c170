//! Alpha-beta search over any [`Game`](crate::Game): all moves to a depth, and a guess at its end.
//!
//! The player for those who want no network. It knows what [`Game::estimate`](crate::Game::estimate) of the
//! game knows, and sees every win and every threat within its depth.
//!
//! - *Iterative deepening* (`search`): one ply more each time, until a limit is reached.
//! - *Principal variation search* (`node`): Marsland and Campbell 1982; the value is that of plain minimax.
//! - *Transposition table* (`table`): Greenblatt 1967. Results that laws of history may bend are not shared
//!   ([`Game::horizon`](crate::Game::horizon)).
//! - *Order of moves* (`order`): the table's move, what the estimate likes, killers, history.
//! - *Quiescence* (`quiet`): who is about to lose his king, or to let him escape, answers that first.
//! - *Casual play* (`casual`): a player who sees one or two plies, overlooks moves and misjudges.
//!
//! With limits of depth or nodes the same position and seed give the same move on every machine. The seed decides among
//! equal moves.
//!
//! ```
//! use imperial_engine::alphabeta::{self, Limit};
//! use imperial_engine::catalog::AnyGame;
//! use imperial_engine::{Game, with_game};
//!
//! let brandubh = AnyGame::by_name("brandubh")?;
//! let best = with_game!(&brandubh, |game| {
//!     let start = game.start(imperial_engine::Side::Attackers);
//!     let result = alphabeta::search(game, &start, Limit::Depth(3), 1855, &mut || false)?;
//!     game.format_move(&start, result.best)
//! });
//! assert!(best.contains('-'));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod casual;
mod limit;
mod node;
mod order;
mod quiet;
mod score;
mod search;
mod table;
#[cfg(test)]
mod tests;

pub use casual::{Casual, choose};
pub use limit::Limit;
pub use search::search;
