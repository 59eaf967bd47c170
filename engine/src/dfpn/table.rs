//! What the search has found of positions that are still open.

use super::numbers::Numbers;

/// Slots of the largest table: 48 MiB.
const MOST_SLOTS: u64 = 1 << 21;
/// Slots of the smallest.
const FEWEST_SLOTS: u64 = 1 << 10;
/// Slots in which a key may stand.
const NEIGHBOURS: usize = 4;

#[derive(Clone, Copy, Debug)]
struct Slot {
    key: u64,
    numbers: Numbers,
    /// Positions looked at to find this; 0 where the slot is free.
    work: u32,
    pass: u32,
}

/// A table in which what has cost little makes way for what is new.
#[derive(Debug)]
pub(super) struct Table {
    slots: Vec<Slot>,
    pass: u32,
}

impl Table {
    /// An empty table for a search of at most `nodes` positions.
    pub fn new(nodes: u64) -> Self {
        let slots = nodes.clamp(FEWEST_SLOTS, MOST_SLOTS).next_power_of_two();
        let free = Slot { key: 0, numbers: Numbers::ALL, work: 0, pass: 0 };
        Self { slots: vec![free; slots as usize], pass: 0 }
    }

    /// Forgets everything.
    pub const fn forget(&mut self) {
        self.pass += 1;
    }

    pub fn get(&self, key: u64) -> Option<Numbers> {
        let slots = &self.slots[self.place(key)..][..NEIGHBOURS];
        let known = slots.iter().find(|slot| slot.key == key && self.is_used(slot));
        known.map(|slot| slot.numbers)
    }

    pub fn put(&mut self, key: u64, numbers: Numbers, work: u32) {
        let (place, pass) = (self.place(key), self.pass);
        let value = |slot: &Slot| match (slot.key == key, slot.pass == pass) {
            (true, _) => 0,
            (false, true) => 1 + u64::from(slot.work),
            (false, false) => 1,
        };
        if let Some(slot) = self.slots[place..][..NEIGHBOURS].iter_mut().min_by_key(|s| value(s)) {
            *slot = Slot { key, numbers, work: work.max(1), pass };
        }
    }

    const fn is_used(&self, slot: &Slot) -> bool {
        slot.work > 0 && slot.pass == self.pass
    }

    /// The first of the slots in which a key may stand.
    fn place(&self, key: u64) -> usize {
        // The high bits of a product depend on all bits of the key.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        mixed as usize & (self.slots.len() - NEIGHBOURS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_comes_back_until_it_is_forgotten() {
        let mut table = Table::new(0);
        let numbers = Numbers { proof: 3, disproof: 8 };
        for key in [0, 7, u64::MAX] {
            assert_eq!(table.get(key), None);
            table.put(key, numbers, 0);
            table.put(key, numbers.turned(), 9);
            assert_eq!(table.get(key), Some(numbers.turned()));
        }
        table.forget();
        assert_eq!(table.get(7), None);
    }

    #[test]
    fn what_has_cost_most_stays() {
        let mut table = Table::new(0);
        let numbers = Numbers { proof: 1, disproof: 1 };
        table.put(1855, numbers, 1_000_000);
        (0..100_000).for_each(|key| table.put(2000 + key, numbers, 10));
        assert_eq!(table.get(1855), Some(numbers));
        assert!(table.get(101_999).is_some(), "the newest is there");
    }
}
