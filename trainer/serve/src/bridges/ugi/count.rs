//! `go perft N`.

use std::io::Write;

use imperial_engine::Game;
use imperial_engine::perft::perft;

use super::inbox::Inbox;
use super::trouble::Trouble;
use imperial_play::analysis::Setup;
use imperial_play::interrupt;

/// Depth that is counted in one go, some milliseconds at most, before looking for `stop`.
const AT_ONCE: u32 = 2;

/// Counts the sequences after each legal move, and all of them.
pub(super) struct Count<'a> {
    pub setup: &'a Setup,
    pub depth: u32,
    pub inbox: &'a mut Inbox,
    pub output: &'a mut dyn Write,
}

impl Count<'_> {
    /// Counts and prints.
    pub fn run<G: Game>(mut self, game: &G) -> Result<(), Trouble> {
        let position = self.setup.position(game)?;
        let mut nodes = u64::from(self.depth == 0);
        let mut moves = Vec::new();
        if self.depth > 0 {
            game.legal_moves(&position, &mut moves);
        }
        for mv in moves {
            let mut next = position.clone();
            game.play(&mut next, mv);
            let count = self.count(game, &next, self.depth - 1)?;
            writeln!(self.output, "{}: {count}", game.format_move(&position, mv))?;
            nodes += count;
        }
        writeln!(self.output, "Nodes searched: {nodes}")?;
        Ok(())
    }

    /// Perft that can be stopped.
    fn count<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        depth: u32,
    ) -> Result<u64, Trouble> {
        interrupt::check()?;
        if self.inbox.asks_to_stop(false, self.output)? {
            return Err(Trouble::CountStopped);
        }
        if depth <= AT_ONCE {
            return Ok(perft(game, position, depth));
        }
        let moves = game.moves(position);
        let mut nodes = 0;
        for mv in moves {
            let mut next = position.clone();
            game.play(&mut next, mv);
            nodes += self.count(game, &next, depth - 1)?;
        }
        Ok(nodes)
    }
}
