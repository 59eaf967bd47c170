//! Lines of UGI: obeyed or answered by an error. Searches are left out, for they may be long.

#![no_main]

use std::io::{self, Cursor};

use imperial_serve::bridges::ugi::{Options, serve};
use imperial_engine::catalog::{self, AnyGame};
use imperial_net::Backend;
use libfuzzer_sys::fuzz_target;

/// Every rule set with its start, and the words of the protocol.
fn seeds() -> Vec<String> {
    let games = catalog::names().map(|name| {
        format!(
            "ugi\nsetoption name Rules value {name}\nposition startpos\nd\nquery p1turn\nisready\n"
        )
    });
    let more =
        "uginewgame\nposition fen 3/3/3 a 0 0 moves a1 b2\nquery gameover\nquery result\nquit\n";
    games.chain([more.to_owned()]).collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let searches = |line: &&[u8]| line.trim_ascii_start().starts_with(b"go");
    let lines: Vec<&[u8]> = data.split(|byte| *byte == b'\n').filter(|l| !searches(l)).collect();
    let game = AnyGame::by_name("tic-tac-toe").expect("it is in the catalogue");
    let options = Options::new(game, &Backend::cpu()).expect("the program has its networks");
    serve(options, Cursor::new(lines.join(&b'\n')), &mut io::sink()).expect("a sink takes all");
});
