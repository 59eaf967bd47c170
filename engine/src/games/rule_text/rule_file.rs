//! What the rule files of all families have in common: they can be compared, and crossed.

use rand::{Rng, RngExt};
use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::keys::LABELS;
use super::{RuleSetError, complaints};

/// Tries to find a mixture without contradictions.
const ATTEMPTS: u32 = 100;

/// Keys of the board and what stands on it: where the source is silent about them, they are reconstructed.
const LAYOUT: [&str; 9] =
    ["size", "layout", "board", "lines", "columns", "files", "ranks", "setup", "pieces"];

/// Keys that nearly all sources are silent about, because people stop by themselves.
const ENDS: [&str; 4] = ["repetition", "quiet_limit", "ply_limit", "stuck"];

/// Switches that are about one thing, with a name for it.
pub type SwitchGroup = (&'static str, &'static [&'static str]);

/// The rules of one game of a family, as read from a file.
pub(crate) trait RuleFile: Serialize + DeserializeOwned {
    /// The keys of all switches, in the order of the manual.
    const SWITCHES: &'static [&'static str];
    /// Switches that only fit together: mixtures take them from the same parent.
    const TOGETHER: &'static [&'static str];
    /// Switches that are changed together, because they are about one thing. Every switch is in one group.
    const GROUPS: &'static [SwitchGroup];

    /// Whether the switches fit together.
    fn checked(&self) -> Result<(), RuleSetError>;

    /// Whether two rule sets differ in nothing but what they are called.
    fn same_laws(&self, other: &Self) -> bool {
        match [self, other].map(|rules| Table::try_from(rules).ok()) {
            [Some(one), Some(other)] => unlabelled(one) == unlabelled(other),
            _ => false,
        }
    }
}

/// Reads and checks a rule set.
pub(crate) fn read<R: RuleFile>(text: &str) -> Result<R, RuleSetError> {
    // Editors of other systems end lines otherwise, also those of a set-up.
    let text = &text.replace("\r\n", "\n");
    let read = |error| unread::<R>(text, &error);
    let rules: R = toml::from_str(text).map_err(read)?;
    let table: Table = toml::from_str(text).map_err(read)?;
    if let Some((key, _)) = table.iter().find(|(_, value)| has_control(value)) {
        let message = "must not hold control characters, nor signs that turn the way of writing";
        return Err(RuleSetError::of_key(key, message).locate(text));
    }
    let [name, title] = ["name", "title"].map(|key| table.get(key).and_then(Value::as_str));
    // Records of OpenTafl need not have a name.
    let is_empty = title.is_some_and(|title| title.trim().is_empty()) && name != Some("opentafl");
    if is_empty || title.is_some_and(|title| title.contains(['\n', '\r'])) {
        let message = "must be one line of text, and not empty";
        return Err(RuleSetError::of_key("title", message).locate(text));
    }
    rules.checked().map_err(|error| error.locate(text))?;
    Ok(rules)
}

/// What is wrong with a text that cannot be read.
fn unread<R: RuleFile>(text: &str, error: &toml::de::Error) -> RuleSetError {
    let mut wrong = RuleSetError::from_toml(text, error, R::SWITCHES);
    if error.message().trim_end() == complaints::WANTS_WORD
        && let Some(words) = wrong.key.as_deref().and_then(|key| words::<R>(text, key))
    {
        wrong.message += &format!(": {words}");
    }
    wrong
}

/// The words that may stand under a key, as the reader lists them where it finds another one there.
fn words<R: RuleFile>(text: &str, key: &str) -> Option<String> {
    let mut table: Table = toml::from_str(text).ok()?;
    table.insert(key.to_owned(), Value::from(complaints::NO_WORD));
    let read: Result<R, _> = table.try_into();
    complaints::words(read.err()?.message())
}

/// Whether a text in it holds what a terminal would obey, or what shows letters in another order. Lines may end in it.
fn has_control(value: &Value) -> bool {
    let turns = |c| matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_control = |c: char| c.is_control() && !matches!(c, '\n' | '\r' | '\t');
    match value {
        Value::String(text) => text.chars().any(|c| is_control(c) || turns(c)),
        Value::Array(list) => list.iter().any(has_control),
        Value::Table(table) => table.values().any(has_control),
        _ => false,
    }
}

/// The laws alone.
fn unlabelled(mut table: Table) -> Table {
    LABELS.iter().for_each(|key| drop(table.remove(*key)));
    table
}

/// What a rule file says, whatever its family; switches that it leaves out have their defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Laws {
    /// The keys of all switches, in the order of the manual.
    pub switches: &'static [&'static str],
    /// Switches that are changed together.
    pub groups: &'static [SwitchGroup],
    /// Every key with its value; of those without one, those that are not limited.
    pub table: Table,
}

impl Laws {
    pub(crate) fn of<R: RuleFile>(rules: &R) -> Self {
        // Rules are read from tables, so they are one.
        let table = Table::try_from(rules).unwrap_or_default();
        Self { switches: R::SWITCHES, groups: R::GROUPS, table }
    }

    /// Whether two rule sets differ in nothing but what they are called.
    pub fn same(&self, other: &Self) -> bool {
        unlabelled(self.table.clone()) == unlabelled(other.table.clone())
    }

