//! Positions of small games with what is known of them for certain, to learn from beside the games.

use std::sync::OnceLock;

use anyhow::bail;
use imperial_data::LoadedRules;
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, derive_seed, game_stream, with_game};
use imperial_net::{Sample, SampleSource};
use imperial_play::tell;
use imperial_truth::exam::Question;
use imperial_truth::keys::bound;
use imperial_truth::retrograde::{Exact, MOST_POSITIONS, Retrograde};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::config::TrainingConfig;
use crate::learning::Target;

/// Positions that are looked at for one in which some moves give the result away, before any other will do.
const PATIENCE: usize = 100;

/// A draw has no end that anybody could foresee; it counts as at most so many plies away.
const DRAWN_PLIES: u32 = 100;

/// Rule sets that are solved when their positions are first asked for.
#[derive(Debug, Default)]
pub struct ExactPositions {
    games: Vec<Solved>,
    /// Of all games together, in each generation.
    count: usize,
}

#[derive(Debug)]
struct Solved {
    /// Its place among the rule sets of the training.
    place: usize,
    values: OnceLock<Retrograde>,
}

/// A position with its value, and with the share of each legal move.
struct Known<G: Encode> {
    position: G::Position,
    exact: Exact,
    policy: Vec<(G::Move, f32)>,
}

impl ExactPositions {
    /// Those that the settings ask for, of `rules`.
    ///
    /// # Errors
    /// When none is named, or one that is none of `rules` or too large to be solved.
    pub fn of(config: &TrainingConfig, rules: &[LoadedRules]) -> anyhow::Result<Self> {
        let Some(wanted) = &config.exact else { return Ok(Self::default()) };
        if wanted.rules.is_empty() {
            bail!("`exact.rules` names no rule set");
        }
        let find = |name: &String| {
            let Some(place) = config.rules.iter().position(|known| known == name) else {
                bail!("`exact.rules` names `{name}`, which is none of `rules`");
            };
            if bound(&rules[place].game) > MOST_POSITIONS as f64 {
                bail!(
                    "`exact.rules`: {name} may have more than {MOST_POSITIONS} positions, too many to be solved"
                );
            }
            Ok(Solved { place, values: OnceLock::new() })
        };
        let games = wanted.rules.iter().map(find).collect::<anyhow::Result<_>>()?;
        Ok(Self { games, count: wanted.positions })
    }

    /// The positions of a generation, the same whenever they are asked for.
    ///
    /// # Errors
    /// When the user interrupts.
    pub fn samples(
        &self,
        number: u32,
        config: &TrainingConfig,
        rules: &[LoadedRules],
    ) -> anyhow::Result<Vec<Sample>> {
        let seed = derive_seed(config.seed, &format!("exact positions of generation {number}"));
        let mut samples = Vec::new();
        for (solved, nth) in self.games.iter().zip(0..) {
            let share = self.count.div_ceil(self.games.len());
            let rng = &mut game_stream(seed, nth);
            let game = &rules[solved.place].game;
            let values = solved.values(game)?;
            with_game!(game, |game| {
                samples.extend(draw_samples(game, values, share, config.target(), rng));
            });
        }
        Ok(samples)
    }
}

impl Solved {
    fn values(&self, game: &AnyGame) -> anyhow::Result<&Retrograde> {
        if let Some(values) = self.values.get() {
            return Ok(values);
        }
        tell!("solving {}", game.title());
        let values = Retrograde::solve_with(game, Vec::new())?;
        Ok(self.values.get_or_init(|| values))
    }
}

fn draw_samples<G: Encode + 'static>(
    game: &G,
    values: &Retrograde,
    count: usize,
    target: Target,
    rng: &mut ChaCha8Rng,
) -> Vec<Sample> {
    let symmetries = if target.symmetries { usize::MAX } else { 1 };
    let source = SampleSource::with_symmetries(game, symmetries);
    let sample = |nth: usize| {
        let Known { position, exact, policy } = draw(game, values, nth.is_multiple_of(2), rng)?;
        let left = match exact.winner {
            Some(_) => u32::from(exact.plies),
            None => game.plies_left(&position).min(DRAWN_PLIES),
        };
        let wdl = target.target(exact.winner.into(), left, None);
        Some(Sample::new(&source, game, &position, &policy, wdl, left))
    };
    (0..count).map_while(sample).collect()
}

/// A position in which the game goes on; if `matters`, one in which some moves give the result away, where that is to be
/// found. `None` where every game is over.
fn draw<G: Encode>(
    game: &G,
    values: &Retrograde,
    matters: bool,
    rng: &mut ChaCha8Rng,
) -> Option<Known<G>> {
    let winner_of = |position: &G::Position| values.value(game, position).map(|exact| exact.winner);
    let mut found = None;
    for _ in 0..PATIENCE {
        let text = values.text(rng.random_range(0..values.positions().len()));
        let Ok(position) = game.parse_position(text) else { continue };
        if game.outcome(&position).is_some() {
            continue;
        }
        let is_wanted = !matters || Question::new(game, position.clone(), winner_of).is_some();
        found = Some(position);
        if is_wanted {
            break;
        }
    }
    let position = found?;
    let exact = values.value(game, &position)?;
    Some(Known { policy: best_moves(game, values, &position, exact), position, exact })
}

