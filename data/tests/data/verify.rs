//! Checking a folder: everything wrong in it is found and placed.

use std::fs;
use std::path::Path;
#[cfg(target_os = "linux")]
use std::process::Command;

use imperial_data::{Problem, ProblemKind, VerifyReport, repair_folder, rules_hash, verify_folder};
use imperial_engine::catalog;
use tempfile::tempdir;

use crate::common::{SMALL, finish_games, game, games, lines, write_games};

fn verify(root: &Path) -> VerifyReport {
    verify_folder(root, &mut |_, _| ())
}

/// The problems of a folder as texts, with its path left out.
fn problems(root: &Path) -> Vec<String> {
    let prefix = format!("{}/", root.display());
    verify(root).problems.iter().map(|problem| problem.to_string().replace(&prefix, "")).collect()
}

#[test]
fn good_folders_are_counted() {
    let root = tempdir().unwrap();
    let records = games(6);
    finish_games(&root.path().join("b/deep"), &records[..4]);
    let open = write_games(&root.path().join("a"), &records[4..]);
    let torn = fs::read_to_string(&open).unwrap() + &lines(&records)[0][..30];
    fs::write(&open, torn).unwrap();
    let mut told = Vec::new();
    let report = verify_folder(root.path(), &mut |done, total| told.push((done, total)));
    assert!(report.is_ok(), "{:?}", report.problems);
    assert_eq!(report.games(), 6);
    assert_eq!(report.plies(), records.iter().map(|game| game.plies.len() as u64).sum::<u64>());
    let files: Vec<_> = report.files.iter().map(|f| (f.games, f.finished, f.torn)).collect();
    assert_eq!(files, [(2, false, true), (4, true, false)]);
    let last = *told.last().unwrap();
    assert_eq!(last.0, last.1, "the progress reaches the end");
    assert!(told.is_sorted());
}

#[test]
fn a_file_alone_can_be_checked() {
    let root = tempdir().unwrap();
    let path = finish_games(root.path(), &games(2));
    assert_eq!(verify(&path).games(), 2);
    assert!(verify(&path).is_ok());
}

#[test]
fn lies_are_placed() {
    let root = tempdir().unwrap();
    let mut records = games(4);
    records[1].plies[2].mv = "z1".into();
    (records[3].game, records[3].seed) = (0, 7);
    let path = write_games(root.path(), &records);
    let text = fs::read_to_string(&path).unwrap() + "{}\n";
    fs::write(&path, text).unwrap();
    let problems = problems(root.path());
    assert_eq!(problems.len(), 3, "{problems:#?}");
    assert!(problems[0].starts_with("games.jsonl:2: game 1, ply 3, move `z1`: not legal"));
    assert_eq!(problems[1], "games.jsonl:4: game 0 is there already, at line 1");
    assert!(problems[2].starts_with("games.jsonl:5: column"), "{}", problems[2]);
}

#[test]
fn a_finished_file_must_stay_as_it_was() {
    let root = tempdir().unwrap();
    let path = finish_games(root.path(), &games(3));
    fs::write(&path, lines(&games(2)).concat()).unwrap();
    let found = verify(root.path()).problems;
    assert!(matches!(found[0].kind, ProblemKind::Count { found: (2, _), finished: (3, _) }));
    assert!(matches!(found[1].kind, ProblemKind::Changed));
    assert_eq!(found.len(), 2);

    finish_games(&root.path().join("b"), &games(1));
    let torn = lines(&games(1))[0].clone() + "{";
    fs::write(root.path().join("b/games.jsonl"), torn).unwrap();
    let found = problems(&root.path().join("b"));
    assert_eq!(
        found[0],
        "games.jsonl:2: the last line is incomplete, its writer was stopped \
                          while writing it"
    );
    fs::write(root.path().join("b/games.done.json"), "{}").unwrap();
    let found = problems(&root.path().join("b"));
    assert!(found.iter().any(|problem| problem.contains("missing field")), "{found:?}");
    assert!(found[0].starts_with("games.done.json: has changed"), "{found:?}");
}

#[test]
fn rules_in_the_folder_come_before_the_catalogue() {
    let root = tempdir().unwrap();
    let own = catalog::text(SMALL).unwrap().to_owned() + "# our own\n";
    let mut record = game(SMALL, 0);
    record.rules_hash = rules_hash(&own);
    let folder = root.path().join("run/iteration-1");
    write_games(&folder, &[record]);
    let found = verify(root.path()).problems;
    assert!(found[0].to_string().contains("played by another `tic-tac-toe`"), "{}", found[0]);
    assert!(found[0].to_string().contains("those of the catalogue"), "{}", found[0]);

    fs::create_dir(root.path().join("run/rules")).unwrap();
    fs::write(root.path().join("run/rules/tic-tac-toe.toml"), &own).unwrap();
    assert!(verify(root.path()).is_ok());
    assert!(verify(&folder).is_ok(), "the very rules lie above the folder");
    let changed = own + "# and changed\n";
    fs::write(root.path().join("run/rules/tic-tac-toe.toml"), changed).unwrap();
    let found = problems(&folder);
    assert!(found[0].contains("those of the catalogue"), "{}", found[0]);
}

