//! Who evaluates the leaves of a search: the option `Network`.

use std::fmt;
use std::path::Path;

use anyhow::Context as _;
use imperial_engine::catalog::AnyGame;

use imperial_net::Backend;
use imperial_play::net_player::NetPlayer;
use imperial_play::networks;
use imperial_play::prepare::usual_network;

/// The value of the option that means the network of the program, where it fits.
pub(super) const AUTO: &str = "auto";
/// The value that means random games to the end. UCI's `<empty>` and nothing mean the same.
pub(super) const ROLLOUTS: &str = "rollouts";

/// Who evaluates leaves, for one rule set.
#[derive(Clone, Debug)]
pub(super) struct EvaluatorChoice {
    /// The value of the option.
    pub chosen: String,
    /// The network; without one it is random games.
    pub network: Option<NetPlayer>,
    /// Name of the rule set.
    rules: String,
    /// What the network has not learned.
    caution: Option<String>,
    /// What computes networks.
    backend: Backend,
}

impl EvaluatorChoice {
    /// The one that `chosen` means under `rules`.
    ///
    /// # Errors
    /// When there is no such network, or it was made for other games.
    pub fn choose(chosen: &str, rules: &AnyGame, backend: &Backend) -> anyhow::Result<Self> {
        let (chosen, network) = match chosen {
            AUTO => (AUTO, usual_network(rules, backend)?),
            "" | "<empty>" | ROLLOUTS => (ROLLOUTS, None),
            name => {
                let network = networks::load(Some(Path::new(name)), backend.device())?;
                (name, Some(NetPlayer::new(network, backend)))
            }
        };
        let (chosen, name) = (chosen.to_owned(), rules.name().to_owned());
        let backend = backend.clone();
        let evaluator = Self { chosen, network, rules: name, caution: None, backend };
        evaluator.under_same_choice(rules)
    }

    /// Another choice, computed as this one is.
    ///
    /// # Errors
    /// As of [`choose`](Self::choose).
    pub fn choose_again(&self, chosen: &str, rules: &AnyGame) -> anyhow::Result<Self> {
        Self::choose(chosen, rules, &self.backend)
    }

    /// The same choice under other rules.
    ///
    /// # Errors
    /// When the network was made for other games.
    pub fn under(&self, rules: &AnyGame) -> anyhow::Result<Self> {
        if self.chosen == AUTO {
            return self.choose_again(AUTO, rules);
        }
        self.clone().under_same_choice(rules)
    }

    fn under_same_choice(self, rules: &AnyGame) -> anyhow::Result<Self> {
        self.check(rules)?;
        let label = self.network.as_ref().map(NetPlayer::label);
        let caution = label.and_then(|label| networks::caution(label, rules));
        Ok(Self { rules: rules.name().to_owned(), caution, ..self })
    }

    fn check(&self, rules: &AnyGame) -> anyhow::Result<()> {
        let Some(network) = &self.network else { return Ok(()) };
        network.check_game(rules).with_context(|| {
            let (chosen, rules) = (&self.chosen, rules.name());
            format!(
                "the network `{chosen}` cannot play {rules}; set Network to {AUTO} or {ROLLOUTS}"
            )
        })
    }
}

impl fmt::Display for EvaluatorChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { chosen, network, rules, caution, .. } = self;
        match (chosen.as_str(), network) {
            (AUTO, Some(network)) => {
                let name = networks::name_of(network.label()).unwrap_or_default();
                write!(f, "{rules} is played with the network {name}")
            }
            (AUTO, None) => write!(
                f,
                "{rules} is played with rollouts: no network that comes with the program fits"
            ),
            (_, Some(_)) => write!(f, "{rules} is played with the network {chosen}"),
            (_, None) => write!(f, "{rules} is played with rollouts"),
        }?;
        caution.iter().try_for_each(|caution| write!(f, "; {caution}"))
    }
}
