//! Games kept: finished ones as records, the one that was left as a file of its own.

use std::path::Path;

use anyhow::bail;
use imperial_data::{
    GAMES_FILE, GameLog, GameRecord, GameResult, JOB_FILE, Job, LoadedRules, Lock, PlyRecord,
    keep_rules, make_folder,
};
use imperial_engine::{Encode, Outcome, PerSide, Side};

use imperial_play::analysis::Setup;

/// Seed of the records: chance is not all that such a game depends on.
const SEED: u64 = 0;
/// The name of the person in records.
const PERSON: &str = "person";

/// Games of one rule set in a folder, as self-play keeps them: `FOLDER/RULES/games.jsonl`, and the
/// rules in `FOLDER/rules/RULES.toml`.
pub(crate) struct Archive<'a> {
    rules: &'a LoadedRules,
    log: GameLog,
    /// Number of the next game.
    next: u64,
}

impl<'a> Archive<'a> {
    /// Refuses `folder` where agents play by the same `rules`: they know their games by the numbers.
    ///
    /// # Errors
    /// When they do.
    pub fn refuse_agents(folder: &Path, rules: &str) -> anyhow::Result<()> {
        if folder.join(rules).join(JOB_FILE).exists() {
            bail!(
                "`{}` holds games of agents, by `imperial selfplay` or `match`; choose another folder",
                folder.display()
            );
        }
        Ok(())
    }

    /// Opens the archive in `folder`; makes it where there is none.
    ///
    /// # Errors
    /// When the games there are of other rules or are being written to; when the file system
    /// refuses.
    pub fn open(folder: &Path, rules: &'a LoadedRules) -> anyhow::Result<Self> {
        let name = rules.game.name();
        let job = Job::new(SEED).with_rules(name, &rules.text);
        let games = folder.join(name);
        make_folder(&games)?;
        let (log, existing) = GameLog::open(&games.join(GAMES_FILE), job)?;
        let _settling = Lock::to_settle(folder)?;
        keep_rules(folder, [rules])?;
        let next = existing.games.last().map_or(0, |last| last + 1);
        Ok(Self { rules, log, next })
    }

    /// The number of the next game.
    pub fn number(&self) -> u64 {
        self.next
    }

    /// Adds a game that began as `setup` says, which the person played as `side` against `agent`. It is on disk when
    /// this returns its number.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn add<G: Encode>(
        &self,
        game: &G,
        setup: &Setup,
        (outcome, plies): (Outcome, Vec<PlyRecord>),
        side: Side,
        agent: &str,
    ) -> anyhow::Result<u64> {
        let (first, start) = setup.recorded_start(game)?;
        let name = |of| if of == side { PERSON } else { agent }.to_owned();
        let PerSide { attackers, defenders } = PerSide::from_fn(name);
        let given = setup.moves.iter().cloned();
        let given = given.map(|mv| PlyRecord { mv, ..Default::default() });
        let record = GameRecord {
            rules: game.name().to_owned(),
            rules_hash: self.rules.hash.clone(),
            seed: SEED,
            game: self.next,
            attackers,
            defenders,
            first,
            start,
            opening: setup.moves.len() as u32,
            result: GameResult::from(outcome),
            cause: outcome.cause,
            plies: given.chain(plies).collect(),
            ..GameRecord::default()
        };
        self.log.append(&record)?;
        self.log.sync()?;
        Ok(self.next)
    }

    /// Closes the archive, in which a game was added.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn close(self) -> anyhow::Result<()> {
        Ok(self.log.finish().map(drop)?)
    }
}
