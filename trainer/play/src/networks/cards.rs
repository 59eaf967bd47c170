//! What the model cards of the networks say, for tests.

use std::fs;
use std::path::Path;

use imperial_engine::catalog::AnyGame;

/// The rule sets that a network has learned, as its card says: those of the catalogue, and lessons that lie in a folder
/// beside the settings of the training.
pub fn learned(network: &str) -> Vec<AnyGame> {
    let card = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("networks/{network}.md"));
    let text = fs::read_to_string(&card).expect("a model card");
    let rules = text.lines().filter_map(|line| line.strip_prefix("- rule set: `"));
    let names = rules.filter_map(|rest| Some(rest.split_once('`')?.0));
    names.map(|name| AnyGame::by_name(name).unwrap_or_else(|_| lesson(name))).collect()
}

fn lesson(name: &str) -> AnyGame {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../experiments");
    let entries = fs::read_dir(folder).expect("the experiments");
    let files = entries.map(|entry| entry.expect("an entry").path().join(format!("{name}.toml")));
    let text = files.filter_map(|file| fs::read_to_string(file).ok()).next().expect(name);
    AnyGame::from_toml(&text).expect(name)
}
