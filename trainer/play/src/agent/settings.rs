//! Settings of a search as users write them: `network[breadth=0,lookahead=1]:64`.

use std::fmt;
use std::str::FromStr;

use imperial_engine::search::{Puct, RootRule, SearchParams, Sigma, TreeRule};

/// What can be set, with what it means.
pub const KEYS: [(&str, &str); 6] = [
    ("tree", "the rule inside the tree, `puct` or `gumbel`"),
    ("cpuct", "the weight of exploration inside the tree"),
    ("breadth", "how soon unlikely moves are tried inside the tree"),
    ("lookahead", "plies within which forced wins are looked for: 0, 1 or 3"),
    ("candidates", "root moves that Gumbel search starts with"),
    ("temperature", "how much chance is in the choice of the move; 0 plays the best"),
];

/// Settings by name, in the order of [`KEYS`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Settings(Vec<(&'static str, String)>);

/// A text that is no setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsError {
    /// No such setting.
    #[error("there is no setting `{0}`; there are {names}", names = names())]
    Unknown(String),
    /// Not a value of this setting.
    #[error("`{key}={value}` is not possible: {key} is {meaning}")]
    Value {
        /// The setting.
        key: &'static str,
        /// What was given.
        value: String,
        /// What it means.
        meaning: &'static str,
    },
    /// The same setting again.
    #[error("`{0}` is set twice; set it once")]
    Twice(&'static str),
    /// A weight for a rule that is not used.
    #[error(
        "`cpuct` is a weight of PUCT and does nothing with `tree=gumbel`; leave one of them out"
    )]
    Weight,
    /// Only one of the roots has candidates.
    #[error(
        "`candidates` are for Gumbel search at the root, which only `network` has; leave them out"
    )]
    Candidates,
}

fn names() -> String {
    KEYS.map(|(name, _)| format!("`{name}`")).join(", ")
}

impl Settings {
    /// A search with these settings.
    pub fn apply(&self, mut params: SearchParams) -> SearchParams {
        for (key, value) in &self.0 {
            set(&mut params, key, value);
        }
        params
    }

    /// Whether all is as usual.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether all settings mean something for a search whose root is chosen by Gumbel search or not.
    ///
    /// # Errors
    /// When one of them does nothing.
    pub fn check(&self, gumbel: bool) -> Result<(), SettingsError> {
        let has = |wanted: &str| self.0.iter().any(|(key, _)| *key == wanted);
        if has("candidates") && !gumbel { Err(SettingsError::Candidates) } else { Ok(()) }
    }

    /// In what `params` differs from `usual`.
    pub fn between(params: &SearchParams, usual: &SearchParams) -> Self {
        let keys = KEYS.iter().map(|(key, _)| (*key, get(params, key)));
        let differs = |key: &str, value: &str| !value.is_empty() && value != get(usual, key);
        Self(keys.filter(|(key, value)| differs(key, value)).collect())
    }
}

impl fmt::Display for Settings {
    /// In brackets; nothing where nothing is set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return Ok(());
        }
        let settings: Vec<_> = self.0.iter().map(|(key, value)| format!("{key}={value}")).collect();
        write!(f, "[{}]", settings.join(","))
    }
}

impl FromStr for Settings {
    type Err = SettingsError;

    /// Reads what stands between the brackets.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut found = Vec::new();
        for setting in text.split(',') {
            let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
            let known = KEYS.into_iter().find(|(key, _)| *key == name.trim());
            let (key, meaning) = known.ok_or_else(|| SettingsError::Unknown(name.to_owned()))?;
            let mut params = SearchParams::playing(64);
            if !set(&mut params, key, value.trim()) || params.check().is_err() {
                return Err(SettingsError::Value { key, value: value.to_owned(), meaning });
            }
            found.push((key, get(&params, key)));
        }
        found.sort_by_key(|(key, _)| KEYS.iter().position(|(known, _)| known == key));
        if let Some(pair) = found.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(SettingsError::Twice(pair[0].0));
        }
        let is_gumbel = |(key, value): &(&str, String)| *key == "tree" && value == "gumbel";
        if found.iter().any(is_gumbel) && found.iter().any(|(key, _)| *key == "cpuct") {
            return Err(SettingsError::Weight);
        }
        Ok(Self(found))
    }
}

/// Sets one value; whether it can be read.
fn set(params: &mut SearchParams, key: &str, value: &str) -> bool {
    let read = |number: &mut f32| value.parse().map(|value| *number = value).is_ok();
    match key {
        "tree" => match value {
            "gumbel" => params.tree = Some(TreeRule::Gumbel(Sigma::default())),
            "puct" => params.tree = Some(TreeRule::default()),
            _ => return false,
        },
        "cpuct" => {
            let mut puct = match params.tree_rule() {
                TreeRule::Puct(puct) => puct,
                TreeRule::Gumbel(_) => Puct::default(),
            };
            let is_read = read(&mut puct.cpuct);
            params.tree = Some(TreeRule::Puct(puct));
            return is_read;
        }
        "breadth" => return read(&mut params.breadth),
        "temperature" => return read(&mut params.temperature),
        "lookahead" => return value.parse().map(|value| params.lookahead = value).is_ok(),
        "candidates" => match &mut params.root {
            RootRule::Gumbel(gumbel) => {
                return value.parse().map(|value| gumbel.candidates = value).is_ok();
            }
            // PUCT has none.
            RootRule::Puct(_) => {}
        },
        _ => return false,
    }
    true
}

fn get(params: &SearchParams, key: &str) -> String {
    match (key, params.tree_rule(), params.root) {
        ("tree", TreeRule::Puct(_), _) => "puct".to_owned(),
        ("tree", TreeRule::Gumbel(_), _) => "gumbel".to_owned(),
        ("cpuct", TreeRule::Puct(puct), _) => puct.cpuct.to_string(),
        ("breadth", ..) => params.breadth.to_string(),
        ("temperature", ..) => params.temperature.to_string(),
        ("lookahead", ..) => params.lookahead.to_string(),
        ("candidates", _, RootRule::Gumbel(gumbel)) => gumbel.candidates.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_round_trip_in_one_order() {
        let settings: Settings = "lookahead=0, tree=gumbel,breadth=0.50".parse().unwrap();
        assert_eq!(settings.to_string(), "[tree=gumbel,breadth=0.5,lookahead=0]");
        let usual = SearchParams::playing(64);
        let params = settings.apply(usual);
        assert_eq!((params.lookahead, params.breadth), (0, 0.5));
        assert_eq!(Settings::between(&params, &usual), settings);
        assert_eq!(Settings::between(&usual, &usual).to_string(), "");
    }

    #[test]
    fn nonsense_is_named() {
        let error = |text: &str| text.parse::<Settings>().unwrap_err().to_string();
        assert!(error("depth=3").contains("`lookahead`"), "{}", error("depth=3"));
        for text in ["lookahead=2", "breadth=-1", "tree=oak", "cpuct", "candidates=0"] {
            assert!(error(text).contains("is not possible"), "{}", error(text));
        }
    }

    #[test]
    fn what_does_nothing_is_refused() {
        let error = |text: &str| text.parse::<Settings>().unwrap_err();
        assert_eq!(error("breadth=0,breadth=1"), SettingsError::Twice("breadth"));
        assert_eq!(error("cpuct=0.5,tree=gumbel"), SettingsError::Weight);
        let settings: Settings = "candidates=8".parse().unwrap();
        assert_eq!(settings.check(true), Ok(()));
        assert_eq!(settings.check(false), Err(SettingsError::Candidates));
    }
}
