//! Proofs that a side wins, by depth-first proof-number search.
//!
//! [`prove`] asks one question: can this side force a win from here? Everything else, draws and repetitions
//! included, is no win. What it answers was checked afterwards by walking every reply of the other side.
//!
//! - *Proof numbers* (`numbers`, `search`): Nagai 2002. The lines are followed that need the fewest further
//!   positions for a proof, or for its refutation; thresholds say when another line has become the better one.
//!   They are a quarter above the second best line (Pawlewicz and Lew 2007), so that the search stays longer
//!   where it is.
//! - *First sight* (`sight`): a position is decided at once where somebody wins with the next ply. Threats and
//!   what the game guesses make some lines look nearer than others.
//! - *Table* (`table`): of a fixed size, by what stands on the board. Proofs are kept beside it (`proofs`).
//! - *Passes* (`prove`): see below.
//! - *Checking* (`check.rs`): a small program that shares nothing with the search but the moves it proposes. It also checks moves
//!   that come from elsewhere ([`check`]).
//!
//! # Repetition
//!
//! Where the value of a position depends on what was played before, a table that does not know the past may
//! give wrong answers: the *graph history interaction* problem (Kishimoto and Müller 2004). Here it cannot:
//!
//! - The search plays without a past ([`Game::forget_past`](crate::Game::forget_past)). No law of repetition and
//!   no limit ever wins for the side that is to be proven, and a line that comes back to one of its own positions
//!   has not won. So a proof rests on wins on the board alone, and it rests only on positions that were proven
//!   before it: it leads to an end, whatever was played before.
//! - That a position is *not* won may depend on the line that was searched. This is used inside one pass of the
//!   search only and never told. When a pass has refuted the start but has proven something, the next pass begins
//!   with these proofs and forgets all refutations.
//! - The real game may still differ: an earlier position may come back and end the game, a move may be forbidden,
//!   a limit may come first. The checker walks with the real past and refuses such proofs.
//!
//! With a limit of nodes the same position gives the same answer on every machine.
//!
//! ```
//! use imperial_engine::dfpn::{self, End};
//! use imperial_engine::games::tic_tac_toe::TicTacToe;
//! use imperial_engine::{Game, Side};
//!
//! let two_lines = TicTacToe.parse_position("x.o/.../..x")?;
//! let attempt = dfpn::prove(&TicTacToe, &two_lines, Side::Defenders, 1000, &mut || false);
//! assert!(!matches!(attempt.end, End::Proven(_)));
//! # Ok::<(), imperial_engine::PositionError>(())
//! ```

mod check;
mod numbers;
mod proofs;
mod prove;
mod search;
mod sight;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod walks;

pub use check::Proof;
pub use prove::{Attempt, End, check, prove};
