//! Watching recorded games of one agent under one rule set.

use imperial_data::GameRecord;
use imperial_engine::Encode;
use imperial_engine::catalog::{AnyGame, Visit};

use imperial_lab::{GameStatistics, GameSummary, Watcher};

/// Games, read one by one.
pub(super) type Records<'a> = Box<dyn Iterator<Item = anyhow::Result<GameRecord>> + 'a>;

/// The results of the games that `agent` played, and how they went; with `examples`, some whole games
/// are kept. `records` gives the games anew at each call, with numbers that occur once.
///
/// # Errors
/// When a game cannot be read or does not replay.
pub(super) fn watch_games<'a>(
    game: &AnyGame,
    agent: &'a str,
    examples: bool,
    records: &'a dyn Fn() -> Records<'a>,
) -> anyhow::Result<(Vec<GameSummary>, GameStatistics)> {
    game.visit(Watch { agent, examples, records })
}

struct Watch<'a> {
    agent: &'a str,
    examples: bool,
    records: &'a dyn Fn() -> Records<'a>,
}

impl Visit for Watch<'_> {
    type Output = anyhow::Result<(Vec<GameSummary>, GameStatistics)>;

    fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
        let mut watcher = Watcher::new(game);
        for record in (self.records)() {
            watcher.watch(&record?)?;
        }
        let wanted = if self.examples { watcher.choose() } else { Vec::new() };
        let mut chosen = Vec::new();
        // Records are large; only those wanted are kept, at the price of reading twice.
        for record in (self.records)() {
            if chosen.len() == wanted.len() {
                break;
            }
            let record = record?;
            let why = wanted.iter().find(|(_, game)| *game == record.game);
            chosen.extend(why.map(|(why, _)| (*why, record)));
        }
        chosen.sort_by_key(|(why, _)| wanted.iter().position(|(other, _)| other == why));
        Ok(watcher.finish((game.name(), self.agent), &chosen)?)
    }
}
