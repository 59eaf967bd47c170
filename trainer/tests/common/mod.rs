//! The program, as tests call it.

use std::path::Path;
use std::process::{Command, Output};

pub fn imperial(arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_imperial")).args(arguments).output();
    output.expect("the program starts")
}

/// What a command prints, which must succeed.
pub fn printed(arguments: &[&str]) -> String {
    let output = imperial(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// A path as an argument.
pub fn path(path: &Path) -> &str {
    path.to_str().expect("text")
}
