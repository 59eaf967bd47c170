//! Writing the tables as CSV (RFC 4180, UTF-8, one head line, `\n`).

use std::io;
use std::path::{Path, PathBuf};

use imperial_engine::{Encode, with_game};

use super::games::{GAMES, GameRow};
use super::outcome::ExportError;
use super::positions::{POSITIONS, PositionRow};
use super::walk::FoundGame;
use crate::check::RecordError;
use crate::files::{FileError, NewFile};
use crate::record::GameRecord;
use crate::replay::replay;

/// The two tables while they are written.
pub(super) struct Tables {
    games: Table,
    positions: Table,
}

/// A table in place.
pub(super) struct WrittenTable {
    pub name: String,
    pub rows: u64,
    pub sha256: String,
}

impl Tables {
    /// Starts both tables in a folder.
    pub(super) fn create(folder: &Path) -> Result<Self, FileError> {
        Ok(Self {
            games: Table::create(folder, "games.csv", &GAMES)?,
            positions: Table::create(folder, "positions.csv", &POSITIONS)?,
        })
    }

    /// Writes the rows of a game.
    pub(super) fn add(&mut self, found: &FoundGame<'_>) -> Result<(), ExportError> {
        let (source, record) = (&found.source.label, &found.record);
        let game_id = format!("{source}/{}", record.game);
        let rows = with_game!(&found.rules.game, |game| rows(game, &game_id, source, record))
            .map_err(|error| found.untrue(error))?;
        self.games.add([rows.game])?;
        Ok(self.positions.add(rows.positions)?)
    }

    /// Puts both tables into place.
    pub(super) fn finish(self) -> Result<[WrittenTable; 2], FileError> {
        Ok([self.games.finish()?, self.positions.finish()?])
    }
}

/// The rows of one game.
struct GameRows {
    game: Vec<String>,
    positions: Vec<Vec<String>>,
}

/// The rows of a game.
fn rows(
    game: &impl Encode,
    game_id: &str,
    source: &str,
    record: &GameRecord,
) -> Result<GameRows, RecordError> {
    let mut positions = Vec::with_capacity(record.plies.len());
    let mut start = None;
    let replayed = replay(game, record, |step| {
        let position = game.format_position(step.position);
        positions.push(cells(
            &POSITIONS.map(|(_, cell)| cell),
            &PositionRow {
                game_id,
                record,
                index: step.index,
                ply: step.ply,
                position: &position,
                to_move: game.side_to_move(step.position),
                legal_moves: game.moves(step.position).len(),
            },
        ));
        start.get_or_insert(position);
    })?;
    let end = game.format_position(&replayed.end);
    // A game without plies starts where it ends.
    let start = start.as_ref().unwrap_or(&end);
    let row = GameRow { game_id, source, record, board: game.board(), start, end: &end };
    Ok(GameRows { game: cells(&GAMES.map(|(_, cell)| cell), &row), positions })
}

fn cells<R>(columns: &[impl Fn(&R) -> String], row: &R) -> Vec<String> {
    columns.iter().map(|cell| cell(row)).collect()
}

/// One table while it is written.
struct Table {
    path: PathBuf,
    name: &'static str,
    writer: csv::Writer<NewFile>,
    rows: u64,
}

impl Table {
    fn create<Cell>(
        folder: &Path,
        name: &'static str,
        columns: &[(&str, Cell)],
    ) -> Result<Self, FileError> {
        let path = folder.join(name);
        let file = NewFile::create(&path).map_err(FileError::on("write", &path))?;
        let mut table = Self { path, name, writer: csv::Writer::from_writer(file), rows: 0 };
        table.write(columns.iter().map(|(name, _)| name))?;
        Ok(table)
    }

    fn add(&mut self, rows: impl IntoIterator<Item = Vec<String>>) -> Result<(), FileError> {
        for row in rows {
            self.write(row)?;
            self.rows += 1;
        }
        Ok(())
    }

    fn write(&mut self, row: impl IntoIterator<Item: AsRef<[u8]>>) -> Result<(), FileError> {
        let written = self.writer.write_record(row).map_err(io::Error::from);
        written.map_err(FileError::on("write", &self.path))
    }

    fn finish(self) -> Result<WrittenTable, FileError> {
        let file = self.writer.into_inner().map_err(csv::IntoInnerError::into_error);
        let committed = file.and_then(NewFile::commit);
        let (_, sha256) = committed.map_err(FileError::on("write", &self.path))?;
        Ok(WrittenTable { name: self.name.to_owned(), rows: self.rows, sha256 })
    }
}
