//! Playing a record through the engine: the check that it is true, and the way to its positions.

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Cause, Game, Outcome, with_game};

use crate::check::{Flaw, MoveList, RecordError};
use crate::record::{GameRecord, GameResult, MoveText, PlyRecord};

/// One ply of a replayed game. The lists have the moves of the record's texts.
#[derive(Debug)]
pub struct Step<'a, G: Game> {
    /// Number of the ply, from 0: how many plies of the record came before.
    pub index: usize,
    /// The position before the move, with its history.
    pub position: &'a G::Position,
    /// The move played.
    pub mv: G::Move,
    /// [`PlyRecord::visits`].
    pub visits: &'a [(G::Move, u32)],
    /// [`PlyRecord::policy`].
    pub policy: &'a [(G::Move, f32)],
    /// The ply as recorded.
    pub ply: &'a PlyRecord,
}

/// How a replayed game ended.
#[derive(Debug)]
pub struct Replayed<G: Game> {
    /// The last position.
    pub end: G::Position,
    /// The outcome of the game, which is the record's.
    pub outcome: Outcome,
}

/// Plays `record` by the rules of `game` and shows every position to `visit`.
///
/// Checked are the numbers ([`GameRecord::check`]), the name of the rule set, who moves first, that
/// every move played or listed is legal, that the game ends with its last ply and not before, and
/// that result and cause are those of the engine. Where the cause is one that no rules know
/// ([`Cause::is_from_elsewhere`](imperial_engine::Cause::is_from_elsewhere)), the result is the
/// record's, and the players may have passed over repetitions and limits. `visit` sees the plies
/// before the end is known to be true: throw away what it gathered when there is an error.
///
/// # Errors
/// The first thing that is wrong.
///
/// ```
/// use imperial_data::{GameRecord, replay};
/// use imperial_engine::{Game, games::tic_tac_toe::TicTacToe};
///
/// let line = r#"{"format": 1, "engine": "0.1.0", "rules": "tic-tac-toe", "rules_hash": "",
///     "seed": 0, "game": 0, "attackers": "random", "defenders": "random", "first": "attackers",
///     "opening": 0, "result": "attackers", "cause": "line", "plies": [{"move": "a1"},
///     {"move": "b1"}, {"move": "a2"}, {"move": "b2"}, {"move": "a3"}]}"#;
/// let record: GameRecord = serde_json::from_str(line)?;
/// let mut positions = Vec::new();
/// let replayed = replay(&TicTacToe, &record, |step| {
///     positions.push(TicTacToe.format_position(step.position));
/// })?;
/// assert_eq!(positions[4], ".../xo./xo.");
/// assert_eq!(TicTacToe.format_position(&replayed.end), "x../xo./xo.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replay<G: Game>(
    game: &G,
    record: &GameRecord,
    mut visit: impl FnMut(Step<'_, G>),
) -> Result<Replayed<G>, RecordError> {
    record.check()?;
    let mut position = start(game, record)?;
    let mut moves = Moves::new(game);
    let mut passed = false;
    for (index, ply) in record.plies.iter().enumerate() {
        if let Some(outcome) = game.outcome(&position) {
            passed = record.cause.is_from_elsewhere() && outcome.cause.can_be_passed();
            if !passed {
                return Err(record.flawed_at(index, Flaw::AfterEnd(outcome)));
            }
        }
        let mv = moves.read(&position, ply).map_err(|(text, flaw)| {
            let error = record.flawed_at(index, flaw);
            RecordError { mv: Some(text), ..error }
        })?;
        let Moves { visits, policy, .. } = &moves;
        visit(Step { index, position: &position, mv, visits, policy, ply });
        game.play(&mut position, mv);
    }
    let outcome = ending(record, game.outcome(&position), passed)?;
    Ok(Replayed { end: position, outcome })
}

/// [`replay`] for a game of any type, without a look at the positions.
///
/// # Errors
/// Those of [`replay`].
pub fn replay_any(game: &AnyGame, record: &GameRecord) -> Result<Outcome, RecordError> {
    with_game!(game, |game| replay(game, record, |_| ()).map(|replayed| replayed.outcome))
}

/// The position that the record starts from.
///
/// # Errors
/// When the record is of another rule set, its start cannot be read, or another side would have to move first.
pub fn start<G: Game>(game: &G, record: &GameRecord) -> Result<G::Position, RecordError> {
    if record.rules != game.name() {
        let flaw = Flaw::RuleSet { record: record.rules.clone(), game: game.name().to_owned() };
        return Err(record.flawed(flaw));
    }
    let (position, may_start) = match &record.start {
        None => (game.start(record.first), game.first().allows(record.first)),
        Some(text) => {
            let position =
                game.parse_position(text).map_err(|error| record.flawed(Flaw::Start(error)))?;
            let may_start = game.side_to_move(&position) == record.first;
            (position, may_start)
        }
    };
    if may_start { Ok(position) } else { Err(record.flawed(Flaw::First(record.first))) }
}

