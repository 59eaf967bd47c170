//! The networks that come with the program.
//!
//! Each lies in `trainer/networks/` with its model card, which says what it has learned and by which
//! command it was made.

use std::path::Path;

use anyhow::bail;

use crate::net::{Device, NetFile, Network};

/// Name and content of every network; the first is meant where none is named.
const SHIPPED: [(&str, &[u8]); 5] = [
    ("tafl9-1732-240", include_bytes!("../networks/tafl9-1732-240.net")),
    ("tafl9-1951-240", include_bytes!("../networks/tafl9-1951-240.net")),
    ("tafl9-1732", include_bytes!("../networks/tafl9-1732.net")),
    ("tafl9-1951", include_bytes!("../networks/tafl9-1951.net")),
    ("tafl9-1855", include_bytes!("../networks/tafl9-1855.net")),
];

/// Names of all networks; the first is meant where none is named.
pub fn names() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(name, _)| *name)
}

/// The network that an agent names: a file, or one that comes with the program; the first of these
/// where it names none.
///
/// # Errors
/// When there is neither, or the file is no network; the message names those that there are.
pub fn load(name: Option<&Path>, device: &Device) -> anyhow::Result<Network> {
    let (first, _) = SHIPPED[0];
    let name = name.unwrap_or(Path::new(first));
    let shipped = SHIPPED.iter().find(|(known, _)| Path::new(known) == name);
    match shipped {
        Some((_, bytes)) if !name.is_file() => Ok(NetFile::from_bytes(name, bytes, device)?),
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
    fn an_unknown_network_is_refused_with_those_that_exist() {
        let device = device_named("cpu").expect("the CPU");
        let error = load(Some(Path::new("no-such.net")), &device).unwrap_err().to_string();
        assert!(error.contains("no-such.net") && error.contains("tafl9-1855"), "{error}");
    }
}
