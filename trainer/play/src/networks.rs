//! The networks that come with the program.
//!
//! Each lies in `trainer/play/networks/` with its model card, which says what it has learned and by which
//! command it was made. Two may be stages of one training.

pub mod boards;
#[cfg(test)]
mod cards;
mod choice;
mod draws;
pub mod recipes;
mod shipped;

use std::path::Path;

use anyhow::bail;
use imperial_engine::catalog::AnyGame;

use boards::Board;
use choice::Choice;
use imperial_net::{Device, NetFile, Network};
use imperial_stats::Calibration;
use shipped::{FORMER, SHIPPED, Shipped};

pub use draws::draws;

/// Those of the program.
const OURS: Choice<'static> = Choice(SHIPPED);

/// Names of all networks.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|network| network.name)
}

/// The first network that has learned on the board of `game`.
pub fn learned_for(game: &AnyGame) -> Option<&'static str> {
    all_for(game).next()
}

/// All that have learned on the board of `game`.
pub fn all_for(game: &AnyGame) -> impl Iterator<Item = &'static str> {
    OURS.learned(game).map(|network| network.name)
}

/// The network that plays all of `games` where nobody names another: the first that has learned on all their boards, or
/// else the first of their family. `None` where there is none of it, or they are of several.
pub fn player_for<'a>(games: impl Iterator<Item = &'a AnyGame>) -> Option<&'static str> {
    OURS.player(games).map(|network| network.name)
}

/// All that [`learned_for`] may give, with their families.
pub fn specialists() -> impl Iterator<Item = (&'static str, &'static str)> {
    OURS.firsts().map(|network| (network.name, network.family))
}

/// Whether the network of this name plays games of the family of `game`.
pub fn is_of_family(name: &str, game: &AnyGame) -> bool {
    let family = Board::of(game).family();
    SHIPPED.iter().any(|network| network.name == name && network.family == family)
}

/// The network to learn `games` from: the first that has learned on all their boards, or else the one that knows most
/// boards of their family. `None` where there is none of it.
pub fn to_begin_with<'a>(games: impl Iterator<Item = &'a AnyGame>) -> Option<&'static str> {
    OURS.teacher(games).map(|network| network.name)
}

/// What the values of the agent that records call `label` mean in `game`, where its network comes or came with the
/// program, was measured (`docs/methods.md`) and has learned on that board. `None` of all others, so wherever there is a
/// [`caution`]: their values are no expected scores.
pub fn calibration(label: &str, game: &AnyGame) -> Option<Calibration> {
    let network = of_label(label).filter(|network| network.knows(&Board::of(game)))?;
    network.slope.map(|slope| Calibration { slope, ..Calibration::AS_IS })
}

/// The name of the network that records call `label`, if it comes with the program or came with it.
pub fn name_of(label: &str) -> Option<&'static str> {
    of_label(label).map(|network| network.name)
}

/// Whether the network of this hash comes with the program, or came with it.
pub fn is_ours(hash: &str) -> bool {
    SHIPPED.iter().chain(FORMER).any(|known| hash.starts_with(known.label))
}

/// The network of an agent's label, which it ends: one that comes with the program, or came with it before.
fn of_label(label: &str) -> Option<&'static Shipped> {
    let network = label.rsplit(':').next().unwrap_or(label);
    SHIPPED.iter().chain(FORMER).find(|known| known.label == network)
}

/// The expected result that a value in a record of `game` means, of the player whom it calls `label`; nothing where that
/// is an agent whose values were not measured, as on a board that its network has never seen. What stands beside a
/// person's move was an expected result when it was written.
pub fn foretold(label: &str, game: &AnyGame, value: f32) -> Option<f32> {
    let label = label.strip_prefix("exact+").unwrap_or(label);
    let is_kind =
        |kind: &&str| label.strip_prefix(kind).is_some_and(|of| of.starts_with(['-', '[', ':']));
    let kinds = ["alphabeta", "level", "rollouts", "network", "puct", "reuse", "ugi", "otep"];
    let is_agent = || kinds.iter().any(is_kind);
    match calibration(label, game) {
        Some(calibration) => Some(calibration.expected(value)),
        None => (!is_agent()).then_some(value),
    }
}

/// The training of the network that records call `label`, if it comes or came with the program: equal for stages of one.
pub fn training_of(label: &str) -> Option<&'static str> {
    of_label(label).map(|network| network.training)
}

/// Which of these networks, as records call them, plays `game` for one who has no others: the first that has learned on
/// its board.
pub fn usual_among<'a>(labels: &'a [String], game: &AnyGame) -> Option<&'a str> {
    let given = |network: &Shipped| labels.iter().find(|label| *label == network.label);
    OURS.learned(game).find_map(given).map(String::as_str)
}

/// A word of caution where the network that records call `label` comes with the program, and has
/// never learned on the board of `game`, which is of its family.
pub fn caution(label: &str, game: &AnyGame) -> Option<String> {
    let network = SHIPPED.iter().find(|network| network.label == label)?;
    let board = Board::of(game);
    if network.family != board.family() || network.knows(&board) {
        return None;
    }
    let name = network.name;
    let other = learned_for(game).map(|other| format!("; {other} has")).unwrap_or_default();
    if board.has_lines() {
        return Some(format!(
            "the network {name} has learned on other boards, never on this one{other}"
        ));
    }
    let boards: Vec<String> = network.learned().map(ToString::to_string).collect();
    let boards = boards.join(" and ");
    Some(format!("the network {name} has learned on {boards} boards, never on {board}{other}"))
}

