//! Everything that is written, on a disk that fails at every step in every way: after the same command again, or
//! after `imperial verify --repair` and the same command, the files are those of a disk that never failed.
//!
//! Usually a part of all cases, drawn by a seed; `IMPERIAL_DEEP` draws so many times as much, 1000 tries all.

#[path = "../../data/tests/storage/failing.rs"]
mod failing;
#[path = "faults/works.rs"]
mod works;

use std::collections::BTreeMap;
use std::path::Path;

use failing::{Fault, with_fault};
use imperial_data::{find_files, repair_folder, verify_folder};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use works::{WORKS, Work};

/// Cases of each work that are tried usually.
const CASES: usize = 10;

/// How many times as much as usual is tried.
fn depth() -> usize {
    let times = std::env::var("IMPERIAL_DEEP");
    times.map_or(1, |times| times.parse().expect("IMPERIAL_DEEP is a number"))
}

/// Every file of a folder and below with its content, but for remnants, locks and what tells the time.
fn contents(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let is_result = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let of_its_time =
            ["metrics.csv", "training.html", "manifest.jsonl", "made.json"].contains(&&*name);
        // What was set aside is kept for the user.
        let aside = ["games.damaged.jsonl", "games.promise.json"].contains(&&*name);
        !(name.starts_with('.') || name.ends_with(".lock") || of_its_time || aside)
    };
    let files = find_files(root, is_result).expect("a folder").into_iter();
    let named = files.map(|path| {
        let name = path.strip_prefix(root).expect("below").display().to_string();
        (name, std::fs::read(path).expect("a file"))
    });
    named.collect()
}

/// What came of a case.
#[derive(Debug, Default)]
struct Tally {
    cases: usize,
    /// The fault was met and the command went on all the same.
    unharmed: usize,
    repeated: usize,
    repaired: usize,
    refused: usize,
}

/// Lets one step fail, then heals; gives what is wrong with what came of it.
fn try_fault(
    work: &Work,
    root: &Path,
    at: (usize, Fault),
    tally: &mut Tally,
) -> Result<(), String> {
    let (result, _) = with_fault(root, Some(at), || (work.run)(root));
    tally.cases += 1;
    match result {
        Ok(()) => tally.unharmed += 1,
        Err(error) => {
            let told = format!("{error:#}");
            if !told.contains("repeat the command") {
                return Err(format!("no way on: {told}"));
            }
        }
    }
    let Err(first) = (work.run)(root) else {
        tally.repeated += 1;
        return Ok(());
    };
    let told = format!("{first:#}");
    if told.contains("--repair") {
        repair_folder(root).map_err(|error| error.to_string())?;
        tally.repaired += 1;
        return (work.run)(root).map_err(|error| format!("after the repair: {error:#}"));
    }
    if told.contains("delete this folder") || told.contains("choose another folder") {
        tally.refused += 1;
        std::fs::remove_dir_all(root).expect("a folder");
        return (work.run)(root).map_err(|error| format!("anew: {error:#}"));
    }
    Err(format!("no way on afterwards: {told}"))
}

#[test]
fn every_step_may_fail_and_nothing_is_lost_or_silent() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut wrong = Vec::new();
    for work in &WORKS {
        let calm = folder.path().join("calm").join(work.name);
        let (done, steps) = with_fault(&calm, None, || (work.run)(&calm));
        done.expect("a disk that works");
        let expected = contents(&calm);
        let all = steps * Fault::ALL.len();
        let wanted = (CASES * depth()).min(all);
        let mut rng = ChaCha8Rng::seed_from_u64(1855);
        let mut tally = Tally::default();
        // One of each stretch, so that the cases lie all over the work.
        for number in 0..wanted {
            let stretch = number * all / wanted..(number + 1) * all / wanted;
            let case = rng.random_range(stretch);
            let at = (case / Fault::ALL.len(), Fault::ALL[case % Fault::ALL.len()]);
            let root = folder.path().join(work.name);
            let tried = try_fault(work, &root, at, &mut tally).and_then(|()| {
                let found = contents(&root);
                let report = verify_folder(&root, &mut |_, _| ());
                if let Some(problem) = report.problems.first() {
                    return Err(format!("verify: {problem}"));
                }
                let differs = |name: &&String| found.get(*name) != expected.get(*name);
                match expected.keys().chain(found.keys()).find(differs) {
                    None => Ok(()),
                    Some(name) => Err(format!("{name} differs")),
                }
            });
            if let Err(reason) = tried {
                wrong
                    .push(format!("{}, step {} of {steps}, {:?}: {reason}", work.name, at.0, at.1));
            }
            // It may be gone.
            let _ = std::fs::remove_dir_all(&root);
        }
        println!("{}: {steps} steps, {tally:?}", work.name);
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}
