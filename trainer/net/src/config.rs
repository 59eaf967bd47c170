//! Sizes of a network, and which games it fits.

use super::sample::contents;
use imperial_engine::Encode;
use serde::{Deserialize, Serialize};

/// Everything that decides the shapes of a network's weights.
///
/// The board is not among it: the network is convolutional with global pooling and takes any
/// board, one size per batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetConfig {
    /// The family of games, as [`Encode::family`] names it.
    pub family: String,
    /// Number of input planes.
    pub planes: usize,
    /// Length of the rule vector; 0 for a family with a single rule set.
    pub rules: usize,
    /// Residual blocks of two 3x3 convolutions each.
    pub blocks: usize,
    /// Channels of the trunk.
    pub channels: usize,
    /// Length of the vectors whose product scores a move from one square to another.
    pub policy_width: usize,
    /// Units of the value head's hidden layer.
    pub value_hidden: usize,
    /// Units of the layer that reads the rule vector.
    pub rule_hidden: usize,
    /// Number of things that a square can hold, which a head foresees for the last position; 0 is a
    /// network without this head. Only learning uses it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub contents: usize,
    /// Whether a head foresees the opponent's reply. Only learning uses it.
    #[serde(default, skip_serializing_if = "is_default")]
    pub reply: bool,
}

/// Leaves out what networks had not at first, so that their files keep their digests.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl NetConfig {
    /// A network of 4 blocks with 32 channels for `planes` input planes and `rules` rule numbers,
    /// without the heads that only learning uses.
    pub fn new(family: &str, planes: usize, rules: usize) -> Self {
        Self {
            family: family.to_owned(),
            planes,
            rules,
            blocks: 4,
            channels: 32,
            policy_width: 16,
            value_hidden: 32,
            rule_hidden: 32,
            contents: 0,
            reply: false,
        }
    }

    /// The default network for the family of `game`.
    pub fn for_game(game: &impl Encode) -> Self {
        let plain = Self::new(game.family(), game.planes().len(), game.rule_vector().len());
        Self { contents: contents(game), reply: true, ..plain }
    }

    /// The same network with another trunk.
    #[must_use]
    pub fn with_trunk(mut self, blocks: usize, channels: usize) -> Self {
        self.blocks = blocks;
        self.channels = channels;
        self
    }

    /// Whether a block adds a bias that is pooled over the whole board: every second one, so that
    /// far squares meet early.
    pub fn pools(&self, block: usize) -> bool {
        block % 2 == 1 || self.blocks == 1
    }

    /// Checks that `game` shows what this network was made for; it may show more, which the network does
    /// not know.
    ///
    /// # Errors
    /// Names the first thing that differs.
    pub fn check_game(&self, game: &impl Encode) -> Result<(), MismatchError> {
        check_same("family", self.family.as_str(), game.family())?;
        check_known("input planes", self.planes, game.planes().len())?;
        check_known("rule vector length", self.rules, game.rule_vector().len())?;
        match self.contents {
            0 => Ok(()),
            of_net => check_same("contents of a square", &of_net, &contents(game)),
        }
    }

    /// Checks that `other` has the same shapes and family.
    ///
    /// # Errors
    /// Names the first thing that differs, `self` being what was expected.
    pub fn check_equal(&self, other: &Self) -> Result<(), MismatchError> {
        check_same("family", &self.family, &other.family)?;
        check_same("input planes", &self.planes, &other.planes)?;
        check_same("rule vector length", &self.rules, &other.rules)?;
        check_same("blocks", &self.blocks, &other.blocks)?;
        check_same("channels", &self.channels, &other.channels)?;
        check_same("policy width", &self.policy_width, &other.policy_width)?;
        check_same("value head units", &self.value_hidden, &other.value_hidden)?;
        check_same("rule layer units", &self.rule_hidden, &other.rule_hidden)?;
        check_same("contents of a square", &self.contents, &other.contents)?;
        check_same("head of the reply", &self.reply, &other.reply)
    }

    /// Checks that `known` has the same shapes and family, but for inputs that it does not know.
    ///
    /// # Errors
    /// Names the first thing that differs, `self` being what was expected.
    pub fn check_widens(&self, known: &Self) -> Result<(), MismatchError> {
        check_same("family", &self.family, &known.family)?;
        check_known("input planes", known.planes, self.planes)?;
        check_known("rule vector length", known.rules, self.rules)?;
        let inputs = Self { planes: self.planes, rules: self.rules, ..known.clone() };
        // A family that has rules at all reads them from the start.
        check_same("rule vector", &(self.rules > 0), &(known.rules > 0))?;
        self.check_equal(&inputs)
    }
}

fn check_same<T: ToString + PartialEq + ?Sized>(
    what: &'static str,
    expected: &T,
    found: &T,
) -> Result<(), MismatchError> {
    if expected == found {
        return Ok(());
    }
    Err(MismatchError { what, expected: expected.to_string(), found: found.to_string() })
}

/// A network knows the first inputs, and may know fewer than there are.
fn check_known(what: &'static str, known: usize, shown: usize) -> Result<(), MismatchError> {
    if known <= shown { Ok(()) } else { check_same(what, &known, &shown) }
}

/// A network that does not fit a game or another network: `input planes: expected 19, found 3`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what}: expected {expected}, found {found}")]
pub struct MismatchError {
    /// What differs: `input planes`.
    pub what: &'static str,
    /// What was asked for.
    pub expected: String,
    /// What there is.
    pub found: String,
}

#[cfg(test)]
mod tests {
    use imperial_engine::games::tic_tac_toe::TicTacToe;

    use super::*;

    #[test]
    fn a_game_of_another_family_is_refused_by_name() {
        let config = NetConfig::for_game(&TicTacToe);
        assert_eq!(config.check_game(&TicTacToe), Ok(()));
        let other = NetConfig { family: "tafl".to_owned(), ..config };
        let error = other.check_game(&TicTacToe).unwrap_err();
        assert_eq!(error.to_string(), "family: expected tafl, found tic-tac-toe");
        // The family comes first, also where other sizes differ.
        let wider = NetConfig { planes: other.planes + 1, rules: 44, ..other };
        let error = wider.check_widens(&NetConfig::for_game(&TicTacToe)).unwrap_err();
        assert_eq!(error.to_string(), "family: expected tafl, found tic-tac-toe");
    }

    #[test]
    fn networks_without_the_heads_of_learning_are_written_as_before_them() {
        let plain = NetConfig::new("tafl", 19, 40);
        let text = serde_json::to_string(&plain).unwrap();
        assert!(text.ends_with(r#""rule_hidden":32}"#), "{text}");
        assert_eq!(serde_json::from_str::<NetConfig>(&text).unwrap(), plain);
        let whole = NetConfig { contents: 4, reply: true, ..plain };
        let text = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::from_str::<NetConfig>(&text).unwrap(), whole);
    }

    #[test]
    fn sizes_out_of_range_are_named() {
        let config = NetConfig::for_game(&TicTacToe);
        assert_eq!(config.check_sizes(), Ok(()));
        assert_eq!(config.clone().with_trunk(0, 32).check_sizes().unwrap_err().what, "blocks");
        let large = |blocks, channels| config.clone().with_trunk(blocks, channels).check_sizes();
        assert_eq!(large(4, 1 << 40).unwrap_err().what, "channels");
        assert_eq!(large(4096, 4096).unwrap_err().what, "weights");
    }
}
