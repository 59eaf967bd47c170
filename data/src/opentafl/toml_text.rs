//! The TOML text of a rule set that was not read from a rule file.

use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::tafl::RuleSet;

/// The text of the program's own rule file where that has exactly these rules, so that records keep
/// its hash; else a new text.
pub(super) fn rule_file(rules: &RuleSet) -> Result<String, toml::ser::Error> {
    let own = catalog::text(&rules.name).filter(|_| {
        AnyGame::by_name(&rules.name).is_ok_and(|game| game.tafl_rules() == Some(rules))
    });
    match own {
        Some(text) => Ok(text.to_owned()),
        None => {
            let text = toml::to_string_pretty(rules)?;
            Ok(format!("# Imported from an OpenTafl rules record.\n{text}"))
        }
    }
}
