//! The command line by example: `cli/*.trycmd` holds commands with what they print.
//!
//! After a deliberate change: `TRYCMD=overwrite cargo test -p imperial --test cli`, then read the
//! difference.

#[path = "cli/kept_games.rs"]
mod kept_games;
#[path = "cli/own_rules.rs"]
mod own_rules;

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn examples() {
    trycmd::TestCases::new().case("tests/cli/*.trycmd").run();
}

/// `imperial rules | head -1`: a reader who has gone is no error.
#[test]
fn nobody_reads_on() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let program = env!("CARGO_BIN_EXE_imperial");
    let output = Command::new(program).arg("rules").stdout(writer).stderr(Stdio::piped()).output();
    let output = output.expect("the program runs");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

/// `imperial selfplay … 2>&1 | head -1`: nothing is lost because nobody reads the messages.
#[test]
fn nobody_reads_the_messages() {
    let folder = tempfile::tempdir().expect("a folder");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_imperial"));
    command.args(["selfplay", "--rules", "tic-tac-toe", "--agent", "random", "--games", "3"]);
    let output = command.arg("--out").arg(folder.path()).stderr(writer).output();
    assert!(output.expect("the program runs").status.success());
    assert!(folder.path().join("tic-tac-toe/games.done.json").is_file());
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(env!("CARGO_BIN_EXE_imperial"));
    let output = command.args(["verify", "no/such/folder"]).stderr(writer).output();
    assert_eq!(output.expect("the program runs").status.code(), Some(1));
}

/// `imperial rules > /dev/full`: what cannot be written is one.
#[test]
#[cfg(target_os = "linux")]
fn the_disk_is_full() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let program = env!("CARGO_BIN_EXE_imperial");
    let output =
        Command::new(program).arg("rules").stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.starts_with("error: cannot write to the standard output: "), "{told}");
}

/// A file that may grow no further is a failure of the disk, and the same command goes on later.
#[test]
#[cfg(target_os = "linux")]
fn a_file_may_not_grow() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = env!("CARGO_BIN_EXE_imperial");
    let selfplay = "selfplay --rules tic-tac-toe --agent random --games 300 --out games";
    let limited = format!("ulimit -f 16; exec {program} {selfplay}");
    let output = Command::new("sh").args(["-c", &limited]).current_dir(folder.path()).output();
    let output = output.expect("the program runs");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && told.contains("games.jsonl"), "{output:?}");
    assert_eq!(outcome(folder.path(), selfplay).0, Some(0));
    assert_eq!(outcome(folder.path(), "verify games").0, Some(0));
}

/// Names of files need not be text.
#[test]
#[cfg(target_os = "linux")]
fn arguments_may_be_no_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let odd = std::ffi::OsStr::from_bytes(b"\xffodd");
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: [&std::ffi::OsStr; 2]| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_imperial"));
        program.args(arguments).current_dir(folder.path()).output().expect("the program runs")
    };
    for arguments in [["rules".as_ref(), odd], [odd, odd], ["verify".as_ref(), odd]] {
        let output = run(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{output:?}");
        assert!(told.contains("error: ") && !told.contains("panicked"), "{told}");
    }
}

