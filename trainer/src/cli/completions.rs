//! `imperial completions`.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use imperial_engine::catalog;
use imperial_play::agent::LevelName;
use imperial_play::networks;

use crate::cli::say::say;

/// Print a script that completes this program's options in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial completions bash > ~/.local/share/bash-completion/completions/imperial
  imperial completions fish > ~/.config/fish/completions/imperial.fish")]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

impl Args {
    #[expect(clippy::unnecessary_wraps, reason = "all verbs have the same form")]
    pub fn run(&self, command: &mut Command) -> anyhow::Result<()> {
        say!("{}", script(self.shell, command));
        Ok(())
    }
}

/// The script for a shell.
fn script(shell: Shell, command: &Command) -> String {
    let mut command = with_names(command.clone());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "imperial", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        // Where names are offered, files of one's own are, too.
        Shell::Bash => {
            script.replace("compgen -W \"imperial-contest", "compgen -f -W \"imperial-contest")
        }
        _ => script,
    }
}

/// The command with the names that its options take. Only for the script: the options take files, too.
fn with_names(command: Command) -> Command {
    command.mut_args(name).mut_subcommands(with_names)
}

fn name(arg: Arg) -> Arg {
    let names: Vec<&'static str> = match arg.get_id().as_str() {
        "rules" => catalog::names().collect(),
        "agent" | "agents" | "against" | "anchor" | "attacking" | "defending" => agents(),
        "network" => networks::names().collect(),
        "folder" | "folders" | "out" | "save" | "resume" => {
            return arg.value_hint(ValueHint::DirPath);
        }
        _ => return arg,
    };
    // A default that is none of the names, such as a list, would be refused.
    let is_name = |value: &clap::builder::OsStr| names.iter().any(|name| value == *name);
    let fits = arg.get_action().takes_values() && arg.get_default_values().iter().all(is_name);
    if fits { arg.value_parser(PossibleValuesParser::new(names)) } else { arg }
}

/// Agents that many people want: all levels, and one of each other kind.
fn agents() -> Vec<&'static str> {
    // The program ends when the script is printed.
    let level = |level: LevelName| &*format!("level:{}", level.name()).leak();
    let others = ["random", "rollouts:1000", "alphabeta:250ms", "network:100", "network:400"];
    LevelName::all().map(level).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn names_are_completed_in_every_shell() {
        let command = crate::cli::Cli::command();
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = script(shell, &command);
            // Shells write the colon in their own ways.
            for name in ["tablut-linnaeus", "casual", "tafl9-1732-240"] {
                assert!(script.contains(name), "{shell}: {name}");
            }
        }
    }

    #[test]
    fn bash_offers_files_beside_rule_sets() {
        let script = script(Shell::Bash, &crate::cli::Cli::command());
        assert!(script.contains("compgen -f -W \"imperial-contest "));
    }
}
