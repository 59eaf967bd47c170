//! `imperial train` on a tiny training.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use imperial_net::{Device, NetFile};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use super::{assert_same, depth, remove_hidden};

fn command(out: &Path, threads: u32) -> Command {
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/training.toml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_imperial"));
    command.arg("train").arg("--config").arg(config).arg("--out").arg(out);
    command.args(["--threads", &threads.to_string()]);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn complete(out: &Path, threads: u32) {
    let status = command(out, threads).status().expect("the program starts");
    assert!(status.success(), "{status}");
}

/// Compares two trainings, either of which may have been killed.
pub(super) fn assert_same_training(expected: &Path, found: &Path) {
    for folder in [expected, found] {
        remove_hidden(folder);
    }
    assert_same(expected, found);
}

#[test]
fn a_training_does_not_depend_on_threads_and_another_can_begin_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    complete(&one, 1);
    // First one generation, which no limit of time takes away, then the rest from what is on the disk.
    let mut half = command(&two, 2);
    half.args(["--time-limit", "0s"]);
    assert!(half.status().expect("the program starts").success());
    let metrics = std::fs::read_to_string(two.join("metrics.csv")).expect("a table");
    assert_eq!(metrics.lines().count(), 2, "a head and a generation: {metrics}");
    let export = folder.path().join("tiny.net");
    let mut rest = command(&two, 2);
    assert!(rest.arg("--export").arg(&export).status().expect("the program starts").success());
    let card = std::fs::read_to_string(folder.path().join("tiny.md")).expect("a model card");
    assert!(card.contains("`brandubh`") && card.contains("SHA-256"), "{card}");
    assert!(card.contains("from nothing; no games of people were used."), "{card}");
    assert!(!card.contains("license:"), "nobody has named one: {card}");
    let sides = std::fs::read_to_string(one.join("sides.csv")).expect("a table");
    assert!(sides.contains(",forked,") && sides.contains(",crossed,"), "{sides}");
    let verify = Command::new(env!("CARGO_BIN_EXE_imperial")).arg("verify").arg(&one).output();
    let verify = verify.expect("the program starts");
    assert!(verify.status.success(), "{}", String::from_utf8_lossy(&verify.stderr));
    let bytes = |path: &Path| std::fs::read(path).expect("a network");
    assert_eq!(bytes(&export), bytes(&one.join("network.net")));
    assert_same_training(&one, &two);
    what_was_overlooked_is_counted(&one.join("generations/0002"));
    a_side_alone_learns_to_beat(&export, &folder.path().join("exploiter"));
    // Another one goes on from what was learned, without games of those who know nothing.
    let more = folder.path().join("more");
    let mut longer = command(&more, 2);
    longer
        .args(["--set", "generations=1", "--set", "seed=7", "--set", "network.blocks=3", "--from"])
        .arg(&export);
    longer.arg("--export").arg(folder.path().join("longer.net")).args(["--license", "CC0-1.0"]);
    assert!(longer.status().expect("the program starts").success());
    assert_eq!(bytes(&export), bytes(&more.join("networks/0000.net")));
    let hash = hash(&card);
    let longer = std::fs::read_to_string(folder.path().join("longer.md")).expect("a model card");
    assert!(longer.contains(&format!("weights: `{hash}`")), "{longer}");
    assert!(
        longer.contains("is not known here.") && longer.contains("license: cc0-1.0"),
        "{longer}"
    );
    // Both come from one training, and say so.
    let [stage, later] = ["tiny.net", "longer.net"].map(|name| {
        let network = NetFile::load(&folder.path().join(name), &Device::flex()).expect("a network");
        network.training().expect("every export says where it comes from").to_owned()
    });
    assert_eq!(stage, later);
    assert!(card.contains(&format!("- training: {stage}")), "{card}");
    let games = std::fs::read_to_string(more.join("generations/0001/games.jsonl")).expect("games");
    assert!(games.contains("\"attackers\":\"puct-") && !games.contains("rollouts"));
}

/// The games of a generation are of several rule sets in one file.
fn what_was_overlooked_is_counted(games: &Path) {
    let mut bench = Command::new(env!("CARGO_BIN_EXE_imperial"));
    let bench = bench.args(["bench", "tactics", "--every", "100000"]).arg(games);
    let output = bench.output().expect("the program starts");
    let [table, error] = [output.stdout, output.stderr].map(String::from_utf8);
    assert!(output.status.success(), "{error:?}");
    let table = table.expect("text");
    for rules in ["brandubh, ", "imperial-contest, "] {
        assert!(table.lines().any(|line| line.starts_with(rules)), "{table}");
    }
}

