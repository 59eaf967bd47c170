//! The fairest of the rule sets that differ in a few switches or men.
//!
//! All of them play a few games; the half whose scores lie nearest to the target plays on with twice as many, until
//! two are left (successive halving: Jamieson and Talwalkar 2016, *AISTATS* 51:240). The best of many is lucky, too. So
//! that one and the rule set that it came from are measured anew, with games that had no part in the choice.
//!
//! - `candidates`: the rule sets.
//! - `standing`: how they did, for people and as CSV.

mod candidates;
mod standing;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use imperial_data::{LoadedRules, keep_rules, write_atomically};
use imperial_engine::{PerSide, derive_seed};
use imperial_lab::Headline;
use imperial_net::Backend;
use imperial_play::agent::{Agent, AgentSpec, folder_of_agent};
use imperial_play::play::{OpeningPlies, PlayJob, play};
use imperial_stats::{Confidence, Estimate, Sample};
use imperial_watch::GameSummary;

use super::batches::key;
use super::compare::{BalanceRun, compare, summaries};
use super::compared::Compared;
use crate::experiment::{AgentEntry, Compare};
pub use candidates::{Candidates, Vary};
pub use standing::Standing;

/// A search for the fairest rule set.
#[derive(Debug)]
pub struct Tune<'a> {
    /// The rule sets to choose from.
    pub candidates: &'a Candidates,
    /// Who plays each of them against itself.
    pub specs: &'a [AgentSpec],
    /// The attackers' score that is wanted, from 0 to 1.
    pub target: f64,
    /// Games of each agent under each rule set in the first round.
    pub games: u64,
    /// Games of each agent that measure the winner.
    pub final_games: u64,
    /// How games come to differ.
    pub opening: OpeningPlies,
    /// Seed of games and intervals.
    pub seed: u64,
    /// Where games and rule sets are kept.
    pub folder: PathBuf,
    /// Where networks compute.
    pub backend: &'a Backend,
}

/// What was found.
#[derive(Debug)]
pub struct Tuned {
    /// The rule sets, the fairest first.
    pub standings: Vec<Standing>,
    /// Combinations that are no rule set, with the reason.
    pub refused: Vec<(String, String)>,
    /// The winner as a file.
    pub file: PathBuf,
    /// The rule set that was changed, and the winner unless it is the same.
    pub ends: Vec<LoadedRules>,
    /// Both measured anew.
    pub compared: Compared,
}

/// Lets `agents`, those of the [`specs`](Tune::specs), play what is missing of the search and of the measurement after
/// it.
///
/// # Errors
/// When an agent cannot play a rule set, a file cannot be written or read, or the user interrupts.
pub fn tune(task: &Tune<'_>, agents: &[Agent]) -> anyhow::Result<Tuned> {
    let all = task.candidates.rules();
    keep_rules(&task.folder, all)?;
    let mut standings: Vec<Option<Standing>> = all.iter().map(|_| None).collect();
    let mut alive: Vec<usize> = (0..all.len()).collect();
    let (mut games, mut round) = (task.games, 1);
    loop {
        let scores = task.round(&alive, agents, (round, games))?;
        for (place, (score, played)) in alive.iter().zip(scores) {
            let (name, values) = task.candidates.varied(*place);
            standings[*place] =
                Some(Standing { name, values, rounds: round, games: played, score });
        }
        let far = |place: &usize| task.distance(standings[*place].as_ref());
        alive.sort_by(|a, b| far(a).total_cmp(&far(b)).then(a.cmp(b)));
        if alive.len() <= 2 {
            break;
        }
        alive.truncate(alive.len().div_ceil(2));
        (games, round) = (games * 2, round + 1);
    }
    let winner = alive[0];
    let mut standings: Vec<Standing> = standings.into_iter().flatten().collect();
    standings.sort_by(|a, b| {
        let far = |one: &Standing| task.distance(Some(one));
        b.rounds.cmp(&a.rounds).then(far(a).total_cmp(&far(b)))
    });
    let file = task.folder.join("fairest.toml");
    write_atomically(&file, all[winner].text.as_bytes())?;
    write_atomically(&task.folder.join("tune.csv"), &standing::csv(&standings)?)?;
    let changed = (winner != 0).then(|| all[winner].again()).transpose()?;
    let ends: Vec<LoadedRules> = [all[0].again()?].into_iter().chain(changed).collect();
    let compared = task.measure(&ends, agents)?;
    Ok(Tuned { standings, refused: task.candidates.refused().to_vec(), file, ends, compared })
}

impl Tuned {
    /// The search in a few lines.
    pub fn table(&self) -> String {
        standing::table(&self.standings, &self.refused)
    }

