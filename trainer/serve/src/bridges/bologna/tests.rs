//! Both ends against each other, and against what others send.

use std::io::{Cursor, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use imperial_data::load_rules;
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, Game, PerSide, Side, game_stream, with_game};

use super::message::{Action, State, Turn, receive, send};
use super::{Hosted, RULES, host, play};

/// Chooses moves at random.
fn randomly<G: Game>(
    game: &G,
    seed: u64,
) -> impl FnMut(&imperial_play::analysis::Setup) -> anyhow::Result<String> {
    let mut rng = game_stream(1855, seed);
    move |setup| {
        let position = setup.position(game)?;
        let mv = game.random_move(&position, &mut rng, &mut Vec::new()).expect("a move");
        Ok(game.format_move(&position, mv))
    }
}

fn doors() -> PerSide<TcpListener> {
    PerSide::from_fn(|_| TcpListener::bind("127.0.0.1:0").expect("a port"))
}

fn whole_game<G: Encode>(rules: &AnyGame, game: &G, seed: u64) -> (Hosted, [Turn; 2]) {
    let doors = doors();
    let ports = PerSide::from_fn(|side| doors[side].local_addr().expect("an address"));
    let enter = |side: Side, seed| {
        let mut stream = TcpStream::connect(ports[side]).expect("a connection");
        play(game, &mut stream, (side, side.name()), randomly(game, seed)).expect("a game")
    };
    thread::scope(|scope| {
        let white = scope.spawn(move || enter(Side::Defenders, seed));
        let black = scope.spawn(move || enter(Side::Attackers, seed + 1));
        let hosted = host(rules, &doors, Duration::from_secs(60)).expect("a game");
        (hosted, [white, black].map(|player| player.join().expect("it plays")))
    })
}

#[test]
fn both_ends_play_whole_games() {
    let rules = load_rules(RULES).expect("embedded");
    for seed in 0..3 {
        let (hosted, ends) =
            with_game!(&rules.game, |game| whole_game(&rules.game, game, 10 * seed));
        assert_eq!(ends, [hosted.end; 2], "{hosted:?}");
        assert_eq!(hosted.fault, None);
        assert_eq!(hosted.names.attackers, "attackers");
        let replayed = with_game!(&rules.game, |game| {
            let setup = imperial_play::analysis::Setup { start: None, moves: hosted.moves.clone() };
            let position = setup.position(game).expect("legal moves");
            Turn::end(game.outcome(&position).expect("an end").winner)
        });
        assert_eq!(replayed, hosted.end);
    }
}

/// What a client hears on one side, and what it says on the other.
struct Wire {
    heard: Cursor<Vec<u8>>,
    said: Vec<u8>,
}

impl Read for Wire {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.heard.read(buffer)
    }
}