/// All legal moves: those that keep the result share everything. Who wins hurries, and the other resists.
fn best_moves<G: Encode>(
    game: &G,
    values: &Retrograde,
    position: &G::Position,
    exact: Exact,
) -> Vec<(G::Move, f32)> {
    let is_best = |mv: &G::Move| {
        let mut next = position.clone();
        game.play(&mut next, *mv);
        values.value(game, &next).is_some_and(|next| {
            let is_on_time = exact.winner.is_none() || next.plies + 1 == exact.plies;
            next.winner == exact.winner && is_on_time
        })
    };
    let moves: Vec<(G::Move, bool)> =
        game.moves(position).into_iter().map(|mv| (mv, is_best(&mv))).collect();
    let share = 1.0 / moves.iter().filter(|(_, best)| *best).count().max(1) as f32;
    moves.into_iter().map(|(mv, best)| (mv, if best { share } else { 0.0 })).collect()
}

#[cfg(test)]
mod tests {
    use imperial_engine::Game;
    use imperial_engine::games::tic_tac_toe::TicTacToe;

    use super::super::config::{ExactConfig, SHORT};
    use super::*;

    fn settings(rules: &str, exact: &str) -> TrainingConfig {
        let config: TrainingConfig = toml::from_str(SHORT).expect("settings");
        let exact = ExactConfig { rules: vec![exact.to_owned()], positions: 40 };
        TrainingConfig { rules: vec![rules.to_owned()], exact: Some(exact), ..config }
    }

    fn load(config: &TrainingConfig) -> Vec<LoadedRules> {
        imperial_data::load_all(&config.rules).expect("embedded")
    }

    #[test]
    fn the_best_moves_keep_the_result_and_hurry() {
        let values = Retrograde::solve(&TicTacToe).expect("small");
        let best = |text: &str| {
            let position = TicTacToe.parse_position(text).expect(text);
            let exact = values.value(&TicTacToe, &position).expect("it comes up");
            let moves = best_moves(&TicTacToe, &values, &position, exact);
            let shared: f32 = moves.iter().map(|(_, share)| share).sum();
            assert!((shared - 1.0).abs() < 1e-6 && moves.len() == TicTacToe.moves(&position).len());
            let best = moves.into_iter().filter(|(_, share)| *share > 0.0);
            best.map(|(mv, _)| TicTacToe.format_move(&position, mv)).collect::<Vec<_>>()
        };
        // Ranks from the top: crosses win at once, and noughts must hold out.
        assert_eq!(best("xx./oo./..."), ["c3"]);
        assert_eq!(best("xx./o../..."), ["c3"]);
        // Beside a centre cross only the corners hold.
        assert_eq!(best(".../.x./..."), ["a1", "c1", "a3", "c3"]);
    }

    #[test]
    fn half_of_the_positions_matter() {
        let values = Retrograde::solve(&TicTacToe).expect("small");
        let rng = &mut game_stream(7, 0);
        for _ in 0..200 {
            let Known { position, exact, policy } =
                draw(&TicTacToe, &values, true, rng).expect("one");
            assert_eq!(values.value(&TicTacToe, &position), Some(exact));
            let winner_of = |at: &_| values.value(&TicTacToe, at).map(|exact| exact.winner);
            assert!(Question::new(&TicTacToe, position, winner_of).is_some());
            assert!(policy.iter().any(|(_, share)| *share == 0.0));
        }
    }

    #[test]
    fn a_generation_has_the_same_positions_whenever_they_are_asked_for() {
        let config = settings("tic-tac-toe", "tic-tac-toe");
        let shares = |number| {
            let rules = load(&config);
            let exact = ExactPositions::of(&config, &rules).expect("small");
            let samples = exact.samples(number, &config, &rules).expect("solved");
            assert_eq!(samples.len(), 40);
            let policies = samples.iter().map(|sample| format!("{:?}", sample.policy()));
            policies.collect::<Vec<_>>()
        };
        assert_eq!(shares(1), shares(1));
        assert_ne!(shares(1), shares(2));
    }

    #[test]
    fn what_cannot_be_solved_is_refused() {
        let refused = |rules, exact| {
            let config = settings(rules, exact);
            ExactPositions::of(&config, &load(&config)).expect_err("refused").to_string()
        };
        assert!(refused("brandubh", "brandubh").contains("too many to be solved"));
        assert!(refused("brandubh", "tic-tac-toe").contains("none of `rules`"));
        let nothing = ExactConfig { rules: Vec::new(), positions: 40 };
        let config = TrainingConfig { exact: Some(nothing), ..settings("brandubh", "brandubh") };
        assert!(ExactPositions::of(&config, &load(&config)).is_err());
    }
}