/// Exit code and messages of a command, words separated by spaces, in `folder`.
fn outcome(folder: &Path, command: &str) -> (Option<i32>, String) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_imperial"));
    program.args(command.split_whitespace()).current_dir(folder).stdin(Stdio::null());
    let output = program.output().expect("the program runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Runs the program with these lines as its input; what it prints.
fn output_of(arguments: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_imperial"));
    child.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = child.spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("somebody listens");
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

/// A whole game by a script, kept and checked; the same again with the same seed.
#[test]
fn a_game_from_a_script() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let game = ["play", "--rules", "tic-tac-toe", "--agent", "rollouts:500", "--seed", "7"];
    let script = "a1\na2\na3\nb1\nb2\nb3\nc1\nc2\nc3\na1\n";
    let script = script.repeat(2);
    let text = output_of(&[&game[..], &["--save", out]].concat(), &script);
    let kept = format!("Kept as game 1 of {out}/tic-tac-toe/games.jsonl.\n");
    assert_eq!(output_of(&game, &script) + &kept, text);
    assert!(output_of(&["verify", out], "").contains("1 game"));
    let manifest = std::fs::read_to_string(folder.path().join("manifest.jsonl")).expect("kept");
    assert!(manifest.contains("rules/tic-tac-toe.toml"), "{manifest}");
}

/// A command that the program tells to type is one for a folder with a blank in its name, too.
#[test]
fn a_folder_with_a_blank_in_its_name_can_be_typed() {
    let root = tempfile::tempdir().expect("a folder");
    let folder = root.path().join("my games");
    let folder = folder.to_str().expect("text");
    let game = ["play", "--rules", "tic-tac-toe", "--agent", "random", "--save", folder];
    let text = output_of(&game, "b2\n");
    let words = format!("Kept; `imperial play --resume '{folder}'` goes on with it.\n");
    assert!(text.ends_with(&words), "{text}");
}

#[test]
fn a_file_is_no_folder_and_a_folder_no_file() {
    let root = tempfile::tempdir().expect("a folder");
    std::fs::write(root.path().join("games"), "").expect("written");
    let run = |command: &str| outcome(root.path(), command);
    let (code, told) = run("play --rules tic-tac-toe --agent random --save games");
    assert!(code == Some(2) && told.contains("`games` is a file; --save takes a folder"), "{told}");
    let (code, told) = run("analyse --json --file .");
    assert!(code == Some(2) && told.contains("`.` is a folder; --file takes a file"), "{told}");
}

/// An end of the input in the middle of a game is no error; the network plays where it fits.
#[test]
fn a_game_that_is_left() {
    let game = ["play", "--rules", "tablut-linnaeus", "--agent", "network:8"];
    let text = output_of(&[&game[..], &["--side", "defenders"]].concat(), "e6-f6\nhint\n");
    assert!(text.starts_with("Seed "), "{text}");
    assert!(text.contains("you have the defenders, network-8:58934a11 has the attackers."));
    assert_eq!(text.matches("The attackers play ").count(), 2, "{text}");
    assert!(
        text.contains("Hint: ") && text.ends_with("left unfinished after 3 plies.\n"),
        "{text}"
    );
}

/// Where an agent names no network, it is the one that has learned on such boards.
#[test]
fn the_network_fits_the_board() {
    let folder = tempfile::tempdir().expect("a folder");
    let moves = folder.path().join("moves.txt");
    std::fs::write(&moves, "d7-c7 d5-c5").expect("written");
    let moves = moves.to_str().expect("text");
    let agent = ["--rules", "brandubh", "--agent", "network:2"];
    let with = |arguments: &[&'static str]| [arguments, &agent].concat();
    for text in [
        output_of(&with(&["analyse", "--json"]), ""),
        output_of(&with(&["analyse", "--json", "--file", "-"]), "{}\n"),
        output_of(&[&["report", "game", moves, "--json"][..], &agent].concat(), ""),
    ] {
        assert!(text.contains("\"network-2:acda8d2c\""), "{text}");
    }
}

/// Games of people and of agents stand in one report, people first and agents by strength.
#[test]
fn people_stand_beside_agents() {
    let root = tempfile::tempdir().expect("a folder");
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cli/import.in/games.csv");
    let run = |command: &str| {
        let (code, told) = outcome(root.path(), command);
        assert_eq!(code, Some(0), "{command}: {told}");
    };
    run(&format!("import {} --rules brandubh --agent people --out people", games.display()));
    run("balance brandubh --agents random,rollouts:2 --games 4 --pairs 2 --out balance");
    run("report games people balance --out report");
    let read = |file: &str| std::fs::read_to_string(root.path().join(file)).expect(file);
    let agents: Vec<_> = read("report/balance.csv")
        .lines()
        .skip(1)
        .map(|line| line.split(',').take(4).collect::<Vec<_>>().join(" "))
        .collect();
    let expected = ["brandubh people 0 4", "brandubh random 1 4", "brandubh rollouts-2 2 4"];
    assert_eq!(agents, expected);
    let page = read("report/index.html");
    assert!(page.contains("resigned, on time or agreed") && page.contains("different agents"));
    run("export people --format csv,npz --split 100,0,0 --out dataset");
    run("verify dataset");
    let exported = read("dataset/games/train-00000.csv");
    for part in [",attackers,given,false,", ",draw,unfinished,true,", "people,people"] {
        assert!(exported.contains(part), "{part}: {exported}");
    }
    run("import dataset --out again");
    assert_eq!(read("again/games.jsonl"), read("people/games.jsonl"));
    // What a killed import has left is no hindrance.
    for file in ["games.done.json", "rules/brandubh.toml"] {
        std::fs::remove_file(root.path().join("again").join(file)).expect("removed");
    }
    std::fs::write(root.path().join("again/.unfinished"), "").expect("written");
    run("import dataset --out again");
    run("verify again");
    assert_eq!(read("again/games.jsonl"), read("people/games.jsonl"));
}

/// One command at a time works in a folder, whatever the commands are.
#[test]
fn a_folder_in_use_is_left_alone() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    assert_eq!(
        run("selfplay --rules tic-tac-toe --agent rollouts:2 --games 2 --out games").0,
        Some(0)
    );
    std::fs::create_dir(root.path().join("used")).expect("a new folder");
    let lock = imperial_data::Lock::of_folder(&root.path().join("used")).expect("free");
    let balance = "balance tic-tac-toe --agents random --games 4 --pairs 0 --out used";
    for command in [
        balance,
        "attribute imperial-contest imperial-contest-walker --agents random --games 2 --out used",
        "learn --games games --steps 0 --out used",
    ] {
        let (code, told) = run(command);
        assert!(code == Some(1) && told.contains("another process works on `used`"), "{told}");
    }
    let files = std::fs::read_dir(root.path().join("used")).expect("a folder").count();
    assert_eq!(files, 1, "nothing was written");
    drop(lock);
    assert_eq!(run(balance).0, Some(0));

    // What was measured before is measured again, or the folder is another one's.
    let other = "balance tic-tac-toe --agents rollouts:2 --games 4 --pairs 0 --out used";
    let (code, told) = run(other);
    assert!(code == Some(2) && told.contains("holds games of `tic-tac-toe/random` too"), "{told}");
    assert_eq!(run(&other.replace("rollouts:2", "random,rollouts:2")).0, Some(0));
    for command in ["attribute brandubh ard-ri", "tune brandubh --vary first"] {
        let (code, text) = run(&format!("{command} --agents random --games 2 --out used"));
        let refused = "`used` holds the games of `imperial balance`; choose another folder";
        assert!(code == Some(2) && text.contains(refused), "{text}");
    }
}

/// Whoever waits can repeat the command; whoever has changed rules needs another folder.
#[test]
fn folders_in_use_and_folders_of_other_rules_have_their_own_exit_codes() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    let text = imperial_engine::catalog::text("brandubh").expect("embedded");
    let mine = root.path().join("mine.toml");
    let write = |limit: &str| {
        let text = text.replace("\"brandubh\"", "\"mine\"");
        std::fs::write(&mine, text.replace("ply_limit = 512", limit)).expect("written");
    };
    write("ply_limit = 100");
    let selfplay = "selfplay --rules mine.toml --agent random --games 2 --out games";
    assert_eq!(run(selfplay).0, Some(0));
    write("ply_limit = 99");
    let (code, told) = run(selfplay);
    assert!(code == Some(2) && told.contains("the rules of `mine` have changed"), "{told}");

    for share in 0..2 {
        let play =
            format!("selfplay --rules tic-tac-toe --agent random --games 2 --out part{share}");
        assert_eq!(run(&format!("{play} --shard {share}/2")).0, Some(0));
    }
    let lock = imperial_data::Lock::of_folder(&root.path().join("whole")).expect("free");
    let merge = "merge part0 part1 --out whole";
    let (code, told) = run(merge);
    assert!(code == Some(1) && told.contains("another process works on `whole`"), "{told}");
    drop(lock);
    assert_eq!(run(merge).0, Some(0));
    let fresh = imperial_data::FreshFolder::of_games(&root.path().join("new"));
    let fresh = fresh.expect("a folder").expect("it is new");
    let (code, told) = run("export whole --format csv --out new");
    assert!(code == Some(1) && told.contains("another process is writing into it"), "{told}");
    drop(fresh);
}

