//! Experiments and the settings of trainings: read and checked, or refused.

#![no_main]

use imperial::experiment::Experiment;
use imperial_learn::settings::parse;
use imperial_learn::training::TrainingConfig;
use libfuzzer_sys::fuzz_target;

/// The experiments and trainings that come with the program, and those of the tests.
fn seeds() -> Vec<Vec<u8>> {
    let folders = ["trainer/experiments", "trainer/learn/experiments", "trainer/tests"];
    folders.into_iter().flat_map(|folder| imperial_fuzz_seeds::files(folder, ".toml")).collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |text: &str| {
    // Refusing is fine, a panic is not.
    let _ = parse::<Experiment>(text, "fuzz.toml").map(|experiment| experiment.check());
    let _ = parse::<TrainingConfig>(text, "fuzz.toml").map(|config| config.check());
    if let Ok(written) = Experiment::rewritten(text) {
        parse::<Experiment>(&written, "fuzz.toml").expect("what was written can be read");
    }
});
