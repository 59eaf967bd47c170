//! One conversation: what was set and where the game stands.

use std::io::{self, Write};

use imperial_engine::with_game;

use super::command::Command;
use super::count::Count;
use super::inbox::Inbox;
use super::options::Options;
use super::position::{answer, respond, show};
use super::think::{KeptAnalysis, Think};
use super::trouble::Trouble;
use imperial_play::analysis::Setup;

/// Everything that lasts from one command to the next.
pub(super) struct Session {
    options: Options,
    setup: Setup,
    analysis: KeptAnalysis,
}

impl Session {
    pub fn new(options: Options) -> Self {
        Self { options, setup: Setup::default(), analysis: None }
    }

    /// Carries out a line. True when it was `quit`.
    pub fn obey(
        &mut self,
        line: &str,
        inbox: &mut Inbox,
        output: &mut dyn Write,
    ) -> Result<bool, Trouble> {
        let Some(command) = Command::parse(line)? else { return Ok(false) };
        let Self { options, setup, analysis } = self;
        match command {
            Command::Quit => return Ok(true),
            Command::Stop => {} // nothing is going on
            Command::Ugi => self.introduce(output)?,
            Command::IsReady => writeln!(output, "readyok")?,
            Command::NewGame => {
                *setup = Setup::default();
                *analysis = None;
            }
            Command::SetOption { name, value } => {
                // What is known may have come about otherwise.
                *analysis = None;
                let evaluator = options.evaluator.to_string();
                if options.set(&name, &value)? {
                    *setup = Setup::default();
                }
                if options.evaluator.to_string() != evaluator {
                    options.tell_judges(output)?;
                }
            }
            Command::Position { start, moves } => {
                let wanted = Setup { start, moves };
                wanted.check(&options.rules)?;
                *setup = wanted;
            }
            Command::Query(query) => {
                let answer = with_game!(&options.rules, |game| answer(game, setup, query))?;
                respond(output, answer)?;
            }
            Command::Show => with_game!(&options.rules, |game| show(game, setup, output))?,
            Command::Perft(depth) => {
                let count = Count { setup, depth, inbox, output };
                with_game!(&options.rules, |game| count.run(game))?;
            }
            Command::Go(limits) => {
                let think = Think { setup, options, analysis, limits, inbox, output };
                with_game!(&options.rules, |game| think.run(game))?;
            }
        }
        Ok(false)
    }

    fn introduce(&self, output: &mut dyn Write) -> io::Result<()> {
        writeln!(output, "id name imperial {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(output, "id author the imperial authors")?;
        self.options.list(output)?;
        writeln!(output, "ugiok")
    }
}
