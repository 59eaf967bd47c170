//! A person against an agent.

use std::io::{self, Write};

use imperial_data::PlyRecord;
use imperial_engine::search::SearchResult;
use imperial_engine::{Cause, Encode, Outcome, Side};
use imperial_lab::counted;

use super::colours::drawn;
use super::command::{Command, help, square};

use imperial_play::analysis::{Searched, Setup};
use imperial_play::interrupt::Interrupted;
use imperial_play::lines::Lines;
use imperial_play::play::rounded;
use imperial_play::playing_agent::{Chosen, PlayingAgent};
use imperial_play::words::{ending, expectation};

/// Legal moves in a line of the list.
const MOVES_A_LINE: usize = 8;

/// A game in progress.
pub(crate) struct Duel<'a, G: Encode> {
    game: &'a G,
    /// The side that the person has.
    person: Side,
    playing: PlayingAgent<'a, G>,
    setup: Setup,
    /// Moves that were made before the two sat down.
    given: usize,
    /// The moves since, and what the agent chosen before its own.
    plies: Vec<PlyRecord>,
    input: Lines,
    output: &'a mut dyn Write,
    /// Whether to ask by a sign for what shall be typed.
    prompt: bool,
    /// Whether boards are drawn in colours.
    colours: bool,
    /// Is told the moves whenever they change.
    keep: Option<Keep<'a>>,
}

/// Keeps the moves of both, so that a game is not lost with its process.
pub(crate) type Keep<'a> = Box<dyn FnMut(&[PlyRecord]) -> anyhow::Result<()> + 'a>;

/// A game that both have left.
pub(crate) struct Over {
    /// How the rules ended it, or that the person resigned; nothing for a game that can go on.
    pub outcome: Option<Outcome>,
    /// The moves of both, without those that were given.
    pub plies: Vec<PlyRecord>,
    /// Whether a signal ended it.
    pub interrupted: bool,
}

/// How a person's turn ended.
enum Turn {
    Played,
    Undone,
    /// The person has given up.
    Resigned,
    /// The person has gone.
    Left,
}

impl<'a, G: Searched> Duel<'a, G> {
    /// A game that goes on from `setup`, which must be one of `game`.
    pub fn new(
        game: &'a G,
        setup: Setup,
        person: Side,
        playing: PlayingAgent<'a, G>,
        input: Lines,
        output: &'a mut dyn Write,
    ) -> Self {
        let given = setup.moves.len();
        let plies = Vec::new();
        let (prompt, colours, keep) = (false, false, None);
        Self { game, person, playing, setup, given, plies, input, output, prompt, colours, keep }
    }

    /// Tells `keep` the moves of both whenever they change.
    #[must_use]
    pub fn kept_by(self, keep: Option<Keep<'a>>) -> Self {
        Self { keep, ..self }
    }

    /// Draws boards in colours, for a terminal.
    #[must_use]
    pub fn with_colours(self, colours: bool) -> Self {
        Self { colours, ..self }
    }

    /// Asks by the sign `> ` for what shall be typed, as one does on a terminal.
    #[must_use]
    pub fn with_prompt(self, prompt: bool) -> Self {
        Self { prompt, ..self }
    }

    /// Goes on after these moves, of which the last of `setup` are the same.
    #[must_use]
    pub fn after(mut self, plies: Vec<PlyRecord>) -> Self {
        self.given = self.setup.moves.len().saturating_sub(plies.len());
        Self { plies, ..self }
    }

    /// Plays until the game is over or the person leaves it, which the end of the input and an interruption
    /// mean, too.
    ///
    /// # Errors
    /// When the output cannot be written, or another program fails.
    pub fn play(mut self) -> anyhow::Result<Over> {
        let ended = self.go_on();
        let interrupted = ended.as_ref().is_err_and(anyhow::Error::is::<Interrupted>);
        let outcome = if interrupted { self.leave().map(|_| None) } else { ended }?;
        Ok(Over { outcome, plies: self.plies, interrupted })
    }

    fn go_on(&mut self) -> anyhow::Result<Option<Outcome>> {
        let game = self.game;
        self.greet()?;
        self.draw()?;
        loop {
            let position = self.setup.position(game)?;
            if let Some(outcome) = game.outcome(&position) {
                writeln!(self.output, "{}", ending(game, outcome))?;
                return Ok(Some(outcome));
            }
            if let Some(call) = game.call(&position) {
                let caller = game.side_name(!game.side_to_move(&position));
                writeln!(self.output, "{}: {call}", caller.sentence("call"))?;
            }
            if game.side_to_move(&position) != self.person {
                self.answer(&position)?;
                self.draw()?;
                continue;
            }
            match self.ask(&position)? {
                Turn::Played => {
                    let played = self.setup.position(game)?;
                    if game.outcome(&played).is_some() || game.turn_goes_on(&played) {
                        self.draw()?;
                    }
                }
                Turn::Undone => self.draw()?,
                Turn::Resigned => {
                    return Ok(Some(Outcome::win(!self.person, Cause::Given)));
                }
                Turn::Left => return Ok(None),
            }
        }
    }

