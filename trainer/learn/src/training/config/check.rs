//! What of the settings of a training the types alone cannot check.

use anyhow::{Context as _, bail};
use imperial_net::MOST_BATCH;
use imperial_play::agent::MOST_PLAYOUTS;
use imperial_play::play::MOST_GAMES;

use super::TrainingConfig;
use crate::settings;

/// Most positions with exact values in one generation.
const MOST_EXACT: usize = 1_000_000;

/// Most mixtures of rule sets in one generation, each of which is compiled and kept in a file.
const MOST_CROSSED: u64 = 10_000;

impl TrainingConfig {
    /// Checks what the types alone cannot.
    ///
    /// # Errors
    /// Names the key that is wrong.
    pub fn check(&self) -> anyhow::Result<()> {
        settings::check_names(&self.name, &self.rules)?;
        if self.first.agent.wants_network() {
            bail!("`first.agent` must play before there is a network: name a file, or rollouts:64");
        }
        // Whether a program of a stranger may start is asked before what it is good for.
        if self.first.agent.program().is_none() {
            self.check_first_games()?;
        }
        self.check_shares()?;
        self.check_most()?;
        self.check_counts()
    }

    /// Checks that there will be something to learn from in the first generation.
    ///
    /// # Errors
    /// When the agent that plays there shows nothing of what it thinks, and nothing else is learned from.
    pub fn check_first_games(&self) -> anyhow::Result<()> {
        let agent = &self.first.agent;
        if self.is_blind(1) && self.exact.is_none() && !agent.shows_thoughts() {
            bail!(
                "`first.agent` must be one that searches, as the games of `{agent}` hold nothing to learn from: name \
                 rollouts:64 or alphabeta:nodes=4000"
            );
        }
        Ok(())
    }

    fn check_shares(&self) -> anyhow::Result<()> {
        let (games, learning) = (&self.games, &self.learning);
        let shares = [
            ("games.crossed_share", games.crossed_share),
            ("games.past_share", games.past_share),
            ("games.forked_share", games.forked_share),
            ("games.near_win_share", games.near_win_share),
            ("games.full_share", f64::from(games.full_share)),
            ("learning.rate", learning.rate),
            ("learning.end_rate", learning.end_rate),
            ("learning.constant_share", learning.constant_share),
            ("learning.average_decay", f64::from(learning.average_decay)),
            ("learning.root_value_share", f64::from(learning.root_value_share)),
            ("learning.discount", f64::from(learning.discount)),
            ("learning.plies_left_weight", f64::from(learning.plies_left_weight)),
            ("learning.reply_weight", f64::from(learning.reply_weight)),
            ("learning.occupancy_weight", f64::from(learning.occupancy_weight)),
            ("window.share", self.window.share),
            ("window.exponent", self.window.exponent),
        ];
        if let Some((key, share)) =
            shares.into_iter().find(|(_, share)| !(0.0..=1.0).contains(share))
        {
            bail!("`{key}` must be from 0 to 1, not {share}");
        }
        let all = games.past_share + games.forked_share + games.near_win_share;
        if all > 1.0 {
            bail!(
                "`games.past_share`, `games.forked_share` and `games.near_win_share` must not sum to \
                 more than 1, not {all}"
            );
        }
        Ok(())
    }

    /// Checks the numbers of what is all in memory at once.
    fn check_most(&self) -> anyhow::Result<()> {
        let games = &self.games;
        let most = self.first.games.max(games.games);
        if most > MOST_GAMES {
            bail!("{most} games are too many for one generation: at most {MOST_GAMES}");
        }
        let [first, last] = games.playouts.map(u64::from);
        let exact = self.exact.as_ref().map_or(0, |exact| exact.positions);
        let counts = [
            ("games.crossed_sets", games.crossed_sets, MOST_CROSSED),
            ("games.playouts", first.max(last), MOST_PLAYOUTS.into()),
            ("games.quick_playouts", games.quick_playouts.into(), MOST_PLAYOUTS.into()),
            ("learning.batch", self.learning.batch as u64, MOST_BATCH as u64),
            ("exact.positions", exact as u64, MOST_EXACT as u64),
        ];
        match counts.into_iter().find(|(_, count, most)| count > most) {
            Some((key, count, most)) => bail!("`{key}` must be at most {most}, not {count}"),
            None => Ok(()),
        }
    }

