//! Tree searches as users write them: `rollouts:32`, `reuse:network[lookahead=1]:64@best.net`.

use std::fmt;
use std::path::{Path, PathBuf};

use imperial_engine::search::SearchParams;

use super::settings::{Settings, SettingsError};

/// Bound of the playouts per move that keeps a tree in memory.
pub const MOST_PLAYOUTS: u32 = 1_000_000;

/// What an agent plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Games to learn from: the search explores.
    Learning,
    /// Games to measure: the search plays its best.
    Measuring,
}

/// Why a text is no tree search.
pub(super) enum ParseSearchError {
    /// It has another form.
    Unknown,
    /// It has too many playouts, or none.
    Playouts,
    /// It has a setting that there is not.
    Settings(SettingsError),
}

/// A tree search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SearchSpec {
    /// Who evaluates leaves, and by which rule it searches.
    pub judge: Judge,
    /// Playouts per move.
    pub playouts: u32,
    /// What is not as usual.
    pub settings: Settings,
    /// Whether it keeps its tree from move to move.
    pub reuse: bool,
}

/// Who evaluates the leaves of a tree search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Judge {
    /// One random game to the end.
    Rollouts,
    /// A network, by its file or name. `None` is the program's for the games
    /// ([`with_usual_network`](crate::prepare::with_usual_network)).
    Network(Option<PathBuf>),
    /// The same with AlphaZero's search in place of Gumbel's.
    Puct(Option<PathBuf>),
}

impl SearchSpec {
    /// A search with the usual settings.
    pub fn new(judge: Judge, playouts: u32) -> Self {
        Self { judge, playouts, settings: Settings::default(), reuse: false }
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub(super) fn parse(text: &str) -> Result<Self, ParseSearchError> {
        use ParseSearchError::{Playouts, Settings as Wrong, Unknown};
        let (reuse, rest) = match text.strip_prefix("reuse:") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (kind, settings, rest) = split(rest).ok_or(Unknown)?;
        let (playouts, file) = match rest.split_once('@') {
            Some((playouts, file)) if !file.is_empty() => (playouts, Some(PathBuf::from(file))),
            Some(_) => return Err(Unknown),
            None => (rest, None),
        };
        let judge = match (kind, file) {
            ("rollouts", None) => Judge::Rollouts,
            ("network", file) => Judge::Network(file),
            ("puct", file) => Judge::Puct(file),
            _ => return Err(Unknown),
        };
        let settings: Settings =
            settings.map_or(Ok(Settings::default()), str::parse).map_err(Wrong)?;
        settings.check(matches!(judge, Judge::Network(_))).map_err(Wrong)?;
        if playouts.is_empty() || !playouts.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Unknown);
        }
        let playouts = playouts.parse().ok().filter(|n| (1..=MOST_PLAYOUTS).contains(n));
        let playouts = playouts.ok_or(Playouts)?;
        Ok(Self { judge, playouts, settings, reuse })
    }

    /// What it does, in a few words for reports.
    pub(super) fn description(&self) -> String {
        let (search, judge) = match self.judge {
            Judge::Rollouts => ("tree search", "random games to the end"),
            Judge::Network(_) => ("tree search", "judged by the network"),
            Judge::Puct(_) => ("PUCT", "judged by the network"),
        };
        let mut words = format!("{search}, {} playouts a move, {judge}", self.playouts);
        if !self.settings.is_empty() {
            words += &format!(" {}", self.settings);
        }
        if self.reuse {
            words += ", keeping the tree";
        }
        words
    }

    /// Its settings for the search itself.
    pub fn params(&self, purpose: Purpose) -> SearchParams {
        let usual = match (&self.judge, purpose) {
            (Judge::Rollouts, _) => SearchParams::rollouts,
            (Judge::Network(_), Purpose::Learning) => SearchParams::training,
            (Judge::Network(_), Purpose::Measuring) => SearchParams::playing,
            (Judge::Puct(_), Purpose::Learning) => SearchParams::alpha_zero,
            (Judge::Puct(_), Purpose::Measuring) => SearchParams::puct,
        };
        let params = self.settings.apply(usual(self.playouts));
        SearchParams { reuse: self.reuse, ..params }
    }

    /// Whether it needs a network that it does not name.
    pub(super) fn wants_network(&self) -> bool {
        matches!(self.judge, Judge::Network(None) | Judge::Puct(None))
    }

    /// The network that it names.
    pub fn network(&self) -> Option<&Path> {
        match &self.judge {
            Judge::Rollouts => None,
            Judge::Network(file) | Judge::Puct(file) => file.as_deref(),
        }
    }

    /// Where it names its network, if it plays with one.
    pub(super) fn network_mut(&mut self) -> Option<&mut Option<PathBuf>> {
        match &mut self.judge {
            Judge::Rollouts => None,
            Judge::Network(file) | Judge::Puct(file) => Some(file),
        }
    }
}

/// `kind[settings]:rest` in its parts. Whatever stands between bracket and colon makes it another text.
fn split(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let end = text.find([':', '['])?;
    let (kind, rest) = text.split_at(end);
    if let Some(rest) = rest.strip_prefix(':') {
        return Some((kind, None, rest));
    }
    let (settings, rest) = rest[1..].split_once("]:")?;
    Some((kind, Some(settings), rest))
}

impl fmt::Display for SearchSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.judge {
            Judge::Rollouts => "rollouts",
            Judge::Network(_) => "network",
            Judge::Puct(_) => "puct",
        };
        let reuse = if self.reuse { "reuse:" } else { "" };
        write!(f, "{reuse}{kind}{}:{}", self.settings, self.playouts)?;
        self.network().map_or(Ok(()), |file| write!(f, "@{}", file.display()))
    }
}
