//! Rules records of OpenTafl: read or refused, and what is read is written and read alike.

#![no_main]

use imperial_data::opentafl::{Law, read_rules, write_rules};
use libfuzzer_sys::fuzz_target;

/// Every rule set that OpenTafl can read.
fn seeds() -> Vec<String> {
    let all = imperial_fuzz_seeds::catalogue();
    all.filter_map(|(_, _, game)| write_rules(game.tafl_rules()?, None).ok()).collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |text: &str| {
    for without in [&[][..], &Law::ALL] {
        let Ok(read) = read_rules(text, without) else { continue };
        let written =
            write_rules(&read.rules, Some(read.first)).expect("what was read can be written");
        assert_eq!(read_rules(&written, &[]), Ok(read), "{written}");
    }
});
