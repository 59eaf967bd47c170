//! Rules records of OpenTafl: read or refused, and what is read is written and read alike.

#![no_main]

use imperial_data::opentafl::{Law, read_rules, write_rules};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    for without in [&[][..], &Law::ALL] {
        let Ok(read) = read_rules(text, without) else { continue };
        let written =
            write_rules(&read.rules, Some(read.first)).expect("what was read can be written");
        assert_eq!(read_rules(&written, &[]), Ok(read), "{written}");
    }
});
