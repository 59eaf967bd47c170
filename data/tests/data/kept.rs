//! What a lock looks at: files that have changed, parts of killed writers, a manifest that is gone.

use std::fs;
use std::path::Path;

use imperial_data::{
    Damaged, GameLog, Lock, LockError, is_damage, verify_folder, write_atomically,
};
use tempfile::tempdir;

use crate::common::{games, job};

/// A process that does not run: no system has so many.
const NOBODY: u32 = 4_000_000_000;

/// What a process of this machine calls the part of a file.
#[cfg(target_os = "linux")]
fn name_of_part(file: &str, writer: u32) -> String {
    let folder = tempdir().unwrap();
    let _new = imperial_data::NewFile::create(&folder.path().join(file)).unwrap();
    let entry = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap();
    let name = entry.file_name().into_string().unwrap();
    let end = |writer: u32| format!("-{writer}.part");
    name.strip_suffix(&end(std::process::id())).unwrap().to_owned() + &end(writer)
}

fn written(root: &Path) {
    let _lock = Lock::of_folder(root).unwrap();
    write_atomically(&root.join("metrics.csv"), b"seed,games\n1,20\n").unwrap();
    write_atomically(&root.join("metrics.csv"), b"seed,games\n1,40\n").unwrap();
}

#[test]
fn a_file_that_has_changed_is_not_gone_on_with() {
    let root = tempdir().unwrap();
    written(root.path());
    let file = root.path().join("metrics.csv");
    let good = fs::read(&file).unwrap();
    // It is a table still.
    fs::write(&file, b"seed,games\n1,60\n").unwrap();
    let error = Lock::of_folder(root.path()).unwrap_err();
    let told = error.to_string();
    assert!(matches!(error, LockError::Damaged(ref damaged) if is_damage(damaged)), "{told}");
    assert!(told.contains("metrics.csv` is damaged; restore it from a copy, or delete"), "{told}");
    fs::write(&file, good).unwrap();
    drop(Lock::of_folder(root.path()).unwrap());
    // Whoever needs it says so.
    fs::remove_file(&file).unwrap();
    drop(Lock::of_folder(root.path()).unwrap());
}

/// An error may be shown when somebody has mended the file.
#[test]
fn what_is_told_of_a_file_does_not_change_with_it() {
    let root = tempdir().unwrap();
    let file = root.path().join("metrics.csv");
    let gone = Damaged::new(&file, Damaged::FROM_A_COPY);
    fs::write(&file, "").unwrap();
    let damaged = Damaged::new(&file, Damaged::FROM_A_COPY);
    assert!(gone.to_string().ends_with("metrics.csv` is gone; restore it from a copy"));
    fs::remove_file(&file).unwrap();
    assert!(damaged.to_string().ends_with("metrics.csv` is damaged; restore it from a copy"));
}

#[test]
#[cfg(target_os = "linux")]
fn parts_of_killed_writers_are_swept_and_the_old_file_counts() {
    let root = tempdir().unwrap();
    written(root.path());
    let part = |folder: &str, name: &str| {
        let folder = root.path().join(folder);
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        fs::write(&path, "half").unwrap();
        path
    };
    let [nobodys, own] =
        [NOBODY, std::process::id()].map(|writer| name_of_part("metrics.csv", writer));
    // The writer was killed before it gave the new file its name.
    fs::write(root.path().join("metrics.csv"), b"seed,games\n1,20\n").unwrap();
    let [left, below] = ["", "networks"].map(|folder| part(folder, &nobodys));
    let [at_work, locked] = [part("", &own), part("another", &nobodys)];
    fs::write(locked.with_file_name("games.lock"), "").unwrap();
    // Another machine may write there, whose processes are not known here.
    let elsewhere =
        [format!(".metrics.csv.0-{NOBODY}.part"), format!(".metrics.csv.{NOBODY}.part")];
    let elsewhere = elsewhere.map(|name| part("", &name));
    drop(Lock::of_folder(root.path()).unwrap());
    assert!(!left.exists() && !below.exists());
    assert!(at_work.exists() && locked.exists());
    assert!(elsewhere.iter().all(|path| path.exists()));
    elsewhere.iter().chain([&at_work]).for_each(|path| fs::remove_file(path).unwrap());
    let report = verify_folder(root.path(), &mut |_, _| ());
    assert!(report.is_ok() && report.pending.is_empty(), "{report:?}");
    drop(Lock::of_folder(root.path()).unwrap());
}

/// The rules of a generation lie below its log, whose lock keeps others away.
#[test]
#[cfg(target_os = "linux")]
fn what_lies_below_a_log_is_swept_with_it() {
    let root = tempdir().unwrap();
    let folder = root.path().join("0001");
    fs::create_dir_all(folder.join("rules")).unwrap();
    let open = || GameLog::open(&folder.join("games.jsonl"), job()).unwrap();
    drop(open());
    let left = folder.join("rules").join(name_of_part("mixed.toml", NOBODY));
    fs::write(&left, "half").unwrap();
    drop(Lock::of_folder(root.path()).unwrap());
    assert!(left.exists(), "the log has a lock of its own");
    drop(open());
    assert!(!left.exists());
}

#[test]
fn a_manifest_that_is_gone_is_missed() {
    let root = tempdir().unwrap();
    written(root.path());
    fs::remove_file(root.path().join("manifest.jsonl")).unwrap();
    let told = Lock::of_folder(root.path()).unwrap_err().to_string();
    assert!(told.contains("manifest.jsonl` is gone; restore it from a copy"), "{told}");
    let report = verify_folder(root.path(), &mut |_, _| ());
    assert!(report.problems[0].to_string().contains("manifest.jsonl: is gone"), "{report:?}");
    fs::remove_file(root.path().join("folder.lock")).unwrap();
    drop(Lock::of_folder(root.path()).unwrap());
}

#[test]
#[cfg(unix)]
fn a_folder_that_is_made_anew_under_a_job_is_noticed() {
    let root = tempdir().unwrap();
    let folder = root.path().join("games");
    fs::create_dir(&folder).unwrap();
    let path = folder.join("games.jsonl");
    let (log, _) = GameLog::open(&path, job()).unwrap();
    let games = games(3);
    log.append(&games[0]).unwrap();
    log.sync().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let told = log.sync().unwrap_err().to_string();
    assert!(told.contains("it was removed or replaced"), "{told}");
    assert!(log.append(&games[1]).is_err());
    // Another one with the same name is another one.
    let root = tempdir().unwrap();
    let path = root.path().join("games.jsonl");
    let (log, _) = GameLog::open(&path, job()).unwrap();
    log.append(&games[0]).unwrap();
    fs::remove_file(&path).unwrap();
    fs::write(&path, "").unwrap();
    let told = log.finish().unwrap_err().to_string();
    assert!(told.contains("it was removed or replaced"), "{told}");
}
