//! Everything that is said under one rule set.

use std::time::{Duration, Instant};

use imperial_data::LoadedRules;
use imperial_engine::search::{MoveStats, SearchResult};
use imperial_engine::{Encode, Side};
use imperial_play::agent::Agent;
use imperial_play::analysis::Searched;
use imperial_play::interrupt::{self, Interrupted};
use imperial_play::otep::{Clocks, EngineLine, Evaluated, HostLine};
use imperial_play::playing_agent::{Chosen, PlayingAgent};
use imperial_play::sentence::sentence;

use super::board::Board;
use super::talk::Talk;

/// How an engine thinks.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Time for a move where the host gives no clock; without it the agent has its own limits.
    pub time: Option<Duration>,
    /// Where all chance comes from.
    pub seed: u64,
    /// Threads that share a search.
    pub threads: u16,
}

/// Most moves of an analysis, and most moves of its lines: a line of the protocol is shown as it is.
const MOST_FOUND: usize = 64;

/// What comes after a game.
pub(super) enum Next {
    /// Other rules, or the same ones again.
    Rules(String),
    End,
}

/// A game under one rule set, and who plays it.
pub(super) struct HostedGame<'a, G: Encode> {
    game: &'a G,
    board: Board<'a, G>,
    playing: PlayingAgent<'a, G>,
    options: Options,
    clocks: Option<Clocks>,
}

