//! Proof and disproof numbers.

/// How many further positions must be decided at least: to prove the win, and to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// No number of positions is enough.
pub(super) const NEVER: u32 = u32::MAX;

impl Numbers {
    /// The win is proven.
    pub const WON: Self = Self { proof: 0, disproof: NEVER };
    /// It is refuted.
    pub const REFUTED: Self = Self { proof: NEVER, disproof: 0 };
    /// What no search exceeds.
    pub const ALL: Self = Self { proof: NEVER, disproof: NEVER };

    pub const fn is_won(self) -> bool {
        self.proof == 0
    }

    pub const fn is_refuted(self) -> bool {
        self.disproof == 0
    }

    /// Whether either number has come up to that of `limits`.
    pub const fn reaches(self, limits: Self) -> bool {
        self.proof >= limits.proof || self.disproof >= limits.disproof
    }

    /// The same with proof and disproof exchanged: what the other side sees.
    pub const fn turned(self) -> Self {
        Self { proof: self.disproof, disproof: self.proof }
    }

    /// The numbers of a position whose mover seeks the proof: one child is enough to prove it, and all must be
    /// refuted to refute it.
    pub fn of_any(children: impl Iterator<Item = Self>) -> Self {
        let (mut proof, mut disproof) = (NEVER, 0_u64);
        for child in children {
            proof = proof.min(child.proof);
            disproof += u64::from(child.disproof);
        }
        // Many positions are not yet all.
        let most = if proof == 0 { NEVER } else { NEVER - 1 };
        Self { proof, disproof: disproof.min(u64::from(most)) as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_child_proves_and_all_refute() {
        let open = Numbers { proof: 3, disproof: 5 };
        assert_eq!(Numbers::of_any([open, Numbers::REFUTED].into_iter()), open);
        assert!(Numbers::of_any([open, Numbers::WON].into_iter()).is_won());
        assert!(Numbers::of_any([Numbers::REFUTED; 2].into_iter()).is_refuted());
        assert_eq!(Numbers::of_any([open; 3].into_iter()).disproof, 15);
    }

    #[test]
    fn large_numbers_decide_nothing() {
        let large = Numbers { proof: NEVER - 1, disproof: NEVER - 1 };
        let both = Numbers::of_any([large; 2].into_iter());
        assert_eq!(both, large);
        assert!(both.reaches(both) && !both.reaches(Numbers::ALL));
    }
}
