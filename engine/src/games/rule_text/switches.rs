//! Switches that more than one family has.

use serde::{Deserialize, Serialize};

use crate::{First, Side};

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Starter {
    /// The attackers.
    Attackers,
    /// The defenders.
    Defenders,
    /// A fair coin for every game, recorded with it.
    Lot,
}

impl From<Starter> for First {
    fn from(starter: Starter) -> Self {
        match starter {
            Starter::Attackers => Self::Side(Side::Attackers),
            Starter::Defenders => Self::Side(Side::Defenders),
            Starter::Lot => Self::Lot,
        }
    }
}

/// What it is for the side to move to have no legal move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stuck {
    /// It has lost.
    #[default]
    Loss,
    /// A draw.
    Draw,
}