    /// The text under a key such as `title`; nothing where there is none.
    pub fn text(&self, key: &str) -> &str {
        self.table.get(key).and_then(Value::as_str).unwrap_or_default()
    }

    /// What is not in the source, but for the ends that hardly any source has: `reconstruction: setup; house rules:
    /// hitching, charge`. Results need it beside them.
    pub fn additions(&self) -> Option<String> {
        let (rebuilt, ruled): (Vec<_>, Vec<_>) =
            self.house_rules().into_iter().partition(|key| LAYOUT.contains(key));
        let ruled: Vec<_> = ruled.into_iter().filter(|key| !ENDS.contains(key)).collect();
        let lists = [("reconstruction", rebuilt), ("house rules", ruled)];
        let told = lists.iter().filter(|(_, keys)| !keys.is_empty());
        let told: Vec<_> =
            told.map(|(what, keys)| format!("{what}: {}", keys.join(", "))).collect();
        (!told.is_empty()).then(|| told.join("; "))
    }

    /// Where the rules come from, with what does not come from there in brackets.
    pub fn origin(&self) -> String {
        let source = self.text("source");
        match self.additions() {
            Some(additions) => format!("{source} ({additions})"),
            None => source.to_owned(),
        }
    }

    /// Keys of the switches that the source is silent about.
    pub fn house_rules(&self) -> Vec<&str> {
        let keys = self.table.get("house_rules").and_then(Value::as_array);
        keys.into_iter().flatten().filter_map(Value::as_str).collect()
    }
}

/// A rule set that takes each switch from one of two others, by the toss of a coin. `None` where all attempts
/// give a contradiction, or nothing but one of the parents.
pub(crate) fn cross<R: RuleFile>(one: &R, other: &R, rng: &mut impl Rng) -> Option<R> {
    let parents = [one, other].map(|rules| Table::try_from(rules).ok());
    let [Some(ours), Some(theirs)] = parents else { return None };
    (0..ATTEMPTS).find_map(|_| {
        let child = mixture::<R>(&ours, &theirs, rng);
        let child: R = child.try_into().ok()?;
        let known = |parent: &R| child.same_laws(parent);
        (child.checked().is_ok() && !known(one) && !known(other)).then_some(child)
    })
}

fn mixture<R: RuleFile>(ours: &Table, theirs: &Table, rng: &mut impl Rng) -> Table {
    let mut child = ours.clone();
    let layout_is_theirs: bool = rng.random();
    let mut house_rules = Vec::new();
    for key in R::SWITCHES.iter().copied() {
        let coin: bool = rng.random();
        let is_theirs = if R::TOGETHER.contains(&key) { layout_is_theirs } else { coin };
        if is_theirs {
            match theirs.get(key) {
                Some(value) => child.insert(key.to_owned(), value.clone()),
                None => child.remove(key),
            };
        }
        if is_house_rule(if is_theirs { theirs } else { ours }, key) {
            house_rules.push(Value::from(key));
        }
    }
    child.insert("house_rules".to_owned(), house_rules.into());
    let title = |table: &Table| table.get("title").and_then(|t| t.as_str()).map(str::to_owned);
    let titles = [ours, theirs].map(|table| title(table).unwrap_or_default());
    let mut set = |key: &str, value: String| child.insert(key.to_owned(), value.into());
    set("name", format!("cross-{:08x}", rng.random::<u32>()));
    set("title", format!("{} crossed with {}", titles[0], titles[1]));
    set("source", "a random mixture of both".to_owned());
    child
}

/// Whether a rule set says itself that the source does not have this switch.
fn is_house_rule(rules: &Table, key: &str) -> bool {
    let declared = rules.get("house_rules").and_then(Value::as_array);
    declared.is_some_and(|keys| keys.iter().any(|declared| declared.as_str() == Some(key)))
}

#[cfg(test)]
mod tests {
    use crate::catalog::{self, AnyGame};

    #[test]
    fn titles_and_sources_can_be_shown() {
        let text = catalog::text("dablot").expect("embedded");
        let first = text.lines().position(|line| line.starts_with("title =")).expect("a title");
        let old = text.lines().nth(first).expect("a line");
        for (title, expected) in [
            ("\" \"", "`title`: must be one line of text, and not empty"),
            ("\"a\\nb\"", "`title`: must be one line of text, and not empty"),
            (
                "\"a\\u202Eb\"",
                "`title`: must not hold control characters, nor signs that turn the way of writing",
            ),
        ] {
            let found = AnyGame::from_toml(&text.replace(old, &format!("title = {title}")));
            let found = found.expect_err(title).to_string();
            assert_eq!(found, format!("line {}: {expected}", first + 1));
        }
    }

    #[test]
    fn what_the_source_does_not_have_is_told() {
        for (name, additions) in [
            ("imperial-chess", Some("reconstruction: setup; house rules: hitching, charge")),
            ("dablot-mini", Some("reconstruction: columns, ranks, setup")),
            ("fox-and-geese-zorya", Some("reconstruction: board; house rules: compulsory")),
            ("emperors-game", Some("house rules: promotes_to")),
            ("imperial-contest", None),
        ] {
            let laws = AnyGame::by_name(name).expect("embedded").laws().expect("switches");
            assert_eq!(laws.additions().as_deref(), additions, "{name}");
            assert_eq!(laws.origin().contains('('), additions.is_some(), "{name}");
        }
    }
}
