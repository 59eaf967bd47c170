//! The switches of a rule set with their values.

use std::collections::{BTreeMap, BTreeSet};

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
    keys.map(|key| Switch { key, values: values(tables, key) })
        .partition(|switch| switch.values[0] != switch.values[1])
}

/// What two rule sets say under a key. Of pieces that differ it is what differs, of others all.
fn values(tables: [&Table; 2], key: &str) -> [String; 2] {
    match tables.map(|table| table.get(key).and_then(pieces)) {
        [Some(one), Some(other)] if one != other => [changes(&one, &other), changes(&other, &one)],
        _ => tables.map(|table| plain(table, key)),
    }
}

/// The tables of a list of pieces, by their letters.
fn pieces(value: &Value) -> Option<BTreeMap<&str, &Table>> {
    let tables = value.as_array()?.iter().map(Value::as_table);
    tables.map(|piece| Some((piece?.get("letter")?.as_str()?, piece?))).collect()
}

/// What pieces have that others have not, or have otherwise: `R rook: slides orthogonal`.
fn changes(pieces: &BTreeMap<&str, &Table>, others: &BTreeMap<&str, &Table>) -> String {
    let own = pieces.iter().filter_map(|(letter, piece)| match others.get(letter) {
        Some(other) if other == piece => None,
        other => Some(said_of(piece, other.copied())),
    });
    let lost = others.keys().filter(|letter| !pieces.contains_key(**letter));
    let lost = lost.map(|letter| format!("no {letter}"));
    own.chain(lost).collect::<Vec<_>>().join("; ")
}

/// A piece, its letter and name first, with all keys or with those in which it differs from another.
fn said_of(piece: &Table, other: Option<&Table>) -> String {
    let [letter, name] = ["letter", "name"].map(|key| plain(piece, key));
    let is_said = |key: &&String| {
        !["letter", "name"].contains(&key.as_str())
            && other.is_none_or(|other| other.get(*key) != piece.get(*key))
    };
    let keys: BTreeSet<&String> =
        piece.keys().chain(other.into_iter().flat_map(Table::keys)).collect();
    let parts: Vec<_> = keys
        .into_iter()
        .filter(is_said)
        .map(|key| format!("{key} {}", plain(piece, key)))
        .collect();
    let colon = if parts.is_empty() { "" } else { ": " };
    format!("{letter} {name}{colon}{}", parts.join(", "))
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
        Value::Table(piece) if piece.contains_key("letter") => said_of(piece, None),
        Value::Table(table) => {
            let parts: Vec<_> = table.iter().map(|(k, v)| format!("{k} {}", text(v))).collect();
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
    use imperial_engine::catalog::{self, AnyGame};

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

    #[test]
    fn of_pieces_only_what_differs_is_shown() {
        let (differ, _) = differences(&rules("emperors-game"), &rules("maharajah"));
        let pieces = differ.iter().find(|switch| switch.key == "pieces").expect("they differ");
        let general = "G general: leaps (1, 2), slides orthogonal, diagonal";
        assert_eq!(
            pieces.values[0],
            format!("A adjutant: leaps (1, 2), slides diagonal; {general}; no M")
        );
        let text = catalog::text("emperors-game").expect("embedded");
        let other = text.replace("name = \"rook\"", "name = \"tower\"\nwalk = 2");
        let other = AnyGame::from_toml(&other).expect("rules").laws().expect("switches");
        let (differ, _) = differences(&rules("emperors-game"), &other);
        assert_eq!(differ.len(), 1);
        assert_eq!(differ[0].values, ["R rook: walk –", "R tower: walk 2"]);
    }
}
