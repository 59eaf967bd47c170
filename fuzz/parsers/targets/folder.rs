//! A folder of games whose files others have written over: checked and healed without a panic. What
//! was healed has nothing left to heal.
//!
//! The input is cut at bytes of value 0 into the files below, in their order; one that is empty is not there. `*` stands
//! for what is true of the games, which no change of the input would hit.

#![no_main]

use std::cell::OnceCell;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use imperial_data::{GameReader, repair_folder, sha256, verify_folder};
use libfuzzer_sys::fuzz_target;

const FILES: [&str; 5] =
    ["games.jsonl", "games.done.json", "manifest.jsonl", "SHA256SUMS", "games.shard.json"];

thread_local! {
    static FOLDER: OnceCell<tempfile::TempDir> = const { OnceCell::new() };
}

/// What is said of games when they are finished.
fn done(games: &[u8]) -> String {
    let reader = GameReader::from_reader(Path::new("games.jsonl"), Cursor::new(games.to_vec()));
    let (mut count, mut plies) = (0, 0);
    for (_, record) in reader.flatten() {
        count += 1;
        plies += record.plies.len();
    }
    let (bytes, sha256) = (games.len(), sha256(games));
    format!(
        "{{\n  \"format\": 1,\n  \"games\": {count},\n  \"plies\": {plies},\n  \"bytes\": {bytes},\n  \
         \"sha256\": \"{sha256}\"\n}}\n"
    )
}

/// The content of a file that is told as `*`.
fn truth(name: &str, games: &[u8]) -> String {
    let done = done(games);
    match name {
        "games.done.json" => done,
        "manifest.jsonl" => format!(
            "{{\"written\":{{\"file\":\"games.done.json\",\"content\":{{\"bytes\":{},\"sha256\":\"{}\"}}}}}}\n",
            done.len(),
            sha256(&done)
        ),
        "SHA256SUMS" => format!("{}  games.jsonl\n", sha256(games)),
        _ => String::new(),
    }
}

/// Games of every rule set with what is said of them: the truth, nothing any more, or something else.
fn seeds() -> Vec<String> {
    let hash = "00".repeat(32);
    let shard = format!(
        "{{\"shard\":0,\"of\":2,\"games\":[[0,4]],\"version\":\"0.2.0\",\"sealed\":\"{hash}\"}}\n"
    );
    let mut seeds = Vec::new();
    for line in imperial_fuzz_seeds::lines() {
        seeds.push(format!("{line}\0*\0*\0*\0"));
        seeds.push(format!("{line}\0\0*\0\0"));
        seeds.push(format!("{line}\0\0\0\0{shard}"));
        seeds.push(format!("{line}{line}\0{}\0*\0{hash}  games.jsonl\n\0", done(b"")));
    }
    seeds
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(imperial_fuzz_seeds::folder).path();
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            fs::remove_file(entry.path()).expect("removed");
        }
        let parts: Vec<&[u8]> = data.split(|byte| *byte == 0).collect();
        for (name, content) in FILES.iter().zip(&parts).filter(|(_, content)| !content.is_empty()) {
            let content = match *content {
                b"*" => truth(name, parts[0]).into_bytes(),
                content => content.to_vec(),
            };
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
