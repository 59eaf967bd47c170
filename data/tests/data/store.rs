//! The game log: repair, refusal, and finished bytes that depend on the games only.

use std::fs;
use std::thread;

use imperial_data::{
    Done, DoneError, GameLog, GameRecord, JobMismatch, StoreError, is_damage, read_games,
};
use tempfile::tempdir;

use crate::common::{SEED, games, job, lines};

#[test]
fn a_line_torn_at_any_byte_loses_only_its_own_game() {
    let records = games(3);
    let lines = lines(&records);
    let whole = lines[0].clone() + &lines[1];
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    for cut in 0..lines[2].len() {
        fs::write(&path, whole.clone() + &lines[2][..cut]).unwrap();
        let (log, existing) = GameLog::open(&path, job()).unwrap();
        // Cut off just before its line break, the last game is whole.
        let last_is_whole = cut == lines[2].len() - 1;
        assert_eq!(existing.games.contains(&2), last_is_whole, "cut at {cut}");
        assert_eq!(existing.removed, if last_is_whole { 0 } else { cut as u64 });
        assert_eq!(existing.games.len(), 2 + usize::from(last_is_whole));
        if !last_is_whole {
            log.append(&records[2]).unwrap();
        }
        drop(log);
        assert_eq!(fs::read_to_string(&path).unwrap(), lines.concat(), "cut at {cut}");
    }
    let (log, _) = GameLog::open(&path, job()).unwrap();
    log.finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), lines.concat());
}

#[test]
fn a_torn_end_that_is_no_text_is_removed() {
    let lines = lines(&games(1));
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    for tail in [&b"\0\0\0\0"[..], b"\xff\xfe", b"{\"format\":1}x", b"}"] {
        fs::write(&path, [lines[0].as_bytes(), tail].concat()).unwrap();
        let (_, existing) = GameLog::open(&path, job()).unwrap();
        assert_eq!((existing.games.len(), existing.removed), (1, tail.len() as u64));
        assert_eq!(fs::read_to_string(&path).unwrap(), lines[0]);
    }
}

#[test]
fn a_broken_line_in_the_middle_is_told_with_file_and_line() {
    let mut lines = lines(&games(3));
    lines[1] = lines[1][..40].to_owned() + "\n";
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    fs::write(&path, lines.concat()).unwrap();
    let error = GameLog::open(&path, job()).unwrap_err();
    assert!(matches!(&error, StoreError::Read(read) if read.line == 2), "{error}");
    assert!(error.to_string().contains("games.jsonl:2: column 40"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), lines.concat(), "nothing is changed");
}

#[test]
fn a_last_line_that_is_complete_and_broken_is_not_removed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    fs::write(&path, lines(&games(1)).concat() + "{}\n").unwrap();
    let error = GameLog::open(&path, job()).unwrap_err();
    assert!(matches!(&error, StoreError::Read(read) if read.line == 2), "{error}");
}

