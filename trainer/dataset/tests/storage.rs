//! A dataset on a disk that fails at each step: it is whole or not complete, and the same command begins it anew.

#[path = "dataset/common.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod common;
#[path = "../../../data/tests/storage/failing.rs"]
mod failing;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use imperial_data::export::Incomplete;
use imperial_data::{ExportError, find_files, verify_folder};
use imperial_dataset::{DatasetReport, Maker, Settings, TableFormat, export_dataset};
use tempfile::tempdir;

use common::{games, write_games};
use failing::with_steps;

fn export(source: &Path, out: &Path) -> Result<DatasetReport, ExportError> {
    let tables = vec![TableFormat::Parquet, TableFormat::Csv];
    let settings = Settings { tables, tensors: true, ..Settings::default() };
    let maker = Maker::default();
    let sources = [source.to_owned()];
    export_dataset(&sources, out, (&settings, &maker), Incomplete::Refuse, &mut |_, _| ())
}

/// Every file of a folder and below that is no remnant, with its content.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let is_whole =
        |path: &Path| path.file_name().is_some_and(|name| !name.to_string_lossy().starts_with('.'));
    let files = find_files(folder, is_whole).unwrap_or_default();
    let named = files.into_iter().map(|path| {
        let name = path.strip_prefix(folder).expect("below").display().to_string();
        (name, fs::read(path).expect("a file"))
    });
    named.collect()
}

#[test]
fn a_dataset_is_whole_or_begun_anew() {
    let source = tempdir().expect("a folder");
    write_games(source.path(), &games(4));
    let calm = tempdir().expect("a folder");
    export(source.path(), calm.path()).expect("room");
    let whole = contents(calm.path());
    assert!(whole.contains_key("SHA256SUMS") && whole.len() > 6);
    let root = tempdir().expect("a folder");
    let out = root.path().join("dataset");
    for good in 0.. {
        let (result, steps) = with_steps(root.path(), Some(good), || export(source.path(), &out));
        let Err(error) = result else {
            assert!(steps <= good && good > 10, "the disk was used");
            break;
        };
        let told = error.to_string();
        let place = root.path().display().to_string();
        assert!(told.starts_with("cannot ") && told.contains(&place), "step {good}: {told}");
        assert!(told.contains("free some space and repeat the command"), "{told}");
        for (name, content) in contents(&out) {
            assert!(content == whole[&name], "{name} after {good} steps");
        }
    }
    assert_eq!(contents(&out), whole);
    assert!(verify_folder(&out, &mut |_, _| ()).is_ok());
}
