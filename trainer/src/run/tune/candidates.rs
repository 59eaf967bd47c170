//! The rule sets that differ from one in some of its switches.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, bail};
use imperial_data::LoadedRules;
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::rule_text::Laws;
use imperial_engine::games::tafl::{men_to_leave_out, without_men};
use toml::{Table, Value};

use crate::lists::split_outside;
use crate::run::why_refused;

/// Most rule sets that are tried.
pub const MOST: usize = 64;

/// What is varied where no switch is: men that are left out of the set-up, as `d1+f9`.
const WITHOUT: &str = "without";

/// A switch to vary, with the values to try where they are named: `king_capture`, `king_arms=both/none`.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    key: String,
    /// Without any, the values of the rule sets that the program knows.
    values: Vec<Value>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (key, values) = text.split_once('=').map_or((text, None), |(key, v)| (key, Some(v)));
        if key.is_empty() || !key.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            return Err(format!(
                "`{key}` is no key of a rule file; write king_capture or king_capture=four/two"
            ));
        }
        let values = values.map(|values| split_outside(values, '/').map(value).collect());
        Ok(Self { key: key.to_owned(), values: values.unwrap_or_default() })
    }
}

impl fmt::Display for Vary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let values: Vec<String> = self.values.iter().map(asked).collect();
        let sign = if values.is_empty() { "" } else { "=" };
        write!(f, "{}{sign}{}", self.key, values.join("/"))
    }
}

/// A value of TOML; anything else is a word.
fn value(text: &str) -> Value {
    text.parse().unwrap_or_else(|_| text.into())
}

/// A value as one asks for it: a word has no quotes where it can do without.
fn asked(own: &Value) -> String {
    let is_plain = |word: &&str| value(word) == *own && !word.contains(['/', ',']);
    own.as_str().filter(is_plain).map_or_else(|| own.to_string(), str::to_owned)
}

/// A rule set and those that differ from it in the switches that are varied.
#[derive(Debug)]
pub struct Candidates {
    keys: Vec<String>,
    rules: Vec<LoadedRules>,
    /// Of each rule set the value of each key; nothing where the switch is left out.
    values: Vec<Vec<Option<Value>>>,
    refused: Vec<(String, String)>,
}

impl Candidates {
    /// Combines all values of all switches. The first rule set is `base` itself.
    ///
    /// # Errors
    /// When a key is no switch of the game, there is nothing to vary, or there are too many combinations.
    pub fn new(base: &LoadedRules, vary: &[Vary]) -> anyhow::Result<Self> {
        let name = base.game.name();
        let laws = base.game.laws();
        let laws =
            laws.with_context(|| format!("`{name}` has no switches; name another rule set"))?;
        let is_again =
            |place: &usize| vary[..*place].iter().any(|vary_| vary_.key == vary[*place].key);
        if let Some(again) = (0..vary.len()).find(is_again) {
            let key = &vary[again].key;
            bail!("`{key}` is varied twice; name all of its values at once: {key}=A/B");
        }
        let choices =
            vary.iter().map(|vary| choice(name, &laws, vary)).collect::<Result<Vec<_>, _>>()?;
        let number = choices.iter().map(Vec::len).product::<usize>();
        if number > MOST {
            bail!(
                "these switches make {number} rule sets, and {MOST} are the most; vary fewer, or name values: key=A/B"
            );
        }
        let keys = vary.iter().map(|vary| vary.key.clone()).collect();
        let mut found = Self { keys, rules: Vec::new(), values: Vec::new(), refused: Vec::new() };
        let mut fits: Vec<Vec<bool>> =
            choices.iter().map(|values| vec![false; values.len()]).collect();
        for number in 0..number {
            let picked = pick(&choices, number);
            if found.add(base, &laws.table, &picked)? {
                fits.iter_mut().zip(&picked).for_each(|(fits, (index, _))| fits[*index] = true);
            }
        }
        for (vary, fits) in vary.iter().zip(&fits).filter(|(vary, _)| !vary.values.is_empty()) {
            found.check_values(&vary.key, &choices, fits)?;
        }
        if found.rules.len() < 2 {
            let reason = found.refused.first().map_or("they are all alike", |(_, reason)| reason);
            bail!("nothing can be varied: {reason}");
        }
        Ok(found)
    }

    /// Refuses a value that somebody named and that fits no rule set, as a slip of the pen does.
    fn check_values(
        &self,
        key: &str,
        choices: &[Vec<Option<Value>>],
        fits: &[bool],
    ) -> anyhow::Result<()> {
        let place = self.keys.iter().position(|known| known == key).unwrap_or_default();
        let value = choices[place].iter().zip(fits).find(|(_, fits)| !**fits);
        let Some((value, _)) = value else { return Ok(()) };
        let told = pair((&key.to_owned(), value));
        let is_of_it = |what: &str| format!(", {what}, ").contains(&format!(", {told}, "));
        let reason = self.refused.iter().find(|(what, _)| is_of_it(what));
        let reason = reason.map_or("", |(_, reason)| reason);
        bail!("--vary {key}={}: {reason}", value.as_ref().map(asked).unwrap_or_default())
    }

