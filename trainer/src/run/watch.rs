//! Watching recorded games of one agent under one rule set.

use imperial_data::GameRecord;
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, with_game};

use imperial_lab::{GameStatistics, GameSummary, Watcher};

/// Games, read one by one.
pub(super) type Records<'a> = Box<dyn Iterator<Item = anyhow::Result<GameRecord>> + 'a>;

/// The results of the games that `agent` played, and how they went; some whole games are kept.
/// `records` gives the games anew at each call, with numbers that occur once.
///
/// # Errors
/// When a game cannot be read or does not replay.
pub(super) fn watch_games<'a>(
    game: &AnyGame,
    agent: &'a str,
    records: &'a dyn Fn() -> Records<'a>,
) -> anyhow::Result<(Vec<GameSummary>, GameStatistics)> {
    with_game!(game, |game| watch(game, agent, records))
}

fn watch<'a>(
    game: &impl Encode,
    agent: &str,
    records: &'a dyn Fn() -> Records<'a>,
) -> anyhow::Result<(Vec<GameSummary>, GameStatistics)> {
    let mut watcher = Watcher::new(game);
    for record in records() {
        watcher.watch(&record?)?;
    }
    let wanted = watcher.choose();
    let mut chosen = Vec::new();
    // Records are large; only those wanted are kept, at the price of reading twice.
    for record in records() {
        if chosen.len() == wanted.len() {
            break;
        }
        let record = record?;
        let why = wanted.iter().find(|(_, game)| *game == record.game);
        chosen.extend(why.map(|(why, _)| (*why, record)));
    }
    chosen.sort_by_key(|(why, _)| wanted.iter().position(|(other, _)| other == why));
    Ok(watcher.finish((game.name(), agent), &chosen)?)
}
