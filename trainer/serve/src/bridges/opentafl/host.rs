//! One game between two agents.

use imperial_data::opentafl::write_game;
use imperial_data::{GameRecord, GameResult, LoadedRules, PlyRecord};
use imperial_engine::{Encode, First, Outcome, PerSide, Side, game_stream};
use imperial_play::agent::Agent;
use imperial_play::analysis::Setup;
use imperial_play::playing_agent::PlayingAgent;

/// Lets two agents play one game, and writes it as OpenTafl reads it. `hear` hears of each move.
///
/// # Errors
/// When an agent fails, or OpenTafl could not read the game; when the user interrupts.
pub fn host<G: Encode + 'static>(
    game: &G,
    rules: &LoadedRules,
    agents: &PerSide<Agent>,
    (seed, threads): (u64, u16),
    mut hear: impl FnMut(&str),
) -> anyhow::Result<(String, Outcome)> {
    let first = game.first().draw(&mut game_stream(seed, 0));
    // Where a lot decides, the start alone does not say who begins.
    let drawn = game.first() == First::Lot && first == Side::Defenders;
    let start = drawn.then(|| game.format_position(&game.start(first)));
    let mut setup = Setup { start, moves: Vec::new() };
    let mut players =
        PerSide::from_fn(|side| PlayingAgent::new(&agents[side], rules, seed, threads));
    let outcome = loop {
        let position = setup.position(game)?;
        if let Some(outcome) = game.outcome(&position) {
            break outcome;
        }
        let chosen = players[game.side_to_move(&position)].think(game, &setup)?;
        let text = game.format_move(&position, chosen.mv);
        hear(&text);
        setup.moves.push(text);
    };
    Side::ALL.into_iter().for_each(|side| players[side].finish(outcome));
    let ply = |mv| PlyRecord { mv, ..PlyRecord::default() };
    let record = GameRecord {
        rules: rules.game.name().to_owned(),
        rules_hash: rules.hash.clone(),
        seed,
        attackers: players.attackers.label(),
        defenders: players.defenders.label(),
        first,
        result: GameResult::from(outcome),
        cause: outcome.cause,
        plies: setup.moves.into_iter().map(ply).collect(),
        ..GameRecord::default()
    };
    Ok((write_game("imperial opentafl host", &record, &rules.game)?, outcome))
}
