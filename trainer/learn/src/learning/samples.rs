//! Samples from recorded games.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use imperial_data::{GameRecord, GameResult, LoadedRules, RuleBook, policy_over, replay};
use imperial_engine::{Encode, Wdl, with_game};
use rayon::prelude::*;

use imperial_net::{Sample, SampleSource, move_shares, occupancy};

/// The samples of `games`, whose rule sets `book` finds from `folder`; those of one rule set stand
/// together.
///
/// # Errors
/// When a rule set cannot be found or a game does not replay; the message names game and ply.
pub fn samples_of(
    book: &mut RuleBook,
    folder: &Path,
    games: &[GameRecord],
    target: Target,
) -> anyhow::Result<Vec<Sample>> {
    let mut by_rules: BTreeMap<&str, Vec<&GameRecord>> = BTreeMap::new();
    for record in games {
        by_rules.entry(&record.rules).or_default().push(record);
    }
    let mut samples = Vec::new();
    for games in by_rules.into_values() {
        let rules = book.of_record(folder, games[0])?;
        let source = Samples { rules: &rules, games: &games, target };
        samples.extend(with_game!(&rules.game, |game| source.samples(game))?);
    }
    Ok(samples)
}

/// Games of one rule set.
struct Samples<'a> {
    rules: &'a LoadedRules,
    games: &'a [&'a GameRecord],
    target: Target,
}

impl Samples<'_> {
    /// The samples of all games.
    fn samples<G: Encode + 'static>(&self, game: &G) -> anyhow::Result<Vec<Sample>> {
        let symmetries = if self.target.symmetries { usize::MAX } else { 1 };
        let source = SampleSource::with_symmetries(game, symmetries);
        let per_game: Vec<anyhow::Result<Vec<Sample>>> = self
            .games
            .par_iter()
            .map(|record| {
                anyhow::ensure!(
                    record.rules_hash == self.rules.hash,
                    "game {} was played by other rules",
                    record.game
                );
                self.of_game(game, record, &source)
            })
            .collect();
        let per_game = per_game.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        Ok(per_game.into_iter().flatten().collect())
    }

    /// One sample for every recorded policy of a game, and for other plies if they are wanted.
    fn of_game<G: Encode>(
        &self,
        game: &G,
        record: &GameRecord,
        source: &Arc<SampleSource>,
    ) -> anyhow::Result<Vec<Sample>> {
        let mut samples: Vec<Sample> = Vec::new();
        let mut reply_is_next = false;
        let plies = record.plies.len() as u32;
        let replayed = replay(game, record, |step| {
            let searched = !step.policy.is_empty();
            let wanted = searched || self.target.every_ply && step.ply.value.is_some();
            let sample = wanted.then(|| {
                let policy = if searched {
                    policy_over(&game.moves(step.position), step.policy)
                } else {
                    Vec::new()
                };
                let left = plies - step.index as u32;
                let wdl = self.target.target(record.result, left, step.ply.value);
                Sample::new(source, game, step.position, &policy, wdl, left)
            });
            if reply_is_next && let Some(before) = samples.pop() {
                // Where no search was recorded, the move played is all that is known.
                let played = || {
                    let legal = game.moves(step.position);
                    move_shares(game, &policy_over(&legal, &[(step.mv, 1.0)]))
                };
                let known = sample.as_ref().map(Sample::policy).filter(|known| !known.is_empty());
                let reply = known.map_or_else(played, Clone::clone);
                samples.push(before.with_reply(reply));
            }
            reply_is_next = sample.is_some();
            samples.extend(sample);
        })?;
        let end = occupancy(game, &replayed.end);
        Ok(samples.into_iter().map(|sample| sample.with_occupancy(end.clone())).collect())
    }
}

/// What is learned of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Share of the search's root value in the value target; the rest is the game's result.
    pub root_value_share: f32,
    /// What each ply up to the end leaves of the result; the rest counts as a draw, as if the game
    /// might be called off at every ply. Below 1 a quick win is worth more than a slow one, so that
    /// whoever is winning gets on with it.
    pub discount: f32,
    /// Whether plies whose search was too quick to teach a policy teach everything else.
    pub every_ply: bool,
    /// Whether positions are turned by the symmetries of their rule set.
    pub symmetries: bool,
}

impl Target {
    /// From the plies with a recorded policy, turned by all symmetries.
    pub const fn new(root_value_share: f32, discount: f32) -> Self {
        Self { root_value_share, discount, every_ply: false, symmetries: true }
    }

