//! A dataset holds the very numbers that this program learns from.

use imperial_data::{GameRecord, PlyRecord, RuleBook, load_all, replay};
use imperial_dataset::Encoder;
use imperial_engine::{Encode, game_stream, with_game};
use imperial_learn::learning::{Target, samples_of};
use imperial_net::Batch;
use rand::RngExt as _;

/// A game of random moves with made-up policies.
fn game<G: Encode>(game: &G, hash: &str) -> GameRecord {
    let mut rng = game_stream(1855, 7);
    let first = game.first().draw(&mut rng);
    let mut position = game.start(first);
    let mut plies = Vec::new();
    let outcome = loop {
        if let Some(outcome) = game.outcome(&position) {
            break outcome;
        }
        let legal = game.moves(&position);
        let mv = legal[rng.random_range(0..legal.len())];
        let text = |mv| game.format_move(&position, mv);
        let few =
            legal.iter().take(4).map(|mv| (text(*mv).into(), rng.random::<f32>() / 4.0)).collect();
        plies.push(PlyRecord {
            mv: text(mv),
            value: Some(0.25),
            policy: few,
            ..PlyRecord::default()
        });
        game.play(&mut position, mv);
    };
    GameRecord {
        rules: game.name().into(),
        rules_hash: hash.into(),
        first,
        result: outcome.into(),
        cause: outcome.cause,
        plies,
        ..GameRecord::default()
    }
}

#[test]
fn a_dataset_holds_what_is_learned_from() {
    // A board of each kind, captures with a choice, captures of several, and games that are no tafl.
    let names =
        ["brandubh", "imperial-contest", "copenhagen", "connect-four", "tic-tac-toe", "asalto"];
    for name in names {
        let rules = load_all(&[name.to_owned()]).expect("embedded").remove(0);
        with_game!(&rules.game, |rule_set| compare(rule_set, &game(rule_set, &rules.hash)));
    }
}

fn compare<G: Encode>(game: &G, record: &GameRecord) {
    let (folder, games) = (std::path::Path::new("."), std::slice::from_ref(record));
    let mut book = RuleBook::new(folder);
    let samples =
        samples_of(&mut book, folder, games, Target::new(0.0, 1.0)).expect("a legal game");
    assert_eq!(samples.len(), record.plies.len(), "every ply has a policy");
    let squares = game.board().squares();
    let mut encoder = Encoder::new(game);
    replay(game, record, |step| {
        let sample = &samples[step.index];
        let encoded = encoder.encode(game, record, &step).expect("planes of two values");
        let batch = Batch::new(&[(sample, 0)]);
        let planes = encoded.bits.chunks_exact(squares.div_ceil(8)).zip(&encoded.scales);
        let unpacked = planes.flat_map(|(bits, scale)| {
            (0..squares).map(move |s| if bits[s / 8] >> (s % 8) & 1 == 1 { *scale } else { 0.0 })
        });
        assert!(unpacked.eq(batch.planes.iter().copied()), "planes of ply {}", step.index);
        let known = sample
            .policy()
            .iter()
            .map(|(action, share)| (action.from, action.to, action.choice.numbers(), *share));
        let moves = encoded.moves.iter().zip(&encoded.policy);
        let moves = moves.map(|(mv, share)| (mv.from, mv.to, mv.choice.numbers(), *share));
        assert!(moves.eq(known), "moves of ply {}", step.index);
        let won = [1, 0, -1].map(|result| f32::from(u8::from(result == encoded.result)));
        assert_eq!(batch.wdl, won);
        assert_eq!(batch.plies_left, [(encoded.plies_left as f32).ln_1p()]);
        assert_eq!(batch.rules, game.rule_vector());
    })
    .expect("a legal game");
}
