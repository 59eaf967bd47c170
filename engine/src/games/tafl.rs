//! The tafl games: a king with a small guard against a ring of attackers.
//!
//! A [`RuleSet`] is data; [`Tafl`] is a rule set compiled for one width of bit set. Each law has its
//! own file:
//!
//! | file | law |
//! |---|---|
//! | `rules`, `switches` | every switch, and the values they have |
//! | `movement` | who goes where |
//! | `capture` | which men a move takes |
//! | `choices` | what the mover may choose to take |
//! | `shieldwall` | which rows along the edge it takes |
//! | `king_capture`, `notice` | when the king is taken, and when he is warned |
//! | `roads`, `exit_fort`, `encirclement` | what stands on the board and decides the game |
//! | `lasting` | which men can never be taken, as forts and rings ask |
//! | `repetition` | what it means that a position recurs |
//! | `ending` | when the game is over |
//! | `play` | the order in which all that happens |
//! | `wins` | which moves win at once |
//! | `handicap` | set-ups with fewer men |
//! | `guess` | who stands better, for players without a network |
//! | `horizon` | for how long the past of a position does not matter |

mod arrivals;
mod board;
mod capture;
mod choices;
mod compiled;
mod drawing;
mod encirclement;
mod encode;
mod ending;
mod exit_fort;
mod game;
mod geometry;
mod ground;
mod guess;
mod handicap;
mod horizon;
mod king_capture;
mod lasting;
mod layout;
mod movement;
mod moves;
mod notation;
mod notice;
mod parse;
mod play;
mod position;
mod repetition;
mod roads;
mod row_places;
mod rule_file;
mod rules;
mod sampling;
mod shieldwall;
mod special;
mod square;
mod switches;
mod wins;
mod zobrist;

pub use compiled::Tafl;
pub use handicap::{men_to_leave_out, without_men};
pub use moves::{TaflMove, Take};
pub use parse::RuleSetError;
pub use position::Position;
pub use rules::{
    Camps, CampsHostileTo, CampsPass, Captures, CornerStop, Encirclement, Entering, ExitFort, Goal,
    HostileTo, KingArms, KingCapture, LinnaeanCapture, Piece, Repetition, RepetitionResult,
    RuleSet, Shieldwall, Starter, Stuck, ThroneHostile, ThroneRight, ThroneState,
};
pub use special::SpecialSquares;
pub use square::Square;
