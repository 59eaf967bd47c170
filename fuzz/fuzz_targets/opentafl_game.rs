//! Game records of OpenTafl: read and played, or refused; what is read is a true game of ours.

#![no_main]

use imperial_data::opentafl::GameReader;
use imperial_data::replay_any;
use imperial_engine::catalog::AnyGame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(read) = GameReader::new(&[]).read(text) else { return };
    let game = AnyGame::from_toml(&read.rules_text).expect("its rules can be read");
    assert!(replay_any(&game, &read.record).is_ok(), "{:?}", read.record);
});
