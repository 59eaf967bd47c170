//! Boards: squares, special squares, pieces, heat.

use imperial_engine::Side;

use super::super::BoardPicture;
use super::super::svg::{Anchor, Svg};
use super::super::text::decimal;

/// Side of a square.
pub(in super::super) const SIDE: f64 = 34.0;
/// Margin for the names of files and ranks.
pub(in super::super) const RIM: f64 = 22.0;
/// Margin above the board.
pub(in super::super) const TOP: f64 = 4.0;

/// A crescent around (0, 0) in a square of side 2: the mark that the board of 1855 had on the
/// squares where the Emperor escapes.
const CRESCENT: &str = "M 0.28 -0.5 A 0.58 0.58 0 1 0 0.28 0.5 A 0.46 0.46 0 1 1 0.28 -0.5 Z";
/// A crown around (0, 0).
const CROWN: &str = "M -0.5 0.36 L -0.58 -0.3 L -0.24 0.02 L 0 -0.48 L 0.24 0.02 L 0.58 -0.3 \
                     L 0.5 0.36 Z";

/// Draws a board.
pub(in super::super) fn board(picture: &BoardPicture) -> Svg {
    let size = picture.size();
    let extent = SIDE * size as f64;
    let mut svg = Svg::new(extent + RIM + 6.0, extent + RIM + 6.0);
    let hottest = picture.heat().iter().copied().fold(0.0, f32::max);
    for square in 0..size * size {
        draw_square(&mut svg, picture, square);
        if hottest > 0.0 {
            draw_heat(&mut svg, picture, square, hottest);
        }
        draw_piece(&mut svg, picture, square);
    }
    svg.rect("board-rim", (RIM, TOP), (extent, extent), "");
    names(&mut svg, picture);
    svg
}

fn corner(picture: &BoardPicture, square: usize) -> (f64, f64) {
    let (row, column) = (square / picture.size(), square % picture.size());
    (RIM + SIDE * column as f64, TOP + SIDE * row as f64)
}

fn centre(picture: &BoardPicture, square: usize) -> (f64, f64) {
    let (x, y) = corner(picture, square);
    (x + SIDE / 2.0, y + SIDE / 2.0)
}

fn draw_square(svg: &mut Svg, picture: &BoardPicture, square: usize) {
    let (mark, at) = (picture.mark(square), corner(picture, square));
    let class = match mark {
        _ if mark.throne => "square throne",
        _ if mark.corner => "square corner",
        _ if mark.camp => "square camp",
        _ if mark.goal => "square goal",
        _ => "square",
    };
    svg.rect(class, at, (SIDE, SIDE), "");
    let (x, y) = at;
    if mark.throne || (mark.corner && !mark.goal) {
        let (near, far) = (5.0, SIDE - 5.0);
        svg.line("cross", (x + near, y + near), (x + far, y + far));
        svg.line("cross", (x + near, y + far), (x + far, y + near));
    }
    if mark.goal && picture.piece(square).is_none() && picture.heat().is_empty() {
        svg.path("crescent", CRESCENT, centre(picture, square), SIDE * 0.34);
    }
}

/// One of ten steps of colour, and the value where there is room for it.
fn draw_heat(svg: &mut Svg, picture: &BoardPicture, square: usize, hottest: f32) {
    let value = picture.heat()[square];
    if value <= 0.0 {
        return;
    }
    let step = (10.0 * value / hottest).ceil().clamp(1.0, 10.0);
    let (x, y) = corner(picture, square);
    let tip = format!("{}: {}", picture.name(square), decimal(f64::from(value)));
    let size = (SIDE - 2.0, SIDE - 2.0);
    svg.rect(&format!("heat h{step}"), (x + 1.0, y + 1.0), size, &tip);
    let (x, y) = centre(picture, square);
    svg.text("heat-value", (x, y + 4.0), Anchor::Middle, &decimal(f64::from(value)));
}

fn draw_piece(svg: &mut Svg, picture: &BoardPicture, square: usize) {
    let (at, name) = (centre(picture, square), picture.name(square));
    match picture.piece(square) {
        Some('a') => man(svg, Side::Attackers, at, &format!("attacker, {name}")),
        Some('d') => man(svg, Side::Defenders, at, &format!("defender, {name}")),
        Some(_) => royal(svg, Side::Defenders, at, &format!("king, {name}")),
        None => {}
    }
}

fn man(svg: &mut Svg, side: Side, at: (f64, f64), tip: &str) {
    svg.circle(&format!("piece {}", side.name()), at, SIDE * 0.36, tip);
}

fn royal(svg: &mut Svg, side: Side, at: (f64, f64), tip: &str) {
    svg.circle(&format!("piece royal {}", side.name()), at, SIDE * 0.4, tip);
    svg.path("crown", CROWN, at, SIDE * 0.4);
}

/// The name of the symbol of a kind of piece.
pub(in super::super) fn symbol(side: Side, is_royal: bool) -> String {
    format!("{}-{}", if is_royal { "royal" } else { "man" }, side.name())
}

/// All symbols of pieces, each the size of a square, and the head of an arrow.
pub(in super::super) fn symbols() -> String {
    let middle = (SIDE / 2.0, SIDE / 2.0);
    let mut symbols = String::new();
    for side in Side::ALL {
        for is_royal in [false, true] {
            let mut svg = Svg::new(SIDE, SIDE);
            match is_royal {
                false => man(&mut svg, side, middle, ""),
                true => royal(&mut svg, side, middle, ""),
            }
            symbols.push_str(&svg.symbol(&symbol(side, is_royal)));
        }
    }
    symbols
}

fn names(svg: &mut Svg, picture: &BoardPicture) {
    let size = picture.size();
    for index in 0..size {
        let file = char::from(b'a' + index as u8).to_string();
        let x = RIM + SIDE * (index as f64 + 0.5);
        svg.text("tick", (x, TOP + SIDE * size as f64 + 16.0), Anchor::Middle, &file);
        let y = TOP + SIDE * (index as f64 + 0.5) + 4.0;
        svg.text("tick", (RIM - 7.0, y), Anchor::End, &(size - index).to_string());
    }
}
