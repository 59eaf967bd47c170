//! What all trainings of a recipe score together: their error holds that of another training.

use serde::{Deserialize, Serialize};

use super::grouped::grouped;
use super::summary::strongest_of_networks;
use super::{AgentLabel, CellReport, Options};
use imperial_stats::trainings::{
    Apart, Decided, Pooled, Seen, Shares, log_odds_of, pooled, share_of,
};
use imperial_stats::{Comparison, Estimate, Knowledge, difference, estimate_test};

/// A gap between two trainings, as a share, that matters.
const GAP: f64 = 0.1;

/// The networks of one recipe that play at one strength. They differ in the seed of their training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ensemble {
    /// The recipe; `None` where nobody has said of which the networks are.
    pub recipe: Option<String>,
    /// The playing strength, without the network: `network:64`.
    pub strength: String,
    /// The agents, one for each training.
    pub agents: Vec<String>,
    /// What they score under each rule set.
    pub scores: Vec<EnsembleScore>,
    /// The differences between every two rule sets.
    pub differences: Vec<EnsembleDifference>,
}

/// What the trainings score under one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnsembleScore {
    /// The rule set.
    pub rules: String,
    /// What its networks know of the rules: as much as the one that knows least.
    #[serde(default)]
    pub knowledge: Knowledge,
    /// Each training's own score, with the interval of its games.
    pub trainings: Vec<TrainingScore>,
    /// The attackers' score of the recipe's middle training, with an interval that holds games and trainings. `None`
    /// for fewer than three trainings.
    pub score: Option<Estimate>,
    /// Where one more training would score.
    pub another: Option<Estimate>,
    /// Standard deviation between trainings, in log-odds.
    pub spread: Option<f64>,
    /// The score less one half, with what may be said about it.
    pub advantage: Option<Comparison>,
    /// Whether two trainings are further apart than their games explain, by ten points or on both sides of one half.
    pub disagree: bool,
    /// What the trainings show of the middle one, for hypotheses.
    #[serde(skip)]
    pub(crate) posterior: Option<Pooled>,
}

/// One training's score or difference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingScore {
    /// The agent.
    pub agent: String,
    /// The figure, with an interval of its games alone.
    pub score: Estimate,
}

/// How two rule sets differ for the trainings, each compared with itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EnsembleDifference {
    /// The first rule set.
    pub first: String,
    /// The second one.
    pub second: String,
    /// The first score minus the second, of each training.
    pub trainings: Vec<TrainingScore>,
    /// That of the middle training, with an interval that holds games and trainings. `None` for fewer than three.
    pub difference: Option<Comparison>,
    /// Where the difference of one more training would be: for many games wider than the trainings are apart by
    /// √(1 + 1/k).
    pub another: Option<Estimate>,
    /// What the trainings show of that of the middle one, for hypotheses.
    #[serde(skip)]
    pub(crate) posterior: Option<Apart>,
}

impl EnsembleScore {
    /// What all trainings score together; of too few for an interval the mean, from the lowest end of theirs to the
    /// highest.
    pub fn together(&self) -> Estimate {
        let each: Vec<Estimate> = self.trainings.iter().map(|training| training.score).collect();
        self.score.unwrap_or_else(|| Estimate::spanning(&each))
    }
}

impl Ensemble {
    /// What its networks know of a rule set; nothing is known where they did not play it.
    pub fn knowledge(&self, rules: &str) -> Knowledge {
        let own = self.scores.iter().find(|score| score.rules == rules);
        own.map_or(Knowledge::Unknown, |own| own.knowledge)
    }

    /// What networks show of rules that they have not learned to the end is at most suggested.
    pub(super) fn hold_back(&mut self) {
        let unsettled = |rules: &String| {
            let own = self.scores.iter().find(|score| score.rules == *rules);
            own.is_none_or(|own| own.knowledge < Knowledge::Settled)
        };
        let pairs = self.differences.iter_mut();
        let pairs = pairs.filter(|pair| unsettled(&pair.first) || unsettled(&pair.second));
        pairs.filter_map(|pair| pair.difference.as_mut()).for_each(Comparison::hold_back);
        let scores = self.scores.iter_mut().filter(|own| own.knowledge < Knowledge::Settled);
        scores.filter_map(|own| own.advantage.as_mut()).for_each(Comparison::hold_back);
    }
}

