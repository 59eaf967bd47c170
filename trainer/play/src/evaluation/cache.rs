//! A cache of evaluations: what has been asked before is not evaluated again.

use std::sync::{Arc, Mutex, PoisonError};

use imperial_engine::search::{Evaluate, Evaluation, Request};
use imperial_engine::{Action, Choice, Encode};
use imperial_net::{Asked, EvaluateMixed, evaluate_requests};

/// Entries of a cache for one search at a time, some megabytes on 9x9.
const ENTRIES: usize = 1 << 14;

/// An answer with the hash of what was asked.
type Place = Mutex<Option<(u128, Evaluation)>>;

/// Answers that several evaluators may share.
#[derive(Clone, Debug)]
pub struct Answers(Arc<[Place]>);

impl Default for Answers {
    fn default() -> Self {
        Self::with_room(ENTRIES)
    }
}

impl Answers {
    /// Room for so many answers.
    ///
    /// # Panics
    /// When it is none.
    pub fn with_room(entries: usize) -> Self {
        assert!(entries > 0, "a cache has room");
        Self((0..entries).map(|_| Mutex::new(None)).collect())
    }

    fn find(&self, key: u128) -> Option<Evaluation> {
        let place = self.place(key).lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().filter(|(known, _)| *known == key).map(|(_, answer)| answer.clone())
    }

    fn note(&self, key: u128, answer: Evaluation) {
        *self.place(key).lock().unwrap_or_else(PoisonError::into_inner) = Some((key, answer));
    }

    fn place(&self, key: u128) -> &Place {
        &self.0[key as usize % self.0.len()]
    }
}

/// An evaluator with a memory of its answers, for one thread.
///
/// Answers are found by a 128-bit hash of all that a network sees: the position's
/// [fingerprint](Asked::fingerprint) (pieces, last move, repetition, clocks), rule vector,
/// [laws](Asked::laws), board and moves. So results do not depend on the cache, as long
/// as the inner evaluator answers equal inputs alike: a network does, random games do not. A new
/// answer takes the place of another one with the same low bits of the hash.
///
/// Of tafl the fingerprint has the pieces as a key of 64 bits alone. Two positions with one key share an answer if all
/// else is the same too: last move, repetition, clocks, and every legal move.
#[derive(Debug)]
pub struct Cached<E> {
    inner: E,
    answers: Answers,
}

impl<E> Cached<E> {
    /// A cache in front of `inner`, which must answer as the others do that share `answers`.
    pub fn new(inner: E, answers: Answers) -> Self {
        Self { inner, answers }
    }
}

/// The hash of everything that an answer depends on.
fn key(asked: &dyn Asked) -> u128 {
    let mut hash = Hash::NEW;
    hash.add_floats(asked.rules());
    hash.add_text(asked.laws());
    let board = asked.board();
    hash.add((board.width as u64) << 32 | board.height as u64);
    asked.fingerprint(&mut |word| hash.add(word));
    asked.actions(&mut |Action { from, to, choice }| {
        let choice = match choice {
            Choice::Plain => 0,
            Choice::Decline => 1,
            Choice::Square(square) => 2 + u64::from(square),
            Choice::Squares(squares) => {
                squares.words().into_iter().for_each(|word| hash.add(word));
                u64::from(u32::MAX)
            }
        };
        hash.add(u64::from(from) << 48 | u64::from(to) << 32 | choice);
    });
    hash.value()
}

impl<E: EvaluateMixed> EvaluateMixed for Cached<E> {
    fn evaluate_mixed(&mut self, asked: &[&dyn Asked]) -> Vec<Evaluation> {
        let keys: Vec<u128> = asked.iter().map(|asked| key(*asked)).collect();
        let mut answers: Vec<_> = keys.iter().map(|key| self.answers.find(*key)).collect();
        let open: Vec<usize> = (0..keys.len()).filter(|n| answers[*n].is_none()).collect();
        if !open.is_empty() {
            let asked: Vec<&dyn Asked> = open.iter().map(|n| asked[*n]).collect();
            for (n, answer) in open.into_iter().zip(self.inner.evaluate_mixed(&asked)) {
                self.answers.note(keys[n], answer.clone());
                answers[n] = Some(answer);
            }
        }
        answers.into_iter().flatten().collect()
    }
}

impl<G: Encode, E: EvaluateMixed> Evaluate<G> for Cached<E> {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        evaluate_requests(self, game, requests)
    }
}

/// A hash of 128 bits: two times 64 bits by folded products, the step of wyhash (Wang Yi 2019).
/// Among 10⁹ inputs that differ two would share a value with a probability of about 10⁻²¹. That says nothing of the
/// keys among them: of 10⁹ that are drawn of 64 bits two are the same with a probability of 3 %.
#[derive(Clone, Copy)]
struct Hash([u64; 2]);

impl Hash {
    const NEW: Self = Self([0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344]);
    /// Odd numbers without a pattern: digits of π as the above, and of e.
    const FACTORS: [u64; 2] = [0xa409_3822_299f_31d1, 0xb7e1_5162_8aed_2a6b];

    fn add(&mut self, word: u64) {
        for (state, factor) in self.0.iter_mut().zip(Self::FACTORS) {
            let product = u128::from(*state ^ word) * u128::from(factor);
            // The word is added once more, so that no state can swallow what comes.
            *state = (product as u64 ^ (product >> 64) as u64).wrapping_add(word);
        }
    }

