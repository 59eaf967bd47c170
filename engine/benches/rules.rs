//! The pieces of the rules engine on their own, for finding out which of them a change has slowed down.
//! `imperial bench rules` measures them together.
//!
//! `cargo bench -p imperial-engine` measures everything; `-- count` only what has `count` in its
//! name, such as `count-moves/tablut-linnaeus`. Every rule set is looked at in the same positions and
//! moves of its own seeded random games on every run.

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use imperial_engine::catalog::AnyGame;
use imperial_engine::perft::perft;
use imperial_engine::{Game, game_stream, with_game};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// 7x7, 9x9 with and without choices of captures, 11x11, 19x19.
const RULE_SETS: [&str; 6] = [
    "brandubh",
    "imperial-contest",
    "tablut-linnaeus",
    "tablut-corner",
    "fetlar",
    "alea-evangelii",
];

/// Positions, and moves of each kind, that are looked at in turn.
const SAMPLE: usize = 512;

/// Seed of the games that the sample is from.
const SEED: u64 = 1855;

/// Plies of the perft.
const DEPTH: u32 = 3;

/// A position and a move that is legal there.
type Scene<G> = (<G as Game>::Position, <G as Game>::Move);

/// What is looked at of one rule set.
struct Sample<G: Game> {
    /// Positions of random games.
    positions: Vec<G::Position>,
    /// Random moves of random games.
    moves: Vec<Scene<G>>,
    /// Those of them that take something.
    captures: Vec<Scene<G>>,
}

impl<G: Game> Sample<G> {
    fn new(game: &G) -> Self {
        let (mut moves, mut captures) = (Vec::new(), Vec::new());
        let mut list = Vec::new();
        for number in 0.. {
            let mut rng = game_stream(SEED, number);
            let mut position = start(game);
            while game.outcome(&position).is_none() {
                let mv = game.random_move(&position, &mut rng, &mut list).expect("undecided");
                // Captured men follow an `x` in the notation.
                if game.format_move(&position, mv).contains('x') {
                    captures.push((position.clone(), mv));
                }
                moves.push((position.clone(), mv));
                game.play(&mut position, mv);
            }
            if moves.len() >= SAMPLE && captures.len() >= SAMPLE {
                break;
            }
        }
        let moves = spread(&moves);
        let positions = moves.iter().map(|(position, _)| position.clone()).collect();
        Self { positions, moves, captures: spread(&captures) }
    }
}

/// A sample of `all`, early and late ones alike.
fn spread<T: Clone>(all: &[T]) -> Vec<T> {
    (0..SAMPLE).map(|index| all[index * all.len() / SAMPLE].clone()).collect()
}

/// The starting position, the attackers to move where the rules allow it.
fn start<G: Game>(game: &G) -> G::Position {
    game.start(game.first().usual())
}

/// Measures everything about one rule set.
fn measure(criterion: &mut Criterion, game: &impl Game) {
    let sample = Sample::new(game);
    positions(criterion, game, &sample.positions);
    making(criterion, "play", game, &sample.moves);
    making(criterion, "play-capture", game, &sample.captures);
    counting(criterion, game);
    random_games(criterion, game);
}

/// A group of one benchmark each, so that a report compares the rule sets.
fn in_group(
    criterion: &mut Criterion,
    name: &str,
    elements: u64,
    measure: impl FnOnce(&mut BenchmarkGroup<'_, WallTime>),
) {
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(elements));
    measure(&mut group);
    group.finish();
}

/// What is asked of a position; each iteration asks it of the whole sample.
fn positions<G: Game>(criterion: &mut Criterion, game: &G, positions: &[G::Position]) {
    let mut list = Vec::new();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED);
    let mut each = |name: &str, ask: &mut dyn FnMut(&G::Position)| {
        in_group(criterion, name, positions.len() as u64, |group| {
            group.bench_function(game.name(), |bench| {
                bench.iter(|| positions.iter().for_each(&mut *ask));
            });
        });
    };
    each("count-moves", &mut |position| {
        black_box(game.count_moves(black_box(position), &mut list));
    });
    each("list-moves", &mut |position| game.legal_moves(black_box(position), &mut list));
    each("random-move", &mut |position| {
        black_box(game.random_move(black_box(position), &mut rng, &mut list));
    });
    // Found when the last move was made; this only reads it.
    each("outcome", &mut |position| {
        black_box(game.outcome(black_box(position)));
    });
}

/// Making a move of each scene, the copy of the position not counted.
fn making<G: Game>(criterion: &mut Criterion, name: &str, game: &G, scenes: &[Scene<G>]) {
    in_group(criterion, name, scenes.len() as u64, |group| {
        group.bench_function(game.name(), |bench| {
            bench.iter_batched_ref(
                || scenes.to_vec(),
                |scenes| scenes.iter_mut().for_each(|(position, mv)| game.play(position, *mv)),
                BatchSize::LargeInput,
            );
        });
    });
}

fn counting<G: Game>(criterion: &mut Criterion, game: &G) {
    let start = start(game);
    in_group(criterion, "perft", perft(game, &start, DEPTH), |group| {
        group.bench_function(game.name(), |bench| bench.iter(|| perft(game, &start, DEPTH)));
    });
}

/// One random game after the other, from the start to the end by the rules.
fn random_games<G: Game>(criterion: &mut Criterion, game: &G) {
    let start = start(game);
    let mut position = start.clone();
    let mut list = Vec::new();
    let mut number = 0;
    in_group(criterion, "random-game", 1, |group| {
        group.bench_function(game.name(), |bench| {
            bench.iter(|| {
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(number);
                number += 1;
                position.clone_from(&start);
                while game.outcome(&position).is_none() {
                    let mv = game.random_move(&position, &mut rng, &mut list);
                    game.play(&mut position, mv.expect("undecided"));
                }
            });
        });
    });
}

fn rules(criterion: &mut Criterion) {
    for name in RULE_SETS {
        let game = AnyGame::by_name(name).expect(name);
        with_game!(&game, |game| measure(criterion, game));
    }
}

criterion_group!(benches, rules);
criterion_main!(benches);
