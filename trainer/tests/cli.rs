//! The command line by example: `cli/*.trycmd` holds commands with what they print.
//!
//! After a deliberate change: `TRYCMD=overwrite cargo test -p imperial --test cli`, then read the
//! difference.

use std::process::{Command, Stdio};

#[test]
fn examples() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd").run();
}

/// `imperial rules | head -1`: a reader who has gone is no error.
#[test]
fn nobody_reads_on() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let program = env!("CARGO_BIN_EXE_imperial");
    let output = Command::new(program).arg("rules").stdout(writer).stderr(Stdio::piped()).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

/// `imperial rules > /dev/full`: what cannot be written is one.
#[test]
#[cfg(target_os = "linux")]
fn the_disk_is_full() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let program = env!("CARGO_BIN_EXE_imperial");
    let output =
        Command::new(program).arg("rules").stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with("error: cannot write to the standard output: "), "{told}");
}