    fn add_floats(&mut self, values: &[f32]) {
        self.add(values.len() as u64);
        for pair in values.chunks(2) {
            let bits = |n: usize| pair.get(n).map_or(0, |value| u64::from(value.to_bits()));
            self.add(bits(0) << 32 | bits(1));
        }
    }

    fn add_text(&mut self, text: &str) {
        self.add(text.len() as u64);
        for part in text.as_bytes().chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.add(u64::from_le_bytes(word));
        }
    }

    fn value(self) -> u128 {
        u128::from(self.0[0]) << 64 | u128::from(self.0[1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_engine::catalog::{self, AnyGame};
    use imperial_engine::search::{Search, SearchParams};
    use imperial_engine::{Game as _, Wdl, with_game};
    use imperial_net::Leaf;

    /// Answers by so many planes alone, as a network does, and counts.
    struct Planes {
        planes: usize,
        asked: u64,
    }

    impl EvaluateMixed for Planes {
        fn evaluate_mixed(&mut self, asked: &[&dyn Asked]) -> Vec<Evaluation> {
            self.asked += asked.len() as u64;
            let answer = |position: &&dyn Asked| {
                let mut planes = vec![0.0; self.planes * position.board().squares()];
                position.encode(&mut Vec::new(), &mut planes);
                let mut hash = Hash::NEW;
                hash.add_floats(&planes);
                let part = |n: usize| (hash.value() >> (8 * n) & 0xff) as f32 / 255.0;
                let wdl = Wdl { attackers: part(0), draw: 1.0 - part(0), defenders: 0.0 };
                let mut logits = Vec::new();
                position.actions(&mut |_| logits.push(part(logits.len() % 16)));
                Evaluation { wdl, logits }
            };
            asked.iter().map(answer).collect()
        }
    }

    impl<G: Encode> Evaluate<G> for Planes {
        fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
            evaluate_requests(self, game, requests)
        }
    }

    /// Plays a game with and without a cache.
    fn same_trees(game: &impl Encode) {
        let planes = || Planes { planes: game.planes().len(), asked: 0 };
        let (mut cached, mut plain) = (Cached::new(planes(), Answers::default()), planes());
        let mut position = game.start(imperial_engine::Side::Attackers);
        for ply in 0..12 {
            if game.outcome(&position).is_some() {
                break;
            }
            let params = SearchParams { batch: 3, ..SearchParams::puct(200) };
            let mut search = Search::new(game, &position, params, ply).expect("a search");
            let best = search.run(game, &mut plain).expect("a result").best;
            let expected = search.outline(game, 20);
            search.reset(game, &position, params, ply).expect("a search");
            search.run(game, &mut cached).expect("a result");
            assert_eq!(search.outline(game, 20), expected, "{} ply {ply}", game.name());
            game.play(&mut position, best);
        }
        assert!(cached.inner.asked < plain.asked, "no hit under {}", game.name());
    }

    #[test]
    fn trees_are_the_same_with_and_without() {
        for name in ["tic-tac-toe", "imperial-contest", "brandubh"] {
            let game = AnyGame::by_name(name).expect(name);
            with_game!(&game, |game| same_trees(game));
        }
    }

    /// Goals are planes, and no numbers of the rule vector.
    #[test]
    fn rule_sets_with_one_rule_vector_share_no_answers() {
        let text = catalog::text("fox-and-geese-17").expect("embedded");
        let other = text.replace("few_goal = [\"c1\", \"d1\", \"e1\"]", "few_goal = [\"d1\"]");
        let games = [text, &other].map(|text| AnyGame::from_toml(text).expect("a rule set"));
        let number = with_game!(&games[0], |game| game.planes().len());
        let planes = || Planes { planes: number, asked: 0 };
        let (mut cached, mut plain) = (Cached::new(planes(), Answers::default()), planes());
        let mut vectors = Vec::new();
        for (game, laws) in games.iter().zip(["three", "one"]) {
            with_game!(game, |game| {
                let rules = game.rule_vector();
                let position = &game.start(imperial_engine::Side::Defenders);
                let moves = &game.moves(position)[..];
                let request = Request { position, moves, seed: 0 };
                let leaf = Leaf { game, rules: &rules, laws, request };
                let asked: [&dyn Asked; 1] = [&leaf];
                assert_eq!(cached.evaluate_mixed(&asked), plain.evaluate_mixed(&asked), "{laws}");
                assert_eq!(cached.evaluate_mixed(&asked), plain.evaluate_mixed(&asked), "{laws}");
                vectors.push(rules);
            });
        }
        assert_eq!(vectors[0], vectors[1]);
        assert_eq!(cached.inner.asked, 2, "each is asked about once");
    }

    #[test]
    fn inputs_that_differ_anywhere_have_other_hashes() {
        let mut values = vec![0.0f32; 99];
        let mut seen = std::collections::HashSet::new();
        let mut see = |values: &[f32]| {
            let mut hash = Hash::NEW;
            hash.add_floats(values);
            let [high, low] = [hash.value() >> 64, hash.value() & u128::from(u64::MAX)];
            assert!(seen.insert(high) && seen.insert(low));
        };
        see(&values);
        for place in 0..values.len() {
            for value in [1.0, 0.5, 1e-9] {
                values[place] = value;
                see(&values);
                values[place] = 0.0;
            }
        }
        see(&values[1..]);
    }
}
