//! `imperial bench tactics`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context as _;
use imperial_data::{folder_of, read_games};
use imperial_engine::Side;

use crate::cli::options::Compute;
use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;
use imperial_learn::learning::{files_of_games, with_way_on};
use imperial_stats::Confidence;
use imperial_truth::tactics::{Count, Tactics, examine, lean, share};

/// Count what the agents of recorded games overlooked: wins and losses within three plies
///
/// Checks every position whose move was searched for, by trying all moves and all replies. A loss counts
/// where another move would have prevented it. A position is all but won when the recorded values of ten
/// plies in a row, up to its own, are beyond 0.8 for one side. Intervals (95 %) treat games as
/// independent, not positions. The last lines compare the recorded values with the results: `off by` is
/// the mean value less the mean result, above 0 where the values favour the attackers.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial selfplay --rules tablut-unibo --agent network:16 \\
      --games 200 --out games
  imperial bench tactics games")]
pub(super) struct TacticsArgs {
    /// A folder with games, or one games.jsonl
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Check one position in N for losses in three, which takes long
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,

    /// Discount per ply of the results that recorded values predict; the program's networks learned
    /// with 0.01
    #[arg(long, value_name = "SHARE", default_value_t = 0.01, value_parser = discount)]
    discount: f64,

    #[command(flatten)]
    compute: Compute,
}

/// Reads a discount: one of 1 would leave nothing.
fn discount(text: &str) -> Result<f64, String> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to less than 1, such as 0.01".to_owned())
}

impl TacticsArgs {
    pub fn run(self) -> anyhow::Result<()> {
        self.compute.set_up()?;
        let mut found: BTreeMap<(String, String), Vec<Tactics>> = BTreeMap::new();
        for file in files_of_games(std::slice::from_ref(&self.folder)).or_usage()? {
            let (mut book, path) = (file.rule_book(), file.path());
            let cannot = || format!("cannot examine `{}`", path.display());
            let mut games = Vec::new();
            for game in read_games(path) {
                let (_, record) = game.map_err(with_way_on)?;
                let rules = book.of_record(folder_of(path), &record).with_context(cannot)?;
                games.push((rules, record));
            }
            let tactics = examine(&games, self.every, self.discount).with_context(cannot)?;
            for ((_, game), tactics) in games.iter().zip(tactics) {
                let players = match game.attackers == game.defenders {
                    true => game.attackers.clone(),
                    false => format!("{} v {}", game.attackers, game.defenders),
                };
                found.entry((game.rules.clone(), players)).or_default().push(tactics);
            }
        }
        for ((rules, players), tactics) in &found {
            let plies: u64 = tactics.iter().map(|game| game.plies).sum();
            sayln!("{rules}, {players}: {} games, {plies} plies searched for", tactics.len());
            tell("wins in one missed", tactics, |game| game.win_in_one);
            tell("losses in one allowed", tactics, |game| game.loss_in_one);
            tell("wins in three missed", tactics, |game| game.win_in_three);
            tell("losses in three allowed", tactics, |game| game.loss_in_three);
            tell("all but won, drawn", tactics, |game| game.conversion);
            for side in Side::ALL {
                tell_lean(side, tactics);
            }
        }
        Ok(())
    }
}

fn tell_lean(side: Side, tactics: &[Tactics]) {
    let games: Vec<_> = tactics.iter().map(|game| game.lean[side]).collect();
    if let Some((values, results, error)) = lean(&games) {
        sayln!(
            "  values, {side} to move: {values:+.3}, results {results:+.3}, off by {:+.3} ± {:.3}",
            values - results,
            1.96 * error
        );
    }
}

fn tell(what: &str, tactics: &[Tactics], count: impl Fn(&Tactics) -> Count) {
    let counts: Vec<Count> = tactics.iter().map(count).collect();
    let missed: u64 = counts.iter().map(|count| count.missed).sum();
    let asked: u64 = counts.iter().map(|count| count.asked).sum();
    match share(&counts, Confidence::default()) {
        None => sayln!("  {what:<24} never came up"),
        Some((share, interval)) => sayln!(
            "  {what:<24} {missed} of {asked}: {:.2} % ({:.2} to {:.2})",
            100.0 * share,
            100.0 * interval.low,
            100.0 * interval.high
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::discount;

    #[test]
    fn a_discount_leaves_something() {
        assert_eq!([discount("0"), discount("0.01")], [Ok(0.0), Ok(0.01)]);
        assert!(["nan", "1", "2", "-0.1", "x"].iter().all(|text| discount(text).is_err()));
    }
}
