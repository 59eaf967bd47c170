//! One game in progress.

use imperial_data::{GameRecord, GameResult, MoveText, PlyRecord};
use imperial_engine::search::{
    Evaluation, Rollouts, Search, SearchError, SearchParams, SearchResult, Step,
};
use imperial_engine::{Encode, First, Outcome, PerSide, Side, derive_seed, game_stream};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::effort::{DECIDED_SHARE, Effort, Winning};
use super::job::{Detail, PlayJob};
use super::run::Run;
use super::trees::Trees;
use crate::agent::{Agent, AlphaBeta};
use crate::external::{ExternalPlayer, Seat};
use crate::interrupt;
use crate::net_player::NetPlayer;
use imperial_net::{Asked, Leaf};

/// Shares of the improved policy below this are not recorded, where there are few moves.
const LEAST_SHARE: f32 = 0.001;

/// Most of the improved policy that is left out so where there are many.
const LEFT_OUT: f32 = 0.2;

/// Openings of one length that are tried before shorter ones.
const ATTEMPTS: u32 = 100;

/// Decimal places of recorded values and shares.
const PLACES: f32 = 1e4;

/// A game that is being played. It goes on by itself until a network has to judge positions.
pub(super) struct GameRun<'a, G: Encode> {
    game: &'a G,
    /// The game's rule vector.
    rules: Vec<f32>,
    job: &'a PlayJob<'a>,
    number: u64,
    rng: ChaCha8Rng,
    first: Side,
    position: G::Position,
    plies: Vec<PlyRecord>,
    /// Plies to begin with that nobody chosen about: the line, and those drawn at random.
    opening: u32,
    /// The search of the side to move, while it thinks.
    search: Option<Search<G>>,
    /// The searches of the plies before.
    trees: Trees<G>,
    /// Whether that is the agent's own search and not a quick one.
    full: bool,
    /// Positions that were evaluated.
    evaluations: u64,
    lead: Winning,
    /// Other programs that play this game.
    programs: PerSide<Option<Seat>>,
    rollouts: Rollouts<G>,
    scratch: Vec<G::Move>,
}

impl<'a, G: Encode> GameRun<'a, G> {
    /// Draws the lot and the opening of game `number`.
    ///
    /// # Errors
    /// When a move of its line is not legal.
    pub fn new(game: &'a G, job: &'a PlayJob<'a>, number: u64) -> anyhow::Result<Self> {
        let mut rng = game_stream(job.seed, job.stream(number));
        let drawn = game.first().draw(&mut rng);
        let first = job.line(number).map_or(drawn, |line| line.first);
        let position = game.start(first);
        let mut run = Self {
            game,
            rules: game.rule_vector(),
            job,
            number,
            rng,
            first,
            position,
            plies: Vec::new(),
            opening: 0,
            search: None,
            trees: Trees::new(std::ptr::eq(job.agents.attackers, job.agents.defenders)),
            full: true,
            evaluations: 0,
            lead: Winning::new(job.effort.decided),
            programs: PerSide::default(),
            rollouts: Rollouts::new(),
            scratch: Vec::new(),
        };
        run.play_opening()?;
        if job.paired {
            // Or else agents that are alike would play the same game twice.
            run.rng = game_stream(derive_seed(job.seed, "after the opening"), number);
        }
        Ok(run)
    }

    /// The game's line, then uniformly random plies, drawn again when they end the game. Where every
    /// opening of this length seems to, shorter ones are taken.
    fn play_opening(&mut self) -> anyhow::Result<()> {
        let wanted = self.job.opening.random_plies;
        for attempt in 0.. {
            interrupt::check()?;
            self.position = self.game.start(self.first);
            self.plies.clear();
            self.trees.clear();
            self.play_line()?;
            let drawn = wanted.saturating_sub(attempt / ATTEMPTS);
            if (0..drawn).all(|_| self.play_at_random()) {
                break;
            }
        }
        self.opening = self.plies.len() as u32;
        Ok(())
    }

    /// Makes the moves of the game's line.
    fn play_line(&mut self) -> anyhow::Result<()> {
        let moves = self.job.line(self.number).map_or(&[][..], |line| &line.moves);
        for text in moves {
            let mv = self.game.parse_move(&self.position, text)?;
            self.make(mv, PlyRecord::default());
        }
        Ok(())
    }

    /// Makes a uniformly random move; whether the game goes on after it.
    fn play_at_random(&mut self) -> bool {
        let mv = self.game.random_move(&self.position, &mut self.rng, &mut self.scratch);
        mv.is_some_and(|mv| {
            self.make(mv, PlyRecord::default());
            self.game.outcome(&self.position).is_none()
        })
    }

