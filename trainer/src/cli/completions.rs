//! `imperial completions`.

use clap::builder::{PossibleValuesParser, Resettable};
use clap::{Arg, Command, ValueHint};
use clap_complete::Shell;
use imperial_engine::catalog;
use imperial_play::agent::LevelName;
use imperial_play::networks::{self, recipes};

use crate::cli::say::say;

/// Print a script that completes this program's options in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial completions bash \\
      > ~/.local/share/bash-completion/completions/imperial
  imperial completions zsh > ~/.zfunc/_imperial
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

/// The script for a shell. Where it offers names, it offers files of one's own, too.
fn script(shell: Shell, command: &Command) -> String {
    let mut command = with_names(command.clone());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "imperial", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        Shell::Bash => {
            let script = relisted(&script, ["compgen -W \"", "\""], |list| {
                format!("compgen -f -W \"{list}\"")
            });
            let networks =
                networks::names().chain(recipes::RECIPES.iter().map(|recipe| recipe.name));
            let networks = networks.collect::<Vec<_>>().join(" ");
            script.replace("-F _imperial ", "-F _imperial_whole_words ")
                + &BASH_WORDS.replace("NETWORKS", &networks)
        }
        Shell::Zsh => {
            relisted(&script, [":(", ")"], |list| format!(":{{compadd - {list}; _files}}"))
        }
        Shell::Fish => relisted(&script, ["-f -a \"", "\""], |list| format!("-F -a \"{list}\"")),
        _ => script,
    }
}

