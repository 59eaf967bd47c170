//! Openings that are asked about, and the table of what is proven of them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::bail;
use imperial_data::LoadedRules;
use imperial_engine::{Game, PerSide, Side, with_game};
use imperial_play::analysis::Setup;
use imperial_play::interrupt;
use imperial_play::progress::Progress;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Answer, Solved};
use imperial_play::table;

/// How often what is finished is saved.
const PAUSE: Duration = Duration::from_secs(5);

/// An opening that is asked about.
#[derive(Clone, Debug)]
pub struct Opening<'a> {
    /// The rules of the game.
    pub rules: &'a LoadedRules,
    /// Its number among those of the rule set.
    pub number: u64,
    /// Who moves first.
    pub first: Side,
    /// Its moves.
    pub moves: Vec<String>,
}

/// What was found about an opening: a row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The rule set.
    pub rules: String,
    /// The number of the opening.
    pub opening: u64,
    /// Positions that the search for one side might look at.
    pub nodes: u64,
    /// Who moves first.
    pub first: Side,
    /// The moves of the opening.
    pub moves: String,
    /// Where they lead.
    pub position: String,
    /// Who wins, if that is proven.
    pub winner: Option<Side>,
    /// Plies to the end at most.
    pub plies: Option<u32>,
    /// The moves to the end where the loser resists the longest.
    pub line: String,
    /// Positions of the proof.
    pub positions: Option<usize>,
    /// Positions that the search for a win of the attackers looked at; none where the game was solved.
    pub nodes_attackers: u64,
    /// The same for the defenders.
    pub nodes_defenders: u64,
}

/// Rule set and number of an opening.
type Key<'a> = (&'a str, u64);

impl Opening<'_> {
    fn key(&self) -> Key<'_> {
        (self.rules.game.name(), self.number)
    }
}

impl Row {
    fn key(&self) -> Key<'_> {
        (&self.rules, self.opening)
    }
}

/// How many openings of a rule set are proven.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// The rule set.
    pub rules: String,
    /// Openings asked about.
    pub openings: u64,
    /// Those proven for either side.
    pub proven: PerSide<u64>,
}

impl Share {
    /// What the rows of these rules say.
    pub fn of(rules: &LoadedRules, rows: &[Row]) -> Self {
        let name = rules.game.name();
        let rows = rows.iter().filter(|row| row.rules == name);
        let mut share = Self { rules: name.to_owned(), openings: 0, proven: PerSide::default() };
        for row in rows {
            share.openings += 1;
            row.winner.into_iter().for_each(|side| share.proven[side] += 1);
        }
        share
    }

    /// Openings of which nothing is known.
    pub const fn open(&self) -> u64 {
        self.openings - self.proven.attackers - self.proven.defenders
    }
}

/// The table in a file, and what it is to hold.
#[derive(Debug)]
pub struct ProofTable<'a> {
    file: PathBuf,
    openings: Vec<Opening<'a>>,
    nodes: u64,
    /// What was there, of other openings too.
    rows: Vec<Row>,
}

impl<'a> ProofTable<'a> {
    /// The table in `file`, if there is one, for what searches of `nodes` positions prove of `openings`.
    ///
    /// # Errors
    /// When it cannot be read, or was made with other openings or another number of positions.
    pub fn open(file: &Path, openings: Vec<Opening<'a>>, nodes: u64) -> anyhow::Result<Self> {
        let rows: Vec<Row> = table::read(file)?;
        let asked: HashMap<Key<'_>, &Opening<'_>> =
            openings.iter().map(|opening| (opening.key(), opening)).collect();
        let is_other = |row: &&Row| {
            asked.get(&row.key()).is_some_and(|opening| {
                let moves = opening.moves.join(" ");
                (row.nodes, row.first, &row.moves) != (nodes, opening.first, &moves)
            })
        };
        if let Some(row) = rows.iter().find(is_other) {
            let openings = if row.nodes == nodes { "other openings" } else { "openings" };
            bail!(
                "`{}` has what {} nodes proved of {openings} of {}; repeat that command, or choose \
                 another folder",
                file.display(),
                row.nodes,
                row.rules
            );
        }
        Ok(Self { file: file.to_owned(), openings, nodes, rows })
    }

