//! How fast the rules engine is, each figure with a checksum of the work that was done.

pub mod work;

use std::num::NonZeroUsize;
use std::time::Duration;

use imperial_engine::Encode;
use imperial_engine::catalog::Visit;

use imperial_net::bench::clock::{Clock, Measured};
use imperial_net::bench::figure::Figure;
use work::{Perft, RandomGames, Searches};

/// Number of measurements for each rule set and number of threads.
pub const MEASUREMENTS: u64 = 3;

/// Measures one game on each number of `threads`, `time` for each measurement, and hands every figure
/// to `report` as soon as it is there; `measured` is called after each measurement.
#[derive(Debug)]
pub struct Bench<R, M> {
    /// Time for each measurement.
    pub time: Duration,
    /// Numbers of threads, each measured on its own.
    pub threads: Vec<NonZeroUsize>,
    /// Takes the figures.
    pub report: R,
    /// Called after each of the [`MEASUREMENTS`].
    pub measured: M,
}

impl<R: FnMut(Figure), M: FnMut()> Visit for Bench<R, M> {
    type Output = ();

    fn visit<G: Encode + 'static>(mut self, game: &G) {
        let (perft, games, searches) =
            (Perft::new(game), RandomGames::new(game), Searches::new(game));
        for threads in std::mem::take(&mut self.threads) {
            let clock = Clock { time: self.time, threads };
            let mut report = |name, unit, units: u64, measured: &Measured| {
                (self.report)(Figure {
                    name,
                    rules: game.name().to_owned(),
                    value: units as f64 / measured.undisturbed(threads.get()),
                    unit,
                    threads: threads.get(),
                    checksum: measured.checksum,
                });
            };
            let measured = clock.measure(&perft);
            report("perft", "nodes/s", measured.units, &measured);
            (self.measured)();
            let measured = clock.measure(&games);
            report("random-plies", "plies/s", measured.units, &measured);
            report("random-games", "games/s", measured.pieces, &measured);
            (self.measured)();
            let measured = clock.measure(&searches);
            report("search-playouts", "playouts/s", measured.units, &measured);
            (self.measured)();
        }
    }
}
