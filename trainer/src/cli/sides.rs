//! Sides as people name them.

use std::convert::Infallible;
use std::str::FromStr;

use anyhow::Context as _;
use imperial_data::LoadedRules;
use imperial_engine::{Encode, Side, with_game};

/// A side of a game as an option has it: `attackers`, `defenders`, or what the game calls it (`geese`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SideText(String);

impl FromStr for SideText {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(Self(text.to_owned()))
    }
}

impl SideText {
    /// The side of `game` that is meant. The game's own names come first.
    pub fn of(&self, game: &impl Encode) -> anyhow::Result<Side> {
        let Self(text) = self;
        let is_called = |side: &Side| game.side_name(*side).name.eq_ignore_ascii_case(text);
        if let Some(side) = Side::ALL.into_iter().find(is_called) {
            return Ok(side);
        }
        text.parse().map_err(|_| {
            let [one, other] = Side::ALL.map(|side| game.side_name(side).name);
            let name = game.name();
            anyhow::anyhow!("`{text}` is no side of {name}; expected `{one}` or `{other}`")
        })
    }

    /// The side of all these games that is meant. An error where one of them has no such side, or two have the name for
    /// different ones.
    pub fn of_all(&self, games: &[LoadedRules]) -> anyhow::Result<Side> {
        let mut found: Option<(Side, &str)> = None;
        for LoadedRules { game, .. } in games {
            let side = with_game!(game, |game| self.of(game))?;
            match found {
                Some((first, name)) if first != side => {
                    let (Self(text), other) = (self, game.name());
                    anyhow::bail!("`{text}` is one side of {name} and the other of {other}");
                }
                _ => found = Some((side, game.name())),
            }
        }
        found.map(|(side, _)| side).context("there are no rule sets")
    }
}

/// The side asked for, if the rules let it start. Else the one that was `drawn`, or that UGI's `startpos` has.
pub(super) fn starter(
    game: &impl Encode,
    wanted: Option<&SideText>,
    drawn: Option<Side>,
) -> anyhow::Result<Side> {
    let usual = game.first().usual();
    let wanted = wanted.map(|side| side.of(game)).transpose()?;
    let side = wanted.or(drawn).unwrap_or(usual);
    anyhow::ensure!(
        game.first().allows(side),
        "under {} {}; give a --position for anything else",
        game.name(),
        game.side_name(usual).does("move first")
    );
    Ok(side)
}

#[cfg(test)]
mod tests {
    use imperial_engine::Game as _;
    use imperial_engine::catalog::AnyGame;

    use super::*;

    fn side(rules: &str, text: &str) -> Result<Side, String> {
        let text: SideText = text.parse().expect("any text");
        let game = AnyGame::by_name(rules).expect("embedded");
        with_game!(&game, |game| text.of(game).map_err(|error| error.to_string()))
    }

    #[test]
    fn every_side_has_its_own_name_and_that_of_tafl() {
        for rules in imperial_engine::catalog::names() {
            let game = AnyGame::by_name(rules).expect("embedded");
            for one in Side::ALL {
                let name = with_game!(&game, |game| game.side_name(one).to_string());
                assert_eq!(side(rules, &name), Ok(one), "{rules}");
                assert_eq!(side(rules, one.name()), Ok(one), "{rules}");
            }
        }
        assert_eq!(side("connect-four", "red"), Ok(Side::Defenders), "`Red`");
    }

    #[test]
    fn a_wrong_side_is_told_the_names_of_the_game() {
        let words = "`foxes` is no side of fox-and-geese; expected `geese` or `fox`";
        assert_eq!(side("fox-and-geese", "foxes"), Err(words.to_owned()));
    }

    #[test]
    fn a_name_means_one_side_of_all_games() {
        let common = |text: &str, rules: &[&str]| {
            let rules: Vec<String> = rules.iter().map(|name| (*name).to_owned()).collect();
            let games = imperial_data::load_all(&rules).expect("embedded");
            let text: SideText = text.parse().expect("any text");
            text.of_all(&games).map_err(|error| error.to_string())
        };
        let geese = ["fox-and-geese", "fox-and-geese-15"];
        assert_eq!(common("geese", &geese), Ok(Side::Attackers));
        assert_eq!(common("defenders", &["fox-and-geese", "bagh-chal"]), Ok(Side::Defenders));
        assert!(common("geese", &["fox-and-geese", "bagh-chal"]).is_err(), "goats and tigers");
    }

    #[test]
    fn a_side_that_may_not_start_is_named_as_the_game_does() {
        let game = AnyGame::by_name("connect-four").expect("embedded");
        let red = "red".parse().expect("any text");
        let error = with_game!(&game, |game| starter(game, Some(&red), None));
        let words = "under connect-four Yellow moves first; give a --position for anything else";
        assert_eq!(error.expect_err("Yellow").to_string(), words);
    }
}
