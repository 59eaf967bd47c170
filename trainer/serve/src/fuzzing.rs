//! For fuzzing alone: what the bridges read of others.

use std::io::{self, Cursor, Read, Write};

use imperial_data::LoadedRules;
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, Side, with_game};
use imperial_play::agent::Agent;
use imperial_play::analysis::Setup;

use crate::bridges::batch::{Desk, make_ready};
use crate::bridges::bologna;

/// Makes the positions ready that the lines of `text` ask for, as `imperial analyse --file` does.
pub fn read_queries(text: &str) {
    let random = |_: &LoadedRules| Ok(Agent::Random);
    let desk = Desk::new(Some("tic-tac-toe".to_owned()), 7, random);
    // Refusing is fine.
    text.lines().for_each(|line| drop(make_ready(&desk, line)));
}

/// What a server of the Tablut competition says in a game, a line for each message.
pub fn bologna_game(plies: usize) -> String {
    let game = AnyGame::by_name(bologna::RULES).expect("a rule set of the catalogue");
    with_game!(&game, |game| bologna::told(game, plies)).join("\n")
}

/// Plays in the Tablut competition against a server that says what is `said`, whatever it hears.
///
/// # Errors
/// When it says nothing that a server may say.
pub fn play_bologna(said: &[u8]) -> anyhow::Result<()> {
    let game = AnyGame::by_name(bologna::RULES)?;
    let mut server = Server(Cursor::new(said));
    with_game!(&game, |game| {
        let first = |setup: &Setup| first_move(game, setup);
        bologna::play(game, &mut server, (Side::Attackers, "fuzz"), first).map(drop)
    })
}

fn first_move<G: Encode>(game: &G, setup: &Setup) -> anyhow::Result<String> {
    let position = setup.position(game)?;
    let mv = game.moves(&position).first().map(|mv| game.format_move(&position, *mv));
    mv.ok_or_else(|| anyhow::anyhow!("the server asks for a move where there is none"))
}

/// A server that does not listen.
struct Server<'a>(Cursor<&'a [u8]>);

impl Read for Server<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Server<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
