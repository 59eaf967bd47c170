//! The sentences.

use super::super::text::{percent, percent_range, plain, points, points_range};
use super::super::{
    CellReport, Comparison, Evidence, Fairness, FirstMover, Line, Options, RuleDifference,
    StrengthCurve, Trend,
};
use super::fair;
use imperial_stats::Estimate;

/// What is compared, in words.
pub(super) struct Measure {
    more: &'static str,
    less: &'static str,
    noun: &'static str,
}

pub(super) const WINS: Measure = Measure {
    more: "win more often",
    less: "win less often",
    noun: "the attackers' share of wins",
};
pub(super) const SCORE: Measure =
    Measure { more: "score more", less: "score less", noun: "the attackers' score" };

impl Measure {
    fn verb(&self, comparison: &Comparison) -> &'static str {
        if comparison.is_negative() { self.less } else { self.more }
    }
}

/// What every sentence needs.
pub(super) struct Words {
    /// The confidence: `95 %`.
    level: String,
    /// The margin of equivalence in points: `5`.
    margin: String,
}

impl Words {
    pub(super) fn new(options: &Options) -> Self {
        Self { level: options.confidence.label(), margin: plain(options.equivalence) }
    }

    pub(super) fn advantage(&self, cell: &CellReport) -> String {
        let score = format!(
            "{} % ({}: {})",
            percent(cell.score.value),
            self.level,
            percent_range(cell.score)
        );
        let (side, theirs) = self.better_side(cell);
        let place = place(&cell.rules, &cell.agent);
        match cell.advantage.evidence {
            Evidence::Shown => {
                let negligible = self.negligible(&cell.advantage);
                format!("{place} the {side} do better, scoring {theirs}{negligible}")
            }
            Evidence::Suggested => format!(
                "{place} the {side} may do better, scoring {theirs}; among so many comparisons \
                 that can be chance"
            ),
            Evidence::Equivalent => format!(
                "{place} the game is balanced within ±{} points: the attackers score {score}",
                self.margin
            ),
            Evidence::Open => {
                format!(
                    "{place} no advantage is shown for either side: the attackers score {score}"
                )
            }
            Evidence::Withheld => format!("{place} {TOO_FEW}"),
        }
    }

    /// The side that scores more, and its score.
    fn better_side(&self, cell: &CellReport) -> (&'static str, String) {
        let Estimate { value, low, high } = cell.score;
        let (side, score) = if cell.advantage.is_negative() {
            ("defenders", Estimate { value: 1.0 - value, low: 1.0 - high, high: 1.0 - low })
        } else {
            ("attackers", cell.score)
        };
        (side, format!("{} % ({}: {})", percent(score.value), self.level, percent_range(score)))
    }

    pub(super) fn trend(
        &self,
        trend: &Trend,
        comparison: &Comparison,
        measure: &Measure,
    ) -> String {
        let Trend { rules, strongest, weakest, .. } = trend;
        let by = self.by(comparison);
        match comparison.evidence {
            Evidence::Shown => format!(
                "under {rules}, attackers {} when {strongest} plays itself than when {weakest} \
                 does, {by}{}",
                measure.verb(comparison),
                self.negligible(comparison)
            ),
            Evidence::Suggested => format!(
                "under {rules}, attackers may {} when {strongest} plays itself than when {weakest} \
                 does, {by}; among so many comparisons that can be chance",
                measure.verb(comparison)
            ),
            Evidence::Equivalent => format!(
                "under {rules}, {} changes by less than {} points from {weakest} to {strongest} \
                 ({})",
                measure.noun,
                self.margin,
                self.range(comparison)
            ),
            Evidence::Open => format!(
                "under {rules}, no change of {} with playing strength is shown from {weakest} to \
                 {strongest} ({})",
                measure.noun,
                self.range(comparison)
            ),
            Evidence::Withheld => {
                format!("under {rules}, from {weakest} to {strongest}, {TOO_FEW}")
            }
        }
    }

    pub(super) fn slope(&self, curve: &StrengthCurve) -> String {
        let slope = &curve.slope;
        let each = format!(
            "{} points for each 100 Elo ({})",
            points(slope.difference.value),
            self.range(slope)
        );
        let all = format!("under {}, the attackers' score", curve.rules);
        if slope.equivalence.shown {
            return format!(
                "{all} hardly changes with strength, by {each}: less than {} points over all agents{}",
                self.margin,
                curve.rise.map_or_else(String::new, |rise| format!(" ({})", points_range(rise)))
            );
        }
        match slope.evidence {
            Evidence::Shown => format!("{all} changes with strength by {each}"),
            Evidence::Suggested => format!(
                "{all} may change with strength by {each}; among so many comparisons that can be chance"
            ),
            Evidence::Equivalent | Evidence::Open => {
                format!("{all} is not shown to change with strength: the estimate is {each}")
            }
            Evidence::Withheld => {
                format!("under {}, of the change with strength {TOO_FEW}", curve.rules)
            }
        }
    }

    /// What is said of a change that is no straight line: the agents at its ends, with their scores.
    pub(super) fn crooked(
        &self,
        rules: &str,
        trends: &[&Trend],
        is_flat: bool,
        score: impl Fn(&str) -> Option<Estimate>,
    ) -> String {
        let how = if is_flat { "hardly changes" } else { "does not change steadily" };
        let told: Vec<String> = trends.iter().map(|trend| self.ends(trend, &score)).collect();
        format!("under {rules}, the attackers' score {how} with strength: {}", told.join("; "))
    }

