//! Which coalitions of switches are needed, and with what weights they make up the effects.
//!
//! A coalition is a set of switches, bit `i` for switch `i`. Flipping all switches one after the other
//! is an *order*; it passes through one coalition of each size.

use std::collections::BTreeSet;

use rand::Rng;
use rand::seq::SliceRandom;

/// Orders that are drawn in vain one after the other, because they pass through a coalition that is
/// refused, before it is given up.
const ATTEMPTS: u32 = 10_000;

/// Most switches for which all coalitions are taken: 1024 rule sets.
pub const MOST_EXACT: usize = 10;
/// Bits of a coalition: most switches at all.
const MOST: usize = u32::BITS as usize;

/// A weighted sum of the coalitions' scores.
pub type Sum = Vec<(u32, f64)>;

/// The coalitions to be played, and the orders that lead through them.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    switches: usize,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq)]
enum Kind {
    /// All orders through the coalitions that are allowed.
    All { allowed: Vec<bool> },
    /// Drawn orders; each stands before its reverse.
    Sampled { orders: Vec<Vec<usize>> },
}

impl Design {
    /// Every order through coalitions that `allowed` does not refuse; `None` if there is no such
    /// order. `switches` is at most [`MOST_EXACT`].
    pub fn all(switches: usize, allowed: impl Fn(u32) -> bool) -> Option<Self> {
        let allowed: Vec<bool> = (0..1_u32 << switches).map(allowed).collect();
        let design = Self { switches, kind: Kind::All { allowed } };
        (design.paths_up()[design.full() as usize] > 0.0).then_some(design)
    }

    /// `pairs` random orders, each with its reverse (antithetic pairs lower the error: Mitchell et al.
    /// 2022, *Journal of Machine Learning Research* 23:43); `None` if none seems to be allowed.
    pub fn sampled(
        switches: usize,
        pairs: usize,
        mut allowed: impl FnMut(u32) -> bool,
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let mut orders = Vec::new();
        let mut in_vain = 0;
        while orders.len() < 2 * pairs {
            let mut order: Vec<usize> = (0..switches).collect();
            order.shuffle(rng);
            let reverse: Vec<usize> = order.iter().rev().copied().collect();
            if [&order, &reverse].into_iter().all(|order| passed(order).all(&mut allowed)) {
                orders.extend([order, reverse]);
                in_vain = 0;
            } else if in_vain == ATTEMPTS {
                return None;
            } else {
                in_vain += 1;
            }
        }
        Some(Self { switches, kind: Kind::Sampled { orders } })
    }

    fn full(&self) -> u32 {
        ((1_u64 << self.switches) - 1) as u32
    }

    /// Number of switches.
    pub const fn switches(&self) -> usize {
        self.switches
    }

    /// Number of orders that were drawn; `None` where all count.
    pub fn drawn(&self) -> Option<usize> {
        match &self.kind {
            Kind::All { .. } => None,
            Kind::Sampled { orders } => Some(orders.len()),
        }
    }

    /// The coalitions that must be played, those with few switches first.
    pub fn coalitions(&self) -> Vec<u32> {
        let mut all: Vec<u32> = match &self.kind {
            Kind::All { allowed } => {
                let (up, down) = (self.paths_up(), self.paths_down());
                let used =
                    |s: &u32| allowed[*s as usize] && up[*s as usize] * down[*s as usize] > 0.0;
                (0..=self.full()).filter(used).collect()
            }
            Kind::Sampled { orders } => {
                let passed = orders.iter().flat_map(|order| passed(order));
                passed.collect::<BTreeSet<_>>().into_iter().collect()
            }
        };
        all.sort_by_key(|s| (s.count_ones(), *s));
        all
    }

    /// The effect of each switch: the change when it is flipped, averaged over the orders. With all
    /// orders allowed it is the Shapley value (Shapley 1953, *A value for n-person games*). `orders`
    /// says how often each pair of drawn orders counts; without it each counts once.
    pub fn effects(&self, orders: Option<&[usize]>) -> Vec<Sum> {
        match &self.kind {
            Kind::All { allowed } => self.effects_of_all(allowed),
            Kind::Sampled { orders: drawn } => {
                let all: Vec<usize> = (0..drawn.len() / 2).collect();
                let pairs = orders.unwrap_or(&all);
                let weight = 0.5 / pairs.len().max(1) as f64;
                let mut effects = vec![Sum::new(); self.switches];
                let chosen = pairs.iter().flat_map(|pair| &drawn[2 * pair..2 * pair + 2]);
                for (switch, after) in chosen.flat_map(|order| steps(order)) {
                    effects[switch].push((after, weight));
                    effects[switch].push((after & !(1 << switch), -weight));
                }
                effects
            }
        }
    }

