//! The switches of a rule set with their values.

use imperial_engine::games::rule_text::Laws;
use toml::{Table, Value};

/// A switch with its values in two rule sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// The key in rule files.
    pub key: &'static str,
    /// Its value in each of the two, as people read it.
    pub values: [String; 2],
}

/// The switches in which two rule sets of one family differ, and those in which they agree. The layout is
/// not among them.
pub fn differences(one: &Laws, other: &Laws) -> (Vec<Switch>, Vec<Switch>) {
    let tables = [&one.table, &other.table];
    // The layouts are drawn, not listed.
    let keys = one.switches.iter().copied().filter(|key| *key != "setup");
    keys.map(|key| Switch { key, values: tables.map(|table| plain(table, key)) })
        .partition(|switch| switch.values[0] != switch.values[1])
}

fn plain(table: &Table, key: &str) -> String {
    table.get(key).map_or_else(|| "–".to_owned(), text)
}

/// A value without quotes and brackets; a dash for nothing.
fn text(value: &Value) -> String {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Boolean(set) => if *set { "yes" } else { "no" }.to_owned(),
        Value::Array(values) if values.iter().any(Value::is_table) => {
            values.iter().map(text).collect::<Vec<_>>().join("; ")
        }
        Value::Array(values) => values.iter().map(in_list).collect::<Vec<_>>().join(", "),
        Value::Table(table) => {
            let mut keys: Vec<_> = table.iter().collect();
            // A piece begins with its name.
            keys.sort_by_key(|(key, _)| *key != "name");
            let parts: Vec<_> = keys.iter().map(|(k, v)| format!("{k} {}", text(v))).collect();
            parts.join(", ")
        }
        other => other.to_string(),
    };
    if text.is_empty() { "–".to_owned() } else { text }
}

/// A value of a list; lists within it keep together.
fn in_list(value: &Value) -> String {
    match value {
        Value::Array(_) => format!("({})", text(value)),
        _ => text(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_engine::catalog::AnyGame;

    fn rules(name: &str) -> Laws {
        AnyGame::by_name(name).expect(name).laws().expect("switches")
    }

    #[test]
    fn what_differs_is_told_apart() {
        let (differ, agree) = differences(&rules("tablut-linnaeus"), &rules("tablut-smith"));
        let keys: Vec<&str> = differ.iter().map(|switch| switch.key).collect();
        assert_eq!(keys, ["king_capture", "linnaean_capture"]);
        assert_eq!(differ[0].values, ["linnaean", "four"]);
        assert_eq!(differ.len() + agree.len(), rules("ard-ri").switches.len() - 1);
        assert!(differences(&rules("ard-ri"), &rules("ard-ri")).0.is_empty());
    }
}