/// Cells of trainings under one rule set.
type Members<'a> = Vec<&'a CellReport>;

/// The agents of each recipe and strength, after the first of them; weakest first. Two stages of one training are one
/// witness: the later one counts.
pub(super) fn by_recipe(agents: &[AgentLabel]) -> Vec<(&AgentLabel, Vec<&AgentLabel>)> {
    let networks = agents.iter().filter(|agent| agent.experience.network().is_some());
    let alike = |a: &&AgentLabel, b: &&AgentLabel| {
        a.recipe == b.recipe && a.without_network() == b.without_network()
    };
    let last =
        |own: &[_]| strongest_of_networks(own, |agent: &AgentLabel| agent.experience.network());
    grouped(networks, alike).into_iter().map(|own| (own[0], last(&own))).collect()
}

/// All ensembles, weakest first.
pub(super) fn ensembles(
    agents: &[AgentLabel],
    cells: &[CellReport],
    options: &Options,
) -> Vec<Ensemble> {
    let found = by_recipe(agents);
    let rules = |own: &[&AgentLabel]| {
        let is_theirs = |cell: &&CellReport| own.iter().any(|agent| agent.name == cell.agent);
        let groups = cells.chunk_by(|a, b| a.rules == b.rules);
        groups
            .map(|group| group.iter().filter(is_theirs).collect())
            .filter(|own: &Members| !own.is_empty())
            .collect()
    };
    let played: Vec<Vec<Members>> = found.iter().map(|(_, own)| rules(own)).collect();
    let bare = |(first, own): &(&AgentLabel, Vec<&AgentLabel>)| Ensemble {
        recipe: first.recipe.clone(),
        strength: first.without_network().to_owned(),
        agents: own.iter().map(|agent| agent.name.clone()).collect(),
        scores: Vec::new(),
        differences: Vec::new(),
    };
    let mut all: Vec<Ensemble> = found.iter().map(bare).collect();
    let same = |a: &usize, b: &usize| found[*a].0.recipe == found[*b].0.recipe;
    for kin in grouped(0..found.len(), same) {
        let related: Vec<&[Members]> = kin.iter().map(|at| &played[*at][..]).collect();
        let scores = scores(&related, options);
        let differences = differences(&related, &scores, options);
        for (at, both) in kin.into_iter().zip(scores.into_iter().zip(differences)) {
            (all[at].scores, all[at].differences) = both;
        }
    }
    all
}

/// The scores of each strength of a recipe: they learn from each other how far trainings are apart.
fn scores(related: &[&[Members]], options: &Options) -> Vec<Vec<EnsembleScore>> {
    let games = |cells: &Members| -> Vec<Decided> {
        cells.iter().map(|cell| decided(cell, options)).collect()
    };
    let conditions: Vec<_> = related.iter().flat_map(|own| own.iter().map(games)).collect();
    let mut found = pooled(&conditions).into_iter();
    let of = |own: &&[Members]| {
        own.iter().zip(&mut found).map(|(cells, found)| score(cells, found, options)).collect()
    };
    related.iter().map(of).collect()
}

fn score(cells: &Members, found: Option<Pooled>, options: &Options) -> EnsembleScore {
    let one = |cell: &&CellReport| TrainingScore { agent: cell.agent.clone(), score: cell.score };
    let confidence = options.confidence;
    let reliable = cells.iter().all(|cell| cell.is_reliable());
    EnsembleScore {
        rules: cells[0].rules.clone(),
        knowledge: Knowledge::least(cells.iter().map(|cell| cell.knowledge)),
        trainings: cells.iter().map(one).collect(),
        score: found.as_ref().map(|found| found.middle(confidence).map(share_of)),
        another: found.as_ref().map(|found| found.another(confidence).map(share_of)),
        spread: found.as_ref().map(Pooled::spread),
        advantage: found.as_ref().map(|found| advantage(found, reliable, options)),
        disagree: disagree(cells, options),
        posterior: found,
    }
}

