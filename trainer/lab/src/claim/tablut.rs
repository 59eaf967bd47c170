//! The question of arXiv 2604.05476: attackers won 65 % of Tablut to the corners; is it the rules?

use super::players::Players;
use super::{
    Claim, Figure, OUT_OF_ORDER, Verdict, attackers_score, favours, is_even, is_in_order, listed,
    shift,
};
use crate::text::{plain, points, points_range};
use crate::{BalanceReport, CellReport, Comparison, Evidence, StrengthCurve, Trend};

const RULES: &str = "tablut-corner";

/// The verdict; `None` where the rule set was not played.
pub(super) fn judge(report: &BalanceReport) -> Option<Claim> {
    let players = Players::of(report, RULES)?;
    let curve = report.curves.iter().find(|curve| curve.rules == RULES);
    let slope = curve.and_then(|curve| curve.learned.as_ref()).map(|line| &line.slope);
    let side = curve.and_then(StrengthCurve::strongest).and_then(|point| {
        let name =
            format!("side advantage of the attackers between two copies of {}, Elo", point.agent);
        Some(Figure { name, estimate: point.side_advantage? })
    });
    let margin = report.options.equivalence;
    let (verdict, word) = if is_in_order(report, RULES) {
        verdict(&players, slope, margin)
    } else {
        (Verdict::Open, format!("open{OUT_OF_ORDER}"))
    };
    Some(Claim {
        name: "tablut-corner-2026".to_owned(),
        source: "arXiv 2604.05476 (2026), AlphaZero on Tablut, in our words".to_owned(),
        statement: "Attackers won 65 % of the games of the strongest network.".to_owned(),
        question: "Do the rules make the attackers win Tablut to the corners, or does skill?"
            .to_owned(),
        rules: RULES.to_owned(),
        verdict,
        test: test(&plain(margin)),
        figures: players.all.iter().map(|cell| attackers_score(cell)).chain(side).collect(),
        parts: Vec::new(),
        text: format!(
            "Whether rules or skill made the attackers win 65 % of Tablut to the corners in 2026, \
             judged by games with the opening of this report: {word}"
        ),
    })
}

fn test(margin: &str) -> String {
    format!(
        "If the rules are the cause, and not that defence is harder to learn, better players do not lose \
         the advantage. Only agents that have learned count, and networks of at least two trainings \
         have to agree. Supported (the rules) when the strongest agent of each network is shown to \
         favour the attackers, and the attackers' score does not fall as a network gets stronger: for \
         each network that played at more than one strength a fall of {margin} points or more from its \
         weakest agent to its strongest is ruled out by the interval, and no fall that matters is \
         shown, neither so nor by the line through the networks. Contradicted (skill) when the \
         strongest agent of each network is shown to be balanced or to favour the defenders. Open \
         otherwise, and where games between the agents of one network contradict the order in which \
         they were given. Agents that never learned, such as random moves, say nothing of skill and do \
         not count. All of this is so for games with the opening of this report; from another the score \
         may rise where it falls from this one. Networks that agree say little of further trainings."
    )
}

/// The verdict and its reasons; `slope` is that of the line through the networks.
fn verdict(players: &Players<'_>, slope: Option<&Comparison>, margin: f64) -> (Verdict, String) {
    let all = &players.champions;
    if let Some(lacking) = players.lacking() {
        return (Verdict::Open, format!("open, because {lacking}{}", scores(all)));
    }
    if all.iter().all(|cell| is_even(cell) || favours(cell, -1.0)) {
        let word = "skill: the strongest networks have no such advantage";
        return (Verdict::Contradicted, format!("{word}{}", scores(all)));
    }
    let mut reasons: Vec<String> = doubt(all).into_iter().collect();
    reasons.extend(falls(players, slope, margin));
    if reasons.is_empty() {
        let ends = players.ends(&players.trends);
        let word = format!("the rules: networks keep the advantage as they get stronger, {ends}");
        (Verdict::Supported, format!("{word}; the strongest of each: {}", listed(all)))
    } else {
        let word = format!("open, because {}", reasons.join("; and "));
        let scores = format!("their score with the strongest of each network: {}", listed(all));
        (Verdict::Open, format!("{word}; {scores}"))
    }
}

/// ` (network:64@a 58.3 % (55.2 to 61.3))`, or nothing.
fn scores(cells: &[&CellReport]) -> String {
    if cells.is_empty() { String::new() } else { format!(" ({})", listed(cells)) }
}

/// Which of the strongest networks are not shown to favour the attackers.
fn doubt(champions: &[&CellReport]) -> Option<String> {
    let doubtful = champions.iter().filter(|cell| !favours(cell, 1.0));
    let names: Vec<&str> = doubtful.map(|cell| cell.agent.as_str()).collect();
    (!names.is_empty())
        .then(|| format!("the attackers are not shown to be ahead with {}", names.join(", ")))
}

/// Why the attackers' score may fall as a network gets stronger.
fn falls(players: &Players<'_>, slope: Option<&Comparison>, margin: f64) -> Vec<String> {
    let falls = |change: &Comparison| shift(change) && change.is_negative();
    if players.trends.is_empty() {
        return vec!["no network played at more than one strength".to_owned()];
    }
    let (fallen, others): (Vec<&Trend>, Vec<&Trend>) =
        players.trends.iter().partition(|trend| falls(&trend.score));
    let mut reasons = Vec::new();
    if !fallen.is_empty() {
        let ends = players.ends(&fallen);
        reasons.push(format!("the attackers' score falls as a network gets stronger, {ends}"));
    } else if let Some(slope) = slope.filter(|slope| falls(slope)) {
        let (by, range) = (points(slope.difference.value), points_range(slope.difference));
        reasons.push(format!(
            "the attackers' score changes by {by} points ({range}) for each 100 Elo of the networks"
        ));
    }
    reasons.extend(others.into_iter().filter_map(|trend| vague(trend, margin)));
    reasons
}

