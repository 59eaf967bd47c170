//! What would even a game, in clauses.

use imperial_engine::Side;

use super::super::text::percent;
use super::super::{Bid, Handicap};

/// What the handicap says, with its interval at `level`: `95 %`.
pub(super) fn handicap(handicap: &Handicap, level: &str) -> String {
    let [side, other] = match handicap.weakened {
        Side::Attackers => ["attackers", "defenders"],
        Side::Defenders => ["defenders", "attackers"],
    };
    match handicap.ratio {
        Some(ratio) => format!(
            "the game would be even if the {side} had {} % of the {other}' playouts ({level}: {} to {})",
            percent(ratio.value),
            percent(ratio.low),
            percent(ratio.high)
        ),
        None => format!(
            "no handicap that was played evens the game: the {side} are ahead with {} of {} playouts",
            handicap.points.first().map_or(handicap.playouts, |point| point.playouts),
            handicap.playouts
        ),
    }
}

/// What the bid says, with its interval at `level`: `95 %`.
pub(super) fn bid(bid: &Bid, level: &str) -> String {
    let made = if bid.played {
        "read off games that were played with the bid"
    } else {
        "read off games that were played without the bid"
    };
    let Some(plies) = bid.plies else {
        return format!(
            "no bid for the king evens the game, since the defenders win less than half of the games even \
             without one ({made})"
        );
    };
    let range = match (bid.low, bid.high) {
        (Some(low), Some(high)) => format!("{level}: {low} to {high}; "),
        (Some(low), None) => format!("{level}: at least {low}; "),
        _ => String::new(),
    };
    format!("the game would be even if the king had to escape within {plies} plies ({range}{made})")
}
