//! Wins that are proven, from a position or from many openings.

mod openings;
mod solved;
mod table;

use imperial_engine::catalog::AnyGame;
use imperial_engine::dfpn::{self, Attempt, End};
use imperial_engine::{Encode, Game, PerSide, Side, with_game};
use imperial_play::analysis::Setup;
use imperial_play::interrupt::{self, Interrupted};
use serde::Serialize;

pub use openings::draw;
pub use solved::Solved;
pub use table::{Opening, ProofTable, Share};

/// Nodes for each side where nobody says how many: some seconds.
pub const USUAL_NODES: u64 = 1_000_000;

/// How both attempts ended where the game is solved and nobody wins.
const SOLVED: &str = "neither side can force a win";

/// What is proven about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// Who wins, if that is proven. Otherwise nothing is known.
    pub winner: Option<Side>,
    /// Plies to the end of the game at most.
    pub plies: Option<u32>,
    /// The moves to the end where the loser resists the longest.
    pub line: Vec<String>,
    /// Different positions that the proof consists of.
    pub positions: Option<usize>,
    /// Positions that the search looked at for each side's win.
    pub nodes: PerSide<u64>,
    /// How each attempt ended.
    pub ends: PerSide<&'static str>,
}

/// Whom a proof is sought for first: nothing is sought for the other side after it.
const ORDER: [Side; 2] = [Side::Attackers, Side::Defenders];

impl Answer {
    /// Seeks a proof for either side where `setup` stands: in what is `solved`, or with at most about `nodes` positions
    /// for each.
    ///
    /// # Errors
    /// When `setup` is none of the game, or the user interrupts.
    pub fn find(
        game: &AnyGame,
        solved: Option<&Solved>,
        setup: &Setup,
        nodes: u64,
    ) -> anyhow::Result<Self> {
        with_game!(game, |game| {
            let position = setup.position(game)?;
            Ok(Self::of(game, &position, solved, nodes)?)
        })
    }

    fn of<G: Encode>(
        game: &G,
        position: &G::Position,
        solved: Option<&Solved>,
        nodes: u64,
    ) -> Result<Self, Interrupted> {
        let mut answer = Self {
            winner: None,
            plies: None,
            line: Vec::new(),
            positions: None,
            nodes: PerSide::default(),
            ends: PerSide { attackers: "not tried", defenders: "not tried" },
        };
        let stop = &mut || interrupt::check().is_err();
        match solved.and_then(|solved| Some((solved, solved.value(game, position)?.winner))) {
            Some((_, None)) => {
                answer.ends = PerSide::from_fn(|_| SOLVED);
                return Ok(answer);
            }
            Some((solved, Some(side))) => {
                let attempt = solved.win(game, position, side, stop);
                answer.take(game, position, side, &attempt)?;
            }
            None => {}
        }
        for side in ORDER {
            if answer.winner.is_some() {
                break;
            }
            let attempt = dfpn::prove(game, position, side, nodes, stop);
            answer.take(game, position, side, &attempt)?;
        }
        Ok(answer)
    }

    fn take<G: Game>(
        &mut self,
        game: &G,
        start: &G::Position,
        side: Side,
        attempt: &Attempt<G::Move>,
    ) -> Result<(), Interrupted> {
        if attempt.end == End::Stopped {
            interrupt::check()?;
        }
        self.nodes[side] = attempt.nodes;
        self.ends[side] = name(&attempt.end);
        let Some(proof) = attempt.proof() else { return Ok(()) };
        let mut position = start.clone();
        for mv in &proof.line {
            self.line.push(game.format_move(&position, *mv));
            game.play(&mut position, *mv);
        }
        self.winner = Some(side);
        self.plies = Some(proof.plies);
        self.positions = Some(proof.positions);
        Ok(())
    }

    /// The answer in words.
    pub fn words(&self, game: &impl Game) -> String {
        if self.ends.attackers == SOLVED {
            return format!("solved: {SOLVED}");
        }
        let (Some(side), Some(plies)) = (self.winner, self.plies) else {
            let of = |side: Side| {
                let (name, nodes, end) = (game.side_name(side), self.nodes[side], self.ends[side]);
                format!("{name}: {}, {end}", counted(nodes, "node"))
            };
            let [one, other] = Side::ALL.map(of);
            return format!("not proven ({one}; {other})");
        };
        let (wins, positions) =
            (game.side_name(side).sentence("win"), self.positions.unwrap_or_default());
        let end = match plies {
            0 => "the game is over".to_owned(),
            1 => format!("in 1 ply, {}", self.line.join(" ")),
            _ => format!("in {plies} plies at most, line {}", self.line.join(" ")),
        };
        // None where the game was solved.
        let cost = match Side::ALL.iter().map(|side| self.nodes[*side]).sum() {
            0_u64 => String::new(),
            nodes => format!(", {}", counted(nodes, "node")),
        };
        let positions = counted(positions as u64, "position");
        format!("{wins}: proven {end}\n{positions} in the proof{cost}")
    }
}

/// How an attempt ended, in words.
const fn name<M>(end: &End<M>) -> &'static str {
    match end {
        End::Proven(_) => "proven",
        End::Exhausted => "nothing more to try",
        End::Limit => "limit",
        End::Stopped => "stopped",
        End::Refused => "no proof under repetition and limits",
        End::NoKeys => "a game without keys",
    }
}

fn counted(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