#[test]
fn a_number_that_is_there_is_refused() {
    let records = games(2);
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let (log, existing) = GameLog::open(&path, job()).unwrap();
    assert_eq!(existing, Default::default());
    log.append(&records[1]).unwrap();
    assert!(matches!(log.append(&records[1]), Err(StoreError::Exists { game: 1 })));
    assert_eq!(log.len(), 1);
    drop(log);

    fs::write(&path, lines(&[records[1].clone(), records[0].clone(), records[1].clone()]).concat())
        .unwrap();
    match GameLog::open(&path, job()) {
        Err(StoreError::Duplicate { line: 3, first: 1, game: 1, .. }) => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn games_of_another_job_are_refused() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let (log, _) = GameLog::open(&path, job()).unwrap();
    let mut record = games(1).remove(0);
    record.seed = SEED + 1;
    let error = log.append(&record).unwrap_err();
    let StoreError::NotOfJob { mismatch, .. } = error else { panic!("{error}") };
    assert_eq!(mismatch, JobMismatch::Seed { job: SEED, record: SEED + 1 });
    record.seed = SEED;
    record.rules_hash = "0000000000000000".into();
    let error = log.append(&record).unwrap_err();
    assert!(error.to_string().contains("the rules of `tic-tac-toe` have changed"), "{error}");
    record.rules = "chess".into();
    assert!(matches!(
        log.append(&record),
        Err(StoreError::NotOfJob { mismatch: JobMismatch::Rules { .. }, .. })
    ));
    assert!(log.is_empty());
    drop(log);

    fs::write(&path, lines(&[record]).concat()).unwrap();
    assert!(matches!(GameLog::open(&path, job()), Err(StoreError::OtherJob { line: 1, .. })));
}

#[test]
fn numbers_that_json_cannot_hold_are_refused() {
    let folder = tempdir().unwrap();
    let (log, _) = GameLog::open(&folder.path().join("games.jsonl"), job()).unwrap();
    let mut record = games(1).remove(0);
    record.plies[1].value = Some(f32::NAN);
    let error = log.append(&record).unwrap_err();
    assert!(error.to_string().starts_with("game 0, ply 2, move"), "{error}");
    assert!(log.is_empty());
}

#[test]
fn one_process_at_a_time() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let (log, _) = GameLog::open(&path, job()).unwrap();
    assert!(matches!(GameLog::open(&path, job()), Err(StoreError::Locked { .. })));
    drop(log);
    assert!(GameLog::open(&path, job()).is_ok());
}

#[test]
fn finished_bytes_do_not_depend_on_order_threads_or_interruptions() {
    let records = games(40);
    let folder = tempdir().unwrap();
    let finish = |name: &str, write: &dyn Fn(&std::path::Path)| {
        let path = folder.path().join(name).join("games.jsonl");
        fs::create_dir(path.parent().unwrap()).unwrap();
        write(&path);
        let (log, existing) = GameLog::open(&path, job()).unwrap();
        assert_eq!(existing.games.len(), 40);
        let done = log.finish().unwrap();
        assert_eq!(Done::read(&path).unwrap(), Some(done.clone()));
        (fs::read_to_string(&path).unwrap(), done)
    };
    let in_order = finish("order", &|path| {
        let (log, _) = GameLog::open(path, job()).unwrap();
        records.iter().for_each(|record| log.append(record).unwrap());
    });
    let backwards = finish("backwards", &|path| {
        let (log, _) = GameLog::open(path, job()).unwrap();
        records.iter().rev().for_each(|record| log.append(record).unwrap());
    });
    let threads = finish("threads", &|path| {
        let (log, _) = GameLog::open(path, job()).unwrap();
        let log = &log;
        thread::scope(|scope| {
            for part in records.chunks(10) {
                scope.spawn(move || part.iter().rev().for_each(|game| log.append(game).unwrap()));
            }
        });
    });
    let interrupted = finish("interrupted", &|path| {
        for part in records.chunks(7).rev() {
            let (log, _) = GameLog::open(path, job()).unwrap();
            part.iter().for_each(|game| log.append(game).unwrap());
            drop(log);
            let torn = fs::read_to_string(path).unwrap() + "{\"format\":1,\"eng";
            fs::write(path, torn).unwrap();
        }
    });
    assert_eq!(in_order.0, lines(&records).concat());
    assert_eq!(in_order, backwards);
    assert_eq!(in_order, threads);
    assert_eq!(in_order, interrupted);
    assert_eq!(in_order.1.plies, records.iter().map(|game| game.plies.len() as u64).sum::<u64>());
}

#[test]
fn a_finished_log_is_known_and_may_be_extended() {
    let records = games(3);
    let folder = tempdir().unwrap();
    let path = crate::common::finish_games(folder.path(), &records[1..]);
    let bytes = fs::read(&path).unwrap();
    let (log, existing) = GameLog::open(&path, job()).unwrap();
    assert!(existing.finished);
    assert_eq!(log.finish().unwrap().games, 2);
    assert_eq!(fs::read(&path).unwrap(), bytes);

    let (log, _) = GameLog::open(&path, job()).unwrap();
    log.append(&records[0]).unwrap();
    assert_eq!(Done::read(&path).unwrap(), None, "it has grown");
    assert_eq!(log.finish().unwrap().games, 3);
    assert_eq!(fs::read_to_string(&path).unwrap(), lines(&records).concat());
}

