//! Lines of UGI: obeyed or answered by an error. Searches are left out, for they may be long.

#![no_main]

use std::io::{self, Cursor};

use imperial::ugi::{Options, serve};
use imperial_engine::catalog::AnyGame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let searches = |line: &&[u8]| line.trim_ascii_start().starts_with(b"go");
    let lines: Vec<&[u8]> = data.split(|byte| *byte == b'\n').filter(|l| !searches(l)).collect();
    let game = AnyGame::by_name("tic-tac-toe").expect("it is in the catalogue");
    let options = Options::new(game).expect("the program has its networks");
    serve(options, Cursor::new(lines.join(&b'\n')), &mut io::sink()).expect("a sink takes all");
});
