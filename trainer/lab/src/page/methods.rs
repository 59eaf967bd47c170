//! Terms explained for a newcomer, and the methods with their sources for a referee.

use maud::{Markup, html};

use super::facts::Facts;
use super::html::{folded, prose, terms};
use crate::text::{counted, plain};
use crate::{BalanceReport, Looks};

/// A term, what it means, and how it is computed.
type Entry = (&'static str, &'static str, &'static str);

/// Words that newcomers may not know.
const WORDS: [Entry; 6] = [
    ("Ply", "One move by one side.", ""),
    ("Playout", "One step of a search: a line of moves to a new position, which is then judged.", ""),
    (
        "Rollout",
        "A game played to its end by random moves. An agent called “rollouts” judges positions by them. \
         It has learned nothing.",
        "",
    ),
    (
        "Network",
        "A function with many numbers that judges a position. Its policy says how likely each move is to \
         be the best; its value says who will probably win. It has learned the numbers from games. In an \
         agent's name the network stands after @, and the number of playouts a move before it.",
        "",
    ),
    (
        "Draw margin",
        "How close two agents must be for a game to be drawn, in Elo. The larger it is, the more often \
         equal agents draw.",
        "",
    ),
    (
        "Bid",
        "A promise of the defenders that the king escapes within so many plies. If he does not, they \
         lose. It can balance a game in which the defenders have the advantage.",
        "",
    ),
];

/// What every report uses.
const SAME: [Entry; 8] = [
    (
        "Cut-off games",
        "Games that reached the limit of plies, and imported games that were broken off. They count as \
         draws, but the agents did not agree on a draw or repeat positions. So every table shows them \
         apart.",
        "Where they are more than 2 %, the findings say how far they could move the attackers' share of \
         wins, had all of them been won or all lost.",
    ),
    (
        "b",
        "The balance number of tafl. As +1.50 it says how many games the defenders win for each win of \
         the attackers; as −1.50, how many the attackers win for each win of the defenders. Both +1 and \
         −1 are perfect balance. Draws do not count.",
        "After Aage Nielsen. Its interval is that of the defenders' share of the decided games.",
    ),
    (
        "Elo",
        "The scale of chess ratings: an agent 100 points stronger scores about 64 %.",
        "400 log₁₀(s / (1 − s)) of a score s.",
    ),
    (
        "Distinct games",
        "Every game draws its opening and everything else from a random stream of its own, so every game \
         counts. But a score that comes from a few lines of play describes these lines, not the game.",
        "Nothing is claimed where fewer than half of the games and fewer than a hundred are distinct.",
    ),
    (
        "Strength in Elo",
        "How strong the agents are, measured in games against each other. What the attackers' side is \
         worth is given for each agent, between two copies of it. How much of it comes from the rules and \
         how much from the agent, games cannot tell.",
        "One joint model for each rule set: ratings of attack and defence, a side advantage and a draw \
         margin, from games with sides swapped on the same openings. Intervals of ratings hold for a \
         number of games that was fixed beforehand.",
    ),
    (
        "Effect of a rule",
        "What changing one rule does depends on the other rules. So the rules in which two rule sets \
         differ are changed one by one in many orders. A rule's effect is its mean over the orders. The \
         effects add up to the whole difference.",
        "Shapley 1953; interactions of pairs: Grabisch and Roubens 1999. Holm's correction over the \
         rules, and over all pairs.",
    ),
    (
        "Openings and mirror images",
        "A board looks the same in a mirror or turned around. Openings that are images of each other \
         count as one.",
        "The smallest image of the sequence of moves under the symmetries that keep the rules and the \
         starting position.",
    ),
    (
        "Example games",
        "Chosen by rule: for each result the game of middle length; the shortest game, and the longest \
         that was not cut off; and the game whose winner once expected least.",
        "Of equal games the one with the lowest number. The curve below the board is the value of the \
         search's root before each ply.",
    ),
];

const SHOWN: &str = "Among many differences some look large by chance. A difference is called shown only \
    when it stands out among all that this report tests; suggested, when it would stand out on its own. \
    Open does not mean that there is none: these games cannot tell.";
const BALANCED: &str = "A claim of its own, made only when the whole interval lies within the margin around \
    equality. A wide interval around 50 % does not show balance.";

/// Where the number of games was fixed beforehand.
const ONCE: [Entry; 3] = [
    (
        "Interval",
        "How far the truth may lie from what these games show. A 95 % interval is made by a method that \
         catches the truth in 95 of 100 such experiments. More games make it narrower: a thousand games \
         leave about three points either way.",
        "Shares: Wilson 1927, and with fewer than five games on one side Clopper and Pearson 1934. \
         Scores with draws: those of the shares won and not lost, combined after Zou and Donner 2008. \
         Differences: Newcombe 1998, method 10, and its generalisation by Zou and Donner. Mean lengths: \
         Student.",
    ),
    (
        "Shown, suggested, open",
        SHOWN,
        "z tests: of a score against one half with the variance around one half, of two figures with the \
         variance of each, to which a win and a loss are added (Agresti and Caffo 2000). Holm's correction \
         1979 within each kind of comparison.",
    ),
    (
        "Equivalent",
        BALANCED,
        "Two one-sided z tests (Schuirmann 1987) with a win and a loss added, each at half of what the \
         confidence leaves over and with Holm's correction; and the whole interval within the margin.",
    ),
];

/// Where the results were looked at before the games were stopped.
const ANY: [Entry; 3] = [
    (
        "Interval",
        "How far the truth may lie from what these games show. A 95 % interval is made by a method that \
         never leaves out the truth in 95 of 100 such experiments, however often one looks. More games \
         make it narrower: a thousand games leave about five points either way.",
        "Shares, scores and differences of them: confidence sequences by betting (Waudby-Smith and \
         Ramdas 2024). Effects of rules: the mixture of Robbins 1970. Mean lengths and losses: Student, for \
         a number of games that was fixed beforehand.",
    ),
    (
        "Shown, suggested, open",
        SHOWN,
        "The chance that a bet against equality would ever have won as much as it did (Ville 1939). Holm's \
         correction 1979 within each kind of comparison.",
    ),
    (
        "Equivalent",
        BALANCED,
        "Two bets (Ville 1939), against a figure below the margin and against one above it, each at half \
         of what the confidence leaves over and with Holm's correction; and the whole interval within the \
         margin.",
    ),
];

/// The methods that a report uses.
const fn methods_of(looks: Looks) -> &'static [Entry] {
    match looks {
        Looks::Once => &ONCE,
        Looks::Any => &ANY,
    }
}

