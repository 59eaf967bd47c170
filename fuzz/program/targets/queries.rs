//! Lines of `imperial analyse --file`: queries, cancellations and game records. Read and made ready, or refused; no
//! search follows.

#![no_main]

use imperial_serve::fuzzing::read_queries;
use libfuzzer_sys::fuzz_target;

/// A game and queries of every rule set.
fn seeds() -> Vec<String> {
    let mut seeds = imperial_fuzz_seeds::lines();
    for (_, record) in imperial_fuzz_seeds::games() {
        let moves: Vec<_> = record.plies.iter().map(|ply| &ply.mv).collect();
        let query = serde_json::json!({
            "id": { "any": 1 }, "rules": record.rules, "moves": moves, "turns": [0, 1], "priority": 2, "playouts": 4,
        });
        seeds.push(format!("{query}\n{{\"id\":2,\"cancel\":1}}\n"));
    }
    seeds
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |text: &str| read_queries(text));
