//! Random games of tablut with two engines, taking turns. `scripts/compare_engines.sh` says more.

mod ours;
mod theirs;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

/// Plies after which a game is cut off.
const PLY_LIMIT: u32 = 512;

/// An engine that plays random games.
trait Engine {
    fn name(&self) -> &'static str;

    /// Plays a game of uniformly random moves and gives its length in plies.
    fn play(&mut self, rng: &mut Xoshiro256PlusPlus) -> u32;
}

/// What an engine has done so far.
#[derive(Clone, Copy, Default)]
struct Tally {
    games: u64,
    plies: u64,
    seconds: f64,
}

impl Tally {
    /// Games of `engine` for `time`.
    fn of_turn(engine: &mut dyn Engine, time: Duration, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut tally = Self::default();
        let (started, before) = (Instant::now(), cpu_seconds());
        while started.elapsed() < time {
            tally.plies += u64::from(engine.play(&mut rng));
            tally.games += 1;
        }
        tally.seconds = match (before, cpu_seconds()) {
            (Some(before), Some(after)) => after - before,
            _ => started.elapsed().as_secs_f64(),
        };
        tally
    }

    fn add(&mut self, turn: Self) {
        self.games += turn.games;
        self.plies += turn.plies;
        self.seconds += turn.seconds;
    }

    fn games_per_second(&self) -> f64 {
        self.games as f64 / self.seconds
    }

    fn plies_per_second(&self) -> f64 {
        self.plies as f64 / self.seconds
    }

    fn print(&self, heading: &str) {
        println!(
            "{heading:<28} {:>9} games {:>11} plies {:>9.0} games/s {:>11.0} plies/s",
            self.games,
            self.plies,
            self.games_per_second(),
            self.plies_per_second()
        );
    }
}

/// Seconds that this thread has computed, where Linux tells: what other programs do on a busy machine
/// does not count. Elsewhere the time on the clock has to do.
fn cpu_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

/// Rounds and seconds from the command line.
fn options() -> Option<(u64, Duration)> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rounds = arguments.first().map_or(Some(5), |text| text.parse().ok())?;
    let seconds: f64 = arguments.get(1).map_or(Some(2.0), |text| text.parse().ok())?;
    let sensible = rounds > 0 && seconds > 0.0 && seconds <= 3600.0 && arguments.len() <= 2;
    sensible.then(|| (rounds, Duration::from_secs_f64(seconds)))
}

fn main() -> ExitCode {
    let Some((rounds, time)) = options() else {
        eprintln!("usage: compare_engines.sh [ROUNDS [SECONDS]]");
        return ExitCode::from(2);
    };
    let engines: &mut [&mut dyn Engine] = &mut [&mut ours::Ours::new(), &mut theirs::Theirs::new()];
    let mut tallies = [Tally::default(); 2];
    for engine in engines.iter_mut() {
        // To warm up.
        Tally::of_turn(*engine, time / 10, 0);
    }
    for round in 1..=rounds {
        for (engine, tally) in engines.iter_mut().zip(&mut tallies) {
            let turn = Tally::of_turn(*engine, time, round);
            turn.print(&format!("{round:>2} {}", engine.name()));
            tally.add(turn);
        }
    }
    println!();
    for (engine, tally) in engines.iter().zip(&tallies) {
        tally.print(engine.name());
    }
    let [ours, theirs] = &tallies;
    println!(
        "ratio: {:.1} times the games/s, {:.1} times the plies/s",
        ours.games_per_second() / theirs.games_per_second(),
        ours.plies_per_second() / theirs.plies_per_second()
    );
    ExitCode::SUCCESS
}
