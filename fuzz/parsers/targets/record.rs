//! Files of game records: read, checked and replayed, or refused.

#![no_main]

use std::io::Cursor;
use std::path::Path;

use imperial_data::{GameReader, replay_any};
use imperial_engine::catalog::AnyGame;
use libfuzzer_sys::fuzz_target;

/// A game of every rule set, and the games of an earlier version.
fn seeds() -> Vec<Vec<u8>> {
    let games = imperial_fuzz_seeds::games();
    let lines = games.iter().map(|(_, record)| serde_json::to_vec(record).expect("a record"));
    let mut seeds: Vec<_> = lines.map(|line| [&*line, b"\n"].concat()).collect();
    seeds.extend(imperial_fuzz_seeds::files("trainer/tests/version_0_1/games", "games.jsonl"));
    seeds
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let reader = GameReader::from_reader(Path::new("fuzz.jsonl"), Cursor::new(data.to_vec()));
    for (_, record) in reader.flatten() {
        if let Ok(game) = AnyGame::by_name(&record.rules) {
            // Refusing is fine, a panic is not.
            let _ = replay_any(&game, &record);
        }
    }
});
