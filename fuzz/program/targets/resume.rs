//! Games that were left, as `imperial play --resume` finds them: gone on with, or refused. The first byte picks the rule
//! set beside the game.

#![no_main]

use std::fs;

use imperial::fuzzing::resume;
use imperial_engine::catalog;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// A game that was left, of every rule set.
fn seeds() -> Vec<Vec<u8>> {
    let names: Vec<_> = catalog::names().collect();
    let left = imperial_fuzz_seeds::games().into_iter().map(|(_, record)| {
        let number = names.iter().position(|name| *name == record.rules).unwrap_or_default() as u8;
        let given: Vec<_> = record.plies.iter().take(2).map(|ply| &ply.mv).collect();
        let left = serde_json::json!({
            "rules": record.rules, "rules_hash": record.rules_hash, "start": null, "given": given,
            "plies": record.plies[given.len()..], "person": "attackers", "agent": "level:casual", "seed": 7,
        });
        [&[number], left.to_string().as_bytes()].concat()
    });
    left.collect()
}

thread_local! {
    static FOLDER: TempDir = imperial_fuzz_seeds::folder();
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let Some((pick, text)) = data.split_first() else { return };
    FOLDER.with(|folder| {
        let root = folder.path();
        for inside in ["game", "rules"] {
            fs::create_dir_all(root.join(inside)).expect("a folder");
        }
        let names: Vec<_> = catalog::names().collect();
        let name = names[usize::from(*pick) % names.len()];
        let rules = catalog::text(name).unwrap_or_default();
        fs::write(root.join("rules").join(format!("{name}.toml")), rules).expect("a file");
        fs::write(root.join("game/unfinished.json"), text).expect("a file");
        // Refusing is fine, a panic is not.
        let _ = resume(root);
    });
});
