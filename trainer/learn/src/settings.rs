//! Settings from a file and from `--set key=value`.

use std::path::Path;

use anyhow::{Context as _, anyhow, bail};
use imperial_data::read_named_text;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

/// Checks the name that settings have, and that they name rule sets.
///
/// # Errors
/// Names the key that is wrong.
pub fn check_names(name: &str, rules: &[String]) -> anyhow::Result<()> {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if name.is_empty() || !name.chars().all(plain) {
        bail!("`name` must be letters, digits, `-` and `_`, not `{name}`");
    }
    if rules.is_empty() {
        bail!("`rules` names no rule set");
    }
    Ok(())
}

/// Reads settings from TOML text. `origin` is the file that messages name.
///
/// # Errors
/// With file, line and key.
pub fn parse<T: DeserializeOwned>(text: &str, origin: &str) -> anyhow::Result<T> {
    toml::from_str(text).map_err(|error| anyhow!("{origin}: {}", error.to_string().trim_end()))
}

/// Reads settings from `file`, or from `embedded` where there is none, and applies `changes` of the
/// form `key=value` in their order.
///
/// # Errors
/// When the file cannot be read, has unknown keys or values, or a change does not fit.
pub fn load<T: DeserializeOwned>(
    file: Option<&Path>,
    embedded: &str,
    changes: &[String],
) -> anyhow::Result<T> {
    let (text, origin) = read(file, embedded)?;
    from_text(&text, &origin, changes)
}

/// The text of `file`, or `embedded` where there is none, and what messages call it.
///
/// # Errors
/// When the file cannot be read.
pub fn read(file: Option<&Path>, embedded: &str) -> anyhow::Result<(String, String)> {
    let Some(file) = file else {
        return Ok((embedded.to_owned(), "the embedded settings".to_owned()));
    };
    let origin = file.display().to_string();
    let text = read_named_text(file);
    Ok((text.with_context(|| format!("cannot read `{origin}`"))?, origin))
}

/// The settings of a text that messages call `origin`, with `changes` as of [`load`].
///
/// # Errors
/// When it has unknown keys or values, or a change does not fit.
pub fn from_text<T: DeserializeOwned>(
    text: &str,
    origin: &str,
    changes: &[String],
) -> anyhow::Result<T> {
    let settings: T = parse(text, origin)?;
    if changes.is_empty() {
        return Ok(settings);
    }
    let mut table: Table = parse(text, origin)?;
    for change in changes {
        apply(&mut table, change)?;
        // Checked one by one, so that the message names the change that does not fit.
        let value = Value::Table(table.clone());
        value.try_into::<T>().map_err(|error| anyhow!("--set {change}: {}", error.message()))?;
    }
    Ok(Value::Table(table).try_into()?)
}

/// The settings of `embedded`, but for those in `changes`, table by table.
///
/// # Errors
/// When a change does not fit.
pub fn overlaid<T: DeserializeOwned>(embedded: &str, changes: &Table) -> anyhow::Result<T> {
    let mut table: Table = parse(embedded, "the embedded settings")?;
    overlay(&mut table, changes);
    Value::Table(table).try_into().map_err(|error: toml::de::Error| anyhow!("{}", error.message()))
}

fn overlay(below: &mut Table, above: &Table) {
    for (key, value) in above {
        match (below.get_mut(key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => overlay(below, above),
            _ => drop(below.insert(key.clone(), value.clone())),
        }
    }
}

/// Applies one change; the key is a path such as `compare.pairs` or `compare.agents.0.games`.
fn apply(table: &mut Table, change: &str) -> anyhow::Result<()> {
    let Some((path, value)) = change.split_once('=') else {
        bail!("--set {change}: expected key=value, such as seed=7");
    };
    let (parents, key) = match path.trim().rsplit_once('.') {
        Some((parents, key)) => (Some(parents), key),
        None => (None, path.trim()),
    };
    let mut root = Value::Table(std::mem::take(table));
    let mut place = &mut root;
    for step in parents.into_iter().flat_map(|parents| parents.split('.')) {
        place = descend(place, step).ok_or_else(|| {
            anyhow!("--set {change}: there is no setting `{step}`; --show prints all")
        })?;
    }
    match place {
        Value::Table(inner) => inner.insert(key.to_owned(), read_value(value.trim())),
        Value::Array(items) => {
            let item = key.parse().ok().and_then(|index: usize| items.get_mut(index));
            let item = item.ok_or_else(|| {
                anyhow!("--set {change}: there is no item `{key}` in that list; items count from 0")
            })?;
            Some(std::mem::replace(item, read_value(value.trim())))
        }
        _ => bail!("--set {change}: there is no setting `{key}`; --show prints all"),
    };
    if let Value::Table(changed) = root {
        *table = changed;
    }
    Ok(())
}

fn descend<'v>(value: &'v mut Value, step: &str) -> Option<&'v mut Value> {
    match value {
        Value::Table(table) => {
            Some(table.entry(step.to_owned()).or_insert_with(|| Value::Table(Table::new())))
        }
        Value::Array(items) => items.get_mut(step.parse::<usize>().ok()?),
        _ => None,
    }
}

/// A TOML value, or the text itself: `--set agent=random` needs no quotes.
fn read_value(text: &str) -> Value {
    let parsed = format!("value = {text}").parse::<Table>().ok();
    parsed
        .and_then(|mut table| table.remove("value"))
        .unwrap_or_else(|| Value::String(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Settings {
        seed: u64,
        rounds: Vec<Round>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct Round {
        agent: String,
        games: u64,
    }

    const TEXT: &str = "seed = 1\n[[rounds]]\nagent = \"random\"\ngames = 5\n";

    fn with(changes: &[&str]) -> anyhow::Result<Settings> {
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        load(None, TEXT, &changes)
    }

    #[test]
    fn changes_reach_nested_keys_and_items() {
        let settings = with(&["seed=7", "rounds.0.games=9", "rounds.0.agent=rollouts:8"]);
        let round = Round { agent: "rollouts:8".to_owned(), games: 9 };
        assert_eq!(settings.expect("fits"), Settings { seed: 7, rounds: vec![round] });
    }

    #[test]
    fn changes_that_do_not_fit_are_named() {
        for change in ["sede=7", "seed=red", "seed", "rounds.3.games=1", "seed.x=1"] {
            let error = with(&[change]).expect_err(change).to_string();
            assert!(error.contains(&format!("--set {change}")), "{error}");
        }
    }

    #[test]
    fn a_broken_file_is_named_with_line_and_key() {
        let error = parse::<Settings>("seed = 1\nrounds = 3\n", "x.toml").expect_err("broken");
        let text = error.to_string();
        assert!(text.contains("x.toml") && text.contains("line 2") && text.contains("rounds"));
    }
}
