//! The networks that come with the program.
//!
//! Each lies in `trainer/play/networks/` with its model card, which says what it has learned and by which
//! command it was made. Two may be stages of one training.

mod draws;
pub mod recipes;

use std::path::Path;

use anyhow::bail;
use imperial_engine::catalog::AnyGame;

use imperial_net::{Device, NetFile, Network};
use imperial_stats::Calibration;

pub use draws::draws;

/// A network that comes with the program.
struct Shipped {
    name: &'static str,
    /// The training that it comes from, as [`Network::training`] names it; the files do not all say.
    training: &'static str,
    /// The first digits of its hash, by which records name it.
    label: &'static str,
    bytes: &'static [u8],
    /// Files of the boards on which it has learned.
    boards: &'static [usize],
    /// How much surer its positions are than its searches' values, in log-odds: [`Calibration::slope`];
    /// `None` where that was not measured.
    slope: Option<f64>,
}

/// Every network; the first is meant where none is named.
static SHIPPED: [Shipped; 8] = [
    Shipped {
        name: "tafl9-1732-240",
        training: "tafl9-1732, seed 1732",
        label: "58934a11",
        bytes: include_bytes!("../networks/tafl9-1732-240.net"),
        boards: &[9],
        slope: Some(1.62),
    },
    Shipped {
        name: "tafl9-1951-240",
        training: "tafl9-1951, seed 1951",
        label: "0a09d50e",
        bytes: include_bytes!("../networks/tafl9-1951-240.net"),
        boards: &[9],
        slope: Some(1.58),
    },
    Shipped {
        name: "tafl9-1732",
        training: "tafl9-1732, seed 1732",
        label: "9add1864",
        bytes: include_bytes!("../networks/tafl9-1732.net"),
        boards: &[9],
        slope: None,
    },
    Shipped {
        name: "tafl9-1951",
        training: "tafl9-1951, seed 1951",
        label: "e261fdbe",
        bytes: include_bytes!("../networks/tafl9-1951.net"),
        boards: &[9],
        slope: None,
    },
    Shipped {
        name: "tafl9-1855",
        training: "tafl9, seed 1855",
        label: "acaef59e",
        bytes: include_bytes!("../networks/tafl9-1855.net"),
        boards: &[9],
        slope: None,
    },
    Shipped {
        name: "tafl-1732",
        training: "tafl9-1732, seed 1732",
        label: "d8da3bdd",
        bytes: include_bytes!("../networks/tafl-1732.net"),
        boards: &[7, 9, 11, 13],
        slope: Some(1.83),
    },
    Shipped {
        name: "tafl-1951",
        training: "tafl9-1951, seed 1951",
        label: "8a65e029",
        bytes: include_bytes!("../networks/tafl-1951.net"),
        boards: &[7, 9, 11, 13],
        slope: Some(1.92),
    },
    Shipped {
        name: "tafl-1855",
        training: "tafl9, seed 1855",
        label: "0eb62c25",
        bytes: include_bytes!("../networks/tafl-1855.net"),
        boards: &[7, 9, 11, 13],
        slope: Some(1.99),
    },
];

impl Shipped {
    fn has_learned(&self, game: &AnyGame) -> bool {
        game.tafl_rules().is_some_and(|rules| self.boards.contains(&rules.size))
    }
}

/// Names of all networks; the first is meant where none is named.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|network| network.name)
}

/// The network that plays `game` where nobody names another: the first that has learned on such boards.
pub fn learned_for(game: &AnyGame) -> Option<&'static str> {
    all_for(game).next()
}

/// The network that plays all of `games` where nobody names another: the first that has learned on all their boards.
pub fn learned_for_all<'a>(
    games: &(impl Iterator<Item = &'a AnyGame> + Clone),
) -> Option<&'static str> {
    let knows_all = |network: &&Shipped| games.clone().all(|game| network.has_learned(game));
    SHIPPED.iter().find(knows_all).map(|network| network.name)
}