impl Write for Wire {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.said.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn framed(text: &str) -> Vec<u8> {
    [(text.len() as u32).to_be_bytes().as_slice(), text.as_bytes()].concat()
}

/// The start as the server of the competition writes it, `turn` added.
fn start(turn: &str) -> String {
    let row = |text: &str| {
        let pawn = |letter| match letter {
            'B' => "\"BLACK\"",
            'W' => "\"WHITE\"",
            'K' => "\"KING\"",
            _ => "\"EMPTY\"",
        };
        format!("[{}]", text.chars().map(pawn).collect::<Vec<_>>().join(","))
    };
    let rows = [
        "...BBB...",
        "....B....",
        "....W....",
        "B...W...B",
        "BBWWKWWBB",
        "B...W...B",
        "....W....",
        "....B....",
        "...BBB...",
    ];
    format!(r#"{{"board":[{}],"turn":"{turn}"}}"#, rows.map(row).join(","))
}

#[test]
fn a_client_answers_as_the_protocol_wants() {
    let rules = load_rules(RULES).expect("embedded");
    let heard = [framed(&start("WHITE")), framed(&start("WHITEWIN"))].concat();
    let mut wire = Wire { heard: Cursor::new(heard), said: Vec::new() };
    let end = with_game!(&rules.game, |game| {
        play(game, &mut wire, (Side::Defenders, "imperial"), |_| Ok("e4-f4".to_owned()))
    });
    assert_eq!(end.expect("a game"), Turn::WhiteWin);
    let expected = [framed("\"imperial\""), framed(r#"{"from":"e4","to":"f4","turn":"WHITE"}"#)];
    assert_eq!(wire.said, expected.concat());
}

#[test]
fn a_board_that_cannot_be_is_named() {
    let rules = load_rules(RULES).expect("embedded");
    let wrong = start("WHITE").replacen("BLACK", "WHITE", 1);
    let mut wire = Wire { heard: Cursor::new(framed(&wrong)), said: Vec::new() };
    let error = with_game!(&rules.game, |game| {
        play(game, &mut wire, (Side::Attackers, "imperial"), |_| Ok(String::new()))
    });
    assert!(error.expect_err("no such board").to_string().contains("other rules"));
    let long = [0xff; 4];
    let error = receive::<State>(&mut Cursor::new(long)).expect_err("too long").to_string();
    assert!(error.contains("longer than any"), "{error}");
}

/// Else it would move the men of the other side.
#[test]
fn a_turn_that_cannot_be_is_named() {
    let rules = load_rules(RULES).expect("embedded");
    let mut wire = Wire { heard: Cursor::new(framed(&start("BLACK"))), said: Vec::new() };
    let end = with_game!(&rules.game, |game| {
        play(game, &mut wire, (Side::Attackers, "imperial"), |_| Ok("e4-f4".to_owned()))
    });
    let error = end.expect_err("white begins").to_string();
    assert_eq!(error, "the server says it is black's turn; by the rules it is white's");
    assert_eq!(wire.said, framed("\"imperial\""));
}

/// Who comes and sends no name is named in words.
#[test]
fn a_player_without_a_name_is_waited_for_no_longer_than_for_a_move() {
    let rules = load_rules(RULES).expect("embedded");
    let doors = doors();
    let port = doors.defenders.local_addr().expect("an address");
    let silent = TcpStream::connect(port).expect("a connection");
    let limit = Duration::from_millis(400);
    let error = host(&rules.game, &doors, limit).expect_err("no name");
    assert_eq!(format!("{error:#}"), "a player sends its name first: no name came within 0.4 s");
    drop(silent);
    let gone = TcpStream::connect(port).expect("a connection");
    drop(gone);
    let error = host(&rules.game, &doors, limit).expect_err("no name");
    let expected = "a player sends its name first: the other end closed the connection";
    assert_eq!(format!("{error:#}"), expected);
}

/// How a game ends whose white player sends its name and then what `say` sends; what was its fault.
fn fault_of(limit: Duration, say: impl FnOnce(TcpStream) + Send) -> String {
    let rules = load_rules(RULES).expect("embedded");
    let doors = doors();
    let ports = PerSide::from_fn(|side| doors[side].local_addr().expect("an address"));
    thread::scope(|scope| {
        let mut black = TcpStream::connect(ports.attackers).expect("a connection");
        send(&mut black, &"black").expect("it is sent");
        scope.spawn(move || {
            let mut white = TcpStream::connect(ports.defenders).expect("a connection");
            send(&mut white, &"white").expect("it is sent");
            say(white);
        });
        let hosted = host(&rules.game, &doors, limit).expect("a game");
        assert_eq!(hosted.end, Turn::BlackWin);
        hosted.fault.expect("a fault")
    })
}

/// Bytes that drip in give nobody more time; who goes or sends nonsense is not said to be late.
#[test]
fn faults_are_called_what_they_are() {
    let limit = Duration::from_millis(400);
    let late = fault_of(limit, |mut white| {
        // It goes on until the host hangs up.
        for byte in framed(&" ".repeat(60_000)) {
            if white.write_all(&[byte]).is_err() {
                break;
            }
            thread::sleep(limit / 8);
        }
    });
    assert_eq!(late, "no move came within 0.4 s");
    let gone = fault_of(Duration::from_secs(60), drop);
    assert_eq!(gone, "the other end closed the connection");
    let garbage = fault_of(Duration::from_secs(60), |mut white| {
        white.write_all(&framed("nonsense")).expect("it is sent");
        while receive::<State>(&mut white).is_ok() {}
    });
    assert!(garbage.contains("`nonsense` is no message"), "{garbage}");
    assert!(!garbage.contains("no move came"), "{garbage}");
}

/// Who sends no legal move loses, and the other hears of it.
#[test]
fn an_illegal_move_loses() {
    let rules = load_rules(RULES).expect("embedded");
    let doors = doors();
    let ports = PerSide::from_fn(|side| doors[side].local_addr().expect("an address"));
    thread::scope(|scope| {
        let other = scope.spawn(move || {
            let mut stream = TcpStream::connect(ports.attackers).expect("a connection");
            send(&mut stream, &"black").expect("it is sent");
            let first: State = receive(&mut stream).expect("the start");
            let last: State = receive(&mut stream).expect("the end");
            (first.turn, last.turn)
        });
        scope.spawn(move || {
            let mut stream = TcpStream::connect(ports.defenders).expect("a connection");
            send(&mut stream, &"white").expect("it is sent");
            let action = Action::new("e5-e9", Side::Defenders).expect("a move");
            send(&mut stream, &action).expect("it is sent");
            // The server may speak before it hangs up.
            while receive::<State>(&mut stream).is_ok() {}
        });
        let hosted = host(&rules.game, &doors, Duration::from_secs(60));
        let hosted = hosted.expect("a game");
        assert_eq!(hosted.end, Turn::BlackWin);
        assert!(hosted.fault.expect("a fault").contains("is not a legal move"));
        assert_eq!(other.join().expect("it hears"), (Turn::White, Turn::BlackWin));
    });
}