    /// What became of the target, by the games of the second measurement.
    pub fn outcome(&self, target: f64) -> Option<String> {
        let winner = self.ends.last()?.game.name();
        let score = match self.compared.report.headline(winner)? {
            Headline::Trainings(_, own) => own.together(),
            Headline::Alone(_, cell) => cell.score,
        };
        let [value, low, high] = [score.value, score.low, score.high].map(|share| 100.0 * share);
        let off = 100.0 * (score.value - target).abs();
        let verdict = match score.interval().contains(target) {
            true => "and the interval holds the target",
            false => "and the interval leaves the target out",
        };
        let target = 100.0 * target;
        Some(format!(
            "target {target:.1} %: measured anew, `{winner}` gives the attackers {value:.1} % ({low:.1} to {high:.1}), \
             {off:.1} points off, {verdict}"
        ))
    }
}

impl Tune<'_> {
    /// Checks that the folder holds no search among other rule sets or by other agents: this one's report would take
    /// its place.
    ///
    /// # Errors
    /// Names what has no part in this search.
    pub fn check_folder(&self) -> anyhow::Result<()> {
        let (folder, search) = (self.folder.display(), self.folder.join("search"));
        let rules = self.candidates.rules();
        let agents: Vec<_> =
            self.specs.iter().map(|spec| folder_of_agent(&spec.to_string())).collect();
        for tried in folders_in(&search)? {
            if rules.iter().all(|one| one.game.name() != tried) {
                bail!(
                    "`{folder}` holds a search that tried `{tried}`; choose another folder with --out"
                );
            }
            let players = folders_in(&search.join(tried))?;
            if let Some(other) = players.iter().find(|player| !agents.contains(player)) {
                bail!(
                    "`{folder}` holds a search by `{other}` too; name that agent as well, or choose another folder \
                     with --out"
                );
            }
        }
        Ok(())
    }

    fn distance(&self, standing: Option<&Standing>) -> f64 {
        standing.map_or(f64::INFINITY, |one| (one.score.value - self.target).abs())
    }

    /// The score of each of these rule sets after so many games of each agent, and the number of them all.
    fn round(
        &self,
        alive: &[usize],
        agents: &[Agent],
        (round, games): (u32, u64),
    ) -> anyhow::Result<Vec<(Estimate, u64)>> {
        let jobs_of = |place: &usize| {
            let rules = &self.candidates.rules()[*place];
            let pairs = self.specs.iter().zip(agents);
            pairs.map(move |(spec, agent)| self.job(rules, (spec, agent), games))
        };
        let jobs: Vec<PlayJob<'_>> = alive.iter().flat_map(jobs_of).collect();
        play(&format!("round {round}, {} rule sets", alive.len()), &jobs)?;
        let mut scores = Vec::with_capacity(alive.len());
        for jobs in jobs.chunks(agents.len()) {
            let mut each =
                jobs.iter().map(|job| summaries(job)).collect::<anyhow::Result<Vec<_>>>()?;
            // A command that was stopped in a later round has more games here.
            each.iter_mut().for_each(|own| own.retain(|one| one.game < games));
            let all = each.iter().map(Vec::len).sum::<usize>() as u64;
            let of_each: Vec<Estimate> = each.iter().map(|games| score(games)).collect();
            scores.push((Estimate::spanning(&of_each), all));
        }
        Ok(scores)
    }

    fn job<'a>(
        &self,
        rules: &'a LoadedRules,
        (spec, agent): (&AgentSpec, &'a Agent),
        games: u64,
    ) -> PlayJob<'a> {
        let name = rules.game.name();
        let folder = self.folder.join("search").join(key(rules, spec));
        PlayJob {
            games,
            seed: derive_seed(self.seed, &format!("tune {name} {spec}")),
            opening: self.opening,
            ..PlayJob::new(rules, PerSide::from_fn(|_| agent), folder)
        }
    }

    /// The rule set that was changed and the winner, with new games.
    fn measure(&self, rules: &[LoadedRules], agents: &[Agent]) -> anyhow::Result<Compared> {
        let entry =
            |agent: &AgentSpec| AgentEntry { agent: agent.clone(), games: self.final_games };
        let comparison = BalanceRun {
            plan: &Compare {
                agents: self.specs.iter().map(entry).collect(),
                pairs: 0,
                prove: 0,
                opening: self.opening,
                surface: None,
                exploiters: Vec::new(),
                recorded: Vec::new(),
            },
            rules,
            seed: derive_seed(self.seed, "tune: measured anew"),
            folder: self.folder.join("games"),
            learned: None,
            taught: None,
            budget: None,
            handicap_games: 0,
            hypotheses: &[],
            backend: self.backend,
        };
        compare(&comparison, agents, None)
    }
}

/// The names of the folders in `folder`, if there is one.
fn folders_in(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir(folder).into_iter().flatten().collect::<Result<Vec<_>, _>>()?;
    let folders = entries.iter().filter(|entry| entry.path().is_dir());
    Ok(folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
}

/// The attackers' score of games; a draw counts half.
fn score(games: &[GameSummary]) -> Estimate {
    let scores = games.iter().map(|game| game.result.score());
    let score = Sample::new(scores).and_then(|sample| sample.score(Confidence::P95));
    score.unwrap_or(Estimate::exactly(f64::NAN))
}

#[cfg(test)]
mod tests;
