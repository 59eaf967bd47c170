//! Matches and ratings from the command line: the same for any number of threads, continued where they
//! were left, and against other programs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

const PROGRAM: &str = env!("CARGO_BIN_EXE_imperial");

/// Runs the program in its own folder, so that it is `./imperial` wherever it lies.
fn imperial(arguments: &[&str]) -> Output {
    let folder = Path::new(PROGRAM).parent().expect("a folder");
    Command::new(PROGRAM).args(arguments).current_dir(folder).output().expect("the program starts")
}

/// What a command prints, which must succeed.
fn printed(arguments: &[&str]) -> String {
    let Output { status, stdout, stderr } = imperial(arguments);
    assert!(status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&stderr));
    String::from_utf8(stdout).expect("text")
}

/// Every game log below `root`.
fn games(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(root).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(games(&path));
        } else if path.ends_with("games.jsonl") {
            found.insert(path.display().to_string(), std::fs::read(&path).expect("a file"));
        }
    }
    found
}

fn verify(folder: &str) {
    assert!(imperial(&["verify", folder]).status.success());
}

/// Our own engine as another program: a lot decides who starts, and a process plays several games.
#[test]
#[cfg(unix)]
fn another_program_plays_the_same_games_on_any_number_of_threads() {
    let engine = "ugi[nodes=2]:./imperial ugi";
    let play = |threads: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().to_str().expect("text");
        let words =
            "match --rules imperial-contest --rules ard-ri --against random --seed 2 --pairs 3";
        let mut command: Vec<&str> = words.split(' ').collect();
        command.extend(["--agent", engine, "--threads", threads, "--out", out]);
        let text = printed(&command);
        verify(out);
        (text, games(folder.path()).into_values().collect::<Vec<_>>())
    };
    let (text, games) = play("1");
    assert!(
        text.contains(&format!("Results of {engine} vs random under imperial-contest")),
        "{text}"
    );
    assert_eq!(games.len(), 2);
    let log = String::from_utf8_lossy(&games[1]);
    let name = concat!("ugi:imperial ", env!("CARGO_PKG_VERSION"), " (nodes 2)");
    assert!(log.contains(name), "{log}");
    assert!(log.contains(r#""first":"defenders""#) && log.contains(r#""first":"attackers""#));
    assert_eq!(play("3"), (text, games));
}

#[test]
fn a_test_ends_early_at_the_same_pair_for_any_number_of_threads_and_after_a_break() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |name: &str, more: &[&str]| {
        let out = folder.path().join(name).display().to_string();
        let words =
            "match --rules tic-tac-toe --agent rollouts:32 --against random --random-plies 1";
        let command: Vec<&str> = words.split(' ').chain(["--out", &out]).collect();
        printed(&[&command, more].concat())
    };
    let test = ["--sprt", "elo0=0,elo1=100"];
    let text = play("one", &[&test[..], &["--threads", "1"]].concat());
    assert!(text.contains("H1 was accepted"), "{text}");
    assert!(text.contains("Pairs: 32\n") || text.contains("Pairs: 64\n"), "{text}");
    assert_eq!(play("three", &[&test[..], &["--threads", "3"]].concat()), text);
    play("continued", &["--pairs", "10"]);
    assert_eq!(play("continued", &test), text);
    // What was played beyond the end of the test does not count.
    play("beyond", &["--pairs", "100"]);
    assert_eq!(play("beyond", &test), text);
}

#[test]
fn a_pool_is_rated_alike_on_any_number_of_threads_and_may_grow() {
    let folder = tempfile::tempdir().expect("a folder");
    let rate = |name: &str, agents: &[&str], threads: &str| {
        let out = folder.path().join(name);
        let shown = out.display().to_string();
        let mut command = vec!["rate", "--rules", "tic-tac-toe", "--random-plies", "1"];
        command.extend(["--pairs", "20", "--threads", threads, "--out", &shown]);
        agents.iter().for_each(|agent| command.extend(["--agent", agent]));
        let text = printed(&command);
        verify(&shown);
        let csv = std::fs::read_to_string(out.join("ratings.csv")).expect("a table");
        (text, csv)
    };
    let pool = ["random", "rollouts:8", "rollouts:64"];
    let (text, csv) = rate("one", &pool, "1");
    assert!(text.starts_with("120 games") && text.contains("random is 0"), "{text}");
    assert!(text.contains("mean side advantage of the pool"), "{text}");
    let (_, own) = text.split_once("attackers' side between two copies\n").expect("a table");
    let agents = own.lines().map(|line| line.split_whitespace().nth(1));
    assert_eq!(agents.collect::<Vec<_>>(), ["rollouts:64", "rollouts:8", "random"].map(Some));
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|row| row.split(',').collect()).collect();
    assert_eq!(rows[0][..4], ["random", "random", "3", "0.00"]);
    assert_eq!(rows[2][0], "rollouts:64");
    let rating = |row: &[&str]| row[3].parse::<f64>().expect("a number");
    assert!(rating(&rows[1]) > 100.0, "{csv}");
    assert!(!csv.to_lowercase().contains("nan") && !csv.contains("inf"), "{csv}");

    rate("two", &pool[..2], "2");
    let before = games(&folder.path().join("two"));
    assert_eq!(rate("two", &pool, "3"), (text, csv), "grown");
    let after = games(&folder.path().join("two"));
    assert!(before.iter().all(|(path, log)| after[path] == *log));
}

