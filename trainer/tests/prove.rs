//! Proofs from the command line: many openings, continued, and as part of a report.

mod common;

use std::path::Path;

use serde_json::Value;

use common::{imperial, path, printed};

fn table(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("proofs.csv")).expect("a table")
}

#[test]
fn openings_are_asked_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let [one, two] = ["one", "two"].map(|name| folder.path().join(name));
    let prove = |out: &Path, threads: &str, count: &str, more: &[&str]| {
        let fixed = ["prove", "--rules", "tic-tac-toe,fox-and-hounds", "--random-plies", "3"];
        let rest =
            ["--nodes", "20000", "--openings", count, "--threads", threads, "--out", path(out)];
        imperial(&[&fixed, &rest[..], more].concat())
    };
    let all = prove(&one, "2", "12", &["--json"]);
    assert!(all.status.success(), "{}", String::from_utf8_lossy(&all.stderr));
    // Neither threads nor a break between matter.
    assert!(prove(&two, "1", "5", &[]).status.success());
    let again = prove(&two, "1", "12", &["--json"]);
    assert_eq!(all.stdout, again.stdout);
    assert_eq!(table(&one), table(&two));

    let found: Value = serde_json::from_slice(&all.stdout).expect("JSON");
    let share = &found["rules"][0];
    assert_eq!((&share["rules"], &share["openings"]), (&"tic-tac-toe".into(), &12.into()));
    let proven = |side: &str| share["proven"][side].as_u64().expect("a number");
    assert!(proven("attackers") > 0 && proven("attackers") + proven("defenders") <= 12);
    let rows = table(&one);
    let rows_of = |name: &str| rows.lines().filter(|row| row.contains(name)).count() as u64;
    assert_eq!(rows_of("tic-tac-toe"), 12);
    assert_eq!(rows.lines().count(), 25);

    let other = prove(&two, "1", "12", &["--seed", "7"]);
    assert_eq!(other.status.code(), Some(2));
    let told = String::from_utf8_lossy(&other.stderr);
    assert!(told.contains("proved of other openings of fox-and-hounds"), "{told}");
    assert_eq!(table(&one), table(&two), "nothing is lost");
}

#[test]
fn a_report_says_what_is_proven() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = path(folder.path());
    let balance = || {
        printed(&[
            "balance",
            "tic-tac-toe",
            "--agents",
            "random",
            "--games",
            "60",
            "--random-plies",
            "3",
            "--sampled-plies",
            "0",
            "--prove",
            "50000",
            "--out",
            out,
        ])
    };
    let text = balance();
    let report = std::fs::read_to_string(folder.path().join("report/balance.json"));
    let report: Value = serde_json::from_str(&report.expect("a report")).expect("JSON");
    let proven = &report["proven"][0];
    let number = |at: &str| proven.pointer(at).and_then(Value::as_u64).expect(at);
    let [openings, attackers, defenders] =
        ["/openings", "/proven/attackers", "/proven/defenders"].map(number);
    assert!(openings <= 60 && attackers > 0 && attackers + defenders < openings, "{proven}");
    let words = format!("of {openings} openings {attackers} proven for the attackers");
    let flat = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(flat.contains(&words), "{text}");
    let page = std::fs::read_to_string(folder.path().join("report/index.html")).expect("a page");
    assert!(page.contains(&words) && page.contains("What is proven"));
    let csv = std::fs::read_to_string(folder.path().join("report/proofs.csv")).expect("a table");
    assert!(csv.lines().nth(1).is_some_and(|row| {
        row == format!("tic-tac-toe,random,50000,{openings},{attackers},{defenders}")
    }));
    assert_eq!(balance(), text, "nothing is asked again, and nothing changes");
}
