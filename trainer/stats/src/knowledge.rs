//! How well those who played know the rules that they played by.

use serde::{Deserialize, Serialize};

/// What a network has learned of a rule set, from nothing to all that its training could give.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Knowledge {
    /// Nobody has said what it has learned.
    #[default]
    Unknown,
    /// Neither these rules nor any on a board like this.
    Nothing,
    /// Other rules on a board of this size.
    Board,
    /// These rules, but its balance was still moving when it stopped.
    Moving,
    /// These rules, and its balance had come to rest.
    Settled,
}

impl Knowledge {
    /// Every grade, the least first.
    pub const ALL: [Self; 5] =
        [Self::Unknown, Self::Nothing, Self::Board, Self::Moving, Self::Settled];

    /// The least of some; unknown where one is not given, or there are none.
    pub fn least(all: impl IntoIterator<Item = Option<Self>>) -> Self {
        all.into_iter().map(Option::unwrap_or_default).min().unwrap_or_default()
    }

    /// The name of it in reports and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Nothing => "nothing",
            Self::Board => "board",
            Self::Moving => "moving",
            Self::Settled => "settled",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Knowledge;

    #[test]
    fn several_know_as_much_as_the_one_that_knows_least() {
        let [moving, settled] = [Knowledge::Moving, Knowledge::Settled].map(Some);
        assert_eq!(Knowledge::least([settled, moving]), Knowledge::Moving);
        assert_eq!(Knowledge::least([settled, None]), Knowledge::Unknown);
        assert_eq!(Knowledge::least([]), Knowledge::Unknown);
    }
}
