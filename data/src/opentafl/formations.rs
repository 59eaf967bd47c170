//! Rows along the edge, forts and rings in a rules record.

use imperial_engine::games::tafl::{Encirclement, ExitFort, RuleSet, Shieldwall};

use super::keys::{Keys, Law, RulesRecordError};

/// What `efe` says: the king's room may reach the edge where he does not stand on it, as in OpenTafl's
/// code.
const FORTS: [(&str, ExitFort); 2] = [("y", ExitFort::Reach), ("n", ExitFort::Off)];

/// What `surf` says.
const RINGS: [(&str, Encirclement); 2] = [("y", Encirclement::Ring), ("n", Encirclement::Off)];

/// The switches of these laws.
#[derive(Debug)]
pub(super) struct Formations {
    pub shieldwall: Shieldwall,
    pub shieldwall_corner: bool,
    pub exit_fort: ExitFort,
    pub encirclement: Encirclement,
}

impl Formations {
    /// Reads them; the laws in `without` are off.
    pub fn read(keys: &Keys, without: &[Law]) -> Result<Self, RulesRecordError> {
        let has = |law| !without.contains(&law);
        let row = read_shieldwall(keys)?;
        let (shieldwall, shieldwall_corner) =
            if has(Law::ShieldWall) { row } else { (Shieldwall::Off, true) };
        let (fort, ring) = (keys.word("efe", &FORTS)?, keys.word("surf", &RINGS)?);
        Ok(Self {
            shieldwall,
            shieldwall_corner,
            exit_fort: if has(Law::EdgeFort) { fort } else { ExitFort::Off },
            encirclement: if has(Law::Surrounding) { ring } else { Encirclement::Off },
        })
    }
}

/// By which moves a shieldwall is taken, and whether a corner closes it.
fn read_shieldwall(keys: &Keys) -> Result<(Shieldwall, bool), RulesRecordError> {
    let taken = keys.word("swf", &[("y", Shieldwall::Flank), ("n", Shieldwall::Any)])?;
    keys.word("sw", &[("n", (Shieldwall::Off, true)), ("w", (taken, false)), ("s", (taken, true))])
}

/// Our own check; a law that does not go together with forts is named by OpenTafl's key.
pub(super) fn check(rules: &RuleSet) -> Result<(), RulesRecordError> {
    rules.check().map_err(|error| {
        let law = Law::ALL.into_iter().find(|law| Some(law.switch()) == error.key.as_deref());
        law.map_or_else(|| RulesRecordError::Invalid(error), RulesRecordError::WithForts)
    })
}
