//! Where it happened: maps of the board.

use super::super::super::text::{counted, thousands};
use super::super::super::{BalanceReport, BoardPicture, Story};
use super::super::PageContext;
use super::{boards, parts};

/// Beyond so many rule sets, each has only the maps of the royal piece.
const BRIEF_BEYOND: usize = 6;

pub(in super::super) fn maps(report: &BalanceReport, context: &PageContext) -> String {
    let brief = report.rule_sets.len() > BRIEF_BEYOND;
    let mut maps_of = Vec::new();
    for (index, rules) in report.rule_sets.iter().enumerate() {
        let strongest = report.cells_of(rules).last();
        let story = strongest.and_then(|cell| context.story(rules, &cell.agent));
        let Some((story, board)) = story.zip(context.board(rules)) else { continue };
        let mut pictures = fates(story, board);
        if !brief {
            pictures.extend(ways(story, board));
        }
        if !pictures.is_empty() {
            maps_of.push((
                format!("{rules}, {} against itself", story.agent),
                boards((&format!("map-{index}"), "maps"), &pictures),
            ));
        }
    }
    if maps_of.is_empty() { String::new() } else { INTRO.to_owned() + &parts(&maps_of) }
}

const INTRO: &str = "<p>Games of the strongest player under each rule set, as they were played, mirror \
    images not put together: where a map is lopsided, so was the play. The darker a square, the \
    more often; squares without a colour never.</p>\n";

/// Where the royal piece escaped and where it fell.
fn fates(story: &Story, board: &BoardPicture) -> Vec<BoardPicture> {
    let Some(royal) = story.board.pieces.iter().find(|piece| piece.is_royal) else {
        return Vec::new();
    };
    let map = |title: String, counts: &[u64], one, many| {
        let note = format!(
            "Share of {} in {} games, in percent.",
            counted(counts.iter().sum(), one, many),
            thousands(story.games)
        );
        map(story, board, title, note, counts)
    };
    let places = &story.places;
    let escapes =
        map(format!("Where the {} escapes", royal.name), &places.escapes, "escape", "escapes");
    let falls =
        map(format!("Where the {} is captured", royal.name), &places.falls, "capture", "captures");
    escapes.into_iter().chain(falls).collect()
}

/// Where each kind of piece moved to.
fn ways(story: &Story, board: &BoardPicture) -> Vec<BoardPicture> {
    let kinds = story.board.pieces.iter().zip(&story.places.kinds);
    let map =
        |(piece, places): (&super::super::super::PieceFacts, &super::super::super::KindPlaces)| {
            let moves = places.arrivals.iter().sum();
            let note = format!(
                "Share of {} in {} games, in percent.",
                counted(moves, "move", "moves"),
                thousands(story.games)
            );
            let title = format!("Moves of the {}, by square", plural(&piece.name, piece.is_royal));
            map(story, board, title, note, &places.arrivals)
        };
    kinds.filter_map(map).collect()
}

fn plural(name: &str, is_royal: bool) -> String {
    if is_royal { name.to_owned() } else { format!("{name}s") }
}

/// A map of counts as shares in percent; `None` where there is nothing to show or the board cannot be
/// drawn.
fn map(
    story: &Story,
    board: &BoardPicture,
    title: String,
    note: String,
    counts: &[u64],
) -> Option<BoardPicture> {
    let all: u64 = counts.iter().sum();
    let (width, height) = (story.board.width, story.board.height);
    if all == 0 || width != board.size() || height != board.size() {
        return None;
    }
    // Stories count squares from the bottom left, pictures from the top left.
    let square = |index: usize| (height - 1 - index / width) * width + index % width;
    let heat = (0..counts.len()).map(|index| 100.0 * counts[square(index)] as f32 / all as f32);
    board.emptied(title).with_note(note).with_heat(heat.collect()).ok()
}
