//! Agents as text: how users write them.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::{AgentSpec, AlphaBeta, AlphaBetaError, LevelName, Settings, SettingsError};
use crate::external::{EngineSpec, ParseEngineError};

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Rollouts { playouts } => write!(f, "rollouts:{playouts}"),
            Self::Network { playouts, file } => write_network(f, "network", *playouts, file),
            Self::Puct { playouts, file } => write_network(f, "puct", *playouts, file),
            Self::Reuse(agent) => write!(f, "reuse:{agent}"),
            Self::Tuned(settings, agent) => {
                let agent = agent.to_string();
                let (kind, rest) = agent.split_once(':').unwrap_or((&agent, ""));
                write!(f, "{kind}{settings}:{rest}")
            }
            Self::AlphaBeta(player) => player.fmt(f),
            Self::Level(level) => write!(f, "level:{}", level.name()),
            Self::External(engine) => engine.fmt(f),
        }
    }
}

/// `network:64` or `network:64@best.net`.
fn write_network(
    f: &mut fmt::Formatter<'_>,
    kind: &str,
    playouts: u32,
    file: &Option<PathBuf>,
) -> fmt::Result {
    write!(f, "{kind}:{playouts}")?;
    file.iter().try_for_each(|file| write!(f, "@{}", file.display()))
}

impl From<AgentSpec> for String {
    fn from(spec: AgentSpec) -> Self {
        spec.to_string()
    }
}

/// A text that describes no agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseAgentError {
    /// It has none of the forms.
    #[error(
        "`{0}` is not an agent; expected `random`, `rollouts:PLAYOUTS`, `network:PLAYOUTS`, \
         `network:PLAYOUTS@FILE`, `alphabeta:TIME`, `level:NAME`, `ugi:COMMAND` or `otep:COMMAND`; `imperial \
         match --help` lists all forms"
    )]
    Unknown(String),
    /// It has too many playouts, or none.
    #[error("`{0}` is not an agent: playouts are a number from 1 to {MOST_PLAYOUTS}")]
    Playouts(String),
    /// It is alpha-beta search, written wrongly.
    #[error("`{0}` is not an agent: {1}")]
    AlphaBeta(String, AlphaBetaError),
    /// It is a level that there is not.
    #[error("there is no level `{0}`; there are {names}", names = level_names())]
    Level(String),
    /// It is another program, written wrongly.
    #[error("`{0}` is not an agent: {1}")]
    Engine(String, ParseEngineError),
    /// Its search has a setting that there is not.
    #[error("`{0}` is not an agent: {1}")]
    Settings(String, SettingsError),
}

fn level_names() -> String {
    LevelName::all().map(LevelName::name).collect::<Vec<_>>().join(", ")
}

impl FromStr for AgentSpec {
    type Err = ParseAgentError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = || ParseAgentError::Unknown(text.to_owned());
        if text == "random" {
            return Ok(Self::Random);
        }
        if EngineSpec::is_meant(text) {
            let engine = text.parse().map_err(|e| ParseAgentError::Engine(text.to_owned(), e));
            return engine.map(Self::External);
        }
        if let Some(rest) = text.strip_prefix("alphabeta") {
            let wrong = |e| ParseAgentError::AlphaBeta(text.to_owned(), e);
            return AlphaBeta::parse(rest).map(Self::AlphaBeta).map_err(wrong);
        }
        let (kind, rest) = text.split_once(':').ok_or_else(error)?;
        if kind == "level" {
            let none = || ParseAgentError::Level(rest.to_owned());
            return LevelName::find(rest).map(Self::Level).ok_or_else(none);
        }
        if kind == "reuse" {
            return match rest.parse::<Self>() {
                Ok(agent) if agent.playouts().is_some() && !matches!(agent, Self::Reuse(_)) => {
                    Ok(Self::Reuse(Box::new(agent)))
                }
                _ => Err(error()),
            };
        }
        if let Some((settings, plain)) = without_settings(text) {
            let wrong = |e| ParseAgentError::Settings(text.to_owned(), e);
            let settings: Settings = settings.parse().map_err(wrong)?;
            let agent = plain.parse().map_err(|_| error())?;
            settings.check(matches!(agent, Self::Network { .. })).map_err(wrong)?;
            return match agent {
                Self::Random | Self::Level(_) => Err(error()),
                agent => Ok(Self::Tuned(settings, Box::new(agent))),
            };
        }
        let (playouts, file) = match rest.split_once('@') {
            Some((playouts, file)) if !file.is_empty() => (playouts, Some(PathBuf::from(file))),
            Some(_) => return Err(error()),
            None => (rest, None),
        };
        let is_number = !playouts.is_empty() && playouts.bytes().all(|byte| byte.is_ascii_digit());
        let playouts = playouts.parse().ok().filter(|n| (1..=MOST_PLAYOUTS).contains(n));
        match (kind, playouts, file) {
            ("rollouts", Some(playouts), None) => Ok(Self::Rollouts { playouts }),
            ("network", Some(playouts), file) => Ok(Self::Network { playouts, file }),
            ("puct", Some(playouts), file) => Ok(Self::Puct { playouts, file }),
            ("rollouts" | "network" | "puct", None, _) if is_number => {
                Err(ParseAgentError::Playouts(text.to_owned()))
            }
            _ => Err(error()),
        }
    }
}

/// What stands in the brackets after the kind of an agent, and the agent without them.
fn without_settings(text: &str) -> Option<(&str, String)> {
    let (kind, rest) = text.split_once('[')?;
    let (settings, rest) = rest.split_once(']')?;
    (!kind.contains(':')).then(|| (settings, format!("{kind}{rest}")))
}

/// Bound of the playouts per move that keeps a tree in memory.
pub const MOST_PLAYOUTS: u32 = 1_000_000;

impl TryFrom<String> for AgentSpec {
    type Error = ParseAgentError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip() {
        for text in [
            "random",
            "rollouts:32",
            "network:64",
            "network:64@nets/best.net",
            "puct:16",
            "puct:16@nets/best.net",
            "reuse:rollouts:32",
            "reuse:network:64@nets/best.net",
            "network[tree=gumbel,breadth=0,lookahead=0]:64",
            "puct[cpuct=0.5]:64@nets/best.net",
            "rollouts[lookahead=0]:64",
            "reuse:network[lookahead=1]:64",
            "alphabeta:250ms",
            "alphabeta[noise=80,overlook=10]:depth=1",
            "level:casual",
            "ugi:engine -x",
            "ugi[nodes=9,Hash=16]:engine",
            "otep[movetime=900]:java -jar OpenTafl.jar --engine",
        ] {
            assert_eq!(text.parse::<AgentSpec>().expect("an agent").to_string(), text);
        }
    }

    #[test]
    fn nonsense_is_refused_with_the_forms_that_exist() {
        for text in [
            "",
            "rollouts",
            "rollouts:9@x",
            "network:64@",
            "reuse:",
            "reuse:random",
            "random[lookahead=1]",
            "network[lookahead=1]",
            "network[lookahead=1:64",
            "reuse:ugi:engine",
            "reuse:otep:engine",
            "reuse:level:casual",
            "ugi",
        ] {
            let error = text.parse::<AgentSpec>().expect_err("no agent").to_string();
            assert!(error.contains("rollouts:PLAYOUTS"), "{error}");
        }
        for text in ["rollouts:0", "network:1000001", "puct:99999999999@a.net"] {
            let error = text.parse::<AgentSpec>().expect_err("no agent").to_string();
            assert!(error.contains("playouts are a number from 1 to 1000000"), "{error}");
        }
    }
}
