//! Switches that OpenTafl has no key for, in keys that it ignores.
//!
//! A key is [`EXTENSION`] and the name of the switch in a rule file. Its value is that of the rule
//! file in a form without blanks and colons:
//!
//! | in the rule file | as a value |
//! |---|---|
//! | `"last-man"` | `last-man` |
//! | `true`, `200` | `true`, `200` |
//! | left out | `none` |
//! | `["repetition", "stuck"]` | `repetition,stuck` |
//! | `{ count = 3, result = "loss" }` | `count=3,result=loss` |

use imperial_engine::games::tafl::RuleSet;
use serde_json::{Map, Value};

use super::keys::{EXTENSION, RulesRecordError};
use super::text::{decode, encode, shorten};

/// Fields that OpenTafl always says itself.
const CARRIED: [&str; 3] = ["game", "size", "setup"];

/// A number that is left out.
const NONE: &str = "none";

/// The keys by which `wanted` differs from what OpenTafl's own keys say, and those of the switches
/// in `unsaid`.
pub(super) fn difference(wanted: &RuleSet, said: &RuleSet, unsaid: &[&str]) -> Vec<String> {
    let said = fields(said);
    let wanted = fields(wanted).into_iter().filter(|(key, _)| !CARRIED.contains(&key.as_str()));
    wanted
        .filter(|(key, value)| said.get(key) != Some(value) || unsaid.contains(&key.as_str()))
        .map(|(key, value)| format!("{EXTENSION}{key}:{}", to_text(&value)))
        .collect()
}

/// `said` with the switches that the keys change.
pub(super) fn apply(said: RuleSet, keys: &[(String, String)]) -> Result<RuleSet, RulesRecordError> {
    if keys.is_empty() {
        return Ok(said);
    }
    let mut fields = fields(&said);
    for (key, text) in keys {
        let field = fields
            .get_mut(key)
            .filter(|_| !CARRIED.contains(&key.as_str()))
            .ok_or_else(|| RulesRecordError::Unknown(shorten(&format!("{EXTENSION}{key}"))))?;
        let value =
            from_text(field, text).ok_or_else(|| wrong(key, text, "a value as in a rule file"))?;
        *field = value;
        // One key at a time, so that an error names it.
        if let Err(error) = serde_json::from_value::<RuleSet>(Value::Object(fields.clone())) {
            return Err(wrong(key, text, &format!("another value than this ({error})")));
        }
    }
    serde_json::from_value(Value::Object(fields)).map_err(|error| RulesRecordError::Value {
        key: EXTENSION.to_owned(),
        value: String::new(),
        expected: error.to_string(),
    })
}

/// Every field of a rule set by its name in the rule file; one that is left out is null.
fn fields(rules: &RuleSet) -> Map<String, Value> {
    match serde_json::to_value(rules) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn wrong(key: &str, value: &str, expected: &str) -> RulesRecordError {
    RulesRecordError::Value {
        key: format!("{EXTENSION}{key}"),
        value: shorten(value),
        expected: expected.to_owned(),
    }
}

fn to_text(value: &Value) -> String {
    match value {
        Value::Null => NONE.to_owned(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::String(text) => encode(text),
        Value::Array(values) => values.iter().map(word).collect::<Vec<_>>().join(","),
        Value::Object(fields) => {
            let there = fields.iter().filter(|(_, value)| !value.is_null());
            let pairs: Vec<_> =
                there.map(|(key, value)| format!("{key}={}", word(value))).collect();
            pairs.join(",")
        }
    }
}

/// A value in a list. In checked rules these are numbers and plain words.
fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Reads a value of the type that the field has now; a field that is left out is a number.
fn from_text(now: &Value, text: &str) -> Option<Value> {
    Some(match now {
        Value::String(_) => Value::String(decode(text)),
        Value::Bool(_) => Value::Bool(text.parse().ok()?),
        Value::Null | Value::Number(_) if text == NONE => Value::Null,
        Value::Null | Value::Number(_) => Value::from(text.parse::<u64>().ok()?),
        Value::Array(_) => words(text).map(|word| Value::String(word.to_owned())).collect(),
        Value::Object(_) => {
            let pairs = words(text).map(|pair| {
                let (key, value) = pair.split_once('=')?;
                let value = value.parse::<u64>().map_or_else(|_| value.into(), Value::from);
                Some((key.to_owned(), value))
            });
            Value::Object(pairs.collect::<Option<Map<_, _>>>()?)
        }
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|word| !word.is_empty())
}
