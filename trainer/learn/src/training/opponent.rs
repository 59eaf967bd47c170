//! Whom the network of a training learned to beat.

use std::path::{Path, PathBuf};

use imperial_engine::Side;

use super::config::Against;
use super::folder::TrainingFolder;

/// A network that stayed as it was while one side learned to beat it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opponent {
    /// Its file, in the folder of the training.
    pub file: PathBuf,
    /// What the training called it.
    pub name: PathBuf,
    /// The side that learned.
    pub side: Side,
}

/// Whom the network of the training in `folder` learned to beat; `None` where it played itself.
///
/// # Errors
/// When the settings of the training cannot be read.
pub fn opponent_of(folder: &Path) -> anyhow::Result<Option<Opponent>> {
    let config = TrainingFolder::settings_in(folder)?;
    let opponent = |Against { network: name, side }| Opponent {
        file: TrainingFolder::opponent_in(folder),
        name,
        side,
    };
    Ok(config.against.map(opponent))
}

#[cfg(test)]
mod tests {
    use super::super::{SHORT, TrainingConfig};
    use super::*;

    #[test]
    fn a_training_tells_whom_it_learned_to_beat() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = folder.path().join("training.toml");
        let write = |config: &TrainingConfig| {
            let text = toml::to_string_pretty(config).expect("TOML");
            std::fs::write(&settings, text).expect("written");
        };
        let alone: TrainingConfig = toml::from_str(SHORT).expect("settings");
        write(&alone);
        assert_eq!(opponent_of(folder.path()).expect("readable"), None);
        let against = Against { network: "strong.net".into(), side: Side::Attackers };
        write(&TrainingConfig { against: Some(against), ..alone });
        let found = opponent_of(folder.path()).expect("readable").expect("an opponent");
        assert_eq!((found.side, found.name), (Side::Attackers, "strong.net".into()));
        assert_eq!(found.file, folder.path().join("networks/against.net"));
        std::fs::write(&settings, "seed = x").expect("written");
        assert!(opponent_of(folder.path()).is_err());
    }
}
