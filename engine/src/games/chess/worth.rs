//! What a kind of piece is worth, in hundredths of a pawn: by the squares that it reaches on the empty board. Farther
//! ones count less, as something may stand between. Royal pieces count nothing: both sides have theirs until the end.

use super::kinds::{Kind, Lines};
use super::squares::Squares;

const PAWN: i32 = 100;

/// What a square is worth that a piece reaches in one leap or step. So a knight on a board of 8x8 comes to about
/// three pawns and a rook to more than four.
const SQUARE: f32 = 57.0;

/// How much less each further square of a slide counts.
const FARTHER: f32 = 0.7;

/// What a square counts that a piece reaches by a walk of several steps, or may shoot at.
const INDIRECT: f32 = 0.5;

/// What a kind of piece is worth on a board.
pub(super) fn worth(kind: &Kind, lines: &Lines) -> i32 {
    if kind.is_pawn {
        return PAWN;
    }
    if kind.is_royal {
        return 0;
    }
    let squares = lines.shape.squares();
    let reach: f32 = (0..squares).map(|square| reach(kind, lines, square)).sum();
    (SQUARE * reach / squares as f32) as i32
}

/// How many squares a piece reaches from a square, far ones counted less.
fn reach(kind: &Kind, lines: &Lines, square: usize) -> f32 {
    let slides = (0..8).filter(|way| kind.slides >> way & 1 != 0);
    let slide = |way: usize| {
        let far = lines.rays[way][square].count();
        (0..far).map(|step| FARTHER.powi(step as i32)).sum::<f32>()
    };
    let steps = if kind.walk > 0 { kind.steps[square] } else { Squares::NONE };
    let near = (kind.leaps[square] | steps).count() as f32;
    let farther = kind.walk.saturating_sub(1) as f32 * steps.count() as f32 * INDIRECT;
    let goes = slides.map(slide).sum::<f32>() + near + farther;
    let shots = kind.shots.get(square).map_or(0, |shots| shots.count()) as f32;
    // Who does not take is worth half.
    let goes = if kind.takes { goes } else { goes * INDIRECT };
    goes + shots * INDIRECT * INDIRECT
}
