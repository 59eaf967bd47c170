//! What networks were shown before there were more planes and rule numbers, they are shown still: the
//! first ones, to the last bit. New inputs are added behind them.

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, Side, game_stream, with_game};

/// Inputs of the networks of format 1.
const PLANES: usize = 19;
const NUMBERS: usize = 44;

/// Digests of these inputs along one random game, as they were when there were no others.
const DIGESTS: [(&str, u64); 18] = [
    ("imperial-contest", 0xdcdb89d8e4b17c7b),
    ("imperial-contest-walker", 0xff8816cb2825ad5a),
    ("tablut-linnaeus", 0x7c5a65dfbae40ba0),
    ("tablut-smith", 0x7ac1e6a1e6e40ba0),
    ("tablut-rachunek", 0xf46366bccddea646),
    ("tablut-corner", 0x5098e76caa26c531),
    ("tablut-unibo", 0x7cca20ffcf132320),
    ("tablut-sealed", 0x59c179bf726c3098),
    ("sea-battle", 0x00efc155fd97cee2),
    ("brandubh", 0x2ed8a1e39963ec24),
    ("brandubh-throneless", 0x9e9c3f884907ccb9),
    ("ard-ri", 0xf38d277165aba596),
    ("mini-tablut", 0x72641441c83bdc2f),
    ("fetlar", 0x66fc346cd49d7eb8),
    ("tawlbwrdd-bell", 0x96fc0512e98ffebf),
    ("tawlbwrdd-lewis", 0x22accf9d1d9f0dc6),
    ("hnefatafl-two", 0xd10ae8e1190aaac5),
    ("alea-evangelii", 0xd65db3a3b8787d44),
];

/// Digests what a network of format 1 sees of a random game.
fn shown(game: &impl Encode) -> u64 {
    // FNV-1a, number by number.
    let mut digest = 0xcbf2_9ce4_8422_2325;
    let mut add = |values: &[f32]| {
        for value in values {
            digest = (digest ^ u64::from(value.to_bits())).wrapping_mul(0x0100_0000_01b3);
        }
    };
    add(&game.rule_vector()[..NUMBERS]);
    let squares = game.board().squares();
    let mut planes = vec![0.0; game.planes().len() * squares];
    let (mut rng, mut scratch) = (game_stream(1855, 0), Vec::new());
    let mut position = game.start(Side::Attackers);
    while game.outcome(&position).is_none() {
        game.encode(&position, &mut planes);
        add(&planes[..PLANES * squares]);
        let mv = game.random_move(&position, &mut rng, &mut scratch).expect("undecided");
        game.play(&mut position, mv);
    }
    digest
}

#[test]
fn networks_see_what_they_saw() {
    for (name, digest) in DIGESTS {
        let game = AnyGame::by_name(name).expect(name);
        assert_eq!(with_game!(&game, |game| shown(game)), digest, "{name}");
    }
}