    /// Asks about the openings that have no row yet, and gives the rows of all of them.
    ///
    /// # Errors
    /// When the file cannot be written, or the user interrupts. What is finished is in the file then.
    pub fn fill(self) -> anyhow::Result<Vec<Row>> {
        let Self { file, openings, nodes, rows } = self;
        let known: HashSet<Key<'_>> = rows.iter().map(Row::key).collect();
        let (done, missing): (Vec<_>, Vec<_>) =
            openings.iter().partition(|opening| known.contains(&opening.key()));
        let solved = solved(&missing)?;
        let total = openings.len() as u64;
        let progress = Progress::start("proofs", "openings", "nodes", done.len() as u64, total);
        let kept = Mutex::new(Kept { file, rows, saved: Instant::now() });
        let result = missing.into_par_iter().try_for_each(|opening| -> anyhow::Result<()> {
            interrupt::check()?;
            let row = ask(opening, solved.get(opening.key().0), nodes)?;
            progress.count(row.nodes_attackers + row.nodes_defenders);
            progress.advance();
            kept.lock().unwrap_or_else(PoisonError::into_inner).add(row)
        });
        let mut kept = kept.into_inner().unwrap_or_else(PoisonError::into_inner);
        kept.save()?;
        if result.is_ok() {
            progress.finish();
        } else {
            progress.clear();
        }
        result?;
        let asked: HashSet<Key<'_>> = openings.iter().map(Opening::key).collect();
        Ok(kept.rows.into_iter().filter(|row| asked.contains(&row.key())).collect())
    }
}

/// The rule sets of some openings that are small enough to be solved, by name.
fn solved<'a>(openings: &[&Opening<'a>]) -> anyhow::Result<HashMap<&'a str, Solved>> {
    let games: BTreeMap<&str, _> =
        openings.iter().map(|one| (one.rules.game.name(), &one.rules.game)).collect();
    let solve = |(name, game)| Ok(Solved::of(game)?.map(|all| (name, all)));
    games.into_iter().filter_map(|game| solve(game).transpose()).collect()
}

/// The row of an opening.
fn ask(opening: &Opening<'_>, solved: Option<&Solved>, nodes: u64) -> anyhow::Result<Row> {
    let Opening { rules, number, first, moves } = opening;
    let start = with_game!(&rules.game, |game| game.format_position(&game.start(*first)));
    let setup = Setup { start: Some(start), moves: moves.clone() };
    let position = with_game!(&rules.game, |game| game.format_position(&setup.position(game)?));
    let answer = Answer::find(&rules.game, solved, &setup, nodes)?;
    Ok(Row {
        rules: rules.game.name().to_owned(),
        opening: *number,
        nodes,
        first: *first,
        moves: moves.join(" "),
        position,
        winner: answer.winner,
        plies: answer.plies,
        line: answer.line.join(" "),
        positions: answer.positions,
        nodes_attackers: answer.nodes.attackers,
        nodes_defenders: answer.nodes.defenders,
    })
}

/// The rows that are there, and when they were saved.
#[derive(Debug)]
struct Kept {
    file: PathBuf,
    rows: Vec<Row>,
    saved: Instant,
}

impl Kept {
    fn add(&mut self, row: Row) -> anyhow::Result<()> {
        self.rows.push(row);
        if self.saved.elapsed() > PAUSE { self.save() } else { Ok(()) }
    }

    /// Writes the table, in an order that depends on nothing but the rows.
    fn save(&mut self) -> anyhow::Result<()> {
        self.rows.sort_by(|a, b| a.key().cmp(&b.key()));
        table::write(&self.file, &self.rows)?;
        self.saved = Instant::now();
        Ok(())
    }
}