/// Games are counted once, however their folder is named, and those of another rule set are named.
#[test]
fn recorded_games_are_taken_once() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    let play = "selfplay --rules tic-tac-toe --agent random --games 8 --out games";
    assert_eq!(run(play).0, Some(0));
    let report = |folders: &str, out: &str| {
        assert_eq!(run(&format!("report games {folders} --out {out}")).0, Some(0));
        let text = std::fs::read_to_string(root.path().join(out).join("balance.json"));
        let report: serde_json::Value =
            serde_json::from_str(&text.expect("a report")).expect("JSON");
        report["cells"][0]["games"].clone()
    };
    assert_eq!(report("games", "one"), 8);
    assert_eq!(report("games ./games games/tic-tac-toe", "two"), 8);
    let facts = std::fs::read_to_string(root.path().join("one/provenance.json")).expect("facts");
    assert!(facts.contains("Recorded games games/tic-tac-toe/games.jsonl"), "{facts}");
    let (code, text) = run("report games games --rules brandubh --out three");
    let missing = "no game there is by brandubh; there are games by tic-tac-toe";
    assert!(code == Some(2) && text.contains(missing), "{text}");
}

/// Nothing is written over what is there, and what is mistaken for something else is named.
#[test]
fn networks_are_exported_to_new_files() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    let export = "export tafl9-1855 --format safetensors --out a.safetensors";
    assert_eq!(run(export).0, Some(0));
    let (code, told) = run(export);
    assert!(code == Some(2) && told.contains("`a.safetensors` is there already"), "{told}");
    let (code, told) = run("export tafl9-1855 --format safetensors --incomplete --out b");
    assert!(code == Some(2) && told.contains("--incomplete goes with games"), "{told}");

    std::fs::write(root.path().join("a.net"), "mine").expect("written");
    let (code, told) = run("export a.net --out tables");
    assert!(code == Some(2) && told.contains("is a network: use --format safetensors"), "{told}");
    let (code, told) = run("train --export a.net --out training");
    assert!(code == Some(2) && told.contains("`a.net` is there already"), "{told}");
    assert!(!root.path().join("training").exists());
    std::fs::write(root.path().join("b.md"), "mine").expect("written");
    let (code, told) = run("train --export b.net --out training");
    assert!(code == Some(2) && told.contains("`b.md` is there already"), "{told}");

    let bytes = Path::new(env!("CARGO_MANIFEST_DIR")).join("play/networks/tafl9-1855.net");
    std::fs::create_dir(root.path().join("trained")).expect("a new folder");
    std::fs::copy(bytes, root.path().join("trained/network.net")).expect("copied");
    assert_eq!(run("export trained --format safetensors --out c.safetensors").0, Some(0));
}

