//! A dataset that is imported gives the games that it was made of, and what was edited is checked.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use imperial_data::export::Incomplete;
use imperial_data::{GameRecord, read_games};
use imperial_dataset::{
    Maker, Settings, Split, TableFormat, export_dataset, import_dataset, is_dataset,
};
use imperial_engine::catalog;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use tempfile::tempdir;

use crate::common::{game, games, write_games};
use crate::tables::files;

pub fn export(root: &Path, format: TableFormat) -> PathBuf {
    let out = root.join(format.name());
    let settings = Settings { tables: vec![format], ..Settings::default() };
    let maker = Maker::default();
    let run = [root.join("run")];
    export_dataset(&run, &out, (&settings, &maker), Incomplete::Refuse, &mut |_, _| ()).unwrap();
    out
}

pub fn read(path: &Path) -> Vec<GameRecord> {
    read_games(path).map(|game| game.unwrap().1).collect()
}

#[test]
fn games_come_back_as_they_were() {
    let root = tempdir().unwrap();
    let mut records: Vec<_> = catalog::names().map(|name| game(name, 1)).collect();
    for (number, record) in (0..).zip(&mut records) {
        record.game = number;
    }
    write_games(&root.path().join("run/all"), &records);
    write_games(&root.path().join("run/other/small"), &games(3));
    for format in [TableFormat::Parquet, TableFormat::Csv] {
        let dataset = export(root.path(), format);
        let out = root.path().join(format!("back-{}", format.name()));
        let imported = import_dataset(&dataset, &out, None).unwrap();
        assert_eq!(imported.games, records.len() as u64 + 3);
        assert_eq!(read(&out.join("all/games.jsonl")), records);
        assert_eq!(read(&out.join("other/small/games.jsonl")), games(3));
    }
}

/// What a killed import has left is removed by the next one; what is not its own is not.
#[test]
fn a_stopped_import_starts_anew() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(3));
    let dataset = export(root.path(), TableFormat::Csv);
    let out = root.path().join("out");
    fs::create_dir_all(out.join("rules")).unwrap();
    fs::write(out.join(".unfinished"), "").unwrap();
    fs::write(out.join("rules/.tic-tac-toe.toml.7.part"), "half").unwrap();
    fs::write(out.join("games.jsonl"), "{\"format\":2,\"eng").unwrap();
    assert_eq!(import_dataset(&dataset, &out, None).unwrap().games, 3);
    assert_eq!(read(&out.join("games.jsonl")), games(3));
    assert!(!out.join(".unfinished").exists());
    assert_eq!(fs::read_dir(out.join("rules")).unwrap().count(), 1);
    let kept = root.path().join("kept");
    fs::create_dir(&kept).unwrap();
    for file in [".unfinished", "thesis.txt"] {
        fs::write(kept.join(file), "years of work").unwrap();
    }
    let error = import_dataset(&dataset, &kept, None).unwrap_err().to_string();
    assert!(error.contains("is not empty; choose another folder"), "{error}");
    assert!(kept.join("thesis.txt").exists());
}

/// As other programs write a table: pandas compresses with Snappy, pages may be of a later version, and empty lists may be `[]`.
#[test]
fn tables_that_others_wrote_are_read() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(5));
    let dataset = export(root.path(), TableFormat::Parquet);
    for (name, compression, version) in [
        ("snappy", Compression::SNAPPY, WriterVersion::PARQUET_1_0),
        ("later", Compression::SNAPPY, WriterVersion::PARQUET_2_0),
        ("zstd", Compression::ZSTD(ZstdLevel::default()), WriterVersion::PARQUET_2_0),
        ("plain", Compression::UNCOMPRESSED, WriterVersion::PARQUET_1_0),
    ] {
        let properties = WriterProperties::builder().set_compression(compression);
        let properties = properties.set_writer_version(version).build();
        for path in
            ["games", "positions"].iter().flat_map(|table| files(&dataset.join(table), "parquet"))
        {
            rewrite(&path, properties.clone(), |batch| batch);
        }
        let out = root.path().join(name);
        assert_eq!(import_dataset(&dataset, &out, None).unwrap().games, 5, "{name}");
        assert_eq!(read(&out.join("games.jsonl")), games(5), "{name}");
    }

    let dataset = export(root.path(), TableFormat::Csv);
    for path in files(&dataset.join("positions"), "csv") {
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(",,,,0,"), "there are empty lists");
        fs::write(&path, text.replace(",,,,0,", ",[],[],[],0,")).unwrap();
    }
    let out = root.path().join("brackets");
    assert_eq!(import_dataset(&dataset, &out, None).unwrap().games, 5);
    assert_eq!(read(&out.join("games.jsonl")), games(5));
}

