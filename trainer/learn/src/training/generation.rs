//! Who plays whom in a generation, by which rules.

use std::path::{Path, PathBuf};

use imperial_data::{Damaged, LoadedRules, is_lost, rules_hash, write_atomically};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{PerSide, derive_seed, game_stream};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

use super::config::TrainingConfig;
use super::folder::TrainingFolder;
use super::forks::{Forks, MIDWAY_OPENING, NEAR_WIN_OPENING, drawn_count};
use imperial_net::{Backend, NetFile};
use imperial_play::agent::Agent;
use imperial_play::net_player::NetPlayer;
use imperial_play::play::{Detail, Effort, FirstMoves, OpeningPlies, PlayJob};
use imperial_play::prepare::{Purpose, prepare_for};

/// What to do where games lack whose network was removed when others were better.
const NOT_KEPT: &str = "not every network is kept: delete `checkpoint.bpk` and repeat the command, which learns again from \
                        the games that are there";

/// The games of one generation, ready to be played.
#[derive(Debug)]
pub struct Generation {
    /// Number of the generation, from 1.
    pub number: u32,
    folder: PathBuf,
    seed: u64,
    /// The agent that learns, then those that it meets: its past selves, or the opponent that does not learn.
    agents: Vec<Agent>,
    /// The agents of most games, by side.
    players: PerSide<usize>,
    /// Mixtures of two rule sets.
    crossed: Vec<LoadedRules>,
    /// Where games of each rule set begin within earlier ones.
    forks: Vec<Forks>,
}

/// The agent that learns, in the list of a generation's agents.
const NEWEST: usize = 0;

/// The opponent that does not learn.
const OPPONENT: usize = 1;

/// Past networks that play in one generation, drawn from all that are kept.
const MOST_PAST: usize = 8;

/// So many games of one kind.
struct Share<'a> {
    rules: &'a LoadedRules,
    agents: PerSide<usize>,
    games: u64,
    opening: OpeningPlies,
    /// As in [`PlayJob::lines`].
    lines: &'a [FirstMoves],
}

impl Generation {
    /// Gets agents and rule sets of generation `number` ready.
    ///
    /// # Errors
    /// When a network cannot be read, a rule set not be written, or an agent not play.
    pub fn new(
        number: u32,
        config: &TrainingConfig,
        rules: &[LoadedRules],
        folder: &TrainingFolder,
        backend: &Backend,
    ) -> anyhow::Result<Self> {
        let seed = derive_seed(config.seed, &format!("generation {number}"));
        let mut generation = Self {
            number,
            folder: folder.games(number),
            seed,
            agents: Vec::new(),
            players: PerSide::from_fn(|_| NEWEST),
            crossed: Vec::new(),
            forks: Vec::new(),
        };
        if config.is_blind(number) {
            let agent = prepare_for(&config.first.agent, rules, Purpose::Learning, backend)?;
            generation.agents.push(agent);
        } else {
            generation.cross(config, rules)?;
            let games = generation.games_by_rules(config, rules);
            generation.forks = Forks::draw(number, config, rules, &games, folder)?;
            generation.load_agents(config, folder, backend)?;
        }
        Ok(generation)
    }

    /// Draws the mixtures of this generation and writes them beside its games.
    fn cross(&mut self, config: &TrainingConfig, rules: &[LoadedRules]) -> anyhow::Result<()> {
        if config.games.crossed_share <= 0.0 {
            return Ok(());
        }
        let mut rng = game_stream(derive_seed(self.seed, "crossed"), 0);
        for _ in 0..config.games.crossed_sets {
            let mut parent = || &rules[rng.random_range(0..rules.len())].game;
            let parents = [parent(), parent()];
            let Some(text) = parents[0].cross(parents[1], &mut rng) else { continue };
            let game = AnyGame::from_toml(&text)?;
            let file = self.folder.join("rules").join(format!("{}.toml", game.name()));
            write_atomically(&file, text.as_bytes())?;
            let hash = rules_hash(&text);
            self.crossed.push(LoadedRules { game, text, hash, file: Some(file) });
        }
        Ok(())
    }

