//! The verdicts on hypotheses.

use imperial_engine::Side;
use imperial_stats::{Estimate, estimate_test, holm};

use super::evidence::{Evidence, NOTHING};
use super::{Case, Hypothesis, JudgedHypothesis, Predicate, Quantity, Verdict, manner, trainings};
use crate::grouped::grouped;
use crate::{AgentLabel, CellReport, Comparison, Ensemble, Grade, Options};

/// Judges all hypotheses together.
///
/// A hypothesis holds for each of its cases, so that it is supported as well as the weakest case supports it
/// (intersection–union test: Berger 1982, *Technometrics* 24:295), and contradicted as well as the strongest
/// case does after Bonferroni's correction for their number. Holm's correction is for all hypotheses.
pub(crate) fn judge(
    hypotheses: &[Hypothesis],
    games: Games<'_>,
    options: &Options,
) -> Vec<JudgedHypothesis> {
    let tested: Vec<(Vec<Case>, Evidence)> = hypotheses
        .iter()
        .map(|hypothesis| {
            let cases = cases(hypothesis, games, options);
            // What was not played speaks neither way.
            let evidence = |case: &Option<(Case, Evidence)>| case.as_ref().map_or(NOTHING, |c| c.1);
            let together = together(cases.iter().map(evidence));
            (cases.into_iter().flatten().map(|(case, _)| case).collect(), together)
        })
        .collect();
    let p = |evidence: &Evidence| evidence.supports.min(evidence.contradicts);
    let corrected = holm(&tested.iter().map(|(_, evidence)| p(evidence)).collect::<Vec<_>>());
    let all = hypotheses.iter().zip(tested).zip(corrected);
    all.map(|((hypothesis, (cases, evidence)), p_holm)| {
        let verdict = if p_holm >= options.confidence.alpha() {
            Verdict::Open
        } else if evidence.supports <= evidence.contradicts {
            Verdict::Supported
        } else {
            Verdict::Contradicted
        };
        let hypothesis = hypothesis.clone();
        JudgedHypothesis { hypothesis, verdict, p: p(&evidence), p_holm, cases }
    })
    .collect()
}

fn together(all: impl ExactSizeIterator<Item = Evidence> + Clone) -> Evidence {
    let number = all.len() as f64;
    let least = all.clone().map(|one| one.contradicts).fold(1.0, f64::min);
    let most = all.map(|one| one.supports).fold(0.0, f64::max);
    let supports = if number > 0.0 { most } else { 1.0 };
    Evidence { supports, contradicts: (number * least).min(1.0) }
}

/// The cases; `None` for those that were not played.
fn cases(
    hypothesis: &Hypothesis,
    games: Games<'_>,
    options: &Options,
) -> Vec<Option<(Case, Evidence)>> {
    let witnesses = games.witnesses(&hypothesis.agents.of(games.agents));
    let pairs =
        hypothesis.rules.iter().flat_map(|rules| witnesses.iter().map(move |one| (rules, one)));
    let case = |(rules, witness): (&String, &Witness<'_>)| match witness {
        Witness::Agent(agent) => games.of_agent(&hypothesis.predicate, rules, agent, options),
        Witness::Trainings(one) => {
            trainings::case(&hypothesis.predicate, rules, one, games.cells, options)
        }
    };
    pairs.map(case).collect()
}

/// What hypotheses are judged by.
#[derive(Clone, Copy)]
pub(crate) struct Games<'a> {
    pub agents: &'a [AgentLabel],
    pub cells: &'a [CellReport],
    pub ensembles: &'a [Ensemble],
}

