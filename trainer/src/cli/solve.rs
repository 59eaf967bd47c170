//! `imperial solve`.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use imperial_data::{LoadedRules, check_replaceable, load_rules};
use imperial_engine::{Encode, PerSide, Side, with_game};
use imperial_lab::thousands;
use imperial_truth::keys::{arrangements, bound};
use imperial_truth::retrograde::{Exact, MOST_POSITIONS, Retrograde};
use imperial_truth::table::{FORMAT, Table};
use serde_json::json;

use super::usage::{OrUsage as _, wrong};
use crate::cli::say::sayln;
use crate::console::words;
use imperial_play::tell;

/// Solve a small game: exact values of all its positions, by retrograde analysis
///
/// All positions that can come up are listed, and values go back from the ends. Repetition counts as a
/// draw, and limits of plies are left aside. The command says first how many positions there may be, and
/// refuses games that are too large.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial solve tic-tac-toe
  imperial solve fox-and-hounds --all --out hounds.table
  imperial analyse --rules fox-and-hounds --table hounds.table
  imperial play --rules fox-and-hounds --side defenders --table hounds.table")]
pub(super) struct Args {
    /// Rule set, by name or as a .toml file
    #[arg(value_name = "NAME")]
    rules: String,

    /// Also solve all other arrangements of the pieces that stand on the board at the start
    #[arg(long)]
    all: bool,

    /// Begin although there may be too many positions, and give up when there are
    #[arg(long = "try")]
    attempt: bool,

    /// File for the values, which `play` and `analyse` read with --table; only a table is replaced
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?;
        if let Some(file) = &self.out {
            check_replaceable(file, FORMAT).or_usage()?;
        }
        with_game!(&rules.game, |game| solve(game, &self, &rules))
    }
}

fn solve<G: Encode>(game: &G, args: &Args, rules: &LoadedRules) -> anyhow::Result<()> {
    let most = bound(&rules.game);
    tell!("{} has at most {} positions.", game.name(), large(most));
    if most > MOST_POSITIONS as f64 && !args.attempt {
        let few = large(MOST_POSITIONS as f64);
        return wrong(format!(
            "that may be too many: at most {few} can be solved; --try lists them until there are more"
        ));
    }
    let further =
        if args.all { arrangements(&rules.game, MOST_POSITIONS).or_usage()? } else { Vec::new() };
    let started = Instant::now();
    let solved = Retrograde::solve_with(&rules.game, further)?;
    tell!("Solved in {:.1} s.", started.elapsed().as_secs_f64());
    let counts = PerSide::from_fn(|side| Counts::of(&solved, side));
    let starts: Vec<(Side, Exact)> = Side::ALL
        .into_iter()
        .filter_map(|side| Some((side, solved.value(game, &game.start(side))?)))
        .collect();
    if args.json {
        let start = |(side, exact): &(Side, Exact)| json!({"to_move": side, "winner": exact.winner, "plies": exact.plies});
        let starts: Vec<_> = starts.iter().map(start).collect();
        sayln!(
            "{}",
            json!({"rules": game.name(), "positions": solved.positions().len(), "to_move": counts,
                   "start": starts})
        );
    } else {
        sayln!("{} positions of {}", large(solved.positions().len() as f64), game.name());
        Side::ALL.iter().for_each(|side| sayln!("{}", counts[*side].text(game, *side)));
        for (side, exact) in starts {
            sayln!("at the start, {} to move: {}", game.side_name(side), words(game, exact));
        }
    }
    if let Some(file) = &args.out {
        Table::write(&solved, rules, file)
            .with_context(|| format!("cannot write `{}`", file.display()))?;
        tell!("The values are in `{}`.", file.display());
    }
    Ok(())
}

/// How many positions with one side to move are worth what.
#[derive(Clone, Copy, Debug, Default, serde::Serialize)]
struct Counts {
    positions: usize,
    attackers_win: usize,
    draws: usize,
    defenders_win: usize,
    /// Most plies to a win of either side.
    longest: PerSide<u16>,
}

impl Counts {
    fn of(solved: &Retrograde, side: Side) -> Self {
        let mut counts = Self::default();
        for (_, exact) in solved.outcomes().filter(|(mover, _)| *mover == side) {
            counts.positions += 1;
            match exact.winner {
                Some(Side::Attackers) => counts.attackers_win += 1,
                Some(Side::Defenders) => counts.defenders_win += 1,
                None => counts.draws += 1,
            }
            if let Some(winner) = exact.winner {
                counts.longest[winner] = counts.longest[winner].max(exact.plies);
            }
        }
        counts
    }

    fn text(&self, game: &impl Encode, side: Side) -> String {
        let won = |winner: Side, count: usize| {
            let longest = self.longest[winner];
            format!(
                "{} {} (within {longest} plies)",
                game.side_name(winner).does("win"),
                large(count as f64)
            )
        };
        format!(
            "  {} to move: {}; {}, {}, draws {}",
            game.side_name(side),
            large(self.positions as f64),
            won(Side::Attackers, self.attackers_win),
            won(Side::Defenders, self.defenders_win),
            large(self.draws as f64)
        )
    }
}

/// A number with gaps between thousands; a very large one as a power of ten.
fn large(number: f64) -> String {
    if number >= 1e12 {
        return format!("{number:.1e}");
    }
    thousands(number as u64)
}
