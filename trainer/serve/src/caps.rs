//! Every limit of the server. Each is far above what a person needs, and low enough that nobody can use up the
//! machine.

use std::time::Duration;

/// Bytes of a request's body; a game record with its search figures fits in.
pub const BODY_BYTES: usize = 1 << 20;
/// Bytes of a rule file.
pub const RULES_BYTES: usize = 64 << 10;
/// Bytes of a position string.
pub const POSITION_BYTES: usize = 2048;
/// Bytes of the text of a move.
pub const MOVE_BYTES: usize = 256;
/// Plies of a game.
pub const PLIES: usize = 4096;
/// Rule sets that are kept compiled.
pub const RULE_SETS: usize = 64;
/// Connections at once. For one more the one that has rested longest is ended. Many systems give a program 1024
/// files, and connections are some of them.
pub const CONNECTIONS: usize = 800;
/// Connections that wait to be accepted; the system may hold fewer.
pub const KNOCKING: u32 = 4096;
/// Searches that run or wait, of all clients together.
pub const JOBS: usize = 512;
/// Searches that run or wait for one client.
pub const JOBS_OF_CLIENT: usize = 4;
/// Analyses and reviews that have begun; more wait. Each keeps its tree between its turns.
pub const ANALYSES: usize = 8;
/// Moves that keep their trees between their turns. More are found in one turn, or wait.
pub const MOVES: usize = 16;
/// Memory of one search in MiB.
pub const SEARCH_MIB: u32 = 128;
/// Playouts for one move of an agent.
pub const PLAYOUTS: u32 = 20_000;
/// Playouts of an analysis.
pub const ANALYSIS_PLAYOUTS: u32 = 500_000;
/// Playouts for each position of a review.
pub const REVIEW_PLAYOUTS: u32 = 5_000;
/// Time that an agent computes for one move, after which it plays the best that it has found.
pub const MOVE_TIME: Duration = Duration::from_secs(30);
/// The same on a public server.
pub const PUBLIC_MOVE_TIME: Duration = Duration::from_secs(2);
/// Time that an analysis computes, waiting left out.
pub const ANALYSIS_TIME: Duration = Duration::from_secs(600);
/// Time that a review computes, waiting left out. Each position has its share of what is left.
pub const REVIEW_TIME: Duration = Duration::from_secs(600);
/// Time that each position of a review has at least.
pub const REVIEW_LOOK: Duration = Duration::from_millis(50);
/// Time for which a search computes before it is the turn of others; it tells what it found after each.
pub const TURN: Duration = Duration::from_millis(250);
/// Time for the head of a request. A connection that is silent for longer ends.
pub const HEAD_TIME: Duration = Duration::from_secs(10);
/// Time for the body of a request.
pub const BODY_TIME: Duration = Duration::from_secs(20);
/// Longest life of a connection.
pub const CONNECTION_TIME: Duration = Duration::from_secs(4 * 3600);
/// Messages that wait for a reader. Figures that have no room are left out; later ones replace them.
pub const MESSAGES: usize = 16;
/// Questions that a client of a public server may ask at once.
pub const PUBLIC_BURST: f64 = 120.0;
/// Questions that it may ask a second in the long run.
pub const PUBLIC_RATE: f64 = 4.0;
/// What a move of an agent counts.
pub const PUBLIC_MOVE: f64 = 4.0;
/// Clients of a public server that are told apart.
pub const PUBLIC_CLIENTS: usize = 10_000;
/// Playouts for one move on a public server.
pub const PUBLIC_PLAYOUTS: u32 = 1_000;
/// Threads that compute short answers, such as legal moves.
pub const SHORT_THREADS: usize = 4;
/// KiB of the questions that wait for a short answer, of all clients together. Many small ones have room, or a few of
/// the largest.
pub const SHORT_KIB: usize = 4 << 10;