    fn greet(&mut self) -> io::Result<()> {
        let [yours, others] =
            [self.person, !self.person].map(|side| self.game.side_name(side).the());
        let (rules, agent) = (self.game.name(), self.playing.label());
        writeln!(self.output, "{rules}: you have {yours}, {agent} has {others}.")?;
        writeln!(self.output, "Type a move, or `help`.")
    }

    fn draw(&mut self) -> anyhow::Result<()> {
        let position = self.setup.position(self.game)?;
        let board = drawn(self.game, &position, self.colours);
        writeln!(self.output, "\n{}", board.trim_end())?;
        Ok(writeln!(self.output)?)
    }

    /// Makes the agent's move.
    fn answer(&mut self, position: &G::Position) -> anyhow::Result<()> {
        let side = !self.person;
        let chosen = self.think()?;
        let text = self.game.format_move(position, chosen.mv);
        let calibration = self.playing.calibration();
        let name = self.game.side_name(side);
        let expected =
            chosen.result.as_ref().map(|result| expectation(result, side, name, calibration));
        let expected = expected.map(|words| format!(" and {words}")).unwrap_or_default();
        writeln!(self.output, "{} {text}{expected}.", name.sentence("play"))?;
        self.make(text, chosen.result.as_ref())
    }

    /// What the agent would play now; says if it had too little memory.
    fn think(&mut self) -> anyhow::Result<Chosen<G::Move>> {
        let chosen = self.playing.think(self.game, &self.setup)?;
        if chosen.result.as_ref().is_some_and(|result| result.full) {
            let why = "its memory is full (--memory MIB allows more)";
            writeln!(self.output, "The search ended early: {why}.")?;
        }
        Ok(chosen)
    }

    fn make(&mut self, mv: String, result: Option<&SearchResult<G::Move>>) -> anyhow::Result<()> {
        let value = result.map(|result| rounded(result.value.0));
        self.plies.push(PlyRecord { mv: mv.clone(), value, ..PlyRecord::default() });
        self.setup.moves.push(mv);
        self.keep()
    }

    fn keep(&mut self) -> anyhow::Result<()> {
        self.keep.as_mut().map_or(Ok(()), |keep| keep(&self.plies))
    }

    /// Does what the person asks for until a move is made or taken back.
    fn ask(&mut self, position: &G::Position) -> anyhow::Result<Turn> {
        let yours = self.game.side_name(self.person);
        writeln!(self.output, "Your move ({yours}), ply {}.", self.game.ply(position) + 1)?;
        loop {
            if self.prompt {
                write!(self.output, "> ")?;
            }
            self.output.flush()?;
            match self.input.next()? {
                None => return self.leave(),
                Some(Err(error)) => writeln!(self.output, "{error}")?,
                Some(Ok(line)) => {
                    if let Some(turn) = self.obey(Command::parse(&line), position)? {
                        return Ok(turn);
                    }
                }
            }
        }
    }

    /// Does what is asked for; how the turn ended, if it did.
    fn obey(&mut self, command: Command, position: &G::Position) -> anyhow::Result<Option<Turn>> {
        match command {
            Command::Nothing => {}
            Command::Move(text) => return self.try_move(&text, position),
            Command::Moves(square) => self.list(position, square.as_deref())?,
            Command::List => {
                let moves = self.numbered()?;
                writeln!(self.output, "{moves}")?;
            }
            Command::Hint => self.hint(position)?,
            Command::Board => {
                self.draw()?;
                writeln!(self.output, "Position: {}", self.game.format_position(position))?;
            }
            Command::TooMany(word) => {
                let most = if word == "moves" { "takes one square" } else { "stands alone" };
                writeln!(self.output, "`{word}` {most}; `help` lists what you can type")?;
            }
            Command::Help => write!(self.output, "{}", help(&self.texts(position)))?,
            Command::Undo => match self.last_of_person()? {
                Some(kept) => {
                    self.take_back(kept)?;
                    return Ok(Some(Turn::Undone));
                }
                None => writeln!(self.output, "There is no move of yours to take back.")?,
            },
            Command::Resign => {
                let wins = self.game.side_name(!self.person).does("win");
                writeln!(self.output, "You resign: {wins}.")?;
                return Ok(Some(Turn::Resigned));
            }
            Command::Quit => return self.leave().map(Some),
        }
        Ok(None)
    }

