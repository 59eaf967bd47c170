//! Which turns and mirrors of a board keep its lines, its laws and the pieces at the start.

use super::compiled::Dablot;
use super::pieces::Kind;
use super::points::Points;
use super::rules::Promotion;
use crate::Side;
use crate::games::lines::{self, Row};

/// The symmetries as permutations of the squares of the board's rectangle, the identity first.
pub(super) fn symmetries(game: &Dablot) -> Vec<Vec<u16>> {
    let points: Vec<u16> = game.board.points.iter().map(|point| game.board.square(point)).collect();
    lines::symmetries(game.board.shape, &points, |map| keeps(game, map))
}

/// Whether a map keeps all that matters, point by point.
fn keeps(game: &Dablot, map: &[u16]) -> bool {
    let board = &game.board;
    let image = |point: u8| board.point_on(map[usize::from(board.square(point))]);
    let set = |points: Points| {
        let images: Option<Points> = points.iter().map(image).collect();
        images == Some(points)
    };
    let starts = Side::ALL
        .into_iter()
        .all(|side| Kind::ALL.into_iter().all(|kind| set(game.start.of(side, kind))));
    if !(set(board.points) && starts && Side::ALL.into_iter().all(|side| set(game.far_rank[side])))
    {
        return false;
    }
    let pair = |[from, to]: [u8; 2]| Some([image(from)?, image(to)?]);
    let edges = board.edges.iter().all(|edge| {
        pair(*edge).is_some_and(|turned| {
            board.edges.contains(&turned)
                && board.is_orthogonal(*edge) == board.is_orthogonal(turned)
                && goes_alike(game, *edge, turned)
        })
    });
    let row = |[from, over, to]: Row| Some([image(from)?, image(over)?, image(to)?]);
    edges
        && board.rows.iter().all(|jump| {
            row(*jump).is_some_and(|turned| {
                board.rows.contains(&turned)
                    && goes_alike(game, [jump[0], jump[2]], [turned[0], turned[2]])
            })
        })
}

/// Whether two ways are both up, both down or both along a rank, where that matters.
fn goes_alike(game: &Dablot, one: [u8; 2], other: [u8; 2]) -> bool {
    let way = |[from, to]: [u8; 2]| game.board.rank_of(to).cmp(&game.board.rank_of(from));
    let matters = game.holds_men() || game.rules.promotion != Promotion::None;
    !matters || way(one) == way(other)
}
