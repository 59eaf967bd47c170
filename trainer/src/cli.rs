//! The command line: one file per verb.

mod agents;
mod duration;
mod figures;
mod maker;
mod measurement;
mod options;
mod programs;
mod say;
mod sides;
mod usage;

use std::error::Error;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches as _, Parser, Subcommand};
use imperial_data::{
    Damaged, KeepError, LockError, OtherKernel, StoreError, file_error, is_damage,
};

use imperial_net::NetFileError;
use imperial_play::interrupt::{self, Interrupted};
use imperial_play::play::{OtherPlayers, OtherProgram, OtherSeed, OtherShare, ShareIsPlayed};
use imperial_play::tell;
use usage::{Usage, in_words};

/// Self-play, learning and balance analysis for tafl and other board games.
#[derive(Debug, Parser)]
#[command(name = "imperial", version, arg_required_else_help = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  imperial run                            the whole loop: play, learn, report
  imperial train --time-limit 2h          train a network on nine 9x9 rule sets
  imperial rules                          what rule sets there are
  imperial play --rules tablut-linnaeus   a game against the program
  imperial balance my.toml --agents random,network:16 --out mine
                                          how fair a rule set of your own is

Exit codes: 0 done, 1 failure or damaged files, 2 wrong usage or input,
3 games of other machines are missing (--shard none),
130 interrupted with everything saved.";

