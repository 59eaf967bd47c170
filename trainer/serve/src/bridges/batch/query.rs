//! A line of input as what is asked.

use anyhow::{anyhow, bail};
use imperial_data::GameRecord;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Letters of a wrong value that are shown.
const SHOWN: usize = 40;

/// What a line asks for.
#[derive(Debug)]
pub(super) enum Query {
    /// To look at positions.
    Positions(Asked),
    /// To forget those positions of another query that are not answered yet.
    Cancel {
        /// Its own name.
        id: Value,
        /// The name of that query.
        cancel: Value,
    },
}

/// Positions of a game.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    /// Any JSON by which the answers are told apart; the number of the line if not given.
    pub id: Option<Value>,
    /// Name of the rule set; that of the command line if not given.
    pub rules: Option<String>,
    /// The record that the line is, without its plies.
    pub record: Option<Box<GameRecord>>,
    /// The position that the game began with; the usual one if not given.
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// After how many moves to look: after the last one if not given.
    pub turns: Option<Vec<usize>>,
    /// Larger ones come first.
    pub priority: i64,
    /// Playouts for each position, where the agent has them.
    pub playouts: Option<u32>,
}

impl Query {
    /// Reads a line: a query, a cancellation or a game record.
    ///
    /// # Errors
    /// When it is none of them; the message says what would be one.
    pub fn read(line: &str) -> anyhow::Result<Self> {
        // Some editors put this mark before the first line.
        let line = line.trim_start_matches('\u{feff}');
        let mut fields = match serde_json::from_str(line) {
            Ok(Value::Object(fields)) => fields,
            Ok(other) => bail!("{} is no query; {QUERY}", shown(&other)),
            Err(error) => bail!("no JSON at letter {}: {}; {QUERY}", error.column(), cause(&error)),
        };
        if fields.contains_key("plies") {
            let record = GameRecord::from_line(line.trim().as_bytes());
            let record = record
                .map_err(|error| anyhow!("{RECORD}: {error}; docs/data.md lists its fields"))?;
            return Ok(Self::Positions(record.into()));
        }
        if let Some(cancel) = fields.remove("cancel") {
            let id = fields.remove("id").unwrap_or_default();
            refuse_more(&fields, "a query with `cancel` has only `id` beside it")?;
            return Ok(Self::Cancel { id, cancel });
        }
        Ok(Self::Positions(Asked::read(fields)?))
    }
}

impl Query {
    /// The name of a line that is none of these, so that the one who wrote it knows which; null where it has none.
    pub fn id(line: &str) -> Value {
        let fields: Option<Map<String, Value>> = serde_json::from_str(line).ok();
        fields.and_then(|mut fields| fields.remove("id")).unwrap_or_default()
    }
}

/// What a query looks like.
const QUERY: &str =
    r#"a query is an object such as {"id": 1, "rules": "brandubh", "moves": ["d7-c7"]}"#;
/// What the line seems to be.
const RECORD: &str = "the line has `plies`, so it is read as a record of a game";

impl Asked {
    fn read(mut fields: Map<String, Value>) -> anyhow::Result<Self> {
        let taken = &mut fields;
        let asked = Self {
            id: taken.remove("id"),
            rules: field(taken, "rules", "the name of a rule set")?,
            record: None,
            start: field(taken, "start", "a position, as text")?,
            moves: field(taken, "moves", r#"a list of moves such as ["d7-c7"]"#)?
                .unwrap_or_default(),
            turns: field(taken, "turns", "a list of numbers of moves such as [0, 1]")?,
            priority: field(taken, "priority", "a whole number")?.unwrap_or_default(),
            playouts: field(taken, "playouts", "a number from 1 to 4294967295")?,
        };
        let known =
            "a query has `id`, `rules`, `start`, `moves`, `turns`, `priority` and `playouts`";
        refuse_more(&fields, known)?;
        Ok(asked)
    }
}

/// Takes a field out; nothing where it is not given.
fn field<T: DeserializeOwned>(
    fields: &mut Map<String, Value>,
    name: &str,
    expected: &str,
) -> anyhow::Result<Option<T>> {
    let Some(value) = fields.remove(name).filter(|value| !value.is_null()) else { return Ok(None) };
    let told = shown(&value);
    let read = serde_json::from_value(value);
    read.map(Some).map_err(|_| anyhow!("`{name}` is {told}; it must be {expected}"))
}

/// Refuses fields that nobody has taken out.
fn refuse_more(fields: &Map<String, Value>, known: &str) -> anyhow::Result<()> {
    match fields.keys().next() {
        Some(name) => bail!("there is no field `{name}`; {known}"),
        None => Ok(()),
    }
}

/// A value as it stands in the line, shortened.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// What is wrong with JSON, without the place: a line is the first of its own text.
fn cause(error: &serde_json::Error) -> String {
    let told = error.to_string();
    told.split(" at line ").next().unwrap_or_default().to_owned()
}

impl From<GameRecord> for Asked {
    /// Every position that somebody chose a move in; of a game that is nothing but its opening the last one.
    fn from(mut record: GameRecord) -> Self {
        let moves: Vec<String> = record.plies.drain(..).map(|ply| ply.mv.to_string()).collect();
        let chosen: Vec<usize> = (record.opening as usize..moves.len()).collect();
        Self {
            id: Some(record.game.into()),
            rules: None,
            start: record.start.take(),
            turns: Some(chosen).filter(|chosen| !chosen.is_empty()),
            record: Some(Box::new(record)),
            moves,
            priority: 0,
            playouts: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_wrong_and_what_would_be_right() {
        let record = r#"{"plies":[{"move":"a1"}],"rules":"brandubh"}"#;
        for (line, words) in [
            (
                "hello",
                r#"no JSON at letter 1: expected value; a query is an object such as {"id": 1"#,
            ),
            (r#"{"id":1"#, "EOF while parsing an object"),
            ("[1, 2]", "[1,2] is no query; a query is an object"),
            (r#"{"moves":"d7-c7"}"#, r#"`moves` is "d7-c7"; it must be a list of moves"#),
            (r#"{"turns":[-1]}"#, "`turns` is [-1]; it must be a list of numbers of moves"),
            (r#"{"playouts":2.5}"#, "`playouts` is 2.5; it must be a number from 1"),
            (r#"{"depth":3}"#, "there is no field `depth`; a query has `id`, `rules`"),
            (r#"{"cancel":1,"moves":[]}"#, "there is no field `moves`; a query with `cancel`"),
            (record, "the line has `plies`, so it is read as a record of a game: column"),
        ] {
            let error = format!("{:#}", Query::read(line).expect_err(line));
            assert!(error.contains(words), "{line}: {error}");
            assert!(!error.contains("line 1"), "{line}: {error}");
        }
    }

    #[test]
    fn the_mark_before_a_file_of_an_editor_is_no_json() {
        Query::read("\u{feff}{\"id\":1,\"rules\":\"brandubh\"}").expect("a query");
    }

    #[test]
    fn long_values_are_shortened() {
        let line = format!(r#"{{"rules":["{}"]}}"#, "ß".repeat(500));
        let error = Query::read(&line).expect_err("a list").to_string();
        assert!(error.len() < 200 && error.contains("ß…"), "{error}");
    }
}
