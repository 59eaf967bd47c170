//! The tafl games: a king with a small guard against a ring of attackers.
//!
//! A [`RuleSet`] is data; [`Tafl`] is a rule set compiled for one width of bit set. Each law has its
//! own file:
//!
//! | file | law |
//! |---|---|
//! | `rules` | every switch, with its values |
//! | `movement` | who goes where |
//! | `capture` | which men a move takes |
//! | `choices` | what the mover may choose to take |
//! | `king_capture` | when the king is taken |
//! | `ending` | when the game is over |
//! | `play` | the order in which all that happens |

mod arrivals;
mod board;
mod capture;
mod choices;
mod compiled;
mod complaints;
mod cross;
mod drawing;
mod encode;
mod ending;
mod game;
mod geometry;
mod king_capture;
mod movement;
mod moves;
mod notation;
mod notice;
mod parse;
mod play;
mod position;
mod rules;
mod sampling;
mod square;
mod switches;
mod zobrist;

pub use compiled::Tafl;
pub use moves::{TaflMove, Take};
pub use parse::RuleSetError;
pub use position::Position;
pub use rules::{
    Camps, CampsHostileTo, CampsPass, Captures, CornerStop, Encirclement, Entering, ExitFort, Goal,
    HostileTo, KingArms, KingCapture, LinnaeanCapture, Piece, Repetition, RepetitionResult,
    RuleSet, Shieldwall, Starter, Stuck, ThroneHostile, ThroneRight, ThroneState,
};
pub use square::Square;
