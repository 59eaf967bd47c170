//! The manifest of a folder: whatever changes in a file that was written whole is found.

use std::fs;
use std::path::Path;

use imperial_data::{
    Lock, VerifyReport, has_lost, make_folder, remove, verify_folder, write_atomically,
};
use tempfile::tempdir;

fn verify(root: &Path) -> VerifyReport {
    verify_folder(root, &mut |_, _| ())
}

/// The problems of a folder as texts, with its path left out.
fn problems(root: &Path) -> Vec<String> {
    let prefix = format!("{}/", root.display());
    verify(root).problems.iter().map(|problem| problem.to_string().replace(&prefix, "")).collect()
}

/// A folder with two files that a locked job has written.
fn written(root: &Path) {
    let _lock = Lock::of_folder(root).unwrap();
    write_atomically(&root.join("settings.toml"), b"seed = 1\n").unwrap();
    write_atomically(&root.join("networks/0001.net"), b"old").unwrap();
    write_atomically(&root.join("networks/0001.net"), b"new").unwrap();
}

#[test]
fn any_flipped_bit_cut_or_removal_is_found() {
    let root = tempdir().unwrap();
    written(root.path());
    let report = verify(root.path());
    assert!(report.is_ok() && report.manifested == 2, "{report:?}");
    for name in ["settings.toml", "networks/0001.net"] {
        let path = root.path().join(name);
        let good = fs::read(&path).unwrap();
        for bit in 0..good.len() * 8 {
            let mut bad = good.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, bad).unwrap();
            let found = problems(root.path());
            assert!(found[0].starts_with(&format!("{name}: has changed")), "{found:?}");
        }
        for length in 0..good.len() {
            fs::write(&path, &good[..length]).unwrap();
            assert_eq!(problems(root.path()).len(), 1);
        }
        fs::remove_file(&path).unwrap();
        assert!(problems(root.path())[0].starts_with(&format!("{name}: is gone")));
        fs::write(&path, good).unwrap();
    }
    assert!(verify(root.path()).is_ok());
}

#[test]
fn an_old_version_put_back_is_found_but_not_held_against_a_killed_writer() {
    let root = tempdir().unwrap();
    written(root.path());
    fs::write(root.path().join("networks/0001.net"), "old").unwrap();
    assert!(problems(root.path())[0].contains("has changed"));
    // A writer that was killed before it gave the file its name leaves this.
    fs::write(root.path().join("networks/.0001.net.4711.part"), "new").unwrap();
    let report = verify(root.path());
    assert!(report.is_ok());
    assert_eq!(report.pending, [root.path().join("networks/0001.net")]);
}

#[test]
fn what_the_program_removes_is_not_missed() {
    let root = tempdir().unwrap();
    written(root.path());
    {
        let _lock = Lock::of_folder(root.path()).unwrap();
        remove(&root.path().join("networks")).unwrap();
    }
    let report = verify(root.path());
    assert!(report.is_ok() && report.manifested == 1, "{report:?}");
}

