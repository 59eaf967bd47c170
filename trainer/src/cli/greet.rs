//! `imperial greet`: a verb of the tests, which shows what a new verb takes.

use crate::cli::say::sayln;

/// Say hello
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial greet everybody")]
pub(super) struct Args {
    /// Whom to greet
    name: String,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        sayln!("hello, {}", self.name);
        Ok(())
    }
}
