//! Who plays whom in a generation, by which rules.

use std::path::PathBuf;

use burn::tensor::Device;
use imperial_data::{LoadedRules, rules_hash};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{PerSide, derive_seed, game_stream};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::config::TrainingConfig;
use super::folder::TrainingFolder;
use crate::agent::Agent;
use crate::files::write_atomically;
use crate::net::NetFile;
use crate::net_player::NetPlayer;
use crate::opponents::{Purpose, check_fit, prepare};
use crate::play::{Detail, Effort, PlayJob};

/// The games of one generation, ready to be played.
#[derive(Debug)]
pub struct Generation {
    /// Number of the generation, from 1.
    pub number: u32,
    folder: PathBuf,
    seed: u64,
    /// The agent that learns, and its past selves.
    agents: Vec<Agent>,
    /// Mixtures of two rule sets.
    crossed: Vec<LoadedRules>,
}

/// The agent that learns, in the list of a generation's agents.
const NEWEST: usize = 0;

/// Past networks that play in one generation, drawn from all that are kept.
const MOST_PAST: usize = 8;

/// So many games of one kind.
struct Share<'a> {
    rules: &'a LoadedRules,
    agents: PerSide<usize>,
    games: u64,
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
        device: &Device,
    ) -> anyhow::Result<Self> {
        let seed = derive_seed(config.seed, &format!("generation {number}"));
        let mut generation = Self {
            number,
            folder: folder.games(number),
            seed,
            agents: Vec::new(),
            crossed: Vec::new(),
        };
        if number == 1 {
            let agent = prepare(&config.first.agent, Purpose::Learning, None, device)?;
            rules.iter().try_for_each(|rules| check_fit(&agent, rules))?;
            generation.agents.push(agent);
        } else {
            generation.cross(config, rules)?;
            generation.load_agents(config, folder, device)?;
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

    /// The newest network and those that are kept from the past.
    fn load_agents(
        &mut self,
        config: &TrainingConfig,
        folder: &TrainingFolder,
        device: &Device,
    ) -> anyhow::Result<()> {
        let newest = self.number - 1;
        let mut past: Vec<u32> =
            (1..newest).filter(|number| number.is_multiple_of(config.games.past_every)).collect();
        past.shuffle(&mut game_stream(derive_seed(self.seed, "past"), 0));
        past.truncate(if config.games.past_share > 0.0 { MOST_PAST } else { 0 });
        let params = config.search(self.number);
        for number in std::iter::once(newest).chain(past) {
            let network = NetFile::load(&folder.network(number), device)?;
            self.agents.push(Agent::Network(params, NetPlayer::new(network, device)?));
        }
        Ok(())
    }

    /// What is to be played.
    pub fn jobs<'a>(
        &'a self,
        config: &TrainingConfig,
        rules: &'a [LoadedRules],
    ) -> Vec<PlayJob<'a>> {
        let is_first = self.number == 1;
        let opening = if is_first { config.first.opening } else { config.games.opening };
        let effort = if is_first { Effort::FULL } else { config.effort() };
        let shares =
            if is_first { self.first_shares(config, rules) } else { self.shares(config, rules) };
        let mut first_game = 0;
        let job = |share: Share<'a>| {
            let games = share.games;
            first_game += games;
            PlayJob {
                rules: share.rules,
                agents: share.agents.map(|agent| &self.agents[agent]),
                paired: false,
                first_game: first_game - games,
                games,
                seed: self.seed,
                opening,
                detail: share.agents.map(|agent| match agent {
                    NEWEST => Detail::Learning,
                    _ => Detail::Values,
                }),
                effort,
                folder: self.folder.clone(),
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
        let alone = PerSide::from_fn(|_| NEWEST);
        rules
            .iter()
            .zip(games)
            .map(|(rules, games)| Share { rules, agents: alone, games })
            .collect()
    }

    /// Mixtures first, then every rule set: the newest network against itself, then against a past
    /// one on either side.
    fn shares<'a>(&'a self, config: &TrainingConfig, rules: &'a [LoadedRules]) -> Vec<Share<'a>> {
        let games = &config.games;
        let mut rng = game_stream(derive_seed(self.seed, "opponents"), 0);
        let alone = PerSide::from_fn(|_| NEWEST);
        let crossed = if self.crossed.is_empty() { 0.0 } else { games.crossed_share };
        let crossed = (games.games as f64 * crossed).round() as u64;
        let mut shares: Vec<Share<'a>> = self
            .crossed
            .iter()
            .zip(spread(crossed, self.crossed.len()))
            .map(|(rules, games)| Share { rules, agents: alone, games })
            .collect();
        for (rules, count) in rules.iter().zip(spread(games.games - crossed, rules.len())) {
            let pool = self.agents.len() - 1;
            let past_share = if pool == 0 { 0.0 } else { games.past_share };
            // The odd game goes to either side in turn.
            let half = count as f64 * past_share / 2.0;
            let (attacking, defending) = (half.ceil() as u64, half.floor() as u64);
            let odd = rng.random::<bool>();
            let against = if odd { [defending, attacking] } else { [attacking, defending] };
            let alone_games = count - attacking - defending;
            shares.push(Share { rules, agents: alone, games: alone_games });
            for (attacks, games) in [true, false].into_iter().zip(against) {
                let past = if pool == 0 { NEWEST } else { 1 + rng.random_range(0..pool) };
                let (attackers, defenders) = if attacks { (NEWEST, past) } else { (past, NEWEST) };
                shares.push(Share { rules, agents: PerSide { attackers, defenders }, games });
            }
        }
        shares
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