    fn side(&self) -> Side {
        self.game.side_to_move(&self.position)
    }

    /// Which of the job's agents is to move.
    fn seat(&self) -> Side {
        self.job.seat(self.number, self.side())
    }

    /// The agent that is to move, as it plays these rules.
    fn agent(&self) -> &'a Agent {
        self.job.player(self.seat())
    }

    fn begin_ply(&mut self) -> anyhow::Result<()> {
        let agent = self.agent();
        match agent {
            Agent::External(player) => return self.ask(player),
            Agent::AlphaBeta(player) => return self.look_ahead(player),
            _ => {}
        }
        match agent.search() {
            Some(params) => {
                self.full = self.gets_full_search();
                let quick = SearchParams::playing(self.job.effort.quick_playouts);
                let params = if self.full { *params } else { quick };
                let (seed, seat) = (self.rng.random(), self.seat());
                let search = self.trees.search(self.game, &self.position, params, seed, seat)?;
                self.search = Some(search);
            }
            None => {
                self.play_at_random();
            }
        }
        Ok(())
    }

    /// Plays the move that an alpha-beta search finds.
    fn look_ahead(&mut self, player: &AlphaBeta) -> anyhow::Result<()> {
        let seed = self.rng.random();
        let mut stop = || interrupt::check().is_err();
        let result = player.think(self.game, &self.position, seed, &mut stop)?;
        interrupt::check()?;
        self.full = true;
        self.choose(&result, 0.0);
        Ok(())
    }

    /// Plays the move that another program chooses.
    fn ask(&mut self, player: &ExternalPlayer) -> anyhow::Result<()> {
        let (game, side) = (self.game, self.side());
        // `startpos` has a fixed side to move, which a lot may have changed.
        let drawn = game.first() == First::Lot && self.first == Side::Defenders;
        let start = drawn.then(|| game.format_position(&game.start(self.first)));
        let seat = match &mut self.programs[side] {
            Some(seat) => seat,
            empty => empty.insert(player.sit_down(self.job.rules, self.rng.random())?),
        };
        let moves: Vec<&str> = self.plies.iter().map(|ply| ply.mv.as_str()).collect();
        let mv = seat.choose(game, &self.position, start.as_deref(), &moves)?;
        self.make(mv, PlyRecord::default());
        Ok(())
    }

    /// Draws whether this ply gets the agent's own search; nothing is drawn where all do.
    fn gets_full_search(&mut self) -> bool {
        let Effort { full_share, .. } = self.job.effort;
        let kept = if self.lead.decided().is_some() { DECIDED_SHARE } else { 1.0 };
        let share = full_share * kept;
        share >= 1.0 || self.rng.random::<f32>() < share
    }

    /// Plays what the search found.
    fn finish_search(&mut self) {
        let Some(search) = self.search.take() else { return };
        let Some(result) = search.result(self.game) else { return };
        let seat = self.seat();
        let own = self.job.player(seat).search();
        let temperature = own.map_or(0.0, |params| params.temperature);
        self.trees.keep(search, seat);
        self.choose(&result, temperature);
    }

    /// Plays a move of what was found: drawn from it at the start, or as the agent draws.
    fn choose(&mut self, result: &SearchResult<G::Move>, temperature: f32) {
        self.lead.see(result.value.0);
        let sampled = self.opening.saturating_add(self.job.opening.sampled_plies);
        let is_sampled = self.plies.len() < sampled as usize;
        let mv = result.sample(if is_sampled { 1.0 } else { temperature }, &mut self.rng);
        let ply = self.thoughts(result);
        self.make(mv, ply);
    }

    /// What is recorded of a search.
    fn thoughts(&self, result: &SearchResult<G::Move>) -> PlyRecord {
        let mut ply = PlyRecord { value: Some(rounded(result.value.0)), ..PlyRecord::default() };
        if self.full && self.job.detail[self.seat()] == Detail::Learning {
            let text = |mv| MoveText::from(self.game.format_move(&self.position, mv));
            let visited = result.moves.iter().filter(|stats| stats.visits > 0);
            ply.visits = visited.map(|stats| (text(stats.mv), stats.visits)).collect();
            let legal = result.moves.len();
            let shares = result.moves.iter().map(|stats| (stats.mv, recorded(stats.policy, legal)));
            ply.policy = shares.filter_map(|(mv, share)| Some((text(mv), share?))).collect();
        }
        ply
    }

    fn make(&mut self, mv: G::Move, ply: PlyRecord) {
        let text = self.game.format_move(&self.position, mv);
        self.plies.push(PlyRecord { mv: text, ..ply });
        self.game.play(&mut self.position, mv);
        self.trees.play(mv);
    }

    /// The record of the finished game.
    fn record(&mut self, outcome: Outcome) -> GameRecord {
        for side in Side::ALL {
            self.programs[side].iter_mut().for_each(|seat| seat.finish(outcome));
        }
        let label = |side| self.job.agent(self.number, side).label();
        GameRecord {
            rules: self.job.rules.game.name().to_owned(),
            rules_hash: self.job.rules.hash.clone(),
            seed: self.job.seed,
            game: self.number,
            attackers: label(Side::Attackers),
            defenders: label(Side::Defenders),
            first: self.first,
            opening: self.opening,
            result: GameResult::from(outcome),
            cause: outcome.cause,
            plies: std::mem::take(&mut self.plies),
            ..GameRecord::default()
        }
    }
}

