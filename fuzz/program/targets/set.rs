//! `--set key=value`, one a line: applied to the settings of the program and checked, or refused.

#![no_main]

use imperial::experiment::{DEFAULT, Experiment};
use imperial_learn::settings::from_text;
use imperial_learn::training::{DEFAULT as TRAINING, TrainingConfig};
use libfuzzer_sys::fuzz_target;

/// Changes at a time; each reads all settings again.
const MOST: usize = 8;

/// Every line of the settings that is a change already, and some paths.
fn seeds() -> Vec<String> {
    let lines = [DEFAULT, TRAINING].into_iter().flat_map(str::lines);
    let mut seeds: Vec<String> =
        lines.filter(|line| line.contains('=')).map(str::to_owned).collect();
    seeds.push("compare.agents.0.games=100\ncompare.agents.0.agent=random\nname=x".to_owned());
    seeds.push("games.playouts=[4, 4]\nnetwork.blocks=1\nrules=[\"brandubh\"]".to_owned());
    seeds
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |text: &str| {
    let changes: Vec<String> = text.lines().take(MOST).map(str::to_owned).collect();
    // Refusing is fine, a panic is not.
    let _ = from_text::<Experiment>(DEFAULT, "fuzz", &changes).map(|settings| settings.check());
    let _ = from_text::<TrainingConfig>(TRAINING, "fuzz", &changes).map(|config| config.check());
});
