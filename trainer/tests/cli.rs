//! The command line by example: `cli/*.trycmd` holds commands with what they print.
//!
//! After a deliberate change: `TRYCMD=overwrite cargo test -p imperial --test cli`, then read the
//! difference.

#[test]
fn examples() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd").run();
}
