//! Games that are small enough to be solved.

use imperial_engine::catalog::{self, AnyGame};

use crate::keys::bound;
use crate::retrograde::MOST_POSITIONS;

/// Tafl on 5x5 as TOML texts.
const TEXTS: [&str; 3] = [
    include_str!("rules/imperial-5x5.toml"),
    include_str!("rules/corner-5x5.toml"),
    include_str!("rules/step-5x5.toml"),
];
const EMBEDDED: &str = "rule sets of the program can be read";

/// Tafl on 5x5, each a king against some attackers.
pub fn boards() -> Vec<AnyGame> {
    TEXTS.map(|text| AnyGame::from_toml(text).expect(EMBEDDED)).into()
}

/// The rule sets of the catalogue that can be solved, of any family.
pub fn small_games() -> Vec<AnyGame> {
    let all = catalog::names().map(|name| AnyGame::by_name(name).expect(EMBEDDED));
    all.filter(is_small).collect()
}

/// Whether a game surely has no more positions than can be listed.
pub fn is_small(game: &AnyGame) -> bool {
    bound(game) <= MOST_POSITIONS as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_games_of_every_family_are_found() {
        let all = small_games();
        let names: Vec<&str> = all.iter().map(AnyGame::name).collect();
        assert_eq!(names, ["fox-and-hounds", "tic-tac-toe"]);
        assert!(boards().iter().all(is_small));
        assert!(!is_small(&AnyGame::by_name("bagh-chal").expect("embedded")));
    }
}
