//! `imperial rules`.

use imperial_engine::catalog::{self, AnyGame, Visit};
use imperial_engine::games::tafl::RuleSet;
use imperial_engine::{Encode, Side};
use serde_json::json;

use super::usage::OrUsage as _;
use crate::describe::sentences;
use crate::experiment::load_rules;

/// List the rule sets, show one, or check a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial rules                              list the rule sets
  imperial rules imperial-contest             board, laws and sources of one
  imperial rules tablut-linnaeus --toml > my.toml
  imperial rules my.toml                      check and show your own")]
pub(super) struct Args {
    /// Rule set to show, by name or as a .toml file; all are listed if not given
    #[arg(value_name = "NAME")]
    rules: Option<String>,

    /// Print the rule set's TOML text, to copy and change
    #[arg(long, requires = "rules")]
    toml: bool,

    /// JSON instead of text
    #[arg(long, conflicts_with = "toml")]
    json: bool,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let Some(name) = &self.rules else { return self.list() };
        let rules = load_rules(name).or_usage()?;
        if self.toml {
            print!("{}", rules.text);
        } else if self.json {
            println!("{}", as_json(&rules.game)?);
        } else {
            print!("{}", rules.game.visit(Show(&rules.game)));
        }
        Ok(())
    }

    fn list(&self) -> anyhow::Result<()> {
        for name in catalog::names() {
            let game = AnyGame::by_name(name)?;
            if self.json {
                println!("{}", as_json(&game)?);
            } else {
                let source =
                    game.tafl_rules().map_or("three in a row", |rules| rules.source.as_str());
                println!("{name:<26} {source}");
            }
        }
        Ok(())
    }
}

fn as_json(game: &AnyGame) -> anyhow::Result<serde_json::Value> {
    match game.tafl_rules() {
        Some(rules) => Ok(serde_json::to_value(rules)?),
        None => Ok(json!({"name": game.name()})),
    }
}

/// A rule set in words.
struct Show<'a>(&'a AnyGame);

impl Visit for Show<'_> {
    type Output = String;

    fn visit<G: Encode + 'static>(self, game: &G) -> String {
        let first = Side::ALL.into_iter().find(|side| game.first().allows(*side));
        let start = game.start(first.unwrap_or(Side::Attackers));
        let board = game.draw(&start);
        match self.0.tafl_rules() {
            Some(rules) => format!("{}\n\n{board}\n{}", headline(rules), laws(rules)),
            None => format!("{}\n\n{board}", game.name()),
        }
    }
}

fn headline(rules: &RuleSet) -> String {
    format!("{} ({}): {}", rules.title, rules.name, rules.source)
}

fn laws(rules: &RuleSet) -> String {
    let mut text: String = sentences(rules).iter().map(|law| format!("- {law}\n")).collect();
    if !rules.house_rules.is_empty() {
        text += &format!(
            "\nHouse rules, where the source is silent: {}.\n",
            rules.house_rules.join(", ")
        );
    }
    text
}