#[test]
fn a_finished_log_that_was_changed_is_not_continued() {
    let folder = tempdir().unwrap();
    let path = crate::common::finish_games(folder.path(), &games(2));
    fs::write(&path, lines(&games(1)).concat()).unwrap();
    let error = GameLog::open(&path, job()).unwrap_err();
    assert!(matches!(error, StoreError::Done(DoneError::Changed { .. })), "{error}");
    assert!(error.to_string().contains("verify --repair"), "{error}");
    fs::remove_file(folder.path().join("games.done.json")).unwrap();
    let error = GameLog::open(&path, job()).unwrap_err();
    assert!(matches!(error, StoreError::Done(DoneError::Gone { .. })), "{error}");
}

#[test]
fn a_finished_log_does_not_pass_for_one_of_a_killed_job() {
    let folder = tempdir().unwrap();
    let path = crate::common::finish_games(folder.path(), &games(3));
    let done = folder.path().join("games.done.json");
    let (good, said) = (fs::read(&path).unwrap(), fs::read(&done).unwrap());
    fs::remove_file(&done).unwrap();
    // Readers cannot know whether all games are there.
    let told = read_games(&path).next().unwrap().unwrap_err();
    assert!(is_damage(&told) && told.to_string().contains("done.json` is gone"), "{told}");
    // Who goes on looks, and writes it again.
    let (log, existing) = GameLog::open(&path, job()).unwrap();
    assert!(existing.finished && existing.restored && existing.games.len() == 3);
    assert_eq!(fs::read(&done).unwrap(), said);
    drop(log);
    assert!(read_games(&path).all(|game| game.is_ok()));
    // A game less is no log of a killed job.
    fs::remove_file(&done).unwrap();
    fs::write(&path, lines(&games(2)).concat()).unwrap();
    let error = GameLog::open(&path, job()).unwrap_err();
    assert!(matches!(error, StoreError::Done(DoneError::Gone { .. })), "{error}");
    assert!(error.to_string().contains("verify --repair") && !done.exists(), "{error}");
    // Who has deleted all of it wants it anew.
    fs::remove_file(&path).unwrap();
    let (log, existing) = GameLog::open(&path, job()).unwrap();
    assert!(existing.games.is_empty() && !existing.finished);
    games(3).iter().for_each(|game| log.append(game).unwrap());
    log.finish().unwrap();
    assert_eq!((fs::read(&path).unwrap(), fs::read(&done).unwrap()), (good, said));
}

#[test]
fn a_log_of_the_older_format_goes_on_in_it() {
    let older = |record| GameRecord { format: 1, ..record };
    let records: Vec<_> = games(3).into_iter().map(older).collect();
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    fs::write(&path, &lines(&records)[0]).unwrap();
    let (log, _) = GameLog::open(&path, job()).unwrap();
    games(3)[1..].iter().for_each(|game| log.append(game).unwrap());
    assert_eq!(log.finish().unwrap().format, 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), lines(&records).concat());
}

#[test]
fn a_line_that_has_changed_in_an_unfinished_log_is_not_believed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    let mut records = games(6);
    let good = lines(&records);
    // Another number of a search, in a game that replays all the same.
    let searched = |record: &mut GameRecord| {
        let visits = record.plies.iter_mut().find_map(|ply| ply.visits.first_mut());
        visits.map(|(_, visits)| *visits += 1).is_some()
    };
    let at = records.iter_mut().position(searched).expect("one was searched");
    let other = lines(&records).remove(at);
    let (start, _) = other.split_once(",\"check\"").unwrap();
    let (_, end) = good[at].split_once(",\"check\"").unwrap();
    let mut changed = good.clone();
    changed[at] = format!("{start},\"check\"{end}");
    fs::write(&path, changed.concat()).unwrap();
    let error = GameLog::open(&path, job()).unwrap_err();
    assert!(matches!(&error, StoreError::Read(read) if is_damage(read)), "{error}");
    let told = format!("games.jsonl:{}: the line has changed since it was written", at + 1);
    assert!(error.to_string().contains(&told), "{error}");
    assert!(error.to_string().contains("verify --repair"), "{error}");
}
