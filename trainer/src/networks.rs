//! The networks that come with the program.
//!
//! Each lies in `trainer/networks/` with its model card, which says what it has learned and by which
//! command it was made. Two may be stages of one training.

use std::path::Path;

use anyhow::bail;

use crate::net::{Device, NetFile, Network};

/// A network that comes with the program.
struct Shipped {
    name: &'static str,
    /// The training that it comes from, as [`Network::training`] names it; the files do not all say.
    training: &'static str,
    bytes: &'static [u8],
}

/// Every network; the first is meant where none is named.
const SHIPPED: [Shipped; 4] = [
    Shipped {
        name: "tafl9-1732-240",
        training: "tafl9-1732, seed 1732",
        bytes: include_bytes!("../networks/tafl9-1732-240.net"),
    },
    Shipped {
        name: "tafl9-1732",
        training: "tafl9-1732, seed 1732",
        bytes: include_bytes!("../networks/tafl9-1732.net"),
    },
    Shipped {
        name: "tafl9-1951",
        training: "tafl9-1951, seed 1951",
        bytes: include_bytes!("../networks/tafl9-1951.net"),
    },
    Shipped {
        name: "tafl9-1855",
        training: "tafl9, seed 1855",
        bytes: include_bytes!("../networks/tafl9-1855.net"),
    },
];

/// Names of all networks; the first is meant where none is named.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|shipped| shipped.name)
}

/// The network that an agent names: a file, or one that comes with the program; the first of these
/// where it names none.
///
/// # Errors
/// When there is neither, or the file is no network; the message names those that there are.
pub fn load(name: Option<&Path>, device: &Device) -> anyhow::Result<Network> {
    let name = name.unwrap_or(Path::new(SHIPPED[0].name));
    let shipped = SHIPPED.iter().find(|shipped| Path::new(shipped.name) == name);
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
    use imperial_engine::Encode;
    use imperial_engine::catalog::{AnyGame, Visit};

    use super::*;
    use crate::net::{MismatchError, device_named};

    struct Fits<'a>(&'a Network);

    impl Visit for Fits<'_> {
        type Output = Result<(), MismatchError>;

        fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
            self.0.config().check_game(game)
        }
    }

    #[test]
    fn every_network_loads_and_plays_tafl() {
        let device = device_named("cpu").expect("the CPU");
        let game = AnyGame::by_name("imperial-contest").expect("embedded");
        for name in names() {
            let network = load(Some(Path::new(name)), &device).expect("a network");
            assert_eq!(game.visit(Fits(&network)), Ok(()), "{name}");
        }
        assert_eq!(
            load(None, &device).expect("a network").hash(),
            load(names().next().map(Path::new), &device).expect("a network").hash()
        );
    }

    #[test]
    fn two_stages_are_one_training_and_what_the_files_say_is_true() {
        let device = device_named("cpu").expect("the CPU");
        let training = |name: &str| {
            let network = load(Some(Path::new(name)), &device).expect("a network");
            network.training().expect("known").to_owned()
        };
        assert_eq!(training("tafl9-1732"), training("tafl9-1732-240"));
        assert_ne!(training("tafl9-1951"), training("tafl9-1732"));
        for Shipped { name, training, bytes } in &SHIPPED {
            let file = NetFile::from_bytes(Path::new(name), bytes, &device).expect("a network");
            assert!(file.training().is_none_or(|said| said == *training), "{name}");
        }
    }

    #[test]
    fn an_unknown_network_is_refused_with_those_that_exist() {
        let device = device_named("cpu").expect("the CPU");
        let error = load(Some(Path::new("no-such.net")), &device).unwrap_err().to_string();
        assert!(error.contains("no-such.net") && error.contains("tafl9-1855"), "{error}");
    }
}
