//! Programs that a file of settings names.

use std::path::Path;

use anyhow::bail;

use imperial_play::agent::AgentSpec;

/// Whether a file may start programs. What is typed on the command line may.
#[derive(Debug, clap::Args)]
pub(super) struct Programs {
    /// Start the programs that a file names as agents (ugi:COMMAND, otep:COMMAND): that of --config, or of a dataset to
    /// reproduce. Read it first: a program can do all that you can
    #[arg(long)]
    allow_programs: bool,
}

impl Programs {
    /// Refuses settings from `file` with a program among the `agents` that nobody has allowed.
    pub fn check<'a>(
        &self,
        file: Option<&Path>,
        agents: impl IntoIterator<Item = &'a AgentSpec>,
    ) -> anyhow::Result<()> {
        let (Some(file), false) = (file, self.allow_programs) else { return Ok(()) };
        if let Some(command) = agents.into_iter().find_map(program) {
            bail!(
                "{}: an agent is the program `{command}`, which can do all that you can; if you \
                 trust it, add --allow-programs",
                file.display()
            );
        }
        Ok(())
    }
}

/// The command of the program that an agent is.
pub(super) fn program(agent: &AgentSpec) -> Option<String> {
    agent.program().map(|engine| engine.command().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_a_file_need_leave() {
        let agents: Vec<AgentSpec> = ["random", "ugi[nodes=5]:sh -c ls", "otep:sh -c pwd"]
            .map(|text| text.parse().expect("an agent"))
            .into();
        let [ask, trust] = [false, true].map(|allow_programs| Programs { allow_programs });
        let file = Some(Path::new("theirs.toml"));
        let error = ask.check(file, &agents).unwrap_err().to_string();
        assert!(error.contains("theirs.toml") && error.contains("`sh -c ls`"), "{error}");
        assert!(ask.check(file, &agents[2..]).unwrap_err().to_string().contains("`sh -c pwd`"));
        assert!(trust.check(file, &agents).is_ok());
        assert!(ask.check(file, &agents[..1]).is_ok());
        assert!(ask.check(None, &agents).is_ok(), "the command line is the user's");
    }
}
