//! How fast the rules engine is, each figure with a checksum of the work that was done.

pub mod work;

use std::num::NonZeroUsize;
use std::time::Duration;

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, with_game};

use imperial_net::bench::clock::{Clock, Measured};
use imperial_net::bench::figure::BenchFigure;
use work::{Perft, RandomGames, Searches};

/// Number of measurements for each rule set and number of threads.
pub const MEASUREMENTS: u64 = 3;

/// Measures one game on each number of `threads`, `time` for each measurement. Every figure goes to `report` as soon
/// as it is there; `done` is called after each of the [`MEASUREMENTS`].
pub fn bench(
    game: &AnyGame,
    time: Duration,
    threads: &[NonZeroUsize],
    report: &mut dyn FnMut(BenchFigure),
    done: &mut dyn FnMut(),
) {
    with_game!(game, |game| measure(game, time, threads, report, done));
}

fn measure<G: Encode + 'static>(
    game: &G,
    time: Duration,
    threads: &[NonZeroUsize],
    report: &mut dyn FnMut(BenchFigure),
    done: &mut dyn FnMut(),
) {
    let (perft, games, searches) = (Perft::new(game), RandomGames::new(game), Searches::new(game));
    for &threads in threads {
        let clock = Clock { time, threads };
        let mut tell = |name, unit, units: u64, measured: &Measured| {
            report(BenchFigure {
                name,
                rules: game.name().to_owned(),
                value: units as f64 / measured.undisturbed(threads.get()),
                unit,
                threads: threads.get(),
                checksum: measured.checksum,
            });
        };
        let measured = clock.measure(&perft);
        tell("perft", "nodes/s", measured.units, &measured);
        done();
        let measured = clock.measure(&games);
        tell("random-plies", "plies/s", measured.units, &measured);
        tell("random-games", "games/s", measured.pieces, &measured);
        done();
        let measured = clock.measure(&searches);
        tell("search-playouts", "playouts/s", measured.units, &measured);
        done();
    }
}
