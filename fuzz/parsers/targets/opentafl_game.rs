//! Game records of OpenTafl: read and played, or refused; what is read is a true game of ours.

#![no_main]

use imperial_data::opentafl::{GameReader, write_game};
use imperial_data::replay_any;
use imperial_engine::catalog::AnyGame;
use libfuzzer_sys::fuzz_target;

/// Random games of every rule set that OpenTafl can read.
fn seeds() -> Vec<String> {
    let games = imperial_fuzz_seeds::games();
    games.iter().filter_map(|(game, record)| write_game("seed", record, game).ok()).collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |text: &str| {
    let Ok(read) = GameReader::new(&[]).read(text) else { return };
    let game = AnyGame::from_toml(&read.rules_text).expect("its rules can be read");
    assert!(replay_any(&game, &read.record).is_ok(), "{:?}", read.record);
});
