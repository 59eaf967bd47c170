//! The manifest of a folder: whatever changes in a file that was written whole is found.

use std::fs;
use std::path::Path;

use imperial_data::{Lock, VerifyReport, remove, verify_folder, write_atomically};
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