    /// The newest network and those that it meets.
    fn load_agents(
        &mut self,
        config: &TrainingConfig,
        folder: &TrainingFolder,
        backend: &Backend,
    ) -> anyhow::Result<()> {
        let newest = config.player(self.number);
        let params = config.search(self.number);
        let agent = |path: &Path| {
            if is_lost(path) {
                return Err(TrainingFolder::learn_again(path).into());
            }
            if !path.exists() {
                return Err(Damaged::new(path, NOT_KEPT).into());
            }
            let network = NetFile::load(path, backend.device())?;
            anyhow::Ok(Agent::Network(params, NetPlayer::new(network, backend)))
        };
        self.agents.push(agent(&folder.network(newest))?);
        if let Some(against) = &config.against {
            self.agents.push(agent(&folder.opponent())?);
            self.players[!against.side] = OPPONENT;
            return Ok(());
        }
        let mut past: Vec<u32> =
            (1..newest).filter(|number| number.is_multiple_of(config.games.past_every)).collect();
        past.shuffle(&mut game_stream(derive_seed(self.seed, "past"), 0));
        past.truncate(if config.games.past_share > 0.0 { MOST_PAST } else { 0 });
        past.into_iter().try_for_each(|number| {
            self.agents.push(agent(&folder.network(number))?);
            Ok(())
        })
    }

    /// What is to be played.
    pub fn jobs<'a>(
        &'a self,
        config: &TrainingConfig,
        rules: &'a [LoadedRules],
    ) -> Vec<PlayJob<'a>> {
        let is_blind = config.is_blind(self.number);
        let effort = if is_blind { Effort::FULL } else { config.effort() };
        let shares =
            if is_blind { self.first_shares(config, rules) } else { self.shares(config, rules) };
        let mut first_game = 0;
        let job = |share: Share<'a>| {
            let games = share.games;
            first_game += games;
            PlayJob {
                first_game: first_game - games,
                games,
                seed: self.seed,
                opening: share.opening,
                lines: share.lines,
                detail: share.agents.map(|agent| match agent {
                    NEWEST => Detail::Learning,
                    _ => Detail::Values,
                }),
                effort,
                ..PlayJob::new(
                    share.rules,
                    share.agents.map(|agent| &self.agents[agent]),
                    self.folder.clone(),
                )
            }
        };
        shares.into_iter().filter(|share| share.games > 0).map(job).collect()
    }

    fn first_shares<'a>(
        &self,
        config: &TrainingConfig,
        rules: &'a [LoadedRules],
    ) -> Vec<Share<'a>> {
        let games = spread(config.first.games, rules.len());
        let share = |(rules, games)| self.whole(rules, games, config.first.opening);
        rules.iter().zip(games).map(share).collect()
    }

    /// Games from the start.
    fn whole<'a>(&self, rules: &'a LoadedRules, games: u64, opening: OpeningPlies) -> Share<'a> {
        Share { rules, agents: self.players, games, opening, lines: &[] }
    }

    /// Games from within earlier ones.
    fn forked<'a>(&self, rules: &'a LoadedRules, forks: &'a Forks) -> [Share<'a>; 2] {
        let begun = [(&forks.midway, MIDWAY_OPENING), (&forks.near_wins, NEAR_WIN_OPENING)];
        begun.map(|(lines, opening)| Share {
            lines,
            ..self.whole(rules, lines.len() as u64, opening)
        })
    }

    /// Games by mixtures of rule sets.
    fn crossed_games(&self, config: &TrainingConfig) -> u64 {
        let share = if self.crossed.is_empty() { 0.0 } else { config.games.crossed_share };
        (config.games.games as f64 * share).round() as u64
    }

    /// Games by each of the named rule sets.
    fn games_by_rules(&self, config: &TrainingConfig, rules: &[LoadedRules]) -> Vec<u64> {
        spread(config.games.games - self.crossed_games(config), rules.len()).collect()
    }

    /// Mixtures first, then every rule set.
    fn shares<'a>(&'a self, config: &TrainingConfig, rules: &'a [LoadedRules]) -> Vec<Share<'a>> {
        let opening = config.games.opening;
        let crossed = spread(self.crossed_games(config), self.crossed.len());
        let crossed = self.crossed.iter().zip(crossed);
        let mut shares: Vec<Share<'a>> =
            crossed.map(|(rules, games)| self.whole(rules, games, opening)).collect();
        let mut lots = ["opponents", "games against the past"]
            .map(|of| game_stream(derive_seed(self.seed, of), 0));
        let games = self.games_by_rules(config, rules);
        for ((rules, games), forks) in rules.iter().zip(games).zip(&self.forks) {
            let forked = self.forked(rules, forks);
            let count = |shares: &[Share<'_>]| shares.iter().map(|share| share.games).sum::<u64>();
            let rest = games - count(&forked);
            let past = self.past_shares(config, rules, (games, rest), &mut lots);
            shares.push(self.whole(rules, rest - count(&past), opening));
            shares.extend(past);
            shares.extend(forked);
        }
        shares
    }

    /// The newest network against a past one, on either side, in a share of `games`, of which `rest` are left.
    fn past_shares<'a>(
        &self,
        config: &TrainingConfig,
        rules: &'a LoadedRules,
        (games, rest): (u64, u64),
        [rng, counts]: &mut [ChaCha8Rng; 2],
    ) -> [Share<'a>; 2] {
        let pool = if config.against.is_some() { 0 } else { self.agents.len() - 1 };
        let past_share = if pool == 0 { 0.0 } else { config.games.past_share };
        // Forks may have been rounded up as well.
        let count = drawn_count(games, past_share, counts).min(rest);
        // The odd game goes to either side by lot.
        let (more, less) = (count.div_ceil(2), count / 2);
        let odd = rng.random::<bool>();
        let games = if odd { [less, more] } else { [more, less] };
        [0, 1].map(|side| {
            let past = if pool == 0 { NEWEST } else { 1 + rng.random_range(0..pool) };
            let [attackers, defenders] = if side == 0 { [NEWEST, past] } else { [past, NEWEST] };
            let agents = PerSide { attackers, defenders };
            Share { agents, ..self.whole(rules, games[side], config.games.opening) }
        })
    }

    /// The name that the learning agent has in the records.
    pub fn newest_label(&self) -> String {
        self.agents[NEWEST].label()
    }
}

