//! Who played recorded games, as far as a name tells.

use super::{AlphaBeta, LevelName};

/// Who an agent is, as far as its name tells.
#[derive(Clone, Debug, PartialEq)]
pub enum Labelled {
    /// Random moves.
    Random,
    /// Tree search with random games, of so many playouts.
    Rollouts(u32),
    /// Alpha-beta search; whether it sees no more than beginners do.
    AlphaBeta(bool),
    /// A level, with the beginnings of its networks' hashes.
    Level(LevelName, Vec<String>),
    /// Tree search of so many playouts, with the beginning of its network's hash.
    Network(u32, String),
    /// Nobody knows.
    Other,
}

impl Labelled {
    /// Of the agent that records call `name`.
    pub fn of(name: &str) -> Self {
        if name == "random" {
            return Self::Random;
        }
        if let Some(rest) = name.strip_prefix("level-") {
            let (level, hashes) = rest.split_once(':').unwrap_or((rest, ""));
            let hashes = hashes.split('+').filter(|hash| !hash.is_empty()).map(str::to_owned);
            return LevelName::find(level)
                .map_or(Self::Other, |level| Self::Level(level, hashes.collect()));
        }
        if name.starts_with("alphabeta-") || name.starts_with("alphabeta[") {
            return Self::AlphaBeta(AlphaBeta::labelled(name).is_some_and(|it| it.sees_little()));
        }
        let playouts = |name: &str| name.rsplit('-').next().and_then(|number| number.parse().ok());
        match name.split_once(':') {
            None if name.starts_with("rollouts-") => {
                playouts(name).map_or(Self::Other, Self::Rollouts)
            }
            Some((search, hash)) if search.contains("network") || search.contains("puct") => {
                playouts(search)
                    .map_or(Self::Other, |number| Self::Network(number, hash.to_owned()))
            }
            _ => Self::Other,
        }
    }

    /// By kind, and then by strength.
    pub fn rank(&self) -> (u8, u32) {
        match self {
            Self::Other => (0, 0),
            Self::Random => (1, 0),
            Self::Rollouts(playouts) => (2, *playouts),
            Self::AlphaBeta(_) => (3, 0),
            Self::Level(level, _) => {
                let place = LevelName::all().position(|known| known == *level);
                (4, place.unwrap_or(0) as u32)
            }
            Self::Network(playouts, _) => (5, *playouts),
        }
    }
}
