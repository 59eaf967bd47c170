//! Rows of positions until their games are replayed. They are most of the memory of an import, so each is one text.

use std::path::Path;
use std::sync::Arc;

use imperial_data::{MoveText, PlyRecord};

use super::claims::{CLAIMED_COLUMNS, Claim};
use super::error::DatasetError;

/// What a search found, as texts: value, moves, visits, policy.
const SEARCH_CELLS: usize = 4;
const CELLS: usize = SEARCH_CELLS + CLAIMED_COLUMNS.len();

/// The end of a cell whose column is not there.
const ABSENT: u32 = u32::MAX;

/// What a row says of a ply.
#[derive(Debug)]
pub(super) struct PackedRow {
    file: Arc<Path>,
    /// From 1.
    row: u64,
    /// The cells, one behind the other, and where each ends.
    text: Box<str>,
    ends: [u32; CELLS],
}

impl PackedRow {
    /// A row of a file: the cells of what a search found, and those of [`CLAIMED_COLUMNS`].
    pub fn of(
        (file, row): (&Arc<Path>, u64),
        search: &[String; SEARCH_CELLS],
        claimed: &[Option<String>],
    ) -> Result<Self, String> {
        let (mut text, mut ends) = (String::new(), [ABSENT; CELLS]);
        let cells = search.iter().map(Some).chain(claimed.iter().map(Option::as_ref));
        for (cell, end) in cells.zip(&mut ends) {
            if let Some(cell) = cell {
                text.push_str(cell);
                let len = u32::try_from(text.len()).ok().filter(|len| *len != ABSENT);
                *end = len.ok_or("it has more than 4 GiB")?;
            }
        }
        Ok(Self { file: Arc::clone(file), row, text: text.into(), ends })
    }

    fn cells(&self) -> [Option<&str>; CELLS] {
        let mut begin = 0;
        self.ends.map(|end| {
            let end = Some(end).filter(|end| *end != ABSENT)? as usize;
            let cell = self.text.get(begin..end);
            begin = end;
            cell
        })
    }

    /// What it says that follows from the game.
    pub fn claim(&self) -> Claim<'_> {
        let [_, _, _, _, position, mv, root_value, result, z] = self.cells();
        Claim { position, mv, root_value, result, z }
    }

    /// The ply of this move.
    ///
    /// # Errors
    /// When a cell is wrong.
    pub fn ply(&self, mv: &str) -> Result<PlyRecord, DatasetError> {
        self.read_ply(mv).map_err(|reason| self.wrong(reason))
    }

    /// The error of a row with something wrong.
    pub fn wrong(&self, reason: String) -> DatasetError {
        DatasetError::Row { file: self.file.to_path_buf(), row: self.row, reason }
    }

    fn read_ply(&self, mv: &str) -> Result<PlyRecord, String> {
        let [value, moves, visits, policy, ..] = self.cells().map(Option::unwrap_or_default);
        let value = match value {
            "" => None,
            value => Some(number("absolute_value", value)?),
        };
        let moves = list(moves);
        let visits: Vec<u32> = numbers("search_visits", visits)?;
        let policy: Vec<f32> = numbers("search_policy", policy)?;
        if (visits.len(), policy.len()) != (moves.len(), moves.len()) {
            return Err("search_moves, search_visits and search_policy differ in length".to_owned());
        }
        let named = |index: usize| MoveText::from(moves[index]);
        let visited = visits.iter().enumerate().filter(|(_, visits)| **visits > 0);
        let likely = policy.iter().enumerate().filter(|(_, share)| **share != 0.0);
        Ok(PlyRecord {
            mv: mv.to_owned(),
            value,
            visits: visited.map(|(index, visits)| (named(index), *visits)).collect(),
            policy: likely.map(|(index, share)| (named(index), *share)).collect(),
        })
    }
}

/// The number in a cell.
pub(super) fn number<T: std::str::FromStr>(column: &str, cell: &str) -> Result<T, String> {
    cell.parse().map_err(|_| format!("{column}: `{cell}` is no such number"))
}

/// The values of a list; other programs write an empty one as `[]`.
fn list(cell: &str) -> Vec<&str> {
    let cell = if cell == "[]" { "" } else { cell };
    cell.split(';').filter(|value| !value.is_empty()).collect()
}

fn numbers<T: std::str::FromStr>(column: &str, cell: &str) -> Result<Vec<T>, String> {
    list(cell).into_iter().map(|value| number(column, value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_what_its_cells_say() {
        let file: Arc<Path> = Path::new("train.csv").into();
        let texts = |cells: [&str; SEARCH_CELLS]| cells.map(str::to_owned);
        let claimed = [Some(String::new()), None, Some("é".to_owned()), None, Some("1".to_owned())];
        let row =
            PackedRow::of((&file, 3), &texts(["0.5", "a;b", "2;0", "0;1"]), &claimed).unwrap();
        let Claim { position, mv, root_value, result, z } = row.claim();
        assert_eq!(
            [position, mv, root_value, result, z],
            [Some(""), None, Some("é"), None, Some("1")]
        );
        let ply = row.ply("a").unwrap();
        assert_eq!((&*ply.mv, ply.value), ("a", Some(0.5)));
        assert_eq!(
            (&ply.visits[..], &ply.policy[..]),
            (&[("a".into(), 2)][..], &[("b".into(), 1.0)][..])
        );
        let wrong = PackedRow::of((&file, 3), &texts(["", "a", "2;3", "1"]), &claimed).unwrap();
        let error = wrong.ply("a").unwrap_err().to_string();
        assert!(error.starts_with("`train.csv`: row 3: search_moves"), "{error}");
    }
}
