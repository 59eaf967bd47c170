//! Files of game records: read, checked and replayed, or refused.

#![no_main]

use std::io::Cursor;
use std::path::Path;

use imperial_data::{GameReader, replay_any};
use imperial_engine::catalog::AnyGame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let reader = GameReader::from_reader(Path::new("fuzz.jsonl"), Cursor::new(data.to_vec()));
    for (_, record) in reader.flatten() {
        if let Ok(game) = AnyGame::by_name(&record.rules) {
            // Refusing is fine, a panic is not.
            let _ = replay_any(&game, &record);
        }
    }
});