impl<G: Encode> Run for GameRun<'_, G> {
    fn advance(&mut self) -> anyhow::Result<Option<GameRecord>> {
        loop {
            interrupt::check()?;
            let agent = self.agent();
            if let Some(search) = &mut self.search {
                match search.advance(self.game) {
                    Step::Done => self.finish_search(),
                    Step::Evaluate if agent.network().is_some() => return Ok(None),
                    Step::Evaluate => {
                        self.evaluations += search.requests().len() as u64;
                        search.answer(self.game, &mut self.rollouts)?;
                    }
                }
            } else if let Some(outcome) = self.game.outcome(&self.position) {
                return Ok(Some(self.record(outcome)));
            } else {
                self.begin_ply()?;
            }
        }
    }

    fn network(&self) -> Option<&NetPlayer> {
        self.agent().network()
    }

    fn ask<'s>(&'s self, asked: &mut Vec<Box<dyn Asked + 's>>) {
        let (game, rules, laws) = (self.game, &self.rules[..], &self.job.rules.hash[..]);
        let requests = self.search.iter().flat_map(Search::requests);
        asked.extend(requests.map(|request| Box::new(Leaf { game, rules, laws, request }) as _));
    }

    fn supply(&mut self, answers: &mut dyn Iterator<Item = Evaluation>) -> Result<(), SearchError> {
        let search = self.search.as_mut().ok_or(SearchError::NotRequested)?;
        let count = search.requests().len();
        self.evaluations += count as u64;
        answers.take(count).try_for_each(|answer| search.supply(self.game, &answer))
    }

    fn plies(&self) -> usize {
        self.plies.len()
    }

    fn evaluations(&self) -> u64 {
        self.evaluations
    }
}

/// Four decimal places are more than a search knows, and keep the files small.
pub fn rounded(value: f32) -> f32 {
    (value * PLACES).round() / PLACES
}

/// What is recorded of a move's share of the improved policy over `legal` moves, if anything. Shares are rounded down,
/// so that they never sum to more than one; those of many moves are small, and get a place more.
fn recorded(share: f32, legal: usize) -> Option<f32> {
    let least = LEFT_OUT / legal as f32;
    let (least, places) =
        if least < LEAST_SHARE { (least, 10.0 * PLACES) } else { (LEAST_SHARE, PLACES) };
    (share >= least).then(|| (share * places).floor() / places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How much is recorded of a policy that falls from move to move as 1, 1/2, 1/3 and so on.
    fn kept(legal: usize) -> f32 {
        let total: f32 = (1..=legal).map(|nth| 1.0 / nth as f32).sum();
        let share = |nth: usize| recorded(1.0 / nth as f32 / total, legal);
        (1..=legal).filter_map(share).sum()
    }

    #[test]
    fn little_of_a_policy_over_many_moves_is_left_out() {
        for legal in [201, 400, 600, 1200] {
            assert!((0.9..=1.0).contains(&kept(legal)), "{} of {legal} moves", kept(legal));
            let even = (0..legal).filter_map(|_| recorded(1.0 / legal as f32, legal)).sum::<f32>();
            assert!((0.98..=1.0).contains(&even), "{even} of {legal} moves");
        }
    }

    #[test]
    fn a_policy_over_few_moves_is_recorded_in_four_places() {
        for legal in [1, 40, 200] {
            assert_eq!(recorded(0.001, legal), Some(0.001));
            assert_eq!(recorded(0.000_999, legal), None);
            assert_eq!(recorded(0.123_45, legal), Some(0.1234));
        }
        assert_eq!(recorded(0.123_45, 400), Some(0.12345));
        assert_eq!(recorded(0.0005, 400), Some(0.0005));
        assert_eq!(recorded(0.0, 400), None);
    }
}
