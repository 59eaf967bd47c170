//! A whole run on a disk that fails: every kind of file that the program writes, networks and reports among them.

#[path = "../../data/tests/storage/failing.rs"]
mod failing;

use std::path::Path;

use failing::with_steps;
use imperial::experiment::Experiment;
use imperial::run::Run;
use imperial_net::Backend;

/// Runs on a disk that fails, each of which is then brought to its end.
const FAILURES: usize = 8;

/// A run of a second that learns.
const EXPERIMENT: &str = "
name = 'small'
title = 'A small run'
seed = 7
rules = ['tic-tac-toe']
training.generations = 2
training.network = { blocks = 1, channels = 2 }
training.first = { agent = 'rollouts:8', games = 6 }
training.games = { games = 6, playouts = [4, 4], quick_playouts = 2 }
training.learning = { batch = 8, reuse = 0.5, warm_up = 5, average_decay = 0.9 }
compare.agents = [{ agent = 'random', games = 4 }, { agent = 'network:4@learned', games = 4 }]
";

fn run(folder: &Path) -> anyhow::Result<()> {
    let experiment: Experiment = toml::from_str(EXPERIMENT)?;
    Run::open(folder, experiment, Backend::cpu())?.execute().map(drop)
}

/// What the run is for.
fn results(folder: &Path) -> [Vec<u8>; 3] {
    ["training/network.net", "report/balance.json", "report/index.html"]
        .map(|name| std::fs::read(folder.join(name)).expect(name))
}

#[test]
fn a_run_that_the_disk_stops_goes_on_to_the_same_end() {
    let root = tempfile::tempdir().expect("a folder");
    let calm = root.path().join("calm");
    let (done, steps) = with_steps(&calm, None, || run(&calm));
    done.expect("the disk has room");
    for failure in 0..FAILURES {
        let folder = root.path().join(failure.to_string());
        let good = failure * steps / FAILURES + failure;
        let (result, _) = with_steps(&folder, Some(good), || run(&folder));
        let told = format!("{:#}", result.expect_err("the disk is full"));
        let place = folder.display().to_string();
        assert!(told.contains("cannot ") && told.contains(&place), "{good}: {told}");
        assert!(told.contains("free some space and repeat the command"), "{good}: {told}");
        run(&folder).unwrap_or_else(|error| panic!("after {good} steps: {error:#}"));
        assert!(results(&folder) == results(&calm), "after {good} steps");
    }
}