/// A dataset whose formats are not read back is no folder without games.
#[test]
fn a_dataset_that_is_not_read_back_says_what_it_lacks() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    let games = "selfplay --rules tic-tac-toe --agent rollouts:2 --games 2 --out games";
    assert_eq!(run(games).0, Some(0));
    for format in ["npz", "jsonl"] {
        assert_eq!(run(&format!("export games --format {format} --out {format}")).0, Some(0));
        for command in ["import", "learn"] {
            let (code, told) = run(&format!("{command} {format} --out never"));
            let lacks = format!("there is neither Parquet nor CSV in `{format}/games`; export");
            assert!(code == Some(2) && told.contains(&lacks), "{command} {format}: {told}");
        }
    }
    assert!(!root.path().join("never").exists());
}

/// The dataset of a stranger may say that it was made by anything.
#[test]
fn a_dataset_starts_no_program_and_writes_nowhere_else() {
    let root = tempfile::tempdir().expect("a folder");
    let run = |command: &str| outcome(root.path(), command);
    for command in [
        "selfplay --rules tic-tac-toe --agent random --games 2 --out games",
        "export games --format csv --out dataset",
        "verify --reproduce dataset",
    ] {
        let (code, told) = run(command);
        assert_eq!(code, Some(0), "{command}: {told}");
    }
    let [dataset, sums] =
        ["dataset.json", "SHA256SUMS"].map(|name| root.path().join("dataset").join(name));
    let [honest, lines] =
        [&dataset, &sums].map(|path| std::fs::read_to_string(path).expect("text"));
    let lines: Vec<&str> = lines.lines().filter(|line| !line.ends_with("dataset.json")).collect();
    std::fs::write(&sums, lines.join("\n") + "\n").expect("written");
    let elsewhere = format!("\"{}/made.json\": [", root.path().join("elsewhere").display());
    let told = [
        ("\"random\"", "\"ugi:touch started\"", "`touch started`, which can do all"),
        ("\"selfplay\"", "\"run\"", "only selfplay can"),
        ("\"--games\"", "\"--help\"", "cannot be repeated"),
        ("\"--games\"", "\"--out\"", "cannot be repeated"),
        ("\"made.json\": [", &elsewhere, "leads out of the dataset"),
        ("\"made.json\": [", "\"../../x/made.json\": [", "leads out of the dataset"),
    ];
    for (before, after, why) in told {
        assert!(honest.contains(before), "{honest}");
        std::fs::write(&dataset, honest.replace(before, after)).expect("written");
        let (code, told) = run("verify --reproduce dataset");
        assert_eq!(code, Some(2), "{after}: {told}");
        assert!(told.contains(why), "{after}: {told}");
    }
    let names = |path: &Path| {
        let entries = std::fs::read_dir(path).expect("a folder").flatten();
        entries.map(|entry| entry.file_name()).collect::<std::collections::BTreeSet<_>>()
    };
    let there = names(root.path());
    assert!(there.iter().eq(["dataset", "games"]), "{there:?}");
    let trusted = honest.replace("\"random\"", "\"ugi:touch started\"");
    std::fs::write(&dataset, trusted).expect("written");
    // The program starts and is no engine.
    assert_eq!(run("verify --reproduce --allow-programs dataset").0, Some(1));
    assert!(root.path().join("started").exists());
}