/// An engine that always plays `a1`.
#[cfg(unix)]
fn engine(folder: &Path, name: &str) -> String {
    let script = folder.join(name);
    let text = "while read -r line; do case $line in\n\
                ugi) echo ugiok ;; isready) echo readyok ;; go*) echo bestmove a1 ;; quit) exit ;;\n\
                esac; done\n";
    std::fs::write(&script, text).expect("written");
    format!("ugi:sh {}", script.display())
}

#[test]
#[cfg(unix)]
fn a_program_that_plays_a_wrong_move_stops_the_match() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = engine(folder.path(), "engine.sh");
    let match_ = ["match", "--rules", "tic-tac-toe", "--agent", &engine, "--against", "random"];
    let output = imperial(&[&match_[..], &["--pairs", "20", "--random-plies", "1"]].concat());
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    for part in ["play stops at `position startpos moves ", &engine, "`a1` is not a legal move"] {
        assert!(told.contains(part), "{told}");
    }
}

#[test]
#[cfg(unix)]
fn two_programs_of_one_name_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, other) = (engine(folder.path(), "one.sh"), engine(folder.path(), "other.sh"));
    let match_ = ["match", "--rules", "tic-tac-toe", "--agent", &one, "--against", &other];
    let output = imperial(&match_);
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && told.contains("would both be called"), "{told}");
}

/// One rule set of each kind, by our own engine at the other end; each move is checked by both.
#[test]
#[cfg(unix)]
fn an_engine_of_opentafl_plays_whole_games_of_several_rule_sets() {
    let plain = "otep[movetime=20]:./imperial opentafl engine --agent random";
    let ours =
        "otep[movetime=20,extensions=on]:./imperial opentafl engine --agent alphabeta:depth=1";
    // Engines wait most of the time, so they play side by side.
    std::thread::scope(|scope| {
        for (rules, engine) in [
            ("brandubh", plain),
            ("tablut-linnaeus", plain),
            ("copenhagen", plain),
            ("imperial-contest", ours),
            ("copenhagen", ours),
        ] {
            scope.spawn(move || plays_whole_games(rules, engine));
        }
    });
}

#[cfg(unix)]
fn plays_whole_games(rules: &str, engine: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let command = ["match", "--rules", rules, "--agent", engine, "--against", "random"];
    let more = ["--pairs", "2", "--random-plies", "3", "--out", out];
    let text = printed(&[&command[..], &more].concat());
    assert!(text.contains("Games: 4"), "{rules}: {text}");
    verify(out);
    let log = games(folder.path()).into_values().collect::<Vec<_>>().concat();
    let log = String::from_utf8_lossy(&log).into_owned();
    assert!(log.contains("otep:imperial (movetime 20"), "{log}");
}

/// Both players are engines of OpenTafl's protocol, and the game is printed as OpenTafl writes games.
#[test]
#[cfg(unix)]
fn a_host_prints_the_game_of_two_engines() {
    let folder = tempfile::tempdir().expect("a folder");
    let engine = "otep[movetime=20,extensions=on]:./imperial opentafl engine --agent rollouts:2";
    let host = ["opentafl", "host", "--rules", "imperial-contest", "--seed", "3"];
    let text = printed(&[&host[..], &["--attackers", engine, "--defenders", engine]].concat());
    let file = folder.path().join("game.otg");
    std::fs::write(&file, &text).expect("written");
    let (file, out) = (file.display().to_string(), folder.path().join("out").display().to_string());
    printed(&["import", &file, "--out", &out]);
    verify(&out);
}

#[test]
fn rules_that_opentafl_cannot_say_are_refused_before_any_game() {
    let engine = "otep:./imperial opentafl engine";
    let match_ = ["match", "--rules", "imperial-contest", "--agent", engine, "--against", "random"];
    let output = imperial(&match_);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    for part in ["captures = one", "capture_optional = true", "otep[extensions=on]:COMMAND"] {
        assert!(told.contains(part), "{told}");
    }
}

/// An engine that only thinks does not outlive a program that is killed.
#[test]
#[cfg(target_os = "linux")]
fn engines_end_with_the_program() {
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().expect("a folder");
    let [script, pid] = ["engine.sh", "pid"].map(|name| folder.path().join(name));
    std::fs::write(&script, "echo $$ > $1\nexec sleep 60\n").expect("written");
    let engine = format!("otep:sh {} {}", script.display(), pid.display());
    let command = ["match", "--rules", "brandubh", "--agent", &engine, "--against", "random"];
    let mut program = Command::new(PROGRAM).args(command).spawn().expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(20);
    let pid = loop {
        let text = std::fs::read_to_string(&pid).unwrap_or_default();
        if text.ends_with('\n') {
            break text.trim().to_owned();
        }
        assert!(Instant::now() < deadline, "the engine is not started");
        std::thread::sleep(Duration::from_millis(20));
    };
    program.kill().expect("it runs");
    program.wait().expect("it ends");
    let status = Path::new("/proc").join(pid).join("stat");
    // Nobody may be there to bury it.
    let runs = || std::fs::read_to_string(&status).is_ok_and(|text| !text.contains(") Z "));
    while runs() {
        assert!(Instant::now() < deadline, "the engine still runs");
        std::thread::sleep(Duration::from_millis(20));
    }
}
