//! From games to the report.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::cell::Analysed;
use super::report::FORMAT;
use super::{
    AgentLabel, Attribution, BalanceReport, Cell, Experience, HandicapGames, Hypothesis, MatchGame,
    RuleDifference, Stopping, Trend, bin_width, fairness, findings, hypothesis, strength,
    trainings,
};
use imperial_stats::{Comparison, Options, judge};

/// What a report is made from.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Games of agents against themselves.
    pub cells: Vec<Cell>,
    /// Games between different agents, for their strength.
    pub matches: Vec<MatchGame>,
    /// Games of agents of which one side thought less.
    pub handicaps: Vec<HandicapGames>,
    /// Which switch causes how much, computed beforehand.
    pub attributions: Vec<Attribution>,
    /// How it was decided that the games are enough; `None` where their number was fixed.
    pub stopping: Option<Stopping>,
    /// What is to be judged by the games of agents against themselves.
    pub hypotheses: Vec<Hypothesis>,
}

impl BalanceReport {
    /// Computes the report of games of agents against themselves. Rule sets keep the order in which
    /// they first occur.
    pub fn new(cells: Vec<Cell>, options: &Options) -> Self {
        Self::of(Material { cells, ..Material::default() }, options)
    }

    /// Computes the report.
    pub fn of(material: Material, options: &Options) -> Self {
        let cells = gather(material.cells);
        let plies = cells.iter().flat_map(|cell| cell.games.iter().map(|game| game.plies));
        let length_bin = bin_width(plies.max().unwrap_or(0));
        // Each cell has its own random stream, and `collect` keeps the order.
        let analysed: Vec<Analysed> =
            cells.par_iter().filter_map(|cell| Analysed::new(cell, length_bin, options)).collect();
        let agents = agents(&cells);
        let mut report = Self {
            format: FORMAT,
            options: *options,
            rule_sets: rule_sets(&analysed),
            trainings: trainings::spreads(&agents, &analysed, options),
            length_bin,
            trends: trends(&cells, &analysed, options),
            learned_trends: learned_trends(&cells, &analysed, options),
            differences: differences(&analysed, options),
            curves: strength::curves(&cells, &analysed, &material.matches, options),
            hypotheses: hypothesis::judge(&material.hypotheses, &agents, &analysed, options),
            agents,
            cells: analysed.into_iter().map(|cell| cell.report).collect(),
            attributions: material.attributions,
            fairness: fairness::all(&cells, &material.handicaps, options),
            stopping: material.stopping,
            findings: Vec::new(),
        };
        report.judge();
        report.findings = findings::find(findings::KINDS, &report);
        report
    }

    /// Corrects each kind of comparison for its number, and decides what it shows.
    fn judge(&mut self) {
        let options = self.options;
        let judge = |mut family: Vec<&mut Comparison>| judge(&mut family, &options);
        judge(self.cells.iter_mut().map(|cell| &mut cell.advantage).collect());
        let split = self.cells.iter_mut().filter_map(|cell| cell.first_mover.as_mut());
        judge(split.map(|first| &mut first.effect).collect());
        for trends in [&mut self.trends, &mut self.learned_trends] {
            judge(trends.iter_mut().map(|trend| &mut trend.share).collect());
            judge(trends.iter_mut().map(|trend| &mut trend.score).collect());
        }
        judge(self.differences.iter_mut().map(|pair| &mut pair.share).collect());
        judge(self.differences.iter_mut().map(|pair| &mut pair.score).collect());
    }
}

/// Puts together cells of the same rule set and agent, orders their games, and orders the cells by
/// rule set (first occurrence) and strength.
fn gather(cells: Vec<Cell>) -> Vec<Cell> {
    let mut order: Vec<String> = Vec::new();
    let mut merged: BTreeMap<(usize, u32, String), Cell> = BTreeMap::new();
    for cell in cells {
        let place = order.iter().position(|rules| *rules == cell.rules).unwrap_or_else(|| {
            order.push(cell.rules.clone());
            order.len() - 1
        });
        let key = (place, cell.agent.strength, cell.agent.name.clone());
        match merged.get_mut(&key) {
            Some(known) => known.games.extend(cell.games),
            None => drop(merged.insert(key, cell)),
        }
    }
    let mut cells: Vec<Cell> = merged.into_values().collect();
    for cell in &mut cells {
        cell.games.sort_unstable();
    }
    cells
}

