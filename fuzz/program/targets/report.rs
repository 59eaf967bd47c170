//! Reports as JSON: read or refused, and what is read can be shown.

#![no_main]

use imperial_lab::BalanceReport;
use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: imperial_fuzz_seeds::write(|| imperial_fuzz_seeds::files("docs/reports", "balance.json")),
    |text: &str| {
        if let Ok(report) = BalanceReport::from_json(text) {
            let written = report.to_json().expect("what was read can be written");
            assert!(BalanceReport::from_json(&written).is_ok(), "{written}");
            // Refusing is fine, a panic is not.
            let _ = report.table(false);
        }
    }
);
