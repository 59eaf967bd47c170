//! Lists of moves: imported as games that are true, or refused. The first byte picks the rule set.

#![no_main]

use std::cell::OnceCell;
use std::fs;

use imperial_data::move_lists::{ColumnNames, MoveLists, import_move_lists};
use imperial_data::{load_rules, verify_folder};
use imperial_engine::catalog;
use libfuzzer_sys::fuzz_target;

thread_local! {
    static FOLDER: OnceCell<tempfile::TempDir> = const { OnceCell::new() };
}

/// A random game of every rule set, as a line and as a table.
fn seeds() -> Vec<Vec<u8>> {
    let names: Vec<_> = catalog::names().collect();
    let games = imperial_fuzz_seeds::games().into_iter().flat_map(|(_, record)| {
        let number = names.iter().position(|name| *name == record.rules).unwrap_or_default() as u8;
        let moves: Vec<_> = record.plies.iter().map(|ply| &*ply.mv).collect();
        let line = moves.join(" ");
        let table = format!("moves,white,black,result\n{line},\"A, B\",C,1-0\n");
        [[&[number], line.as_bytes()].concat(), [&[number], table.as_bytes()].concat()]
    });
    games.collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let Some((pick, text)) = data.split_first() else { return };
    let names: Vec<_> = catalog::names().collect();
    let rules = load_rules(names[usize::from(*pick & 127) % names.len()]).expect("embedded");
    let columns = ColumnNames::default();
    FOLDER.with(|folder| {
        let folder = folder.get_or_init(imperial_fuzz_seeds::folder).path();
        let (file, out) = (folder.join("games.csv"), folder.join("out"));
        // It may be missing.
        let _ = fs::remove_dir_all(&out);
        fs::write(&file, text).expect("a file");
        let lists =
            MoveLists { rules: &rules, columns: &columns, agent: None, lenient: *pick > 127 };
        if import_move_lists(&[file], &out, lists, &mut |_, _| ()).is_ok() {
            let report = verify_folder(&out, &mut |_, _| ());
            assert!(report.is_ok(), "{:?}", report.problems);
        }
    });
});
