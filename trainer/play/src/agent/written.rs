//! Agents as text: how users write them.

use std::fmt;
use std::str::FromStr;

use super::search::{MOST_PLAYOUTS, ParseSearchError};
use super::{AgentSpec, AlphaBeta, AlphaBetaError, LevelName, SearchSpec, SettingsError};
use crate::external::{EngineSpec, ParseEngineError};

impl fmt::Display for AgentSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Search(search) => search.fmt(f),
            Self::AlphaBeta(player) => player.fmt(f),
            Self::Level(level) => write!(f, "level:{}", level.name()),
            Self::External(engine) => engine.fmt(f),
        }
    }
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
        if let Some(name) = text.strip_prefix("level:") {
            let none = || ParseAgentError::Level(name.to_owned());
            return LevelName::find(name).map(Self::Level).ok_or_else(none);
        }
        SearchSpec::parse(text).map(Self::Search).map_err(|error| {
            let text = text.to_owned();
            match error {
                ParseSearchError::Unknown => ParseAgentError::Unknown(text),
                ParseSearchError::Playouts => ParseAgentError::Playouts(text),
                ParseSearchError::Settings(error) => ParseAgentError::Settings(text, error),
            }
        })
    }
}

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
            "reuse:reuse:network:64",
            "reuse[lookahead=1]:network:64",
            "network:+64",
            "ugi",
        ] {
            let error = text.parse::<AgentSpec>().expect_err("no agent").to_string();
            assert!(error.contains("rollouts:PLAYOUTS"), "{error}");
        }
        for text in ["rollouts:0", "reuse:network:1000001", "puct[breadth=0]:99999999999@a.net"] {
            let error = text.parse::<AgentSpec>().expect_err("no agent").to_string();
            assert!(error.contains("playouts are a number from 1 to 1000000"), "{error}");
        }
    }

    /// Who may start a program is asked by what an agent is, so none may be hidden within another.
    #[test]
    fn no_text_with_settings_becomes_a_program() {
        for text in ["ug[lookahead=1]i:ls", "ot[breadth=0]ep:ls", "reuse:ug[lookahead=1]i:ls"] {
            assert!(text.parse::<AgentSpec>().is_err(), "{text}");
        }
        assert!("alpha[lookahead=1]beta:9ms".parse::<AgentSpec>().is_err());
        assert!("network[breadth=0][lookahead=1]:64".parse::<AgentSpec>().is_err());
        assert!("network[lookahead=1]x:9".parse::<AgentSpec>().is_err());
    }
}
