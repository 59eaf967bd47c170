//! Dablot Prejjesne and its kin: two sides with men, a son and a leader each, on the crossings of a lattice and
//! the middles of its squares.
//!
//! [`DablotRules`] is data, the board too; [`Dablot`] is a rule set compiled.
//!
//! | file | what it does |
//! |---|---|
//! | `rules`, `parse`, `rule_file` | every switch; reading, checking and comparing them |
//! | `lattice`, `board`, `points` | a lattice as lines; lines as neighbours and jumps; sets of points |
//! | `pieces`, `setup` | kinds of pieces on points, their ranks; boards as text |
//! | `compiled` | steps and jumps of whole sets of pieces |
//! | `position`, `notation`, `drawing` | pieces with their past, as text and drawn |
//! | `moves`, `chains`, `ambush`, `play` | which moves there are; what they do, and when the game is over |
//! | `guess` | who stands better at first sight |
//! | `encode`, `symmetry` | what a network sees; turns and mirrors that keep the laws |
//! | `game` | all that as a [`Game`](crate::Game) |

mod ambush;
mod board;
mod chains;
mod compiled;
mod drawing;
mod encode;
mod game;
mod guess;
mod lattice;
mod moves;
mod notation;
mod parse;
mod pieces;
mod play;
mod points;
mod position;
mod rule_file;
mod rules;
mod setup;
mod symmetry;

pub use compiled::Dablot;
pub use moves::DablotMove;
pub use position::Position;
pub use rules::{DablotRules, Promotion};