/// The middle training's score less one half.
pub(super) fn advantage(found: &Pooled, reliable: bool, options: &Options) -> Comparison {
    let advantage = found.middle(options.confidence).map(share_of).above(0.5);
    let end = log_odds_of(0.5 + options.equivalence);
    compared(|logit| found.below(logit), advantage, end, reliable)
}

/// A difference with the probabilities that its sign, or its being within `end` of nothing, is wrong.
/// `probability` has that of less.
pub(super) fn compared(
    probability: impl Fn(f64) -> f64,
    difference: Estimate,
    end: f64,
    reliable: bool,
) -> Comparison {
    let below = probability(0.0);
    let beyond = probability(-end).max(1.0 - probability(end));
    let both = |tail: f64| (2.0 * tail).min(1.0);
    Comparison::unjudged(difference, both(below.min(1.0 - below)), both(beyond), reliable)
}

/// Whether games tell two of the trainings apart, and it matters. All pairs are looked at, so each must say so more
/// surely (Bonferroni).
fn disagree(cells: &Members, options: &Options) -> bool {
    let pairs = cells.len() * (cells.len() - 1) / 2;
    let apart = |a: &CellReport, b: &CellReport| {
        let gap = difference(a.score, b.score);
        let sides = (a.score.value - 0.5) * (b.score.value - 0.5) < 0.0;
        let p = estimate_test(gap, options.confidence);
        p * (pairs as f64) < options.confidence.alpha() && (gap.value.abs() > GAP || sides)
    };
    cells.iter().enumerate().any(|(at, a)| cells[..at].iter().any(|b| apart(a, b)))
}

/// What is known of a rule set's score: of the middle training, and of one more.
struct Known {
    rules: String,
    middle: Shares,
    another: Shares,
}

/// The differences of each strength of a recipe, which has these scores.
fn differences(
    related: &[&[Members]],
    scores: &[Vec<EnsembleScore>],
    options: &Options,
) -> Vec<Vec<EnsembleDifference>> {
    let pairs: Vec<Vec<Pair>> = related.iter().map(|own| pairs(own)).collect();
    let conditions: Vec<Vec<Seen>> =
        pairs.iter().flatten().map(|pair| seen(pair, options)).collect();
    let mut found = pooled(&conditions).into_iter();
    let known = |score: &EnsembleScore| {
        let pooled = score.posterior.as_ref()?;
        let (middle, another) = (Shares::of_middle(pooled), Shares::of_another(pooled));
        Some(Known { rules: score.rules.clone(), middle, another })
    };
    let of = |(own, scores): (&Vec<Pair>, &Vec<EnsembleScore>)| {
        let known: Vec<Known> = scores.iter().filter_map(known).collect();
        let both = own.iter().zip(&mut found);
        both.map(|(pair, found)| apart(pair, found.as_ref(), &known, options)).collect()
    };
    pairs.iter().zip(scores).map(of).collect()
}

fn decided(cell: &CellReport, options: &Options) -> Decided {
    Decided::measured(&cell.measured_score(), options)
}

/// The cells of each training that played both rule sets.
type Pair<'a> = Vec<(&'a CellReport, &'a CellReport)>;

fn pairs<'a>(own: &[Members<'a>]) -> Vec<Pair<'a>> {
    let both = |first: &Members<'a>, second: &Members<'a>| -> Pair<'a> {
        let same = |a: &&'a CellReport| {
            let b = second.iter().find(|b| b.agent == a.agent)?;
            Some((*a, *b))
        };
        first.iter().filter_map(same).collect()
    };
    let all = own
        .iter()
        .enumerate()
        .flat_map(|(at, first)| own[at + 1..].iter().map(move |second| both(first, second)));
    all.filter(|pair| !pair.is_empty()).collect()
}

