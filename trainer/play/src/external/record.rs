//! The rules record that an engine of OpenTafl's protocol is sent.

use anyhow::{Context as _, bail};
use imperial_data::LoadedRules;
use imperial_data::opentafl::{EXTENSION, write_rules};
use imperial_engine::games::tafl::{RepetitionResult, RuleSet};

/// Switches that only say how a game is called, who begins, or when one ends that is decided or goes nowhere. An
/// engine that does not know them plays the same moves on the same board.
const HARMLESS: [&str; 10] = [
    "name",
    "title",
    "source",
    "house_rules",
    "first",
    "quiet_limit",
    "ply_limit",
    "stuck",
    "exit_fort",
    "encirclement",
];

/// The record of `rules` in OpenTafl's own keys; with `extensions` in ours, too.
///
/// # Errors
/// When the rules are not of tafl, or OpenTafl's keys alone would let an engine play another game.
pub(super) fn rules_record(rules: &LoadedRules, extensions: bool) -> anyhow::Result<String> {
    let name = rules.game.name();
    let tafl = rules.game.tafl_rules();
    let tafl =
        tafl.with_context(|| format!("`{name}` is not a tafl game; OpenTafl knows no other"))?;
    let record = write_rules(tafl, None).with_context(|| format!("OpenTafl cannot hold {name}"))?;
    if extensions {
        return Ok(record);
    }
    let (ours, theirs): (Vec<&str>, Vec<&str>) =
        record.split(' ').partition(|token| token.starts_with(EXTENSION));
    let laws = ours.iter().filter_map(|token| token[EXTENSION.len()..].split_once(':'));
    let unsaid: Vec<String> = laws
        .filter(|(switch, _)| changes_the_game(tafl, switch))
        .map(|(switch, value)| format!("{switch} = {value}"))
        .collect();
    if !unsaid.is_empty() {
        bail!(
            "OpenTafl's rules cannot say this of {name}: {}; write otep[extensions=on]:COMMAND if the \
             engine reads the keys of imperial",
            unsaid.join("; ")
        );
    }
    Ok(theirs.join(" "))
}

/// Whether an engine that does not know this switch would play other moves. How repetition is judged is no such
/// thing, unless it is forbidden.
fn changes_the_game(rules: &RuleSet, switch: &str) -> bool {
    match switch {
        "repetition" => rules.repetition.result == RepetitionResult::Banned,
        switch => !HARMLESS.contains(&switch),
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::load_rules;

    use super::*;

    fn record(rules: &str, extensions: bool) -> anyhow::Result<String> {
        rules_record(&load_rules(rules).expect("embedded"), extensions)
    }

    #[test]
    fn records_for_others_have_their_own_keys_only() {
        for name in ["brandubh", "copenhagen", "tablut-linnaeus"] {
            match record(name, false) {
                Ok(record) => assert!(!record.contains(EXTENSION), "{record}"),
                Err(error) => panic!("{name}: {error:#}"),
            }
            let ours = record(name, true).expect("a record");
            assert!(ours.contains("x-imperial-name:"), "{ours}");
        }
    }

    #[test]
    fn laws_that_cannot_be_said_are_named() {
        let error = record("imperial-contest", false).expect_err("other laws").to_string();
        for law in ["captures = one", "capture_optional = true", "linnaean_capture = last-man"] {
            assert!(error.contains(law), "{error}");
        }
        assert!(!error.contains("ply_limit") && !error.contains("title"), "{error}");
        assert!(record("imperial-contest", true).is_ok());
        let error = record("tic-tac-toe", true).expect_err("no tafl").to_string();
        assert!(error.contains("not a tafl game"), "{error}");
    }
}
