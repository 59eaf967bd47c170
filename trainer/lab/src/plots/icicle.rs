//! A tree of openings as columns of blocks: one column per ply, height by number of games.

use super::super::svg::{Anchor, Svg};
use super::super::text::{percent, thousands};
use super::super::{Branch, Opening};
use super::{Format, fitted};

/// Height of the field.
const FIELD: f64 = 330.0;
/// Height above it, for the numbers of the plies.
const HEAD: f64 = 22.0;
/// Lowest block that has room for its move.
const READABLE: f64 = 13.0;
/// Fewest games whose results colour a block.
const ENOUGH: u64 = 8;

/// Draws the tree of one opening; `first` tells whose move is in the first column.
pub(in super::super) fn icicle(opening: &Opening, format: Format) -> Svg {
    let columns = depth(&opening.moves).max(1);
    let mut svg = Svg::new(format.width(), HEAD + FIELD + 6.0);
    let column = (format.width() - 4.0) / columns as f64;
    for ply in 0..columns {
        let x = 2.0 + column * ply as f64;
        svg.text("tick", (x + 2.0, 14.0), Anchor::Start, &format!("ply {}", ply + 1));
    }
    let scale = FIELD / opening.tally.games().max(1) as f64;
    draw(&mut svg, &opening.moves, (2.0, HEAD), column, scale);
    svg
}

fn depth(moves: &[Branch]) -> usize {
    moves.iter().map(|branch| 1 + depth(&branch.replies)).max().unwrap_or(0)
}

fn draw(svg: &mut Svg, moves: &[Branch], (x, top): (f64, f64), column: f64, scale: f64) {
    let mut y = top;
    for branch in moves {
        let tally = branch.tally;
        let height = scale * tally.games() as f64;
        let size = (column - 2.0, (height - 1.2).max(0.6));
        let tip = format!(
            "{}: {} games, attackers score {} %",
            branch.text,
            thousands(tally.games()),
            percent(tally.score())
        );
        svg.rect(&format!("block {}", shade(branch)), (x, y), size, &tip);
        if height >= READABLE {
            let label = format!("{} ({})", branch.text, thousands(tally.games()));
            let label = fitted(&label, column - 10.0);
            let at = (x + 5.0, y + (height / 2.0).min(18.0) + 4.0);
            svg.text("block-label", at, Anchor::Start, &label);
        }
        draw(svg, &branch.replies, (x + column, y), column, scale);
        y += height;
    }
}

/// The class of a block's colour: fifths of the attackers' score.
fn shade(branch: &Branch) -> &'static str {
    if branch.tally.games() < ENOUGH {
        return "few";
    }
    match (5.0 * branch.tally.score()) as u32 {
        0 => "b0",
        1 => "b1",
        2 => "b2",
        3 => "b3",
        _ => "b4",
    }
}

/// The colours' meaning, in order: class and words.
pub(in super::super) const SHADES: [(&str, &str); 6] = [
    ("block b0", "attackers score under 20 %"),
    ("block b1", "20 to 40 %"),
    ("block b2", "40 to 60 %"),
    ("block b3", "60 to 80 %"),
    ("block b4", "80 % or more"),
    ("block few", "fewer than 8 games"),
];
