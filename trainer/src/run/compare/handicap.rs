//! Games in which the side that has the advantage thinks less, until it has it no longer.

use imperial_data::LoadedRules;
use imperial_engine::{PerSide, Side, derive_seed};

use super::{BalanceRun, summaries};
use crate::run::batches::Batches;
use imperial_lab::{Cell, HandicapGames, HandicapPoint, Options};
use imperial_play::agent::{Agent, AgentSpec, folder_of_agent};
use imperial_play::play::{PlayJob, play};
use imperial_watch::GameSummary;

/// Handicaps that are played between the two nearest to balance, to narrow the gap.
const REFINEMENTS: usize = 2;

impl BalanceRun<'_> {
    /// Plays handicaps for the strongest agent under each rule set, where it has playouts to give.
    pub(super) fn play_handicaps(
        &self,
        agents: &[Agent],
        cells: &[Cell],
        batches: &mut Batches,
    ) -> anyhow::Result<Vec<HandicapGames>> {
        let (Some(entry), Some(agent)) = (self.plan.agents.last(), agents.last()) else {
            return Ok(Vec::new());
        };
        let Some(playouts) = entry.agent.playouts().filter(|_| self.handicap_games > 0) else {
            return Ok(Vec::new());
        };
        let name = entry.agent.to_string();
        let mut all = Vec::new();
        for rules in self.rules {
            let own = cells
                .iter()
                .find(|cell| cell.rules == rules.game.name() && cell.agent.name == name);
            let Some(own) = own else { continue };
            let mut search = Search { comparison: self, rules, spec: &entry.agent, agent, batches };
            all.push(search.play(playouts, own.games.clone())?);
        }
        Ok(all)
    }
}

/// The search for the handicap that evens one rule set.
struct Search<'a> {
    comparison: &'a BalanceRun<'a>,
    rules: &'a LoadedRules,
    spec: &'a AgentSpec,
    agent: &'a Agent,
    batches: &'a mut Batches,
}

impl Search<'_> {
    /// Halves the playouts of the better side until the other one is better, then plays handicaps
    /// between the last two. Which are played depends on results only, never on time.
    fn play(&mut self, playouts: u32, own: Vec<GameSummary>) -> anyhow::Result<HandicapGames> {
        let ahead = attackers_lead(playouts, &own);
        let weakened = if ahead { Side::Attackers } else { Side::Defenders };
        let mut played = vec![(playouts, own)];
        let (mut ahead_with, mut behind_with) = (playouts, None);
        let mut refined = 0;
        loop {
            let next = match behind_with {
                None => ahead_with / 2,
                Some(_) if refined == REFINEMENTS => break,
                Some(behind) => {
                    refined += 1;
                    // The middle on the scale of doublings.
                    (f64::from(behind) * f64::from(ahead_with)).sqrt().round() as u32
                }
            };
            if next == 0 || played.iter().any(|(known, _)| *known == next) {
                break;
            }
            let games = self.games(next, weakened)?;
            if attackers_lead(next, &games) == ahead {
                ahead_with = next;
            } else {
                behind_with = Some(next);
            }
            played.push((next, games));
        }
        let rules = self.rules.game.name().to_owned();
        Ok(HandicapGames { rules, agent: self.spec.to_string(), playouts, weakened, played })
    }

    fn games(&mut self, playouts: u32, weakened: Side) -> anyhow::Result<Vec<GameSummary>> {
        let BalanceRun { plan, seed, folder, .. } = self.comparison;
        let Some(spec) = self.spec.with_playouts(playouts) else { return Ok(Vec::new()) };
        let weak = self.comparison.prepare(&spec)?;
        let agents = PerSide::from_fn(|side| if side == weakened { &weak } else { self.agent });
        let name = self.rules.game.name();
        let label = format!("{} {} {playouts}", self.spec, weakened.name());
        let key = format!("{name}/handicap/{}", folder_of_agent(&label));
        self.batches.raise([(key.clone(), self.comparison.handicap_games)])?;
        let job = PlayJob {
            games: self.batches.games(&key),
            seed: derive_seed(*seed, &format!("handicap {name} {label}")),
            opening: plan.opening,
            ..PlayJob::new(self.rules, agents, folder.join(key))
        };
        let text = format!("{name}: {} with {playouts} playouts", weakened.name());
        play(&text, std::slice::from_ref(&job))?;
        summaries(&job)
    }
}

fn attackers_lead(playouts: u32, games: &[GameSummary]) -> bool {
    HandicapPoint::of(playouts, games, &Options::default())
        .is_some_and(|point| point.score.value > 0.5)
}
