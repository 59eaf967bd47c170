//! Tables of Parquet of a dataset: imported as games that are true, or refused. The first byte picks the table.

#![no_main]

#[path = "../src/table.rs"]
mod table;

use libfuzzer_sys::fuzz_target;
use table::Form;

fuzz_target!(init: imperial_fuzz_seeds::write(|| table::seeds(Form::Parquet)), |data: &[u8]| {
    table::import(Form::Parquet, data);
});
