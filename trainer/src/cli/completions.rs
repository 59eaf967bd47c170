//! `imperial completions`.

use clap::Command;
use clap_complete::Shell;

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
        let mut script = Vec::new();
        clap_complete::generate(self.shell, command, "imperial", &mut script);
        say!("{}", String::from_utf8_lossy(&script));
        Ok(())
    }
}
