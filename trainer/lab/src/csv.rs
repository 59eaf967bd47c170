//! The report as a CSV table: one row per rule set and agent.

mod more;

use std::io;
use std::path::Path;

use imperial_engine::Cause;

use super::{BalanceReport, CellReport, FirstMover};
use imperial_data::{FileError, write_atomically};
use imperial_stats::Estimate;

pub use more::NamedTable;

/// A column of the table.
#[derive(Clone, Copy, Debug)]
pub struct Column {
    /// Its name in the first line.
    pub name: &'static str,
    /// What it holds. Shares and scores run from 0 to 1; a cell is empty where there is no figure.
    pub meaning: &'static str,
    value: fn(&CellReport) -> String,
}

const fn column(
    name: &'static str,
    meaning: &'static str,
    value: fn(&CellReport) -> String,
) -> Column {
    Column { name, meaning, value }
}

/// Every column, in order. `low` and `high` are the ends of an interval of the report's confidence.
pub const COLUMNS: &[Column] = &[
    column("rules", "name of the rule set", |cell| cell.rules.clone()),
    column("agent", "name of the agent that played both sides", |cell| cell.agent.clone()),
    column("strength", "the agent's place in the order of strength, weakest first", |cell| {
        cell.strength.to_string()
    }),
    column("games", "number of games", |cell| cell.games.to_string()),
    column("distinct_games", "games that differ in a move or in who moved first", |cell| {
        cell.distinct_games.to_string()
    }),
    column("openings", "different openings; a game without one counts as its own", |cell| {
        cell.openings.to_string()
    }),
    column("attackers", "games won by the attackers", |cell| {
        cell.results.attackers.games.to_string()
    }),
    column("draws", "games without a winner, cut-off games included", |cell| {
        cell.results.draws.games.to_string()
    }),
    column("defenders", "games won by the defenders", |cell| {
        cell.results.defenders.games.to_string()
    }),
    column("cut_off", "games cut off at the ply limit", |cell| {
        cell.results.cut_off.games.to_string()
    }),
    column("attackers_share", "attackers / games", |cell| value(cell.results.attackers.share)),
    column("attackers_share_low", "low end", |cell| low(cell.results.attackers.share)),
    column("attackers_share_high", "high end", |cell| high(cell.results.attackers.share)),
    column("draws_share", "draws / games", |cell| value(cell.results.draws.share)),
    column("draws_share_low", "low end", |cell| low(cell.results.draws.share)),
    column("draws_share_high", "high end", |cell| high(cell.results.draws.share)),
    column("defenders_share", "defenders / games", |cell| value(cell.results.defenders.share)),
    column("defenders_share_low", "low end", |cell| low(cell.results.defenders.share)),
    column("defenders_share_high", "high end", |cell| high(cell.results.defenders.share)),
    column("cut_off_share", "cut_off / games", |cell| value(cell.results.cut_off.share)),
    column("cut_off_share_low", "low end", |cell| low(cell.results.cut_off.share)),
    column("cut_off_share_high", "high end", |cell| high(cell.results.cut_off.share)),
    column("attackers_score", "(attackers + draws / 2) / games", |cell| value(cell.score)),
    column("attackers_score_low", "low end", |cell| low(cell.score)),
    column("attackers_score_high", "high end", |cell| high(cell.score)),
    column("elo", "attackers' advantage in Elo, at most 800 either way", |cell| {
        number(cell.elo.value.points())
    }),
    column("elo_low", "low end", |cell| number(cell.elo.low.points())),
    column("elo_high", "high end", |cell| number(cell.elo.high.points())),
    column("balance_number", "Nielsen's b; empty when a side never won", |cell| {
        optional(cell.balance.value)
    }),
    column("balance_number_low", "end towards the attackers; empty without a bound", |cell| {
        optional(cell.balance.low)
    }),
    column("balance_number_high", "end towards the defenders; empty without a bound", |cell| {
        optional(cell.balance.high)
    }),
    column("plies_mean", "mean length in plies", |cell| number(cell.lengths.mean)),
    column("plies_mean_low", "low end; empty with a single opening", |cell| {
        optional(cell.lengths.mean_interval.map(|mean| mean.low))
    }),
    column("plies_mean_high", "high end; empty with a single opening", |cell| {
        optional(cell.lengths.mean_interval.map(|mean| mean.high))
    }),
    column("plies_min", "shortest game", |cell| cell.lengths.shortest.to_string()),
    column("plies_lower_quartile", "a quarter are shorter", |cell| {
        number(cell.lengths.lower_quartile)
    }),
    column("plies_median", "half are shorter", |cell| number(cell.lengths.median)),
    column("plies_upper_quartile", "three quarters are shorter", |cell| {
        number(cell.lengths.upper_quartile)
    }),
    column("plies_max", "longest game", |cell| cell.lengths.longest.to_string()),
    column("ended_king_escaped", "games that ended by the king's escape", |cell| {
        ended(cell, Cause::KingEscaped)
    }),
    column("ended_king_captured", "by the king's capture", |cell| ended(cell, Cause::KingCaptured)),
    column("ended_two_roads", "by two clear ways of the king", |cell| ended(cell, Cause::TwoRoads)),
    column("ended_exit_fort", "by an exit fort", |cell| ended(cell, Cause::ExitFort)),
    column("ended_encircled", "by a ring around the defenders", |cell| {
        ended(cell, Cause::Encircled)
    }),
    column("ended_stuck", "by a side without a legal move", |cell| ended(cell, Cause::Stuck)),
    column("ended_repetition", "by repetition", |cell| ended(cell, Cause::Repetition)),
    column("ended_quiet_limit", "by too many plies without a capture", |cell| {
        ended(cell, Cause::QuietLimit)
    }),
    column("ended_ply_limit", "at the ply limit", |cell| ended(cell, Cause::PlyLimit)),
    column("ended_line", "by a line of stones", |cell| ended(cell, Cause::Line)),
    column("ended_board_full", "by a full board", |cell| ended(cell, Cause::BoardFull)),
    column("ended_given", "imported: by resignation, time or agreement", |cell| {
        ended(cell, Cause::Given)
    }),
    column("ended_unfinished", "imported: broken off", |cell| ended(cell, Cause::Unfinished)),
    column(
        "attackers_first_games",
        "games that the attackers began; empty unless both did",
        |cell| first(cell, |first| first.attackers_first.games.to_string()),
    ),
    column("attackers_first_share", "the attackers' share of those", |cell| {
        first(cell, |first| value(first.attackers_first.results.attackers.share))
    }),
    column(
        "defenders_first_games",
        "games that the defenders began; empty unless both did",
        |cell| first(cell, |first| first.defenders_first.games.to_string()),
    ),
    column("defenders_first_share", "the attackers' share of those", |cell| {
        first(cell, |first| value(first.defenders_first.results.attackers.share))
    }),
    column("first_mover_effect", "attackers_first_share - defenders_first_share", |cell| {
        first(cell, |first| value(first.effect.difference))
    }),
    column("first_mover_effect_low", "low end", |cell| {
        first(cell, |first| low(first.effect.difference))
    }),
    column("first_mover_effect_high", "high end", |cell| {
        first(cell, |first| high(first.effect.difference))
    }),
];

