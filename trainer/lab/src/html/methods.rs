//! Terms explained for a newcomer, and the methods with their sources for a referee.

use super::super::findings::MANY_CUT_OFF;
use super::super::svg::escape;
use super::super::text::{counted, plain};
use super::super::{BalanceReport, Looks};
use super::prose;

/// A term, what it means, and how it is computed.
type Entry = (&'static str, &'static str, String);

/// What is told in every report; `{many}` stands for the percentage of cut-off games that is told.
const SAME: [(&str, &str, &str); 8] = [
    (
        "Cut-off games",
        "Games that reached the limit of plies, and imported ones that were broken off. They are counted \
         as draws, but the players did not get there by agreement or repetition, so every table shows \
         them apart.",
        "Where they are more than {many} %, the findings say how far they could move the attackers' \
         share, had all of them been won or all lost.",
    ),
    (
        "b",
        "The balance number that tafl players use: how many games the defenders win for each win \
         of the attackers, as +1.50; or, when the attackers win more, how many they win for each \
         of the defenders, as −1.50. Both +1 and −1 are perfect balance. Draws do not count.",
        "After Aage Nielsen. Its interval is that of the defenders' share of the decided games.",
    ),
    (
        "Elo",
        "The attackers' advantage on the scale of chess ratings: +100 is what a player 100 points \
         stronger would score, about 64 %. In the table of other measures only the bound is \
         given beyond 800.",
        "400 log₁₀(s / (1 − s)) of the attackers' score s.",
    ),
    (
        "Distinct games and openings",
        "Every game draws its opening and all else from a random stream of its own, so a game counts in \
         full even where another one began, or went, the same way. But a score that comes from few lines \
         of play is that of this player, and says little of the game: where too few of the games differ, \
         nothing is claimed.",
        "Nothing is claimed where fewer than half of the games and fewer than a hundred are distinct.",
    ),
    (
        "Strength in Elo",
        "How strong the players are, measured in games against each other and not assumed from how \
         long they think. What the attackers' side is worth is told for each player, between two copies \
         of it: how much of that the rules give and how much the player does, games cannot tell.",
        "One joint model for each rule set: ratings of attack and defence, a side advantage and a draw \
         margin, from games between neighbours with sides swapped on the same openings. The \
         intervals of ratings hold for a number of games that was fixed beforehand.",
    ),
    (
        "Effect of a rule",
        "What changing one rule does depends on the other rules. So the rules in which two rule sets \
         differ are changed one by one in many orders, and a rule's effect is its mean over the orders. \
         The effects add up to the whole difference.",
        "Shapley 1953; interactions of pairs: Grabisch and Roubens 1999. Holm's correction over the \
         rules, and over all pairs.",
    ),
    (
        "Openings and mirror images",
        "A board looks the same in a mirror or turned around. Openings that are images of each other \
         count as one; after a move that is not its own image, only images of the whole sequence do.",
        "The smallest image of the sequence of moves under the symmetries that keep the rules and the \
         starting position. Shares: as in Interval.",
    ),
    (
        "Example games",
        "Chosen by rule: for each result the game of middle length, the shortest and the longest that \
         was not cut off, and, where the player's expectations are recorded, the one whose winner once \
         expected least.",
        "Of equal games the one with the lowest number. The curve below the board is the value of the \
         search's root before each ply.",
    ),
];

/// What an interval and a score are.
fn figures(looks: Looks) -> [Entry; 2] {
    let interval = match looks {
        Looks::Once => (
            "We saw some games, not all that could be played. The interval says how far the truth may \
             lie from what we saw: a 95 % interval is made by a method that catches the truth in 95 of \
             100 such experiments. More games make it narrower: a thousand games leave about three \
             points either way.",
            "Shares: Wilson 1927, and with fewer than five games on one side Clopper and Pearson 1934. \
             Scores with draws: those of the shares won and not lost, put together after Zou and Donner \
             2008. Differences: Newcombe 1998, method 10, and its generalisation by Zou and Donner. \
             Mean lengths: Student.",
        ),
        Looks::Any => (
            "We saw some games, not all that could be played. The interval says how far the truth may \
             lie from what we saw: a 95 % interval is made by a method that never leaves out the truth in \
             95 of 100 such experiments, however often one looks. More games make it narrower: a thousand \
             games leave about five points either way.",
            "Shares, scores and differences of them: confidence sequences by betting (Waudby-Smith and \
             Ramdas 2024). Effects of rules: the mixture of Robbins 1970. Mean lengths and losses: Student, for \
             a number of games that was fixed beforehand.",
        ),
    };
    let score = "The games won and half of the games drawn, per game.";
    [
        ("Interval", interval.0, interval.1.to_owned()),
        (
            "Score",
            "A win counts one, a draw one half. At 50 % the sides are equal.",
            score.to_owned(),
        ),
    ]
}

