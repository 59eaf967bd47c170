//! For fuzzing alone: what the program reads of others, without the command line around it.

use std::path::Path;

use imperial_play::analysis::Setup;

use crate::console::Unfinished;

/// Goes on with the game that was left in `folder`, as `imperial play --resume` does, up to its first question.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn resume(folder: &Path) -> anyhow::Result<()> {
    let (left, rules) = Unfinished::find(folder, None)?;
    let mut setup = Setup { start: left.start, moves: left.given };
    setup.moves.extend(left.plies.into_iter().map(|ply| ply.mv));
    Ok(setup.check(&rules.game)?)
}
