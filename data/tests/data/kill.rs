//! A process that writes games is killed, again and again, and loses no finished game.

use std::io::{BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, io};

use imperial_data::GameLog;
use tempfile::tempdir;

use crate::common::{SMALL, game, job};

/// Tells the child where to write.
const PATH_VARIABLE: &str = "IMPERIAL_DATA_TEST_LOG";

#[test]
fn killed_writers_lose_nothing_that_was_acknowledged() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut acknowledged = 0;
    for kill in 0..6 {
        acknowledged += write_until_killed(&path, 5 + 29 * kill);
        let (_, existing) = GameLog::open(&path, job()).unwrap();
        let there = existing.games.len();
        // A game may be there whose acknowledgement was not; of each child one.
        assert!((acknowledged..=acknowledged + 1).contains(&there), "{acknowledged} and {there}");
        assert_eq!(existing.games.last(), Some(&(there as u64 - 1)), "no gaps");
        acknowledged = there;
    }
}

/// Runs [`child`], kills it some time after its first `games` games, and gives the number of games
/// that it acknowledged.
fn write_until_killed(path: &Path, games: usize) -> usize {
    let mut child = Command::new(env::current_exe().unwrap())
        .args(["--exact", "kill::child", "--ignored", "--nocapture"])
        .env(PATH_VARIABLE, path)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut marks = BufReader::new(child.stderr.take().unwrap()).bytes().map(Result::unwrap);
    let mut acknowledged = marks.by_ref().take(games).count();
    assert_eq!(acknowledged, games, "the child stopped by itself");
    child.kill().unwrap();
    child.wait().unwrap();
    for mark in marks {
        assert_eq!(mark, b'!', "the child complains");
        acknowledged += 1;
    }
    acknowledged
}

/// Writes games, and a mark for each that is written, until somebody kills it.
#[test]
#[ignore = "is run by the test above, which kills it"]
fn child() {
    let Ok(path) = env::var(PATH_VARIABLE) else { return };
    let (log, existing) = GameLog::open(Path::new(&path), job()).unwrap();
    for number in existing.games.len() as u64.. {
        log.append(&game(SMALL, number)).unwrap();
        io::Write::write_all(&mut io::stderr(), b"!").unwrap();
    }
}
