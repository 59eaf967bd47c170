//! Folders say how their games were made, and datasets are made again from that.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::learn::imperial;

/// Exit code and all that the program says.
fn told(folder: &Path, arguments: &str) -> (Option<i32>, String) {
    let Output { status, stdout, stderr } = imperial(folder, arguments);
    let text = String::from_utf8([stdout, stderr].concat()).expect("text");
    (status.code(), text)
}

fn done(folder: &Path, arguments: &str) -> String {
    let (code, text) = told(folder, arguments);
    assert_eq!(code, Some(0), "{arguments}: {text}");
    text
}

#[test]
fn datasets_of_several_jobs_and_folders_are_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (command, out) in [
        ("--rules tic-tac-toe --agent rollouts:8 --games 4", "games"),
        ("--rules connect-four --agent random --games 3", "games"),
        ("--rules tic-tac-toe --agent rollouts:8 --games 6", "games"),
        ("--rules brandubh --agent random --games 2 --seed 7", "more"),
    ] {
        done(folder, &format!("selfplay {command} --threads 1 --out {out}"));
    }
    let options = "--format csv,npz --filter in_opening=false --sample 40 --deduplicate";
    done(folder, &format!("export games more {options} --out dataset"));
    let text = done(folder, "verify --reproduce dataset");
    assert!(text.contains("ok: played again"), "{text}");
    // One folder whose jobs have numbers for names.
    fs::create_dir(folder.join("numbered")).expect("a folder");
    fs::rename(folder.join("more"), folder.join("numbered/7")).expect("moved");
    done(folder, "export numbered --format csv --out dataset-7");
    done(folder, "verify --reproduce dataset-7");
}

/// Commands of shares differ in their folders, and are one job.
#[test]
fn a_job_of_several_machines_is_played_again_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for share in 0..2 {
        let play = "selfplay --rules tic-tac-toe --agent random --games 4 --threads 1";
        done(folder, &format!("{play} --shard {share}/2 --out part{share}"));
    }
    done(folder, "merge part0 part1 --out games");
    done(folder, "export games --format csv --out dataset");
    let text = done(folder, "verify --reproduce dataset");
    assert_eq!(text.matches("playing: imperial").count(), 1, "{text}");
}

#[test]
fn networks_of_another_kernel_are_not_compared() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    done(folder, "selfplay --rules tic-tac-toe --agent random --games 2 --threads 1 --out games");
    let made = folder.join("games/made.json");
    let text = fs::read_to_string(&made).expect("made.json");
    let mut all: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    all[0]["kernel"] = "abacus".into();
    all[0]["network"] = "1a2b3c4d".into();
    fs::write(&made, all.to_string()).expect("written");
    // It knows what was written.
    fs::remove_file(folder.join("games/manifest.jsonl")).expect("removed");
    done(folder, "export games --format csv --out dataset");
    let (code, text) = told(folder, "verify --reproduce dataset");
    assert!(code == Some(1) && text.contains("by another kernel: `abacus`"), "{text}");
    assert!(!text.contains("playing:"), "{text}");
}

#[test]
fn what_is_refused_is_not_said_to_have_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let play = "selfplay --rules tic-tac-toe --games 2 --threads 1 --out s";
    done(folder, &format!("{play} --agent rollouts:2"));
    let made = || fs::read_to_string(folder.join("s/made.json")).expect("made.json");
    let before = made();
    for other in ["--agent rollouts:3", "--agent rollouts:2 --seed 7"] {
        let (code, text) = told(folder, &format!("{play} {other}"));
        assert!(code == Some(2) && text.contains("choose another folder"), "{code:?} {text}");
        assert_eq!(made(), before, "{other}");
    }
    // A report takes in all games of its folder, so nobody else plays there.
    let measure = "balance tic-tac-toe --agents random --games 4 --threads 1 --out b";
    done(folder, measure);
    let (code, text) =
        told(folder, "selfplay --rules tic-tac-toe --agent random --games 1 --out b");
    assert!(code == Some(2) && text.contains("the games of `imperial balance`"), "{text}");
    done(folder, measure);
}

