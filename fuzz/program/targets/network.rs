//! Files of networks, with the checksum mended: read or refused, and what is read can judge a position.

#![no_main]

use std::path::Path;
use std::sync::Arc;

use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::search::{Evaluate, Request};
use imperial_engine::{Game, Side};
use imperial_net::fuzzing::mended;
use imperial_net::{CpuEvaluator, CpuNet, NetConfig, NetFile, Network, device_named};
use libfuzzer_sys::fuzz_target;

/// A small network as this version writes it, and one of an earlier version.
fn seeds() -> Vec<Vec<u8>> {
    let device = device_named("cpu").expect("every machine has one");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("small.net");
    let config = NetConfig::for_game(&TicTacToe).with_trunk(1, 2);
    NetFile::save(&path, &Network::new(&config, &device, 1)).expect("written");
    let mut seeds = imperial_fuzz_seeds::files("trainer/tests/version_0_1", ".net");
    seeds.push(std::fs::read(path).expect("a file"));
    seeds
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let device = device_named("cpu").expect("every machine has one");
    let bytes = mended(data, "imperial network");
    let bytes = bytes.as_deref().unwrap_or(data);
    // Refusing is fine, a panic is not.
    let Ok(network) = NetFile::from_bytes(Path::new("fuzz.net"), bytes, &device) else { return };
    let Ok(mut evaluator) = CpuEvaluator::new(Arc::new(CpuNet::new(&network)), &TicTacToe) else {
        return;
    };
    let position = TicTacToe.start(Side::Attackers);
    let moves = TicTacToe.moves(&position);
    let request = Request { position: &position, moves: &moves, seed: 0 };
    assert_eq!(evaluator.evaluate(&TicTacToe, &[request])[0].logits.len(), moves.len());
});