/// By how much more the middle training scores in the first of each pair of cells, not yet judged; `None` for fewer
/// than three.
pub(super) fn together(pair: &Pair, options: &Options) -> Option<Comparison> {
    let paired = pooled(&[seen(pair, options)]).swap_remove(0)?;
    let [first, second]: [Vec<Decided>; 2] = [
        pair.iter().map(|(first, _)| decided(first, options)).collect(),
        pair.iter().map(|(_, second)| decided(second, options)).collect(),
    ];
    let mut both =
        pooled(&[first, second]).into_iter().flatten().map(|one| Shares::of_middle(&one));
    let (first, second) = (both.next()?, both.next()?);
    Some(compared_pair(&Apart::of_middle(&first, &second, &paired), pair, options))
}

/// The difference between the cells of each pair, not yet judged.
fn compared_pair(found: &Apart, pair: &Pair, options: &Options) -> Comparison {
    let reliable = pair.iter().all(|(a, b)| a.is_reliable() && b.is_reliable());
    let points = found.estimate(options.confidence);
    compared(|points| found.below(points), points, options.equivalence, reliable)
}

fn seen(pair: &Pair, options: &Options) -> Vec<Seen> {
    pair.iter().map(|(a, b)| Seen::Apart(decided(a, options), decided(b, options))).collect()
}

