//! The claim of 1855: beginners favour the defenders, experts are even.

use super::players::Players;
use super::{
    Claim, OUT_OF_ORDER, Part, Verdict, attackers_score, favours, is_even, is_in_order, listed,
    shift,
};
use crate::text::plain;
use crate::{BalanceReport, CellReport, Trend};

const RULES: &str = "imperial-contest";

/// The verdict; `None` where the rule set was not played.
pub(super) fn judge(report: &BalanceReport) -> Option<Claim> {
    let players = Players::of(report, RULES)?;
    // Who never learned is a beginner in any order; who is the strongest is a matter of it.
    let experts = if is_in_order(report, RULES) { experts(&players) } else { out_of_order() };
    let parts = vec![beginners(&players), experts];
    let text = format!(
        "Of the claim of 1855 on Imperial Contest, that the defenders have the advantage among \
         beginners {}; that experts are even {}",
        parts[0].text, parts[1].text
    );
    Some(Claim {
        name: "sunday-times-1855".to_owned(),
        source: "The Sunday Times, London, 1855, on Imperial Contest, in our words".to_owned(),
        statement: "Between unskilled players the advantage is with the Russians (the defenders); \
                    as experience grows the parties become well balanced."
            .to_owned(),
        question: "Was the press of 1855 right about Imperial Contest?".to_owned(),
        rules: RULES.to_owned(),
        verdict: together(&parts),
        test: test(&plain(report.options.equivalence)),
        figures: players.all.iter().map(|cell| attackers_score(cell)).collect(),
        parts,
        text,
    })
}

fn test(margin: &str) -> String {
    format!(
        "Beginners are the agents that never learned (random moves, rollouts), which may play otherwise \
         than people who begin: the first part is supported when each of them is shown to favour the \
         defenders, contradicted when each is shown to favour the attackers. Only the strongest agents \
         of networks may be experts, and networks of at least two trainings have to agree: the second \
         part is supported when each is shown to be balanced within ±{margin} points (two one-sided \
         tests), contradicted when each is shown to favour the attackers or is farther from balance than \
         every beginner, beyond all intervals. Who is shown to be within ±{margin} points favours neither \
         side. Open otherwise: an agent that is not even may not be an expert. All after Holm's \
         correction, and for games with the opening of this report. The second part is open, too, where \
         games between the agents of one network contradict the order in which they were given. \
         Networks that agree say little of further trainings. The claim is supported when both parts \
         are, and contradicted when one is."
    )
}

/// The verdict on a claim that is true when all of its parts are.
fn together(parts: &[Part]) -> Verdict {
    let is = |verdict| move |part: &Part| part.verdict == verdict;
    if parts.iter().any(is(Verdict::Contradicted)) {
        Verdict::Contradicted
    } else if parts.iter().all(is(Verdict::Supported)) {
        Verdict::Supported
    } else {
        Verdict::Open
    }
}

/// On what a word about beginners rests.
const IF_BEGINNERS: &str =
    ", if players who move at random or judge by random games stand for beginners";

fn beginners(players: &Players<'_>) -> Part {
    let all = &players.beginners;
    let each = |test: fn(&CellReport) -> bool| !all.is_empty() && all.iter().all(|cell| test(cell));
    let (verdict, text) = if each(|cell| favours(cell, -1.0)) {
        (Verdict::Supported, format!("is supported{IF_BEGINNERS} ({})", listed(all)))
    } else if each(|cell| favours(cell, 1.0)) {
        (Verdict::Contradicted, format!("is contradicted{IF_BEGINNERS} ({})", listed(all)))
    } else if all.is_empty() {
        (Verdict::Open, "is open: no agent played that never learned".to_owned())
    } else {
        (Verdict::Open, format!("is open: not all of them are shown to do so ({})", listed(all)))
    };
    let statement = "Between unskilled players the defenders have the advantage.".to_owned();
    Part { statement, verdict, text }
}