/// The network that an agent names: a file, or one that comes with the program; the first of these
/// where it names none.
///
/// # Errors
/// When there is neither, or the file is no network; the message names those that there are.
pub fn load(name: Option<&Path>, device: &Device) -> anyhow::Result<Network> {
    let name = name.unwrap_or(Path::new(SHIPPED[0].name));
    // A training or a learning run is named for its network.
    let within = name.join("network.net");
    let name = if within.is_file() { within.as_path() } else { name };
    let shipped = SHIPPED.iter().find(|network| Path::new(network.name) == name);
    match shipped {
        Some(Shipped { training, bytes, .. }) if !name.is_file() => {
            let network = NetFile::from_bytes(name, bytes, device)?;
            Ok(network.of_training(Some((*training).to_owned())))
        }
        None if !name.is_file() => {
            let known: Vec<&str> = names().collect();
            bail!(
                "there is no file `{}`, and no network of that name comes with the program ({})",
                name.display(),
                known.join(", ")
            )
        }
        _ => Ok(NetFile::load(name, device)?),
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::with_game;
    use imperial_net::device_named;

    use super::*;

    fn game(name: &str) -> AnyGame {
        AnyGame::by_name(name).expect(name)
    }

    #[test]
    fn every_network_loads_and_plays_what_it_has_learned() {
        let device = device_named("cpu").expect("the CPU");
        for shipped in SHIPPED {
            let network = load(Some(Path::new(shipped.name)), &device).expect("a network");
            for rules in shipped.boards {
                let fits = with_game!(&game(rules), |game| network.config().check_game(game));
                assert_eq!(fits, Ok(()), "{}", shipped.name);
            }
        }
        assert_eq!(
            load(None, &device).expect("a network").hash(),
            load(names().next().map(Path::new), &device).expect("a network").hash()
        );
    }

    #[test]
    fn boards_that_were_never_learned_on_are_told() {
        let told = |label, rules| caution(label, &game(rules));
        let words = "the network tafl9-1732-240 has learned on 9x9 boards, never on 11x11; \
                     tafl-1732-96 has";
        assert_eq!(told(SHIPPED[0].label, "fetlar").as_deref(), Some(words));
        assert_eq!(told(SHIPPED[0].label, "sea-battle"), None);
        assert_eq!(told(SHIPPED[0].label, "connect-four"), None, "it cannot play that at all");
        assert_eq!(told("01234567", "fetlar"), None, "nothing is known of it");
    }

    #[test]
    fn two_stages_are_one_training() {
        let device = device_named("cpu").expect("the CPU");
        let training = |name: &str| {
            let network = load(Some(Path::new(name)), &device).expect("a network");
            network.training().expect("known").to_owned()
        };
        assert_eq!(training("tafl9-1732"), training("tafl9-1732-240"));
        assert_eq!(training("tafl9-1951"), training("tafl9-1951-240"));
        assert_ne!(training("tafl9-1951"), training("tafl9-1732"));
    }

    #[test]
    fn what_is_said_of_results_goes_with_the_network_that_was_measured() {
        for Shipped { label, slope, boards, .. } in SHIPPED {
            for rules in *boards {
                assert_eq!(calibration(label, &game(rules)).is_some(), slope.is_some(), "{label}");
            }
        }
        assert_eq!(name_of(&format!("network-64:{}", SHIPPED[5].label)), Some("tafl-1732-96"));
        let tablut = game("tablut-linnaeus");
        let sure = foretold(&format!("network-64:{}", SHIPPED[0].label), &tablut, 0.5);
        assert!(sure.is_some_and(|value| value > 0.5), "{sure:?}");
        for agent in ["network-64:01234567", "alphabeta-250ms", "level-casual", "exact+rollouts-9"]
        {
            assert_eq!(foretold(agent, &tablut, 0.5), None, "{agent}");
        }
        assert_eq!(foretold("person", &tablut, 0.5), Some(0.5));
    }

    /// Nobody has counted what comes true where a network was never taught.
    #[test]
    fn nothing_is_foretold_on_boards_that_a_network_has_not_learned() {
        for rules in imperial_engine::catalog::names() {
            let game = game(rules);
            for Shipped { label, name, .. } in SHIPPED {
                let agent = format!("network-64:{label}");
                if caution(label, &game).is_some() || !is_of_family(name, &game) {
                    assert!(calibration(&agent, &game).is_none(), "{label} in {rules}");
                    assert_eq!(foretold(&agent, &game, 0.5), None, "{label} in {rules}");
                }
            }
        }
    }

    #[test]
    fn an_unknown_network_is_refused_with_those_that_exist() {
        let device = device_named("cpu").expect("the CPU");
        let error = load(Some(Path::new("no-such.net")), &device).unwrap_err().to_string();
        assert!(error.contains("no-such.net") && error.contains("tafl9-1855"), "{error}");
    }
}
