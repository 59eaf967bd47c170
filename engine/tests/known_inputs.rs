//! What networks were shown before there were more planes and rule numbers, they are shown still: the
//! first ones, to the last bit. New inputs are added behind them.

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, Side, game_stream, with_game};

/// Inputs of the networks of format 1.
const PLANES: usize = 19;
const NUMBERS: usize = 44;

/// Digests of these inputs along one random game, as they were when there were no others.
const DIGESTS: &str = include_str!("golden/known_inputs.txt");

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
    for (name, digest) in DIGESTS.lines().filter_map(|line| line.split_once(' ')) {
        let game = AnyGame::by_name(name).expect(name);
        let found = with_game!(&game, |game| shown(game));
        assert_eq!(format!("{found:016x}"), digest, "{name}");
    }
}
