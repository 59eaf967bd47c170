//! Boards: squares, special squares, pieces, heat.

use std::collections::BTreeSet;

use imperial_engine::Side;
use maud::{Markup, html};

use super::Board;
use crate::svg::{Anchor, Svg};
use crate::text::decimal;

/// Side of a square in the picture of a board.
pub const SIDE: f64 = 34.0;
/// Margin for the names of files and ranks.
pub const RIM: f64 = 22.0;
/// Margin above the board.
pub const TOP: f64 = 4.0;

/// A crescent around (0, 0) in a square of side 2: the mark that the board of 1855 had on the
/// squares where the Emperor escapes.
const CRESCENT: &str = "M 0.28 -0.5 A 0.58 0.58 0 1 0 0.28 0.5 A 0.46 0.46 0 1 1 0.28 -0.5 Z";
/// A crown around (0, 0).
const CROWN: &str = "M -0.5 0.36 L -0.58 -0.3 L -0.24 0.02 L 0 -0.48 L 0.24 0.02 L 0.58 -0.3 \
                     L 0.5 0.36 Z";

/// Draws a board: squares or lines, pieces, heat, and the names of files and ranks.
pub fn draw(board: &Board) -> Svg {
    let shape = board.shape();
    let (width, height) = (SIDE * shape.width as f64, SIDE * shape.height as f64);
    let mut svg = Svg::new(width + RIM + 6.0, height + RIM + 6.0);
    let hottest = board.heat().iter().copied().fold(0.0, f64::max);
    for [from, to] in board.lines() {
        let [from, to] = [from, to].map(|point| centre(board, usize::from(*point)));
        svg.line("board-line", from, to);
    }
    for square in 0..shape.squares() {
        if board.lines().is_empty() {
            draw_square(&mut svg, board, square);
        }
        if hottest > 0.0 {
            draw_heat(&mut svg, board, square, hottest);
        }
        if let Some(piece) = board.pieces[square].map(|kind| &board.kinds[kind]) {
            let (piece, name) = piece;
            let tip = format!("{name}, {}", board.name(square));
            let side = board.colour(piece.side);
            let picture = Picture { side, is_royal: piece.is_royal, mark: piece.mark };
            draw_piece(&mut svg, picture, centre(board, square), &tip);
        }
    }
    svg.rect("board-rim", (RIM, TOP), (width, height), "");
    for file in 0..shape.width {
        let name = board.name(file);
        let at = (RIM + SIDE * (file as f64 + 0.5), TOP + height + 16.0);
        svg.text("tick", at, Anchor::Middle, &name[..1]);
    }
    for rank in 0..shape.height {
        let (_, y) = centre(board, rank * shape.width);
        svg.text("tick", (RIM - 7.0, y + 4.0), Anchor::End, &(rank + 1).to_string());
    }
    svg
}

/// The top left corner of a square in the picture of a board.
pub fn corner(board: &Board, square: usize) -> (f64, f64) {
    let shape = board.shape();
    let (file, rank) = (square % shape.width, square / shape.width);
    (RIM + SIDE * file as f64, TOP + SIDE * (shape.height - 1 - rank) as f64)
}

fn centre(board: &Board, square: usize) -> (f64, f64) {
    let (x, y) = corner(board, square);
    (x + SIDE / 2.0, y + SIDE / 2.0)
}

fn draw_square(svg: &mut Svg, board: &Board, square: usize) {
    let (special, at) = (board.special(), corner(board, square));
    let number = square as u16;
    let is_throne = special.throne == Some(number);
    let is_goal = special.goals.contains(&number);
    let is_corner = special.corners.contains(&number);
    let class = match () {
        () if is_throne => "square throne",
        () if is_corner => "square corner",
        () if special.camps.contains(&number) => "square camp",
        () => "square",
    };
    svg.rect(class, at, (SIDE, SIDE), "");
    let (x, y) = at;
    if is_throne || (is_corner && !is_goal) {
        let (near, far) = (5.0, SIDE - 5.0);
        svg.line("cross", (x + near, y + near), (x + far, y + far));
        svg.line("cross", (x + near, y + far), (x + far, y + near));
    }
    if is_goal && board.piece(square).is_none() && board.heat().is_empty() {
        svg.path("crescent", CRESCENT, centre(board, square), SIDE * 0.34);
    }
}

/// One of ten steps of colour, and the value.
fn draw_heat(svg: &mut Svg, board: &Board, square: usize, hottest: f64) {
    let value = board.heat()[square];
    if value <= 0.0 {
        return;
    }
    let step = (10.0 * value / hottest).ceil().clamp(1.0, 10.0);
    let (x, y) = corner(board, square);
    let tip = format!("{}: {} %", board.name(square), decimal(value));
    let size = (SIDE - 2.0, SIDE - 2.0);
    svg.rect(&format!("heat h{step}"), (x + 1.0, y + 1.0), size, &tip);
    let (x, y) = centre(board, square);
    svg.text("heat-value", (x, y + 4.0), Anchor::Middle, &decimal(value));
}

/// What the picture of a piece shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Picture {
    /// Whose colour it has.
    pub side: Side,
    /// Whether it wears a crown.
    pub is_royal: bool,
    /// A letter on it.
    pub mark: Option<char>,
}

fn draw_piece(svg: &mut Svg, picture: Picture, at: (f64, f64), tip: &str) {
    let (class, radius) = if picture.is_royal { ("piece royal", 0.4) } else { ("piece", 0.36) };
    svg.circle(&format!("{class} {}", picture.side.name()), at, SIDE * radius, tip);
    if picture.is_royal {
        svg.path("crown", CROWN, at, SIDE * 0.4);
    }
    if let Some(mark) = picture.mark {
        let class = format!("mark {}", picture.side.name());
        svg.text(&class, (at.0, at.1 + SIDE * 0.13), Anchor::Middle, &mark.to_string());
    }
}

impl Picture {
    /// The name of its symbol.
    pub fn symbol(self) -> String {
        let mark = self.mark.map(|mark| format!("-{mark}")).unwrap_or_default();
        format!("{}-{}{mark}", if self.is_royal { "royal" } else { "man" }, self.side.name())
    }
}

/// The symbols of plain and royal pieces and of `others`, each the size of a square.
pub fn symbols(others: impl Iterator<Item = Picture>) -> Markup {
    let plain = Side::ALL.into_iter().flat_map(|side| [(side, false), (side, true)]);
    let plain = plain.map(|(side, is_royal)| Picture { side, is_royal, mark: None });
    let marked: BTreeSet<Picture> = others.filter(|picture| picture.mark.is_some()).collect();
    let drawn = |picture: Picture| {
        let mut svg = Svg::new(SIDE, SIDE);
        draw_piece(&mut svg, picture, (SIDE / 2.0, SIDE / 2.0), "");
        svg.symbol(&picture.symbol())
    };
    html! { @for symbol in plain.chain(marked).map(drawn) { (symbol) } }
}
