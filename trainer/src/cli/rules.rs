//! `imperial rules`.

use std::collections::BTreeMap;

use anyhow::Context as _;
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::rule_text::Laws;
use imperial_engine::{Encode, with_game};
use serde_json::json;

use super::usage::OrUsage as _;
use crate::cli::say::{say, sayln};
use imperial_data::load_rules;
use imperial_describe::{WIDTH, differences, laws, side_by_side, wrap};

/// List the rule sets, show or compare them, or check a file
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  imperial rules                              list the rule sets
  imperial rules imperial-contest             board, laws and sources of one
  imperial rules fetlar copenhagen            how two differ
  imperial rules fetlar copenhagen --all      and what is the same in both
  imperial rules tablut-linnaeus --toml > my.toml
  imperial rules my.toml                      check and show your own")]
pub(super) struct Args {
    /// Rule set to show, by name or as a .toml file; all are listed if not given
    #[arg(value_name = "NAME")]
    rules: Option<String>,

    /// Another rule set, to compare with the first
    #[arg(value_name = "OTHER")]
    other: Option<String>,

    /// Print the rule set's TOML text, to copy and change
    #[arg(long, requires = "rules", conflicts_with = "other")]
    toml: bool,

    /// With two rule sets: also show the board and the switches that are the same in both
    #[arg(long, requires = "other", conflicts_with = "json")]
    all: bool,

    /// Print JSON instead of text
    #[arg(long, conflicts_with = "toml")]
    json: bool,
}

impl Args {
    pub fn run(self) -> anyhow::Result<()> {
        let Some(name) = &self.rules else { return self.list() };
        let rules = load_rules(name).or_usage()?;
        if let Some(other) = &self.other {
            let other = load_rules(other).or_usage()?;
            self.compare(&rules.game, &other.game)?;
        } else if self.toml {
            say!("{}", rules.text);
        } else if self.json {
            sayln!("{}", as_json(&rules.game)?);
        } else {
            let board = with_game!(&rules.game, |game| board(game));
            say!("{}", show(&rules.game, &board));
        }
        Ok(())
    }

    /// All rule sets; for people grouped by the size of their boards, smallest first.
    fn list(&self) -> anyhow::Result<()> {
        let games = catalog::names().map(AnyGame::by_name).collect::<Result<Vec<_>, _>>()?;
        if self.json {
            for game in &games {
                sayln!("{}", as_json(game)?);
            }
            return Ok(());
        }
        let mut groups: BTreeMap<_, Vec<&AnyGame>> = BTreeMap::new();
        for game in &games {
            let board = with_game!(game, |game| game.board());
            groups.entry((board.width, board.height)).or_default().push(game);
        }
        for (number, ((width, height), group)) in groups.iter().enumerate() {
            let gap = if number > 0 { "\n" } else { "" };
            sayln!("{gap}{width}x{height}");
            group.iter().for_each(|game| sayln!("{}", entry(game)));
        }
        sayln!(
            "\n`imperial rules NAME` shows board, laws and source; with two names, how they differ."
        );
        Ok(())
    }

    fn compare(&self, one: &AnyGame, other: &AnyGame) -> anyhow::Result<()> {
        let text = side_by_side(one, other, self.all).with_context(|| {
            format!(
                "`{}` and `{}` cannot be compared: both must be of one family, and have switches",
                one.name(),
                other.name()
            )
        });
        let text = text.or_usage()?;
        if self.json {
            sayln!("{}", comparison_as_json(one, other)?);
        } else {
            say!("{text}");
        }
        Ok(())
    }
}

/// A line of the list.
fn entry(game: &AnyGame) -> String {
    format!("  {:<24} {}", game.name(), game.title())
}

/// Both rule sets, and for each switch that differs its two values.
fn comparison_as_json(one: &AnyGame, other: &AnyGame) -> anyhow::Result<serde_json::Value> {
    let both = [as_json(one)?, as_json(other)?];
    let mut differ = serde_json::Map::new();
    if let (Some(one), Some(other)) = (one.laws(), other.laws()) {
        for switch in differences(&one, &other).0 {
            let values = both.each_ref().map(|rules| rules[switch.key].clone());
            differ.insert(switch.key.to_owned(), json!(values));
        }
    }
    Ok(json!({"rules": both, "differ": differ}))
}

fn as_json(game: &AnyGame) -> anyhow::Result<serde_json::Value> {
    match game.laws() {
        Some(laws) => {
            let mut json = serde_json::to_value(&laws.table)?;
            for key in laws.switches.iter().filter(|key| !laws.table.contains_key(**key)) {
                json[*key] = serde_json::Value::Null;
            }
            Ok(json)
        }
        // A game without a table of rules is a family of its own.
        None => Ok(json!({"game": game.name(), "name": game.name()})),
    }
}

/// The starting position, drawn.
fn board(game: &impl Encode) -> String {
    game.draw(&game.start(game.first().usual()))
}

/// A rule set in words.
fn show(game: &AnyGame, board: &str) -> String {
    match game.laws() {
        Some(rules) => format!("{}\n\n{board}\n{}", headline(&rules), in_words(game)),
        None => format!("{}\n\n{board}", game.name()),
    }
}

fn headline(rules: &Laws) -> String {
    let [title, name] = ["title", "name"].map(|key| rules.text(key));
    format!("{title} ({name}): {}", rules.origin())
}

fn in_words(game: &AnyGame) -> String {
    laws(game).iter().map(|law| wrap(&format!("- {law}"), WIDTH, 2)).collect()
}
