//! What is to be played.

use std::ops::Range;
use std::path::PathBuf;

use imperial_data::{GAMES_FILE, LoadedRules};
use imperial_engine::{PerSide, Side};

use super::effort::Effort;
use super::opening::OpeningPlies;
use crate::agent::Agent;
use crate::net_player::NetPlayer;
use imperial_net::Kernel;

/// Most games that may be asked for at once.
pub const MOST_GAMES: u64 = 100_000_000;

/// Playouts of all searches that one thread has in memory.
const PLAYOUTS_IN_STEP: u32 = 1 << 16;
/// The same where a GPU judges: it wants thousands of positions at once, and its machine has memory.
const GPU_PLAYOUTS_IN_STEP: u32 = 1 << 19;

/// Moves that a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMoves {
    /// The side that moves first.
    pub first: Side,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
}

/// How much of the search is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Root values, visits and policies: what a network learns from.
    Learning,
    /// Root values only.
    Values,
}

/// A number of games between two agents under one rule set.
///
/// Game `g` is played from the random stream `g` of `seed`, so it is the same game whichever thread
/// plays it and whatever was played before.
#[derive(Clone, Debug)]
pub struct PlayJob<'a> {
    /// The rules.
    pub rules: &'a LoadedRules,
    /// The agent of each side.
    pub agents: PerSide<&'a Agent>,
    /// In pairs of games both have the same opening and the agents change sides: games `2k` and
    /// `2k + 1` draw it from stream `k`, and in the odd one `agents` are swapped. After the opening
    /// each has a stream of its own.
    pub paired: bool,
    /// Number of the first game; even, if the games are paired. Jobs that share a folder have one
    /// seed, and numbers of their own.
    pub first_game: u64,
    /// Number of games.
    pub games: u64,
    /// Seed of all streams.
    pub seed: u64,
    /// How the games come to differ.
    pub opening: OpeningPlies,
    /// Moves that games begin with, before the random plies: one line for each game, in their order;
    /// or none, and all begin at the start.
    pub lines: &'a [FirstMoves],
    /// What is recorded of each agent's searches.
    pub detail: PerSide<Detail>,
    /// How plies share the effort.
    pub effort: Effort,
    /// The folder of the game log.
    pub folder: PathBuf,
}

impl<'a> PlayJob<'a> {
    /// No games yet, from the bare start, without pairs, at full effort; only values are recorded.
    pub fn new(rules: &'a LoadedRules, agents: PerSide<&'a Agent>, folder: PathBuf) -> Self {
        Self {
            rules,
            agents,
            paired: false,
            first_game: 0,
            games: 0,
            seed: 0,
            opening: OpeningPlies::default(),
            lines: &[],
            detail: PerSide::from_fn(|_| Detail::Values),
            effort: Effort::FULL,
            folder,
        }
    }
}

impl PlayJob<'_> {
    /// Which of the two agents plays `side` in game number `game`, named after the side that it
    /// has in even games.
    pub fn seat(&self, game: u64, side: Side) -> Side {
        if self.paired && !game.is_multiple_of(2) { !side } else { side }
    }

    /// The agent of `seat`, as it plays these rules.
    pub fn player(&self, seat: Side) -> &Agent {
        self.agents[seat].at(&self.rules.game)
    }

    /// The agent that plays `side` in game number `game`, by the name that it was given.
    pub fn agent(&self, game: u64, side: Side) -> &Agent {
        self.agents[self.seat(game, side)]
    }

    /// Games that one thread plays in step, so that networks judge their positions together. One where
    /// another agent makes the others wait, or where the trees would be too large.
    pub(super) fn games_in_step(&self) -> usize {
        let games = |agent: &Agent| match agent {
            // It never asks anybody. A level is another agent here.
            Agent::Random | Agent::Level(..) => usize::MAX,
            Agent::Rollouts(_) | Agent::AlphaBeta(_) | Agent::External(_) => 1,
            Agent::Network(params, network) => {
                let on_cpu = network.kernel().is_some();
                let most = if on_cpu { PLAYOUTS_IN_STEP } else { GPU_PLAYOUTS_IN_STEP };
                let trees = most / params.playouts.max(1);
                network.games_in_step().min(trees as usize).max(1)
            }
        };
        match Side::ALL.map(|side| games(self.player(side))).into_iter().min() {
            None | Some(usize::MAX) => 1,
            Some(games) => games,
        }
    }

    /// The networks that judge its games.
    pub(super) fn networks(&self) -> impl Iterator<Item = &NetPlayer> {
        Side::ALL.into_iter().filter_map(|side| self.player(side).network())
    }

    /// The kernel by which networks judge its games on the CPU, if any do.
    pub(super) fn kernel(&self) -> Option<Kernel> {
        self.networks().find_map(NetPlayer::kernel)
    }

    /// The device on which networks judge its games, if any do.
    pub(super) fn device(&self) -> Option<&str> {
        self.networks().next().map(NetPlayer::device)
    }

    /// The file of the game log.
    pub fn path(&self) -> PathBuf {
        self.folder.join(GAMES_FILE)
    }

    /// Numbers of all its games.
    pub fn numbers(&self) -> Range<u64> {
        self.first_game..self.first_game + self.games
    }

    /// The moves that game number `game` begins with.
    pub fn line(&self, game: u64) -> Option<&FirstMoves> {
        self.lines.get((game - self.first_game) as usize)
    }

    /// The random stream that the opening of game number `game` is drawn from.
    pub fn stream(&self, game: u64) -> u64 {
        if self.paired { game / 2 } else { game }
    }
}
