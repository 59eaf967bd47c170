//! Moves as the game writes them: readers take several texts for one move, such as one without its captures.

use imperial_engine::Game;

use crate::check::RecordError;
use crate::record::{GameRecord, MoveText, PlyRecord};
use crate::replay::{Step, replay, start};

/// A ply with every move as the game writes it.
pub fn canonical_ply<G: Game>(game: &G, step: &Step<'_, G>) -> PlyRecord {
    let text = |mv: G::Move| game.format_move(step.position, mv);
    let listed = |mv| MoveText::from(text(mv));
    PlyRecord {
        mv: text(step.mv),
        value: step.ply.value,
        visits: step.visits.iter().map(|(mv, visits)| (listed(*mv), *visits)).collect(),
        policy: step.policy.iter().map(|(mv, share)| (listed(*mv), *share)).collect(),
    }
}

/// Gives a record the texts of moves that the game writes, so that games of the same moves have the same texts. A record
/// whose moves stand so already stays as it is, without a look at its lists.
///
/// # Errors
/// When its texts are others and it is not true.
pub fn make_canonical<G: Game>(game: &G, record: &mut GameRecord) -> Result<(), RecordError> {
    if is_canonical(game, record) {
        return Ok(());
    }
    let mut plies = Vec::with_capacity(record.plies.len());
    replay(game, record, |step| plies.push(canonical_ply(game, &step)))?;
    record.plies = plies;
    Ok(())
}

/// Whether every move played stands there as the game writes it. `false` also where the record is not true, which its
/// replay tells better.
fn is_canonical<G: Game>(game: &G, record: &GameRecord) -> bool {
    let Ok(mut position) = start(game, record) else { return false };
    record.plies.iter().all(|ply| {
        // No move is played where the rules know none any more.
        let is_over = game.outcome(&position).is_some_and(|end| !end.cause.can_be_passed());
        let mv = game.parse_move(&position, &ply.mv).ok().filter(|_| !is_over);
        let Some(mv) = mv.filter(|mv| game.format_move(&position, *mv) == ply.mv) else {
            return false;
        };
        game.play(&mut position, mv);
        true
    })
}