    fn effects_of_all(&self, allowed: &[bool]) -> Vec<Sum> {
        let (up, down) = (self.paths_up(), self.paths_down());
        let total = up[self.full() as usize];
        let effect = |switch: usize| {
            let mut sum = Sum::new();
            for before in (0..=self.full()).filter(|s| s & (1 << switch) == 0) {
                let after = before | 1 << switch;
                if allowed[before as usize] && allowed[after as usize] {
                    let weight = up[before as usize] * down[after as usize] / total;
                    sum.extend([(after, weight), (before, -weight)]);
                }
            }
            sum
        };
        (0..self.switches).map(effect).collect()
    }

    /// The Shapley interaction index of two switches (Grabisch and Roubens 1999, *International Journal
    /// of Game Theory* 28:547): how much more flipping both changes than flipping each alone, averaged
    /// over what is flipped already. Where coalitions are refused, over what is left. `None` with
    /// drawn orders, or where nothing is left.
    pub fn interaction(&self, a: usize, b: usize) -> Option<Sum> {
        let Kind::All { allowed } = &self.kind else { return None };
        let (one, other) = (1_u32 << a, 1_u32 << b);
        let mut sum = Sum::new();
        let mut total = 0.0;
        for set in (0..=self.full()).filter(|set| set & (one | other) == 0) {
            let corners =
                [(set, 1.0), (set | one | other, 1.0), (set | one, -1.0), (set | other, -1.0)];
            if corners.iter().all(|(set, _)| allowed[*set as usize]) {
                // Every size has the same weight, shared by the sets of that size.
                let weight = 1.0 / binomial(self.switches - 2, set.count_ones() as usize);
                total += weight;
                sum.extend(corners.map(|(set, sign)| (set, sign * weight)));
            }
        }
        sum.iter_mut().for_each(|(_, weight)| *weight /= total);
        (total > 0.0).then_some(sum)
    }

    /// Number of allowed orders from nothing flipped to each coalition.
    fn paths_up(&self) -> Vec<f64> {
        let Kind::All { allowed } = &self.kind else { return Vec::new() };
        let mut paths = vec![0.0; allowed.len()];
        paths[0] = f64::from(u8::from(allowed[0]));
        for set in 1..=self.full() {
            if allowed[set as usize] {
                let before = members(set).map(|switch| paths[(set & !(1 << switch)) as usize]);
                paths[set as usize] = before.sum();
            }
        }
        paths
    }

    /// Number of allowed orders from each coalition to everything flipped.
    fn paths_down(&self) -> Vec<f64> {
        let Kind::All { allowed } = &self.kind else { return Vec::new() };
        let full = self.full();
        let mut paths = vec![0.0; allowed.len()];
        paths[full as usize] = f64::from(u8::from(allowed[full as usize]));
        for set in (0..full).rev() {
            if allowed[set as usize] {
                let after = members(full & !set).map(|switch| paths[(set | 1 << switch) as usize]);
                paths[set as usize] = after.sum();
            }
        }
        paths
    }
}

/// The switches of a coalition.
pub fn members(coalition: u32) -> impl Iterator<Item = usize> {
    (0..MOST).filter(move |switch| coalition & (1 << switch) != 0)
}

/// Each switch of an order with the coalition that it leads to.
fn steps(order: &[usize]) -> impl Iterator<Item = (usize, u32)> {
    order.iter().scan(0, |coalition, switch| {
        *coalition |= 1 << switch;
        Some((*switch, *coalition))
    })
}

/// The coalitions that an order passes through, from nothing flipped to everything.
fn passed(order: &[usize]) -> impl Iterator<Item = u32> {
    std::iter::once(0).chain(steps(order).map(|(_, coalition)| coalition))
}

