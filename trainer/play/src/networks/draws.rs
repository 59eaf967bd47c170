//! How readily games are drawn, rule set by rule set.

use imperial_engine::catalog::AnyGame;

/// Of each rule set that was measured its ν of Davidson's model (`docs/methods.md`; `scripts/draws.py` fits it). A
/// readiness of 0 means that no game was drawn.
static READINESS: [(&str, f64); 15] = [
    ("ard-ri", 0.64),
    ("brandubh", 0.09),
    ("brandubh-throneless", 0.09),
    ("copenhagen", 0.0),
    ("hnefatafl-two", 0.02),
    ("imperial-contest", 0.58),
    ("imperial-contest-walker", 0.41),
    ("sea-battle", 0.37),
    ("tablut-corner", 0.0),
    ("tablut-linnaeus", 0.10),
    ("tablut-rachunek", 1.0),
    ("tablut-sealed", 0.04),
    ("tablut-smith", 0.0),
    ("tablut-unibo", 0.05),
    ("tawlbwrdd-bell", 0.03),
];

/// How readily games of `game` are drawn between equals: draws = ν · √(wins · losses). Nothing where nobody has counted,
/// as for a rule set of the user's own.
pub fn draws(game: &AnyGame) -> Option<f64> {
    let known = READINESS.iter().find(|(name, _)| *name == game.name())?;
    let measured = AnyGame::by_name(known.0).ok()?;
    (!measured.has_other_laws(game)).then_some(known.1)
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog;

    use super::*;

    #[test]
    fn each_rule_set_has_its_own() {
        let of = |name| draws(&AnyGame::by_name(name).expect("embedded"));
        assert_eq!((of("tablut-corner"), of("tablut-rachunek")), (Some(0.0), Some(1.0)));
        assert_eq!(of("alea-evangelii"), None, "nobody has counted");
        for (name, readiness) in READINESS {
            assert_eq!(of(name), Some(readiness), "{name}");
        }
    }

    #[test]
    fn other_laws_under_the_same_name_are_not_measured() {
        let text = catalog::text("tablut-corner").expect("embedded");
        let other = AnyGame::from_toml(&text.replace("quiet_limit = 200", "quiet_limit = 100"));
        let other = other.expect("a rule set");
        assert_eq!(other.name(), "tablut-corner");
        assert_eq!(draws(&other), None);
    }
}