/// All that have learned on such boards.
pub fn all_for(game: &AnyGame) -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().filter(|network| network.has_learned(game)).map(|network| network.name)
}

/// All that [`learned_for`] may give.
pub fn specialists() -> impl Iterator<Item = &'static str> {
    let is_new = |(place, network): &(usize, &Shipped)| {
        let known =
            |size: &usize| SHIPPED[..*place].iter().any(|other| other.boards.contains(size));
        !network.boards.iter().all(known)
    };
    SHIPPED.iter().enumerate().filter(is_new).map(|(_, network)| network.name)
}

/// The network to learn `games` from: the first that has learned on all their boards, or else the one that knows most
/// boards. `None` where they are not of its family.
pub fn to_begin_with<'a>(
    games: &(impl Iterator<Item = &'a AnyGame> + Clone),
) -> Option<&'static str> {
    let knows_all = |network: &&Shipped| games.clone().all(|game| network.has_learned(game));
    let widest = || SHIPPED.iter().rev().max_by_key(|network| network.boards.len());
    let is_tafl = games.clone().all(|game| game.tafl_rules().is_some());
    let best = SHIPPED.iter().find(knows_all).or_else(widest).filter(|_| is_tafl);
    best.map(|network| network.name)
}

/// What the values of the agent that records call `label` mean, where its network comes with the program and was
/// measured (`docs/runs.md`). `None` of all others: their values are no expected scores.
pub fn calibration(label: &str) -> Option<Calibration> {
    of_label(label)?.slope.map(|slope| Calibration { slope, ..Calibration::AS_IS })
}

/// The name of the network that records call `label`, if it comes with the program.
pub fn name_of(label: &str) -> Option<&'static str> {
    of_label(label).map(|network| network.name)
}

/// The network of an agent's label, which it ends.
fn of_label(label: &str) -> Option<&'static Shipped> {
    let network = label.rsplit(':').next().unwrap_or(label);
    SHIPPED.iter().find(|shipped| shipped.label == network)
}

/// The expected result that a value in a record means, of the player whom it calls `label`; nothing where that is an
/// agent whose values were not measured. What stands beside a person's move was an expected result when it was written.
pub fn foretold(label: &str, value: f32) -> Option<f32> {
    let is_kind =
        |kind: &&str| label.strip_prefix(kind).is_some_and(|of| of.starts_with(['-', '[', ':']));
    let kinds = ["alphabeta", "level", "rollouts", "network", "puct", "reuse", "ugi", "otep"];
    let is_agent = || kinds.iter().any(is_kind);
    match calibration(label) {
        Some(calibration) => Some(calibration.expected(value)),
        None => (!is_agent()).then_some(value),
    }
}

/// The training of the network that records call `label`, if it comes with the program: equal for stages of one.
pub fn training_of(label: &str) -> Option<&'static str> {
    of_label(label).map(|network| network.training)
}

/// Whether `label` is how records call the network that plays `game` where nobody names another.
pub fn is_usual_for(label: &str, game: &AnyGame) -> bool {
    let usual = SHIPPED.iter().find(|network| network.has_learned(game));
    usual.is_some_and(|network| network.label == label)
}