/// A small file may hold a page that is as large as a stranger likes.
#[test]
fn a_page_that_would_fill_the_memory_is_refused() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(1));
    let dataset = export(root.path(), TableFormat::Parquet);
    let path = files(&dataset.join("games"), "parquet").remove(0);
    let long: ArrayRef = Arc::new(StringArray::from(vec!["a1-a2 ".repeat(11 << 20)]));
    for compression in [Compression::SNAPPY, Compression::ZSTD(ZstdLevel::default())] {
        let properties = WriterProperties::builder().set_compression(compression);
        let properties = properties.set_dictionary_enabled(false).build();
        rewrite(&path, properties, |batch| {
            let moves = batch.schema().index_of("moves").unwrap();
            let mut columns = batch.columns().to_vec();
            columns[moves] = Arc::clone(&long);
            RecordBatch::try_new(batch.schema(), columns).unwrap()
        });
        assert!(fs::metadata(&path).unwrap().len() < 8 << 20, "the file is small");
        let out = root.path().join("out");
        let error = import_dataset(&dataset, &out, None).unwrap_err().to_string();
        assert!(error.contains(&path.display().to_string()), "{error}");
        assert!(error.contains("a page has 67 MiB when it is unpacked"), "{error}");
        assert!(error.contains("write the file again with smaller pages"), "{error}");
        assert!(!out.exists());
    }
}

/// Writes a file of Parquet anew, with its rows as `change` makes them.
fn rewrite(path: &Path, properties: WriterProperties, change: impl Fn(RecordBatch) -> RecordBatch) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(fs::File::open(path).unwrap()).unwrap();
    let schema = reader.schema().clone();
    let batches: Vec<_> = reader.build().unwrap().map(|batch| change(batch.unwrap())).collect();
    let file = fs::File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, schema, Some(properties)).unwrap();
    batches.iter().for_each(|batch| writer.write(batch).unwrap());
    writer.close().unwrap();
}

/// Parts are told apart by the names of files.
#[test]
fn one_part_is_read_alone() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(40));
    let dataset = export(root.path(), TableFormat::Csv);
    let mut all = 0;
    for split in Split::ALL {
        let out = root.path().join(split.name());
        let games = import_dataset(&dataset, &out, Some(split)).unwrap().games;
        let rows = files(&dataset.join("games"), "csv")
            .into_iter()
            .filter(|path| path.file_name().unwrap().to_string_lossy().starts_with(split.name()));
        let lines = rows.map(|path| fs::read_to_string(path).unwrap().lines().count() as u64 - 1);
        assert_eq!(games, lines.sum::<u64>(), "{split:?}");
        all += games;
    }
    assert_eq!(all, 40);
}

/// A dataset whose tables cannot be read is one, and it is said what it lacks.
#[test]
fn a_dataset_without_parquet_and_csv_says_so() {
    let root = tempdir().unwrap();
    write_games(&root.path().join("run"), &games(3));
    for (name, tables) in [("tensors", Vec::new()), ("lines", vec![TableFormat::Jsonl])] {
        let dataset = root.path().join(name);
        let settings = Settings { tensors: tables.is_empty(), tables, ..Settings::default() };
        let (run, maker) = ([root.path().join("run")], Maker::default());
        let made = (&settings, &maker);
        export_dataset(&run, &dataset, made, Incomplete::Refuse, &mut |_, _| ()).unwrap();
        assert!(is_dataset(&dataset));
        let out = root.path().join("out");
        let error = import_dataset(&dataset, &out, None).unwrap_err().to_string();
        let place = dataset.join("games");
        let lacks = format!("there is neither Parquet nor CSV in `{}`; export", place.display());
        assert!(error.starts_with(&lacks), "{error}");
        assert!(error.contains("`--format parquet` (or csv) too"), "{error}");
        assert!(!out.exists());
    }
    assert!(!is_dataset(&root.path().join("run")));
}
