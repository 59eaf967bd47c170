//! All formats hold the same cells.

use imperial_data::export::Incomplete;
use imperial_dataset::{GAMES, Maker, POSITIONS, Settings, Split, TableFormat, export_dataset};
use imperial_engine::catalog;
use tempfile::tempdir;

use crate::common::{game, write_games};
use crate::tables::{Rows, files};

#[test]
fn parquet_and_json_hold_what_csv_does() {
    let root = tempdir().unwrap();
    for name in catalog::names() {
        write_games(&root.path().join("run").join(name), &[game(name, 0), game(name, 1)]);
    }
    let tables = vec![TableFormat::Parquet, TableFormat::Csv, TableFormat::Jsonl];
    let settings = Settings { tables, ..Settings::default() };
    let out = root.path().join("out");
    let (made, all) = (Maker::default(), [root.path().join("run")]);
    let report =
        export_dataset(&all, &out, (&settings, &made), Incomplete::Refuse, &mut |_, _| ()).unwrap();
    let games = GAMES.map(|column| column.name);
    let positions = POSITIONS.map(|column| column.name);
    for (table, columns) in [("games", &games[..]), ("positions", &positions[..])] {
        let folder = out.join(table);
        let csv = Rows::csv(&folder);
        assert_eq!(csv.head, columns);
        assert_eq!(Rows::parquet(&folder), csv);
        assert_eq!(Rows::jsonl(&folder, &csv.head), csv);
        // One file for each split that has games.
        assert_eq!(files(&folder, "parquet").len(), report.counts.len());
    }
    assert!(report.counts.contains_key(&Split::Train));
    assert_eq!(report.positions(), Rows::csv(&out.join("positions")).rows.len() as u64);
}
