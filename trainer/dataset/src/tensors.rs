//! Positions as networks see them: what learning computes from the same games, in a form that others can load.
//!
//! Planes come from [`Encode::encode`], moves from [`Encode::action`] and policies from [`policy_over`], as those
//! of the program's own learning do.

use imperial_data::{GameRecord, Step, place_from, policy_over};
use imperial_engine::{Action, Encode};

use crate::positions::{Search, for_mover, mover_result};

/// A position in numbers.
#[derive(Debug, Default)]
pub struct EncodedPly {
    /// Plies played before.
    pub ply: u32,
    /// One bit for each square of each plane, the lowest square in the lowest bit; each plane begins with a byte.
    pub bits: Vec<u8>,
    /// What the set bits of each plane stand for.
    pub scales: Vec<f32>,
    /// All legal moves.
    pub moves: Vec<Action>,
    /// The policy to learn over them, which sums to 1; all 0 where none was recorded.
    pub policy: Vec<f32>,
    /// Playouts through them.
    pub visits: Vec<u32>,
    /// Which of them was played.
    pub played: u32,
    /// How much was searched.
    pub search: u8,
    /// 1 where no agent chose the move, else 0.
    pub in_opening: u8,
    /// Whether the move was drawn from the search's policy: 1 it was, 0 it was not, −1 nobody knows.
    pub sampled: i8,
    /// 1 where the attackers are to move, else 0.
    pub attackers_to_move: u8,
    /// Result, absolute: 1 is a win of the attackers.
    pub result: i8,
    /// Result for the side to move.
    pub z: i8,
    /// The search's value, absolute; NaN where there is none.
    pub absolute_value: f32,
    /// The same for the side to move.
    pub root_value: f32,
    /// Plies to the end, with this one.
    pub plies_left: u32,
}

impl EncodedPly {
    /// How much memory it takes.
    pub(crate) const fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.bits.len()
            + size_of::<f32>() * (self.scales.len() + self.policy.capacity())
            + size_of::<Action>() * self.moves.len()
            + size_of::<u32>() * self.visits.len()
    }
}

/// Encodes the positions of one game after the other, reusing its memory.
#[derive(Debug)]
pub struct Encoder<G: Encode> {
    planes: Vec<f32>,
    squares: usize,
    moves: Vec<G::Move>,
}

impl<G: Encode> Encoder<G> {
    /// For positions of `game`.
    pub fn new(game: &G) -> Self {
        let squares = game.board().squares();
        Self { planes: vec![0.0; game.planes().len() * squares], squares, moves: Vec::new() }
    }

    /// Encodes a position of a replayed game.
    ///
    /// # Errors
    /// The name of a plane whose squares have more than two values, or two of which none is 0.
    pub fn encode(
        &mut self,
        game: &G,
        record: &GameRecord,
        step: &Step<'_, G>,
    ) -> Result<EncodedPly, &'static str> {
        let to_move = game.side_to_move(step.position);
        let mut encoded = EncodedPly {
            ply: step.index as u32,
            search: Search::of(step.ply) as u8,
            in_opening: u8::from(step.index < record.opening as usize),
            sampled: -1,
            attackers_to_move: u8::from(to_move == imperial_engine::Side::Attackers),
            result: mover_result(record.result, imperial_engine::Side::Attackers),
            z: mover_result(record.result, to_move),
            absolute_value: step.ply.value.unwrap_or(f32::NAN),
            root_value: step.ply.value.map_or(f32::NAN, |value| for_mover(value, to_move)),
            plies_left: (record.plies.len() - step.index) as u32,
            ..EncodedPly::default()
        };
        game.encode(step.position, &mut self.planes);
        encoded.bits.reserve(self.planes.len().div_ceil(8) + game.planes().len());
        encoded.scales.reserve(game.planes().len());
        for (plane, name) in self.planes.chunks_exact(self.squares).zip(game.planes()) {
            encoded.scales.push(pack(plane, &mut encoded.bits).ok_or(*name)?);
        }
        self.encode_moves(game, step, &mut encoded);
        Ok(encoded)
    }

    fn encode_moves(&mut self, game: &G, step: &Step<'_, G>, encoded: &mut EncodedPly) {
        game.legal_moves(step.position, &mut self.moves);
        let legal = &self.moves;
        encoded.moves = legal.iter().map(|mv| game.action(*mv)).collect();
        encoded.policy = if step.policy.is_empty() {
            vec![0.0; legal.len()]
        } else {
            policy_over(legal, step.policy).into_iter().map(|(_, share)| share).collect()
        };
        encoded.visits = vec![0; legal.len()];
        let mut next = 0;
        for (mv, visits) in step.visits {
            if let Some(place) = place_from(legal, next, |other| other == mv) {
                encoded.visits[place] = *visits;
                next = place + 1;
            }
        }
        encoded.played = place_from(legal, 0, |mv| *mv == step.mv).unwrap_or_default() as u32;
    }
}

/// Appends the bits of a plane and gives what they stand for; `None` where there are other values than 0 and one more.
fn pack(plane: &[f32], bits: &mut Vec<u8>) -> Option<f32> {
    let (eights, rest) = plane.as_chunks::<8>();
    bits.extend(eights.iter().map(byte));
    if !rest.is_empty() {
        let mut last = [0.0; 8];
        last[..rest.len()].copy_from_slice(rest);
        bits.push(byte(&last));
    }
    // Without branches, so that vectors do it: the bits of the only value that is not 0 are the largest.
    let number = |value: &f32| if *value == 0.0 { 0 } else { value.to_bits() };
    let scale = f32::from_bits(plane.iter().map(number).max().unwrap_or(0));
    let is_simple = plane
        .iter()
        .fold(true, |is_simple, value| is_simple & ((*value == 0.0) | (*value == scale)));
    is_simple.then_some(scale)
}

/// Which of eight values are not 0.
fn byte(eight: &[f32; 8]) -> u8 {
    let bits = eight.iter().enumerate().map(|(bit, value)| u8::from(*value != 0.0) << bit);
    bits.fold(0, |byte, bit| byte | bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_of_more_than_two_values_are_refused() {
        let mut bits = Vec::new();
        assert_eq!(pack(&[0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.5], &mut bits), Some(0.5));
        assert_eq!(bits, [2, 1]);
        assert_eq!(pack(&[0.0; 9], &mut bits), Some(0.0));
        assert_eq!(pack(&[0.0, -0.0, -2.0], &mut bits), Some(-2.0));
        assert_eq!(pack(&[0.0, 0.5, 1.0], &mut bits), None);
        assert_eq!(pack(&[0.5, -0.5, 0.0], &mut bits), None);
    }
}
