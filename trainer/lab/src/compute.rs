//! From games to the report.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::attribution::together::together;
use super::report::FORMAT;
use super::summary::distinct;
use super::{
    AgentLabel, Attribution, BalanceReport, Cell, CellReport, Ensemble, Experience, HandicapGames,
    Hypothesis, MatchGame, ProvenOpenings, Published, ResponseGames, RuleDifference, Stopping,
    Surface, SurfaceGames, Trend, bin_width, ensembles, fairness, findings, hypothesis, responses,
    strength, surface,
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
    /// Which openings are proven to be won.
    pub proven: Vec<ProvenOpenings>,
    /// What others have published of games between people.
    pub published: Vec<Published>,
    /// Games of networks on grids of attackers' by defenders' playouts.
    pub surfaces: Vec<SurfaceGames>,
    /// Games of networks against those that they learned to beat.
    pub responses: Vec<ResponseGames>,
    /// What is to be judged by the games of agents against themselves.
    pub hypotheses: Vec<Hypothesis>,
}

impl BalanceReport {
    /// Computes the report. Rule sets keep the order in which they first occur.
    pub fn of(material: Material, options: &Options) -> Self {
        let games = gather(material.cells);
        let plies = games.iter().flat_map(|cell| cell.games.iter().map(|game| game.plies));
        let length_bin = bin_width(plies.max().unwrap_or(0));
        // `collect` keeps the order.
        let of = |cell: &Cell| CellReport::of(cell, length_bin, options);
        let cells: Vec<CellReport> = games.par_iter().filter_map(of).collect();
        let agents = agents(&games);
        let mut report = Self {
            format: FORMAT,
            options: *options,
            rule_sets: by_rules(&cells).map(|group| group[0].rules.clone()).collect(),
            trends: trends(&agents, &cells, options),
            learned_trends: learned_trends(&agents, &cells, options),
            differences: differences(&cells, options),
            curves: strength::curves(&games, &cells, &material.matches, options),
            ensembles: ensembles::ensembles(&agents, &cells, options),
            hypotheses: Vec::new(),
            fairness: fairness::all(&games, &material.handicaps, options),
            effects: together(&agents, &material.attributions, options),
            agents,
            length_bin,
            cells,
            attributions: material.attributions,
            proven: material.proven,
            published: material.published,
            surfaces: surface::all(&material.surfaces, options),
            responses: responses::all(&material.responses, options),
            stopping: material.stopping,
            findings: Vec::new(),
        };
        report.judge();
        report.hypotheses = hypothesis::judge(&material.hypotheses, report.as_games(), options);
        report.findings = findings::find(findings::KINDS, &report);
        report
    }

    fn as_games(&self) -> hypothesis::Games<'_> {
        let Self { agents, cells, ensembles, .. } = self;
        hypothesis::Games { agents, cells, ensembles }
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
        let scores = self.ensembles.iter_mut().flat_map(|one| &mut one.scores);
        judge(scores.filter_map(|score| score.advantage.as_mut()).collect());
        let pairs = self.ensembles.iter_mut().flat_map(|one| &mut one.differences);
        judge(pairs.filter_map(|pair| pair.difference.as_mut()).collect());
        judge(self.surfaces.iter_mut().filter_map(|one| one.advantage.as_mut()).collect());
        self.hold_back();
    }

    /// One training alone shows nothing of the rules, however many games it plays. Nor do several that have not learned
    /// the rules to the end.
    fn hold_back(&mut self) {
        self.ensembles.iter_mut().for_each(Ensemble::hold_back);
        self.surfaces.iter_mut().for_each(Surface::hold_back);
        let of_network = |name: &str| experience(&self.agents, name).network().is_some();
        for cell in self.cells.iter_mut().filter(|cell| of_network(&cell.agent)) {
            cell.advantage.hold_back();
            if let Some(first) = &mut cell.first_mover {
                first.effect.hold_back();
            }
        }
        for pair in self.differences.iter_mut().filter(|pair| of_network(&pair.agent)) {
            pair.share.hold_back();
            pair.score.hold_back();
        }
        let trends = self.trends.iter_mut().chain(&mut self.learned_trends);
        for trend in trends.filter(|trend| of_network(&trend.strongest)) {
            trend.share.hold_back();
            trend.score.hold_back();
        }
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

fn agents(cells: &[Cell]) -> Vec<AgentLabel> {
    let played = cells.iter().filter(|cell| !cell.games.is_empty());
    let mut agents = distinct(played.map(|cell| &cell.agent));
    agents.sort_by(|a, b| (a.strength, &a.name).cmp(&(b.strength, &b.name)));
    agents
}

/// The cells of each rule set, which stand together.
fn by_rules(cells: &[CellReport]) -> impl Iterator<Item = &[CellReport]> {
    cells.chunk_by(|a, b| a.rules == b.rules)
}

fn experience<'a>(agents: &'a [AgentLabel], name: &str) -> &'a Experience {
    let agent = agents.iter().find(|agent| agent.name == name);
    agent.map_or(&Experience::Unknown, |agent| &agent.experience)
}

