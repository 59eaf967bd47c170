//! Importing lists of moves.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use imperial_data::move_lists::{
    ColumnNames, MoveListError, MoveListReport, MoveLists, import_move_lists,
};
use imperial_data::{GameResult, load_rules};
use imperial_engine::Cause;
use imperial_lab::counted;

use crate::cli::say::sayln;
use crate::cli::usage::OrUsage as _;
use imperial_play::progress::Progress;
use imperial_play::tell;

/// How lists of moves are read.
#[derive(Debug, clap::Args)]
pub(super) struct Options {
    /// Rule set that the games were played by: a name, or a .toml file
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Name of both players in all games; the names in the file if not given
    #[arg(long, value_name = "NAME")]
    agent: Option<String>,

    /// Column of the moves: its name in the first line, or its number from 1; found if not given
    #[arg(long, value_name = "COLUMN")]
    moves: Option<String>,

    /// Column of the results: attackers or black, defenders or white, draw, unfinished
    #[arg(long, value_name = "COLUMN")]
    result: Option<String>,

    /// Column of who played the attackers
    #[arg(long, value_name = "COLUMN", conflicts_with = "agent")]
    attackers: Option<String>,

    /// Column of who played the defenders
    #[arg(long, value_name = "COLUMN", conflicts_with = "agent")]
    defenders: Option<String>,

    /// Skip lines that are wrong, and count them
    #[arg(long)]
    lenient: bool,
}

impl Options {
    /// Whether an option says that there are lists of moves.
    pub fn are_meant(&self) -> bool {
        self.rules.is_some()
    }

    /// Refuses these options where there are no lists of moves, but what `others_need`.
    pub fn check_unused(&self, others_need: &str) -> anyhow::Result<()> {
        let Self { rules, agent, moves, result, attackers, defenders, lenient } = self;
        let given = [
            ("--rules", rules.is_some()),
            ("--agent", agent.is_some()),
            ("--moves", moves.is_some()),
            ("--result", result.is_some()),
            ("--attackers", attackers.is_some()),
            ("--defenders", defenders.is_some()),
            ("--lenient", *lenient),
        ];
        match given.into_iter().find(|(_, given)| *given) {
            Some((option, _)) => bail!(
                "`{option}` is for lists of moves, and {others_need} no such option; leave it out, or \
                 read the files as lists with `--format moves`"
            ),
            None => Ok(()),
        }
    }

    /// Imports files into `out`.
    pub fn import(self, files: &[PathBuf], out: &Path) -> anyhow::Result<()> {
        let rules = self.rules.as_deref().context(
            "a list of moves does not name its rule set; add `--rules NAME` (`imperial rules` lists them)",
        );
        let rules = load_rules(rules.or_usage()?).or_usage()?;
        let columns = ColumnNames {
            moves: self.moves,
            result: self.result,
            attackers: self.attackers,
            defenders: self.defenders,
        };
        let agent = self.agent.as_deref();
        let lists = MoveLists { rules: &rules, columns: &columns, agent, lenient: self.lenient };
        let progress = Progress::start("import", "bytes", "", 0, 0);
        let mut show = |done, total| progress.set(done, total);
        let imported = import_move_lists(files, out, lists, &mut show);
        progress.clear();
        tell_what_came(&imported.map_err(with_advice).or_usage()?, out);
        Ok(())
    }
}

/// The error, and what to do about it.
fn with_advice(error: MoveListError) -> anyhow::Error {
    let advice = match &error {
        // It ends with a list of lines.
        MoveListError::Wrong { .. } => "\ncorrect the lines, or skip them with `--lenient`",
        MoveListError::Columns { error, .. } if matches!(**error, MoveListError::NoMoves(_)) => {
            "; `--moves COLUMN` names the column of the moves, or gives its number"
        }
        _ => return error.into(),
    };
    anyhow!("{error}{advice}")
}

/// What was imported, and how it ended.
fn tell_what_came(report: &MoveListReport, out: &Path) {
    for problem in &report.problems {
        tell!("skipped: {problem}");
    }
    if report.more_problems > 0 {
        tell!("skipped: {}", counted(report.more_problems, "line more", "lines more"));
    }
    let MoveListReport { games, plies, taken, passed, repeated, .. } = report;
    let won = |result| report.results.get(&result).copied().unwrap_or(0);
    let unfinished = report.causes.get(&Cause::Unfinished).copied().unwrap_or(0);
    sayln!("games {games}, plies {plies}, pieces taken {taken}; in {}", out.display());
    sayln!(
        "won by attackers {}, by defenders {}; drawn {}, unfinished {unfinished}",
        won(GameResult::Attackers),
        won(GameResult::Defenders),
        won(GameResult::Draw) - unfinished,
    );
    let causes: Vec<_> =
        report.causes.iter().map(|(cause, games)| format!("{cause} {games}")).collect();
    sayln!("ended by {}", causes.join(", "));
    if *passed > 0 {
        sayln!("{passed} went on where a repetition or a limit would have ended them");
    }
    if *repeated > 0 {
        sayln!("{repeated} have the moves of a game before them");
    }
    if report.skipped() > 0 {
        sayln!("{} of {} lines skipped", report.skipped(), report.skipped() + games);
    }
}
