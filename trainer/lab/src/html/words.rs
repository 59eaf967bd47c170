//! The words of the page that newcomers may not know.

use super::super::svg::escape;
use super::prose;

/// A word and what it means.
const WORDS: &[(&str, &str)] = &[
    ("Ply", "One move by one side."),
    (
        "Playout",
        "One look ahead of a search: a line of moves from the position to one that is judged anew.",
    ),
    (
        "Rollout",
        "A game played to its end by random moves. A player called “rollouts” judges positions by them; it \
         has learned nothing.",
    ),
    (
        "Network",
        "A function with many numbers that judges a position in two ways: its policy says how likely \
         each move is to be the best, its value who will probably win. It has learned the numbers from games. \
         A name after @ says which network a player has, the number before it how many playouts a move.",
    ),
    (
        "Draw margin",
        "How close two players must be for a game to end in a draw, in Elo: the larger it is, the more \
         often equal players draw.",
    ),
    (
        "Bid",
        "A promise of the defenders to let the king escape within so many plies, or else to lose: a way \
         to make a game even in which they are ahead.",
    ),
];

/// The words with their meanings.
pub(super) fn words() -> String {
    let entry = |(word, meaning): &(&str, &str)| {
        format!("<div>\n<dt>{}</dt>\n<dd>{}</dd>\n</div>\n", escape(word), prose(meaning))
    };
    let entries: String = WORDS.iter().map(entry).collect();
    format!("<dl class=\"terms\">\n{entries}</dl>\n")
}