/// A best response: one side learns, and the other stays what it was.
fn a_side_alone_learns_to_beat(network: &Path, out: &Path) {
    let mut exploiter = command(out, 2);
    exploiter.args(["--set", "generations=2", "--side", "defenders", "--against"]).arg(network);
    assert!(exploiter.status().expect("the program starts").success());
    let [opponent, first, last] = ["against", "0000", "0002"]
        .map(|name| std::fs::read(out.join(format!("networks/{name}.net"))).expect("a network"));
    assert_eq!(opponent, first, "it begins as its opponent");
    assert_ne!(first, last);
    let games = imperial_data::read_games(&out.join("generations/0002/games.jsonl"));
    let games: Vec<_> = games.map(|game| game.expect("a game").1).collect();
    let opponent = &games[0].attackers;
    assert!(games.iter().all(|game| game.attackers == *opponent && game.defenders != *opponent));
    let sides = std::fs::read_to_string(out.join("sides.csv")).expect("a table");
    assert!(sides.contains("2,brandubh,"), "{sides}");
}

/// The hash of the network that a model card speaks of.
fn hash(card: &str) -> &str {
    let (_, rest) = card.split_once("SHA-256 of configuration and weights: `").expect("a hash");
    rest.split_once('`').expect("its end").0
}

#[test]
fn an_export_that_cannot_be_written_is_refused_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("training");
    let blocked = folder.path().join("a-file/x.net");
    std::fs::write(folder.path().join("a-file"), "").expect("written");
    for export in [blocked.to_str().expect("text"), "card.md"] {
        let mut training = command(&out, 2);
        training.args(["--export", export]).stderr(Stdio::piped());
        let output = training.output().expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains(export), "{told}");
        assert!(!out.exists());
    }
}

#[test]
fn damaged_games_are_not_learned_from() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("training");
    let train = |generations: u32| {
        let mut run = command(&out, 2);
        run.args(["--set", &format!("generations={generations}")]).stderr(Stdio::piped());
        let output = run.output().expect("the program starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!(train(1).0, Some(0));
    let log = out.join("generations/0001/games.jsonl");
    let whole = std::fs::read_to_string(&log).expect("games");
    let three: String = whole.split_inclusive('\n').take(3).collect();
    std::fs::write(&log, three).expect("written");
    let (code, told) = train(2);
    assert!(code == Some(1) && told.contains("has changed since it was finished"), "{told}");
    std::fs::write(&log, &whole).expect("written");
    assert_eq!(train(2).0, Some(0));
}

#[test]
fn repaired_games_are_played_again_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let [calm, out] = ["calm", "out"].map(|name| folder.path().join(name));
    let train = |out: &Path| {
        let mut run = command(out, 2);
        let output = run.args(["--set", "generations=3"]).stderr(Stdio::piped()).output();
        let output = output.expect("the program starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert_eq!((train(&calm).0, train(&out).0), (Some(0), Some(0)));
    let cut = |generation: u32| {
        let log = out.join(format!("generations/{generation:04}/games.jsonl"));
        let whole = std::fs::read_to_string(&log).expect("games");
        let three: String = whole.split_inclusive('\n').take(3).collect();
        std::fs::write(&log, three).expect("written");
        let mut repair = Command::new(env!("CARGO_BIN_EXE_imperial"));
        let repair = repair.args(["verify", "--repair"]).arg(&out).output().expect("it starts");
        let told = String::from_utf8_lossy(&repair.stderr).into_owned();
        assert!(told.contains("repeat the command that plays its games"), "{told}");
    };
    cut(1);
    let (code, told) = train(&out);
    assert!(code == Some(0) && told.contains("generation 1 lacks games"), "{told}");
    assert_same_training(&calm, &out);
    // The network that played the second generation is no longer there.
    cut(2);
    let (code, told) = train(&out);
    let way = "0001.net` is gone; not every network is kept: delete `checkpoint.bpk`";
    assert!(code == Some(1) && told.contains(way), "{code:?} {told}");
    std::fs::remove_file(out.join("checkpoint.bpk")).expect("removed");
    let (code, told) = train(&out);
    assert_eq!(code, Some(0), "{told}");
    assert_same_training(&calm, &out);
}

/// Each generation stays what it was when the training was made longer, so that all of it can be learned again.
#[test]
fn a_training_that_was_made_longer_learns_again_from_its_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("training");
    let train = |generations: &str| {
        let export = folder.path().join("longer.net");
        let mut run = command(&out, 2);
        let run = run.args(["--set", &format!("generations={generations}"), "--export"]);
        assert!(run.arg(export).status().expect("the program starts").success());
        std::fs::read_to_string(folder.path().join("longer.md")).expect("a model card")
    };
    let network = || std::fs::read(out.join("network.net")).expect("a network");
    let card = train("2");
    assert!(card.contains("generations: 2 of 2\n"), "{card}");
    train("4");
    let learned = network();
    for name in ["checkpoint.bpk", "metrics.csv"] {
        std::fs::remove_file(out.join(name)).expect("removed");
    }
    train("4");
    assert_eq!(network(), learned);
    // The card says how it came about, whatever is asked for when it is written.
    let card = train("2");
    assert_eq!(network(), learned);
    assert!(card.contains("generations: 4 of 4 (its length was 2, then 4)\n"), "{card}");
    assert!(card.contains("longer after generation 2") && card.contains("\ngenerations = 4\n"));
    let commands: Vec<&str> =
        card.lines().filter_map(|line| line.split_once("generations=")).map(|(_, n)| n).collect();
    assert_eq!(commands, ["2", "4"], "{card}");
}

#[test]
fn a_training_that_is_killed_within_a_generation_can_be_made_longer() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("training");
    let mut short = command(&out, 2);
    let mut run = short.args(["--set", "generations=3"]).spawn().expect("the program starts");
    let begun = out.join("generations/0002/job.json");
    while !begun.exists() {
        assert!(run.try_wait().expect("a process").is_none(), "it ended too early");
        std::thread::sleep(Duration::from_millis(1));
    }
    run.kill().expect("the process can be killed");
    run.wait().expect("a process");
    complete(&out, 2);
    let settings = std::fs::read_to_string(out.join("training.toml")).expect("settings");
    assert!(settings.contains("generations = 4"), "{settings}");
    let metrics = std::fs::read_to_string(out.join("metrics.csv")).expect("a table");
    assert_eq!(metrics.lines().count(), 5, "{metrics}");
}

