//! Alpha-beta search as an agent: `alphabeta:250ms`, `alphabeta[noise=80]:depth=1`.

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, Instant};

use imperial_engine::Game;
use imperial_engine::alphabeta::{self, Casual, Limit};
use imperial_engine::search::{SearchError, SearchResult};

/// Longest time for a move.
const MOST_TIME: Duration = Duration::from_secs(3600);
/// Most positions for a move.
const MOST_NODES: u64 = 10_000_000_000;
/// Greatest misjudgement, in hundredths of a man.
const MOST_NOISE: u32 = 10_000;

/// What a move may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Budget {
    Depth(u8),
    Nodes(u64),
    Time(Duration),
}

/// An alpha-beta player: how long it looks, and how it errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlphaBeta {
    budget: Budget,
    /// What it misjudges a move by, in hundredths of a man (standard deviation).
    noise: u32,
    /// How many of a hundred moves it overlooks.
    overlook: u32,
}

/// A text that describes no alpha-beta player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AlphaBetaError {
    /// It does not say how long to look, or wrongly.
    #[error(
        "`{0}` is no limit; expected a time such as `250ms` or `2s`, `depth=PLIES` (1 to 64) or \
         `nodes=POSITIONS`"
    )]
    Budget(String),
    /// It has a setting that there is not, or one with another value.
    #[error("`{0}` is no setting; there are `noise=HUNDREDTHS` and `overlook=PERCENT` (below 100)")]
    Setting(String),
    /// Errors are for players who see little.
    #[error(
        "`noise` and `overlook` are for `depth=1` to `depth=3`; leave them out or look less deep"
    )]
    Deep,
}

impl AlphaBeta {
    /// What it does, in a few words.
    pub fn description(&self) -> String {
        let how = match self.budget {
            Budget::Depth(1) => "1 ply".to_owned(),
            Budget::Depth(plies) => format!("{plies} plies"),
            Budget::Nodes(nodes) => format!("{nodes} positions a move"),
            Budget::Time(_) => format!("{} a move", self.budget),
        };
        let errs = if self.casual().is_some() { ", with errors" } else { "" };
        format!("alpha-beta search without a network, {how}{errs}")
    }

    /// Whether it looks one or two plies ahead and no further.
    pub const fn sees_little(&self) -> bool {
        matches!(self.budget, Budget::Depth(1..=2))
    }

    /// Whether a clock ends its searches.
    pub(super) const fn has_clock(&self) -> bool {
        matches!(self.budget, Budget::Time(_))
    }

    /// Seconds that a move takes, very roughly.
    pub(crate) fn seconds(&self) -> f64 {
        match self.budget {
            Budget::Depth(plies) => 2e-5 * 12_f64.powi(i32::from(plies)),
            Budget::Nodes(nodes) => 3e-6 * nodes as f64,
            Budget::Time(time) => time.as_secs_f64(),
        }
    }

    /// A kind of such players, and a quick one of it: moves of the others take longer as [`seconds`](Self::seconds) says.
    pub(crate) fn on_trial(&self) -> Option<(&'static str, Self)> {
        let (kind, budget) = match self.budget {
            Budget::Depth(_) => ("alphabeta:depth", Budget::Depth(1)),
            Budget::Nodes(_) => ("alphabeta:nodes", Budget::Nodes(200)),
            Budget::Time(_) => return None,
        };
        Some((kind, Self { budget, ..*self }))
    }

    fn casual(&self) -> Option<Casual> {
        let Budget::Depth(depth) = self.budget else { return None };
        let (noise, overlook) = (self.noise as f32, self.overlook as f32 / 100.0);
        (self.noise + self.overlook > 0).then_some(Casual { depth, noise, overlook })
    }

    /// The move for a position whose game goes on. `stop` is asked now and then whether to end early.
    ///
    /// # Errors
    /// When the game is over.
    pub fn think<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        seed: u64,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<SearchResult<G::Move>, SearchError> {
        if let Some(casual) = self.casual() {
            return alphabeta::choose(game, position, casual, seed, stop);
        }
        let started = Instant::now();
        let (limit, time) = match self.budget {
            Budget::Depth(plies) => (Limit::Depth(plies), Duration::MAX),
            Budget::Nodes(nodes) => (Limit::Nodes(nodes), Duration::MAX),
            Budget::Time(time) => (Limit::None, time),
        };
        let mut late = || started.elapsed() >= time || stop();
        alphabeta::search(game, position, limit, seed, &mut late)
    }