    /// `25.5 % with network:4, 13.9 % with network:64, a change of −11.6 points`.
    fn ends(&self, trend: &Trend, score: impl Fn(&str) -> Option<Estimate>) -> String {
        let Trend { weakest, strongest, score: change, .. } = trend;
        let [low, high] = [weakest, strongest].map(|agent| {
            score(agent).map_or_else(String::new, |score| format!("{} % ", percent(score.value)))
        });
        let by = format!("{} points ({})", points(change.difference.value), self.range(change));
        let said = match change.evidence {
            Evidence::Shown => format!("a change of {by}{}", self.negligible(change)),
            Evidence::Suggested => {
                format!("a change of {by} that among so many comparisons can be chance")
            }
            Evidence::Equivalent => format!("less than {} points apart: {by}", self.margin),
            Evidence::Open => format!("not shown to differ: {by}"),
            Evidence::Withheld => return format!("from {weakest} to {strongest} {TOO_FEW}"),
        };
        format!("{low}with {weakest}, {high}with {strongest}, {said}")
    }

    /// What is added of the agents with networks.
    pub(super) fn learned(&self, line: &Line) -> String {
        let slope = &line.slope;
        let agents = if line.trainings > 1 {
            format!("{} agents with networks, each training at its own height,", line.agents)
        } else {
            format!("{} agents with networks", line.agents)
        };
        let by = format!(
            "among the {agents} {} points for each 100 Elo ({})",
            points(slope.difference.value),
            self.range(slope)
        );
        match slope.evidence {
            Evidence::Shown => by + &self.negligible(slope),
            Evidence::Suggested => format!("{by}, which among so many comparisons can be chance"),
            Evidence::Equivalent => {
                format!("{by}: less than {} points over all of them", self.margin)
            }
            Evidence::Open => format!("{by}, not shown to differ from none"),
            Evidence::Withheld if !line.fits() => {
                format!("no straight line fits the {} alone", agents.trim_end_matches(','))
            }
            Evidence::Withheld => format!("among the agents with networks {TOO_FEW}"),
        }
    }

    pub(super) fn difference(
        &self,
        pair: &RuleDifference,
        comparison: &Comparison,
        measure: &Measure,
    ) -> String {
        let RuleDifference { agent, first, second, .. } = pair;
        // The larger figure goes first, so that the sentence always says "more".
        let (more, less) = if comparison.is_negative() { (second, first) } else { (first, second) };
        let by = self.by(comparison);
        match comparison.evidence {
            Evidence::Shown => format!(
                "attackers {} under {more} than under {less}, {by}, when {agent} plays itself{}",
                measure.more,
                self.negligible(comparison)
            ),
            Evidence::Suggested => format!(
                "attackers may {} under {more} than under {less}, {by}, when {agent} plays itself; \
                 among so many comparisons that can be chance",
                measure.more
            ),
            Evidence::Equivalent => format!(
                "{first} and {second} differ by less than {} points in {} when {agent} plays itself \
                 ({})",
                self.margin,
                measure.noun,
                self.range(comparison)
            ),
            Evidence::Open => format!(
                "no difference between {first} and {second} is shown in {} when {agent} plays itself \
                 ({})",
                measure.noun,
                self.range(comparison)
            ),
            Evidence::Withheld => {
                format!("of {first} and {second} when {agent} plays itself {TOO_FEW}")
            }
        }
    }

    pub(super) fn first_mover(&self, first: &FirstMover) -> String {
        let effect = &first.effect;
        let verb = WINS.verb(effect);
        let by = self.by(effect);
        match effect.evidence {
            Evidence::Shown => format!("attackers {verb} when they move first, {by}"),
            Evidence::Suggested => format!(
                "attackers may {verb} when they move first, {by}; among so many comparisons that \
                 can be chance"
            ),
            Evidence::Equivalent => format!(
                "moving first matters by less than {} points ({})",
                self.margin,
                self.range(effect)
            ),
            Evidence::Open => {
                format!("no effect of moving first is shown ({})", self.range(effect))
            }
            Evidence::Withheld => TOO_FEW.to_owned(),
        }
    }

    /// What would even a rule set.
    pub(super) fn fairness(&self, fairness: &Fairness) -> String {
        let place = place(&fairness.rules, &fairness.agent);
        let handicap =
            fairness.handicap.as_ref().map(|handicap| fair::handicap(handicap, &self.level));
        let bid = fairness.bid.as_ref().map(|bid| fair::bid(bid, &self.level));
        let parts: Vec<String> = handicap.into_iter().chain(bid).collect();
        format!("{place} {}", parts.join("; "))
    }

    /// What is added to a difference that is shown but does not matter.
    fn negligible(&self, comparison: &Comparison) -> String {
        let shown = comparison.equivalence.shown;
        if shown { format!(": less than {} points", self.margin) } else { String::new() }
    }

    /// `by 12.0 points (95 %: 5.1 to 19.2)`: the size of a difference whose sign is told by words.
    fn by(&self, comparison: &Comparison) -> String {
        let size = if comparison.is_negative() {
            comparison.difference.negated()
        } else {
            comparison.difference
        };
        format!("by {} points ({}: {})", percent(size.value), self.level, percent_range(size))
    }

    fn range(&self, comparison: &Comparison) -> String {
        format!("{}: {} points", self.level, points_range(comparison.difference))
    }
}

/// Which games a sentence is about.
fn place(rules: &str, agent: &str) -> String {
    format!("under {rules} with {agent} on both sides")
}

const TOO_FEW: &str = "nothing can be said, because too few of the games are distinct";
