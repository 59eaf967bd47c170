//! Whole conversations, sensible ones and garbage.

use std::io::Cursor;

use imperial_engine::catalog::AnyGame;
use proptest::prelude::*;

use super::serve;

/// What is answered to these lines, under these rules.
fn talk(rules: &str, lines: impl Into<Vec<u8>>) -> String {
    let rules = AnyGame::by_name(rules).expect("a rule set");
    let mut output = Vec::new();
    serve(rules, Cursor::new(lines.into()), &mut output).expect("an orderly end");
    String::from_utf8(output).expect("text")
}

/// The lines of a conversation by Linnaeus' rules.
fn tablut(lines: &str) -> Vec<String> {
    talk("tablut-linnaeus", lines).lines().map(str::to_owned).collect()
}

#[test]
fn introduces_itself() {
    let lines = tablut("ugi\nisready\n");
    assert!(lines[0].starts_with("id name imperial"));
    let rules = lines.iter().find(|line| line.starts_with("option name Rules type combo"));
    assert!(
        rules.is_some_and(|line| line.contains("default tablut-linnaeus var imperial-contest"))
    );
    assert_eq!(lines[lines.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn shows_the_board() {
    let text = talk("brandubh", "position startpos moves d6-c6\nd\n");
    let expected = " 7 . . . A . . .
 6 . . A . . . .
 5 . . . D . . .
 4 A A D K D A A
 3 . . . D . . .
 2 . . . A . . .
 1 . . . A . . .
   a b c d e f g
Fen: 3a3/2a4/3d3/aadkdaa/3d3/3a3/3a3 d 1 1
Rules: brandubh
";
    assert_eq!(text, expected);
}

#[test]
fn answers_queries() {
    let ask = "query gameover\nquery p1turn\nquery result\n";
    let going = ["response false", "response true", "response none"];
    assert_eq!(tablut(ask), going);
    let won = tablut(&format!("position fen 9/9/4a4/2a2k3/9/4a4/9/9/9 d moves f6-i6\n{ask}"));
    assert_eq!(won, ["response true", "response true", "response p2win"]);
    let lost = tablut(&format!("position fen 9/9/9/4d4/4a4/9/9/9/9 d\n{ask}"));
    assert_eq!(lost, ["response true", "response false", "response p1win"]);
    let drawn = tablut(&format!("position fen 9/9/4a4/2a2k3/9/9/9/9/9 a 3 512\n{ask}"));
    assert_eq!(drawn, ["response true", "response true", "response draw"]);
}

#[test]
fn with_a_lot_the_attackers_start_unless_a_position_says_otherwise() {
    let start = "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3";
    let lines = format!("query p1turn\nposition fen {start} d\nquery p1turn\n");
    assert_eq!(talk("imperial-contest", lines), "response true\nresponse false\n");
    assert_eq!(talk("tablut-unibo", "query p1turn\n"), "response false\n");
}

#[test]
fn counts() {
    let text = talk("tic-tac-toe", "go perft 2\ngo perft 0\n");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "a1: 8");
    assert_eq!(lines[9..], ["Nodes searched: 72", "Nodes searched: 1"]);
    assert_eq!(tablut("go perft 3\n").last().map(String::as_str), Some("Nodes searched: 353200"));
}

#[test]
fn a_count_can_be_stopped() {
    let lines = tablut("go perft 12\nstop\nisready\n");
    assert_eq!(
        lines[lines.len() - 2..],
        ["error: the count was stopped before its end", "readyok"]
    );
}

/// The king can leave the board: every search with a few playouts sees that.
const ESCAPE: &str = "position fen 9/9/4a4/2a2k3/9/4a4/9/9/9 d\n";

#[test]
fn finds_a_win() {
    for go in ["nodes 200", "movetime 50", "p1time 1000 p2time 1000 p1inc 10", "depth 1", ""] {
        let lines = tablut(&format!("{ESCAPE}go {go}\n"));
        assert!(lines[0].starts_with("info depth 1 nodes "), "{go}: {lines:?}");
        assert!(lines[0].contains(" score cp 100 pv f6-"), "{go}: {lines:?}");
        assert!(lines[1].starts_with("bestmove f6-"), "{go}: {lines:?}");
    }
}

#[test]
fn an_endless_search_ends_when_it_is_told_to() {
    for lines in ["go infinite\nisready\nstop\nd\n", "go infinite\nquit\n", "go infinite\n"] {
        let answer = tablut(lines);
        assert_eq!(answer.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{lines}");
    }
}

#[test]
fn the_seed_decides_what_is_played() {
    let best = |seed: u32| {
        let go = format!("setoption name seed value {seed}\ngo nodes 40\n");
        tablut(&go).pop()
    };
    assert_eq!(best(3), best(3));
    assert!((0..8).any(|seed| best(seed) != best(3)));
}

/// The figure after `word` in the lines `info`.
fn figures(lines: &[String], word: &str) -> Vec<u64> {
    let after = |line: &String| {
        let rest = line.strip_prefix("info ")?.split_once(&format!("{word} "))?.1;
        rest.split_whitespace().next()?.parse().ok()
    };
    lines.iter().filter_map(after).collect()
}

#[test]
fn the_tree_is_kept_while_the_game_goes_on() {
    let game = "position startpos\ngo nodes 300\nposition startpos moves d9-c9 e6-f6\n";
    // Twice the same search: the second goes on, or does the same again.
    let twice = |option: &str| tablut(&format!("{option}{game}go nodes 60\ngo nodes 60\n"));
    let lines = twice("");
    assert_eq!(figures(&lines, "nodes"), [300, 60, 60]);
    assert_ne!(lines[2..4], lines[4..6]);
    let lines = twice("setoption name Reuse value false\n");
    let without_time = |line: &str| line.split(" time ").next().map(str::to_owned);
    assert_eq!(without_time(&lines[2]), without_time(&lines[4]));
    assert_eq!(lines[3], lines[5]);
}

#[test]
fn another_game_or_option_forgets_the_tree() {
    let once = tablut("go nodes 80\n");
    for between in ["uginewgame", "setoption name Seed value 1855"] {
        let lines = tablut(&format!("go nodes 80\n{between}\ngo nodes 80\n"));
        assert_eq!(lines[3], once[1], "{between}");
    }
}

#[test]
fn threads_change_nothing_and_batches_are_counted() {
    let best = |threads: u32| {
        let options =
            format!("setoption name Batch value 7\nsetoption name Threads value {threads}\n");
        let lines = tablut(&format!("{options}go nodes 200\n"));
        assert_eq!(figures(&lines, "nodes"), [200]);
        let (info, _) = lines[0].split_once(" time ").expect("a time");
        (info.to_owned(), lines[1].clone())
    };
    assert_eq!(best(1), best(3));
}

#[test]
fn a_search_ends_where_the_memory_does() {
    let lines = tablut("setoption name Memory value 1\ngo movetime 60000\n");
    assert!(figures(&lines, "nodes")[0] < 2000, "{lines:?}");
    assert!(lines[1].starts_with("bestmove "));
}

#[test]
fn options_change_the_game_and_its_position() {
    let text = talk(
        "tablut-linnaeus",
        "position startpos moves d9-c9\nsetoption name Rules value ard-ri\nd\n",
    );
    assert!(text.ends_with("aadkdaa/a1ddd1a/3a3/2aaa2 a 0 0\nRules: ard-ri\n"), "{text}");
}

/// What cannot be done is told in one line, and the position stays.
#[test]
fn errors_change_nothing() {
    let kept = "position startpos moves d9-c9 e6-f6\n";
    let before = tablut(&format!("{kept}d\n"));
    for (line, reason) in [
        ("hello", "no command `hello`"),
        ("position", "needs `startpos`"),
        ("position fen", "needs `startpos`"),
        ("position fen 9/9 a", "the board has 9 ranks"),
        ("position startpos moves d9-c9 d9-c9", "`d9-c9` is not a legal move"),
        ("position fen 9/9/9/9/9/9/9/9/9 a moves a1-a2", "the game is over: attackers win"),
        ("setoption name Rules value tablut-lineus", "did you mean tablut-linnaeus"),
        ("setoption name Rules value nowhere.toml", "cannot read rule set `nowhere.toml`"),
        ("setoption name Hash value 16", "no option `Hash`"),
        ("setoption name Playouts value 0", "from 1 to 1000000, not `0`"),
        ("setoption name Memory value 0", "from 1 to 1048576, not `0`"),
        ("setoption name Reuse value perhaps", "`Reuse` must be true or false, not `perhaps`"),
        ("setoption Rules ard-ri", "needs `name NAME value VALUE`"),
        ("setoption name Network value nowhere.net", "nowhere.net"),
        ("query who", "expected gameover, p1turn or result"),
        ("go fast", "`go` does not know `fast`"),
        ("go nodes", "needs a number"),
        ("go nodes many", "`nodes` must be a whole number"),
        ("go perft", "needs one number"),
        ("go perft 99", "from 0 to 20, not `99`"),
        ("d now", "nothing after it"),
    ] {
        let mut lines = tablut(&format!("{kept}{line}\nd\n"));
        let error = lines.remove(0);
        assert!(error.starts_with("error: ") && error.contains(reason), "{line}: {error}");
        assert_eq!(lines, before, "{line}");
    }
}

#[test]
fn nothing_is_searched_after_the_end() {
    let lines = tablut("position fen 9/9/9/4d4/4a4/9/9/9/9 d\ngo nodes 9\n");
    assert_eq!(lines, ["error: there is no move to search for: attackers win (king-captured)"]);
}

#[test]
fn lines_that_are_no_text_or_too_long_are_refused() {
    let mut lines = b"d\xff\n".to_vec();
    lines.extend(vec![b'x'; 200_000]);
    lines.extend(b"\nisready\n");
    let text = talk("brandubh", lines);
    let expected = [
        "error: the line is not UTF-8 text",
        "error: the line is longer than 65536 bytes",
        "readyok",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    // A last line without its end counts.
    assert_eq!(talk("brandubh", "isready"), "readyok\n");
}

#[test]
fn error_lines_are_short_and_plain() {
    let lines = tablut(&format!("\u{1b}[31m{}\n", "ä".repeat(5000)));
    assert!(lines.len() == 1 && lines[0].chars().count() < 320 && !lines[0].contains('\u{1b}'));
}

/// Pieces of commands, put together anyhow.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "position",
            "startpos",
            "fen",
            "moves",
            "a4-b4",
            "d7-c7",
            "4a2/7/7/3k3/7/7/7",
            "a",
            "d",
            "query",
            "gameover",
            "p1turn",
            "result",
            "setoption",
            "name",
            "value",
            "Rules",
            "brandubh",
            "ard-ri",
            "tic-tac-toe",
            "Playouts",
            "Network",
            "Seed",
            "7",
            "go",
            "nodes",
            "perft",
            "depth",
            "0",
            "3",
            "-1",
            "99999999999999999999",
            "stop",
            "ugi",
            "uginewgame",
            "isready",
            "infinite",
            "movetime",
        ])
        .prop_map(str::to_owned),
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
        // `isready` does not wait for the move of a search that has been stopped.
        let last = answer.lines().last().unwrap_or_default();
        let stopped = last.starts_with("bestmove") && answer.contains("readyok\n");
        prop_assert!(last == "readyok" || stopped, "{answer}");
    }

    /// A line that draws an error leaves the position as it was.
    #[test]
    fn an_error_keeps_the_position(line in words()) {
        let before = talk("brandubh", "position startpos moves d6-c6\nd\n");
        let after = talk("brandubh", format!("position startpos moves d6-c6\n{line}\nstop\nd\n"));
        if let Some(rest) = after.strip_prefix("error: ") {
            prop_assert_eq!(rest.split_once('\n').map(|(_, rest)| rest), Some(before.as_str()));
        }
    }
}
