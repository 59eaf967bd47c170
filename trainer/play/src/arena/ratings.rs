//! The ratings of a pool as figures, table, CSV and JSON.

use std::fmt;

use imperial_data::LoadedRules;
use serde::Serialize;

use super::count::{MatchCounts, Tally};
use super::named_agent::NamedAgent;
use imperial_stats::{
    AgentRating, Confidence, Estimate, JointData, JointModel, Openings, RatedGame, RulesRating,
    Uncertain,
};

/// Resamples of the bootstrap.
const RESAMPLES: u32 = 1000;
/// The level of every interval.
const LEVEL: Confidence = Confidence::P95;
/// The columns of `ratings.csv`.
const COLUMNS: &str = "agent,label,rank,rating,rating_low,rating_high,attack,attack_low,attack_high,\
                       defence,defence_low,defence_high,games,wins,draws,losses,score";

/// Ratings of a pool of agents under some rule sets, in Elo; intervals are of 95 %.
#[derive(Clone, Debug, Serialize)]
pub struct RatingReport {
    /// The agent that is rated 0; without one the pool's mean is 0.
    pub anchor: Option<String>,
    /// Whether ratings are of mean scores over openings ([`Openings::Averaged`]).
    pub averaged: bool,
    /// Number of games.
    pub games: u64,
    /// The agents in the order in which they were named.
    pub agents: Vec<AgentReport>,
    /// The rule sets in the order in which they were named.
    pub rules: Vec<RulesReport>,
}

/// One agent's results.
#[derive(Clone, Debug, Serialize)]
pub struct AgentReport {
    /// The text that describes it.
    pub agent: String,
    /// Its name in records, which holds the network's hash.
    pub label: String,
    /// Its place, from 1, the strongest first.
    pub rank: usize,
    /// Its games.
    pub games: Tally,
    /// Rating, attack and defence.
    #[serde(flatten)]
    pub rating: AgentRating,
    /// How far it is ahead of the next in rank; none for the last. Its interval is not that of two
    /// ratings, which share the anchor's error.
    pub ahead_of_next: Option<Uncertain>,
}

/// One rule set's results.
#[derive(Clone, Debug, Serialize)]
pub struct RulesReport {
    /// Name of the rule set.
    pub rules: String,
    /// Games won by the attackers, drawn, and lost by them.
    pub games: Tally,
    /// Games that differ from the other games of the same two agents in a move.
    pub distinct_games: u64,
    /// The mean side advantage of the pool's agents, and the draw margin.
    #[serde(flatten)]
    pub rating: RulesRating,
    /// What the attackers' side is worth between two copies of each agent, in the order in which they
    /// were named; the same for all where each has one rating.
    pub own_side_advantages: Vec<Uncertain>,
}

/// The games of a pool.
#[derive(Debug)]
pub(super) struct Gathered {
    games: Vec<RatedGame>,
    agents: Vec<Tally>,
    rules: Vec<Tally>,
    distinct: Vec<u64>,
}

impl Gathered {
    pub fn new(agents: usize, rules: usize) -> Self {
        Self {
            games: Vec::new(),
            agents: vec![Tally::default(); agents],
            rules: vec![Tally::default(); rules],
            distinct: vec![0; rules],
        }
    }

    /// Adds the match of two agents, whose numbers in the pool are `agents`.
    pub fn add(&mut self, rules: usize, agents: [usize; 2], counts: &MatchCounts) {
        self.distinct[rules] += counts.distinct_games;
        for game in &counts.games {
            let (attackers, defenders) = (agents[game.attackers], agents[game.defenders]);
            self.games.push(RatedGame { rules, attackers, defenders, ..*game });
            let points = game.result.score();
            self.agents[attackers].add(points);
            self.agents[defenders].add(1.0 - points);
            self.rules[rules].add(points);
        }
    }
}

impl RatingReport {
    pub(super) fn new(
        contenders: &[NamedAgent],
        rules: &[LoadedRules],
        gathered: &Gathered,
        model: &JointModel,
        seed: u64,
    ) -> anyhow::Result<Self> {
        let games = gathered.games.iter().copied();
        let data = JointData::new(contenders.len(), rules.len(), games)?;
        let fit = model.fit(&data, RESAMPLES, seed)?;
        let ratings = fit.ratings(LEVEL);
        let mut order: Vec<usize> = (0..contenders.len()).collect();
        let value = |agent: usize| ratings.agents[agent].rating.value;
        order.sort_by(|a, b| value(*b).total_cmp(&value(*a)));
        let mut agents = Vec::new();
        for (number, named_agent) in contenders.iter().enumerate() {
            let place = order.iter().position(|agent| *agent == number).unwrap_or_default();
            let next = order.get(place + 1);
            agents.push(AgentReport {
                agent: named_agent.name.clone(),
                label: named_agent.agent.label(),
                rank: place + 1,
                games: gathered.agents[number],
                rating: ratings.agents[number],
                ahead_of_next: next.map(|next| fit.lead(number, *next, LEVEL)).transpose()?,
            });
        }
        let mut all_rules = Vec::new();
        for (number, rules) in rules.iter().enumerate() {
            let own = (0..contenders.len()).map(|agent| fit.side_advantage(agent, number, LEVEL));
            all_rules.push(RulesReport {
                rules: rules.game.name().to_owned(),
                games: gathered.rules[number],
                distinct_games: gathered.distinct[number],
                rating: ratings.rules[number],
                own_side_advantages: own.collect::<Result<_, _>>()?,
            });
        }
        let anchor = model.anchor.map(|anchor| contenders[anchor].name.clone());
        let averaged = model.openings == Openings::Averaged;
        Ok(Self { anchor, averaged, games: data.games(), agents, rules: all_rules })
    }

