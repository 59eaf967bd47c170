//! What a training is called.

use std::path::Path;

use super::config::TrainingConfig;

/// The headline of a training: that of its settings, unless it is still the one of the embedded
/// training, whose rule sets are others; then the rule sets are.
pub fn title(config: &TrainingConfig) -> String {
    let embedded = TrainingConfig::embedded();
    let is_stale = embedded.title == config.title && embedded.rules != config.rules;
    if is_stale { of_rules(&config.rules) } else { config.title.clone() }
}

/// Whether mixtures of two rule sets are played beside them.
pub fn mixes(config: &TrainingConfig) -> bool {
    config.games.crossed_share > 0.0 && config.games.crossed_sets > 0 && config.rules.len() > 1
}

/// The names of the rule sets; of more than four, the number of the others.
fn of_rules(rules: &[String]) -> String {
    let names: Vec<&str> = rules.iter().map(|name| short(name)).collect();
    match names.as_slice() {
        [] => String::new(),
        [alone] => (*alone).to_owned(),
        [some @ .., last] if some.len() <= 3 => format!("{} and {last}", some.join(", ")),
        [some @ .., _] => format!("{} and {} others", some[..2].join(", "), names.len() - 2),
    }
}

/// A file of rules without folder and ending.
fn short(name: &str) -> &str {
    let stem = Path::new(name).file_stem().and_then(|stem| stem.to_str());
    if name.ends_with(".toml") { stem.unwrap_or(name) } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titled(rules: &[&str], change: impl FnOnce(&mut TrainingConfig)) -> String {
        let mut config = TrainingConfig::embedded();
        config.rules = rules.iter().map(|name| (*name).to_owned()).collect();
        change(&mut config);
        title(&config)
    }

    #[test]
    fn other_rules_than_the_embedded_ones_are_the_title() {
        let unchanged = |_: &mut TrainingConfig| ();
        assert_eq!(titled(&["brandubh"], unchanged), "brandubh");
        assert_eq!(titled(&["ard-ri", "games/mine.toml"], unchanged), "ard-ri and mine");
        assert_eq!(titled(&["a", "b", "c"], unchanged), "a, b and c");
        assert_eq!(titled(&["a", "b", "c", "d"], unchanged), "a, b, c and d");
        assert_eq!(titled(&["a", "b", "c", "d", "e"], unchanged), "a, b and 3 others");
        assert_eq!(titled(&["brandubh"], |config| config.title = "Mine".into()), "Mine");
    }

    #[test]
    fn the_embedded_training_has_its_own_title_and_mixtures() {
        let config = TrainingConfig::embedded();
        assert_eq!(title(&config), config.title);
        assert!(mixes(&config));
        assert!(!mixes(&TrainingConfig { rules: vec!["brandubh".into()], ..config }));
    }
}
