//! What searches overlook: wins and losses within a few plies, found by trying all moves, and won games
//! that end in a draw.
//!
//! Every position of recorded games whose move was searched for is asked: can the mover win with this
//! move, or the next but one, and did the move played keep that; did it let the other side win, when
//! another move would not have. Nothing is guessed and nothing is left out: all moves and all replies
//! are tried, and the last ply of each line is [`Game::can_win`], which the engine's tests hold to
//! making every move.

use std::sync::Arc;

use imperial_data::{GameRecord, GameResult, LoadedRules, RecordError, replay};
use imperial_engine::{Encode, Game, PerSide, Side, with_game};
use rayon::prelude::*;

use imperial_stats::{Confidence, Interval, Proportion};

/// How often something came up in a game, and how often it was overlooked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Positions in which there was something to overlook.
    pub asked: u64,
    /// Those in which it was overlooked.
    pub missed: u64,
}

impl Count {
    fn add(&mut self, missed: bool) {
        self.asked += 1;
        self.missed += u64::from(missed);
    }
}

/// What the values recorded for one mover come to beside the results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Lean {
    /// Plies with a value.
    pub plies: u64,
    /// Sum of the recorded values, from −1, the defenders win, to 1, the attackers win.
    pub values: f64,
    /// Sum of the results as the values mean them: a win `n` plies away counts `(1 − discount)^n`.
    pub results: f64,
}

/// The figures of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tactics {
    /// Plies whose move was searched for.
    pub plies: u64,
    /// Positions with a win in one; overlooked where another move was played.
    pub win_in_one: Count,
    /// Positions where some moves let the other side win at once and others do not.
    pub loss_in_one: Count,
    /// Positions with a win in three, none in one; overlooked where the move played gave it up.
    pub win_in_three: Count,
    /// Positions drawn by lot; overlooked where the move played let the other side win within three
    /// plies, and another one would not have.
    pub loss_in_three: Count,
    /// Positions that were all but won; overlooked where the game was drawn.
    pub conversion: Count,
    /// Values and results, for each side to move.
    pub lean: PerSide<Lean>,
}

/// For how many plies in a row each side has been far ahead.
#[derive(Default)]
struct Streak(PerSide<u32>);

impl Streak {
    /// How far is far ahead.
    const AHEAD: f32 = 0.8;
    /// How many plies in a row make a game all but won.
    const PLIES: u32 = 10;

    /// Takes note of the next ply's value; whether one side has all but won.
    fn is_all_but_won(&mut self, value: f32) -> bool {
        let count = |is_ahead: bool, plies: u32| if is_ahead { plies + 1 } else { 0 };
        self.0.attackers = count(value > Self::AHEAD, self.0.attackers);
        self.0.defenders = count(value < -Self::AHEAD, self.0.defenders);
        self.0.attackers.max(self.0.defenders) >= Self::PLIES
    }
}

/// What the players of these games overlooked, each by the rules of its own, in their order. One of `every` positions is
/// asked about losses in three; a ply discounts results by `discount`.
///
/// # Errors
/// When a record is not true to the rules.
pub fn examine(
    games: &[(Arc<LoadedRules>, GameRecord)],
    every: u64,
    discount: f64,
) -> Result<Vec<Tactics>, RecordError> {
    let examine = |(rules, record): &(Arc<LoadedRules>, GameRecord)| {
        with_game!(&rules.game, |game| Examiner::new(game, every, discount).examine(record))
    };
    games.par_iter().map(examine).collect()
}

/// Looks at the games of one rule set.
#[derive(Debug)]
struct Examiner<'g, G: Game> {
    game: &'g G,
    /// Of so many positions one is asked about losses in three, which takes long.
    every: u64,
    /// By how much a ply discounts the results that the values foretell.
    discount: f64,
    scratch: Vec<G::Move>,
}

impl<'g, G: Encode> Examiner<'g, G> {
    /// Asks one of `every` positions about losses in three; a ply discounts results by `discount`.
    fn new(game: &'g G, every: u64, discount: f64) -> Self {
        Self { game, every: every.max(1), discount, scratch: Vec::new() }
    }

