//! What was found about positions, by their keys.

/// Slots of the largest table: 16 MiB.
const MOST_SLOTS: u64 = 1 << 20;
/// Slots of the smallest.
const FEWEST_SLOTS: u64 = 1 << 10;

/// What a score says about the value of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// Nothing: only the move counts.
    Nothing,
    /// The value is at most the score.
    Upper,
    /// The value is at least the score.
    Lower,
    /// The value is the score.
    Exact,
}

/// What was found about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// Counted from the position itself.
    pub score: i32,
    /// Number of the best move in the list of legal ones.
    pub nth: u16,
    /// Plies that were looked ahead.
    pub depth: u8,
    pub bound: Bound,
}

impl Entry {
    fn pack(self) -> u64 {
        let score = u64::from(self.score as u32) << 32;
        score | u64::from(self.nth) << 16 | u64::from(self.depth) << 8 | self.bound as u64
    }

    fn unpack(word: u64) -> Self {
        let bound = match word as u8 {
            0 => Bound::Nothing,
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        };
        let (nth, depth) = ((word >> 16) as u16, (word >> 8) as u8);
        Self { score: (word >> 32) as i32, nth, depth, bound }
    }
}

/// A table in which newer entries replace older ones.
#[derive(Debug)]
pub(super) struct Table(Vec<[u64; 2]>);

impl Table {
    /// An empty table for a search of at most `nodes` positions.
    pub fn new(nodes: u64) -> Self {
        let slots = nodes.clamp(FEWEST_SLOTS, MOST_SLOTS).next_power_of_two();
        Self(vec![[0; 2]; slots as usize])
    }

    pub fn get(&self, key: u64) -> Option<Entry> {
        let [known, word] = self.0[self.slot(key)];
        (known == key && word != 0).then(|| Entry::unpack(word))
    }

    pub fn put(&mut self, key: u64, entry: Entry) {
        let slot = self.slot(key);
        self.0[slot] = [key, entry.pack()];
    }

    fn slot(&self, key: u64) -> usize {
        // The high bits of a product depend on all bits of the key.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> 32) as usize & (self.0.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_as_they_were_put() {
        let mut table = Table::new(0);
        for (key, score) in [(7, -3), (8, 999_999), (u64::MAX, i32::MIN), (0, 0)] {
            for bound in [Bound::Nothing, Bound::Upper, Bound::Lower, Bound::Exact] {
                let entry = Entry { score, nth: 65_535, depth: 64, bound };
                table.put(key, entry);
                assert_eq!(table.get(key), Some(entry));
            }
        }
        assert_eq!(table.get(9), None);
    }
}