impl BalanceReport {
    /// The table as text, with [`COLUMNS`] as its first line.
    ///
    /// # Errors
    /// When the table cannot be formed, which no report gives a reason for.
    pub fn to_csv(&self) -> io::Result<Vec<u8>> {
        let mut writer = ::csv::Writer::from_writer(Vec::new());
        writer.write_record(COLUMNS.iter().map(|column| column.name))?;
        for cell in &self.cells {
            writer.write_record(COLUMNS.iter().map(|column| (column.value)(cell)))?;
        }
        writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
    }

    /// Writes [`to_csv`](Self::to_csv) to a file.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_csv(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        write_atomically(path, &self.to_csv().map_err(FileError::on("write", path))?)
    }
}

/// Six decimals, which is finer than any interval; empty for what is no number.
fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:.6}") } else { String::new() }
}

fn optional(value: Option<f64>) -> String {
    value.map(number).unwrap_or_default()
}

fn value(estimate: Estimate) -> String {
    number(estimate.value)
}

fn low(estimate: Estimate) -> String {
    number(estimate.low)
}

fn high(estimate: Estimate) -> String {
    number(estimate.high)
}

fn ended(cell: &CellReport, cause: Cause) -> String {
    cell.ended_by(cause).to_string()
}

fn first(cell: &CellReport, text: impl Fn(&FirstMover) -> String) -> String {
    cell.first_mover.as_ref().map(text).unwrap_or_default()
}
