//! Files of game records: read, checked and replayed, or refused.

#![no_main]

use std::io::Cursor;
use std::path::Path;

use imperial_data::{GameReader, GameRecord, replay_any};
use imperial_engine::catalog::AnyGame;
use libfuzzer_sys::fuzz_target;

/// A game of every rule set, the games of an earlier version, and a line with a checksum.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<_> =
        imperial_fuzz_seeds::lines().into_iter().map(String::into_bytes).collect();
    let newest = imperial_fuzz_seeds::games().swap_remove(0).1;
    seeds.push(newest.to_line().expect("a record").into_bytes());
    seeds.extend(imperial_fuzz_seeds::files("trainer/tests/version_0_1/games", "games.jsonl"));
    seeds
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let reader = GameReader::from_reader(Path::new("fuzz.jsonl"), Cursor::new(data.to_vec()));
    for (_, record) in reader.flatten() {
        if record.check().is_ok() {
            let line = record.to_line().expect("what was read can be written");
            let again = GameRecord::from_line(line.trim_end().as_bytes());
            assert_eq!(again.expect("what was written can be read"), record);
        }
        if let Ok(game) = AnyGame::by_name(&record.rules) {
            // Refusing is fine, a panic is not.
            let _ = replay_any(&game, &record);
        }
    }
});
