//! The table of the networks that come with the program.

use std::sync::LazyLock;

use imperial_engine::catalog::AnyGame;

use super::boards::Board;

/// A network that comes with the program.
pub(super) struct Shipped {
    pub name: &'static str,
    /// The training that it comes from, as [`Network::training`](imperial_net::Network::training) names it; the
    /// files do not all say.
    pub training: &'static str,
    /// The first digits of its hash, by which records name it.
    pub label: &'static str,
    pub bytes: &'static [u8],
    /// The family of games that it plays.
    pub family: &'static str,
    /// The boards on which it has learned: for each of them a rule set that is played on it.
    pub boards: &'static [&'static str],
    /// How much surer its positions are than its searches' values, in log-odds, as games have shown
    /// ([`Calibration::slope`](imperial_stats::Calibration::slope), `docs/methods.md`); `None` where nobody has counted.
    pub slope: Option<f64>,
}

/// What networks have learned on: the family of their games, and for each board a rule set.
struct Ground {
    family: &'static str,
    boards: &'static [&'static str],
}

/// 9x9.
const NINE: Ground = Ground { family: "tafl", boards: &["tablut-linnaeus"] };
/// 7x7, 9x9, 11x11 and 13x13.
const ALL: Ground = Ground {
    family: "tafl",
    boards: &["brandubh", "tablut-linnaeus", "copenhagen", "copenhagen-13"],
};

/// Crosses, with and without all diagonals, and the boards of Fox and Hounds, Bagh Chal and Pulijudam.
const HUNT: Ground = Ground {
    family: "hunt",
    boards: &["fox-and-geese", "fox-and-geese-zorya", "fox-and-hounds", "bagh-chal", "pulijudam"],
};

/// A row of [`SHIPPED`]: name, training, label, ground, slope. Its file has its name.
macro_rules! network {
    ($name:literal, $training:literal, $label:literal, $ground:expr, $slope:expr) => {{
        const FILE: &[u8] = include_bytes!(concat!("../../networks/", $name, ".net"));
        /// As a reference alone, each unit of compilation that names it would hold the whole file.
        static BYTES: [u8; FILE.len()] = *include_bytes!(concat!("../../networks/", $name, ".net"));
        Shipped {
            name: $name,
            training: $training,
            label: $label,
            bytes: &BYTES,
            family: $ground.family,
            boards: $ground.boards,
            slope: $slope,
        }
    }};
}

/// Every network. The first of a family is meant where none is named and none has learned on the board; the first of
/// all where no game is named either.
pub(super) static SHIPPED: &[Shipped] = &[
    network!("tafl9-1732-240", "tafl9-1732, seed 1732", "58934a11", NINE, Some(1.62)),
    network!("tafl9-1951-240", "tafl9-1951, seed 1951", "0a09d50e", NINE, Some(1.58)),
    network!("tafl9-1732", "tafl9-1732, seed 1732", "9add1864", NINE, None),
    network!("tafl9-1951", "tafl9-1951, seed 1951", "e261fdbe", NINE, None),
    network!("tafl9-1855", "tafl9, seed 1855", "acaef59e", NINE, None),
    network!("tafl-1732-96", "tafl9-1732, seed 1732", "acda8d2c", ALL, Some(1.76)),
    network!("tafl-1951-96", "tafl9-1951, seed 1951", "462b780a", ALL, Some(1.72)),
    network!("tafl-1855-96", "tafl9, seed 1855", "cb028558", ALL, Some(1.73)),
    network!("tafl-1587-96", "tafl9-1587, seed 1587", "3d9d43dd", ALL, Some(1.93)),
    network!("hunt-1732", "hunt, seed 1732", "b2861a9f", HUNT, Some(2.58)),
    network!("hunt-1951", "hunt, seed 1951", "fb1beeaa", HUNT, Some(2.24)),
    network!("hunt-1855", "hunt, seed 1855", "bce13b17", HUNT, Some(2.44)),
];

/// Networks that came with the program before. Their files lie in `trainer/networks`, and records name them still.
pub(super) static FORMER: &[Shipped] = &[
    former("tafl-1732-56", "tafl9-1732, seed 1732", "7a5f48c8", 1.59),
    former("tafl-1732", "tafl9-1732, seed 1732", "d8da3bdd", 1.83),
    former("tafl-1951", "tafl9-1951, seed 1951", "8a65e029", 1.92),
    former("tafl-1855", "tafl9, seed 1855", "0eb62c25", 1.99),
];

/// A row of [`FORMER`].
const fn former(
    name: &'static str,
    training: &'static str,
    label: &'static str,
    slope: f64,
) -> Shipped {
    let Ground { family, boards } = ALL;
    Shipped { name, training, label, bytes: &[], family, boards, slope: Some(slope) }
}

impl Shipped {
    /// Whether it has learned on `board`.
    pub fn knows(&self, board: &Board) -> bool {
        self.learned().any(|known| known == board)
    }

    /// The boards on which it has learned.
    pub fn learned(&self) -> impl Iterator<Item = &'static Board> {
        let board = |rules: &&str| BOARDS.iter().find(|(known, _)| known == rules);
        self.boards.iter().filter_map(board).map(|(_, board)| board)
    }
}

/// The boards of the catalogue, by the rule sets that are played on them.
static BOARDS: LazyLock<Vec<(&str, Board)>> = LazyLock::new(|| {
    let board = |name| Some((name, Board::of(&AnyGame::by_name(name).ok()?)));
    imperial_engine::catalog::names().filter_map(board).collect()
});

#[cfg(test)]
mod tests {
    use std::path::Path;

    use imperial_net::{NetFile, device_named};

    use super::super::cards;
    use super::*;

    /// The model card of a network says by which rules it has learned.
    #[test]
    fn what_a_network_has_learned_is_what_its_card_says() {
        let device = device_named("cpu").expect("the CPU");
        for network in SHIPPED {
            let name = network.name;
            let learned: Vec<Board> = cards::learned(name).iter().map(Board::of).collect();
            assert!(
                !learned.is_empty() && learned.iter().all(|board| network.knows(board)),
                "{name}"
            );
            assert!(network.learned().all(|board| learned.contains(board)), "{name}");
            assert_eq!(network.learned().count(), network.boards.len(), "{name}: each has a name");
            assert!(network.learned().all(|board| board.family() == network.family), "{name}");
            let file = NetFile::from_bytes(Path::new(name), network.bytes, &device).expect(name);
            assert_eq!(file.config().family, network.family, "{name}");
            assert!(file.hash().starts_with(network.label), "{name}: {}", file.hash());
        }
    }

    #[test]
    fn former_networks_are_those_of_the_files() {
        let device = device_named("cpu").expect("the CPU");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../networks");
        for network in FORMER {
            let path = folder.join(network.name).with_extension("net");
            let file = NetFile::load(&path, &device).expect("a network");
            assert!(file.hash().starts_with(network.label), "{}: {}", network.name, file.hash());
            assert!(
                file.training().is_none_or(|said| said == network.training),
                "{}",
                network.name
            );
        }
    }

    #[test]
    fn stages_of_one_training_say_so() {
        let device = device_named("cpu").expect("the CPU");
        for Shipped { name, training, bytes, .. } in SHIPPED {
            let file = NetFile::from_bytes(Path::new(name), bytes, &device).expect("a network");
            assert!(file.training().is_none_or(|said| said == *training), "{name}");
        }
    }
}
