//! Boards as numbers of 16 bits (bf16), in the three orders in which learning multiplies them.

use std::arch::x86_64::*;

use super::super::aligned::{Aligned, LINE};
use super::super::image::{Grid, Image};
use super::super::tile_unit::{DEPTH, rounded};
use super::field::Field;

/// Numbers that are turned together.
const EIGHT: usize = 8;

/// Points of a field with room behind them, for products over the points: whole steps of 32.
pub fn room(field: &Field) -> usize {
    (summed(field) + 2 * field.row + 2).next_multiple_of(DEPTH)
}

/// Points over which products for weights are summed: those of the squares and zeros behind them.
pub fn summed(field: &Field) -> usize {
    field.sums().next_multiple_of(DEPTH)
}

/// So many numbers of 16 bits, all 0.
pub fn zeros(len: usize) -> Aligned {
    Aligned::zeros(len.next_multiple_of(2 * LINE) / 2)
}

/// A buffer as numbers of 16 bits.
pub fn shorts(buffer: &Aligned) -> &[u16] {
    // SAFETY: every number of 32 bits is two of 16, whose alignment is less.
    unsafe { std::slice::from_raw_parts(buffer.as_ptr().cast(), 2 * buffer.len()) }
}

/// A buffer as numbers of 16 bits.
pub fn shorts_mut(buffer: &mut Aligned) -> &mut [u16] {
    // SAFETY: as for `shorts`, and the buffer is borrowed mutably.
    unsafe { std::slice::from_raw_parts_mut(buffer.as_mut_ptr().cast(), 2 * buffer.len()) }
}

/// Rounds the squares of an image: `[point][channel]`. What lies between and behind them stays.
#[inline(always)]
pub fn round(field: &Field, grid: &Grid, image: &Image, points: &mut Aligned) {
    let channels = image.channels;
    assert!(image.fits(grid) && 2 * points.len() >= field.points() * channels);
    let points = shorts_mut(points);
    for rank in 0..grid.board.height {
        let width = grid.board.width * channels;
        let from = &image.values[grid.square(0, rank) * channels..][..width];
        let to = &mut points[field.square(0, rank) * channels..][..width];
        for (to, from) in to.as_chunks_mut::<EIGHT>().0.iter_mut().zip(from.as_chunks::<EIGHT>().0)
        {
            *to = from.map(rounded);
        }
    }
}

/// The same numbers as `[channel][point]`, for all points of `room`.
pub fn transpose(points: &Aligned, channels: usize, turned: &mut Aligned) {
    let (points, turned) = (shorts(points), shorts_mut(turned));
    let room = turned.len() / channels;
    assert!(room * channels == turned.len() && points.len() >= turned.len());
    assert!(channels.is_multiple_of(EIGHT) && room.is_multiple_of(EIGHT));
    for (point, channel) in (0..room)
        .step_by(EIGHT)
        .flat_map(|point| (0..channels).step_by(EIGHT).map(move |channel| (point, channel)))
    {
        // SAFETY: SSE2 is part of x86-64; eight rows of eight numbers lie within both buffers.
        unsafe {
            let row = |row: usize| {
                _mm_loadu_si128(points.as_ptr().add((point + row) * channels + channel).cast())
            };
            let columns = turn(std::array::from_fn(row));
            for (column, values) in columns.into_iter().enumerate() {
                let place = (channel + column) * room + point;
                _mm_storeu_si128(turned.as_mut_ptr().add(place).cast(), values);
            }
        }
    }
}

/// Rows and columns exchanged.
///
/// # Safety
/// None is needed: SSE2 is part of x86-64.
#[inline(always)]
unsafe fn turn(rows: [__m128i; EIGHT]) -> [__m128i; EIGHT] {
    let [a, b, c, d, e, f, g, h] = rows;
    // SAFETY: SSE2 is part of x86-64.
    unsafe {
        let of_two = |a, b| [_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)];
        let of_four = |a, b| [_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)];
        let of_eight = |a, b| [_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)];
        let ([ab, ab_high], [cd, cd_high]) = (of_two(a, b), of_two(c, d));
        let ([ef, ef_high], [gh, gh_high]) = (of_two(e, f), of_two(g, h));
        let ([low_0, low_1], [low_2, low_3]) = (of_four(ab, cd), of_four(ab_high, cd_high));
        let ([high_0, high_1], [high_2, high_3]) = (of_four(ef, gh), of_four(ef_high, gh_high));
        let pairs = [(low_0, high_0), (low_1, high_1), (low_2, high_2), (low_3, high_3)];
        let [[a, b], [c, d], [e, f], [g, h]] = pairs.map(|(low, high)| of_eight(low, high));
        [a, b, c, d, e, f, g, h]
    }
}

/// The numbers of the summed points, from that of the first square on, as `[point / 2][channel][point % 2]`.
pub fn interleave(field: &Field, points: &Aligned, channels: usize, pairs: &mut Aligned) {
    let (points, pairs) = (shorts(points), shorts_mut(pairs));
    let (first, summed) = (field.square(0, 0), summed(field));
    assert!(points.len() >= (first + summed) * channels && channels.is_multiple_of(EIGHT));
    assert!(pairs.len() >= summed * channels);
    for point in (0..summed).step_by(2) {
        for channel in (0..channels).step_by(EIGHT) {
            // SAFETY: SSE2 is part of x86-64; the lengths were checked.
            unsafe {
                let even = points.as_ptr().add((first + point) * channels + channel);
                let odd = _mm_loadu_si128(even.add(channels).cast());
                let even = _mm_loadu_si128(even.cast());
                let place = pairs.as_mut_ptr().add(point * channels + 2 * channel);
                _mm_storeu_si128(place.cast(), _mm_unpacklo_epi16(even, odd));
                _mm_storeu_si128(place.add(EIGHT).cast(), _mm_unpackhi_epi16(even, odd));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::BoardShape;

    use super::super::super::window::Tiling;
    use super::*;

    #[test]
    fn all_orders_hold_the_same_numbers() {
        let board = BoardShape { width: 5, height: 4 };
        let (grid, field, channels) = (Grid::new(board, Tiling::Threes), Field::new(board), 32);
        let mut image = Image::new(&grid, channels);
        for square in grid.squares() {
            for channel in 0..channels {
                image.values[square * channels + channel] = (square * channels + channel) as f32;
            }
        }
        let room = room(&field);
        let mut points = zeros(room * channels);
        round(&field, &grid, &image, &mut points);
        let (mut turned, mut pairs) = (points.clone(), zeros(summed(&field) * channels));
        transpose(&points, channels, &mut turned);
        interleave(&field, &points, channels, &mut pairs);
        let mut seen = 0;
        for (point, channel) in (0..room).flat_map(|p| (0..channels).map(move |c| (p, c))) {
            let (file, rank) = (point % field.row, point / field.row);
            let is_square = (1..=5).contains(&file) && (1..=4).contains(&rank);
            let expected = match is_square {
                true => rounded(image.values[grid.square(file - 1, rank - 1) * channels + channel]),
                false => 0,
            };
            assert_eq!(shorts(&points)[point * channels + channel], expected);
            assert_eq!(shorts(&turned)[channel * room + point], expected);
            if let Some(sum) = point.checked_sub(field.square(0, 0)).filter(|s| *s < summed(&field))
            {
                let place = sum / 2 * 2 * channels + 2 * channel + sum % 2;
                assert_eq!(shorts(&pairs)[place], expected);
                seen += usize::from(is_square);
            }
        }
        assert_eq!(seen, board.squares() * channels, "every square is summed");
    }
}
