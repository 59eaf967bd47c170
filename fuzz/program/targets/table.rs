//! Tables of exact values, with the checksum mended: read or refused, and what is read says something of every position.

#![no_main]

use std::fs;

use imperial_data::{load_rules, sha256};
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Game, Side};
use imperial_truth::retrograde::Retrograde;
use imperial_truth::table::Table;
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// A table as it is written, and its first positions alone.
fn seeds() -> Vec<Vec<u8>> {
    let folder = imperial_fuzz_seeds::folder();
    let file = folder.path().join("toe.table");
    let rules = load_rules("tic-tac-toe").expect("embedded");
    let solved = Retrograde::solve(&TicTacToe).expect("a small game");
    Table::write(&solved, &rules, &file).expect("written");
    let whole = fs::read(&file).expect("a file");
    let short = short(&whole).expect("a table");
    vec![whole, short]
}

/// The format and the head of a table, and what follows.
fn parts(bytes: &[u8]) -> Option<(&[u8], serde_json::Value, &[u8])> {
    let mut lines = bytes.splitn(3, |byte| *byte == b'\n');
    let (format, head, body) = (lines.next()?, lines.next()?, lines.next()?);
    Some((format, serde_json::from_slice(head).ok()?, body))
}

fn joined(format: &[u8], head: &serde_json::Value, body: &[u8]) -> Vec<u8> {
    [format, b"\n", head.to_string().as_bytes(), b"\n", body].concat()
}

/// Two positions of a table: each has a number of 16 bytes and a value of 2.
fn short(whole: &[u8]) -> Option<Vec<u8>> {
    let (format, mut head, body) = parts(whole)?;
    head["positions"] = 2.into();
    Some(joined(format, &head, &body[..36]))
}

/// The table with the checksum of what it holds.
fn mended(bytes: &[u8]) -> Option<Vec<u8>> {
    let (format, mut head, body) = parts(bytes)?;
    *head.get_mut("sha256")? = sha256(body).into();
    Some(joined(format, &head, body))
}

thread_local! {
    static FOLDER: TempDir = imperial_fuzz_seeds::folder();
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    FOLDER.with(|folder| {
        let file = folder.path().join("toe.table");
        fs::write(&file, mended(data).as_deref().unwrap_or(data)).expect("a file");
        let rules = load_rules("tic-tac-toe").expect("embedded");
        // Refusing is fine, a panic is not.
        let Ok(table) = Table::read(&TicTacToe, &rules, &file) else { return };
        let position = TicTacToe.start(Side::Attackers);
        table.value(&TicTacToe, &position);
        let _ = table.moves(&TicTacToe, &position);
    });
});
