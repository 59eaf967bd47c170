//! Options that several verbs share.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context as _, anyhow, bail};
use imperial_data::LoadedRules;
use imperial_engine::search::SearchParams;
use imperial_engine::{Encode, Side};

use super::programs::program;
use super::sides::{SideText, starter};
use super::usage::OrUsage as _;
use imperial_net::{Backend, Kernel};
use imperial_play::agent::{Agent, AgentSpec};
use imperial_play::analysis::{Setup, all_cores, leaves_at_once};
use imperial_play::play::Shard;
use imperial_play::prepare::{check_fit, prepare_for_a_clock, prepare_or_usual};

/// What computes networks.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Computing {
    /// Where networks compute: cpu, or a GPU that this program was built for; flex runs on the CPU what a GPU would
    #[arg(long, value_name = "NAME", default_value = "cpu")]
    device: String,

    /// Code for networks on the CPU: amx, avx512, avx2 or portable; the fastest of this machine if not given.
    /// Each may round in its own way; with portable a network answers alike on every x86-64
    #[arg(long, value_name = "NAME")]
    kernel: Option<Kernel>,
}

impl Computing {
    /// What computes.
    pub fn backend(&self) -> anyhow::Result<Backend> {
        Backend::named(&self.device, self.kernel).or_usage()
    }

    /// The options that say so, each after a space.
    fn as_typed(&self) -> String {
        let device = Some(&self.device).filter(|device| *device != "cpu");
        let device = device.map(|device| format!(" --device {device}")).unwrap_or_default();
        let kernel =
            self.kernel.map(|kernel| format!(" --kernel {}", kernel.name())).unwrap_or_default();
        device + &kernel
    }
}

/// Sets the number of threads that work: all cores if not given.
pub(super) fn set_threads(threads: Option<u16>) -> anyhow::Result<()> {
    let Some(threads) = threads else { return Ok(()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(usize::from(threads));
    pool.build_global().context("cannot start the threads")
}

/// Reads a number from 0 to 1.
pub(super) fn share<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let share = text.parse::<T>().ok().filter(|share| (T::from(0)..=T::from(1)).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1, such as 0.25".to_owned())
}

/// Where and how to compute.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Compute {
    /// Number of threads; all cores if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    #[command(flatten)]
    computing: Computing,
}

impl Compute {
    /// Sets the number of threads and gives what computes.
    pub fn set_up(&self) -> anyhow::Result<Backend> {
        set_threads(self.threads)?;
        self.computing.backend()
    }
}

/// The same for games that several machines can share.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Sharing {
    /// Play only the games whose number leaves K when divided by N; `imperial merge` joins the shares. With none, do
    /// what needs no new games
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,

    #[command(flatten)]
    compute: Compute,
}

impl Sharing {
    /// The options that say what computes, each after a space.
    pub fn computing(&self) -> String {
        self.compute.computing.as_typed()
    }

    /// The same for a command that keeps its games in `out` alone.
    ///
    /// # Errors
    /// When a share would be lost.
    pub fn set_up_for(&self, out: Option<&Path>) -> anyhow::Result<Backend> {
        if self.shard.is_some() && out.is_none() {
            let why =
                "--shard plays games for `imperial merge`, and without --out they are not kept";
            return Err(anyhow!("{why}; add --out FOLDER")).or_usage();
        }
        self.set_up()
    }

    /// Sets the number of threads and the share of games, and gives what computes.
    pub fn set_up(&self) -> anyhow::Result<Backend> {
        if let Some(shard) = self.shard {
            shard.play_alone();
        }
        self.compute.set_up()
    }
}

/// Who plays or looks at a position.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Thinking {
    /// The agent; network:400 if not given, or rollouts:2000 where no network fits
    #[arg(long, value_name = "AGENT")]
    agent: Option<AgentSpec>,

    #[command(flatten)]
    computing: Computing,

    /// Threads that share a search; all cores if not given. The moves do not depend on them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,

    /// Memory limit of a search in MiB; a search that reaches it ends early and says so
    #[arg(long, value_name = "MIB", default_value_t = SearchParams::MEMORY,
        value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
}

