//! `imperial agents`.

use imperial_data::load_rules;
use imperial_engine::catalog::AnyGame;

use super::agents::agents_help;
use super::usage::OrUsage as _;
use crate::cli::say::{say, sayln};
use imperial_play::agent::LevelName;
use imperial_play::networks::{self, recipes};
use serde_json::json;

/// List the levels for people, with their strength, and the networks that can play
///
/// Elo is shown where it was measured under the rule set; the beginner has 0. 400 points more mean about ten wins
/// for each loss.
#[derive(Debug, clap::Args)]
#[command(after_help = concat!("\
Examples:
  imperial agents
  imperial agents --rules tablut-linnaeus
  imperial play --agent level:casual", agents_help!()))]
pub(super) struct Args {
    /// Rule set whose ratings are shown, by name or as a .toml file
    #[arg(long, value_name = "NAME", default_value = "imperial-contest")]
    rules: String,

    /// Print JSON instead of text, with the network that has learned the rule set, if one has
    #[arg(long)]
    json: bool,
}

impl Args {
    pub fn run(&self) -> anyhow::Result<()> {
        let rules = load_rules(&self.rules).or_usage()?;
        if self.json {
            sayln!("{}", as_json(&rules.game));
        } else {
            say!("{}", list(&rules.game));
        }
        Ok(())
    }
}

/// All levels, as they play `game`, and the networks of its family.
fn list(game: &AnyGame) -> String {
    let elo = |level: LevelName| {
        let elo = level.elo(game.name());
        elo.map_or("-".to_owned(), |elo| format!("{} ({} to {})", elo.rating, elo.low, elo.high))
    };
    let mut text = format!("Levels under {}; in brackets: 95 % intervals.\n\n", game.name());
    text += &row("level", "Elo", "how it plays, and as which agent");
    for level in LevelName::all() {
        text += &row(level.name(), &elo(level), level.words());
        text += &row("", "", &level.agent(game).to_string());
    }
    let fitting = || networks::names().filter(|name| networks::is_of_family(name, game));
    text += match fitting().next() {
        Some(_) => "\nNetworks for such games:\n",
        None => "\nNo network plays such games.\n",
    };
    fitting().for_each(|name| text += &format!("  {name}\n"));
    text
}

/// A line of the list.
fn row(level: &str, elo: &str, how: &str) -> String {
    format!("{level:8}  {elo:19}  {how}\n")
}

/// The same for programs.
fn as_json(game: &AnyGame) -> serde_json::Value {
    let level = |level: LevelName| {
        let elo = level.elo(game.name()).map(|elo| [elo.rating, elo.low, elo.high]);
        json!({"level": level.name(), "elo": elo, "agent": level.agent(game).to_string()})
    };
    let levels: Vec<_> = LevelName::all().map(level).collect();
    let networks: Vec<&str> = networks::names().collect();
    let network = recipes::player_of(game);
    json!({"rules": game.name(), "network": network, "networks": networks, "levels": levels})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_listed_with_the_agents_that_play_them() {
        let text = |rules| list(&AnyGame::by_name(rules).expect("embedded"));
        assert!(text("tablut-linnaeus").contains("network:"), "{}", text("tablut-linnaeus"));
        let other = text("connect-four");
        assert!(other.contains("master") && !other.contains("network:"), "{other}");
        assert!(other.ends_with("No network plays such games.\n"), "{other}");
        let hunt = text("fox-and-hounds");
        assert!(hunt.contains("  hunt-1732\n") && !hunt.contains("  tafl-1732-96\n"), "{hunt}");
        for rules in imperial_engine::catalog::names() {
            let wide =
                text(rules).lines().find(|line| line.chars().count() > 80).map(str::to_owned);
            assert_eq!(wide, None, "a terminal has 80 columns");
        }
        let json = |rules| as_json(&AnyGame::by_name(rules).expect("embedded"));
        assert_eq!(json("brandubh")["network"], "tafl-1732-96");
        assert!(json("connect-four")["network"].is_null());
    }
}