/// A recorded policy over all legal moves, as networks learn it: moves that are not recorded get nothing, and rounding is
/// made good. No move stands in `policy` twice.
pub fn policy_over<M: Copy + PartialEq>(legal: &[M], policy: &[(M, f32)]) -> Vec<(M, f32)> {
    let total: f32 = policy.iter().map(|(_, share)| share).sum();
    let mut over: Vec<(M, f32)> = legal.iter().map(|mv| (*mv, 0.0)).collect();
    let mut next = 0;
    for (mv, share) in policy {
        if let Some(place) = place_from(legal, next, |other| other == mv) {
            over[place].1 = share / total.max(f32::MIN_POSITIVE);
            next = place + 1;
        }
    }
    over
}

/// The place of a move in a list, looked for from `next` on and then before it: two lists of moves mostly have one order.
pub fn place_from<T>(list: &[T], next: usize, is_it: impl Fn(&T) -> bool) -> Option<usize> {
    let (before, after) = list.split_at(next.min(list.len()));
    let place = |list: &[T]| list.iter().position(&is_it);
    place(after).map(|place| before.len() + place).or_else(|| place(before))
}

/// The outcome of the game, given that of its last position and whether the players passed over an
/// end before it. Where the rules have decided, it must be the record's.
fn ending(record: &GameRecord, end: Option<Outcome>, passed: bool) -> Result<Outcome, RecordError> {
    let recorded = (record.result, record.cause);
    let told = Outcome { winner: record.result.winner(), cause: record.cause };
    let elsewhere = record.cause.is_from_elsewhere();
    match end {
        None if elsewhere => Ok(told),
        None => Err(record.flawed(Flaw::NotOver)),
        Some(outcome) if elsewhere && outcome.cause.can_be_passed() => Ok(told),
        Some(outcome) => {
            let played = (GameResult::from(outcome), outcome.cause);
            let given = passed && record.cause == Cause::Given && recorded.0 == played.0;
            if recorded == played || given {
                Ok(told)
            } else {
                Err(record.flawed(Flaw::Ending { recorded, played }))
            }
        }
    }
}

/// What was read of a ply, or the text of a move and what is wrong with it.
type At<T> = Result<T, (String, Flaw)>;

/// Reads the moves of one ply after the other, reusing its memory.
struct Moves<'a, G: Game> {
    game: &'a G,
    visits: Vec<(G::Move, u32)>,
    policy: Vec<(G::Move, f32)>,
    seen: Vec<G::Move>,
}

impl<'a, G: Game> Moves<'a, G> {
    fn new(game: &'a G) -> Self {
        Self { game, visits: Vec::new(), policy: Vec::new(), seen: Vec::new() }
    }

    /// Fills the lists and gives the move played; an error has the text of the move.
    fn read(&mut self, position: &G::Position, ply: &PlyRecord) -> At<G::Move> {
        let mv = self
            .parse(position, &ply.mv)
            .map_err(|reason| (ply.mv.clone(), Flaw::Illegal(reason)))?;
        let played = |text: &str| (text == ply.mv).then_some(mv);
        self.visits = self.read_list(position, &ply.visits, MoveList::Visits, played)?;
        // Most moves stand in both lists, in one order: the same text is the same move.
        let (visits, mut next) = (std::mem::take(&mut self.visits), 0);
        let visited = |text: &str| {
            let rest = ply.visits.get(next..)?.iter();
            let at = next + rest.take_while(|(other, _)| other != text).count();
            let (mv, _) = visits.get(at)?;
            next = at + 1;
            Some(*mv)
        };
        self.policy = self.read_list(position, &ply.policy, MoveList::Policy, visited)?;
        self.visits = visits;
        Ok(mv)
    }

    /// The move of a text; an error is the reason.
    fn parse(&self, position: &G::Position, text: &str) -> Result<G::Move, String> {
        self.game.parse_move(position, text).map_err(|error| error.reason)
    }

    /// The moves of a list, each of which may stand there once. `known` may know the move of a text.
    fn read_list<T: Copy>(
        &mut self,
        position: &G::Position,
        list: &[(MoveText, T)],
        which: MoveList,
        mut known: impl FnMut(&str) -> Option<G::Move>,
    ) -> At<Vec<(G::Move, T)>> {
        let mut moves = Vec::with_capacity(list.len());
        for (text, number) in list {
            let mv =
                known(text).map_or_else(|| self.parse(position, text), Ok).map_err(|reason| {
                    (text.to_string(), Flaw::IllegalInList { list: which, reason })
                })?;
            moves.push((mv, *number));
        }
        self.seen.clear();
        self.seen.extend(moves.iter().map(|(mv, _)| *mv));
        self.seen.sort_unstable();
        if let Some(twice) = self.seen.windows(2).find(|pair| pair[0] == pair[1]) {
            let text = self.game.format_move(position, twice[0]);
            return Err((text, Flaw::Twice(which)));
        }
        Ok(moves)
    }
}
