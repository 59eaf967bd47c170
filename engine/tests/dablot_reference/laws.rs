//! The switches of a rule file.

use toml::{Table, Value};

use super::boards::Ways;

/// What a rule file says, with what it leaves out.
#[derive(Clone, Debug)]
pub struct Laws {
    table: Table,
    pub ways: Ways,
}

impl Laws {
    pub fn from_toml(text: &str) -> Self {
        let table: Table = text.parse().expect("a rule file");
        let number = |key: &str| table.get(key).and_then(Value::as_integer).map(|n| n as i32);
        let ways = match number("columns") {
            Some(columns) => Ways::lattice(columns, number("ranks").expect("ranks")),
            None => {
                let lines = table["lines"].as_array().expect("lines").iter();
                let lines: Vec<String> =
                    lines.map(|line| line.as_str().expect("a line").to_owned()).collect();
                Ways::of_lines(&lines)
            }
        };
        Self { table, ways }
    }

    pub fn word<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.table.get(key).and_then(Value::as_str).unwrap_or(default)
    }

    pub fn number(&self, key: &str, default: usize) -> usize {
        self.table.get(key).and_then(Value::as_integer).map_or(default, |number| number as usize)
    }

    pub fn flag(&self, key: &str, default: bool) -> bool {
        self.table.get(key).and_then(Value::as_bool).unwrap_or(default)
    }

    pub fn repetitions(&self) -> usize {
        self.table["repetition"]["count"].as_integer().expect("a count") as usize
    }

    /// The rank of a piece in the ladder.
    pub fn rank(&self, letter: char) -> usize {
        match (letter.to_ascii_uppercase(), self.number("ladder", 3)) {
            ('M' | 'N', _) => 1,
            ('O', _) => 2,
            ('P', 3) => 2,
            ('P', _) => 3,
            ('K', 3) => 3,
            ('K', _) => 4,
            _ => panic!("{letter} is no piece"),
        }
    }
}

/// Whether it is a man.
pub fn is_man(letter: char) -> bool {
    matches!(letter.to_ascii_uppercase(), 'M' | 'N')
}

/// The side of a piece: 0 the attackers, 1 the defenders.
pub fn side_of(letter: char) -> usize {
    usize::from(letter.is_ascii_lowercase())
}