fn rule_sets(analysed: &[Analysed]) -> Vec<String> {
    let mut names: Vec<String> = analysed.iter().map(|cell| cell.report.rules.clone()).collect();
    names.dedup();
    names
}

fn agents(cells: &[Cell]) -> Vec<AgentLabel> {
    let mut agents: Vec<AgentLabel> = Vec::new();
    for cell in cells.iter().filter(|cell| !cell.games.is_empty()) {
        if !agents.iter().any(|known| known.name == cell.agent.name) {
            agents.push(cell.agent.clone());
        }
    }
    agents.sort_by(|a, b| (a.strength, &a.name).cmp(&(b.strength, &b.name)));
    agents
}

/// The cells of each rule set, which stand together.
fn by_rules(analysed: &[Analysed]) -> impl Iterator<Item = &[Analysed]> {
    analysed.chunk_by(|a, b| a.report.rules == b.report.rules)
}

/// One trend per rule set, but where it would compare what two networks have learned.
fn trends(cells: &[Cell], analysed: &[Analysed], options: &Options) -> Vec<Trend> {
    let networks = networks(cells);
    let network = |agent: &str| networks.get(agent).copied();
    let of_strength = |trend: &Trend| {
        let ends = network(&trend.weakest).zip(network(&trend.strongest));
        ends.is_none_or(|(weakest, strongest)| weakest == strongest)
    };
    let elsewhere = |agent: &str| {
        let labels = cells.iter().map(|cell| &cell.agent);
        let mut of_agent = labels.filter(|label| label.name == agent);
        of_agent.any(|label| label.experience == Experience::Elsewhere)
    };
    let ranked = |cell: &&Analysed| !elsewhere(&cell.report.agent);
    let all = by_rules(analysed).filter_map(|cells| trend(cells.iter().filter(ranked), options));
    all.filter(of_strength).collect()
}

/// The network of each agent that has one.
fn networks(cells: &[Cell]) -> BTreeMap<&str, &str> {
    let agents = cells.iter().map(|cell| &cell.agent);
    agents.filter_map(|agent| Some((agent.name.as_str(), agent.experience.network()?))).collect()
}

/// One trend per rule set and network: what strength does to one network is no matter of what
/// another has learned.
fn learned_trends(cells: &[Cell], analysed: &[Analysed], options: &Options) -> Vec<Trend> {
    let networks = networks(cells);
    let network = |cell: &&Analysed| networks.get(cell.report.agent.as_str()).copied();
    let of_rules = |group: &[Analysed]| {
        let mut names: Vec<&str> = group.iter().filter_map(|cell| network(&cell)).collect();
        names.sort_unstable();
        names.dedup();
        let of =
            |name| trend(group.iter().filter(move |cell| network(cell) == Some(name)), options);
        names.into_iter().filter_map(of).collect::<Vec<_>>()
    };
    by_rules(analysed).flat_map(of_rules).collect()
}

/// The last of some agents, weakest first, against the first; `None` where there are not two.
fn trend<'a>(
    mut cells: impl DoubleEndedIterator<Item = &'a Analysed>,
    options: &Options,
) -> Option<Trend> {
    let weakest = cells.next()?;
    let strongest = cells.next_back()?;
    Some(Trend {
        rules: weakest.report.rules.clone(),
        strongest: strongest.report.agent.clone(),
        weakest: weakest.report.agent.clone(),
        share: Comparison::between(&strongest.share, &weakest.share, options),
        score: Comparison::between(&strongest.score, &weakest.score, options),
    })
}

fn differences(analysed: &[Analysed], options: &Options) -> Vec<RuleDifference> {
    let mut agents: Vec<(u32, &str)> =
        analysed.iter().map(|cell| (cell.report.strength, cell.report.agent.as_str())).collect();
    agents.sort_unstable();
    agents.dedup();
    let mut pairs = Vec::new();
    for (_, agent) in agents {
        let cells: Vec<_> = analysed.iter().filter(|cell| cell.report.agent == agent).collect();
        for (index, first) in cells.iter().enumerate() {
            pairs.extend(cells[index + 1..].iter().map(|second| (*first, *second)));
        }
    }
    pairs.into_par_iter().map(|(first, second)| difference(first, second, options)).collect()
}

fn difference(first: &Analysed, second: &Analysed, options: &Options) -> RuleDifference {
    RuleDifference {
        agent: first.report.agent.clone(),
        first: first.report.rules.clone(),
        second: second.report.rules.clone(),
        share: Comparison::between(&first.share, &second.share, options),
        score: Comparison::between(&first.score, &second.score, options),
    }
}