    /// Looks at a recorded game. Plies without a value were not searched for.
    fn examine(&mut self, record: &GameRecord) -> Result<Tactics, RecordError> {
        let mut tactics = Tactics::default();
        let mut streak = Streak::default();
        replay(self.game, record, |step| {
            if let Some(value) = step.ply.value {
                tactics.plies += 1;
                if streak.is_all_but_won(value) {
                    tactics.conversion.add(record.result == GameResult::Draw);
                }
                let left = (record.plies.len() - step.index) as i32;
                let lean = &mut tactics.lean[self.game.side_to_move(step.position)];
                lean.plies += 1;
                lean.values += f64::from(value);
                lean.results +=
                    (2.0 * record.result.score() - 1.0) * (1.0 - self.discount).powi(left);
                let number = record.game.wrapping_mul(7919).wrapping_add(step.index as u64);
                let drawn = number.is_multiple_of(self.every);
                let legal = self.game.moves(step.position);
                self.ask(step.position, &legal, step.mv, drawn, &mut tactics);
            }
        })?;
        Ok(tactics)
    }

    fn ask(
        &mut self,
        position: &G::Position,
        legal: &[G::Move],
        played: G::Move,
        drawn: bool,
        tactics: &mut Tactics,
    ) {
        let mut wins = Vec::new();
        self.game.winning_moves(position, &mut wins);
        if !wins.is_empty() {
            return tactics.win_in_one.add(!wins.contains(&played));
        }
        let lets_win: Vec<bool> = legal.iter().map(|mv| self.lets_win(position, *mv)).collect();
        let suffered = legal.iter().position(|mv| *mv == played).is_some_and(|nth| lets_win[nth]);
        if lets_win.contains(&true) && lets_win.contains(&false) {
            tactics.loss_in_one.add(suffered);
        }
        if legal.iter().any(|mv| self.forces(position, *mv)) {
            tactics.win_in_three.add(!self.forces(position, played));
        }
        if drawn {
            let loses = |this: &mut Self, mv| this.loses_within_three(position, mv);
            let missed = loses(self, played) && !legal.iter().all(|mv| loses(self, *mv));
            tactics.loss_in_three.add(missed);
        }
    }

    fn after(&self, position: &G::Position, mv: G::Move) -> G::Position {
        let mut next = position.clone();
        self.game.play(&mut next, mv);
        next
    }

    /// Whether the game is lost with `mv`, or the other side can win at once after it.
    fn lets_win(&mut self, position: &G::Position, mv: G::Move) -> bool {
        let next = self.after(position, mv);
        let other = !self.game.side_to_move(position);
        match self.game.outcome(&next) {
            Some(outcome) => outcome.winner == Some(other),
            None => {
                self.game.side_to_move(&next) == other
                    && self.game.can_win(&next, &mut self.scratch)
            }
        }
    }

    /// Whether the side to move wins at once or with its next move whatever the reply to `mv` is.
    fn forces(&mut self, position: &G::Position, mv: G::Move) -> bool {
        let winner = self.game.side_to_move(position);
        let next = self.after(position, mv);
        if let Some(outcome) = self.game.outcome(&next) {
            return outcome.winner == Some(winner);
        }
        // Where the turn goes on there is no reply.
        self.game.side_to_move(&next) != winner
            && self
                .game
                .moves(&next)
                .into_iter()
                .all(|reply| self.is_won_after(&next, reply, winner))
    }

    fn is_won_after(&mut self, position: &G::Position, mv: G::Move, winner: Side) -> bool {
        let next = self.after(position, mv);
        match self.game.outcome(&next) {
            Some(outcome) => outcome.winner == Some(winner),
            None => {
                self.game.side_to_move(&next) == winner
                    && self.game.can_win(&next, &mut self.scratch)
            }
        }
    }

