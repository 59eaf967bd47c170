//! Pictures of boards beside each other.

use super::super::super::board::{BoardPicture, Mark};
use super::super::super::plots;
use super::super::super::svg::{Alt, escape};

/// Boards beside each other.
pub(in super::super) fn boards((id, class): (&str, &str), pictures: &[BoardPicture]) -> String {
    if pictures.is_empty() {
        return String::new();
    }
    let board = |(index, picture): (usize, &BoardPicture)| {
        let id = format!("{id}-{index}");
        let description = format!("{}. {}", board_in_words(picture), picture.note);
        let alt = Alt { id: &id, title: &picture.title, description: &description };
        format!(
            "<figure class=\"board\">\n{}<figcaption><strong>{}</strong> {}</figcaption>\n\
             </figure>\n",
            plots::board(picture).finish("board", alt),
            escape(&picture.title),
            escape(&picture.note)
        )
    };
    let boards: String = pictures.iter().enumerate().map(board).collect();
    format!("<div class=\"boards {class}\">\n{boards}</div>\n")
}

/// What the marks on these boards mean, those that are seen.
pub(in super::super) fn legend(pictures: &[BoardPicture]) -> String {
    let Some(first) = pictures.first() else { return String::new() };
    let mark = |seen: fn(Mark) -> bool| {
        pictures.iter().any(|picture| picture.marks().iter().any(|mark| seen(*mark)))
    };
    let has_king = (0..first.size() * first.size()).any(|square| first.piece(square) == Some('k'));
    let marks = [
        (has_king, "the crowned piece is the king"),
        (mark(|mark| mark.throne), "a cross in the middle, below the king, marks the throne"),
        (
            mark(|mark| mark.corner && !mark.goal),
            "crosses in the corners mark squares where the king alone may stand",
        ),
        (
            mark(|mark| mark.goal),
            "a crescent, as on the board of 1855, marks a free square where the king escapes",
        ),
        (mark(|mark| mark.camp), "a tint marks the attackers' camps"),
    ];
    let seen: Vec<&str> = marks.iter().filter(|mark| mark.0).map(|mark| mark.1).collect();
    let seen: String = seen.iter().map(|words| format!("; {words}")).collect();
    format!(
        "<p class=\"small\">Dark pieces are attackers, light pieces defenders{}.</p>\n",
        escape(&seen)
    )
}

/// What a reader who cannot see the board should know.
fn board_in_words(picture: &BoardPicture) -> String {
    let squares = 0..picture.size() * picture.size();
    let hottest = squares.clone().max_by(|&a, &b| {
        let heat = |square: usize| picture.heat().get(square).copied().unwrap_or(0.0);
        heat(a).total_cmp(&heat(b))
    });
    let mut words = format!("A board of {0} by {0} squares", picture.size());
    for (piece, name) in [('k', "king"), ('a', "attackers"), ('d', "defenders")] {
        let places: Vec<String> = squares
            .clone()
            .filter(|&square| picture.piece(square) == Some(piece))
            .map(|square| picture.name(square))
            .collect();
        if !places.is_empty() {
            words.push_str(&format!("; {name} on {}", places.join(" ")));
        }
    }
    if let (Some(square), false) = (hottest, picture.heat().is_empty()) {
        words.push_str(&format!("; most often {}", picture.name(square)));
    }
    words
}
