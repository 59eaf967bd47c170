//! What a network sees of Connect Four.

use super::ConnectFour;
use super::bits::{BOARD, HEIGHT, WIDTH, bit, landings};
use super::stones::{Landing, Stones};
use crate::{Action, BoardShape, Choice, Encode, PieceKind, Side};

/// The stones of both sides.
const PIECE_KINDS: [PieceKind; 2] = [
    PieceKind {
        letter: 'x',
        name: "yellow stone",
        side: Side::Attackers,
        is_royal: false,
        mark: None,
    },
    PieceKind {
        letter: 'o',
        name: "red stone",
        side: Side::Defenders,
        is_royal: false,
        mark: None,
    },
];

impl Encode for ConnectFour {
    fn family(&self) -> &'static str {
        "connect-four"
    }

    fn board(&self) -> BoardShape {
        BoardShape { width: WIDTH as usize, height: HEIGHT as usize }
    }

    fn planes(&self) -> &'static [&'static str] {
        &["yellow", "red", "a stone lands here", "yellow to move"]
    }

    fn encode(&self, position: &Stones, planes: &mut [f32]) {
        assert_eq!(planes.len(), 4 * (WIDTH * HEIGHT) as usize, "four planes");
        let turn = if position.mover() == Side::Attackers { BOARD } else { 0 };
        let sets = [position.yellow, position.red, landings(position.all()), turn];
        let flag = |set: bool| f32::from(u8::from(set));
        let values =
            sets.into_iter().flat_map(|set| squares().map(move |bit| flag(set & bit != 0)));
        planes.iter_mut().zip(values).for_each(|(place, value)| *place = value);
    }

    fn action(&self, mv: Landing) -> Action {
        let square = u16::from(mv.0);
        Action { from: square, to: square, choice: Choice::Plain }
    }

    /// As it is, and left and right exchanged.
    fn symmetries(&self) -> Vec<Vec<u16>> {
        let (width, squares) = (WIDTH as u16, (WIDTH * HEIGHT) as u16);
        let mirrored = |square: u16| square / width * width + (width - 1 - square % width);
        vec![(0..squares).collect(), (0..squares).map(mirrored).collect()]
    }

    fn piece_kinds(&self) -> &'static [PieceKind] {
        &PIECE_KINDS
    }

    fn piece_on(&self, position: &Stones, square: u16) -> Option<usize> {
        let (file, rank) = (u32::from(square) % WIDTH, u32::from(square) / WIDTH);
        [position.yellow, position.red].iter().position(|set| set & bit(file, rank) != 0)
    }
}

/// The bit of every square, rank by rank.
fn squares() -> impl Iterator<Item = u64> {
    (0..HEIGHT).flat_map(|rank| (0..WIDTH).map(move |file| bit(file, rank)))
}