/// Whose games count.
#[derive(Clone, Copy, PartialEq)]
enum Witness<'a> {
    Agent(&'a str),
    /// All trainings of a recipe at one strength, for which any of them stands.
    Trainings(&'a Ensemble),
}

impl<'a> Games<'a> {
    /// The witnesses for these agents, each once.
    fn witnesses(self, names: &[&'a str]) -> Vec<Witness<'a>> {
        let of = |name: &&'a str| {
            let theirs = |one: &&Ensemble| one.agents.iter().any(|agent| agent == name);
            self.ensembles.iter().find(theirs).map_or(Witness::Agent(name), Witness::Trainings)
        };
        let alike = |a: &_, b: &_| matches!(a, Witness::Trainings(_)) && a == b;
        let all = grouped(names.iter().map(of), alike);
        all.into_iter().map(|same| same[0]).collect()
    }

    fn of_agent(
        self,
        predicate: &Predicate,
        rules: &str,
        agent: &str,
        options: &Options,
    ) -> Option<(Case, Evidence)> {
        let cell =
            |rules: &str| self.cells.iter().find(|cell| cell.rules == rules && cell.agent == agent);
        let own = cell(rules)?;
        let other = match predicate.other() {
            Some((_, other)) => Some(cell(other)?),
            None => None,
        };
        let of = manner::quantity(predicate);
        let (difference, evidence) = match of {
            Quantity::Score => test(predicate, own, other, options),
            Quantity::Length | Quantity::FirstMover => {
                let above = manner::above(predicate, own, other, options)?;
                (above, Evidence::of(above, estimate_test(above, options.confidence)))
            }
        };
        let difference = manner::readable(difference, of);
        let (rules, agent, score) = (rules.to_owned(), agent.to_owned(), own.score);
        let case = Case { rules, agent, trainings: 0, provisional: false, of, score, difference };
        Some((case, evidence))
    }
}

fn test(
    predicate: &Predicate,
    own: &CellReport,
    other: Option<&CellReport>,
    options: &Options,
) -> (Estimate, Evidence) {
    let with = |expected: f64| Comparison::with(&own.measured_score(), expected, options);
    match predicate {
        Predicate::Favours(Side::Attackers) => rising(with(0.5)),
        Predicate::Favours(Side::Defenders) => falling(with(0.5)),
        Predicate::HigherThan(share) => rising(with(*share)),
        Predicate::LowerThan(share) => falling(with(*share)),
        Predicate::HigherThanUnder(_) => rising(between(own, other, options)),
        Predicate::LowerThanUnder(_) => falling(between(own, other, options)),
        Predicate::EvenWithin(margin) => even(own, *margin, options),
        // These are about no score.
        Predicate::LongerThan(_)
        | Predicate::LongerThanUnder(_)
        | Predicate::FirstMoverFavoured => (with(0.5).difference, NOTHING),
    }
}

/// One score less the other, or less one half where there is no other.
fn between(own: &CellReport, other: Option<&CellReport>, options: &Options) -> Comparison {
    match other {
        Some(other) => Comparison::between(&own.measured_score(), &other.measured_score(), options),
        None => Comparison::with(&own.measured_score(), 0.5, options),
    }
}

/// Whether a difference is negative.
fn falling(comparison: Comparison) -> (Estimate, Evidence) {
    let (difference, evidence) = rising(comparison);
    (difference, evidence.opposite())
}

/// Whether a difference is positive.
fn rising(Comparison { difference, grade, p, .. }: Comparison) -> (Estimate, Evidence) {
    let p = if grade == Grade::Withheld { 1.0 } else { p };
    (difference, Evidence::of(difference, p))
}

/// Whether a score is within a margin of one half: by two one-sided tests, and the opposite by one against the
/// end of the margin that is nearer.
fn even(own: &CellReport, margin: f64, options: &Options) -> (Estimate, Evidence) {
    let options = Options { equivalence: margin, ..*options };
    let comparison = Comparison::with(&own.measured_score(), 0.5, &options);
    if comparison.grade == Grade::Withheld {
        return (comparison.difference, NOTHING);
    }
    let end = if comparison.is_negative() { 0.5 - margin } else { 0.5 + margin };
    let beyond = Comparison::with(&own.measured_score(), end, &options);
    let difference = comparison.difference;
    let outside = difference.low > margin || difference.high < -margin;
    let contradicts = if outside { beyond.p } else { 1.0 };
    (difference, Evidence { supports: comparison.equivalence.p, contradicts })
}

#[cfg(test)]
mod tests {
    use super::super::AgentChoice;
    use super::*;
    use crate::tests::{agent, cell, games};
    use crate::{BalanceReport, Material};

    fn hypothesis(predicate: Predicate, agents: AgentChoice) -> Hypothesis {
        Hypothesis {
            name: "it".to_owned(),
            statement: "it is so".to_owned(),
            source: "somebody".to_owned(),
            rules: vec!["tablut".to_owned()],
            agents,
            predicate,
        }
    }

    /// The hypotheses when the attackers win so many of 2000 games of the agents a, b, … of `tablut` and half of
    /// those of `even`.
    fn judged(hypotheses: Vec<Hypothesis>, wins: &[u64]) -> Vec<JudgedHypothesis> {
        let agents = ["a", "b", "c"].into_iter().zip(0..).zip(wins);
        let cells = agents.flat_map(|((name, at), wins)| {
            let own = cell("tablut", agent(name, at), games(*wins, 0, 0, 2000 - wins));
            [own, cell("even", agent(name, at), games(1000, 0, 0, 1000))]
        });
        let material = Material { cells: cells.collect(), hypotheses, ..Material::default() };
        BalanceReport::of(material, &Options::default()).hypotheses
    }

    fn verdict(predicate: Predicate, agents: AgentChoice, wins: &[u64]) -> Verdict {
        judged(vec![hypothesis(predicate, agents)], wins)[0].verdict
    }

    #[test]
    fn every_predicate_has_three_verdicts() {
        use Predicate::{
            EvenWithin, Favours, HigherThan, HigherThanUnder, LowerThan, LowerThanUnder,
        };
        use Verdict::{Contradicted, Open, Supported};
        for (predicate, wins, expected) in [
            (Favours(Side::Attackers), [1200, 1010, 800], [Supported, Open, Contradicted]),
            (Favours(Side::Defenders), [800, 1010, 1200], [Supported, Open, Contradicted]),
            (EvenWithin(0.05), [1010, 1080, 1200], [Supported, Open, Contradicted]),
            (EvenWithin(0.05), [990, 920, 800], [Supported, Open, Contradicted]),
            (HigherThan(0.6), [1300, 1210, 1100], [Supported, Open, Contradicted]),
            (LowerThan(0.6), [1100, 1210, 1300], [Supported, Open, Contradicted]),
            (LowerThanUnder("even".to_owned()), [800, 1010, 1200], [Supported, Open, Contradicted]),
            (
                HigherThanUnder("even".to_owned()),
                [1200, 1010, 800],
                [Supported, Open, Contradicted],
            ),
        ] {
            let found = wins.map(|wins| verdict(predicate.clone(), AgentChoice::All, &[wins]));
            assert_eq!(found, expected, "{predicate:?}");
        }
    }

    #[test]
    fn all_cases_must_agree_and_one_can_contradict() {
        let of = |choice| verdict(Predicate::Favours(Side::Attackers), choice, &[1200, 1010, 800]);
        assert_eq!(of(AgentChoice::All), Verdict::Contradicted);
        assert_eq!(of(AgentChoice::Weakest), Verdict::Supported);
        assert_eq!(of(AgentChoice::Strongest), Verdict::Contradicted);
        let named = |names: &[&str]| {
            AgentChoice::Named(names.iter().map(|name| (*name).to_owned()).collect())
        };
        assert_eq!(of(named(&["a", "b"])), Verdict::Open);
        assert_eq!(of(named(&["a", "stranger"])), Verdict::Open, "who did not play says nothing");
    }

    #[test]
    fn many_hypotheses_need_stronger_games() {
        // p = 0.02 on its own.
        let favours = || hypothesis(Predicate::Favours(Side::Attackers), AgentChoice::Weakest);
        let alone = judged(vec![favours()], &[1052]);
        assert_eq!((alone[0].verdict, alone[0].p_holm), (Verdict::Supported, alone[0].p));
        assert!((0.015..0.025).contains(&alone[0].p), "{}", alone[0].p);
        let higher = || hypothesis(Predicate::HigherThan(0.52), AgentChoice::Weakest);
        let many = judged(vec![favours(), higher(), higher(), higher()], &[1052]);
        assert_eq!(many[0].verdict, Verdict::Open);
        assert!((many[0].p_holm - 4.0 * many[0].p).abs() < 1e-12);
    }

    #[test]
    fn copies_of_a_few_games_decide_nothing() {
        let mut copies = games(190, 0, 0, 10);
        copies.iter_mut().for_each(|game| game.line %= 5);
        let hypotheses = [Predicate::Favours(Side::Attackers), Predicate::EvenWithin(0.05)];
        let hypotheses =
            hypotheses.map(|predicate| hypothesis(predicate, AgentChoice::All)).to_vec();
        let cells = vec![cell("tablut", agent("a", 0), copies)];
        let material = Material { cells, hypotheses, ..Material::default() };
        let report = BalanceReport::of(material, &Options::default());
        assert!(report.hypotheses.iter().all(|one| one.verdict == Verdict::Open));
        assert_eq!(report.hypotheses[0].cases[0].score.value, 0.95);
    }

    #[test]
    fn a_judged_hypothesis_comes_back_from_json() {
        let judged = judged(
            vec![hypothesis(Predicate::HigherThanUnder("even".to_owned()), AgentChoice::Strongest)],
            &[1200],
        );
        let json = serde_json::to_value(&judged).expect("JSON");
        assert_eq!(
            (&json[0]["higher-than"], &json[0]["agents"]),
            (&"even".into(), &"strongest".into())
        );
        assert_eq!(json[0]["verdict"], "supported");
        let back: Vec<JudgedHypothesis> = serde_json::from_value(json).expect("it comes back");
        assert_eq!(back, judged);
    }
}