fn experts(players: &Players<'_>) -> Part {
    let all = &players.champions;
    let each = |test: &dyn Fn(&CellReport) -> bool| all.iter().all(|cell| test(cell));
    let drift =
        |cell: &CellReport| players.beginners.iter().all(|beginner| is_farther(cell, beginner));
    let scores = listed(all);
    let (verdict, text) = if let Some(lacking) = players.lacking() {
        let scores = if all.is_empty() { String::new() } else { format!(" ({scores})") };
        (Verdict::Open, format!("is open: {lacking}{scores}"))
    } else if each(&is_even) {
        (Verdict::Supported, format!("is supported by the strongest networks ({scores})"))
    } else if each(&|cell| favours(cell, 1.0)) {
        let text =
            format!("is contradicted: the strongest networks favour the attackers ({scores})");
        (Verdict::Contradicted, text)
    } else if !players.beginners.is_empty() && each(&drift) {
        let text = format!(
            "is contradicted: the strongest networks are farther from balance than beginners \
             ({scores})"
        );
        (Verdict::Contradicted, text)
    } else if each(&|cell| favours(cell, -1.0)) {
        let text = format!(
            "is open: the strongest networks still favour the defenders and may not be experts \
             ({scores})"
        );
        (Verdict::Open, text + &leaving(players))
    } else {
        let text = format!("is open: not every strongest network is shown to be even ({scores})");
        (Verdict::Open, text + &leaving(players))
    };
    of_experts(verdict, text)
}

fn out_of_order() -> Part {
    of_experts(Verdict::Open, format!("is open{OUT_OF_ORDER}"))
}

fn of_experts(verdict: Verdict, text: String) -> Part {
    let statement = "Between experienced players the sides are balanced.".to_owned();
    Part { statement, verdict, text }
}

/// What is added where networks move away from balance as they get stronger: which do, and which are
/// not shown to.
fn leaving(players: &Players<'_>) -> String {
    let distance = |agent: &str| {
        let cell = players.all.iter().find(|cell| cell.agent == agent);
        cell.map_or(0.0, |cell| (cell.score.value - 0.5).abs())
    };
    let leaves = |trend: &&&Trend| {
        shift(&trend.score) && distance(&trend.strongest) > distance(&trend.weakest)
    };
    let (moved, others): (Vec<&Trend>, Vec<&Trend>) =
        players.trends.iter().partition(|trend| leaves(trend));
    if moved.is_empty() {
        return String::new();
    }
    let ends = players.ends(&moved);
    let text = format!(
        "; the attackers' score moves away from balance as a network gets stronger, {ends}"
    );
    if others.is_empty() {
        return text;
    }
    format!("{text}, which is not shown {}", players.ends(&others))
}

/// Whether an agent is farther from balance than another, whatever the chance in both.
fn is_farther(far: &CellReport, near: &CellReport) -> bool {
    let [a, b] = [far, near].map(|cell| cell.advantage.difference);
    let least = a.low.max(-a.high).max(0.0);
    let most = b.high.max(-b.low);
    far.is_reliable() && near.is_reliable() && least > most
}

#[cfg(test)]
mod tests {
    use imperial_data::GameResult;

    use super::super::super::tests::{cell, games};
    use super::super::super::{BalanceReport, MatchGame, Material, Options};
    use super::super::tests::{judged, network, random};
    use super::*;

    /// The claim when the attackers win so many of 2000 games with random moves and with the
    /// strongest agents of two networks.
    fn of(beginner: u64, experts: [u64; 2]) -> Claim {
        let [one, two] = experts;
        judged(RULES, &[(random(), beginner), (network(1, "a"), one), (network(2, "b"), two)])
    }

    fn verdicts(claim: &Claim) -> Vec<Verdict> {
        claim.parts.iter().map(|part| part.verdict).collect()
    }

    #[test]
    fn each_part_has_its_own_verdict() {
        use Verdict::{Contradicted, Open, Supported};
        for (beginner, experts, parts, whole) in [
            (100, [1000, 1010], [Supported, Supported], Supported),
            (100, [700, 700], [Supported, Open], Open),
            (100, [1000, 700], [Supported, Open], Open),
            (980, [1000, 1000], [Open, Supported], Open),
            (1500, [1000, 1000], [Contradicted, Supported], Contradicted),
            (100, [1400, 1500], [Supported, Contradicted], Contradicted),
            (100, [1400, 1000], [Supported, Open], Open),
            (700, [100, 110], [Supported, Contradicted], Contradicted),
            (700, [100, 1000], [Supported, Open], Open),
        ] {
            let claim = of(beginner, experts);
            assert_eq!(verdicts(&claim), parts, "{beginner} {experts:?}: {}", claim.text);
            assert_eq!(claim.verdict, whole, "{beginner} {experts:?}");
        }
    }