    /// Whether the other side wins within three plies after `mv`.
    fn loses_within_three(&mut self, position: &G::Position, mv: G::Move) -> bool {
        if self.lets_win(position, mv) {
            return true;
        }
        let next = self.after(position, mv);
        self.game.outcome(&next).is_none()
            && self.game.moves(&next).into_iter().any(|reply| self.forces(&next, reply))
    }
}

/// Mean value and mean result, and the standard error of their difference, which counts games as
/// independent. `None` without any value.
pub fn lean(games: &[Lean]) -> Option<(f64, f64, f64)> {
    let plies: u64 = games.iter().map(|game| game.plies).sum();
    let n = plies as f64;
    let mean = |of: fn(&Lean) -> f64| games.iter().map(of).sum::<f64>() / n;
    let (values, results) = (mean(|game| game.values), mean(|game| game.results));
    let off = |game: &Lean| (game.values - game.results) - (values - results) * game.plies as f64;
    let squares: f64 = games.iter().map(|game| off(game).powi(2)).sum();
    (plies > 0).then(|| (values, results, squares.sqrt() / n))
}

/// The share of positions in which something was overlooked, with an interval that counts games, not
/// positions, as independent. `None` where nothing was asked.
///
/// The variance is that of a ratio of sums over games (Cochran 1977, *Sampling Techniques*, section
/// 6.3); as many independent positions as have this variance then make the interval.
pub fn share(counts: &[Count], confidence: Confidence) -> Option<(f64, Interval)> {
    let asked: u64 = counts.iter().map(|count| count.asked).sum();
    let missed: u64 = counts.iter().map(|count| count.missed).sum();
    let (n, p) = (asked as f64, Proportion::new(missed, asked)?.share());
    let residual = |count: &Count| (count.missed as f64 - p * count.asked as f64).powi(2);
    let games = counts.iter().filter(|count| count.asked > 0).count() as f64;
    let between: f64 = counts.iter().map(residual).sum::<f64>() * games / (games - 1.0).max(1.0);
    let alone = n * p * (1.0 - p);
    let effect = if alone > 0.0 { (between / alone).max(1.0) } else { 1.0 };
    let interval = Proportion::of_share(p, n / effect)?.interval(confidence);
    Some((p, interval))
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_engine::games::tic_tac_toe::TicTacToe;

    /// A game of which every move was searched for.
    fn record(rules: &str, moves: &[&str], result: &str, cause: &str) -> GameRecord {
        let plies = moves.iter().map(|mv| format!(r#"{{"move": "{mv}", "value": 0.0}}"#));
        let line = format!(
            r#"{{"format": 1, "engine": "0.1.0", "rules": "{rules}", "rules_hash": "",
            "seed": 0, "game": 0, "attackers": "a", "defenders": "b", "first": "attackers",
            "opening": 0, "result": "{result}", "cause": "{cause}", "plies": [{}]}}"#,
            plies.collect::<Vec<_>>().join(", ")
        );
        serde_json::from_str(&line).expect("a record")
    }

    /// What is found to be overlooked in a game of tic-tac-toe.
    fn examined(moves: &[&str], result: &str, cause: &str) -> Tactics {
        let record = record("tic-tac-toe", moves, result, cause);
        Examiner::new(&TicTacToe, 1, 0.0).examine(&record).expect("a true record")
    }

    #[test]
    fn games_of_several_rule_sets_are_examined_each_by_its_own() {
        let names = ["tic-tac-toe", "connect-four"].map(str::to_owned);
        let rules = imperial_data::load_all(&names).expect("embedded");
        let rules: Vec<Arc<LoadedRules>> = rules.into_iter().map(Arc::new).collect();
        // Whoever is second lets the other one win with b2 and b3.
        let three = record("tic-tac-toe", &["a1", "b1", "a2", "b2", "a3"], "attackers", "line");
        let moves = ["a1", "b1", "a2", "b2", "a3", "b3", "a4"];
        let four = record("connect-four", &moves, "attackers", "line");
        let games = [(0, &three), (1, &four), (0, &three)]
            .map(|(nth, record): (usize, _)| (Arc::clone(&rules[nth]), record.clone()));
        let tactics = examine(&games, 1, 0.0).expect("true records");
        assert_eq!(tactics.iter().map(|game| game.plies).collect::<Vec<_>>(), [5, 7, 5]);
        assert_eq!(tactics[0], examined(&["a1", "b1", "a2", "b2", "a3"], "attackers", "line"));
        assert_eq!(tactics[1].win_in_one, Count { asked: 1, missed: 0 });
    }

    #[test]
    fn a_win_in_one_and_the_loss_before_it() {
        // Noughts let a3 happen with b2.
        let game = ["a1", "b1", "a2", "b2", "a3"];
        let tactics = examined(&game, "attackers", "line");
        assert_eq!(tactics.win_in_one, Count { asked: 1, missed: 0 });
        assert_eq!(tactics.loss_in_one, Count { asked: 1, missed: 1 });
        let missing = ["a1", "b1", "a2", "b2", "c3", "b3"];
        let tactics = examined(&missing, "defenders", "line");
        assert_eq!(tactics.win_in_one, Count { asked: 2, missed: 1 });
    }

    #[test]
    fn a_win_in_three_is_two_threats_at_once() {
        // With a1 and a2 against b1 and a3, b2 threatens c2 and c3; c1 threatens nothing.
        let before = ["a1", "b1", "a2", "a3"];
        let taken = [&before[..], &["b2", "c2", "c3"]].concat();
        let count = examined(&taken, "attackers", "line").win_in_three;
        assert_eq!(count, Count { asked: 1, missed: 0 });
        let given_up = [&before[..], &["c1", "b2", "b3", "c2", "c3"]].concat();
        assert!(examined(&given_up, "draw", "board-full").win_in_three.missed >= 1);
    }

    #[test]
    fn values_are_held_against_results() {
        let tactics = examined(&["a1", "b1", "a2", "b2", "a3"], "attackers", "line");
        let lean_of = &tactics.lean[Side::Attackers];
        assert_eq!((lean_of.plies, lean_of.values, lean_of.results), (3, 0.0, 3.0));
        let games = [Lean { plies: 10, values: 5.0, results: 6.0 }; 4];
        let (values, results, error) = lean(&games).expect("values");
        assert!((values - 0.5).abs() + (results - 0.6).abs() + error.abs() < 1e-12);
        assert_eq!(lean(&[]), None);
    }

    #[test]
    fn ten_plies_far_ahead_are_all_but_a_win() {
        let mut streak = Streak::default();
        let mut after =
            |values: &[f32]| values.iter().map(|v| streak.is_all_but_won(*v)).collect::<Vec<_>>();
        assert!(after(&[0.9; 9]).iter().all(|won| !won));
        assert_eq!(after(&[0.81, 0.9, 0.8, 0.9]), [true, true, false, false]);
        assert_eq!(after(&[-0.9; 11])[8..], [false, true, true]);
        // Each side needs its own ten.
        assert!(after(&[0.9, -0.9].repeat(10)).iter().all(|won| !won));
    }

    #[test]
    fn games_are_the_unit_of_error() {
        let confidence = Confidence::default();
        let alike = vec![Count { asked: 10, missed: 1 }; 40];
        let clustered: Vec<_> = (0..40)
            .map(|game| Count { asked: 10, missed: if game < 4 { 10 } else { 0 } })
            .collect();
        let (p, narrow) = share(&alike, confidence).expect("a share");
        let (q, wide) = share(&clustered, confidence).expect("a share");
        assert_eq!((p, q), (0.1, 0.1));
        assert!(wide.high - wide.low > 2.5 * (narrow.high - narrow.low));
        let (none, interval) = share(&[Count { asked: 300, missed: 0 }], confidence).expect("one");
        assert!(none == 0.0 && interval.high > 0.009 && interval.high < 0.013);
        assert_eq!(share(&[Count::default()], confidence), None);
    }
}
