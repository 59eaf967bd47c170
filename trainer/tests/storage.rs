//! A whole run on a disk that fails: every kind of file that the program writes, networks and reports among them.

#[path = "../../data/tests/storage/failing.rs"]
mod failing;

use std::path::Path;

use failing::with_steps;
use imperial::experiment::Experiment;
use imperial::run::Run;
use imperial_net::device_named;

/// Runs on a disk that fails, each of which is then brought to its end.
const FAILURES: usize = 8;

fn run(folder: &Path) -> anyhow::Result<()> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tiny.toml");
    let experiment = Experiment::load(Some(&file), &[])?;
    Run::open(folder, experiment, device_named("cpu")?)?.execute().map(drop)
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
