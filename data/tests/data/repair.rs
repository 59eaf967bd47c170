//! Healing: what is good stays, what is not is set aside, and the job can go on.

use std::fs;
use std::path::Path;

use imperial_data::{
    Done, GameLog, GameRecord, Healed, Lock, StoreError, read_games, repair_folder, verify_folder,
    write_atomically,
};
use imperial_engine::catalog;
use tempfile::tempdir;

use crate::common::{SMALL, finish_games, games, job, lines, write_games};

fn is_good(root: &Path) -> bool {
    verify_folder(root, &mut |_, _| ()).is_ok()
}

/// Plays what is missing, as the job does when it is repeated.
fn go_on(path: &Path, count: u64) -> Result<Done, StoreError> {
    let (log, existing) = GameLog::open(path, job()).unwrap();
    for record in games(count).iter().filter(|record| !existing.games.contains(&record.game)) {
        log.append(record).unwrap();
    }
    log.finish()
}

#[test]
fn any_flipped_byte_of_a_finished_file_can_be_healed_to_the_same_bytes() {
    let root = tempdir().unwrap();
    let path = finish_games(root.path(), &games(3));
    let good = fs::read(&path).unwrap();
    for at in (0..good.len()).step_by(7) {
        let mut bad = good.clone();
        bad[at] ^= 4;
        fs::write(&path, bad).unwrap();
        let healed = repair_folder(root.path()).unwrap();
        assert!(matches!(healed[..], [Healed::Reopened { .. }]), "byte {at}: {healed:?}");
        assert!(is_good(root.path()), "byte {at}");
        // The rules do not show a damaged number of the search, but the checksum of the line does.
        go_on(&path, 3).unwrap_or_else(|error| panic!("byte {at}: {error}"));
        assert_eq!(fs::read(&path).unwrap(), good, "byte {at}");
        assert!(!root.path().join("games.promise.json").exists());
    }
}

/// Lines of the older format have no checksum.
#[test]
fn a_damaged_number_of_an_older_file_is_found_by_the_hash_of_all() {
    let root = tempdir().unwrap();
    let path = root.path().join("games.jsonl");
    let mut records: Vec<_> =
        games(3).into_iter().map(|game| GameRecord { format: 1, ..game }).collect();
    fs::write(&path, &lines(&records)[0]).unwrap();
    go_on(&path, 3).unwrap();
    let good = fs::read(&path).unwrap();
    let first = lines(&records)[0].len();
    let mut plies = records.iter_mut().flat_map(|record| &mut record.plies);
    plies.find(|ply| ply.value.is_some()).expect("a search").value = Some(0.125);
    fs::write(&path, lines(&records).concat()).unwrap();
    assert_eq!(repair_folder(root.path()).unwrap().len(), 1);
    let told = go_on(&path, 3).unwrap_err().to_string();
    assert!(told.contains("delete this file and `games.promise.json` beside it"), "{told}");
    // A line that is gone is written again as it was.
    fs::write(&path, &good[..first]).unwrap();
    go_on(&path, 3).unwrap();
    assert_eq!(fs::read(&path).unwrap(), good);
}

#[test]
fn games_of_a_format_that_nobody_knows_stay_where_they_are() {
    let root = tempdir().unwrap();
    let path = root.path().join("games.jsonl");
    let later = GameRecord { format: 3, ..games(1).remove(0) };
    fs::write(&path, later.to_line().unwrap()).unwrap();
    assert_eq!(repair_folder(root.path()).unwrap(), []);
}

#[test]
fn what_was_said_of_finished_games_is_said_again_if_it_is_so() {
    let root = tempdir().unwrap();
    let path = finish_games(root.path(), &games(3));
    let done = root.path().join("games.done.json");
    let (good, said) = (fs::read(&path).unwrap(), fs::read(&done).unwrap());
    fs::remove_file(&done).unwrap();
    let found = verify_folder(root.path(), &mut |_, _| ());
    let told = found.problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(found.problems.len() == 1 && told.contains("done.json` is gone"), "{told}");
    assert!(found.problems[0].kind.can_be_repaired());
    assert_eq!(repair_folder(root.path()).unwrap(), [Healed::Restored(done.clone())]);
    assert_eq!(fs::read(&done).unwrap(), said);
    // A game less: the job goes on.
    fs::remove_file(&done).unwrap();
    fs::write(&path, lines(&games(2)).concat()).unwrap();
    let healed = repair_folder(root.path()).unwrap();
    assert!(matches!(healed[..], [Healed::Reopened { kept: 2, moved: 0, .. }]), "{healed:?}");
    go_on(&path, 3).unwrap();
    assert_eq!((fs::read(&path).unwrap(), fs::read(&done).unwrap()), (good, said));
}

/// A manifest above may have been written by somebody who joined folders.
#[test]
fn the_nearest_manifest_knows_that_a_job_is_open_again() {
    let root = tempdir().unwrap();
    let path = finish_games(&root.path().join("job"), &games(3));
    let good = fs::read(&path).unwrap();
    let lock = Lock::of_folder(root.path()).unwrap();
    let done = path.with_file_name("games.done.json");
    write_atomically(&done, &fs::read(&done).unwrap()).unwrap();
    drop(lock);
    fs::write(&path, lines(&games(2)).concat()).unwrap();
    assert_eq!(repair_folder(root.path()).unwrap().len(), 1);
    let report = verify_folder(root.path(), &mut |_, _| ());
    assert!(report.is_ok() && !report.files[0].finished, "{report:?}");
    go_on(&path, 3).unwrap();
    assert_eq!(fs::read(&path).unwrap(), good);
    assert!(is_good(root.path()));
}

