//! What the games of a generation were like.

use std::collections::BTreeMap;

use imperial_data::{GameRecord, GameResult};
use imperial_engine::{PerSide, Side};
use serde::{Deserialize, Serialize};

use super::config::TrainingConfig;
use super::forks::is_fork;
use imperial_play::play::Winning;

/// Counts over the games of one generation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Census {
    /// Number of games.
    pub games: u64,
    /// Their plies.
    pub plies: u64,
    /// Games of the newest agent against itself, or against the opponent that does not learn, by rule set; mixtures are
    /// counted together, and so are games that begin within another one.
    pub by_rules: BTreeMap<String, Results>,
    /// Games in which a side was seen to be winning for good.
    pub decided: u64,
    /// Of these, games that this side did not win.
    pub wrongly_decided: u64,
    /// Games against past networks, or against the opponent that does not learn, and what the newest scored in them, in
    /// points.
    pub past: (u64, f64),
    /// Sum of the entropies of all recorded policies in nats, and their number.
    entropy: (f64, u64),
}

/// Results of some games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Results {
    /// Games that the attackers won.
    pub attackers: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the defenders won.
    pub defenders: u64,
    /// Plies of all games.
    pub plies: u64,
}

/// Under this name all mixtures of rule sets are counted.
pub const CROSSED: &str = "crossed";

/// Under this name all games that begin within another one are counted.
pub const FORKED: &str = "forked";

impl Results {
    /// Number of games.
    pub const fn games(self) -> u64 {
        self.attackers + self.draws + self.defenders
    }

    /// Adds one game.
    fn add(&mut self, record: &GameRecord) {
        match record.result {
            GameResult::Attackers => self.attackers += 1,
            GameResult::Draw => self.draws += 1,
            GameResult::Defenders => self.defenders += 1,
        }
        self.plies += record.plies.len() as u64;
    }
}

impl Census {
    /// Counts the `games` of a generation, in which the newest agent is called `newest`; `named` are the
    /// rule sets that are counted by themselves.
    pub fn new(
        generation: u32,
        games: &[GameRecord],
        newest: &str,
        config: &TrainingConfig,
        named: &[&str],
    ) -> Self {
        let mut census = Self::default();
        // The first games of a training from nothing are another agent's, on both sides.
        let against = config.against.as_ref().filter(|_| !config.is_blind(generation));
        for record in games {
            census.games += 1;
            census.plies += record.plies.len() as u64;
            let plays = PerSide { attackers: &record.attackers, defenders: &record.defenders }
                .map(|name| name == newest);
            let learns = match against {
                Some(against) => Some(against.side),
                None => Side::ALL.into_iter().find(|side| !plays[!*side]),
            };
            if let Some(side) = learns {
                census.past = (census.past.0 + 1, census.past.1 + record.result.points(side));
            }
            if learns.is_none() || against.is_some() {
                let name = match record.rules.as_str() {
                    _ if is_fork(record, config) => FORKED,
                    rules if named.contains(&rules) => rules,
                    _ => CROSSED,
                };
                census.by_rules.entry(name.to_owned()).or_default().add(record);
            }
            census.count_lead(record, config.games.decided);
            census.count_entropy(record);
        }
        census
    }

    fn count_lead(&mut self, record: &GameRecord, decided: f32) {
        let mut lead = Winning::new(decided);
        let values = record.plies.iter().filter_map(|ply| ply.value);
        let winner = values.map(|value| {
            lead.see(value);
            lead.decided()
        });
        let Some(winner) = winner.flatten().next() else { return };
        self.decided += 1;
        self.wrongly_decided += u64::from(record.result.winner() != Some(winner));
    }

    fn count_entropy(&mut self, record: &GameRecord) {
        for ply in record.plies.iter().filter(|ply| !ply.policy.is_empty()) {
            let entropy = |share: f32| -f64::from(share) * f64::from(share).ln();
            let shares = ply.policy.iter().map(|(_, share)| *share).filter(|share| *share > 0.0);
            self.entropy = (self.entropy.0 + shares.map(entropy).sum::<f64>(), self.entropy.1 + 1);
        }
    }

    /// Results of all games in [`Self::by_rules`] that began at the start.
    pub fn alone(&self) -> Results {
        let whole = self.by_rules.iter().filter(|(name, _)| *name != FORKED);
        whole.fold(Results::default(), |sum, (_, results)| Results {
            attackers: sum.attackers + results.attackers,
            draws: sum.draws + results.draws,
            defenders: sum.defenders + results.defenders,
            plies: sum.plies + results.plies,
        })
    }

    /// Mean entropy of the recorded policies in nats; `None` without any.
    pub fn entropy(&self) -> Option<f64> {
        let (sum, number) = self.entropy;
        (number > 0).then(|| sum / number as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::super::config::Against;
    use imperial_data::PlyRecord;
    use imperial_engine::Cause;

    use super::*;

    fn record(players: [&str; 2], result: GameResult, values: &[f32]) -> GameRecord {
        let ply = |value: &f32| PlyRecord {
            mv: "a1a2".to_owned(),
            value: Some(*value),
            policy: vec![("a1a2".into(), 0.5), ("a1a3".into(), 0.5)],
            ..PlyRecord::default()
        };
        GameRecord {
            rules: "tablut-corner".to_owned(),
            attackers: players[0].to_owned(),
            defenders: players[1].to_owned(),
            result,
            cause: Cause::KingEscaped,
            plies: values.iter().map(ply).collect(),
            ..GameRecord::default()
        }
    }

    #[test]
    fn games_are_counted_by_rule_set_opponent_and_lead() {
        let games = [
            record(["new", "new"], GameResult::Attackers, &[0.1, 0.95, 0.95, 0.95]),
            record(["new", "new"], GameResult::Defenders, &[0.95, 0.95, 0.95, -1.0]),
            record(["old", "new"], GameResult::Defenders, &[0.0]),
            record(["new", "old"], GameResult::Draw, &[0.0]),
        ];
        let config = TrainingConfig::embedded();
        let census = Census::new(2, &games, "new", &config, &["tablut-corner"]);
        let results = census.by_rules["tablut-corner"];
        assert_eq!((results.attackers, results.draws, results.defenders), (1, 0, 1));
        assert_eq!((census.decided, census.wrongly_decided), (2, 1));
        assert_eq!(census.past, (2, 1.5));
        assert!((census.entropy().expect("policies") - 2.0_f64.ln()).abs() < 1e-9);
        assert_eq!(census.alone().games(), 2);
        let side = Side::Attackers;
        let against = Some(Against { network: "x".into(), side });
        let config = TrainingConfig { against, ..config };
        let [first, second] = [1, 2].map(|n| Census::new(n, &games, "new", &config, &[]).past);
        assert_eq!((first, second.0), ((2, 1.5), 4), "in the first generation nobody meets it");
        let mixed = Census::new(2, &games, "new", &config, &[]);
        assert_eq!(mixed.by_rules.keys().collect::<Vec<_>>(), [CROSSED]);
        let fork = GameRecord { opening: 3, ..games[0].clone() };
        let forked = Census::new(2, &[fork], "new", &config, &["tablut-corner"]);
        assert_eq!(forked.by_rules[FORKED].games(), 1);
        assert_eq!((forked.games, forked.alone().games()), (1, 0));
    }
}
