//! Boards on their way to a device: a bit for every square and a number for every plane, which is a twelfth of what
//! the planes are. The device spreads them out.

use burn::tensor::{DType, Device, FloatDType, Int, Tensor, TensorData};
use imperial_engine::BoardShape;
use rayon::prelude::*;

use super::halves::tensor;

/// Squares in a number: all its values fit into the integers of every device.
const WORD: usize = 16;

/// The planes of some positions, each plane with no more than one number beside 0.
#[derive(Debug)]
pub(super) struct Bits {
    planes: usize,
    squares: usize,
    /// `[b, planes, words]`: which squares do not hold 0, the first one in the lowest bit.
    words: Vec<i32>,
    /// `[b, planes]`: what those squares hold.
    scales: Vec<f32>,
}

impl Bits {
    /// No positions yet.
    pub fn new(planes: usize, board: BoardShape) -> Self {
        Self { planes, squares: board.squares(), words: Vec::new(), scales: Vec::new() }
    }

    /// Those of many positions at once, by all threads; `None` where a plane holds more.
    fn of(values: &[f32], planes: usize, board: BoardShape) -> Option<Self> {
        let mut bits = Self::new(planes, board);
        let count = values.len() / bits.squares;
        let each = bits.words_of_plane();
        bits.words.resize(count * each, 0);
        bits.scales.resize(count, 0.0);
        let packed = bits.words.par_chunks_exact_mut(each).zip(&mut bits.scales);
        let fits = packed.zip(values.par_chunks_exact(bits.squares)).with_min_len(1024);
        let all = fits.map(|((words, scale), plane)| pack(plane, words, scale));
        all.reduce(|| true, |one, other| one && other).then_some(bits)
    }

    /// Adds the planes of a position, unless one of them holds more.
    pub fn push(&mut self, values: &[f32]) -> bool {
        let each = self.words_of_plane();
        for plane in values.chunks_exact(self.squares) {
            let (start, mut scale) = (self.words.len(), 0.0);
            self.words.resize(start + each, 0);
            if !pack(plane, &mut self.words[start..], &mut scale) {
                return false;
            }
            self.scales.push(scale);
        }
        true
    }

    /// Adds the positions of others.
    pub fn append(&mut self, others: Self) {
        self.words.extend(others.words);
        self.scales.extend(others.scales);
    }

    fn words_of_plane(&self) -> usize {
        self.squares.div_ceil(WORD)
    }

    /// The planes on a device, `[b, planes, height, width]`.
    fn on(self, board: BoardShape, (device, kind): (&Device, DType)) -> Tensor<4> {
        let (planes, words) = (self.planes, self.words_of_plane());
        let batch = self.scales.len() / planes;
        let shape = [batch, planes, words, WORD];
        let integers = |values: Vec<i32>, own: [usize; 4]| {
            let data = TensorData::new(values, own);
            Tensor::<4, Int>::from_data(data, (device, DType::I32)).expand(shape)
        };
        let places = integers((0..WORD as i32).collect(), [1, 1, 1, WORD]);
        let bits = integers(self.words, [batch, planes, words, 1]).bitwise_right_shift(places);
        let bits = bits.bitwise_and_scalar(1).cast(FloatDType::from(kind));
        let bits = bits.reshape([batch, planes, words * WORD]);
        let scales = tensor(&self.scales, [batch, planes, 1], device, kind);
        let all = bits.narrow(2, 0, self.squares) * scales;
        all.reshape([batch, planes, board.height, board.width])
    }
}

/// The bits of a plane; whether it holds no more than one number beside 0.
fn pack(plane: &[f32], words: &mut [i32], scale: &mut f32) -> bool {
    *scale = plane.iter().copied().find(|value| *value != 0.0).unwrap_or(0.0);
    let mut fits = true;
    for (word, squares) in words.iter_mut().zip(plane.chunks(WORD)) {
        for (place, value) in squares.iter().enumerate() {
            let set = *value != 0.0;
            *word |= i32::from(set) << place;
            fits &= !set || value == scale;
        }
    }
    fits
}

/// The planes of some positions: as bits where no plane holds more than one number beside 0.
#[derive(Debug)]
pub(super) enum Boards {
    /// All of them as bits.
    Bits(Bits),
    /// `[b, planes, height, width]`
    Numbers(Vec<f32>),
}

impl Boards {
    /// Of planes that lie side by side.
    pub fn of(values: &[f32], planes: usize, board: BoardShape) -> Self {
        Bits::of(values, planes, board).map_or_else(|| Self::Numbers(values.to_vec()), Self::Bits)
    }

    /// The planes on a device, `[b, planes, height, width]`.
    pub fn on(
        self,
        planes: usize,
        board: BoardShape,
        (device, kind): (&Device, DType),
    ) -> Tensor<4> {
        match self {
            Self::Bits(bits) => bits.on(board, (device, kind)),
            Self::Numbers(values) => {
                let batch = values.len() / planes / board.squares();
                tensor(&values, [batch, planes, board.height, board.width], device, kind)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::modules::numbers;

    /// Planes of one number, of bits and of a bit that is a quarter; the last one is of all kinds of numbers.
    fn planes(board: BoardShape) -> Vec<f32> {
        let squares = 0..board.squares();
        let of = |value: &dyn Fn(usize) -> f32| squares.clone().map(value).collect::<Vec<f32>>();
        let kinds = [
            of(&|_| 0.0),
            of(&|_| 0.625),
            of(&|square| (square % 3 == 0).into()),
            of(&|square| if square % 16 == 15 { 0.25 } else { 0.0 }),
            of(&|square| square as f32 / 64.0),
        ];
        kinds.concat()
    }

    #[test]
    fn boards_arrive_as_they_were() {
        let device = Device::flex();
        for (height, width) in [(3, 3), (4, 8), (9, 9), (19, 19)] {
            let board = BoardShape { height, width };
            let (values, squares) = (planes(board), board.squares());
            for kind in [DType::F32, DType::F16, DType::BF16] {
                let twice = values.repeat(2);
                // As bits, and with the plane that is none.
                for count in [4, 5] {
                    let some: Vec<f32> = twice
                        .chunks(5 * squares)
                        .flat_map(|position| &position[..count * squares])
                        .copied()
                        .collect();
                    assert_eq!(Bits::of(&some, count, board).is_some(), count == 4);
                    let there = Boards::of(&some, count, board).on(count, board, (&device, kind));
                    assert_eq!((there.dims(), there.dtype()), ([2, count, height, width], kind));
                    let error = if kind == DType::F32 { 0.0 } else { 4e-3 };
                    let pairs = numbers(there).into_iter().zip(&some);
                    assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() <= error * b), "{count}");
                    let mut one_by_one = Bits::new(count, board);
                    let fits = some.chunks(count * squares).all(|one| one_by_one.push(one));
                    assert_eq!(fits, count == 4);
                }
            }
        }
    }
}
