//! Many openings of rule sets: how many are proven for either side.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::bail;
use imperial_data::LoadedRules;
use imperial_engine::{Encode, PerSide, Side, derive_seed, game_stream, with_game};
use imperial_learn::table;
use imperial_play::interrupt;
use imperial_play::progress::Progress;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Answer;

/// How often what is finished is saved.
const PAUSE: Duration = Duration::from_secs(5);
/// Openings of one length that are drawn before a shorter one is taken.
const ATTEMPTS: u32 = 1000;

/// Openings to be asked about, the same ones whatever the number of threads.
#[derive(Debug)]
pub(crate) struct Openings<'a> {
    /// The rule sets.
    pub rules: &'a [LoadedRules],
    /// Openings of each.
    pub count: u64,
    /// Plies of an opening, drawn uniformly.
    pub random_plies: u32,
    /// Seed of the openings.
    pub seed: u64,
    /// Positions that a search for one side looks at, at most.
    pub nodes: u64,
    /// Where the table is.
    pub folder: &'a Path,
}

/// One opening: a row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Row {
    rules: String,
    /// Its number, from 0.
    opening: u64,
    random_plies: u32,
    seed: u64,
    nodes: u64,
    first: Side,
    moves: String,
    position: String,
    winner: Option<Side>,
    /// Plies to the end at most.
    plies: Option<u32>,
    line: String,
    /// Positions of the proof.
    positions: Option<usize>,
    nodes_attackers: u64,
    nodes_defenders: u64,
}

/// How many openings of a rule set are proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Share {
    /// The rule set.
    pub rules: String,
    /// Openings asked about.
    pub openings: u64,
    /// Those proven for either side.
    pub proven: PerSide<u64>,
}

impl Share {
    /// Openings of which nothing is known.
    pub const fn open(&self) -> u64 {
        self.openings - self.proven.attackers - self.proven.defenders
    }
}

impl Openings<'_> {
    /// The file with a row for each opening.
    pub fn file(&self) -> PathBuf {
        self.folder.join("proofs.csv")
    }

    /// Asks about all openings that the table does not have yet.
    ///
    /// # Errors
    /// When a file cannot be read or written, or the user interrupts. What is finished is in the table then.
    pub fn prove(&self) -> anyhow::Result<Vec<Share>> {
        let before = table::read(&self.file())?;
        let is_missing = |rules: &LoadedRules, opening: u64| {
            let name = rules.game.name();
            !before.iter().any(|row: &Row| row.rules == name && row.opening == opening)
        };
        let all = self.rules.iter().flat_map(|rules| (0..self.count).map(move |nth| (rules, nth)));
        let missing: Vec<_> = all.filter(|(rules, nth)| is_missing(rules, *nth)).collect();
        let total = self.rules.len() as u64 * self.count;
        let progress =
            Progress::start("proofs", "openings", "nodes", total - missing.len() as u64, total);
        let kept = Kept { rows: before, saved: Instant::now() };
        let kept = Mutex::new(kept);
        let result = missing.into_par_iter().try_for_each(|(rules, nth)| {
            let row = with_game!(&rules.game, |game| self.ask(game, rules.game.name(), nth))?;
            progress.count(row.nodes_attackers + row.nodes_defenders);
            progress.advance();
            self.keep(&kept, Some(row))
        });
        progress.clear();
        self.keep(&kept, None)?;
        result?;
        let kept = kept.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(self.shares(&kept.rows))
    }

    /// Checks that the table, if there is one, is of these openings.
    ///
    /// # Errors
    /// When it is of others, or cannot be read.
    pub fn check_table(&self) -> anyhow::Result<()> {
        let rows: Vec<Row> = table::read(&self.file())?;
        let Self { random_plies, seed, nodes, .. } = *self;
        let is_other =
            |row: &&Row| (row.random_plies, row.seed, row.nodes) != (random_plies, seed, nodes);
        if let Some(Row { random_plies, seed, nodes, .. }) = rows.iter().find(is_other) {
            bail!(
                "`{}` holds proofs with --random-plies {random_plies} --seed {seed} --nodes {nodes}; take \
                 the same, or choose another folder",
                self.file().display()
            );
        }
        Ok(())
    }

    /// The row of an opening.
    fn ask(&self, game: &impl Encode, rules: &str, opening: u64) -> anyhow::Result<Row> {
        interrupt::check()?;
        let seed = derive_seed(self.seed, &format!("prove {rules}"));
        let mut rng = game_stream(seed, opening);
        let first = game.first().draw(&mut rng);
        let (mut moves, mut scratch) = (Vec::new(), Vec::new());
        let mut position = game.start(first);
        for attempt in 0.. {
            (position, moves) = (game.start(first), Vec::new());
            let wanted = self.random_plies.saturating_sub(attempt / ATTEMPTS);
            while moves.len() < wanted as usize && game.outcome(&position).is_none() {
                let Some(mv) = game.random_move(&position, &mut rng, &mut scratch) else { break };
                moves.push(game.format_move(&position, mv));
                game.play(&mut position, mv);
            }
            if game.outcome(&position).is_none() {
                break;
            }
        }
        let answer = Answer::find(game, &position, self.nodes)?;
        Ok(Row {
            rules: rules.to_owned(),
            opening,
            random_plies: self.random_plies,
            seed: self.seed,
            nodes: self.nodes,
            first,
            moves: moves.join(" "),
            position: game.format_position(&position),
            winner: answer.winner,
            plies: answer.plies,
            line: answer.line.join(" "),
            positions: answer.positions,
            nodes_attackers: answer.nodes.attackers,
            nodes_defenders: answer.nodes.defenders,
        })
    }

    /// Adds a row, and writes the table now and then; always where there is no row.
    fn keep(&self, kept: &Mutex<Kept>, row: Option<Row>) -> anyhow::Result<()> {
        let mut kept = kept.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let is_last = row.is_none();
        kept.rows.extend(row);
        if is_last || kept.saved.elapsed() > PAUSE {
            let order = |row: &Row| {
                let rules = self.rules.iter().position(|rules| rules.game.name() == row.rules);
                (rules.is_none(), rules, row.rules.clone(), row.opening)
            };
            kept.rows.sort_by_key(order);
            table::write(&self.file(), &kept.rows)?;
            kept.saved = Instant::now();
        }
        Ok(())
    }

    fn shares(&self, rows: &[Row]) -> Vec<Share> {
        let share = |rules: &LoadedRules| {
            let name = rules.game.name();
            let rows = rows.iter().filter(|row| row.rules == name && row.opening < self.count);
            let mut share =
                Share { rules: name.to_owned(), openings: self.count, proven: PerSide::default() };
            rows.filter_map(|row| row.winner).for_each(|side| share.proven[side] += 1);
            share
        };
        self.rules.iter().map(share).collect()
    }
}

/// The rows that are there, and when they were saved.
struct Kept {
    rows: Vec<Row>,
    saved: Instant,
}
