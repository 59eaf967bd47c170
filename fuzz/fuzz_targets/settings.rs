//! Experiments and the settings of trainings: read and checked, or refused.

#![no_main]

use imperial::experiment::Experiment;
use imperial::settings::parse;
use imperial::training::TrainingConfig;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // Refusing is fine, a panic is not.
    let _ = parse::<Experiment>(text, "fuzz.toml").map(|experiment| experiment.check());
    let _ = parse::<TrainingConfig>(text, "fuzz.toml").map(|config| config.check());
});