/// How many sets of `k` there are among `n`.
fn binomial(n: usize, k: usize) -> f64 {
    (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

    use super::*;

    fn value(sum: &Sum, score: impl Fn(u32) -> f64) -> f64 {
        sum.iter().map(|(set, weight)| weight * score(*set)).sum()
    }

    /// Three switches: worth 1, 2 and 0 alone, the first two 4 more together.
    fn score(set: u32) -> f64 {
        let bit = |switch: u32| f64::from(set >> switch & 1);
        bit(0) + 2.0 * bit(1) + 4.0 * bit(0) * bit(1)
    }

    #[test]
    fn effects_are_shapley_values() {
        let design = Design::all(3, |_| true).expect("all orders");
        let effects: Vec<f64> = design.effects(None).iter().map(|sum| value(sum, score)).collect();
        for (found, expected) in effects.iter().zip([3.0, 4.0, 0.0]) {
            assert!((found - expected).abs() < 1e-12, "{effects:?}");
        }
        let index = |a, b| value(&design.interaction(a, b).expect("all allowed"), score);
        assert!((index(0, 1) - 4.0).abs() < 1e-12);
        assert!(index(0, 2).abs() < 1e-12);
        assert_eq!(design.coalitions(), [0, 1, 2, 4, 3, 5, 6, 7]);
    }

    #[test]
    fn the_glove_game() {
        // Shapley's example: the left glove of player 0 needs a right one; 2/3, 1/6, 1/6.
        let design = Design::all(3, |_| true).expect("all orders");
        let pair = |set: u32| f64::from(u8::from(set & 1 == 1 && set != 1));
        for (sum, expected) in design.effects(None).iter().zip([2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]) {
            assert!((value(sum, pair) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn refused_coalitions_are_gone_round() {
        // Switch 1 needs switch 0.
        let design = Design::all(3, |set| set & 0b11 != 0b10).expect("some orders");
        let effects: Vec<f64> = design.effects(None).iter().map(|sum| value(sum, score)).collect();
        for (found, expected) in effects.iter().zip([1.0, 6.0, 0.0]) {
            assert!((found - expected).abs() < 1e-12, "they still add up: {effects:?}");
        }
        assert!(!design.coalitions().contains(&0b010));
        assert_eq!(design.interaction(0, 1), None);
        assert!(Design::all(2, |set| set == 0 || set == 3).is_none());
    }

    #[test]
    fn drawn_orders_come_near_and_add_up() {
        let mut rng = ChaCha8Rng::seed_from_u64(1855);
        let wanted = |set: u32| set.count_ones() as f64 + f64::from(set & 1 & (set >> 5));
        let design = Design::sampled(6, 200, |_| true, &mut rng).expect("orders");
        assert_eq!(design.drawn(), Some(400));
        let effects: Vec<f64> = design.effects(None).iter().map(|sum| value(sum, wanted)).collect();
        assert!((effects[0] - 1.5).abs() < 1e-9 && (effects[1] - 1.0).abs() < 1e-9, "antithetic");
        assert!((effects.iter().sum::<f64>() - wanted(63)).abs() < 1e-9);
        let once = design.effects(Some(&[7, 7, 7]));
        assert!((once.iter().map(|sum| value(sum, wanted)).sum::<f64>() - wanted(63)).abs() < 1e-9);
        assert!(Design::sampled(6, 2, |set| set == 0 || set == 63, &mut rng).is_none());
        assert!(Design::sampled(6, 2, |set| set > 0, &mut rng).is_none(), "nothing to start from");
    }

    #[test]
    fn drawn_orders_ask_for_both_ends_and_all_between() {
        let mut rng = ChaCha8Rng::seed_from_u64(1732);
        let mut asked = BTreeSet::new();
        let allowed = |set| {
            asked.insert(set);
            true
        };
        let design = Design::sampled(9, 4, allowed, &mut rng).expect("orders");
        let coalitions = design.coalitions();
        assert_eq!((coalitions.first(), coalitions.last()), (Some(&0), Some(&511)));
        assert_eq!(asked, coalitions.into_iter().collect(), "what is played was allowed");
    }

    #[test]
    fn as_many_orders_are_drawn_as_wanted() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let wanted = ATTEMPTS as usize + 1;
        let design = Design::sampled(3, wanted, |set| set != 0b010, &mut rng).expect("orders");
        assert_eq!(design.drawn(), Some(2 * wanted));
    }
}
