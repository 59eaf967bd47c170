//! What a search found and how a game ended, in words.

use imperial_engine::search::{Proof, SearchResult};
use imperial_engine::{Advantage, Cause, Game, Naming, Outcome, Side, SideName};
use imperial_stats::Calibration;

/// What `side` can expect, as the end of a sentence that begins with its `name`: `expect to score 54 %`. `calibration`
/// is that of the agent that searched; without one nobody knows the score, and the search's own value is named.
pub fn expectation<M>(
    result: &SearchResult<M>,
    side: Side,
    name: SideName<'_>,
    calibration: Option<Calibration>,
) -> String {
    name.verb(&expectation_of_many(result, side, calibration))
}

fn expectation_of_many<M>(
    result: &SearchResult<M>,
    side: Side,
    calibration: Option<Calibration>,
) -> String {
    match (result.proof, calibration) {
        (None, None) => {
            format!("have a search value of {:+.2}", result.value.seen_by(side).0)
        }
        (None, Some(calibration)) => {
            let expected = Advantage(calibration.expected(result.value.0));
            let score = (expected.seen_by(side).0 + 1.0) * 50.0;
            format!("expect to score {score:.0} %")
        }
        (Some(Proof { winner: None, .. }), _) => "can force a draw, but no more".to_owned(),
        (Some(proof), _) => {
            let verb = if proof.is_won_by(side) { "win" } else { "lose" };
            let ply = if proof.plies == 1 { "ply" } else { "plies" };
            format!("{verb} by force within {} {ply}", proof.plies)
        }
    }
}

/// How a game ended, as a sentence.
pub fn ending(game: &impl Game, outcome: Outcome) -> String {
    let result = match outcome.winner {
        Some(side) => game.side_name(side).sentence("win"),
        None => "The game is drawn".to_owned(),
    };
    format!("{result}: {}.", reason(game, outcome.cause))
}

fn reason(game: &impl Game, cause: Cause) -> String {
    let plain = match cause {
        Cause::FewGone => return game.side_name(Side::Defenders).gone(),
        Cause::Captures => return captured(game.side_name(Side::Attackers)),
        Cause::KingEscaped => "the king has escaped",
        Cause::KingCaptured => "the king is captured",
        Cause::TwoRoads => "two roads are open to the king",
        Cause::ExitFort => "the king has an exit fort",
        Cause::Encircled => "the defenders are encircled",
        Cause::Stuck => "the side to move has no legal move",
        Cause::Repetition => "the position was repeated as often as the rules allow",
        Cause::QuietLimit => "nothing was captured for too long",
        Cause::PlyLimit => "the longest game that the rules allow was played",
        Cause::Line => "the line is complete",
        Cause::BoardFull => "the board is full",
        Cause::Goal => "the goal is reached",
        Cause::LeaderTaken => "the leader is taken",
        Cause::LeaderAlone => "the leader is the only piece left",
        Cause::Checkmate => "checkmate",
        Cause::ImperialsGone => "no imperial piece is left",
        Cause::Given => "so the players ended it",
        Cause::Unfinished => "it was broken off",
    };
    plain.to_owned()
}

/// That enough of a side is captured.
fn captured(side: SideName<'_>) -> String {
    match side.naming {
        Naming::One => format!("{} is captured", side.the()),
        Naming::Many | Naming::Player => format!("enough of {} are captured", side.pieces()),
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog::AnyGame;
    use imperial_engine::with_game;

    use super::*;

    #[test]
    fn the_winner_is_called_as_players_do() {
        for (rules, winner, cause, told) in [
            (
                "brandubh",
                Side::Defenders,
                Cause::KingEscaped,
                "The defenders win: the king has escaped.",
            ),
            (
                "fox-and-geese",
                Side::Defenders,
                Cause::Captures,
                "The fox wins: enough of the geese are captured.",
            ),
            (
                "fox-and-geese",
                Side::Attackers,
                Cause::Stuck,
                "The geese win: the side to move has no legal move.",
            ),
            (
                "halatafl",
                Side::Defenders,
                Cause::Captures,
                "The foxes win: enough of the sheep are captured.",
            ),
            ("fox-and-geese", Side::Attackers, Cause::FewGone, "The geese win: the fox is gone."),
            ("imperial-chess", Side::Attackers, Cause::Checkmate, "White wins: checkmate."),
            ("maharajah", Side::Attackers, Cause::Checkmate, "The Maharajah wins: checkmate."),
            ("maharajah", Side::Defenders, Cause::Checkmate, "The Sepoys win: checkmate."),
            ("dablot", Side::Defenders, Cause::LeaderTaken, "The Sami win: the leader is taken."),
            ("connect-four", Side::Defenders, Cause::Line, "Red wins: the line is complete."),
            ("tic-tac-toe", Side::Attackers, Cause::Line, "The crosses win: the line is complete."),
        ] {
            let game = AnyGame::by_name(rules).expect("embedded");
            let outcome = Outcome::win(winner, cause);
            assert_eq!(with_game!(&game, |game| ending(game, outcome)), told, "{rules}");
        }
    }
}