/// Makes one verb of each line: the module that is its file, a subcommand, and the call of its `run`, `with` what it
/// asks for.
macro_rules! verbs {
    ($($(#[$attribute:meta])* $verb:ident: $module:ident $(with $given:expr)?,)*) => {
        $($(#[$attribute])* mod $module;)*

        #[derive(Debug, Subcommand)]
        enum Verb {
            $($(#[$attribute])* $verb($module::Args),)*
        }

        impl Verb {
            fn run(self) -> anyhow::Result<()> {
                match self {
                    $($(#[$attribute])* Self::$verb(args) => args.run($($given)?),)*
                }
            }
        }
    };
}

// The order is that of the help.
verbs! {
    Run: run,
    Selfplay: selfplay,
    Train: train,
    Learn: learn,
    Match: match_,
    Rate: rate,
    Balance: balance,
    Attribute: attribute,
    Tune: tune,
    Report: report,
    Rules: rules,
    Agents: agent_list,
    Perft: perft,
    Solve: solve,
    Prove: prove,
    Play: play,
    Analyse: analyse,
    Serve: serve,
    Ugi: ugi,
    Opentafl: opentafl,
    Bologna: bologna,
    Export: export,
    Import: import,
    Merge: merge,
    Verify: verify,
    Bench: bench,
    Completions: completions with &mut Cli::command(),
    #[cfg(test)] Greet: greet,
}

/// Exit code where others must play games first.
const GAMES_ARE_MISSING: u8 = 3;

/// Reads the command line and does what it says.
pub fn main() -> ExitCode {
    let matches = with_negative_numbers(Cli::command()).get_matches();
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let goes_on = cli.verb.goes_on();
    match interrupt::listen().and_then(|()| cli.verb.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => ExitCode::from(end(&error, goes_on)),
    }
}

/// Lets options take `-1`, so that the message names the option and its range.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.allow_negative_numbers(true).mut_subcommands(with_negative_numbers)
}

impl Verb {
    /// Whether the same command goes on where it was interrupted.
    fn goes_on(&self) -> bool {
        match self {
            Self::Agents(_) | Self::Analyse(_) | Self::Bench(_) | Self::Bologna(_) => false,
            Self::Opentafl(_) | Self::Perft(_) | Self::Play(_) | Self::Rules(_) => false,
            Self::Serve(_) | Self::Solve(_) | Self::Ugi(_) | Self::Verify(_) => false,
            Self::Match(args) => args.out.is_some(),
            Self::Prove(args) => args.out.is_some(),
            Self::Rate(args) => args.out.is_some(),
            Self::Report(args) => !args.is_of_one_game(),
            _ => true,
        }
    }
}

/// Says why the command ends before everything is done; the exit code.
fn end(error: &anyhow::Error, goes_on: bool) -> u8 {
    if let Some(share) = error.downcast_ref::<ShareIsPlayed>() {
        tell!("{share}");
        return if matches!(share, ShareIsPlayed::None) { GAMES_ARE_MISSING } else { 0 };
    }
    if interrupt::check().is_err() {
        tell!("{}", of_interruption(error, goes_on));
        return interrupt::EXIT_CODE;
    }
    tell!("error: {}", in_words(error));
    if is_wrong_input(error) { 2 } else { 1 }
}

/// What is said of an error after the user has asked for the end, which other errors may follow from.
fn of_interruption(error: &anyhow::Error, goes_on: bool) -> String {
    match error.chain().find_map(|cause| cause.downcast_ref::<Interrupted>()) {
        Some(interrupted) if goes_on => interrupted.to_string(),
        Some(_) => "interrupted".to_owned(),
        None => format!("interrupted; {}", in_words(error)),
    }
}

/// Whether the user can mend it by other options or other input.
fn is_wrong_input(error: &anyhow::Error) -> bool {
    let is_marked = error.is::<Usage>() || error.is::<OtherPlayers>() || error.is::<OtherSeed>();
    let is_marked = is_marked || error.is::<OtherShare>() || error.is::<OtherProgram>();
    let is_marked = is_marked || error.is::<OtherKernel>() || error.chain().any(is_of_other_games);
    let is_marked = is_marked || error.chain().filter_map(io_error).any(is_no_folder);
    let is_beyond_input = error.chain().filter_map(io_error).any(is_beyond_input);
    is_marked && !is_of_damage(error) && !is_beyond_input && !error.chain().any(is_held)
}

/// Whether games in a folder are by other rules, or of another command.
fn is_of_other_games(error: &(dyn Error + 'static)) -> bool {
    matches!(error.downcast_ref(), Some(KeepError::Changed { .. }))
        || matches!(error.downcast_ref(), Some(StoreError::OtherJob { .. }))
}

/// Whether another process works in a folder.
fn is_held(error: &(dyn Error + 'static)) -> bool {
    matches!(error.downcast_ref(), Some(LockError::Held(_)))
        || matches!(error.downcast_ref(), Some(StoreError::Locked { .. }))
}

/// Whether a file is not what this program wrote: a failure, whoever met it.
fn is_of_damage(error: &anyhow::Error) -> bool {
    let network = |error: &NetFileError| matches!(error, NetFileError::Damaged { .. });
    let is = |cause: &(dyn Error + 'static)| {
        is_damage(cause) || cause.downcast_ref().is_some_and(network)
    };
    error.is::<Damaged>() || error.chain().any(is)
}

/// The error of the operating system in an error of ours.
fn io_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let network = || match error.downcast_ref()? {
        NetFileError::Write(file) => Some(file),
        _ => None,
    };
    let file = file_error(error).or_else(network);
    file.map(|file| &file.error).or_else(|| error.downcast_ref())
}

/// Whether a file stands where a folder is meant.
fn is_no_folder(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotADirectory)
}

/// Whether no input would have helped: the disk fails, or another process writes there.
fn is_beyond_input(error: &io::Error) -> bool {
    use ErrorKind::{ReadOnlyFilesystem, ResourceBusy, StorageFull};
    matches!(error.kind(), ReadOnlyFilesystem | ResourceBusy | StorageFull)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use imperial_data::{ExportError, FileError, MergeError, check_kernel};

    use super::usage::OrUsage as _;
    use super::*;

    /// What clap would break there is no command that one could copy.
    #[test]
    fn examples_fit_into_eighty_columns() {
        let mut commands = vec![Cli::command()];
        while let Some(command) = commands.pop() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            let wide: Vec<&str> = help.lines().filter(|line| line.chars().count() > 80).collect();
            assert!(wide.is_empty(), "{}: {wide:#?}", command.get_name());
            commands.extend(command.get_subcommands().cloned());
        }
    }

    /// People repeat a command that is said to go on.
    #[test]
    fn a_command_goes_on_where_what_it_did_is_kept() {
        let goes_on = |line: &str| Cli::try_parse_from(line.split(' ')).expect(line).verb.goes_on();
        for line in
            ["match --agent random --against rollouts:1", "rate --agent random --agent rollouts:1"]
        {
            let line = format!("imperial {line} --rules brandubh");
            assert!(!goes_on(&line) && goes_on(&format!("{line} --out kept")), "{line}");
        }
        assert!(!goes_on("imperial solve tic-tac-toe") && !goes_on("imperial play"));
        assert!(!goes_on("imperial report game games.jsonl --out page.html"));
        assert!(
            goes_on("imperial report games games.jsonl --out report") && goes_on("imperial run")
        );
    }

    #[test]
    fn a_disk_that_cannot_be_written_is_no_wrong_input() {
        let code = |kind: ErrorKind| {
            let error = anyhow::Error::from(io::Error::from(kind)).context("cannot create `x`");
            is_wrong_input(&Err::<(), _>(error).or_usage().expect_err("an error"))
        };
        assert!(code(ErrorKind::NotFound));
        assert!(!code(ErrorKind::ReadOnlyFilesystem) && !code(ErrorKind::StorageFull));
        let file = |kind: ErrorKind| {
            let (path, error) = ("x".into(), io::Error::from(kind));
            let error = ExportError::File(FileError { doing: "write", path, error });
            is_wrong_input(&Err::<(), _>(error).or_usage().expect_err("an error"))
        };
        assert!(file(ErrorKind::NotFound) && !file(ErrorKind::StorageFull));
        let full =
            || FileError { doing: "write", path: "x".into(), error: ErrorKind::StorageFull.into() };
        let others: [anyhow::Error; 3] = [
            KeepError::from(full()).into(),
            LockError::from(full()).into(),
            NetFileError::Write(full()).into(),
        ];
        for error in others {
            assert!(!is_wrong_input(&Err::<(), _>(error).or_usage().expect_err("an error")));
        }
    }

    #[test]
    fn a_folder_where_another_process_works_is_no_wrong_input() {
        let held = || LockError::Held("x".into());
        let busy = || FileError {
            doing: "write into",
            path: "x".into(),
            error: ErrorKind::ResourceBusy.into(),
        };
        let locked = StoreError::Locked { path: "x".into() };
        let errors: [anyhow::Error; 5] = [
            held().into(),
            MergeError::from(held()).into(),
            busy().into(),
            ExportError::from(busy()).into(),
            locked.into(),
        ];
        for error in errors {
            let words = error.to_string();
            let marked = Err::<(), _>(error).or_usage().expect_err("an error");
            assert!(!is_wrong_input(&marked), "{words}");
        }
    }

    #[test]
    fn rules_that_have_changed_are_wrong_input() {
        let changed = KeepError::Changed { name: "mine".to_owned(), folder: "x".into() };
        assert!(is_wrong_input(&changed.into()));
    }

    #[test]
    fn a_file_in_the_place_of_a_folder_is_wrong_input() {
        let code = |kind: ErrorKind| {
            let error = FileError { doing: "create", path: "x".into(), error: kind.into() };
            is_wrong_input(&anyhow::Error::from(LockError::from(error)))
        };
        assert!(code(ErrorKind::AlreadyExists) && code(ErrorKind::NotADirectory));
        assert!(!code(ErrorKind::PermissionDenied) && !code(ErrorKind::StorageFull));
    }

    #[test]
    fn another_kernel_is_wrong_input() {
        let told = "{\"kernel\":\"amx\"}";
        let other = check_kernel(told, Some("avx2"), Path::new("games")).expect_err("another");
        assert!(is_wrong_input(&other.into()));
    }

    /// `greet` is in its file and in one line of the list, as any verb.
    #[test]
    fn a_verb_is_one_file_and_one_line() {
        let cli = Cli::try_parse_from(["imperial", "greet", "somebody"]).expect("it is a verb");
        cli.verb.run().expect("it says hello");
        assert!(Cli::command().render_help().to_string().contains("greet        Say hello\n"));
    }

    fn check(command: &clap::Command) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.contains("Examples:\n"), "the help of `{}` has examples", command.get_name());
        command.get_subcommands().for_each(check);
    }

    #[test]
    fn the_help_of_every_command_has_examples() {
        check(&Cli::command());
    }
}
