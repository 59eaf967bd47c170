//! Watching games being replayed.

use imperial_data::{GameRecord, GameResult, RecordError, replay};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Choice, Encode, PerSide, Side, with_game};
use rayon::prelude::*;

use super::board::{View, kind, view};
use super::choose::choose;
use super::foretold::Forecasts;
use super::losses::{Count, Losses};
use super::openings::{DEPTH, openings, smallest_image};
use super::places::{GamePlaces, Places};
use super::special::Uses;
use super::uses::uses;
use super::watched::{Counts, Watched};
use super::worth::{counts, worths};
use super::{BoardFacts, Ends, Example, GameStatistics, GameSummary, Why};

/// Games, read one by one.
pub type Records<'a> = Box<dyn Iterator<Item = anyhow::Result<GameRecord>> + 'a>;

/// Games that are in memory at once, and replayed by all cores.
const AT_ONCE: usize = 256;

/// The results of the games that `agent` played, and how they went; some whole games are kept.
/// `records` gives the games anew at each call, with numbers that occur once.
///
/// # Errors
/// When a game cannot be read or does not replay.
pub fn watch_games<'a>(
    game: &AnyGame,
    agent: &str,
    records: &'a dyn Fn() -> Records<'a>,
) -> anyhow::Result<(Vec<GameSummary>, GameStatistics)> {
    with_game!(game, |game| watch(game, agent, records))
}

fn watch<'a>(
    game: &impl Encode,
    agent: &str,
    records: &'a dyn Fn() -> Records<'a>,
) -> anyhow::Result<(Vec<GameSummary>, GameStatistics)> {
    let mut watcher = Watcher::new(game);
    let mut all = records();
    loop {
        let some: Vec<GameRecord> = all.by_ref().take(AT_ONCE).collect::<Result<_, _>>()?;
        if some.is_empty() {
            break;
        }
        watcher.watch(&some)?;
    }
    let wanted = watcher.choose();
    let mut chosen = Vec::new();
    // Records are large; only those wanted are kept, at the price of reading twice.
    for record in records() {
        if chosen.len() == wanted.len() {
            break;
        }
        let record = record?;
        let why = wanted.iter().find(|(_, game)| *game == record.game);
        chosen.extend(why.map(|(why, _)| (*why, record)));
    }
    chosen.sort_by_key(|(why, _)| wanted.iter().position(|(other, _)| other == why));
    Ok(watcher.finish((game.name(), agent), &chosen)?)
}

/// Gathers the statistics of the games of one agent under one rule set.
#[derive(Debug)]
pub(super) struct Watcher<'g, G: Encode> {
    game: &'g G,
    symmetries: Vec<Vec<u16>>,
    board: BoardFacts,
    places: Places,
    forecasts: Forecasts,
    games: Vec<Watched>,
    /// Legal moves of all positions, and the positions.
    legal: (u64, u64),
}

/// What a replayed game adds.
struct Replayed {
    watched: Watched,
    places: GamePlaces,
    /// Legal moves of all its positions.
    legal: u64,
}

impl<'g, G: Encode> Watcher<'g, G> {
    /// Nothing watched yet.
    pub fn new(game: &'g G) -> Self {
        let board = BoardFacts::of(game);
        let places = Places::empty(&board);
        Self {
            game,
            symmetries: game.symmetries(),
            board,
            places,
            forecasts: Forecasts::default(),
            games: Vec::new(),
            legal: (0, 0),
        }
    }

    /// Replays games and takes them in.
    ///
    /// # Errors
    /// When a record is not true to the rules; of several the first. That game and those after it are left out.
    pub fn watch(&mut self, records: &[GameRecord]) -> Result<(), RecordError> {
        let replayed: Vec<_> = records.par_iter().map(|record| self.replay(record)).collect();
        for (record, replayed) in records.iter().zip(replayed) {
            let Replayed { watched, places, legal } = replayed?;
            self.legal.0 += legal;
            self.legal.1 += u64::from(watched.summary.plies);
            self.places.add(&places, watched.summary.cause);
            self.forecasts.add(record);
            self.games.push(watched);
        }
        Ok(())
    }

    fn replay(&self, record: &GameRecord) -> Result<Replayed, RecordError> {
        let game = self.game;
        let mut eye = Eye::default();
        let (mut moves, mut legal, mut scratch) = (Vec::new(), 0, Vec::new());
        let end = replay(game, record, |step| {
            eye.see(game, step.position);
            legal += game.count_moves(step.position, &mut scratch);
            if step.index == record.plies.len() / 2 {
                eye.middle.clone_from(&eye.left);
            }
            let action = game.action(step.mv);
            eye.moved = Some((game.side_to_move(step.position), action.from, action.to));
            eye.choice = Some(action.choice);
            if moves.len() < DEPTH {
                moves.push(action);
            }
        })?
        .end;
        eye.see(game, &end);
        let watched = Watched {
            opening: match record.start {
                None if record.opening == 0 => smallest_image(&moves, &self.symmetries),
                _ => Vec::new(),
            },
            winners_worst: winners_worst(record),
            pieces: eye.counts(game),
            middle: if eye.middle.is_empty() { eye.left } else { eye.middle },
            uses: eye.uses,
            summary: GameSummary::new(record),
        };
        Ok(Replayed { watched, places: eye.places, legal })
    }

