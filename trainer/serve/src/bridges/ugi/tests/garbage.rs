//! Garbage, and pieces of commands in any order.

use std::io::{BufReader, ErrorKind, Read};

use proptest::prelude::*;

use super::{options, serve, talk};

/// An input that cannot be read.
struct Unreadable;

impl Read for Unreadable {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        Err(ErrorKind::IsADirectory.into())
    }
}

#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    let ended = serve(options("tic-tac-toe"), BufReader::new(Unreadable), &mut Vec::new());
    let error = ended.expect_err("no input").to_string();
    assert!(error.starts_with("cannot read on: "), "{error}");
}

/// Pieces of commands.
const WORDS: &str = "position startpos fen moves a4-b4 d7-c7 4a2/7/7/3k3/7/7/7 a d query gameover p1turn result setoption \
                     name value Rules brandubh ard-ri tic-tac-toe Playouts Network Seed 7 go nodes perft depth 0 3 -1 \
                     99999999999999999999 stop ugi uginewgame isready infinite movetime";

/// Pieces of commands, put together anyhow.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(WORDS.split(' ').collect::<Vec<_>>()).prop_map(str::to_owned),
        "\\PC{0,12}",
    ];
    prop::collection::vec(word, 0..8).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever comes in, each line is answered or ignored, and the conversation goes on.
    #[test]
    fn garbage_is_answered(lines in prop::collection::vec(words(), 1..12), noise: Vec<u8>) {
        let mut input = lines.join("\n").into_bytes();
        input.extend(b"\n");
        input.extend(noise);
        // `stop` ends what a `go infinite` among the noise has begun.
        input.extend(b"\nstop\nisready\n");
        let answer = talk("brandubh", input);
        prop_assert_eq!(answer.lines().last(), Some("readyok"));
    }

    /// A line that draws an error leaves the position as it was.
    #[test]
    fn an_error_keeps_the_position(line in words()) {
        let before = talk("brandubh", "position startpos moves d6-c6\nd\n");
        let after = talk("brandubh", format!("position startpos moves d6-c6\n{line}\nstop\nd\n"));
        if let Some(rest) = after.strip_prefix("error: ") {
            let rest = rest.split_once('\n').map(|(_, rest)| rest);
            let rest = rest.map(|rest| rest.strip_prefix("bestmove none\n").unwrap_or(rest));
            prop_assert_eq!(rest, Some(before.as_str()));
        }
    }
}
