//! A folder of games whose files others have written over: checked and healed without a panic. What
//! was healed has nothing left to heal.
//!
//! The input is cut at bytes of value 0 into `games.jsonl`, `games.done.json`, `manifest.jsonl` and `SHA256SUMS`.

#![no_main]

use std::cell::OnceCell;
use std::fs;

use imperial_data::{repair_folder, verify_folder};
use libfuzzer_sys::fuzz_target;

const FILES: [&str; 4] = ["games.jsonl", "games.done.json", "manifest.jsonl", "SHA256SUMS"];

thread_local! {
    static FOLDER: OnceCell<tempfile::TempDir> = const { OnceCell::new() };
}

/// Games of every rule set with what is said when they are finished.
fn seeds() -> Vec<Vec<u8>> {
    let games = imperial_fuzz_seeds::games();
    let seed = |(_, record): &(_, imperial_data::GameRecord)| {
        let line = serde_json::to_string(record).expect("a record");
        let plies = record.plies.len();
        let hash = "00".repeat(32);
        format!(
            "{line}\n\0{{\"format\":1,\"games\":1,\"plies\":{plies},\"bytes\":{},\"sha256\":\"{hash}\"}}\0\
             {{\"written\":{{\"file\":\"games.jsonl\",\"content\":{{\"bytes\":1,\"sha256\":\"{hash}\"}}}}}}\n\0\
             {hash}  games.jsonl\n",
            line.len() + 1
        )
    };
    games.iter().map(|game| seed(game).into_bytes()).collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(imperial_fuzz_seeds::folder).path();
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            fs::remove_file(entry.path()).expect("removed");
        }
        for (name, content) in FILES.iter().zip(data.split(|byte| *byte == 0)) {
            fs::write(folder.join(name), content).expect("a file");
        }
        // Refusing is fine, a panic is not.
        let _ = verify_folder(folder, &mut |_, _| ());
        if repair_folder(folder).is_ok() {
            let again = repair_folder(folder).expect("it was healed once");
            assert!(again.is_empty(), "{again:?}");
        }
    });
});