#[test]
fn rule_sets_that_cannot_be_had() {
    let root = tempdir().unwrap();
    let mut records = games(3);
    records[0].rules = "../../secret".into();
    records[1].rules = "tic-tac-toes".into();
    records[2].rules = "other".into();
    fs::create_dir(root.path().join("rules")).unwrap();
    fs::write(root.path().join("rules/other.toml"), catalog::text(SMALL).unwrap()).unwrap();
    write_games(root.path(), &records);
    let found = problems(root.path());
    assert!(found[0].contains("`../../secret` cannot be the name"), "{}", found[0]);
    assert!(found[1].contains("there is no rule set `tic-tac-toes`"), "{}", found[1]);
    assert!(found[2].contains("holds the rule set `tic-tac-toe`"), "{}", found[2]);
}

#[test]
fn checksums_of_other_files() {
    let root = tempdir().unwrap();
    fs::write(root.path().join("a.csv"), "").unwrap();
    fs::write(root.path().join("b.csv"), "changed").unwrap();
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let sums = format!("{empty}  a.csv\n{empty}  b.csv\n{empty}  ../c.csv\n{empty}  d.csv\n");
    fs::write(root.path().join("SHA256SUMS"), sums).unwrap();
    let report = verify(root.path());
    assert_eq!(report.checksums, 2);
    let kinds: Vec<_> = report.problems.iter().map(|problem| &problem.kind).collect();
    assert!(matches!(
        kinds[..],
        [ProblemKind::Checksum, ProblemKind::ChecksumLine, ProblemKind::File(_)]
    ));
}

#[test]
fn nothing_to_check_is_a_problem() {
    let root = tempdir().unwrap();
    assert!(matches!(verify(root.path()).problems[0].kind, ProblemKind::NothingHere));
    let missing = verify(&root.path().join("missing"));
    assert!(matches!(&missing.problems[..], [Problem { kind: ProblemKind::File(_), .. }]));
}

#[test]
fn a_folder_whose_writer_was_stopped_is_not_finished() {
    let root = tempdir().unwrap();
    finish_games(root.path(), &games(1));
    fs::write(root.path().join(".unfinished"), "").unwrap();
    let report = verify(root.path());
    assert!(report.is_ok());
    assert_eq!(report.begun, [root.path()]);
}

/// A folder in the place of games cannot be read, as on a disk that fails.
#[test]
fn what_cannot_be_read_is_not_called_changed() {
    let root = tempdir().unwrap();
    let path = finish_games(root.path(), &games(1));
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let seal = r#"{"shard":0,"of":2,"games":[[0,1]],"version":"0.2.0","sealed":"00"}"#;
    fs::write(root.path().join("games.shard.json"), seal).unwrap();
    let found = verify(root.path()).problems;
    assert!(found.iter().any(|problem| matches!(problem.kind, ProblemKind::File(_))), "{found:?}");
    assert!(!found.iter().any(|problem| matches!(problem.kind, ProblemKind::Changed)), "{found:?}");
    let told = repair_folder(root.path()).unwrap_err().to_string();
    assert!(told.contains("cannot read"), "{told}");
    assert!(path.is_dir() && root.path().join("games.done.json").exists());
}

/// A stranger's folder may hold links to devices, and pipes that nobody writes to.
#[test]
#[cfg(target_os = "linux")]
fn what_is_no_file_is_a_problem_and_no_wait() {
    let names = ["games.done.json", "manifest.jsonl", "SHA256SUMS", "games.shard.json"];
    for name in names {
        let root = tempdir().unwrap();
        write_games(root.path(), &games(1));
        let path = root.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        let zero = problems(root.path());
        fs::remove_file(&path).unwrap();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let pipe = problems(root.path());
        for found in [zero, pipe] {
            assert!(
                found[0].contains("it is no file, but a device or a pipe"),
                "{name}: {found:?}"
            );
        }
        // A lock looks at some of them; whoever it is, it ends.
        let _ = repair_folder(root.path());
    }
}

#[test]
fn endless_problems_are_counted_not_kept() {
    let root = tempdir().unwrap();
    fs::write(root.path().join("games.jsonl"), "no\n".repeat(1500)).unwrap();
    let report = verify(root.path());
    assert_eq!((report.problems.len(), report.more_problems), (1000, 500));
}
