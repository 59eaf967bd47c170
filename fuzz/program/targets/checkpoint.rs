//! Checkpoints, with the checksum mended: resumed or refused.

#![no_main]

use std::fs;

use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_net::fuzzing::mended;
use imperial_net::{Backend, LearnConfig, Learner, NetConfig};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

fn config() -> NetConfig {
    NetConfig::for_game(&TicTacToe).with_trunk(1, 2)
}

/// A checkpoint before the first step.
fn seeds() -> Vec<Vec<u8>> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("checkpoint");
    let learner = Learner::new(&config(), LearnConfig::default(), &Backend::cpu(), 1);
    learner.save(&path).expect("written");
    vec![fs::read(path).expect("a file")]
}

thread_local! {
    static FOLDER: TempDir = imperial_fuzz_seeds::folder();
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    FOLDER.with(|folder| {
        let path = folder.path().join("checkpoint");
        let bytes = mended(data, "imperial checkpoint");
        fs::write(&path, bytes.as_deref().unwrap_or(data)).expect("a file");
        // Refusing is fine, a panic is not.
        if let Ok(learner) = Learner::resume(&path, &config(), &Backend::cpu()) {
            learner.save(&path).expect("what was read can be written");
        }
    });
});
