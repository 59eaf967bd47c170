//! Whole conversations.

mod garbage;

use std::io::{BufReader, Cursor, PipeWriter, Write as _, pipe};
use std::thread;
use std::time::{Duration, Instant};

use imperial_engine::catalog::AnyGame;

use super::{Options, serve};
use imperial_net::Backend;
use imperial_play::lines::{Awaited, Lines};

fn options(rules: &str) -> Options {
    Options::new(AnyGame::by_name(rules).expect("a rule set"), &Backend::cpu())
        .expect("the usual network")
}

/// What is answered to these lines, under these rules.
fn talk(rules: &str, lines: impl Into<Vec<u8>>) -> String {
    let mut output = Vec::new();
    serve(options(rules), Cursor::new(lines.into()), &mut output).expect("an orderly end");
    String::from_utf8(output).expect("text")
}

/// The lines of a conversation by Linnaeus' rules, with the last line `info` of each search only.
fn tablut(lines: &str) -> Vec<String> {
    last_infos(&talk("tablut-linnaeus", lines))
}

/// The lines, but of each search the last line `info` only.
fn last_infos(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let goes_on = |before: &mut String| before.starts_with("info depth ");
        lines.pop_if(|before| line.starts_with("info depth ") && goes_on(before));
        lines.push(line.to_owned());
    }
    lines
}

/// A conversation that goes on: lines are sent one by one and their answers awaited.
struct Conversation {
    input: PipeWriter,
    output: Lines,
}

impl Conversation {
    /// By Linnaeus' rules, judged by random games, which are fast.
    fn open() -> Self {
        let (theirs, input) = pipe().expect("a pipe");
        let (output, mut ours) = pipe().expect("a pipe");
        thread::spawn(move || {
            let options = options("tablut-linnaeus").with_network("rollouts").expect("rollouts");
            serve(options, BufReader::new(theirs), &mut ours)
        });
        Self { input, output: Lines::open(BufReader::new(output)) }
    }

    fn say(&mut self, lines: &str) {
        self.input.write_all(lines.as_bytes()).expect("somebody listens");
    }

