//! A rules record as keys and values.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use imperial_engine::PositionError;
use imperial_engine::games::tafl::RuleSetError;

use super::text::shorten;

/// What the keys of imperial begin with in a rules record and in the tags of a game.
pub const EXTENSION: &str = "x-imperial-";

/// Longest rules record that is read, in bytes. The longest that is written has some 1500.
pub const MAX_RULES_BYTES: usize = 16 * 1024;

/// Letters of all pieces but guards: the meaning of "all" in OpenTafl's defaults.
pub(super) const ALL: &str = "tcnkmTCNKM";

/// Keys that may be left out, and what they are then. `dim` and `start` have no default.
const DEFAULTS: &str = "name:Unknown_Tafl esc:c surf:y atkf:y tfr:d ka:y ks:s kj:n nj:c cj:j mj:n gj:n spd:-1 \
    cor:default cen:default afor: dfor: corh:tcnkmTCNKM cenh:tcnkm cenhe:tcnkmTCNKM aforh:TCNKM \
    dforh:tcnkm corp:K cenp:tcnkmTCNKM aforp:tcnkmTCNKM dforp:tcnkmTCNKM cors:K cens:K \
    afors:tcnkmTCNKM dfors:TCNKM corre:tcnkmTCNKM cenre:tcnkmTCNKM aforre:tcnkmTCNKM \
    dforre:tcnkmTCNKM sw:n swf:y efe:n linc:n ber:n";

/// Keys without a default.
const OTHERS: [&str; 3] = ["dim", "start", "starti"];

/// A law of OpenTafl that a reader may leave out knowingly: a game that never met it is the same
/// game without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Law {
    /// `surf`: the side that is surrounded on all sides loses. Our switch `encirclement`.
    Surrounding,
    /// `sw`: capture of a row along the edge. Our switch `shieldwall`.
    ShieldWall,
    /// `efe`: win by a fort at the edge. Our switch `exit_fort`.
    EdgeFort,
}

impl Law {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Surrounding, Self::ShieldWall, Self::EdgeFort];

    /// OpenTafl's key.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Surrounding => "surf",
            Self::ShieldWall => "sw",
            Self::EdgeFort => "efe",
        }
    }

    /// Our switch.
    pub const fn switch(self) -> &'static str {
        match self {
            Self::Surrounding => "encirclement",
            Self::ShieldWall => "shieldwall",
            Self::EdgeFort => "exit_fort",
        }
    }
}

impl fmt::Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

impl FromStr for Law {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL
            .into_iter()
            .find(|law| law.key() == text)
            .ok_or_else(|| format!("`{text}` is not a law that can be left out: surf, sw or efe"))
    }
}

/// Why a rules record cannot be read, or a rule set not be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesRecordError {
    /// Longer than [`MAX_RULES_BYTES`].
    #[error("a rules record has at most {MAX_RULES_BYTES} bytes, this has {0}")]
    TooLong(usize),
    /// A part that is no `key:value`.
    #[error("`{0}` is not of the form key:value")]
    Token(String),
    /// A key that stands twice.
    #[error("the key `{0}` stands twice")]
    Twice(String),
    /// A key that imperial does not know.
    #[error("the key `{0}` is not known, so what it means would be lost")]
    Unknown(String),
    /// A key that must be there.
    #[error("the key `{0}` is missing")]
    Missing(&'static str),
    /// A value that the key cannot have.
    #[error("`{key}:{value}`: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value as given, shortened.
        value: String,
        /// What is allowed.
        expected: String,
    },
    /// A law that the other side has no words for.
    #[error("`{key}:{value}` cannot be taken over: {reason}")]
    Refused {
        /// OpenTafl's key.
        key: String,
        /// Its value, shortened.
        value: String,
        /// Why.
        reason: String,
    },
    /// A law that imperial's rules do not have together with camps, as which forts are read.
    #[error(
        "`{}` cannot be taken over: imperial does not have the law `{}` where there are camps \
         (`afor`)", .0, .0.switch()
    )]
    WithForts(Law),
    /// The start position cannot be read.
    #[error("{0}")]
    Start(#[from] PositionError),
    /// The switches contradict each other.
    #[error("as imperial's rules: {0}")]
    Invalid(#[from] RuleSetError),
    /// The rules cannot be written as a rule file, or not be read from it.
    #[error("as a rule file: {0}")]
    File(String),
}

/// The keys of one record.
#[derive(Debug)]
pub(super) struct Keys {
    values: BTreeMap<String, String>,
    /// Keys that begin with [`EXTENSION`], without that, in the order of the record.
    pub extensions: Vec<(String, String)>,
}

impl Keys {
    /// Splits a record.
    pub fn split(record: &str) -> Result<Self, RulesRecordError> {
        if record.len() > MAX_RULES_BYTES {
            return Err(RulesRecordError::TooLong(record.len()));
        }
        let mut keys = Self { values: BTreeMap::new(), extensions: Vec::new() };
        for token in record.split_whitespace() {
            let (key, value) =
                token.split_once(':').ok_or_else(|| RulesRecordError::Token(shorten(token)))?;
            keys.add(key, value)?;
        }
        Ok(keys)
    }

    fn add(&mut self, key: &str, value: &str) -> Result<(), RulesRecordError> {
        let twice = if let Some(switch) = key.strip_prefix(EXTENSION) {
            let twice = self.extensions.iter().any(|(known, _)| known == switch);
            self.extensions.push((switch.to_owned(), value.to_owned()));
            twice
        } else if default(key).is_some() || OTHERS.contains(&key) {
            self.values.insert(key.to_owned(), value.to_owned()).is_some()
        } else {
            return Err(RulesRecordError::Unknown(shorten(key)));
        };
        if twice { Err(RulesRecordError::Twice(shorten(key))) } else { Ok(()) }
    }

    /// The value of a key that has no default.
    pub fn given(&self, key: &str) -> Option<&str> {
        self.values.get(key).map(String::as_str)
    }

    /// The value of a key, or its default.
    pub fn get(&self, key: &str) -> &str {
        self.given(key).or_else(|| default(key)).unwrap_or_default()
    }

    /// What the value of `key` stands for.
    pub fn word<T: Copy>(&self, key: &str, words: &[(&str, T)]) -> Result<T, RulesRecordError> {
        let value = self.get(key);
        words.iter().find(|(word, _)| *word == value).map(|(_, meaning)| *meaning).ok_or_else(
            || {
                let words: Vec<_> = words.iter().map(|(word, _)| *word).collect();
                self.wrong(key, &words.join(", "))
            },
        )
    }

    /// An error about the value of `key`.
    pub fn wrong(&self, key: &str, expected: &str) -> RulesRecordError {
        RulesRecordError::Value {
            key: key.to_owned(),
            value: shorten(self.get(key)),
            expected: expected.to_owned(),
        }
    }

    /// A refusal of the value of `key`.
    pub fn refused(&self, key: &str, reason: impl Into<String>) -> RulesRecordError {
        RulesRecordError::Refused {
            key: key.to_owned(),
            value: shorten(self.get(key)),
            reason: reason.into(),
        }
    }
}

fn default(key: &str) -> Option<&'static str> {
    let mut defaults = DEFAULTS.split(' ').filter_map(|token| token.split_once(':'));
    defaults.find(|(known, _)| *known == key).map(|(_, value)| value)
}