#[test]
fn every_command_that_plays_says_how() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    for (command, out) in [
        ("selfplay --rules tic-tac-toe --agent random --games 1", "s"),
        ("match --rules tic-tac-toe --agent random --against rollouts:2 --pairs 1", "m"),
        ("rate --rules tic-tac-toe --agent random --agent rollouts:2 --pairs 1", "r"),
        ("balance tic-tac-toe --agents random --games 100", "b"),
    ] {
        done(folder, &format!("{command} --seed 12 --threads 1 --out {out}"));
        let text = fs::read_to_string(folder.join(out).join("made.json"));
        let all: serde_json::Value = serde_json::from_str(&text.expect("made.json")).expect("JSON");
        let [made] = &all.as_array().expect("a list")[..] else { panic!("{all}") };
        assert_eq!(made["seed"], 12);
        assert_eq!(made["version"], env!("CARGO_PKG_VERSION"));
        let command: Vec<&str> = command.split(' ').collect();
        assert_eq!(made["command"][0], command[0]);
        assert!(made["kernel"].is_string(), "{made}");
    }
}

/// The folder of one rule set lies below the one that says how its games were played.
#[test]
fn the_folder_of_one_rule_set_is_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let rules = "--rules tic-tac-toe --rules connect-four";
    done(folder, &format!("selfplay {rules} --agent random --games 3 --threads 1 --out games"));
    done(folder, "export games/tic-tac-toe --format csv --out one");
    let text = fs::read_to_string(folder.join("one/dataset.json")).expect("dataset.json");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let made = &manifest["sources"][0]["origin"]["../made.json"][0];
    assert_eq!((&made["seed"], &made["command"][0]), (&1855.into(), &"selfplay".into()), "{text}");
    done(folder, "verify --reproduce one");
    done(folder, "export games/connect-four games/tic-tac-toe --format csv --out two");
    done(folder, "verify --reproduce two");
    // What lies above is of other games.
    fs::create_dir_all(folder.join("else/rules")).expect("a folder");
    fs::copy(folder.join("games/made.json"), folder.join("else/made.json")).expect("copied");
    fs::rename(folder.join("games/tic-tac-toe"), folder.join("else/tic-tac-toe")).expect("moved");
    done(folder, "export else/tic-tac-toe --format csv --out three");
    let (code, text) = told(folder, "verify --reproduce three");
    assert!(code == Some(2) && text.contains("do not say how they were played"), "{text}");
}

/// The rule sets of a dataset are its own, whatever lies where the command found them.
#[test]
fn a_rule_set_of_ones_own_is_that_of_the_dataset() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let printed = imperial(folder, "rules brandubh --toml");
    let text = String::from_utf8(printed.stdout).expect("text");
    let text = text.replacen("name = \"brandubh\"", "name = \"of-mine\"", 1);
    fs::write(folder.join("my.toml"), &text).expect("written");
    let command = "selfplay --rules my.toml --rules tic-tac-toe --agent random --games 3";
    done(folder, &format!("{command} --threads 1 --out games"));
    done(folder, "export games --format csv --out dataset");
    fs::write(folder.join("my.toml"), text + "\n# Edited.\n").expect("written");
    done(folder, "verify --reproduce dataset");
    let elsewhere = folder.join("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    done(&elsewhere, "verify --reproduce ../dataset");
}

#[test]
fn another_network_at_the_same_place_is_noticed_before_anything_is_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    done(
        folder,
        "selfplay --rules tic-tac-toe --agent rollouts:4 --games 4 --threads 1 --out first",
    );
    for seed in [1, 2] {
        let learn = "learn first --steps 0 --blocks 1 --channels 8 --threads 1";
        done(folder, &format!("{learn} --seed {seed} --out net-{seed}"));
    }
    fs::copy(folder.join("net-1/network.net"), folder.join("mine.net")).expect("copied");
    let agent = "--agent network:2@mine.net --games 2 --threads 1";
    done(folder, &format!("selfplay --rules tic-tac-toe {agent} --out games"));
    done(folder, "export games --format csv --out dataset");
    done(folder, "verify --reproduce dataset");
    fs::copy(folder.join("net-2/network.net"), folder.join("mine.net")).expect("copied");
    let (code, text) = told(folder, "verify --reproduce dataset");
    assert!(code == Some(2) && text.contains("`mine.net` is another network now"), "{text}");
    fs::remove_file(folder.join("mine.net")).expect("removed");
    let (code, text) = told(folder, "verify --reproduce dataset");
    assert!(code == Some(2) && text.contains("`mine.net` (SHA-256 "), "{text}");
    assert!(!text.contains("playing:"), "{text}");
}