pub(crate) fn methods(facts: &Facts) -> Markup {
    let report = facts.report;
    let margin = plain(report.options.equivalence);
    let methods = html! {
        p {
            "All intervals are " (report.options.confidence.label()) " intervals. The margin of equality \
             is ±" (margin) " points. " (prose(&looks(report)))
        }
        (terms(methods_of(report.options.looks).iter().chain(&SAME).copied()))
    };
    html! {
        (terms(WORDS))
        (folded("Interval, Elo, shown: what they mean and how they are computed", &methods))
    }
}

/// How it was decided that the games are enough.
fn looks(report: &BalanceReport) -> String {
    match (&report.stopping, report.options.looks) {
        (Some(stopping), _) => format!(
            "The games were stopped by their results: they were looked at {}, and went on until every \
             interval was within ±{} points or the allowance was spent. Intervals and tests hold however \
             often one looks.",
            counted(u64::from(stopping.looks), "time", "times"),
            plain(stopping.precision)
        ),
        (None, Looks::Any) => "Intervals and tests hold however often the results were looked at \
                               before the games were stopped."
            .to_owned(),
        (None, Looks::Once) => {
            "The number of games was fixed before the first of them was played.".to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_methods_named_are_those_in_use() {
        let text = |looks| methods_of(looks).iter().map(|entry| entry.2).collect::<String>();
        let (once, any) = (text(Looks::Once), text(Looks::Any));
        for fixed in ["Wilson", "Newcombe", "Agresti"] {
            assert!(once.contains(fixed) && !any.contains(fixed), "{fixed}");
        }
        for anytime in ["betting", "Robbins", "Ville"] {
            assert!(any.contains(anytime) && !once.contains(anytime), "{anytime}");
        }
        let cut_off = plain(crate::findings::MANY_CUT_OFF);
        assert!(SAME[0].2.contains(&format!("more than {cut_off} %")));
    }
}