#[test]
fn the_innermost_folder_notes_and_nobody_without_a_lock() {
    let root = tempdir().unwrap();
    let inner = root.path().join("training");
    let _outer = Lock::of_folder(root.path()).unwrap();
    {
        let _inner = Lock::of_folder(&inner).unwrap();
        write_atomically(&inner.join("a"), b"1").unwrap();
    }
    write_atomically(&root.path().join("b"), b"2").unwrap();
    let manifest = |folder: &Path| fs::read_to_string(folder.join("manifest.jsonl")).unwrap();
    assert!(manifest(&inner).contains(r#""file":"a""#));
    assert!(!manifest(root.path()).contains(r#""file":"training/a""#));
    let free = tempdir().unwrap();
    write_atomically(&free.path().join("c"), b"3").unwrap();
    assert_eq!(fs::read_dir(free.path()).unwrap().count(), 1);
}

#[test]
fn a_cut_off_line_is_dropped_and_a_bad_one_is_named() {
    let root = tempdir().unwrap();
    written(root.path());
    let path = root.path().join("manifest.jsonl");
    let whole = fs::read_to_string(&path).unwrap();
    fs::write(&path, whole.clone() + r#"{"written":{"file":"x"#).unwrap();
    assert!(verify(root.path()).is_ok());
    drop(Lock::of_folder(root.path()).unwrap());
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    for bad in ["{}\n", "{\"removed\":{\"file\":\"../x\"}}\n", "nonsense\n"] {
        fs::write(&path, whole.clone() + bad).unwrap();
        let found = problems(root.path());
        assert!(found[0].starts_with("manifest.jsonl:4: is no line"), "{found:?}");
    }
}

#[test]
fn a_long_manifest_is_shortened_to_what_counts() {
    let root = tempdir().unwrap();
    for turn in 0..3 {
        let _lock = Lock::of_folder(root.path()).unwrap();
        for number in 0..150 {
            let text = format!("{turn} {number}");
            write_atomically(&root.path().join("metrics.csv"), text.as_bytes()).unwrap();
        }
    }
    let lines = fs::read_to_string(root.path().join("manifest.jsonl")).unwrap().lines().count();
    assert!(lines <= 152, "{lines}");
    // One that was killed while it did that leaves nothing.
    fs::write(root.path().join("manifest.part"), "half").unwrap();
    drop(Lock::of_folder(root.path()).unwrap());
    assert!(!root.path().join("manifest.part").exists());
    assert!(verify(root.path()).is_ok());
}

#[test]
fn a_manifest_that_was_cut_is_missed() {
    let root = tempdir().unwrap();
    written(root.path());
    let manifest = root.path().join("manifest.jsonl");
    let text = fs::read_to_string(&manifest).unwrap();
    for lines in 0..text.lines().count() {
        let start: String = text.split_inclusive('\n').take(lines).collect();
        fs::write(&manifest, start).unwrap();
        let found = problems(root.path());
        assert!(found[0].starts_with("manifest.jsonl: was cut or changed"), "{found:?}");
        let told = Lock::of_folder(root.path()).expect_err("it was cut").to_string();
        assert!(told.contains("is damaged; restore it") && told.contains("`.lock`"), "{told}");
    }
    fs::write(&manifest, text).unwrap();
    assert!(verify(root.path()).is_ok());
}

/// A folder in which a job has finished games in folders of their own.
fn finished(root: &Path) {
    let _lock = Lock::of_folder(root).unwrap();
    for (name, games) in [("one", "{\"games\":1}"), ("two", "{\"games\":2}")] {
        let folder = root.join(name);
        let _lock = Lock::of_folder(&folder).unwrap();
        write_atomically(&folder.join("games.done.json"), games.as_bytes()).unwrap();
        write_atomically(&folder.join("made.json"), b"{}").unwrap();
    }
}

#[test]
fn a_folder_of_games_that_is_gone_or_another_is_missed() {
    let root = tempdir().unwrap();
    finished(root.path());
    let gone = root.path().join("one");
    assert!(!has_lost(&gone));
    let away = tempdir().unwrap();
    fs::rename(&gone, away.path().join("one")).unwrap();
    assert!(has_lost(&gone));
    let is_gone = |problem: &String| problem.starts_with("one/games.done.json: is gone");
    assert!(problems(root.path()).iter().any(is_gone));
    fs::create_dir(&gone).unwrap();
    for file in ["games.done.json", "made.json", "manifest.jsonl", "folder.lock"] {
        fs::copy(root.path().join("two").join(file), gone.join(file)).unwrap();
    }
    let is_another = |problem: &String| problem.starts_with("one/games.done.json: has changed");
    assert!(problems(root.path()).iter().any(is_another), "{:?}", problems(root.path()));
    // What the program itself removes is not missed.
    fs::remove_dir_all(&gone).unwrap();
    finished(root.path());
    {
        let _lock = Lock::of_folder(root.path()).unwrap();
        remove(&gone).unwrap();
    }
    assert!(!has_lost(&gone) && !problems(root.path()).iter().any(is_gone));
}

#[test]
fn a_locked_folder_is_not_made_anew() {
    let root = tempdir().unwrap();
    let folder = root.path().join("job");
    let lock = Lock::of_folder(&folder).unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let told = write_atomically(&folder.join("networks/0001.net"), b"new").unwrap_err().to_string();
    assert!(told.contains("is gone") && !folder.exists(), "{told}");
    assert!(make_folder(&folder.join("networks")).is_err() && !folder.exists());
    drop(lock);
    write_atomically(&folder.join("networks/0001.net"), b"new").unwrap();
}

/// Whoever heals games beside a manifest that was cut does not make it true.
#[test]
fn a_cut_manifest_stays_missed_after_a_repair() {
    let root = tempdir().unwrap();
    let games = root.path().join("games.jsonl");
    {
        let _lock = Lock::of_file(&games).unwrap();
        write_atomically(&root.path().join("settings.toml"), b"seed = 1\n").unwrap();
    }
    fs::write(root.path().join("manifest.jsonl"), "").unwrap();
    fs::write(games, "no game\n").unwrap();
    imperial_data::repair_folder(root.path()).unwrap();
    let told = problems(root.path());
    assert!(told.iter().any(|problem| problem.starts_with("manifest.jsonl: was cut")), "{told:?}");
}
