//! Sequential halving (Karnin, Koren and Somekh 2013) as the root of Gumbel search uses it.
//!
//! With `m` candidates and `n` playouts there are ⌈log2 m⌉ phases. In a phase each of the `k`
//! candidates left gets max(1, ⌊n / (⌈log2 m⌉·k)⌋) visits; then the better half stays, but two at
//! least, who share what rounding leaves over. This is the schedule of mctx.
//!
//! The solver adds one rule: a move that is proven lost drops out; when all candidates have, new
//! ones are drawn for the playouts left.

/// Where a search stands in its schedule.
#[derive(Debug, Default)]
pub(super) struct Halving {
    /// Candidates to start with.
    width: usize,
    /// Playouts left.
    left: u32,
    /// Playouts and phases that the candidates were drawn for.
    budget: u32,
    phases: u32,
    /// Candidates still in, by their place among the legal moves, best first.
    survivors: Vec<usize>,
    /// How many the phase keeps.
    size: usize,
    /// Passes over the survivors that the phase has left, and the place in this pass.
    passes: u32,
    turn: usize,
}

impl Halving {
    /// Starts over, with `playouts` for at most `width` candidates.
    pub fn start(&mut self, playouts: u32, width: u32) {
        self.survivors.clear();
        self.width = width as usize;
        self.left = playouts;
        self.passes = 0;
        self.turn = 0;
    }

    /// The next candidate to visit in this pass; `None` asks for [`begin_pass`](Self::begin_pass).
    pub fn next(&mut self, is_open: impl Fn(usize) -> bool) -> Option<usize> {
        while let Some(&candidate) = self.survivors.get(self.turn) {
            self.turn += 1;
            if is_open(candidate) {
                self.left = self.left.saturating_sub(1);
                return Some(candidate);
            }
        }
        None
    }

    /// Takes back the candidate that [`next`](Self::next) has just given.
    pub fn put_back(&mut self) {
        self.turn -= 1;
        self.left += 1;
    }

    /// Whether the next pass belongs to the same phase, so that it needs no result of this one.
    pub fn phase_goes_on(&self) -> bool {
        self.passes > 0
    }

    /// Ranks the survivors by `scores` (one for each legal move) for another pass, halving or
    /// drawing them where it is time to.
    pub fn begin_pass(&mut self, scores: &[f32], is_open: impl Fn(usize) -> bool) {
        self.turn = 0;
        self.survivors.retain(|&candidate| is_open(candidate));
        if self.survivors.is_empty() {
            self.draw(scores, is_open);
        } else {
            self.rank(scores);
            if self.passes == 0 {
                self.halve();
            }
        }
        self.passes -= 1;
    }

    fn draw(&mut self, scores: &[f32], is_open: impl Fn(usize) -> bool) {
        self.survivors.extend((0..scores.len()).filter(|&candidate| is_open(candidate)));
        self.rank(scores);
        self.survivors.truncate(self.width);
        self.size = self.survivors.len();
        self.budget = self.left;
        self.phases = self.size.next_power_of_two().ilog2().max(1);
        self.passes = self.passes_of_phase();
    }

    fn halve(&mut self) {
        self.size = (self.size / 2).max(2);
        self.survivors.truncate(self.size);
        self.passes = self.passes_of_phase();
    }

    fn passes_of_phase(&self) -> u32 {
        (self.budget / (self.phases * self.size as u32)).max(1)
    }

    fn rank(&mut self, scores: &[f32]) {
        self.survivors.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Visits per move of a search with constant `scores`, `lost` telling when a move drops out.
    fn schedule(n: u32, m: u32, scores: &[f32], lost: impl Fn(usize, u32) -> bool) -> Vec<u32> {
        let mut halving = Halving::default();
        halving.start(n, m);
        let mut visits = vec![0; scores.len()];
        for _ in 0..n {
            let is_open = |candidate: usize| !lost(candidate, visits[candidate]);
            let candidate = loop {
                match halving.next(is_open) {
                    Some(candidate) => break candidate,
                    None => halving.begin_pass(scores, is_open),
                }
            };
            visits[candidate] += 1;
        }
        visits
    }

    fn falling(moves: usize) -> Vec<f32> {
        (0..moves).map(|nth| -(nth as f32)).collect()
    }

    const NONE_LOST: fn(usize, u32) -> bool = |_, _| false;

    #[test]
    fn visits_follow_the_published_schedule() {
        // Worked by hand from the formula: for (32, 8) the phases are 8x1, 4x2, 2x5, and 2x3 more.
        assert_eq!(schedule(16, 4, &falling(4), NONE_LOST), [6, 6, 2, 2]);
        assert_eq!(schedule(32, 8, &falling(8), NONE_LOST), [11, 11, 3, 3, 1, 1, 1, 1]);
        let expected = [15, 15, 7, 7, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1, 1];
        assert_eq!(schedule(64, 16, &falling(16), NONE_LOST), expected);
        // Three candidates: two phases, 3x2 and 2x5.
        assert_eq!(schedule(12, 3, &falling(3), NONE_LOST), [5, 5, 2]);
    }

    #[test]
    fn the_best_moves_are_the_candidates() {
        assert_eq!(schedule(4, 2, &[0.0, 3.0, 1.0, 2.0], NONE_LOST), [0, 2, 0, 2]);
    }

    #[test]
    fn too_few_playouts_visit_the_best_once() {
        assert_eq!(schedule(3, 8, &falling(8), NONE_LOST), [1, 1, 1, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn fewer_moves_than_candidates_share_the_playouts() {
        assert_eq!(schedule(10, 16, &falling(1), NONE_LOST), [10]);
        assert_eq!(schedule(10, 1, &falling(5), NONE_LOST), [10, 0, 0, 0, 0]);
        assert_eq!(schedule(11, 16, &falling(2), NONE_LOST), [6, 5]);
    }

    #[test]
    fn lost_moves_drop_out_and_others_replace_them() {
        // The first candidate is lost at once: the second gets the rest of the final.
        let lost = |candidate, visits| candidate == 0 && visits == 1;
        assert_eq!(schedule(9, 2, &falling(4), lost), [1, 8, 0, 0]);
        // Both candidates are lost: the next two are drawn for the six playouts left.
        let lost = |candidate, visits| candidate < 2 && visits == 1;
        assert_eq!(schedule(8, 2, &falling(4), lost), [1, 1, 3, 3]);
    }
}