    /// The legal moves.
    fn texts(&self, position: &G::Position) -> Vec<String> {
        let moves = self.game.moves(position).into_iter();
        moves.map(|mv| self.game.format_move(position, mv)).collect()
    }

    /// Makes the person's move, if it is legal.
    fn try_move(&mut self, text: &str, position: &G::Position) -> anyhow::Result<Option<Turn>> {
        // A line was read in small letters, and those of pieces may be capitals.
        let is_meant = |mv: &String| mv.to_lowercase() == text;
        let text =
            self.texts(position).into_iter().find(is_meant).unwrap_or_else(|| text.to_owned());
        match self.game.parse_move(position, &text) {
            Ok(mv) => {
                let text = self.game.format_move(position, mv);
                writeln!(self.output, "You play {text}.")?;
                self.tell_captures(&text, position)?;
                self.make(text, None)?;
                Ok(Some(Turn::Played))
            }
            Err(error) => {
                writeln!(self.output, "{error}; `help` lists what you can type")?;
                Ok(None)
            }
        }
    }

    /// Where capturing is the mover's choice: what the move `text` could have captured and does not.
    fn tell_captures(&mut self, text: &str, position: &G::Position) -> io::Result<()> {
        let texts = self.texts(position).into_iter();
        let more: Vec<String> =
            texts.filter(|other| other.starts_with(&format!("{text}x"))).collect();
        if more.is_empty() {
            return Ok(());
        }
        writeln!(self.output, "It does not capture what {} would; see `undo`.", more.join(", "))
    }

    /// How many plies there were before the person's last move; `None` where there is none. It may be the last
    /// ply, where a turn has several.
    fn last_of_person(&self) -> anyhow::Result<Option<usize>> {
        let mut earlier = self.setup.clone();
        for kept in (0..self.plies.len()).rev() {
            earlier.moves.truncate(self.given + kept);
            if self.game.side_to_move(&earlier.position(self.game)?) == self.person {
                return Ok(Some(kept));
            }
        }
        Ok(None)
    }

    /// Takes back all plies but so many.
    fn take_back(&mut self, kept: usize) -> anyhow::Result<()> {
        self.plies.truncate(kept);
        self.setup.moves.truncate(self.given + kept);
        self.keep()
    }

    /// Says that the game stays unfinished.
    fn leave(&mut self) -> anyhow::Result<Turn> {
        let plies = counted(self.setup.moves.len() as u64, "ply", "plies");
        writeln!(self.output, "The game is left unfinished after {plies}.")?;
        Ok(Turn::Left)
    }

    fn hint(&mut self, position: &G::Position) -> anyhow::Result<()> {
        let chosen = self.think()?;
        let text = self.game.format_move(position, chosen.mv);
        let calibration = self.playing.calibration();
        let yours = self.game.side_name(self.person);
        let expected = chosen.result.as_ref().map(|result| {
            format!(": {} {}", yours.the(), expectation(result, self.person, yours, calibration))
        });
        writeln!(self.output, "Hint: {text}{}.", expected.unwrap_or_default())?;
        Ok(())
    }

    /// The moves with the numbers of the turns: `1. d9-d8 e6-f6 2. a4-b4`.
    fn numbered(&self) -> anyhow::Result<String> {
        let (game, mut position) = (self.game, self.setup.beginning(self.game)?);
        let first = game.side_to_move(&position);
        let (mut words, mut turns) = (Vec::new(), 0);
        for text in &self.setup.moves {
            let begins = game.side_to_move(&position) == first && !game.turn_goes_on(&position);
            if begins || words.is_empty() {
                turns += 1;
                words.push(format!("{turns}."));
            }
            words.push(text.clone());
            let mv = game.parse_move(&position, text)?;
            game.play(&mut position, mv);
        }
        Ok(if words.is_empty() { "No move was made yet.".to_owned() } else { words.join(" ") })
    }

    /// Lists the legal moves, all or those that begin on `square`.
    fn list(&mut self, position: &G::Position, wanted: Option<&str>) -> io::Result<()> {
        let mut texts = self.texts(position);
        texts.retain(|text| wanted.is_none_or(|wanted| square(text) == wanted));
        if let (Some(square), true) = (wanted, texts.is_empty()) {
            return writeln!(self.output, "No legal move begins on {square}.");
        }
        texts.chunks(MOVES_A_LINE).try_for_each(|line| writeln!(self.output, "{}", line.join(" ")))
    }
}