/// A word of caution where the network that records call `label` comes with the program, and has
/// never learned on boards like that of `game`.
pub fn caution(label: &str, game: &AnyGame) -> Option<String> {
    let network = SHIPPED.iter().find(|network| network.label == label)?;
    let size = game.tafl_rules()?.size;
    (!network.has_learned(game)).then(|| {
        let boards: Vec<String> = network.boards.iter().map(|n| format!("{n}x{n}")).collect();
        let (name, boards) = (network.name, boards.join(" and "));
        let other = learned_for(game).map(|other| format!("; {other} has"));
        let other = other.unwrap_or_default();
        format!("the network {name} has learned on {boards} boards, never on {size}x{size}{other}")
    })
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

    #[test]
    fn every_network_loads_and_plays_tafl() {
        let device = device_named("cpu").expect("the CPU");
        let game = AnyGame::by_name("imperial-contest").expect("embedded");
        for name in names() {
            let network = load(Some(Path::new(name)), &device).expect("a network");
            assert_eq!(
                with_game!(&game, |game| network.config().check_game(game)),
                Ok(()),
                "{name}"
            );
        }
        assert_eq!(
            load(None, &device).expect("a network").hash(),
            load(names().next().map(Path::new), &device).expect("a network").hash()
        );
    }

    /// The model card of a network says by which rules it has learned.
    #[test]
    fn what_a_network_has_learned_is_what_its_card_says() {
        let device = device_named("cpu").expect("the CPU");
        for network in &SHIPPED {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("networks");
            let card = std::fs::read_to_string(folder.join(format!("{}.md", network.name)));
            let card = card.expect("a model card");
            let rules = card.lines().filter_map(|line| line.strip_prefix("- rule set: `"));
            let names = rules.filter_map(|rest| Some(rest.split_once('`')?.0));
            let size = |name| AnyGame::by_name(name).expect(name).tafl_rules().expect(name).size;
            let sizes: std::collections::BTreeSet<usize> = names.map(size).collect();
            assert!(sizes.iter().eq(network.boards), "{}: {sizes:?}", network.name);
            let hash = load(Some(Path::new(network.name)), &device).expect("it loads").hash();
            assert!(hash.starts_with(network.label), "{}: {hash}", network.name);
        }
    }

    #[test]
    fn boards_that_were_never_learned_on_are_told() {
        let told = |label, rules| caution(label, &AnyGame::by_name(rules).expect("embedded"));
        let words =
            "the network tafl9-1732-240 has learned on 9x9 boards, never on 11x11; tafl-1732 has";
        assert_eq!(told(SHIPPED[0].label, "fetlar").as_deref(), Some(words));
        assert_eq!(told(SHIPPED[0].label, "sea-battle"), None);
        assert_eq!(told("01234567", "fetlar"), None, "nothing is known of it");
    }

    #[test]
    fn two_stages_are_one_training_and_what_the_files_say_is_true() {
        let device = device_named("cpu").expect("the CPU");
        let training = |name: &str| {
            let network = load(Some(Path::new(name)), &device).expect("a network");
            network.training().expect("known").to_owned()
        };
        assert_eq!(training("tafl9-1732"), training("tafl9-1732-240"));
        assert_eq!(training("tafl9-1951"), training("tafl9-1951-240"));
        assert_ne!(training("tafl9-1951"), training("tafl9-1732"));
        for Shipped { name, training, bytes, .. } in &SHIPPED {
            let file = NetFile::from_bytes(Path::new(name), bytes, &device).expect("a network");
            assert!(file.training().is_none_or(|said| said == *training), "{name}");
        }
    }

    #[test]
    fn what_is_said_of_results_goes_with_the_network_that_was_measured() {
        assert_eq!(name_of(&format!("network-64:{}", SHIPPED[5].label)), Some("tafl-1732"));
        let sure = foretold(&format!("network-64:{}", SHIPPED[0].label), 0.5);
        assert!(sure.is_some_and(|value| value > 0.5), "{sure:?}");
        for agent in ["network-64:01234567", "alphabeta-250ms", "level-casual", "rollouts-9"] {
            assert_eq!(foretold(agent, 0.5), None, "{agent}");
        }
        assert_eq!(foretold("person", 0.5), Some(0.5));
    }

    #[test]
    fn an_unknown_network_is_refused_with_those_that_exist() {
        let device = device_named("cpu").expect("the CPU");
        let error = load(Some(Path::new("no-such.net")), &device).unwrap_err().to_string();
        assert!(error.contains("no-such.net") && error.contains("tafl9-1855"), "{error}");
    }
}