    #[test]
    fn networks_of_one_training_are_no_word_on_experts() {
        let agents = [(random(), 100), (network(1, "a"), 1000), (network(2, "a"), 1000)];
        let claim = judged(RULES, &agents);
        assert_eq!(verdicts(&claim), [Verdict::Supported, Verdict::Open]);
        assert!(claim.text.contains("one network is not enough"), "{}", claim.text);
        let claim = judged(RULES, &[(network(1, "a"), 1000), (network(2, "b"), 1000)]);
        assert_eq!(verdicts(&claim), [Verdict::Open, Verdict::Supported]);
        assert!(claim.text.contains("no agent played that never learned"), "{}", claim.text);
    }

    #[test]
    fn networks_that_move_away_from_balance_are_told() {
        let agents = [
            (random(), 100),
            (network(1, "a"), 800),
            (network(2, "b"), 500),
            (network(3, "a"), 400),
        ];
        let claim = judged(RULES, &agents);
        assert!(
            claim.text.contains(
                "moves away from balance as a network gets stronger, from a-1 40.0 % (37.9 to 42.2) to \
                 a-3 20.0 %"
            ),
            "{}",
            claim.text
        );
        assert!(!of(100, [700, 800]).text.contains("moves away"));
        let both = judged(RULES, &[&agents[..], &[(network(4, "b"), 510)]].concat());
        assert!(
            both.text.contains("(18.3 to 21.8), which is not shown from b-2 25.0 %"),
            "{}",
            both.text
        );
    }

    #[test]
    fn agents_of_a_network_in_the_wrong_order_decide_nothing_about_experts() {
        let claim = contradicted("b");
        assert_eq!(verdicts(&claim), [Verdict::Supported, Verdict::Open]);
        assert_eq!(claim.verdict, Verdict::Open);
        assert!(claim.text.ends_with("contradict the order in which they were given"));
        // Which of two networks is the stronger one is no matter of experts.
        assert_eq!(verdicts(&contradicted("a")), [Verdict::Supported; 2]);
    }

    /// The claim when the agent b-1 wins every game against an even one of `network` that was given as
    /// stronger; all agents with networks are even.
    fn contradicted(other: &str) -> Claim {
        let agents = [
            (random(), 100),
            (network(1, "b"), 1000),
            (network(2, other), 1000),
            (network(3, "a"), 1000),
            (network(4, "b"), 1000),
        ];
        let cells = agents
            .iter()
            .map(|(agent, wins)| cell(RULES, agent.clone(), games(*wins, 0, 0, 2000 - wins)));
        let other = format!("{other}-2");
        let game = |number: u64| {
            let seats = [["b-1", &other], [&other, "b-1"]][(number % 2) as usize];
            MatchGame {
                rules: RULES.to_owned(),
                attackers: seats[0].to_owned(),
                defenders: seats[1].to_owned(),
                opening: number / 2,
                result: [GameResult::Attackers, GameResult::Defenders][(number % 2) as usize],
            }
        };
        let cells = cells.collect();
        let matches = (0..40).map(game).collect();
        let material = Material { cells, matches, ..Material::default() };
        let options = Options { resamples: 400, ..Options::default() };
        BalanceReport::of(material, &options).claims.remove(0)
    }

    #[test]
    fn the_claim_has_its_figures() {
        let claim = of(100, [700, 700]);
        assert_eq!(claim.figures.len(), 3);
        assert!(
            claim.text.contains("beginners is supported, if players who move at random or judge by random games stand \
                 for beginners (random 5.0 %")
                && claim.text.contains("may not be experts (a-1 35.0 %"),
            "{}",
            claim.text
        );
    }
}
