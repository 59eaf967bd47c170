//! Rules, boards, moves and search of the tafl games, the hunt games, Dablot and chess. No files, clock, threads or tensors.
//!
//! - [`Game`] is the contract between a game and everything that plays it; [`Encode`] is what a
//!   network sees of it.
//! - [`catalog`] has the rule sets by name. A game whose name is known only at run time is an
//!   [`AnyGame`](catalog::AnyGame), and [`with_game!`] is the way to its type. [`each_game!`] writes code for each type.
//! - [`search`] is Monte Carlo tree search over any game with any evaluator; [`alphabeta`] looks at all
//!   moves to a depth, with a guess at the end that needs no network; [`dfpn`] proves wins.
//!
//! A random game of Imperial Contest, and what a search thinks of its start:
//!
//! ```
//! use imperial_engine::catalog::AnyGame;
//! use imperial_engine::search::{self, Rollouts, SearchParams};
//! use imperial_engine::{Encode, Side, game_stream, with_game};
//!
//! fn look<G: Encode>(game: &G) -> Result<(), search::SearchError> {
//!     let start = game.start(Side::Attackers);
//!     let (mut position, mut rng) = (start.clone(), game_stream(1855, 0));
//!     while game.outcome(&position).is_none() {
//!         let mv = game.random_move(&position, &mut rng, &mut Vec::new()).expect("undecided");
//!         game.play(&mut position, mv);
//!     }
//!     println!("{}\n{:?}", game.draw(&position), game.outcome(&position));
//!
//!     let params = SearchParams::rollouts(100);
//!     let result = search::run(game, &start, params, 1855, &mut Rollouts::new())?;
//!     println!("{} {:+.2}", game.format_move(&start, result.best), result.value.0);
//!     Ok(())
//! }
//!
//! let contest = AnyGame::by_name("imperial-contest")?;
//! with_game!(&contest, |game| look(game))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/` has a rule set of one's own and an evaluator of one's own.

#![forbid(unsafe_code)]

pub mod alphabeta;
mod by_type;
pub mod catalog;
pub mod dfpn;
mod encode;
mod estimate;
mod game;
pub mod games;
mod likeness;
mod outcome;
pub mod perft;
mod pieces;
pub mod search;
mod side;
mod side_name;
mod streams;

pub use encode::{Action, BoardShape, Choice, Encode, SquareSet};
pub use estimate::Estimate;
pub use game::{First, Game, MoveError, PositionError};
pub use likeness::by_likeness;
pub use outcome::{Advantage, Cause, Outcome, Utility, Wdl};
pub use pieces::PieceKind;
pub use side::{ParseSideError, PerSide, Side};
pub use side_name::{Naming, SideName};
pub use streams::{derive_seed, game_stream};

/// Version of the engine, as records name it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