    /// The games worth showing: why, and the game's number. Read them again for
    /// [`finish`](Self::finish).
    pub fn choose(&self) -> Vec<(Why, u64)> {
        choose(&self.games)
    }

    /// The summaries of the games in the order watched, and their statistics.
    ///
    /// # Errors
    /// When a record in `chosen` is not true to the rules.
    pub fn finish(
        self,
        (rules, agent): (&str, &str),
        chosen: &[(Why, GameRecord)],
    ) -> Result<(Vec<GameSummary>, GameStatistics), RecordError> {
        let examples = chosen.iter().map(|(why, record)| Example::of(self.game, record, *why));
        let losses = |side| {
            let counts = self.games.iter().map(|game| game.pieces[side]);
            Losses::of(side, &counts.collect::<Vec<_>>())
        };
        let summaries: Vec<_> = self.games.iter().map(|game| game.summary.clone()).collect();
        let statistics = GameStatistics {
            rules: rules.to_owned(),
            agent: agent.to_owned(),
            games: self.games.len() as u64,
            branching: (self.legal.1 > 0).then(|| self.legal.0 as f64 / self.legal.1 as f64),
            ends: Ends::of(&summaries),
            losses: Side::ALL.into_iter().filter_map(losses).collect(),
            worths: worths(self.game, &self.games),
            uses: uses(&self.games),
            openings: openings(self.game, &self.games),
            examples: examples.collect::<Result<_, _>>()?,
            board: self.board,
            forecasts: self.forecasts,
            places: self.places,
        };
        Ok((summaries, statistics))
    }
}

/// The least that the winner expected before any ply of a game.
fn winners_worst(record: &GameRecord) -> Option<f32> {
    let sign = match record.result {
        GameResult::Attackers => 1.0,
        GameResult::Defenders => -1.0,
        GameResult::Draw => return None,
    };
    record.plies.iter().filter_map(|ply| ply.value).map(|value| sign * value).reduce(f32::min)
}

/// Sees the positions of one game in order and notes what changed.
#[derive(Debug, Default)]
struct Eye {
    before: View,
    now: View,
    /// Pieces of each kind at the start, those in hand too.
    start: Counts,
    /// Those that are left.
    left: Counts,
    /// The squares of the move since the last look.
    moved: Option<(Side, u16, u16)>,
    choice: Option<Choice>,
    uses: Uses,
    middle: Counts,
    places: GamePlaces,
}

impl Eye {
    fn see<G: Encode>(&mut self, game: &G, position: &G::Position) {
        let lost = self.places.losses.len();
        std::mem::swap(&mut self.before, &mut self.now);
        view(game, position, &mut self.now);
        if let Some((mover, from, to)) = self.moved.filter(|_| self.before != self.now) {
            let owner = |held: u8| kind(held).map(|kind| game.piece_kinds()[kind].side);
            match owner(self.before[usize::from(from)]) {
                Some(side) if side != mover => self.note_ambush(|held| owner(held) == Some(mover)),
                _ => self.note_move(from, to),
            }
        }
        if let Some(choice) = self.choice.take() {
            let taken = self.places.losses.len() - lost;
            self.uses.note(choice, taken, game.turn_goes_on(position));
        }
        let is_royal = |held: u8| kind(held).is_some_and(|kind| game.piece_kinds()[kind].is_royal);
        if let Some(square) = self.now.iter().position(|held| is_royal(*held)) {
            self.places.royal = u16::try_from(square).ok();
        }
        self.left = counts(game, &self.now, game.hands(position));
        if self.start.is_empty() {
            self.start.clone_from(&self.left);
        }
    }

    /// Notes where the piece went, and what was captured: whatever stood on another square and does
    /// not any more, and the piece itself where it did not survive its own move.
    fn note_move(&mut self, from: u16, to: u16) {
        let [left, reached] = [from, to].map(usize::from);
        let Some(moved) = kind(self.before[left]).or(kind(self.now[reached])) else { return };
        self.places.arrivals.push((moved, to));
        if kind(self.now[reached]).is_none() {
            self.places.losses.push((moved, to));
        }
        for (square, (&old, &new)) in (0..).zip(self.before.iter().zip(&self.now)) {
            if let (Some(lost), true) = (kind(old), square != from && old != new) {
                self.places.losses.push((lost, square));
            }
        }
    }

    /// Notes a move of several pieces: where they went, and what else stands no more where it stood.
    fn note_ambush(&mut self, is_own: impl Fn(u8) -> bool) {
        for (square, (&old, &new)) in (0..).zip(self.before.iter().zip(&self.now)) {
            match (kind(old), kind(new)) {
                (None, Some(arrived)) => self.places.arrivals.push((arrived, square)),
                (Some(lost), _) if old != new && !is_own(old) => {
                    self.places.losses.push((lost, square));
                }
                _ => {}
            }
        }
    }

    /// Pieces of each side at the start and now.
    fn counts<G: Encode>(&self, game: &G) -> PerSide<Count> {
        let of = |counts: &Counts, side| {
            let kinds = game.piece_kinds().iter().zip(counts);
            kinds.filter(|(kind, _)| kind.side == side).map(|(_, pieces)| pieces).sum()
        };
        PerSide::from_fn(|side| Count { start: of(&self.start, side), end: of(&self.left, side) })
    }
}