    /// The target of a position `plies_left` before the end of a game with this result.
    pub(crate) fn target(self, result: GameResult, plies_left: u32, value: Option<f32>) -> Wdl {
        let kept = self.discount.powi(plies_left.cast_signed());
        let won = |side| if result == side { kept } else { 0.0 };
        let (attackers, defenders) = (won(GameResult::Attackers), won(GameResult::Defenders));
        let played = Wdl { attackers, draw: 1.0 - attackers - defenders, defenders };
        value.map_or(played, |value| self.mix(played, value))
    }

    /// The search's value says nothing of draws: it counts as a win of the side that it favours,
    /// as likely as it is large, and else as a draw.
    fn mix(self, played: Wdl, value: f32) -> Wdl {
        let share = self.root_value_share;
        let mix = |played: f32, chosen: f32| (1.0 - share) * played + share * chosen;
        Wdl {
            attackers: mix(played.attackers, value.max(0.0)),
            draw: mix(played.draw, 1.0 - value.abs()),
            defenders: mix(played.defenders, (-value).max(0.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::PlyRecord;
    use imperial_engine::Cause;

    use super::*;

    #[test]
    fn targets_are_probabilities_between_result_and_thought() {
        let target = Target::new(0.25, 1.0);
        let even = target.target(GameResult::Draw, 9, Some(0.5));
        assert_eq!((even.attackers, even.draw, even.defenders), (0.125, 0.875, 0.0));
        let lost = target.target(GameResult::Defenders, 9, Some(1.0));
        assert_eq!((lost.attackers, lost.draw, lost.defenders), (0.25, 0.0, 0.75));
        let plain = target.target(GameResult::Attackers, 9, None);
        assert_eq!((plain.attackers, plain.defenders), (1.0, 0.0));
    }

    #[test]
    fn a_win_far_away_counts_less() {
        let target = Target::new(0.0, 0.5);
        let far = target.target(GameResult::Defenders, 2, None);
        assert_eq!((far.attackers, far.draw, far.defenders), (0.0, 0.75, 0.25));
        assert_eq!(target.target(GameResult::Draw, 2, None).draw, 1.0);
    }

    #[test]
    fn policies_cover_all_legal_moves_and_sum_to_one() {
        let policy = policy_over(&[1, 2, 3], &[(3, 0.6), (1, 0.2)]);
        assert_eq!(policy.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), [1, 2, 3]);
        assert!((policy.iter().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!(policy[1].1, 0.0);
    }

    /// `x` and `o` play the first squares; every second ply got a search worth a policy.
    fn record() -> GameRecord {
        let ply = |(index, mv): (usize, &str)| PlyRecord {
            mv: mv.to_owned(),
            value: Some(0.0),
            policy: if index.is_multiple_of(2) { vec![(mv.into(), 1.0)] } else { Vec::new() },
            ..PlyRecord::default()
        };
        let moves = ["a1", "a2", "b1", "b2", "c1"];
        GameRecord {
            rules: "tic-tac-toe".to_owned(),
            seed: 1,
            attackers: "a".to_owned(),
            defenders: "b".to_owned(),
            result: GameResult::Attackers,
            cause: Cause::Line,
            plies: moves.into_iter().enumerate().map(ply).collect(),
            ..GameRecord::default()
        }
    }

    fn samples_of(target: Target) -> Vec<Sample> {
        let rules = imperial_data::load_all(&["tic-tac-toe".to_owned()]).expect("embedded");
        let game = GameRecord { rules_hash: rules[0].hash.clone(), ..record() };
        let source = Samples { rules: &rules[0], games: &[&game], target };
        with_game!(&rules[0].game, |game| source.samples(game)).expect("a legal game")
    }

    #[test]
    fn quick_plies_teach_everything_but_the_policy_if_wanted() {
        let counts = |every_ply| {
            let samples = samples_of(Target { every_ply, ..Target::new(0.0, 1.0) });
            samples.iter().map(|sample| sample.policy().len()).collect::<Vec<_>>()
        };
        assert_eq!(counts(false), [9, 7, 5]);
        assert_eq!(counts(true), [9, 0, 7, 0, 5]);
    }

    #[test]
    fn symmetries_can_be_left_out() {
        let turns = |symmetries| {
            let target = Target { symmetries, ..Target::new(0.0, 1.0) };
            samples_of(target)[0].symmetries()
        };
        assert_eq!((turns(true), turns(false)), (8, 1));
    }
}