    /// Adds the rule set with these values, or notes why there is none; gives whether there is one.
    fn add(
        &mut self,
        base: &LoadedRules,
        table: &Table,
        picked: &[(usize, Option<Value>)],
    ) -> anyhow::Result<bool> {
        let values: Vec<Option<Value>> = picked.iter().map(|(_, value)| value.clone()).collect();
        if picked.iter().all(|(index, _)| *index == 0) {
            self.rules.push(base.again()?);
            self.values.push(values);
            return Ok(true);
        }
        let digits: Vec<String> = picked.iter().map(|(index, _)| index.to_string()).collect();
        let switches: Vec<String> = self.keys.iter().zip(&values).map(pair).collect();
        let mut table = table.clone();
        for (key, value) in self.keys.iter().zip(&values) {
            if let Err(error) = set(&mut table, key, value.as_ref()) {
                self.refused.push((switches.join(", "), error));
                return Ok(false);
            }
        }
        let changed = switches.iter().zip(picked).filter(|(_, (index, _))| *index > 0);
        let changed: Vec<&str> = changed.map(|(switch, _)| switch.as_str()).collect();
        // A rule set may itself have been found so.
        let stem = base.game.name();
        let labels = [
            ("name", format!("{stem}-{}", digits.join("-"))),
            ("title", format!("{} ({})", base.game.title(), changed.join(", "))),
            ("source", format!("{stem} with other switches")),
        ];
        for (key, text) in labels {
            table.insert(key.to_owned(), text.into());
        }
        // What the sources are silent about stands in their own files.
        table.remove("house_rules");
        let text = toml::to_string_pretty(&table)?;
        match LoadedRules::of_text(text) {
            Err(error) => {
                self.refused.push((switches.join(", "), why_refused(error)));
                return Ok(false);
            }
            Ok(rules) if self.rules.iter().all(|known| known.game.has_other_laws(&rules.game)) => {
                self.rules.push(rules);
                self.values.push(values);
            }
            Ok(_) => {}
        }
        Ok(true)
    }

    /// The rule sets.
    pub fn rules(&self) -> &[LoadedRules] {
        &self.rules
    }

    /// Combinations that are no rule set, with the reason.
    pub fn refused(&self) -> &[(String, String)] {
        &self.refused
    }

    /// The name of a rule set, and what was varied with its values.
    pub fn varied(&self, place: usize) -> (String, Vec<(String, String)>) {
        let values = self.keys.iter().zip(&self.values[place]);
        let values = values.map(|(key, value)| (key.clone(), written(value.as_ref())));
        (self.rules[place].game.name().to_owned(), values.collect())
    }
}

/// All values of a switch of the rule set `name`, its own first.
fn choice(name: &str, laws: &Laws, vary: &Vary) -> anyhow::Result<Vec<Option<Value>>> {
    let Vary { key, values } = vary;
    let leaves_out = key == WITHOUT && laws.text("game") == "tafl";
    if !leaves_out && !laws.switches.contains(&key.as_str()) {
        bail!("`{key}` is no switch of `{name}`; its switches: {}", laws.switches.join(", "));
    }
    let others: Vec<Option<Value>> = match key.as_str() {
        _ if !values.is_empty() => values.iter().cloned().map(Some).collect(),
        WITHOUT => {
            let men = men_to_leave_out(laws.text("setup"));
            men.into_iter().map(|men| Some(men.into())).collect()
        }
        key => known(key, laws.text("game")),
    };
    let mut all = vec![laws.table.get(key).cloned()];
    for value in others {
        if !all.contains(&value) {
            all.push(value);
        }
    }
    if all.len() == 1 && !values.is_empty() {
        bail!("`{name}` has this value of `{key}` already; name another: {key}=A/B");
    }
    if all.len() == 1 {
        bail!("no rule set of the program has another value of `{key}`; name some: {key}=A/B");
    }
    Ok(all)
}

/// Gives a switch this value, or leaves men out.
fn set(table: &mut Table, key: &str, value: Option<&Value>) -> Result<(), String> {
    match value {
        Some(men) if key == WITHOUT => {
            let setup = table.get("setup").and_then(Value::as_str).unwrap_or_default();
            let fewer = without_men(setup, &written(Some(men)))?;
            table.insert("setup".to_owned(), fewer.into());
        }
        Some(value) => drop(table.insert(key.to_owned(), value.clone())),
        None => drop(table.remove(key)),
    }
    Ok(())
}

/// The values that the program's rule sets of this family give to a switch.
fn known(key: &str, family: &str) -> Vec<Option<Value>> {
    let laws = catalog::names().filter_map(|name| AnyGame::by_name(name).ok()?.laws());
    let same = laws.filter(|laws| laws.text("game") == family && laws.switches.contains(&key));
    same.map(|laws| laws.table.get(key).cloned()).collect()
}

/// One combination: of each switch the place of its value, and the value.
fn pick(choices: &[Vec<Option<Value>>], mut number: usize) -> Vec<(usize, Option<Value>)> {
    let mut picked: Vec<(usize, Option<Value>)> = Vec::with_capacity(choices.len());
    for choice in choices.iter().rev() {
        let index = number % choice.len();
        picked.push((index, choice[index].clone()));
        number /= choice.len();
    }
    picked.reverse();
    picked
}

fn pair((key, value): (&String, &Option<Value>)) -> String {
    format!("{key} {}", written(value.as_ref()))
}

/// A value without quotes; a switch that is left out has none.
fn written(value: Option<&Value>) -> String {
    match value {
        None => "–".to_owned(),
        Some(Value::Table(table)) if table.is_empty() => "none".to_owned(),
        Some(Value::String(word)) => word.clone(),
        Some(Value::Table(table)) => {
            let parts = table.iter().map(|(key, value)| format!("{key} {}", written(Some(value))));
            parts.collect::<Vec<_>>().join(" ")
        }
        Some(value) => value.to_string(),
    }
}
