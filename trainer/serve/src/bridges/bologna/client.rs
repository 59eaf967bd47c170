//! A player.

use std::io::{Read, Write};
use std::net::TcpStream;

use anyhow::bail;
use imperial_data::LoadedRules;
use imperial_engine::{Encode, Game as _, Side, with_game};
use imperial_play::agent::Agent;
use imperial_play::analysis::Setup;
use imperial_play::playing_agent::PlayingAgent;

use super::message::{Action, Pawn, State, Turn, board, receive, send};

/// Lets `agent` play one game as a side under a name, and says how it ended. All chance comes from a seed, and the
/// agent has so many threads. `hear` hears of its moves.
///
/// # Errors
/// When the server goes, or plays by other rules; when the agent fails, or the user interrupts.
pub fn enter(
    rules: &LoadedRules,
    stream: &mut TcpStream,
    side_and_name: (Side, &str),
    agent: &Agent,
    (seed, threads): (u64, u16),
    hear: &mut dyn FnMut(&str),
) -> anyhow::Result<Turn> {
    with_game!(&rules.game, |game| {
        let mut playing = PlayingAgent::new(agent, rules, seed, threads);
        play(game, stream, side_and_name, |setup| {
            let chosen = playing.think(game, setup)?;
            let text = game.format_move(&setup.position(game)?, chosen.mv);
            hear(&text);
            Ok(text)
        })
    })
}

/// The same by the moves that `choose` finds.
pub(crate) fn play<G: Encode>(
    game: &G,
    stream: &mut (impl Read + Write),
    (side, name): (Side, &str),
    mut choose: impl FnMut(&Setup) -> anyhow::Result<String>,
) -> anyhow::Result<Turn> {
    send(stream, &name)?;
    let mut setup = Setup::default();
    loop {
        let state: State = receive(stream)?;
        catch_up(game, &mut setup, &state.board)?;
        if state.turn.winner().is_some() {
            return Ok(state.turn);
        }
        let by_rules = Turn::of(game.side_to_move(&setup.position(game)?));
        if state.turn != by_rules {
            let [said, other] = [state.turn, by_rules].map(Turn::colour);
            bail!("the server says it is {said}'s turn; by the rules it is {other}'s");
        }
        if state.turn == Turn::of(side) {
            let text = choose(&setup)?;
            send(stream, &Action::new(&text, side)?)?;
        }
    }
}

/// Adds the move that leads to what the server shows.
fn catch_up<G: Encode>(game: &G, setup: &mut Setup, shown: &[Vec<Pawn>]) -> anyhow::Result<()> {
    let position = setup.position(game)?;
    if board(game, &position) == shown {
        return Ok(());
    }
    let leads_there = |mv: &G::Move| {
        let mut next = position.clone();
        game.play(&mut next, *mv);
        board(game, &next) == shown
    };
    let Some(mv) = game.moves(&position).into_iter().find(leads_there) else {
        bail!(
            "the server shows a board that no move leads to after {} plies; does it play by other rules?",
            setup.moves.len()
        );
    };
    setup.moves.push(game.format_move(&position, mv));
    Ok(())
}
