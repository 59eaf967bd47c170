//! The program `imperial`. Everything is in the library; see [`imperial::cli`].

use std::process::ExitCode;

fn main() -> ExitCode {
    imperial::cli::main()
}
