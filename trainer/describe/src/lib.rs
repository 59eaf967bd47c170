//! A rule set for people: in sentences, as a list of switches, beside another one.

mod chess;
mod columns;
mod comparison;
mod dablot;
mod formations;
mod hunt;
mod shared;
mod switches;
mod tafl;

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::chess::ChessRules;
use imperial_engine::games::dablot::DablotRules;
use imperial_engine::games::hunt::HuntRules;
use toml::Table;

pub use columns::{WIDTH, wrap};
pub use comparison::side_by_side;
pub use switches::{Switch, differences};

/// The laws of a game, one sentence each; the last says which of them are house rules.
pub fn laws(game: &AnyGame) -> Vec<String> {
    let mut laws = of_source(game);
    laws.extend(house_rules(game));
    laws
}

fn house_rules(game: &AnyGame) -> Option<String> {
    let laws = game.laws()?;
    let keys = laws.house_rules();
    (!keys.is_empty())
        .then(|| format!("House rules, where the source is silent: {}.", keys.join(", ")))
}

fn of_source(game: &AnyGame) -> Vec<String> {
    let plain: &[&str] = match game {
        AnyGame::ConnectFour(_) => &[
            "Both sides in turn drop a stone into a file; it falls as far as it can.",
            "Four stones of one side in a line win, along a rank, a file or a diagonal.",
            "The game is drawn when the board is full.",
        ],
        AnyGame::TicTacToe(_) => &[
            "Both sides in turn put a sign on an empty square.",
            "Three signs of one side in a line win, along a rank, a file or a diagonal.",
            "The game is drawn when the board is full.",
        ],
        AnyGame::Hunt(game) => return hunt::sentences(game.rules()),
        AnyGame::Dablot(game) => return dablot::sentences(game.rules()),
        AnyGame::Chess(game) => return chess::sentences(game.rules()),
        game => return game.tafl_rules().map(tafl::sentences).unwrap_or_default(),
    };
    plain.iter().map(|law| (*law).to_owned()).collect()
}

/// The laws in which a rule set differs from another one, and those in which the other differs from it. Both
/// are tables as rule files are; `None` where they are none of a family with switches.
pub fn differing_laws(one: &Table, other: &Table) -> Option<[Vec<String>; 2]> {
    let (one, other) = (of_table(one)?, of_table(other)?);
    let alone = |of: &[String], than: &[String]| -> Vec<String> {
        of.iter().filter(|law| !than.contains(law)).cloned().collect()
    };
    Some([alone(&one, &other), alone(&other, &one)])
}

fn of_table(table: &Table) -> Option<Vec<String>> {
    match table.get("game")?.as_str()? {
        "tafl" => table.clone().try_into().ok().map(|rules| tafl::sentences(&rules)),
        "hunt" => {
            let rules: Option<HuntRules> = table.clone().try_into().ok();
            rules.map(|rules| hunt::sentences(&rules))
        }
        "dablot" => {
            let rules: Option<DablotRules> = table.clone().try_into().ok();
            rules.map(|rules| dablot::sentences(&rules))
        }
        "chess" => {
            let rules: Option<ChessRules> = table.clone().try_into().ok();
            rules.map(|rules| chess::sentences(&rules))
        }
        _ => None,
    }
}

/// Its example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