/// What is called shown, and what balanced.
fn claims(looks: Looks) -> [Entry; 2] {
    let (differ, same) = match looks {
        Looks::Once => (
            "z tests: of a score against one half with the variance around one half, of two figures with \
             the variance of each, to which a win and a loss are added (Agresti and Caffo 2000).",
            "Two one-sided z tests (Schuirmann 1987) with a win and a loss added",
        ),
        Looks::Any => (
            "The chance that a bet against equality would ever have won as much as it did (Ville 1939).",
            "Two bets (Ville 1939), against a figure below the margin and against one above it",
        ),
    };
    [
        (
            "Shown, perhaps, not shown",
            "Who looks at many differences finds some by chance. A difference is called shown only when \
             it stands out among all that this report looks at; perhaps, when it would stand out on \
             its own. Not shown does not mean that there is none: only that these games cannot tell.",
            format!("{differ} Holm's correction 1979 within each kind of comparison."),
        ),
        (
            "Balanced, negligible",
            "A claim of its own, made only when the whole interval lies within the margin around \
             equality. A wide interval around 50 % is not balance, it is ignorance.",
            format!(
                "{same}, each at half of what the confidence leaves over and with Holm's correction; and the \
                 whole interval within the margin."
            ),
        ),
    ]
}

/// All entries of a report.
fn entries(looks: Looks) -> Vec<Entry> {
    let many = plain(MANY_CUT_OFF);
    let same = SAME.map(|(term, meaning, how)| (term, meaning, how.replace("{many}", &many)));
    figures(looks).into_iter().chain(same).chain(claims(looks)).collect()
}

pub(super) fn methods(report: &BalanceReport) -> String {
    let entry = |(term, meaning, method): &Entry| {
        format!(
            "<div>\n<dt>{}</dt>\n<dd>{}</dd>\n<dd class=\"small\">{}</dd>\n</div>\n",
            escape(term),
            prose(meaning),
            prose(method)
        )
    };
    let entries: String = entries(report.options.looks).iter().map(entry).collect();
    let margin = 100.0 * report.options.equivalence;
    format!(
        "<p>All intervals here are {} intervals; the margin of equality is ±{margin:.1} points. {}</p>\n\
         <dl class=\"terms\">\n{entries}</dl>\n",
        escape(&report.options.confidence.label()),
        prose(&looks(report))
    )
}

/// How it was decided that the games are enough.
fn looks(report: &BalanceReport) -> String {
    match (&report.stopping, report.options.looks) {
        (Some(stopping), _) => format!(
            "The games were stopped by their results: they were looked at {} and went on until every \
             interval would be within ±{} points, or until the allowance was spent. Intervals and tests \
             hold for whoever looks again and again.",
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

    fn told(looks: Looks) -> String {
        entries(looks).into_iter().map(|(.., method)| method + " ").collect()
    }

    #[test]
    fn the_methods_told_are_those_in_use() {
        let (once, any) = (told(Looks::Once), told(Looks::Any));
        for fixed in ["Wilson", "Newcombe", "Agresti"] {
            assert!(once.contains(fixed) && !any.contains(fixed), "{fixed}");
        }
        for anytime in ["betting", "Robbins", "Ville"] {
            assert!(any.contains(anytime) && !once.contains(anytime), "{anytime}");
        }
        assert!(once.contains("more than 2 %"), "{once}");
    }
}
