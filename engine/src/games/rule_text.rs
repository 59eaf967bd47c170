//! Rule files: what is wrong with them, and what the files of all families have in common.

mod complaints;
mod keys;
mod rule_file;
mod switches;

use std::fmt;
use std::ops::RangeInclusive;

pub use rule_file::{Laws, SwitchGroup};
pub(crate) use rule_file::{RuleFile, cross, read};
pub use switches::{Recurrence, RecurrenceResult, Sides, Starter, Stuck};
pub(crate) use switches::{has_article, has_letters, yes};

/// Plies that a limit may be.
pub(crate) const LIMITS: RangeInclusive<u32> = 1..=100_000;

/// What is wrong with a rule set, and where in its text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RuleSetError {
    /// Line of the text, from 1, where it is known.
    pub line: Option<usize>,
    /// The key that is wrong, where it is one.
    pub key: Option<String>,
    /// Where the key has several tables, which of them is wrong, from 0.
    pub table: Option<usize>,
    /// What is wrong and what is allowed.
    pub message: String,
}

impl fmt::Display for RuleSetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "`{key}`: ")?;
        }
        f.write_str(&self.message)
    }
}

impl RuleSetError {
    /// The error of the TOML reader, with the line and key of `text` that it points at. `switches` are those of the
    /// family, where it is known.
    pub(crate) fn from_toml(text: &str, error: &toml::de::Error, switches: &[&str]) -> Self {
        // What is said of the whole text, such as a missing key, belongs to no line of it.
        let is_missing = error.message().starts_with("missing field");
        let of_all = |start, end| start == 0 && (is_missing || end >= text.trim_end().len());
        let span = error.span().filter(|span| !of_all(span.start, span.end));
        let line = span.map(|span| line_of_offset(text, span.start));
        let key = line.and_then(|line| key_of_line(text, line));
        let head = line.and_then(|line| text.lines().take(line).filter_map(head_key).last());
        let misplaced = head.and_then(|head| {
            complaints::misplaced(error.message(), key.as_deref()?, head, switches)
        });
        let message =
            misplaced.unwrap_or_else(|| complaints::explain(error.message(), key.as_deref()));
        Self { line, key, table: None, message }
    }

    pub(crate) fn of_key(key: &str, message: impl Into<String>) -> Self {
        Self { line: None, key: Some(key.to_owned()), table: None, message: message.into() }
    }

    /// An error of one of the tables `[[key]]`.
    pub(crate) fn of_table(key: &str, table: usize, message: impl Into<String>) -> Self {
        Self { table: Some(table), ..Self::of_key(key, message) }
    }

    pub(crate) fn locate(mut self, text: &str) -> Self {
        self.line = self.key.as_deref().and_then(|key| match self.table {
            None => line_of_key(text, key),
            Some(table) => line_of_table(text, key, table),
        });
        self
    }
}

/// The key of a table whose head a line is: of `[sides]`, or of one of several, `[[pieces]]`. `[1, 2]` is no head.
fn head_key(line: &str) -> Option<&str> {
    let inner = line.split('#').next()?.trim().strip_prefix('[')?.strip_suffix(']')?;
    let of_several = inner.strip_prefix('[').and_then(|inner| inner.strip_suffix(']'));
    let key = of_several.unwrap_or(inner).trim();
    let is_plain = key.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    (is_plain && !key.is_empty()).then_some(key)
}

fn line_of_offset(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

fn key_of_line(text: &str, line: usize) -> Option<String> {
    let (key, _) = text.lines().nth(line - 1)?.split_once('=')?;
    Some(key.trim().to_owned())
}

fn line_of_key(text: &str, key: &str) -> Option<usize> {
    let sets = |line: &str| {
        let rest = line.trim_start().strip_prefix(key);
        rest.is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
    };
    let mut lines = (1..).zip(text.lines());
    let found = lines.find(|(_, line)| sets(line) || head_key(line) == Some(key));
    found.map(|(number, _)| number)
}

/// Tables may also stand in one list behind their key.
fn line_of_table(text: &str, key: &str, table: usize) -> Option<usize> {
    let heads = (1..).zip(text.lines()).filter(|(_, line)| head_key(line) == Some(key));
    heads.map(|(number, _)| number).nth(table).or_else(|| line_of_key(text, key))
}

/// Refuses a name that is no name, and house rules that are none of `switches`.
pub(crate) fn check_head(
    name: &str,
    house_rules: &[String],
    switches: &[&str],
) -> Result<(), RuleSetError> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(plain) {
        let message = format!("must be lower-case letters, digits and hyphens, not `{name}`");
        return Err(RuleSetError::of_key("name", message));
    }
    match house_rules.iter().find(|key| !switches.contains(&key.as_str())) {
        Some(key) => {
            let near = complaints::nearest(key, switches);
            let message = format!("`{key}` is not a switch{near}");
            Err(RuleSetError::of_key("house_rules", message))
        }
        None => Ok(()),
    }
}

/// Refuses a list in which something stands twice: the second says nothing.
pub(crate) fn refuse_twice<T: PartialEq>(key: &str, list: &[T]) -> Result<(), RuleSetError> {
    let is_again = |place: usize| list[..place].contains(&list[place]);
    match (0..list.len()).any(is_again) {
        true => Err(RuleSetError::of_key(key, "has something twice")),
        false => Ok(()),
    }
}

/// What is wrong with a number that is not in its range.
pub(crate) fn out_of(key: &str, range: &RangeInclusive<u32>, number: u32) -> RuleSetError {
    let (least, most) = (range.start(), range.end());
    RuleSetError::of_key(key, format!("must be from {least} to {most}, not {number}"))
}