fn apart(
    pair: &Pair,
    paired: Option<&Pooled>,
    known: &[Known],
    options: &Options,
) -> EnsembleDifference {
    let one = |(a, b): &(&CellReport, &CellReport)| TrainingScore {
        agent: a.agent.clone(),
        score: difference(a.score, b.score),
    };
    let (first, second) = (&pair[0].0.rules, &pair[0].1.rules);
    let of = |rules: &String| known.iter().find(|known| known.rules == *rules);
    let both = of(first).zip(of(second)).zip(paired);
    let found = both.map(|((a, b), paired)| Apart::of_middle(&a.middle, &b.middle, paired));
    let another = both.map(|((a, b), paired)| Apart::of_another(&a.another, &b.another, paired));
    EnsembleDifference {
        first: first.clone(),
        second: second.clone(),
        trainings: pair.iter().map(one).collect(),
        difference: found.as_ref().map(|found| compared_pair(found, pair, options)),
        another: another.map(|another| another.estimate(options.confidence)),
        posterior: found,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, games, taught};
    use super::super::{BalanceReport, Cell, Experience, Grade};
    use super::*;

    /// The agent `search@network`, which wins so many of 1000 games under a rule set.
    fn played(rules: &str, place: u32, [search, network]: [&str; 2], wins: u64) -> Cell {
        let experience = Experience::Network(network.to_owned());
        let agent = taught(&format!("{search}@{network}"), place, experience);
        cell(rules, agent, games(wins, 0, 0, 1000 - wins))
    }

    fn report(rules: &[(&str, &[u64])]) -> BalanceReport {
        let cells = rules.iter().flat_map(|(rules, wins)| {
            let names = ["a", "b", "c", "d"].into_iter().zip(0..).zip(wins.iter());
            names.map(|((name, at), wins)| played(rules, at, ["net:64", name], *wins))
        });
        BalanceReport::new(cells.collect(), &Options::default())
    }

    #[test]
    fn three_trainings_have_an_interval_that_is_wider_than_that_of_the_games() {
        let report = report(&[("tablut", &[300, 420, 360]), ("brandub", &[500, 520, 510])]);
        let [one] = &report.ensembles[..] else { panic!("{:?}", report.ensembles) };
        assert_eq!((one.strength.as_str(), one.agents.len()), ("net:64", 3));
        let [tablut, brandub] = &one.scores[..] else { panic!("two rule sets") };
        let (wide, alike) = (tablut.score.expect("three"), brandub.score.expect("three"));
        assert!(
            (wide.value - 0.36).abs() < 0.01 && wide.low < 0.31 && wide.high > 0.41,
            "{wide:?}"
        );
        assert!(alike.high - alike.low < wide.high - wide.low);
        let another = tablut.another.expect("three");
        assert!(another.low < wide.low && another.high > wide.high);
        assert!(tablut.disagree && !brandub.disagree);
        assert_eq!(tablut.advantage.as_ref().expect("three").grade, Grade::Shown);
        let difference = one.differences[0].difference.as_ref().expect("three").difference;
        assert!((difference.value + 0.15).abs() < 0.02, "{difference:?}");
        let again = BalanceReport::from_json(&report.to_json().expect("JSON")).expect("a report");
        assert_eq!(again.ensembles[0].agents, one.agents);
        assert_eq!(again.ensembles[0].scores[0].score.map(|score| score.low), Some(wide.low));
    }

    #[test]
    fn two_trainings_have_two_figures_and_one_shows_nothing() {
        for wins in [&[700, 720][..], &[700]] {
            let report = report(&[("tablut", wins), ("brandub", wins)]);
            let score = &report.ensembles[0].scores[0];
            assert_eq!(
                (score.trainings.len(), score.score, score.spread),
                (wins.len(), None, None)
            );
            assert!(score.advantage.is_none());
            assert!(report.ensembles[0].differences[0].difference.is_none());
            let shown = |found: &crate::Finding| found.grade == Grade::Shown;
            assert!(!report.findings.iter().any(shown), "{:?}", report.findings);
            assert!(report.cells.iter().all(|cell| cell.advantage.conclusion() != Grade::Shown));
        }
    }

    #[test]
    fn networks_that_have_not_learned_the_rules_to_the_end_show_nothing() {
        let with = |knowledge: Knowledge| {
            let cells = ["tablut", "brandub"].into_iter().flat_map(|rules| {
                let wins = if rules == "tablut" { 100 } else { 700 };
                let own = move |(name, place)| played(rules, place, ["net:64", name], wins);
                ["a", "b", "c"].into_iter().zip(0..).map(own)
            });
            let knows = |mut cell: Cell| {
                let is_other = cell.rules == "brandub";
                cell.knowledge = Some(if is_other { Knowledge::Settled } else { knowledge });
                cell
            };
            let mut report = BalanceReport::new(cells.map(knows).collect(), &Options::default());
            let one = report.ensembles.remove(0);
            let advantage = |at: usize| one.scores[at].advantage.as_ref().expect("three").grade;
            let difference = one.differences[0].difference.as_ref().expect("three").grade;
            let shown = report.findings.iter().filter(|found| found.grade == Grade::Shown);
            let about = |found: &crate::Finding| found.rule_sets.contains(&"tablut".to_owned());
            ([advantage(0), advantage(1), difference], shown.filter(|found| about(found)).count())
        };
        let (shown, may_be) = (Grade::Shown, Grade::Suggested);
        assert_eq!(with(Knowledge::Settled), ([shown; 3], 2), "who is favoured, how they differ");
        assert_eq!(with(Knowledge::Moving), ([may_be, shown, may_be], 0));
        assert_eq!(with(Knowledge::Board), ([may_be, shown, may_be], 0));
    }

    #[test]
    fn stages_of_one_training_are_one_witness_and_recipes_stay_apart() {
        let stage = |name: &str, training: &str, recipe: Option<&str>, place| {
            let mut agent = taught(name, place, Experience::Network(training.to_owned()));
            agent.recipe = recipe.map(str::to_owned);
            cell("tablut", agent, games(500, 0, 0, 500))
        };
        let cells = vec![
            stage("net:64@a-early", "a", None, 0),
            stage("net:64@a-late", "a", None, 1),
            stage("net:64@b", "b", None, 2),
            stage("net:64@c", "c", Some("short"), 3),
        ];
        let report = BalanceReport::new(cells, &Options::default());
        let agents: Vec<_> = report.ensembles.iter().map(|one| one.agents.join(" ")).collect();
        assert_eq!(agents, ["net:64@a-late net:64@b", "net:64@c"]);
    }
}