/// Bash breaks words at colons and `@`, so that it would complete `level:ca` as `ca` after a colon.
const BASH_WORDS: &str = r#"
_imperial_whole_words() {
    local typed=${COMP_LINE:0:COMP_POINT} words=()
    read -ra words <<< "$typed"
    [[ $typed == *[[:space:]] ]] && words+=("")
    local last=$((${#words[@]} - 1))
    local word=${words[last]} before=${words[last - 1]}
    [[ $word != --*=* ]] || { before=${word%%=*}; word=${word#*=}; }
    _imperial "$1" "$word" "$before"
    # Any search, by any network.
    if [[ ${#COMPREPLY[@]} = 0 && $word == *@* ]]; then
        COMPREPLY=($(compgen -P "${word%@*}@" -f -W "NETWORKS" -- "${word##*@}"))
    fi
    # What stands before the last break is there already, but for an `@`: readline takes it for a part of the word.
    local tail=${word##*[:=]}
    [[ $tail != *@* ]] || tail=@${tail##*@}
    COMPREPLY=("${COMPREPLY[@]#"${word%"$tail"}"}")
}
"#;

/// The script with another form of each list of our names. A list stands between two marks.
fn relisted(script: &str, [open, close]: [&str; 2], form: impl Fn(&str) -> String) -> String {
    let mut script = script.to_owned();
    for first in [catalog::names().next(), agents().into_iter().next(), networks::names().next()] {
        let Some(first) = first else { continue };
        // zsh takes a colon for the end of a part.
        for first in [first.to_owned(), first.replace(':', "\\:")] {
            let begins = format!("{open}{first}");
            let mut parts = script.split(&begins);
            let mut other = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let (rest, after) = part.split_once(close).unwrap_or((part, ""));
                other += &form(&format!("{first}{rest}"));
                other += after;
            }
            script = other;
        }
    }
    script
}

/// The command with the names that its options take. Only for the script: the options take files, too.
fn with_names(command: Command) -> Command {
    let verb = command.get_name().to_owned();
    command.mut_args(|arg| name(&verb, arg)).mut_subcommands(with_names)
}

fn name(verb: &str, arg: Arg) -> Arg {
    let names: Vec<&'static str> = match (verb, arg.get_id().as_str()) {
        ("train", "from" | "against") | (_, "network" | "networks" | "sources") => {
            networks::names().collect()
        }
        ("attribute", "from" | "to") | (_, "rules" | "more_rules" | "other") => {
            catalog::names().collect()
        }
        (_, "agent" | "agents" | "against" | "anchor" | "attacking" | "defending") => agents(),
        (_, "side") => vec!["attackers", "defenders"],
        (_, "folder" | "folders" | "out" | "save" | "resume") => {
            return arg.value_hint(ValueHint::DirPath);
        }
        _ => return arg,
    };
    // A default that is none of the names would be refused.
    let arg = arg.default_value(Resettable::Reset);
    if arg.get_action().takes_values() {
        arg.value_parser(PossibleValuesParser::new(names))
    } else {
        arg
    }
}

/// Agents that many people want: all levels, one of each other kind, and each network.
fn agents() -> Vec<&'static str> {
    // The program ends when the script is printed.
    let level = |level: LevelName| &*format!("level:{}", level.name()).leak();
    let others = ["random", "rollouts:1000", "alphabeta:250ms", "network:100", "network:400"];
    let recipes = recipes::RECIPES.iter().map(|recipe| recipe.name);
    let with = |name: &'static str| &*format!("network:64@{name}").leak();
    LevelName::all()
        .map(level)
        .chain(others)
        .chain(networks::names().chain(recipes).map(with))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;
    use std::process::{Command as Process, Stdio};

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

    /// What a shell says to a script on its input; `None` where there is no such shell.
    fn said(shell: &str, input: &str) -> Option<String> {
        let (input_at, output_at) = (Stdio::piped(), Stdio::piped());
        let mut process = Process::new(shell)
            .stdin(input_at)
            .stdout(output_at)
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        process.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it listens");
        let output = process.wait_with_output().expect("it ends");
        Some(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// What bash offers after a line, in order.
    fn bash_offers(line: &str) -> Option<Vec<String>> {
        let ours = script(Shell::Bash, &crate::cli::Cli::command());
        // As bash itself breaks a line into words.
        let words: Vec<String> = line
            .replace(':', " : ")
            .replace('@', " @ ")
            .replace('=', " = ")
            .split(' ')
            .enumerate()
            .filter(|(place, word)| !word.is_empty() || *place > 0)
            .map(|(_, word)| format!("'{word}'"))
            .collect();
        let (number, length) = (words.len() - 1, line.len());
        let ask = format!(
            "{ours}\nCOMP_WORDS=({})\nCOMP_CWORD={number} COMP_LINE='{line}' COMP_POINT={length}\n\
             _imperial_whole_words imperial '' ''\nprintf '%s\\n' \"${{COMPREPLY[@]}}\"\n",
            words.join(" ")
        );
        Some(said("bash", &ask)?.lines().map(str::to_owned).collect())
    }

    #[test]
    fn bash_completes_what_people_type() {
        let cases = [
            ("imperial play --agent level:ca", "casual"),
            ("imperial selfplay --agent roll", "rollouts:1000"),
            ("imperial match --agent network:64@tafl-18", "@tafl-1855-96"),
            ("imperial match --agent puct:8@tafl-18", "@tafl-1855-96"),
            ("imperial match --agent network:64@Cargo.to", "@Cargo.toml"),
            ("imperial play --rules=mini-t", "mini-tablut"),
            ("imperial play --agent=level:ca", "casual"),
            ("imperial play --side att", "attackers"),
            ("imperial train --from tafl-18", "tafl-1855-96"),
            ("imperial train --against tafl-18", "tafl-1855-96"),
            ("imperial attribute imperial-contest-w", "imperial-contest-walker"),
            ("imperial play --rules mini-t", "mini-tablut"),
            ("imperial play --rules Cargo.to", "Cargo.toml"),
            ("imperial bal", "balance"),
        ];
        for (line, expected) in cases {
            // Two arguments may offer the same names.
            let Some(mut offers) = bash_offers(line) else { return };
            offers.dedup();
            assert_eq!(offers, [expected], "{line}");
        }
    }

    #[test]
    fn scripts_can_be_read_by_their_shells() {
        let command = crate::cli::Cli::command();
        for (shell, name) in [(Shell::Bash, "bash"), (Shell::Zsh, "zsh"), (Shell::Fish, "fish")] {
            let text = script(shell, &command);
            let read = said(name, &format!("compdef() {{ :; }} 2>/dev/null\n{text}\necho read\n"));
            let read = if shell == Shell::Fish {
                said(name, &format!("{text}\necho read\n"))
            } else {
                read
            };
            assert!(read.is_none_or(|read| read.ends_with("read\n")), "{name}");
        }
    }

    #[test]
    fn files_are_offered_beside_names() {
        let command = crate::cli::Cli::command();
        let zsh = script(Shell::Zsh, &command);
        assert!(
            zsh.contains(":{compadd - imperial-contest ") && zsh.contains("tic-tac-toe; _files}")
        );
        assert!(zsh.contains(":{compadd - level\\:beginner "));
        let fish = script(Shell::Fish, &command);
        assert!(
            fish.contains("-F -a \"imperial-contest") && !fish.contains("-f -a \"imperial-contest")
        );
    }
}