    /// The lines up to one that begins like this, for which nobody should wait long.
    fn hear(&mut self, start: &str) -> Vec<String> {
        let deadline = Instant::now() + Duration::from_secs(20);
        let mut heard: Vec<String> = Vec::new();
        while heard.last().is_none_or(|line| !line.starts_with(start)) {
            match self.output.next_before(deadline).expect("no interruption") {
                Awaited::Line(line) => heard.push(line.expect("text")),
                Awaited::End | Awaited::Nothing => panic!("no {start} after {heard:?}"),
            }
        }
        heard
    }
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
fn the_option_playouts_counts_where_no_limit_is_given() {
    let go = |limits: &str| {
        let options = "setoption name Network value rollouts\nsetoption name Playouts value 9\n";
        let lines = tablut(&format!("{options}position startpos moves d9-c9\ngo {limits}\n"));
        (figures(&lines, "nodes")[0], figures(&lines, "depth")[0])
    };
    assert_eq!(go("").0, 9);
    // The clock of who waits is no limit.
    assert_eq!(go("p1time 5000 p1inc 9").0, 9);
    let (nodes, depth) = go("depth 2");
    assert!(nodes > 9 && depth >= 2, "{nodes} {depth}");
}

#[test]
fn an_endless_search_ends_when_it_is_told_to() {
    for lines in ["go infinite\nisready\nstop\nd\n", "go infinite\nquit\n", "go infinite\n"] {
        let answer = tablut(lines);
        assert_eq!(answer.iter().filter(|line| line.starts_with("bestmove")).count(), 1, "{lines}");
    }
}

#[test]
fn an_endless_search_tells_what_it_finds_and_ends_at_once_at_stop() {
    let mut talk = Conversation::open();
    talk.say("go infinite\n");
    let mut told = talk.hear("info depth ");
    told.extend(talk.hear("info depth "));
    talk.say("isready\n");
    told.extend(talk.hear("readyok"));
    let started = Instant::now();
    talk.say("stop\n");
    told.extend(talk.hear("bestmove "));
    assert!(started.elapsed() < Duration::from_secs(5));
    let nodes = figures(&told, "nodes");
    assert!(nodes.len() >= 3 && nodes.is_sorted_by(|a, b| a < b), "{told:?}");
    // The first comes after half a second.
    assert!(figures(&told, "time")[0] >= 500, "{told:?}");
}

#[test]
fn an_endless_search_that_has_ended_is_told_once() {
    let mut talk = Conversation::open();
    talk.say(&format!("{ESCAPE}go infinite\n"));
    talk.hear("info depth 1 ");
    talk.say("stop\n");
    assert_eq!(talk.hear("bestmove ").len(), 1);
}

#[test]
fn an_endless_search_makes_way_for_the_next_command() {
    let mut talk = Conversation::open();
    talk.say("go infinite\nposition startpos moves d9-d8\ngo nodes 7\n");
    talk.hear("bestmove ");
    assert_eq!(figures(&talk.hear("bestmove "), "nodes"), [7]);
}

#[test]
fn a_search_with_a_limit_is_finished_before_the_next_command() {
    let rollouts = "setoption name Network value rollouts\n";
    let alone = tablut(&format!("{rollouts}go nodes 400\n"));
    let position = "position startpos moves d9-d8\n";
    for rest in ["", "go nodes 200\n", "go nodes 200\nquit\n", "go nodes 200\nstop\n"] {
        let lines = tablut(&format!("{rollouts}go nodes 400\n{position}{rest}"));
        assert_eq!(figures(&lines, "nodes")[0], 400, "{rest}");
        assert_eq!(lines[2], alone[2], "{rest}");
    }
    // So is `isready`, which asks whether the position is set.
    let lines = tablut(&format!("{rollouts}go nodes 400\n{position}isready\n"));
    assert_eq!(lines[2..], [alone[2].as_str(), "readyok"]);
}

#[test]
fn a_search_with_a_limit_is_stopped_although_a_command_waits() {
    for end in ["stop\n", "quit\n"] {
        let mut talk = Conversation::open();
        talk.say(&format!("go nodes 1000000\nposition startpos moves d9-d8\n{end}"));
        // Where the end comes before the first playout, nothing is told.
        let told = figures(&talk.hear("bestmove "), "nodes");
        assert!(told.first().is_none_or(|nodes| *nodes < 1_000_000), "{end}");
    }
}

#[test]
fn the_network_of_the_program_plays_where_it_fits() {
    let handshake = |rules: &str| {
        let text = talk(rules, "ugi\n");
        let told = text.lines().find(|line| line.starts_with("info string "));
        told.expect("who evaluates").to_owned()
    };
    let network = "tablut-linnaeus is played with the network tafl9-1732-240";
    assert_eq!(handshake("tablut-linnaeus"), format!("info string {network}"));
    let wider = "brandubh is played with the network tafl-1732-96";
    assert_eq!(handshake("brandubh"), format!("info string {wider}"));
    let rollouts = "tic-tac-toe is played with rollouts: \
                    no network that comes with the program fits";
    assert_eq!(handshake("tic-tac-toe"), format!("info string {rollouts}"));
    let lines = tablut("setoption name Rules value tic-tac-toe\ngo nodes 20\n");
    assert_eq!(lines[0], format!("info string {rollouts}"));
    assert!(lines[2].starts_with("bestmove "));
}

#[test]
fn networks_are_chosen_by_name_or_file() {
    for (value, told) in [
        ("tafl9-1732", "the network tafl9-1732"),
        ("../play/networks/tafl9-1855.net", "the network ../play/networks/tafl9-1855.net"),
        ("rollouts", "rollouts"),
        ("<empty>", "rollouts"),
    ] {
        let lines = tablut(&format!("setoption name Network value {value}\nugi\n"));
        assert_eq!(lines[0], format!("info string tablut-linnaeus is played with {told}"));
        let chosen = if value == "<empty>" { "rollouts" } else { value };
        let option = format!("option name Network type string default {chosen}");
        assert!(lines.contains(&option), "{lines:?}");
    }
    // Another network, another search.
    let raw = |name: &str| {
        let lines = tablut(&format!("setoption name Network value {name}\ngo nodes 30\n"));
        lines[lines.len() - 2].split(" score ").nth(1).map(str::to_owned)
    };
    assert_ne!(raw("tafl9-1732"), raw("tafl9-1855"));
}

#[test]
fn a_network_that_was_chosen_is_not_exchanged_for_another() {
    let lines = tablut(
        "setoption name Network value tafl9-1732\nsetoption name Rules value tic-tac-toe\nd\n",
    );
    assert_eq!(
        lines[1],
        "error: the network `tafl9-1732` cannot play tic-tac-toe; \
         set Network to auto or rollouts: family: expected tafl, found tic-tac-toe"
    );
    assert_eq!(lines.last().map(String::as_str), Some("Rules: tablut-linnaeus"));
}

#[test]
fn why_a_network_cannot_be_loaded_is_told_once() {
    let lines = tablut("setoption name Network value Cargo.toml\n");
    assert_eq!(lines[0].matches("Cargo.toml").count(), 1, "{lines:?}");
    assert_eq!(lines[0].matches("not a network file").count(), 1, "{lines:?}");
}

#[test]
fn the_seed_decides_what_is_played() {
    let best = |seed: u32| {
        let options =
            format!("setoption name network value rollouts\nsetoption name seed value {seed}");
        let go = format!("{options}\ngo nodes 40\n");
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
    // A playout takes no more than 600 bytes.
    assert!((1747..4000).contains(&figures(&lines, "nodes")[0]), "{lines:?}");
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
        ("position fen 9/9/9/9/9/9/9/9/9 a moves a1-a2", "the game is over: the attackers win"),
        ("setoption name Rules value tablut-lineus", "did you mean tablut-linnaeus"),
        ("setoption name Rules value nowhere.toml", "cannot read rule set `nowhere.toml`"),
        ("setoption name Hash value 16", "no option `Hash`"),
        ("setoption name Playouts value 0", "from 1 to 1000000, not `0`"),
        ("setoption name Memory value 0", "from 1 to 1048576, not `0`"),
        ("setoption name Reuse value perhaps", "`Reuse` must be true or false, not `perhaps`"),
        ("setoption Rules ard-ri", "needs `name NAME value VALUE`"),
        (
            "setoption name Network value nowhere.net",
            "error: there is no file `nowhere.net`, and no network of that name comes with",
        ),
        ("query who", "expected gameover, p1turn or result"),
        ("go fast", "`go` does not know `fast`"),
        ("go nodes", "needs a number"),
        ("go nodes 10 depth 3 nodes 20", "`nodes` is set twice"),
        ("go nodes many", "`nodes` must be a whole number"),
        ("go perft", "needs one number"),
        ("go perft 99", "from 0 to 20, not `99`"),
        ("d now", "nothing after it"),
    ] {
        let mut lines = tablut(&format!("{kept}{line}\nd\n"));
        let error = lines.remove(0);
        assert!(error.starts_with("error: ") && error.contains(reason), "{line}: {error}");
        // Who asks for a move in the wrong way is not left waiting.
        if line.starts_with("go ") && !line.starts_with("go perft") {
            assert_eq!(lines.remove(0), "bestmove none", "{line}");
        }
        assert_eq!(lines, before, "{line}");
    }
}

#[test]
fn nothing_is_searched_after_the_end() {
    let lines = tablut("position fen 9/9/9/4d4/4a4/9/9/9/9 d\ngo nodes 9\n");
    let error = "error: there is no move to search for: the attackers win (king-captured)";
    assert_eq!(lines, [error, "bestmove none"]);
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

const PAGE: &str = include_str!("../../../../../docs/ugi.md");

/// A line without the figures and moves that depend on the machine, and the list of rule sets.
fn shape(line: &str) -> String {
    match line.split_whitespace().collect::<Vec<_>>()[..] {
        ["info", "depth", _, "nodes", nodes, "time", _, "nps", _, "score", "cp", _, "pv", ..] => {
            format!("info of {nodes} nodes")
        }
        ["bestmove", _] => "bestmove".to_owned(),
        ["option", "name", "Rules", "type", "combo", "default", rules, "var", ..] => {
            format!("option Rules, {rules}")
        }
        _ => line.to_owned(),
    }
}

#[test]
fn the_documented_session_is_true() {
    let session = PAGE.split("```text\n").nth(1).and_then(|rest| rest.split("```").next());
    let (sent, heard): (Vec<&str>, Vec<&str>) =
        session.expect("a session").lines().partition(|line| line.starts_with("> "));
    // `quit` comes after the answer to the last search; here it would come before.
    let sent: Vec<&str> = sent.iter().map(|line| &line[2..]).filter(|l| *l != "quit").collect();
    let found = last_infos(&talk("imperial-contest", sent.join("\n")));
    let shapes = |lines: &[&str]| lines.iter().map(|line| shape(line)).collect::<Vec<_>>();
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(shapes(&found), shapes(&heard));
}

#[test]
fn the_documented_options_are_those_that_there_are() {
    let handshake = talk("imperial-contest", "ugi\n");
    let options = handshake.lines().filter_map(|line| line.strip_prefix("option name "));
    for option in options {
        let words: Vec<&str> = option.split(' ').collect();
        let row = format!("| `{}` | {} |", words[0], words[4]);
        assert!(PAGE.contains(&row), "{row}");
    }
}
