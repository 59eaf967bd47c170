//! The switches of a rule file.

use toml::{Table, Value};

use super::boards::{Lines, Point, point};

/// What a rule file says, with what it leaves out.
#[derive(Clone, Debug)]
pub struct Laws {
    table: Table,
    pub lines: Lines,
}

impl Laws {
    pub fn from_toml(text: &str) -> Self {
        let table: Table = text.parse().expect("a rule file");
        let lines = match table.get("board").and_then(Value::as_str) {
            Some(name) => Lines::named(name),
            None => Lines::read(&words(&table["lines"])),
        };
        Self { table, lines }
    }

    pub fn word<'a>(&'a self, key: &str, default: &'a str) -> &'a str {
        self.table.get(key).and_then(Value::as_str).unwrap_or(default)
    }

    pub fn number(&self, key: &str) -> usize {
        self.table.get(key).and_then(Value::as_integer).unwrap_or(0) as usize
    }

    pub fn yes(&self, key: &str) -> bool {
        self.table.get(key).and_then(Value::as_bool).unwrap_or(true)
    }

    pub fn points(&self, key: &str) -> Vec<Point> {
        let names = self.table.get(key).map(words).unwrap_or_default();
        names.iter().map(|name| point(name)).collect()
    }

    pub fn repetitions(&self) -> usize {
        self.table["repetition"]["count"].as_integer().expect("a count") as usize
    }

    /// Whether the many may go this way.
    pub fn allows_many(&self, from: Point, to: Point) -> bool {
        let way = match to.1 - from.1 {
            0 => "sideways",
            up if up > 0 => "forward",
            _ => "backward",
        };
        let ways = self.table.get("many_ways").map(words);
        ways.is_none_or(|ways| ways.iter().any(|known| known == way))
            && (self.word("many_lines", "all") == "all" || straight(from, to))
    }

    /// Whether the few may go this way.
    pub fn allows_few(&self, from: Point, to: Point) -> bool {
        self.word("few_lines", "all") == "all" || straight(from, to)
    }
}

fn straight(from: Point, to: Point) -> bool {
    from.0 == to.0 || from.1 == to.1
}

fn words(value: &Value) -> Vec<String> {
    let values = value.as_array().expect("a list");
    values.iter().map(|value| value.as_str().expect("a word").to_owned()).collect()
}
