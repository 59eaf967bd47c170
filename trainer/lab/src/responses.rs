//! What networks score against one that they learned to beat: with best play the truth lies between two of these.

use std::collections::BTreeMap;

use imperial_engine::Side;
use serde::{Deserialize, Serialize};

use super::{Options, summary};
use crate::cell::are_distinct;
use crate::text::{counted, percent_with_range};
use imperial_stats::Estimate;
use imperial_watch::GameSummary;

/// Games of a network, which learned to beat another one with one side, against that one.
#[derive(Clone, Debug)]
pub struct ResponseGames {
    /// The rule set.
    pub rules: String,
    /// The side that learned.
    pub side: Side,
    /// Who learned.
    pub agent: String,
    /// The network that stayed as it was.
    pub against: String,
    /// The games.
    pub games: Vec<GameSummary>,
}

/// What an attack or a defence scores that learned to beat one defence or attack. Were it the best response, the score
/// with best play on both sides would be no higher for an attack, and no lower for a defence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestResponse {
    /// The rule set.
    pub rules: String,
    /// The side that learned.
    pub side: Side,
    /// Who learned.
    pub agent: String,
    /// The network that stayed as it was.
    pub against: String,
    /// Number of games.
    pub games: u64,
    /// The attackers' score, with the interval of these games: it is about these two networks.
    pub score: Estimate,
    /// Whether enough of the games are distinct.
    pub reliable: bool,
}

impl BestResponse {
    /// What it comes to, in a sentence or two; `title` names the rule set.
    pub(crate) fn words(&self, title: &str) -> String {
        let Self { side, agent, against, games, .. } = self;
        let score = percent_with_range(self.score);
        let games = counted(*games, "game", "games");
        let words = format!(
            "{title}, {games} of {agent}, which learned to beat {against} as {}: attackers score {score}.",
            side.name()
        );
        match self.reliable {
            true => words,
            false => format!("{words} Too few of these games are distinct to rely on that."),
        }
    }
}

/// The scores of all; those without games are left out.
pub(super) fn all(games: &[ResponseGames], options: &Options) -> Vec<BestResponse> {
    let of = |one: &ResponseGames| {
        Some(BestResponse {
            rules: one.rules.clone(),
            side: one.side,
            agent: one.agent.clone(),
            against: one.against.clone(),
            games: one.games.len() as u64,
            score: summary::score(&one.games, options)?.estimate,
            reliable: are_distinct(&one.games),
        })
    };
    games.iter().filter_map(of).collect()
}

/// What the attackers score at least and at most under a rule set, were all responses the best: the narrowest range that
/// they leave. None where only one side has learned.
///
/// A defence lets through what the strongest attack on it scores, and the best of several defences lets through least. So
/// with attacks. Responses that are not the best may leave the ends the wrong way round.
pub(crate) fn bracket(all: &[BestResponse], rules: &str) -> Option<[f64; 2]> {
    let end = |side: Side| {
        // The attackers' score in the worst case for a network that stayed as it was, and the best of these cases.
        let [worst, best]: [fn(f64, f64) -> f64; 2] = match side {
            Side::Attackers => [f64::max, f64::min],
            Side::Defenders => [f64::min, f64::max],
        };
        let mut scores: BTreeMap<&str, f64> = BTreeMap::new();
        for one in all.iter().filter(|one| one.rules == rules && one.side == side) {
            let score = scores.entry(&one.against).or_insert(one.score.value);
            *score = worst(*score, one.score.value);
        }
        scores.into_values().reduce(best)
    };
    Some([end(Side::Defenders)?, end(Side::Attackers)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_distinct_games_are_said_to_be_few() {
        let score = Estimate { value: 0.2, low: 0.125, high: 0.3 };
        let (rules, agent) = ("brandubh".to_owned(), "network:4@attack".to_owned());
        let (side, against) = (Side::Attackers, "strong.net".to_owned());
        let one = BestResponse { rules, side, agent, against, games: 100, score, reliable: true };
        let words = "brandubh, 100 games of network:4@attack, which learned to beat strong.net as attackers: \
                     attackers score 20.0 % (12.5 to 30.0).";
        assert_eq!(one.words("brandubh"), words);
        let alike = BestResponse { reliable: false, ..one };
        let more = " Too few of these games are distinct to rely on that.";
        assert_eq!(alike.words("brandubh"), format!("{words}{more}"));
    }

    #[test]
    fn a_bracket_is_the_narrowest_range() {
        let response = |side, against: &str, value| BestResponse {
            rules: "brandubh".to_owned(),
            side,
            agent: "own".to_owned(),
            against: against.to_owned(),
            games: 100,
            score: Estimate { value, low: value, high: value },
            reliable: true,
        };
        // The stronger attack on a defence says what it lets through; the better defence lets through less.
        let mut all = vec![
            response(Side::Attackers, "a", 0.5),
            response(Side::Attackers, "a", 0.7),
            response(Side::Attackers, "b", 0.875),
        ];
        assert_eq!(bracket(&all, "brandubh"), None);
        all.extend([response(Side::Defenders, "a", 0.25), response(Side::Defenders, "b", 0.125)]);
        assert_eq!(bracket(&all, "brandubh"), Some([0.25, 0.7]));
        assert_eq!(bracket(&all, "tablut-linnaeus"), None);
        all.push(response(Side::Defenders, "c", 0.875));
        assert_eq!(bracket(&all, "brandubh"), Some([0.875, 0.7]));
        // Ends that are equal stay so: 1 - (1 - x) would not be x.
        let both = [Side::Attackers, Side::Defenders].map(|side| response(side, "a", 0.15));
        assert_eq!(bracket(&both, "brandubh"), Some([0.15, 0.15]));
    }
}
