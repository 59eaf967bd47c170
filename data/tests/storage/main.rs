//! Every kind of file is written on a disk that fails at each step: nothing is lost, no file is half, and the error
//! says what, where and what to do.

#[path = "../data/common.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod common;
mod failing;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use imperial_data::{
    FreshFolder, GameLog, Lock, keep_rules, load_rules, read_games, write_atomically,
};
use tempfile::tempdir;

use common::{finish_games, games, job};
use failing::{gone_for_good, with_steps};

/// Does `work` with every number of good steps, until it succeeds; `look` sees what each failure left.
fn at_each_step<T, E: ToString>(
    root: &Path,
    work: impl Fn() -> Result<T, E>,
    look: impl Fn(usize),
) -> T {
    for good in 0.. {
        let (result, steps) = with_steps(root, Some(good), &work);
        match result {
            Ok(done) => {
                assert!(good > 0 && steps <= good, "the disk was used");
                return done;
            }
            Err(error) => {
                let told = error.to_string();
                let (what, place) = (told.starts_with("cannot "), root.display().to_string());
                assert!(what && told.contains(&place), "step {good}: {told}");
                assert!(told.contains("free some space and repeat the command"), "{told}");
                look(good);
            }
        }
    }
    unreachable!("some number of steps is enough")
}

/// Every file of a folder that is no lock and no remnant, with its content.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.filter(|path| path.is_file());
    let named = files.map(|path| {
        let name = path.file_name().expect("a name").display().to_string();
        (name, fs::read(path).expect("a file"))
    });
    // A manifest is longer where a step failed.
    let is_ours =
        |name: &str| !name.starts_with('.') && !name.ends_with(".lock") && name != "manifest.jsonl";
    named.filter(|(name, _)| is_ours(name)).collect()
}

#[test]
fn a_file_that_is_replaced_is_the_old_one_or_the_new_one() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("new/x.net");
    at_each_step(
        folder.path(),
        || write_atomically(&path, b"old"),
        |_| {
            let found = fs::read(&path).unwrap_or_default();
            assert!(found.is_empty() || found == b"old", "{found:?}");
        },
    );
    at_each_step(
        folder.path(),
        || write_atomically(&path, b"new"),
        |_| {
            let found = fs::read(&path).expect("it is there");
            assert!(found == b"old" || found == b"new", "{found:?}");
        },
    );
    assert_eq!(fs::read(&path).expect("it is there"), b"new");
}

#[test]
fn a_log_keeps_every_game_that_was_acknowledged_and_goes_on() {
    let calm = tempdir().expect("a folder");
    finish_games(calm.path(), &games(6));
    let root = tempdir().expect("a folder");
    for good in 0.. {
        let folder = root.path().join(good.to_string());
        fs::create_dir(&folder).expect("a new folder");
        let path = folder.join("games.jsonl");
        let mut acknowledged = Vec::new();
        let (result, _) = with_steps(&folder, Some(good), || {
            let (log, _) = GameLog::open(&path, job())?;
            for record in games(6) {
                log.append(&record)?;
                acknowledged.push(record.game);
            }
            log.sync()?;
            log.finish()
        });
        if let Err(error) = &result {
            let told = error.to_string();
            assert!(told.contains("games") && told.contains("free some space"), "{told}");
        }
        // The disk is well again: what was acknowledged is there, and the job comes to the same end.
        let (log, existing) = GameLog::open(&path, job()).expect("it is repaired");
        assert!(acknowledged.iter().all(|game| existing.games.contains(game)), "{good}");
        let missing = games(6).into_iter().filter(|record| !existing.games.contains(&record.game));
        missing.for_each(|record| log.append(&record).expect("room"));
        log.finish().expect("room");
        assert_eq!(contents(&folder), contents(calm.path()), "{good} good steps");
        if result.is_ok() {
            assert!(good > 10, "every step failed once");
            break;
        }
    }
}

#[test]
fn locks_and_rules_say_why_they_cannot_be_had() {
    let root = tempdir().expect("a folder");
    let folder = root.path().join("run");
    drop(at_each_step(root.path(), || Lock::of_folder(&folder), |_| ()));
    let rules = load_rules("brandubh").expect("embedded");
    at_each_step(
        root.path(),
        || keep_rules(&folder, [&rules]),
        |_| {
            let kept = fs::read_to_string(folder.join("rules/brandubh.toml")).unwrap_or_default();
            assert!(kept.is_empty() || kept == rules.text);
        },
    );
    let games = finish_games(&folder, &games(1));
    assert_eq!(read_games(&games).count(), 1);
}

/// After a loss of power they would say that an export is not whole, or that games are damaged.
#[test]
fn what_says_something_by_being_there_is_removed_for_good() {
    let root = tempdir().expect("a folder");
    let export = root.path().join("export");
    let gone = gone_for_good(root.path(), || {
        let fresh = FreshFolder::of_games(&export).expect("room").expect("it is new");
        fresh.finish().expect("room");
    });
    assert_eq!(gone, [export.join(".unfinished")]);
    let games = finish_games(&root.path().join("games"), &games(1));
    let gone = gone_for_good(root.path(), || {
        let (log, _) = GameLog::open(&games, job()).expect("a log");
        log.reopen().expect("room");
    });
    assert_eq!(gone, [games.with_file_name("games.done.json")]);
}