#[test]
fn what_is_whole_is_not_touched() {
    let root = tempdir().unwrap();
    finish_games(&root.path().join("a"), &games(2));
    let open = write_games(&root.path().join("b"), &games(2));
    fs::write(&open, fs::read_to_string(&open).unwrap() + "{\"format\"").unwrap();
    let before = fs::read(&open).unwrap();
    assert_eq!(repair_folder(root.path()).unwrap(), []);
    assert_eq!(fs::read(&open).unwrap(), before);
}

#[test]
fn damaged_lines_of_an_open_file_are_kept_aside() {
    let root = tempdir().unwrap();
    let path = write_games(root.path(), &games(4));
    let mut text = lines(&games(4));
    text[1] = text[1].replacen("\"move\":\"", "\"move\":\"z", 1);
    text.push(text[0].clone());
    fs::write(&path, text.concat()).unwrap();
    let healed = repair_folder(root.path()).unwrap();
    let aside = root.path().join("games.damaged.jsonl");
    let expected =
        Healed::Reopened { games: path.clone(), kept: 3, moved: 2, aside: aside.clone() };
    assert_eq!(healed, [expected]);
    assert_eq!(fs::read_to_string(&aside).unwrap(), text[1].clone() + &text[0]);
    go_on(&path, 4).unwrap();
    assert!(is_good(root.path()));
}

#[test]
fn lost_games_and_unclear_promises_open_the_job_again() {
    let root = tempdir().unwrap();
    let path = finish_games(root.path(), &games(3));
    let good = fs::read(&path).unwrap();
    fs::write(&path, lines(&games(1)).concat()).unwrap();
    assert_eq!(repair_folder(root.path()).unwrap().len(), 1);
    go_on(&path, 3).unwrap();
    assert_eq!(fs::read(&path).unwrap(), good);
    fs::write(root.path().join("games.done.json"), "{").unwrap();
    assert_eq!(repair_folder(root.path()).unwrap().len(), 1);
    go_on(&path, 3).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(repair_folder(root.path()).unwrap().len(), 1);
    go_on(&path, 3).unwrap();
    assert_eq!(fs::read(&path).unwrap(), good);
}

#[test]
fn kept_rules_that_the_program_has_are_written_anew() {
    let root = tempdir().unwrap();
    finish_games(root.path(), &games(2));
    let rules = root.path().join(format!("rules/{SMALL}.toml"));
    fs::create_dir(root.path().join("rules")).unwrap();
    let text = catalog::text(SMALL).unwrap();
    for damaged in ["", "nonsense", &text.replacen('a', "b", 1), &format!("{text}\n")] {
        fs::write(&rules, damaged).unwrap();
        assert_eq!(repair_folder(root.path()).unwrap(), [Healed::Restored(rules.clone())]);
        assert_eq!(fs::read_to_string(&rules).unwrap(), text);
    }
    assert!(is_good(root.path()));
}

#[test]
fn games_are_not_learned_from_until_they_are_what_they_were() {
    let root = tempdir().unwrap();
    let path = finish_games(root.path(), &games(3));
    let good = fs::read(&path).unwrap();
    fs::write(&path, lines(&games(2)).concat()).unwrap();
    repair_folder(root.path()).unwrap();
    let told = read_games(&path).next().unwrap().unwrap_err().to_string();
    assert!(told.contains("games are missing: it had 3 before it was healed"), "{told}");
    // A job that plays in batches finishes some before all are there again.
    go_on(&path, 2).unwrap();
    go_on(&path, 3).unwrap();
    assert_eq!(fs::read(&path).unwrap(), good);
    assert!(read_games(&path).all(|game| game.is_ok()));
    // One that was made longer begins with what it was.
    fs::write(&path, lines(&games(2)).concat()).unwrap();
    repair_folder(root.path()).unwrap();
    go_on(&path, 5).unwrap();
    assert!(fs::read(&path).unwrap().starts_with(&good));
    assert!(!root.path().join("games.promise.json").exists());
}

#[test]
fn what_is_said_of_finished_games_may_be_damaged_itself() {
    let root = tempdir().unwrap();
    let path = finish_games(root.path(), &games(3));
    let done = root.path().join("games.done.json");
    let (good, said) = (fs::read(&path).unwrap(), fs::read_to_string(&done).unwrap());
    let no_text = |text: &str| {
        let mut bytes = text.as_bytes().to_owned();
        bytes[20] ^= 0x80;
        bytes
    };
    let other = |before, after| said.replacen(before, after, 1).into_bytes();
    for after in [
        other("\"games\": 3", "\"games\": 2"),
        other("\"sha256\": \"", "\"sha256\": \"0"),
        no_text(&said),
    ] {
        fs::write(&done, &after).unwrap();
        let error = GameLog::open(&path, job()).unwrap_err();
        assert!(error.to_string().contains("verify --repair"), "{error}");
        repair_folder(root.path()).unwrap();
        go_on(&path, 3).unwrap();
        assert_eq!(fs::read_to_string(&done).unwrap(), said);
        assert_eq!(fs::read(&path).unwrap(), good);
    }
}