/// One trend per rule set, but where it would compare what two networks have learned.
fn trends(agents: &[AgentLabel], cells: &[CellReport], options: &Options) -> Vec<Trend> {
    let network = |name: &str| experience(agents, name).network();
    let ranked = |cell: &&CellReport| *experience(agents, &cell.agent) != Experience::Elsewhere;
    let of_strength = |trend: &Trend| {
        let ends = network(&trend.weakest).zip(network(&trend.strongest));
        ends.is_none_or(|(weakest, strongest)| weakest == strongest)
    };
    let all = by_rules(cells).filter_map(|group| trend(group.iter().filter(ranked), options));
    all.filter(of_strength).collect()
}

/// One trend per rule set and network: what strength does to one network is no matter of what
/// another has learned.
fn learned_trends(agents: &[AgentLabel], cells: &[CellReport], options: &Options) -> Vec<Trend> {
    let network = |cell: &CellReport| experience(agents, &cell.agent).network();
    let of_rules = |group: &[CellReport]| {
        let names: BTreeSet<&str> = group.iter().filter_map(network).collect();
        let of =
            |name| trend(group.iter().filter(move |cell| network(cell) == Some(name)), options);
        names.into_iter().filter_map(of).collect::<Vec<_>>()
    };
    by_rules(cells).flat_map(of_rules).collect()
}

/// The last of some agents, weakest first, against the first; `None` where there are not two.
fn trend<'a>(
    mut cells: impl DoubleEndedIterator<Item = &'a CellReport>,
    options: &Options,
) -> Option<Trend> {
    let weakest = cells.next()?;
    let strongest = cells.next_back()?;
    Some(Trend {
        rules: weakest.rules.clone(),
        strongest: strongest.agent.clone(),
        weakest: weakest.agent.clone(),
        share: Comparison::between(&strongest.measured_share(), &weakest.measured_share(), options),
        score: Comparison::between(&strongest.measured_score(), &weakest.measured_score(), options),
    })
}

/// Each pair of rule sets for each agent, the weakest first.
fn differences(cells: &[CellReport], options: &Options) -> Vec<RuleDifference> {
    let agents: BTreeSet<(u32, &str)> =
        cells.iter().map(|cell| (cell.strength, cell.agent.as_str())).collect();
    let mut pairs = Vec::new();
    for (_, agent) in agents {
        let own: Vec<_> = cells.iter().filter(|cell| cell.agent == agent).collect();
        for (index, first) in own.iter().enumerate() {
            pairs.extend(own[index + 1..].iter().map(|second| (*first, *second)));
        }
    }
    let difference = |(first, second): (&CellReport, &CellReport)| RuleDifference {
        agent: first.agent.clone(),
        first: first.rules.clone(),
        second: second.rules.clone(),
        share: Comparison::between(&first.measured_share(), &second.measured_share(), options),
        score: Comparison::between(&first.measured_score(), &second.measured_score(), options),
    };
    pairs.into_par_iter().map(difference).collect()
}
