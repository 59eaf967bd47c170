//! The report as CSV: one row per rule set and agent, and the tables that not every report has.

mod more;

use std::io;

use imperial_engine::Cause;

use super::{BalanceReport, CellReport, FirstMoverHalf};
use imperial_stats::Estimate;

pub use more::NamedTable;

/// The columns of `balance.csv`.
///
/// `…_low` and `…_high` are the ends of an interval of the report's confidence, shares and scores run from 0 to 1,
/// and a cell is empty where there is no figure. `games` are all games, `distinct_games` those that differ in a move
/// or in who moved first, `openings` their different openings. `attackers`, `draws` and `defenders` count results
/// (`draws` include `cut_off`), `…_share` is each divided by `games`. `attackers_score` counts a draw as half a win;
/// `elo` is the attackers' advantage, at most 800 either way; `balance_number` is Nielsen's *b*, empty when a side
/// never won. `plies_…` describe lengths, `ended_…` count what ended the games. The last seven are empty unless both
/// sides moved first in some games.
pub const COLUMNS: &str = "rules,agent,strength,games,distinct_games,openings,\
    attackers,draws,defenders,cut_off,\
    attackers_share,attackers_share_low,attackers_share_high,\
    draws_share,draws_share_low,draws_share_high,\
    defenders_share,defenders_share_low,defenders_share_high,\
    cut_off_share,cut_off_share_low,cut_off_share_high,\
    attackers_score,attackers_score_low,attackers_score_high,elo,elo_low,elo_high,\
    balance_number,balance_number_low,balance_number_high,\
    plies_mean,plies_mean_low,plies_mean_high,\
    plies_min,plies_lower_quartile,plies_median,plies_upper_quartile,plies_max,\
    ended_king_escaped,ended_king_captured,ended_two_roads,ended_exit_fort,ended_encircled,ended_stuck,\
    ended_repetition,ended_quiet_limit,ended_ply_limit,ended_line,ended_board_full,ended_few_gone,\
    ended_goal,ended_captures,ended_leader_taken,ended_leader_alone,\
    ended_checkmate,ended_imperials_gone,ended_given,ended_unfinished,\
    attackers_first_games,attackers_first_share,defenders_first_games,defenders_first_share,\
    first_mover_effect,first_mover_effect_low,first_mover_effect_high";

impl BalanceReport {
    /// The table as text, with [`COLUMNS`] as its first line.
    ///
    /// # Errors
    /// When the table cannot be formed, which no report gives a reason for.
    pub fn to_csv(&self) -> io::Result<Vec<u8>> {
        written(table(COLUMNS, self.cells.iter().map(row_of)))
    }
}

fn row_of(cell: &CellReport) -> Vec<String> {
    let results = &cell.results;
    let counted = [results.attackers, results.draws, results.defenders, results.cut_off];
    let lengths = &cell.lengths;
    let mut row = vec![cell.rules.clone(), cell.agent.clone(), cell.strength.to_string()];
    row.extend([cell.games, cell.distinct_games, cell.openings].map(|count| count.to_string()));
    row.extend(counted.map(|one| one.games.to_string()));
    row.extend(counted.into_iter().flat_map(|one| figure(one.share)));
    row.extend(figure(cell.score));
    row.extend([cell.elo.value, cell.elo.low, cell.elo.high].map(|elo| number(elo.points())));
    let balance = [cell.balance.value, cell.balance.low, cell.balance.high];
    row.extend(balance.map(|end| end.map(number).unwrap_or_default()));
    row.push(number(lengths.mean));
    let ends = lengths.mean_interval.map(|mean| [mean.low, mean.high].map(number));
    row.extend(ends.unwrap_or_default());
    row.push(lengths.shortest.to_string());
    row.extend([lengths.lower_quartile, lengths.median, lengths.upper_quartile].map(number));
    row.push(lengths.longest.to_string());
    row.extend(Cause::ALL.map(|cause| cell.ended_by(cause).to_string()));
    row.extend(first_mover(cell).unwrap_or_default());
    row
}

/// The last seven columns.
fn first_mover(cell: &CellReport) -> Option<[String; 7]> {
    let first = cell.first_mover.as_ref()?;
    let half =
        |half: FirstMoverHalf| (half.games.to_string(), number(half.results.attackers.share.value));
    let (attackers, defenders) = (half(first.attackers_first), half(first.defenders_first));
    let [effect, low, high] = figure(first.effect.difference);
    Some([attackers.0, attackers.1, defenders.0, defenders.1, effect, low, high])
}

/// Six decimals, which is finer than any interval; empty for what is no number.
fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:.6}") } else { String::new() }
}

/// A value and the ends of its interval.
fn figure(estimate: Estimate) -> [String; 3] {
    [estimate.value, estimate.low, estimate.high].map(number)
}

/// The rows of a table.
type Rows = Vec<Vec<String>>;

/// A table whose first row has the names of its columns.
fn table(columns: &str, rows: impl IntoIterator<Item = Vec<String>>) -> Rows {
    let header = columns.split(',').map(str::to_owned).collect();
    std::iter::once(header).chain(rows).collect()
}

/// The cell of a text; what a spreadsheet would take for a formula begins with an apostrophe, as OWASP says.
fn cell(text: String) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    if is_formula && text.parse::<f64>().is_err() { format!("'{text}") } else { text }
}

fn written(rows: impl IntoIterator<Item = Vec<String>>) -> io::Result<Vec<u8>> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    for row in rows {
        // Writing fails when a row is longer or shorter than the header.
        writer.write_record(row.into_iter().map(cell))?;
    }
    writer.into_inner().map_err(|error| io::Error::other(error.to_string()))
}

/// A row that begins with names and goes on with figures.
fn row(names: &[&str], figures: &[Estimate]) -> Vec<String> {
    let names = names.iter().map(|name| (*name).to_owned());
    names.chain(figures.iter().flat_map(|one| figure(*one))).collect()
}

/// Three columns, empty where there is no figure.
fn optional_figure(estimate: Option<Estimate>) -> [String; 3] {
    estimate.map(figure).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_a_formula() {
        let rows = [["=HYPERLINK(\"x\")", "-0.5"], ["@a", "+1.250000"], ["network-8", "-a"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let text = String::from_utf8(written(rows).expect("a table")).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines, ["\"'=HYPERLINK(\"\"x\"\")\",-0.5", "'@a,+1.250000", "network-8,'-a"]);
    }
}