/// Playouts that judge each position of a game gone through.
const REVIEW_PLAYOUTS: u32 = 150;

impl Thinking {
    /// The agent, as it was asked for.
    pub fn agent(&self) -> Option<&AgentSpec> {
        self.agent.as_ref()
    }

    /// Takes the agent that a file names where none is asked for. Programs must be asked for.
    pub fn or_agent(&mut self, other: Option<&str>) -> anyhow::Result<()> {
        if self.agent.is_none() {
            self.agent = other.map(str::parse).transpose()?;
            if let Some(command) = self.agent.as_ref().and_then(program) {
                bail!(
                    "the agent of this game is the program `{command}`, which can do all that you can; if you trust \
                     it, name it with --agent"
                );
            }
        }
        Ok(())
    }

    /// The agent that goes through games by `rules`: the usual one, with few playouts.
    pub fn judge(&self, rules: &LoadedRules) -> anyhow::Result<Agent> {
        let agent = prepare_or_usual(None, &rules.game, &self.computing.backend()?)?;
        let few = |params: SearchParams| SearchParams {
            playouts: params.playouts.min(REVIEW_PLAYOUTS),
            ..params
        };
        Ok(agent.with_search(few))
    }

    /// The agent, ready to play by `rules`.
    pub fn prepare(&self, rules: &LoadedRules) -> anyhow::Result<Agent> {
        let backend = self.computing.backend()?;
        let agent = prepare_or_usual(self.agent.as_ref(), &rules.game, &backend).or_usage()?;
        self.fit(agent, rules)
    }

    /// The same where a clock ends the search; without another agent the usual network thinks as long as it may.
    pub fn prepare_by_clock(&self, rules: &LoadedRules) -> anyhow::Result<Agent> {
        if self.agent.is_some() {
            return self.prepare(rules);
        }
        self.fit(prepare_for_a_clock(&rules.game, &self.computing.backend()?)?, rules)
    }

    fn fit(&self, agent: Agent, rules: &LoadedRules) -> anyhow::Result<Agent> {
        check_fit(&agent, rules).or_usage()?;
        Ok(agent.with_search(|params| SearchParams {
            batch: leaves_at_once(params.playouts),
            memory: self.memory,
            ..params
        }))
    }

    /// Threads that share a search.
    pub fn threads(&self) -> u16 {
        self.threads.unwrap_or_else(all_cores)
    }
}

/// Where a game stands.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Standing {
    /// Position to start from, as `perft --position` takes it; the start of the game if not given
    #[arg(long, value_name = "TEXT", conflicts_with = "first")]
    position: Option<String>,

    /// The side that moves first, where a lot decides
    #[arg(long, value_name = "SIDE")]
    first: Option<SideText>,

    /// Moves to make from there, separated by spaces: 'd9-d8 e4-f4'
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    moves: String,
}

impl Standing {
    /// The position in `game`. `drawn` moves first where a lot decides and nobody else does.
    pub fn setup(&self, game: &impl Encode, drawn: Option<Side>) -> anyhow::Result<Setup> {
        let start = match &self.position {
            Some(text) => text.clone(),
            None => {
                let first = starter(game, self.first.as_ref(), drawn).or_usage()?;
                game.format_position(&game.start(first))
            }
        };
        let moves = self.moves.split_whitespace().map(str::to_owned).collect();
        let setup = Setup { start: Some(start), moves };
        setup.position(game).or_usage()?;
        Ok(setup)
    }
}

/// Whether to use colours on standard output: on a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
pub(super) fn colour() -> bool {
    use std::io::IsTerminal as _;
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
        || std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    std::io::stdout().is_terminal() && !is_plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_from_0_to_1() {
        assert_eq!([share("0"), share("0.25"), share("1")], [Ok(0.0), Ok(0.25), Ok(1.0_f32)]);
        for text in ["nan", "-0.1", "1.1", "inf", "half"] {
            assert!(share::<f64>(text).is_err(), "{text}");
        }
    }
}