/// A rule file may hold what a terminal obeys, and is refused. An error that quotes it must not pass it on.
#[test]
fn texts_of_others_do_not_command_the_terminal() {
    let root = tempfile::tempdir().expect("a folder");
    let brandubh = output_of(&["rules", "brandubh", "--toml"], "");
    let mine = brandubh
        .replace("\nname = \"brandubh\"", "\nname = \"mine\"")
        .replace("title = \"Brandubh\"", "title = \"A\\u001b]0;owned\\u0007\\u009b2Jtitle\"");
    assert_ne!(mine, brandubh);
    std::fs::write(root.path().join("mine.toml"), mine).expect("written");
    std::fs::write(root.path().join("bad.toml"), "\u{1b}]0;owned\u{7}").expect("written");
    for command in [
        "rules mine.toml",
        "rules mine.toml brandubh",
        "rules bad.toml",
        "selfplay --rules mine.toml --agent random --games 1 --out games",
        "balance mine.toml --agents random --games 2 --out lab",
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_imperial"));
        program.args(command.split_whitespace()).current_dir(root.path());
        let output = program.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
        for stream in [output.stdout, output.stderr] {
            let text = String::from_utf8(stream).expect("text");
            let obeyed = |sign: char| sign.is_control() && sign != '\n';
            assert!(!text.contains(obeyed), "{command}: {text:?}");
        }
    }
}

/// A name that leads to a device without an end.
#[test]
#[cfg(target_os = "linux")]
fn a_device_without_an_end_is_no_input() {
    let root = tempfile::tempdir().expect("a folder");
    for name in ["rules.toml", "games.jsonl", "x.net", "games.csv", "manifest.jsonl", "q.jsonl"] {
        let link = root.path().join(name);
        std::os::unix::fs::symlink("/dev/zero", link).expect("a link");
    }
    for command in [
        "rules rules.toml",
        "train --config rules.toml --out x",
        "verify .",
        "learn --games games.jsonl --out x",
        "report games games.jsonl --out x",
        "export games.jsonl --out x",
        "export x.net --format onnx --out x.onnx",
        "import games.csv --rules brandubh --agent people --out x",
        "analyse --json --rules brandubh --agent rollouts:2 --file q.jsonl",
    ] {
        let (code, told) = outcome(root.path(), command);
        assert!(matches!(code, Some(1 | 2)), "{command}: {code:?} {told}");
        assert!(!told.contains("Usage:"), "{command}: {told}");
    }
}