/// `total` in `parts` parts that differ by one at most.
fn spread(total: u64, parts: usize) -> impl Iterator<Item = u64> {
    let parts = parts as u64;
    (0..parts).map(move |part| total / parts + u64::from(part < total % parts))
}

#[cfg(test)]
mod tests {
    use imperial_data::load_rules;
    use imperial_engine::Side;

    use super::*;

    /// The only past agent in these tests.
    const PAST: usize = 1;

    /// Games of one rule set in a generation, and those against a past agent by the side that it has.
    fn drawn(seed: u64, config: &TrainingConfig, rules: &LoadedRules) -> (u64, [u64; 2]) {
        let line = vec![FirstMoves { first: Side::Attackers, moves: Vec::new() }];
        let forks = Forks { midway: line.clone(), near_wins: line };
        let generation = Generation {
            number: 9,
            folder: PathBuf::new(),
            seed,
            agents: vec![Agent::Random, Agent::Random],
            players: PerSide::from_fn(|_| NEWEST),
            crossed: Vec::new(),
            forks: vec![forks],
        };
        let shares = generation.shares(config, std::slice::from_ref(rules));
        let count = |is_counted: &dyn Fn(&Share<'_>) -> bool| -> u64 {
            shares.iter().filter(|share| is_counted(share)).map(|share| share.games).sum()
        };
        let against = Side::ALL.map(|side| count(&|share| share.agents[side] == PAST));
        (count(&|_| true), against)
    }

    #[test]
    fn the_past_plays_its_share_of_the_games_and_no_more() {
        const GENERATIONS: u64 = 2000;
        let rules = load_rules("tic-tac-toe").expect("embedded");
        let mut config = TrainingConfig::embedded();
        config.games.games = 16;
        for share in [0.01, 0.1, 0.3] {
            config.games.past_share = share;
            let mut sums = [0; 2];
            for seed in 0..GENERATIONS {
                let (all, sides) = drawn(seed, &config, &rules);
                assert_eq!(all, 16);
                assert!(sides[0].abs_diff(sides[1]) <= 1, "{sides:?}");
                sums = [sums[0] + sides[0], sums[1] + sides[1]];
            }
            for sum in sums {
                let mean = sum as f64 / GENERATIONS as f64;
                assert!((mean - 8.0 * share).abs() < 0.05, "{mean} games at a share of {share}");
            }
        }
        // Forks have had two of three, though each share was rounded up.
        config.games.games = 3;
        config.games.past_share = 0.6;
        assert!((0..99).all(|seed| drawn(seed, &config, &rules).0 == 3));
    }
}