#[test]
fn a_training_that_is_killed_ends_like_one_that_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let (calm, killed) = (folder.path().join("calm"), folder.path().join("killed"));
    let started = std::time::Instant::now();
    complete(&calm, 2);
    let whole = started.elapsed();
    let mut rng = ChaCha8Rng::seed_from_u64(1732);
    for _ in 0..2 * depth() {
        let mut run = command(&killed, 2).spawn().expect("the program starts");
        std::thread::sleep(whole.mul_f64(rng.random_range(0.05..0.3)));
        run.kill().expect("the process can be killed");
        run.wait().expect("a process");
        std::thread::sleep(Duration::from_millis(10));
    }
    complete(&killed, 2);
    assert_same_training(&calm, &killed);
}

#[test]
fn games_that_are_played_while_another_generation_learns_are_its_next_ones() {
    let folder = tempfile::tempdir().expect("a folder");
    let [in_turn, calm, killed] =
        ["in-turn", "calm", "killed"].map(|name| folder.path().join(name));
    let overlapping = |out: &Path, threads| {
        let mut run = command(out, threads);
        run.args(["--set", "overlap=true"]);
        run
    };
    complete(&in_turn, 2);
    let started = std::time::Instant::now();
    assert!(overlapping(&calm, 1).status().expect("the program starts").success());
    let whole = started.elapsed();
    let games = |out: &Path, generation| {
        let file = out.join(format!("generations/{generation:04}/games.jsonl"));
        std::fs::read(file).expect("games")
    };
    // The third generation is the first that does not wait for the one before.
    assert_eq!(games(&in_turn, 2), games(&calm, 2));
    assert_ne!(games(&in_turn, 3), games(&calm, 3));
    for part in 1..=2 * depth() {
        let mut run = overlapping(&killed, 2).spawn().expect("the program starts");
        std::thread::sleep(whole.mul_f64(0.1 * f64::from(part)));
        run.kill().expect("the process can be killed");
        run.wait().expect("a process");
    }
    assert!(overlapping(&killed, 2).status().expect("the program starts").success());
    assert_same_training(&calm, &killed);
}

#[test]
fn another_training_is_refused_by_the_first_difference() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("training");
    complete(&out, 2);
    let mut other = command(&out, 2);
    other.args(["--set", "games.games=17"]).stderr(Stdio::piped());
    let output = other.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("games = 16") && told.contains("games = 17"), "{told}");
}

/// The way of a GPU, on burn's CPU: games in step, judged and learned from by burn.
#[test]
fn burn_plays_and_learns_what_our_kernels_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let losses = |device: &str| {
        let out = folder.path().join(device);
        let mut command = command(&out, 2);
        let status = command.args(["--set", "generations=2", "--device", device]).status();
        assert!(status.expect("the program starts").success(), "{device}");
        let metrics = std::fs::read_to_string(out.join("metrics.csv")).expect("metrics");
        let mut rows = metrics.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let place = rows.next().expect("a head").iter().position(|name| *name == "loss");
        let loss = |row: Vec<&str>| row[place.expect("a loss")].parse::<f64>().expect("a number");
        (rows.map(loss).collect::<Vec<f64>>(), out)
    };
    let ((ours, cpu), (burns, flex)) = (losses("cpu"), losses("flex"));
    let games = |out: &Path| {
        std::fs::read(out.join("generations/0001/games.jsonl")).expect("games without a network")
    };
    assert_eq!(games(&cpu), games(&flex));
    assert!((ours[0] - burns[0]).abs() < 0.01, "of the same games: {ours:?} {burns:?}");
    assert!(ours.len() == 2 && (ours[1] - burns[1]).abs() < 0.5, "{ours:?} {burns:?}");
    let network = NetFile::load(&flex.join("network.net"), &Device::flex()).expect("a network");
    assert!(network.hash().len() == 64);
}
