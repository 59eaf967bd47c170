//! `imperial agents`.

use imperial_data::load_rules;
use imperial_engine::catalog::AnyGame;

use super::agents::agents_help;
use super::usage::OrUsage as _;
use crate::cli::say::{say, sayln};
use imperial_play::agent::LevelName;
use imperial_play::networks::{self, recipes};
use serde_json::json;

/// List the levels for people, with their strength, and the networks of the program
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

/// All levels, as they play `game`, and all networks.
fn list(game: &AnyGame) -> String {
    let row = |level: LevelName| {
        let elo = level.elo(game.name());
        let elo = elo
            .map_or("-".to_owned(), |elo| format!("{} ({} to {})", elo.rating, elo.low, elo.high));
        [level.name().to_owned(), elo, level.agent(game).to_string(), level.words().to_owned()]
    };
    let head = ["level", "Elo", "plays as", "how"].map(str::to_owned);
    let rows: Vec<[String; 4]> = std::iter::once(head).chain(LevelName::all().map(row)).collect();
    let width = |n: usize| rows.iter().map(|row| row[n].chars().count()).max().unwrap_or(0);
    let [level, elo, agent] = [0, 1, 2].map(width);
    let mut text = format!("Levels under {}; in brackets: 95 % intervals.\n\n", game.name());
    for [name, rating, plays, how] in &rows {
        text += &format!("{name:level$}  {rating:elo$}  {plays:agent$}  {how}\n");
    }
    let names: Vec<&str> = networks::names().collect();
    text + &format!("\nNetworks: {}.\n", names.join(", "))
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
        let json = |rules| as_json(&AnyGame::by_name(rules).expect("embedded"));
        assert_eq!(json("brandubh")["network"], "tafl-1732");
        assert!(json("connect-four")["network"].is_null());
    }
}
