//! How a game record ended: by the rules, or else by what its tags say.

use imperial_engine::{Cause, Outcome, Side};

use super::file::{GameFile, Tag};
use super::game_error::{GameFileError, GameTrouble, at};
use super::text::shorten;
use crate::record::GameResult;

/// Whether the record says that its players passed over repetitions and limits.
pub(super) fn may_pass(file: &GameFile) -> bool {
    told_cause(file).is_some_and(|(_, cause)| cause.is_from_elsewhere())
}

/// The outcome of a game, given that of its last position, whether an end was passed over before it, and
/// who would be to move. What the rules have decided, the tags must not deny.
pub(super) fn outcome(
    file: &GameFile,
    by_the_rules: Option<Outcome>,
    passed: bool,
    to_move: Side,
) -> Result<Outcome, GameFileError> {
    match by_the_rules {
        Some(outcome) if !(outcome.cause.can_be_passed() && may_pass(file)) => {
            check_result(file, outcome)?;
            if passed {
                return Ok(Outcome { cause: Cause::Given, ..outcome });
            }
            check_cause(file, outcome)?;
            Ok(outcome)
        }
        _ => Ok(without_the_rules(file, to_move)),
    }
}

/// What the tags say of a game that the rules did not decide; who resigns has lost.
fn without_the_rules(file: &GameFile, to_move: Side) -> Outcome {
    let is_open = told_cause(file).is_some_and(|(_, cause)| cause == Cause::Unfinished);
    match told_result(file) {
        _ if is_open => Outcome::draw(Cause::Unfinished),
        Some((_, result)) => Outcome { winner: result.winner(), cause: Cause::Given },
        None if file.resigned.is_some() => Outcome::win(!to_move, Cause::Given),
        None => Outcome::draw(Cause::Unfinished),
    }
}

fn told_result(file: &GameFile) -> Option<(&Tag, GameResult)> {
    let tag = file.tag("result")?;
    let result = match tag.value.as_str() {
        "1" => GameResult::Attackers,
        "0" => GameResult::Draw,
        "-1" => GameResult::Defenders,
        _ => return None,
    };
    Some((tag, result))
}

fn told_cause(file: &GameFile) -> Option<(&Tag, Cause)> {
    let tag = file.tag("termination")?;
    Some((tag, Cause::ALL.into_iter().find(|cause| cause.name() == tag.value)?))
}

fn check_result(file: &GameFile, outcome: Outcome) -> Result<(), GameFileError> {
    match told_result(file) {
        Some((tag, result)) if result != outcome.into() => Err(denied(tag, "result", outcome)),
        _ => Ok(()),
    }
}

fn check_cause(file: &GameFile, outcome: Outcome) -> Result<(), GameFileError> {
    match told_cause(file) {
        Some((tag, cause)) if cause != outcome.cause => Err(denied(tag, "termination", outcome)),
        _ => Ok(()),
    }
}

fn denied(tag: &Tag, key: &'static str, outcome: Outcome) -> GameFileError {
    at(tag.line, GameTrouble::Ending { tag: key, said: shorten(&tag.value), outcome })
}
