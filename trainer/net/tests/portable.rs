//! The portable kernel says the same of the same positions on every x86-64, to the last bit.

use std::path::Path;
use std::sync::Arc;

use imperial_engine::catalog::AnyGame;
use imperial_engine::search::{Evaluate, Request};
use imperial_engine::{Encode, Side, game_stream, with_game};
use imperial_net::{CpuEvaluator, CpuNet, Kernel, NetFile, Precision, device_named};

/// A hash of what a network of the program says of 200 positions under a rule set. The first two were computed on an
/// AMD EPYC with AVX2, the others on an Intel Xeon with AVX-512; a change of the portable kernel's arithmetic changes
/// them, and nothing else may.
const DIGESTS: [(&str, &str, u64); 4] = [
    ("tafl9-1732-240", "imperial-contest", 0x3aaf_8946_5444_58a4),
    ("tafl9-1732-240", "tablut-linnaeus", 0x06fa_8847_8c24_fc2c),
    ("tafl9-1732-240", "copenhagen", 0x99ae_e656_7527_1dae),
    ("tafl9-1951", "brandubh", 0x2279_6ae2_af76_e972),
];

/// Positions of random games, judged one after the other.
fn digest<G: Encode>(net: &Arc<CpuNet>, game: &G) -> u64 {
    let mut evaluator = CpuEvaluator::new(Arc::clone(net), game).expect("a network of tafl");
    let mut rng = game_stream(1855, 0);
    let (mut position, mut scratch) = (game.start(Side::Attackers), Vec::new());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for _ in 0..200 {
        if game.outcome(&position).is_some() {
            position = game.start(Side::Defenders);
        }
        let moves = game.moves(&position);
        let request = Request { position: &position, moves: &moves, seed: 0 };
        let said = evaluator.evaluate(game, &[request]).remove(0);
        let values = [said.wdl.attackers, said.wdl.draw, said.wdl.defenders];
        for value in values.iter().chain(&said.logits) {
            // FNV-1a, by words.
            hash = (hash ^ u64::from(value.to_bits())).wrapping_mul(0x0000_0100_0000_01b3);
        }
        if let Some(mv) = game.random_move(&position, &mut rng, &mut scratch) {
            game.play(&mut position, mv);
        }
    }
    hash
}

#[test]
#[cfg(target_arch = "x86_64")]
fn portable_answers_are_the_stored_ones() {
    let device = device_named("cpu").expect("the CPU");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../play/networks");
    let found = DIGESTS.map(|(name, rules, _)| {
        let network = NetFile::load(&folder.join(format!("{name}.net")), &device).expect("one");
        let net = CpuNet::with_kernel(&network, Kernel::Portable, Precision::Fast);
        let game = AnyGame::by_name(rules).expect("embedded");
        (name, rules, with_game!(&game, |game| digest(&Arc::new(net), game)))
    });
    assert_eq!(found, DIGESTS, "{found:#x?}");
}
