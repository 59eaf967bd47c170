//! The hunt games: one or a few strong pieces against many weak ones, on boards of points and lines. Fox
//! and Geese and its kin, Fox and Hounds, Halatafl, Asalto, the tiger games.
//!
//! [`HuntRules`] is data, the board too; [`Hunt`] is a rule set compiled.
//!
//! | file | what it does |
//! |---|---|
//! | `rules`, `parse` | every switch; reading and checking them |
//! | `boards`, `graph`, `points` | the boards of the program; lines as neighbours and jumps; sets of points |
//! | `compiled` | steps and jumps of whole sets of pieces |
//! | `setup`, `position`, `notation`, `drawing` | pieces on points, with their past, as text and drawn |
//! | `moves`, `play` | which moves there are; what they do, and when the game is over |
//! | `encode`, `symmetry` | what a network sees; turns and mirrors that keep the laws |
//! | `guess` | who stands better, for players without a network |
//! | `game` | all that as a [`Game`](crate::Game) |

mod boards;
mod compiled;
mod drawing;
mod encode;
mod game;
mod graph;
mod guess;
mod moves;
mod notation;
mod parse;
mod play;
mod points;
mod position;
mod rule_file;
mod rules;
mod setup;
mod symmetry;

pub use boards::BoardName;
pub use compiled::Hunt;
pub use moves::HuntMove;
pub use position::Position;
pub use rules::{Chain, Compulsory, HuntRules, Lines, Trapped, Way};
