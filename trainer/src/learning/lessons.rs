//! Samples from recorded games.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use imperial_data::{GameRecord, GameResult, LoadedRules, RuleBook, read_games, replay};
use imperial_engine::catalog::Visit;
use imperial_engine::{Cause, Encode, Outcome, Side, Wdl};
use rayon::prelude::*;

use crate::net::{Sample, SampleSource};

/// The samples of all games in `files`, in the order of files and games.
///
/// Every ply whose policy is recorded gives one. `root_value_share` is the share of the search's
/// value in the value target; the rest is the game's result.
///
/// # Errors
/// When a file cannot be read or a game does not replay; the message names file, game and ply.
pub fn samples(
    root: &Path,
    files: &[PathBuf],
    root_value_share: f32,
) -> anyhow::Result<Vec<Sample>> {
    let mut book = RuleBook::new(root);
    let mut samples = Vec::new();
    for file in files {
        let games = read_games(file)
            .map(|game| Ok(game?.1))
            .collect::<anyhow::Result<Vec<GameRecord>>>()?;
        let Some(first) = games.first() else { continue };
        let folder = file.parent().unwrap_or(root);
        let rules = book.of_record(folder, first)?;
        let lessons = Lessons { rules: &rules, games: &games, root_value_share };
        let found = rules
            .game
            .visit(lessons)
            .with_context(|| format!("cannot learn from `{}`", file.display()))?;
        samples.extend(found);
    }
    Ok(samples)
}

/// The games of one file, all of one rule set.
struct Lessons<'a> {
    rules: &'a LoadedRules,
    games: &'a [GameRecord],
    root_value_share: f32,
}

impl Visit for Lessons<'_> {
    type Output = anyhow::Result<Vec<Sample>>;

    fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
        let source = SampleSource::new(game);
        let per_game: Vec<anyhow::Result<Vec<Sample>>> = self
            .games
            .par_iter()
            .map(|record| {
                anyhow::ensure!(
                    record.rules_hash == self.rules.hash,
                    "game {} was played by other rules",
                    record.game
                );
                let mut samples = Vec::new();
                let plies = record.plies.len() as u32;
                replay(game, record, |step| {
                    if step.policy.is_empty() {
                        return;
                    }
                    let policy = complete(step.legal, step.policy);
                    let wdl = target(record.result, step.ply.value, self.root_value_share);
                    let left = plies - step.index as u32;
                    let sample = Sample::new(&source, game, step.position, &policy, wdl, left);
                    samples.push(sample);
                })?;
                Ok(samples)
            })
            .collect();
        let per_game = per_game.into_iter().collect::<anyhow::Result<Vec<_>>>()?;
        Ok(per_game.into_iter().flatten().collect())
    }
}

/// The policy over all legal moves: those that are not recorded get nothing, and rounding is made
/// good.
fn complete<M: Copy + PartialEq>(legal: &[M], policy: &[(M, f32)]) -> Vec<(M, f32)> {
    let total: f32 = policy.iter().map(|(_, share)| share).sum();
    let share = |mv: &M| policy.iter().find(|(other, _)| other == mv).map_or(0.0, |(_, s)| *s);
    legal.iter().map(|mv| (*mv, share(mv) / total.max(f32::MIN_POSITIVE))).collect()
}

/// The result mixed with what the search thought. A root value counts as a chance to win or lose,
/// never to draw.
fn target(result: GameResult, value: Option<f32>, share: f32) -> Wdl {
    let winner = match result {
        GameResult::Attackers => Some(Side::Attackers),
        GameResult::Draw => None,
        GameResult::Defenders => Some(Side::Defenders),
    };
    let played = Outcome { winner, cause: Cause::PlyLimit }.wdl();
    let Some(value) = value else { return played };
    let mix = |played: f32, thought: f32| (1.0 - share) * played + share * thought;
    Wdl {
        attackers: mix(played.attackers, f32::midpoint(1.0, value)),
        draw: mix(played.draw, 0.0),
        defenders: mix(played.defenders, f32::midpoint(1.0, -value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_are_probabilities_between_result_and_thought() {
        let even = target(GameResult::Draw, Some(0.0), 0.5);
        assert_eq!((even.attackers, even.draw, even.defenders), (0.25, 0.5, 0.25));
        let lost = target(GameResult::Defenders, Some(1.0), 0.25);
        assert_eq!((lost.attackers, lost.draw, lost.defenders), (0.25, 0.0, 0.75));
        let plain = target(GameResult::Attackers, None, 0.25);
        assert_eq!((plain.attackers, plain.defenders), (1.0, 0.0));
    }

    #[test]
    fn policies_cover_all_legal_moves_and_sum_to_one() {
        let policy = complete(&[1, 2, 3], &[(3, 0.6), (1, 0.2)]);
        assert_eq!(policy.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), [1, 2, 3]);
        assert!((policy.iter().map(|(_, share)| share).sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!(policy[1].1, 0.0);
    }
}
