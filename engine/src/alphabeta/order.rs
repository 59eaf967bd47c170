//! In which order moves are tried: the sooner the best one comes, the less has to be looked at.

use std::hash::{Hash, Hasher};

use crate::Side;

/// Moves that are told apart by what they have achieved.
const SLOTS: usize = 1 << 12;
/// Moves that refuted others at the same ply.
const KILLERS: usize = 2;

/// Moves that were good elsewhere in the tree.
#[derive(Debug)]
pub(super) struct Order<M> {
    killers: Vec<[Option<M>; KILLERS]>,
    /// Cut-offs by moves of each side, the deep ones counting more.
    history: Box<[[i32; SLOTS]; 2]>,
}

impl<M: Copy + Eq + Hash> Order<M> {
    pub fn new(plies: usize) -> Self {
        Self { killers: vec![[None; KILLERS]; plies], history: Box::new([[0; SLOTS]; 2]) }
    }

    /// How soon a move should be tried among those that nothing else is known of.
    pub fn rank(&self, mv: M, side: Side, ply: usize) -> i32 {
        match self.killers[ply].iter().position(|killer| *killer == Some(mv)) {
            Some(nth) => i32::MAX / 4 - nth as i32,
            None => self.history[side as usize][slot(mv)],
        }
    }

    /// A move has refuted what came before it.
    pub fn praise(&mut self, mv: M, side: Side, ply: usize, depth: u8) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            killers.rotate_right(1);
            killers[0] = Some(mv);
        }
        let known = &mut self.history[side as usize][slot(mv)];
        *known = known.saturating_add(i32::from(depth).pow(2)).min(i32::MAX / 8);
    }
}

fn slot(mv: impl Hash) -> usize {
    let mut mixer = Mixer(0);
    mv.hash(&mut mixer);
    (mixer.0 >> 52) as usize % SLOTS
}

/// A quick hash; moves that share a slot do no harm.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(u64::from(word));
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}