    /// Reads what stands behind `alphabeta`: settings in brackets, and the limit after a colon.
    pub(super) fn parse(rest: &str) -> Result<Self, AlphaBetaError> {
        let no_budget = || AlphaBetaError::Budget(rest.trim_start_matches(':').to_owned());
        let (settings, budget) = match rest.strip_prefix('[') {
            Some(inside) => inside.split_once("]:").ok_or_else(no_budget)?,
            None => ("", rest.strip_prefix(':').ok_or_else(no_budget)?),
        };
        let mut found = Self { budget: budget.parse()?, noise: 0, overlook: 0 };
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let wrong = || AlphaBetaError::Setting(setting.to_owned());
            let (name, value) = setting.split_once('=').ok_or_else(wrong)?;
            let value: u32 = value.trim().parse().map_err(|_| wrong())?;
            match name.trim() {
                "noise" if value <= MOST_NOISE => found.noise = value,
                "overlook" if value < 100 => found.overlook = value,
                _ => return Err(wrong()),
            }
        }
        let is_shallow =
            matches!(found.budget, Budget::Depth(plies) if plies <= Casual::MOST_PLIES);
        let errs = found.noise + found.overlook > 0;
        if errs && !is_shallow { Err(AlphaBetaError::Deep) } else { Ok(found) }
    }

    /// The name in records: `alphabeta-depth-4`, `alphabeta[noise=80]-depth-1`.
    pub(super) fn label(&self) -> String {
        format!("alphabeta{}-{}", self.settings(), self.budget.to_string().replace('=', "-"))
    }

    /// The player that records call `label`.
    pub fn labelled(label: &str) -> Option<Self> {
        let (settings, budget) = match label.strip_prefix("alphabeta")?.split_once("]-") {
            Some((settings, budget)) => (format!("{settings}]"), budget),
            None => (String::new(), label.strip_prefix("alphabeta-")?),
        };
        Self::parse(&format!("{settings}:{}", budget.replacen('-', "=", 1))).ok()
    }

    /// Its settings in brackets, if it has any.
    fn settings(&self) -> String {
        let settings = [("noise", self.noise), ("overlook", self.overlook)];
        let set = settings.iter().filter(|(_, value)| *value > 0);
        let set: Vec<String> = set.map(|(name, value)| format!("{name}={value}")).collect();
        if set.is_empty() { String::new() } else { format!("[{}]", set.join(",")) }
    }
}

impl fmt::Display for AlphaBeta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "alphabeta{}:{}", self.settings(), self.budget)
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(plies) => write!(f, "depth={plies}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Self::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl FromStr for Budget {
    type Err = AlphaBetaError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = || AlphaBetaError::Budget(text.to_owned());
        let number = |text: &str| text.parse::<u64>().map_err(|_| wrong());
        let found = if let Some(plies) = text.strip_prefix("depth=") {
            let plies = number(plies)?;
            u8::try_from(plies).ok().filter(|n| *n <= Limit::MOST_PLIES).map(Self::Depth)
        } else if let Some(nodes) = text.strip_prefix("nodes=") {
            Some(Self::Nodes(number(nodes)?)).filter(|_| nodes.len() <= 11)
        } else {
            let (digits, unit) = match text.strip_suffix("ms") {
                Some(digits) => (digits, 1),
                None => (text.strip_suffix('s').ok_or_else(wrong)?, 1000),
            };
            number(digits)?.checked_mul(unit).map(Duration::from_millis).map(Self::Time)
        };
        let is_possible = |budget: &Self| match *budget {
            Self::Depth(plies) => plies >= 1,
            Self::Nodes(nodes) => (1..=MOST_NODES).contains(&nodes),
            Self::Time(time) => !time.is_zero() && time <= MOST_TIME,
        };
        found.filter(is_possible).ok_or_else(wrong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_round_trip_and_have_labels() {
        for (text, label) in [
            (":depth=4", "alphabeta-depth-4"),
            (":nodes=10000", "alphabeta-nodes-10000"),
            (":250ms", "alphabeta-250ms"),
            (":2s", "alphabeta-2s"),
            ("[noise=80,overlook=20]:depth=1", "alphabeta[noise=80,overlook=20]-depth-1"),
        ] {
            let player = AlphaBeta::parse(text).expect(text);
            assert_eq!(player.to_string(), format!("alphabeta{text}"));
            assert_eq!(player.label(), label);
            assert_eq!(AlphaBeta::labelled(label), Some(player));
        }
        for other in ["alphabeta", "alphabeta-", "alphabeta[x]-depth-1", "random", "alphabeta-2"] {
            assert_eq!(AlphaBeta::labelled(other), None, "{other}");
        }
        assert_eq!(AlphaBeta::parse(":3000ms").expect("a time").to_string(), "alphabeta:3s");
    }

    #[test]
    fn nonsense_is_named() {
        let error = |text: &str| AlphaBeta::parse(text).expect_err(text).to_string();
        for text in ["", ":", ":0ms", ":depth=0", ":depth=65", ":depth=-1", ":nodes=0", ":5h", ":2"]
        {
            assert!(error(text).contains("`250ms`"), "{}", error(text));
        }
        for text in ["[noise]:depth=1", "[overlook=100]:depth=1", "[noise=1e9]:depth=1", "[x=1]:2s"]
        {
            assert!(error(text).contains("is no setting"), "{}", error(text));
        }
        assert_eq!(error("[noise=5]:depth=4"), AlphaBetaError::Deep.to_string());
        assert_eq!(error("[noise=5]:2s"), AlphaBetaError::Deep.to_string());
    }
}