impl<'a, G: Searched> HostedGame<'a, G> {
    /// The start of a game by `rules`, with `first` to move.
    pub fn new(
        game: &'a G,
        (rules, first): (&'a LoadedRules, Side),
        agent: &'a Agent,
        options: Options,
    ) -> Self {
        let playing = PlayingAgent::new(agent, rules, options.seed, options.threads);
        Self { game, board: Board::new(game, first), playing, options, clocks: None }
    }

    /// Does what the host says, until it sends rules or leaves.
    pub fn run(mut self, talk: &mut Talk<'_>) -> anyhow::Result<Next> {
        while let Some(line) = talk.next()? {
            let done = match line {
                HostLine::Rules(record) => return Ok(Next::Rules(record)),
                HostLine::Goodbye => break,
                HostLine::Hello | HostLine::Ignored(_) => Ok(()),
                HostLine::Clock(clocks) => {
                    self.clocks = Some(clocks);
                    Ok(())
                }
                HostLine::Finish(_) => {
                    self.clocks = None;
                    Ok(())
                }
                HostLine::Refused(_) => {
                    self.board.refuse();
                    Ok(())
                }
                HostLine::Position(record) => self.board.show(&record),
                HostLine::Side(side) => self.board.side(side),
                HostLine::Accepted(record) => self.board.accept(&record),
                HostLine::OpponentMove(moves, shown) => self.board.answer(&moves, shown.as_deref()),
                HostLine::Play(side) => {
                    self.play(side, talk)?;
                    Ok(())
                }
                HostLine::Analyze(moves, seconds) => {
                    self.analyse(moves as usize, seconds, talk)?;
                    Ok(())
                }
            };
            if let Err(error) = done {
                talk.say(&EngineLine::Trouble(in_words(&error)))?;
            }
        }
        Ok(Next::End)
    }

    /// Thinks, and says a move. One that cannot be found is told so that the host ends the game.
    fn play(&mut self, side: Side, talk: &mut Talk<'_>) -> anyhow::Result<()> {
        let line = match self.choose(side, talk) {
            Ok(Some(mv)) => EngineLine::Move(mv),
            Ok(None) => return Ok(()),
            Err(error) if error.is::<Interrupted>() => return Err(error),
            Err(error) => EngineLine::Fatal(in_words(&error)),
        };
        Ok(talk.say(&line)?)
    }

    /// The move to play, in the host's notation; nothing where the host no longer wants it.
    fn choose(&mut self, side: Side, talk: &mut Talk<'_>) -> anyhow::Result<Option<String>> {
        self.board.make_ready(side)?;
        let position = self.board.position()?;
        let moves = self.game.moves(&position);
        let chosen = match moves[..] {
            [only] => Chosen { mv: only, result: None },
            _ => match self.think(None, side, talk)? {
                Some(chosen) => chosen,
                None => return Ok(None),
            },
        };
        let mv = self.not_refused(&position, &chosen)?;
        let text = self.board.notation(&position, mv);
        self.board.propose(self.game.format_move(&position, mv));
        Ok(Some(text))
    }

    /// The chosen move; where the host has refused that, the best of the others.
    fn not_refused(
        &self,
        position: &G::Position,
        chosen: &Chosen<G::Move>,
    ) -> anyhow::Result<G::Move> {
        let refused =
            |mv: &G::Move| self.board.refused().contains(&self.game.format_move(position, *mv));
        let found = chosen.result.iter().flat_map(by_visits).map(|stats| stats.mv);
        let others = found.chain(self.game.moves(position));
        let mv = std::iter::once(chosen.mv).chain(others).find(|mv| !refused(mv));
        mv.ok_or_else(|| anyhow::anyhow!("the host refuses every move that these rules have"))
    }

    /// Looks at the position, and says what the moves are worth.
    fn analyse(&mut self, moves: usize, seconds: u32, talk: &mut Talk<'_>) -> anyhow::Result<()> {
        let line = match self.look(moves, seconds, talk) {
            Ok(Some(found)) => EngineLine::Analysis(found),
            Ok(None) => return Ok(()),
            Err(error) if error.is::<Interrupted>() => return Err(error),
            Err(error) => EngineLine::Trouble(in_words(&error)),
        };
        Ok(talk.say(&line)?)
    }

    fn look(
        &mut self,
        moves: usize,
        seconds: u32,
        talk: &mut Talk<'_>,
    ) -> anyhow::Result<Option<Vec<Evaluated>>> {
        let side = self.game.side_to_move(&self.board.position()?);
        self.board.make_ready(side)?;
        let limit = Duration::from_secs(u64::from(seconds));
        let Some(chosen) = self.think(Some(limit), side, talk)? else { return Ok(None) };
        let Some(result) = chosen.result else {
            anyhow::bail!("`{}` says nothing about positions", self.playing.label());
        };
        let position = self.board.position()?;
        let most = moves.clamp(1, MOST_FOUND);
        let found = by_visits(&result).take(most).filter_map(|stats| {
            let value = f64::from(stats.q?.of(result.to_move).0 * 1000.0).round() / 10.0;
            let line = if stats.mv == result.best { &result.line[..] } else { &[stats.mv] };
            Some(Evaluated { line: self.line(&position, line), value })
        });
        Ok(Some(found.collect()))
    }

    /// A line of moves in the host's notation.
    fn line(&self, position: &G::Position, line: &[G::Move]) -> Vec<String> {
        let mut position = position.clone();
        let write = |mv: &G::Move| {
            let text = self.board.notation(&position, *mv);
            self.game.play(&mut position, *mv);
            text
        };
        line.iter().take(MOST_FOUND).map(write).collect()
    }

    /// What the agent would play; nothing where the host no longer wants it. The time is `limit`, else that of the
    /// clock, else what the options say; an agent may have limits of its own.
    fn think(
        &mut self,
        limit: Option<Duration>,
        side: Side,
        talk: &mut Talk<'_>,
    ) -> anyhow::Result<Option<Chosen<G::Move>>> {
        let started = Instant::now();
        let (clocks, usual) = (&mut self.clocks, self.options.time);
        let mut stopped = false;
        let mut go_on = |playouts: u32| {
            interrupt::check()?;
            stopped = talk.asks_to_stop(clocks);
            let by_clock = clocks.as_ref().and_then(|clocks| clocks.time_for_move(side));
            let time = limit.or(by_clock).or(usual);
            // A search has nothing to say before its first playout.
            let late = playouts > 0 && time.is_some_and(|time| started.elapsed() >= time);
            Ok(!stopped && !late)
        };
        let chosen = self.playing.think_while(self.game, self.board.setup(), &mut go_on);
        if stopped && !chosen.as_ref().is_err_and(anyhow::Error::is::<Interrupted>) {
            return Ok(None);
        }
        chosen.map(Some)
    }
}

/// What a search found, its choice first.
fn by_visits<M: Copy + PartialEq>(result: &SearchResult<M>) -> impl Iterator<Item = &MoveStats<M>> {
    let mut stats: Vec<&MoveStats<M>> = result.moves.iter().collect();
    stats.sort_by_key(|stats| std::cmp::Reverse((stats.mv == result.best, stats.visits)));
    stats.into_iter()
}

fn in_words(error: &anyhow::Error) -> String {
    sentence(error.chain().map(ToString::to_string))
}