/// What is said of a network whose score may fall all the same.
fn vague(trend: &Trend, margin: f64) -> Option<String> {
    let Trend { weakest, strongest, score, .. } = trend;
    let is_kept = score.difference.low > -margin && score.evidence != Evidence::Withheld;
    (!is_kept).then(|| {
        format!(
            "a fall of {} points from {weakest} to {strongest} is not ruled out ({} points)",
            plain(margin),
            points_range(score.difference)
        )
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{judged, network, random};
    use super::*;
    use crate::AgentLabel;

    /// The claim when the attackers win so many of 2000 games with a network at two strengths and
    /// with a stronger one of another training.
    fn of(weaker: u64, stronger: u64, other: u64) -> Claim {
        let agents = [(random(), 1000), (network(1, "a"), weaker), (network(2, "a"), stronger)];
        judged(RULES, &[&agents[..], &[(network(3, "b"), other)]].concat())
    }

    #[test]
    fn networks_of_two_trainings_have_to_agree() {
        assert_eq!(of(1300, 1300, 1300).verdict, Verdict::Supported);
        assert_eq!(of(1000, 1300, 1350).verdict, Verdict::Supported);
        assert_eq!(of(1300, 1000, 800).verdict, Verdict::Contradicted);
        let apart = of(1300, 1000, 1300);
        assert_eq!(apart.verdict, Verdict::Open);
        assert!(apart.text.contains("not shown to be ahead with a-2;"), "{}", apart.text);
    }

    #[test]
    fn a_falling_score_leaves_it_open() {
        let fallen = of(1900, 1300, 1300);
        assert_eq!(fallen.verdict, Verdict::Open);
        assert!(
            fallen.text.contains("falls as a network gets stronger, from a-1 95.0 %"),
            "{}",
            fallen.text
        );
        // A fall of 2.25 points, which may be one of 5.2.
        let vague = of(1345, 1300, 1300);
        assert_eq!(vague.verdict, Verdict::Open);
        assert!(
            vague.text.contains("a fall of 5 points from a-1 to a-2 is not ruled out"),
            "{}",
            vague.text
        );
    }

    #[test]
    fn what_another_network_scores_is_no_fall() {
        // Each network keeps its score; the stronger one has a lower one all along.
        let agents = [
            (network(1, "a"), 1800),
            (network(2, "a"), 1800),
            (network(3, "b"), 1400),
            (network(4, "b"), 1400),
        ];
        let claim = judged(RULES, &agents);
        assert_eq!(claim.verdict, Verdict::Supported, "{}", claim.text);
        for ends in ["from a-1 90.0 %", "and from b-3 70.0 %"] {
            assert!(claim.text.contains(ends), "{}", claim.text);
        }
        // One network's fall is enough, whatever the other does.
        let fallen =
            [agents[0].clone(), (network(2, "a"), 1600), agents[2].clone(), agents[3].clone()];
        let claim = judged(RULES, &fallen);
        assert_eq!(claim.verdict, Verdict::Open, "{}", claim.text);
        assert!(claim.text.contains("stronger, from a-1 90.0 %"), "{}", claim.text);
        assert!(!claim.text.contains("from b-3"), "{}", claim.text);
    }

    #[test]
    fn champions_that_change_places_change_no_verdict() {
        // The strongest agents of two networks, with the numbers that they have in the list.
        let given = |[a, b]: [u32; 2], wins: [u64; 4]| {
            let champion = |strength, name: &str| AgentLabel { strength, ..network(9, name) };
            let agents = [
                (network(1, "a"), wins[0]),
                (network(2, "b"), wins[1]),
                (champion(a, "a"), wins[2]),
                (champion(b, "b"), wins[3]),
            ];
            judged(RULES, &agents)
        };
        for wins in [[1800, 1700, 1690, 1800], [1700, 1700, 1700, 1720], [1100, 1100, 900, 980]] {
            let [one, other] = [[3, 4], [4, 3]].map(|places| given(places, wins));
            assert_eq!(one.verdict, other.verdict, "{}\n{}", one.text, other.text);
        }
        assert_eq!(given([3, 4], [1800, 1700, 1690, 1800]).verdict, Verdict::Open);
        assert_eq!(given([3, 4], [1700, 1700, 1700, 1720]).verdict, Verdict::Supported);
    }

    #[test]
    fn who_never_learned_says_nothing_of_skill() {
        let rising = [(random(), 200), (network(1, "a"), 1800), (network(2, "a"), 1300)];
        let claim = judged(RULES, &[&rising[..], &[(network(3, "b"), 1300)]].concat());
        assert_eq!(claim.verdict, Verdict::Open, "{}", claim.text);
    }

    #[test]
    fn one_training_or_one_strength_is_not_enough() {
        let alone = judged(RULES, &[(network(1, "a"), 1300), (network(2, "a"), 1300)]);
        assert_eq!(alone.verdict, Verdict::Open);
        assert!(alone.text.contains("one network is not enough"), "{}", alone.text);
        let flat = judged(RULES, &[(network(1, "a"), 1300), (network(2, "b"), 1300)]);
        assert!(flat.text.contains("at more than one strength"), "{}", flat.text);
        let none = judged(RULES, &[(random(), 1300)]);
        assert!(none.text.ends_with("open, because no network played"), "{}", none.text);
    }
}
