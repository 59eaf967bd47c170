//! Which cell of a line holds what.

use imperial_engine::Side;

use super::cells::{SEPARATORS, cells};
use super::error::MoveListError;
use super::words::{Dialect, Word};

/// Columns as a user names them: by the word in the head line, or by number from 1. What is not named
/// is looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColumnNames {
    /// The moves.
    pub moves: Option<String>,
    /// The result.
    pub result: Option<String>,
    /// Who played the attackers.
    pub attackers: Option<String>,
    /// Who played the defenders.
    pub defenders: Option<String>,
}

/// Names of head lines that are understood.
const MOVES: [&str; 6] = ["moves", "move_list", "movelist", "plays", "game", "record"];
const RESULT: [&str; 4] = ["result", "winner", "outcome", "score"];

/// Where things stand, from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    pub separator: u8,
    /// Whether the first line is a head line.
    pub head: bool,
    pub moves: usize,
    pub result: Option<usize>,
    pub attackers: Option<usize>,
    pub defenders: Option<usize>,
}

impl Columns {
    /// Finds the columns, given the first lines that hold something.
    pub fn find(
        lines: &[String],
        names: &ColumnNames,
        dialect: &Dialect,
    ) -> Result<Self, MoveListError> {
        let table = Table::of(lines, dialect);
        let named = |name: &Option<String>, usual: &[&str]| match name {
            Some(name) => table.named(name).map(Some),
            None => Ok(table.usual(usual)),
        };
        let player = |name: &Option<String>, side: Side| {
            let usual: Vec<&str> = dialect.names[side].iter().map(String::as_str).collect();
            named(name, &usual)
        };
        let moves = named(&names.moves, &MOVES)?.or_else(|| table.most_like_moves());
        let moves = moves.ok_or_else(|| MoveListError::NoMoves(dialect.example.clone()))?;
        let result = named(&names.result, &RESULT)?.or_else(|| table.results(moves));
        Ok(Self {
            separator: table.separator,
            head: !table.head.is_empty(),
            moves,
            result,
            attackers: player(&names.attackers, Side::Attackers)?,
            defenders: player(&names.defenders, Side::Defenders)?,
        })
    }
}

/// The first lines as a table.
struct Table<'a> {
    dialect: &'a Dialect,
    separator: u8,
    /// The head line in small letters; empty where there is none.
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl<'a> Table<'a> {
    /// Splits the lines by the separator that leaves the longest lists of moves whole.
    fn of(lines: &[String], dialect: &'a Dialect) -> Self {
        let split = |separator| -> Vec<Vec<String>> {
            lines.iter().map(|line| cells(line, separator)).collect()
        };
        let best =
            |row: &Vec<String>| row.iter().map(|cell| dialect.likeness(cell)).max().unwrap_or(0);
        let worth = |separator: &u8| split(*separator).iter().map(best).sum::<i64>();
        // Of equals the last is taken.
        let separator = SEPARATORS.into_iter().rev().max_by_key(worth).unwrap_or(b',');
        let mut rows = split(separator);
        // A game that nobody moved in has no list either, and nothing where the others have theirs.
        let lists = |at: &usize| {
            let cells = rows.iter().filter_map(|row| row.get(*at));
            cells.filter(|cell| begins_a_list(dialect, cell)).count()
        };
        let moves = (0..rows.first().map_or(0, Vec::len)).rev().max_by_key(lists).unwrap_or(0);
        let is_head = |row: &Vec<String>| {
            row.iter().all(|cell| !begins_a_list(dialect, cell))
                && row.get(moves).is_some_and(|cell| !cell.trim().is_empty())
        };
        let head = if rows.first().is_some_and(is_head) { rows.remove(0) } else { Vec::new() };
        let head = head.into_iter().map(|cell| cell.to_lowercase()).collect();
        Self { dialect, separator, head, rows }
    }

    /// The column that a user names.
    fn named(&self, name: &str) -> Result<usize, MoveListError> {
        if let Some(at) = self.head.iter().position(|head| *head == name.to_lowercase()) {
            return Ok(at);
        }
        let columns = self.rows.iter().map(Vec::len).chain([self.head.len()]).max().unwrap_or(0);
        let number = name.parse::<usize>().ok().filter(|number| (1..=columns).contains(number));
        number.map(|number| number - 1).ok_or_else(|| MoveListError::NoColumn {
            name: name.to_owned(),
            head: self.head.clone(),
            columns,
        })
    }

    fn usual(&self, names: &[&str]) -> Option<usize> {
        names.iter().find_map(|name| self.head.iter().position(|head| head == name))
    }

    fn columns(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or(0)
    }

    fn column(&self, at: usize) -> impl Iterator<Item = &str> + Clone {
        self.rows.iter().map(move |row| row.get(at).map_or("", String::as_str))
    }

    /// The column that looks most like moves.
    fn most_like_moves(&self) -> Option<usize> {
        let worth =
            |at: usize| self.column(at).map(|cell| self.dialect.likeness(cell)).sum::<i64>();
        (0..self.columns()).rev().max_by_key(|at| worth(*at)).filter(|at| worth(*at) > 0)
    }

    /// The last column of which most cells that hold something hold a result in words: numbers could be
    /// anything.
    fn results(&self, moves: usize) -> Option<usize> {
        let holds_results = |at: &usize| {
            let (mut cells, mut results) = (0, 0);
            for cell in self.column(*at).filter(|cell| !cell.is_empty()) {
                let in_words = cell.chars().any(char::is_alphabetic);
                cells += 1;
                results += usize::from(in_words && self.dialect.result(cell).is_some());
            }
            2 * results > cells
        };
        (0..self.columns()).rev().filter(|at| *at != moves).find(holds_results)
    }
}

