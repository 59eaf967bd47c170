//! `imperial solve`.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use imperial_data::{LoadedRules, check_replaceable, load_rules};
use imperial_engine::{Encode, PerSide, Side, with_game};
use imperial_lab::{counted, thousands};
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
    tell!("{} has at most {}.", game.name(), positions(most));
    if most > MOST_POSITIONS as f64 && !args.attempt {
        let few = thousands(MOST_POSITIONS as u64);
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
    let longest = solved.outcomes().map(|(_, exact)| exact.plies).max().unwrap_or(0);
    if let Some(caution) = caution(longest, game.plies_left(&game.start(Side::Attackers))) {
        tell!("{caution}");
    }
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
        sayln!("{} of {}", positions(solved.positions().len() as f64), game.name());
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
            let wins =
                format!("{} {}", game.side_name(winner).does("win"), thousands(count as u64));
            match self.longest[winner] {
                _ if count == 0 => wins,
                longest => format!("{wins} (within {})", counted(longest.into(), "ply", "plies")),
            }
        };
        format!(
            "  {} to move: {}; {}, {}, draws {}",
            game.side_name(side),
            thousands(self.positions as u64),
            won(Side::Attackers, self.attackers_win),
            won(Side::Defenders, self.defenders_win),
            thousands(self.draws as u64)
        )
    }
}

/// What to be careful of where the `longest` win takes more plies than can be played before a limit draws the game.
fn caution(longest: u16, limit: u32) -> Option<String> {
    (u32::from(longest) > limit).then(|| {
        format!(
            "Caution: limits of plies are left aside. By the rules the game can be drawn after {}, and the longest win \
             takes {}: long wins may be draws.",
            counted(limit.into(), "ply", "plies"),
            thousands(longest.into())
        )
    })
}

/// `12 000 positions`; a very large number as a power of ten.
fn positions(number: f64) -> String {
    if number >= 1e12 {
        return format!("{number:.1e} positions");
    }
    counted(number as u64, "position", "positions")
}

#[cfg(test)]
mod tests {
    use imperial_engine::Game as _;

    use super::*;

    #[test]
    fn a_win_that_is_longer_than_the_limits_is_warned_of() {
        for (longest, limit) in [(44, 512), (0, 0), (2, 2)] {
            assert_eq!(caution(longest, limit), None);
        }
        let said = caution(5, 2).expect("a caution");
        assert!(said.contains("drawn after 2 plies, and the longest win takes 5"), "{said}");
        let rules = load_rules("fox-and-hounds").expect("embedded");
        let left = with_game!(&rules.game, |game| game.plies_left(&game.start(Side::Attackers)));
        assert!((44..u32::MAX).contains(&left), "the limit of the rules: {left}");
    }

    #[test]
    fn one_position_and_one_ply_are_no_plurals() {
        let rules = load_rules("tic-tac-toe").expect("embedded");
        let longest = PerSide::from_fn(|side| u16::from(side == Side::Attackers));
        let counts = Counts { positions: 1, attackers_win: 1, longest, ..Counts::default() };
        let text = with_game!(&rules.game, |game| counts.text(game, Side::Attackers));
        assert!(text.contains("win 1 (within 1 ply), ") && text.contains("win 0, draws"), "{text}");
        assert_eq!(positions(1.0), "1 position");
        assert_eq!(positions(2e12), "2.0e12 positions");
    }
}