    /// The agents as a CSV table: one row each, in the order in which they were named, so that the
    /// checkpoints of a training make a curve.
    ///
    /// # Errors
    /// When memory runs out.
    pub fn csv(&self) -> anyhow::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(COLUMNS.split(','))?;
        for agent in &self.agents {
            let AgentReport { agent: name, label, rank, games, rating, .. } = agent;
            let mut row = vec![name.clone(), label.clone(), rank.to_string()];
            for figure in [rating.rating, rating.attack, rating.defence] {
                let Estimate { value, low, high } = figure.estimate();
                row.extend([value, low, high].map(|elo| format!("{elo:.2}")));
            }
            let Tally { wins, draws, losses } = *games;
            row.extend([games.games(), wins, draws, losses].map(|count| count.to_string()));
            row.push(games.share().map(|share| format!("{share:.4}")).unwrap_or_default());
            table.write_record(&row)?;
        }
        Ok(table.into_inner()?)
    }
}

impl fmt::Display for RatingReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zero = self.anchor.as_deref().unwrap_or("the mean");
        let of = if self.averaged { " of scores over all openings" } else { "" };
        writeln!(f, "{} games, ratings in Elo{of} with 95 % intervals; {zero} is 0", self.games)?;
        let mut agents: Vec<&AgentReport> = self.agents.iter().collect();
        agents.sort_by_key(|agent| agent.rank);
        let mut rows = vec![
            ["rank", "agent", "rating", "attack", "defence", "ahead of next", "games", "score"]
                .map(str::to_owned),
        ];
        rows.extend(agents.into_iter().map(AgentReport::cells));
        write_table(f, &rows)?;
        write!(f, "\n\n")?;
        let mut rows = vec![
            [
                "rules",
                "mean side advantage of the pool",
                "draw margin",
                "games",
                "attackers",
                "draws",
                "defenders",
                "distinct",
            ]
            .map(str::to_owned),
        ];
        rows.extend(self.rules.iter().map(RulesReport::cells));
        write_table(f, &rows)?;
        let rows = self.own_side_advantages();
        if rows.len() > 1 {
            write!(f, "\n\n")?;
            write_table(f, &rows)?;
        }
        Ok(())
    }
}

impl RatingReport {
    /// A head and, where attack and defence are rated apart, a row per rule set and agent, the strongest
    /// first.
    fn own_side_advantages(&self) -> Vec<[String; 3]> {
        let differ = |rules: &&RulesReport| {
            rules.own_side_advantages.windows(2).any(|agents| agents[0] != agents[1])
        };
        let mut order: Vec<usize> = (0..self.agents.len()).collect();
        order.sort_by_key(|agent| self.agents[*agent].rank);
        let rows = self.rules.iter().filter(differ).flat_map(|rules| {
            let row = |agent: &usize| {
                let own = figure(rules.own_side_advantages[*agent]);
                [rules.rules.clone(), self.agents[*agent].agent.clone(), own]
            };
            order.iter().map(row).collect::<Vec<_>>()
        });
        let head = ["rules", "agent", "attackers' side between two copies"].map(str::to_owned);
        std::iter::once(head).chain(rows).collect()
    }
}

impl AgentReport {
    fn cells(&self) -> [String; 8] {
        let AgentRating { rating, attack, defence } = self.rating;
        [
            self.rank.to_string(),
            self.agent.clone(),
            figure(rating),
            figure(attack),
            figure(defence),
            self.ahead_of_next.map(figure).unwrap_or_default(),
            self.games.games().to_string(),
            self.games.share().map(percent).unwrap_or_default(),
        ]
    }
}

impl RulesReport {
    fn cells(&self) -> [String; 8] {
        let Tally { wins, draws, losses } = self.games;
        let games = self.games.games();
        let share = |count: u64| percent(count as f64 / games.max(1) as f64);
        [
            self.rules.clone(),
            figure(self.rating.advantage),
            figure(self.rating.margin),
            games.to_string(),
            share(wins),
            share(draws),
            share(losses),
            self.distinct_games.to_string(),
        ]
    }
}

/// `812 (770 to 861)`.
fn figure(figure: Uncertain) -> String {
    let Estimate { value, low, high } = figure.estimate();
    // Rounding a small negative number would show `-0`.
    let [value, low, high] = [value, low, high].map(|elo| elo.round() + 0.0);
    format!("{value:.0} ({low:.0} to {high:.0})")
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// Columns as wide as their widest cell, two spaces apart; the last ends where its text does.
fn write_table<const N: usize>(f: &mut fmt::Formatter<'_>, rows: &[[String; N]]) -> fmt::Result {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: [usize; N] = std::array::from_fn(|column| width(column).unwrap_or_default());
    for (number, row) in rows.iter().enumerate() {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        let line = cells.collect::<Vec<_>>().join("  ");
        write!(f, "{}{}", line.trim_end(), if number + 1 < rows.len() { "\n" } else { "" })?;
    }
    Ok(())
}
