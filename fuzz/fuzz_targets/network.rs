//! Files of networks: read or refused.

#![no_main]

use std::path::Path;

use imperial::net::{NetFile, device_named};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let device = device_named("cpu").expect("every machine has one");
    // Refusing is fine, a panic is not.
    let _ = NetFile::from_bytes(Path::new("fuzz.net"), data, &device);
});
