//! What the network should say about moves, for a batch.

use imperial_engine::{Action, Choice};

/// Moves of every sample with the share that each should get. Lists are padded to the longest one;
/// with `b` samples and `a` places for moves:
#[derive(Clone, Debug)]
pub struct MoveTargets {
    /// Places for moves, `a`, at least 1.
    pub places: usize,
    /// `from * squares + to` of every move, `[b, a]`; 0 in the padding.
    pub pairs: Vec<i32>,
    /// Kind of choice of every move, `[b, a]`: 0 none, 1 declining, 2 + s the victim on square s;
    /// 0 in the padding.
    pub choices: Vec<i32>,
    /// Further victims of moves that name several: as many lists as the move with the most needs, each
    /// `[b, a]` like [`choices`](Self::choices), 0 where there is none.
    pub further: Vec<Vec<i32>>,
    /// 0 for a move and −10⁹ for padding, `[b, a]`, to be added to the logits.
    pub mask: Vec<f32>,
    /// Target shares of the moves, `[b, a]`; all 0 for a sample that lists none.
    pub shares: Vec<f32>,
    /// Sum of the weights of the samples that list moves.
    pub weight: f32,
}

/// Added to the logit of padding. Finite, so that its product with a share of 0 is 0, and far
/// below any logit, so that its probability is exactly 0.
const PADDING: f32 = -1e9;

impl MoveTargets {
    /// Room for `len` samples with at most `longest` moves each.
    pub(super) fn new(len: usize, longest: usize) -> Self {
        let places = longest.max(1);
        let room = len * places;
        Self {
            places,
            pairs: Vec::with_capacity(room),
            choices: Vec::with_capacity(room),
            further: Vec::new(),
            mask: Vec::with_capacity(room),
            shares: Vec::with_capacity(room),
            weight: 0.0,
        }
    }

    /// Kinds of a choice, as in [`choices`](Self::choices) and then [`further`](Self::further); at least one.
    pub fn choice_indices(choice: Choice) -> impl Iterator<Item = i32> {
        let first = match choice {
            Choice::Plain => Some(0),
            Choice::Decline => Some(1),
            Choice::Square(_) | Choice::Squares(_) => None,
        };
        first.into_iter().chain(choice.squares().map(|square| 2 + i32::from(square)))
    }

    /// Pairs, choices and shares of one sample, without the padding.
    #[inline(always)]
    pub(super) fn of_sample(&self, number: usize) -> (&[i32], &[i32], &[f32]) {
        let row = number * self.places..(number + 1) * self.places;
        let moves = self.mask[row.clone()].iter().take_while(|mask| **mask == 0.0).count();
        let of_row = row.start..row.start + moves;
        (&self.pairs[of_row.clone()], &self.choices[of_row.clone()], &self.shares[of_row])
    }

    /// Further victims of a move of one sample, as [`further`](Self::further) tells them.
    #[inline(always)]
    pub(super) fn further_of(&self, number: usize, place: usize) -> impl Iterator<Item = i32> {
        let at = number * self.places + place;
        self.further.iter().map(move |list| list[at]).take_while(|choice| *choice != 0)
    }

    /// Adds the moves of one sample, turned by `permutation`.
    pub(super) fn push(&mut self, moves: &[(Action, f32)], permutation: &[u16], weight: f32) {
        let (squares, end) = (permutation.len() as i32, self.pairs.len() + self.places);
        for (action, share) in moves {
            let action = action.turned(permutation);
            let mut choices = Self::choice_indices(action.choice);
            self.pairs.push(i32::from(action.from) * squares + i32::from(action.to));
            self.choices.push(choices.next().unwrap_or(0));
            for (nth, choice) in choices.enumerate() {
                if nth == self.further.len() {
                    self.further.push(Vec::new());
                }
                self.further[nth].resize(self.choices.len() - 1, 0);
                self.further[nth].push(choice);
            }
            self.mask.push(0.0);
            self.shares.push(*share);
        }
        self.pairs.resize(end, 0);
        self.choices.resize(end, 0);
        self.further.iter_mut().for_each(|list| list.resize(end, 0));
        self.mask.resize(end, PADDING);
        self.shares.resize(end, 0.0);
        self.weight += if moves.is_empty() { 0.0 } else { weight };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_engine::SquareSet;

    #[test]
    fn the_chosen_victim_turns_with_the_board() {
        let quarter: Vec<u16> = vec![2, 5, 8, 1, 4, 7, 0, 3, 6];
        let action = Action { from: 0, to: 2, choice: Choice::Square(1) };
        let mut targets = MoveTargets::new(1, 2);
        targets.push(&[(action, 0.75)], &quarter, 0.5);
        assert_eq!(targets.pairs, [2 * 9 + 8, 0]);
        assert_eq!(targets.choices, [2 + 5, 0]);
        assert_eq!((targets.mask, targets.shares), (vec![0.0, PADDING], vec![0.75, 0.0]));
        assert_eq!(targets.weight, 0.5);
    }

    #[test]
    fn moves_may_name_several_victims() {
        let mirror: Vec<u16> = vec![2, 1, 0, 5, 4, 3, 8, 7, 6];
        let victims = |squares| Choice::Squares(SquareSet::from_bits(squares));
        let action = |choice| (Action { from: 0, to: 2, choice }, 0.5);
        let mut targets = MoveTargets::new(2, 2);
        targets.push(&[action(Choice::Plain), action(Choice::Square(4))], &mirror, 1.0);
        targets.push(&[action(victims(0b101_1000))], &mirror, 1.0);
        assert_eq!(targets.choices, [0, 6, 6, 0]);
        assert_eq!(targets.further, [[0, 0, 7, 0], [0, 0, 10, 0]]);
        assert_eq!(targets.further_of(1, 0).collect::<Vec<_>>(), [7, 10]);
        assert_eq!(targets.further_of(0, 1).count(), 0);
    }
}
