//! Engines of OpenTafl: one of our agents as an engine of its protocol, and one game between two agents, who may be
//! such engines. `docs/otep.md` is the whole of it for users.
//!
//! - `talk`: lines in and out, and what comes in during a search.
//! - `board`: where the game stands, by what the host tells.
//! - `table`: everything that is said under one rule set.
//! - `host`: one game between two agents.

mod board;
mod host;
mod table;
mod talk;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};

use imperial_data::LoadedRules;
use imperial_data::opentafl::load_record;
use imperial_engine::{Side, with_game};
use imperial_play::agent::Agent;
use imperial_play::otep::{EngineLine, HostLine};
use imperial_play::sentence::sentence;

pub use host::host;
pub use table::Options;
use table::{HostedGame, Next};
use talk::Talk;

/// Rules that were sent, and who plays by them.
struct Ready {
    record: String,
    rules: LoadedRules,
    first: Side,
    agent: Agent,
}

/// Plays for the host at the other end of `input` and `output`, until it says goodbye or goes. `prepare` makes an
/// agent for the rules that it sends.
///
/// Nothing is printed that is not of the protocol. A thread of its own reads `input`, so that a search can be
/// broken off; it ends with the input or the process.
///
/// # Errors
/// When `input` cannot be read; when `output` cannot be written for another reason than that nobody listens, or the
/// user interrupts.
pub fn serve(
    options: Options,
    mut prepare: impl FnMut(&LoadedRules) -> anyhow::Result<Agent>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    match converse(options, &mut prepare, &mut Talk::open(input, output)) {
        Err(error) if is_of_a_closed_pipe(&error) => Ok(()),
        ended => ended,
    }
}

fn is_of_a_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

fn converse(
    options: Options,
    prepare: &mut dyn FnMut(&LoadedRules) -> anyhow::Result<Agent>,
    talk: &mut Talk<'_>,
) -> anyhow::Result<()> {
    talk.say(&EngineLine::Hello)?;
    let mut ready: Option<Ready> = None;
    let mut next = wait_for_rules(talk)?;
    while let Next::Rules(record) = next {
        if ready.as_ref().is_none_or(|ready| ready.record != record) {
            ready = None;
            match get_ready(record, prepare) {
                Ok(now) => ready = Some(now),
                Err(error) => {
                    let reason = sentence(error.chain().map(ToString::to_string));
                    talk.say(&EngineLine::Fatal(reason))?;
                }
            }
        }
        next = match &ready {
            None => wait_for_rules(talk)?,
            Some(ready) => {
                let Ready { rules, first, agent, .. } = ready;
                with_game!(&rules.game, |game| {
                    HostedGame::new(game, (rules, *first), agent, options).run(talk)
                })?
            }
        };
    }
    Ok(())
}

fn get_ready(
    record: String,
    prepare: &mut dyn FnMut(&LoadedRules) -> anyhow::Result<Agent>,
) -> anyhow::Result<Ready> {
    let (rules, first) = load_record(&record)?;
    let agent = prepare(&rules)?;
    Ok(Ready { record, rules, first, agent })
}

/// Nothing can be done before there are rules.
fn wait_for_rules(talk: &mut Talk<'_>) -> anyhow::Result<Next> {
    while let Some(line) = talk.next()? {
        match line {
            HostLine::Rules(record) => return Ok(Next::Rules(record)),
            HostLine::Goodbye => break,
            HostLine::Play(_) | HostLine::Analyze(..) => {
                let reason = "there are no rules to play by; `rules` must come first";
                talk.say(&EngineLine::Fatal(reason.to_owned()))?;
            }
            HostLine::Position(_) | HostLine::OpponentMove(..) => {
                let reason = "there is no board before `rules`";
                talk.say(&EngineLine::Trouble(reason.to_owned()))?;
            }
            HostLine::Hello | HostLine::Side(_) | HostLine::Clock(_) | HostLine::Accepted(_) => {}
            HostLine::Refused(_) | HostLine::Finish(_) | HostLine::Ignored(_) => {}
        }
    }
    Ok(Next::End)
}
