//! Terms explained for a newcomer, and the methods with their sources for a referee.

use super::super::svg::escape;
use super::super::text::{counted, plain};
use super::super::verdict::MANY_CUT_OFF;
use super::super::{BalanceReport, Looks};
use super::prose;

/// A term, what it means, and how it is computed; `{many}` stands for the percentage of cut-off games
/// that is told.
type Entry = (&'static str, &'static str, &'static str);

const ENTRIES: &[Entry] = &[
    (
        "Interval",
        "We saw some games, not all that could be played. The interval says how far the truth may \
         lie from what we saw: a 95 % interval is made by a method that catches the truth in 95 of \
         100 such experiments. More games make it narrower: a thousand games leave about three \
         points either way.",
        "Shares: Wilson 1927, and with fewer than five games on one side Clopper and Pearson 1934. \
         Differences: Newcombe 1998, method 10, and its generalisation by Zou and Donner 2008. \
         Scores with draws: the same of the shares won and not lost. Mean lengths: Student.",
    ),
    (
        "Score",
        "A win counts one, a draw one half. At 50 % the sides are equal.",
        "The mean of the shares of games won and not lost. With fewer than twenty openings each \
         opening counts as one game, so that the interval errs on the wide side.",
    ),
    (
        "Cut-off games",
        "Games that reached the limit of plies. By the rule of the limit they are draws, but the \
         players did not get there by agreement or repetition, so every table shows them apart.",
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
        "A thousand copies of one game tell as much as one game. Where too few of the games differ, \
         nothing is claimed. Games that started from the same opening resemble each other; they \
         count for less than games from different ones.",
        "Nothing is claimed where fewer than half of the games and fewer than a hundred are \
         distinct. Shared openings: design effect of Rao and Scott 1992 for shares, resampling \
         whole openings for scores.",
    ),
    (
        "Shown, perhaps, not shown",
        "Who looks at many differences finds some by chance. A difference is called shown only when \
         it stands out among all that this report looks at; perhaps, when it would stand out on \
         its own. Not shown does not mean that there is none: only that these games cannot tell.",
        "z tests with pooled variance; Holm's correction 1979 within each kind of comparison.",
    ),
    (
        "Strength in Elo",
        "How strong the players are, measured in games against each other and not assumed from how \
         long they think. What the attackers' side is worth is told for each player, between two copies \
         of it: how much of that the rules give and how much the player does, games cannot tell.",
        "One joint model for each rule set: ratings of attack and defence, a side advantage and a draw \
         margin, from games between neighbours with sides swapped on the same openings. A straight line \
         over Elo is told only where it fits (chi-square, errors in both directions, p of 0.01 or more).",
    ),
    (
        "Effect of a rule",
        "What changing one rule does depends on the other rules. So the rules in which two rule sets \
         differ are changed one by one in many orders, and a rule's effect is its mean over the orders. \
         The effects add up to the whole difference.",
        "Shapley 1953; interactions of pairs: Grabisch and Roubens 1999. Holm's correction over the \
         rules.",
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
    (
        "Balanced, negligible",
        "A claim of its own, made only when the whole interval lies within the margin around \
         equality. A wide interval around 50 % is not balance, it is ignorance.",
        "The whole interval within the margin: two one-sided tests, each at half of what the \
         confidence leaves over.",
    ),
];

pub(super) fn methods(report: &BalanceReport) -> String {
    let many = plain(MANY_CUT_OFF);
    let entry = |(term, meaning, method): &Entry| {
        format!(
            "<div>\n<dt>{}</dt>\n<dd>{}</dd>\n<dd class=\"small\">{}</dd>\n</div>\n",
            escape(term),
            prose(meaning),
            prose(&method.replace("{many}", &many))
        )
    };
    let entries: String = ENTRIES.iter().map(entry).collect();
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
