//! How fast datasets are made: `cargo run --release -p imperial-dataset --example speed -- FOLDER [FORMAT…]`
//!
//! Exports the games of a folder in each format, or the given ones, and prints positions a second.

use std::env;
use std::path::PathBuf;
use std::time::Instant;

use imperial_data::export::Incomplete;
use imperial_dataset::{Maker, Settings, TableFormat, export_dataset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("say which folder of games")?);
    let formats: Vec<String> = arguments.collect();
    let all = [
        ("parquet", Some(TableFormat::Parquet)),
        ("csv", Some(TableFormat::Csv)),
        ("jsonl", Some(TableFormat::Jsonl)),
        ("npz", None),
    ];
    for (name, table) in all {
        if !formats.is_empty() && !formats.iter().any(|format| format == name) {
            continue;
        }
        let out = tempfile::tempdir()?;
        let settings = Settings {
            tables: table.into_iter().collect(),
            tensors: table.is_none(),
            ..Settings::default()
        };
        let (sources, maker) = ([folder.clone()], Maker::default());
        let started = Instant::now();
        let made = (&settings, &maker);
        let report =
            export_dataset(&sources, out.path(), made, Incomplete::Accept, &mut |_, _| ())?;
        let seconds = started.elapsed().as_secs_f64();
        let bytes: u64 = report.files.iter().map(|file| file.bytes).sum();
        let positions = report.positions();
        println!(
            "{name:8} {positions} positions in {seconds:.2} s: {:.0} a second, {} bytes each",
            positions as f64 / seconds,
            bytes / positions.max(1)
        );
    }
    Ok(())
}