/// Whether a cell begins as a list of moves does.
fn begins_a_list(dialect: &Dialect, cell: &str) -> bool {
    dialect.words(cell).next().is_some_and(|(_, word)| word != Word::Other)
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog::AnyGame;

    use super::*;

    fn find(text: &str, names: &ColumnNames) -> Result<Columns, MoveListError> {
        find_by("brandubh", text, names)
    }

    fn find_by(rules: &str, text: &str, names: &ColumnNames) -> Result<Columns, MoveListError> {
        let dialect = Dialect::of(&AnyGame::by_name(rules).expect("embedded"));
        Columns::find(&text.lines().map(str::to_owned).collect::<Vec<_>>(), names, &dialect)
    }

    fn found(text: &str) -> Columns {
        find(text, &ColumnNames::default()).expect("found")
    }

    #[test]
    fn tables_without_a_head_are_looked_through() {
        let columns = found("b7-b4 c1-c4,3,9,White\nb7-b4 c1-c4 timeout,0,0,Ongoing");
        assert_eq!((columns.separator, columns.head), (b',', false));
        assert_eq!((columns.moves, columns.result), (0, Some(3)));
        let bare = found("b7-b4 c1-c4\nb7-b4, c1-c4");
        assert_eq!((bare.moves, bare.result), (0, None));
        assert_eq!(found("b7-b4, c1-c4, b4-b7\n").separator, b';', "commas stand between moves");
        assert_eq!(found("timeout,0,0,\nb7-b4 c1-c4,0,0,Black").result, Some(3));
    }

    #[test]
    fn a_first_game_without_moves_is_no_head() {
        let columns = found(",Ann,Bo,White\nb7-b4 c1-c4,Ann,Bo,Black");
        assert_eq!((columns.head, columns.moves, columns.result), (false, 0, Some(3)));
        assert!(found(",player,other,moves\n0,Ann,Bo,b7-b4 c1-c4").head, "numbered lines");
    }

    #[test]
    fn a_head_names_the_columns() {
        let text = "Id\tBlack\tWhite\tResult\tMoves\n7\tann\tbob\t1\tb7-b4 c1-c4 b4-b7";
        let columns = found(text);
        assert_eq!((columns.separator, columns.head, columns.moves), (b'\t', true, 4));
        assert_eq!(
            (columns.attackers, columns.defenders, columns.result),
            (Some(1), Some(2), Some(3))
        );
        let chess = find_by("emperors-game", text, &ColumnNames::default()).expect("found");
        assert_eq!(
            (chess.attackers, chess.defenders),
            (Some(2), Some(1)),
            "White are the attackers"
        );
        let names = ColumnNames {
            moves: Some("5".to_owned()),
            result: Some("id".to_owned()),
            ..Default::default()
        };
        let named = find(text, &names).expect("found");
        assert_eq!((named.moves, named.result), (4, Some(0)));
    }

    #[test]
    fn columns_that_are_not_there_are_named() {
        let names = |name: &str| ColumnNames { moves: Some(name.to_owned()), ..Default::default() };
        let error = find("id,moves\n1,b7-b4", &names("zuege")).expect_err("no column").to_string();
        assert_eq!(error, "there is no column `zuege`; there are: id, moves");
        let error = find("b7-b4,White", &names("3")).expect_err("no column").to_string();
        assert!(error.contains("names no columns") && error.contains("1 to 2"), "{error}");
        assert!(find("a,b\nc,d", &ColumnNames::default()).is_err());
        assert!(find("", &ColumnNames::default()).is_err());
    }
}
