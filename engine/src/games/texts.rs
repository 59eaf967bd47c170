//! What texts of positions and moves have in common.

use crate::Side;

/// Moves that a message names.
const MOST_OFFERED: usize = 8;

/// Reads the side to move.
pub(super) fn read_side(text: &str) -> Result<Side, String> {
    match text {
        "a" => Ok(Side::Attackers),
        "d" => Ok(Side::Defenders),
        other => Err(format!("the side to move is `a` or `d`, not `{other}`")),
    }
}

/// Reads the quiet plies and all plies; those that are left out are 0.
pub(super) fn read_clocks(fields: &[&str]) -> Result<(u32, u32), String> {
    if let Some(third) = fields.get(2) {
        return Err(format!("`{third}` is one field too many"));
    }
    let clock = |index: usize| match fields.get(index) {
        None => Ok(0),
        Some(digits) => digits
            .parse::<u32>()
            .ok()
            .filter(|plies| *plies < u32::MAX / 2)
            .ok_or_else(|| format!("`{digits}` is not a number of plies")),
    };
    Ok((clock(0)?, clock(1)?))
}

/// The board, the side and the state of `BOARD SIDE STATE QUIET PLIES`.
pub(super) fn timeless(position: &str) -> String {
    position.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

/// Names some of the moves that may have been meant.
pub(super) fn offer<M: Copy>(moves: &[M], write: impl Fn(M) -> String) -> String {
    let texts: Vec<_> = moves.iter().take(MOST_OFFERED).map(|mv| write(*mv)).collect();
    let more = if moves.len() > texts.len() { ", …" } else { "" };
    match moves {
        [_] => format!("by the rules it is {}", texts[0]),
        _ => format!("here it is one of {}{more}", texts.join(", ")),
    }
}
