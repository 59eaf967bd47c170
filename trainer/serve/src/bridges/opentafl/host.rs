//! One game between two agents.

use imperial_data::opentafl::write_game;
use imperial_data::{GameRecord, GameResult, LoadedRules, PlyRecord};
use imperial_engine::{First, Outcome, PerSide, Side, game_stream, with_game};
use imperial_play::agent::Agent;
use imperial_play::analysis::{Searched, Setup};
use imperial_play::playing_agent::PlayingAgent;

/// Lets two agents play one game, and writes it as OpenTafl reads it. All chance comes from a seed, and each agent
/// has so many threads. `hear` hears of each move.
///
/// # Errors
/// When an agent fails, or OpenTafl could not read the game; when the user interrupts.
pub fn host(
    rules: &LoadedRules,
    agents: &PerSide<Agent>,
    seed_and_threads: (u64, u16),
    hear: &mut dyn FnMut(&str),
) -> anyhow::Result<(String, Outcome)> {
    with_game!(&rules.game, |game| host_in(game, rules, agents, seed_and_threads, hear))
}

fn host_in<G: Searched>(
    game: &G,
    rules: &LoadedRules,
    agents: &PerSide<Agent>,
    (seed, threads): (u64, u16),
    hear: &mut dyn FnMut(&str),
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