    fn check_counts(&self) -> anyhow::Result<()> {
        let games = &self.games;
        let counts = [
            ("generations", f64::from(self.generations)),
            ("network.blocks", self.network.blocks as f64),
            ("network.channels", self.network.channels as f64),
            ("first.games", self.first.games as f64),
            ("games.games", games.games as f64),
            ("games.past_every", f64::from(games.past_every)),
            ("games.playouts", f64::from(games.playouts[0].min(games.playouts[1]))),
            ("games.quick_playouts", f64::from(games.quick_playouts)),
            ("learning.batch", self.learning.batch as f64),
            ("window.start", self.window.start),
            ("window.scale", self.window.scale),
            ("exact.positions", self.exact.as_ref().map_or(1.0, |exact| exact.positions as f64)),
        ];
        self.first.opening.check().context("in `first`")?;
        games.opening.check().context("in `games`")?;
        if let Some((key, _)) = counts.into_iter().find(|(_, count)| count.is_nan() || *count < 1.0)
        {
            bail!("`{key}` must be at least 1");
        }
        if !(self.learning.reuse > 0.0 && self.learning.reuse <= 1000.0) {
            bail!("`learning.reuse` must be above 0 and at most 1000");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::ExactConfig;
    use imperial_play::agent::AgentSpec;

    use super::*;

    /// What is said of the embedded settings with a change.
    fn said(change: impl FnOnce(&mut TrainingConfig)) -> String {
        let mut config = TrainingConfig::embedded();
        change(&mut config);
        config.check().err().map_or_else(String::new, |error| error.to_string())
    }

    #[test]
    fn wrong_values_are_named() {
        assert!(said(|config| config.games.past_share = 1.5).contains("games.past_share"));
        assert!(said(|config| config.generations = 0).contains("generations"));
    }

    #[test]
    fn what_no_memory_holds_is_refused_before_any_game() {
        let batch = said(|config| config.learning.batch = 1_000_000_000_000);
        assert_eq!(batch, "`learning.batch` must be at most 65536, not 1000000000000");
        assert_eq!(said(|config| config.learning.batch = MOST_BATCH), "");
        assert!(said(|config| config.games.crossed_sets = u64::MAX).contains("crossed_sets"));
        let playouts = said(|config| config.games.playouts[1] = u32::MAX);
        assert!(playouts.contains("`games.playouts` must be at most 1000000"), "{playouts}");
        assert!(said(|config| config.games.quick_playouts = u32::MAX).contains("quick_playouts"));
    }

    #[test]
    fn games_that_hold_nothing_to_learn_from_are_refused_before_they_are_played() {
        let agent = |text: &str| text.parse::<AgentSpec>().expect("an agent");
        let refused = said(|config| config.first.agent = agent("random"));
        assert!(refused.contains("`first.agent`") && refused.contains("rollouts:64"), "{refused}");
        for text in ["rollouts:2", "reuse:rollouts:2", "alphabeta:nodes=9", "level:beginner"] {
            assert_eq!(said(|config| config.first.agent = agent(text)), "", "{text}");
        }
        // What is known for certain is learned from all the same, and so are a network's games.
        let exact = ExactConfig { rules: vec!["tic-tac-toe".to_owned()], positions: 9 };
        let random = |config: &mut TrainingConfig| config.first.agent = AgentSpec::Random;
        let with_exact = |config: &mut TrainingConfig| {
            random(config);
            config.exact = Some(exact);
        };
        assert_eq!(said(with_exact), "");
        let from_network = |config: &mut TrainingConfig| {
            random(config);
            config.from = Some("a.net".into());
        };
        assert_eq!(said(from_network), "");
        let mut program = TrainingConfig::embedded();
        program.first.agent = agent("ugi:engine");
        assert!(program.check().is_ok() && program.check_first_games().is_err());
    }
}
