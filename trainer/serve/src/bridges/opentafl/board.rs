//! Where the game stands, by what the host tells.

use imperial_data::opentafl::{read_move, read_position, simple_move, write_move};
use imperial_engine::{First, Game, Side};
use imperial_play::analysis::Setup;

/// The game of one rule set, with its history as long as the host tells what was played.
pub(super) struct Board<'a, G: Game> {
    game: &'a G,
    setup: Setup,
    /// Our own move, which the host has not accepted yet.
    own: Option<String>,
    /// Our own moves that the host has refused here.
    refused: Vec<String>,
    /// Whether the host has shown the position, so that who is to move is only guessed.
    shown: bool,
}

impl<'a, G: Game> Board<'a, G> {
    /// The start of a game with `first` to move.
    pub fn new(game: &'a G, first: Side) -> Self {
        let setup = Setup { start: Some(game.format_position(&game.start(first))), moves: vec![] };
        Self { game, setup, own: None, refused: Vec::new(), shown: false }
    }

    /// The moves so far.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The position; every change of the game has been checked.
    pub fn position(&self) -> anyhow::Result<G::Position> {
        Ok(self.setup.position(self.game)?)
    }

    /// Moves that the host has refused in this position.
    pub fn refused(&self) -> &[String] {
        &self.refused
    }

    /// We play a move, which the host may refuse.
    pub fn propose(&mut self, mv: String) {
        self.own = Some(mv);
    }

    /// The host accepts our move, and shows the position after it.
    pub fn accept(&mut self, record: &str) -> anyhow::Result<()> {
        let Some(own) = self.own.take() else { return Ok(()) };
        let field = field_of(record);
        match self.after(&self.setup, &[own], field.as_deref()) {
            Ok(setup) => self.go_to(setup),
            Err(reason) => return self.fall_back(field.as_deref(), &reason),
        }
        Ok(())
    }

    /// The host refuses our move.
    pub fn refuse(&mut self) {
        self.refused.extend(self.own.take());
    }

    /// The other side has played, which leads to the position of `record`.
    ///
    /// # Errors
    /// When it cannot be played, with what is done about it.
    pub fn answer(&mut self, moves: &[String], record: Option<&str>) -> anyhow::Result<()> {
        let field = record.and_then(field_of);
        let mut reason = None;
        for base in self.bases() {
            match self.after(&base, moves, field.as_deref()) {
                Ok(setup) => {
                    self.go_to(setup);
                    return Ok(());
                }
                Err(why) => reason = reason.or(Some(why)),
            }
        }
        if field.is_some() && field == self.field(&self.setup) {
            // Our move was refused, and the move before it is told again.
            self.refuse();
            return Ok(());
        }
        self.fall_back(field.as_deref(), &reason.unwrap_or_default())
    }

    /// The host shows a position: one of this game, to which it goes back, or any other.
    ///
    /// # Errors
    /// When it is none of these rules.
    pub fn show(&mut self, record: &str) -> anyhow::Result<()> {
        let side = self.game.side_to_move(&self.position()?);
        let position = read_position(record, side, 0, 0)?;
        self.game.parse_position(&position)?;
        let field = field_of(record);
        let mut before = self.setup.clone();
        before.moves.extend(self.own.take());
        while self.field(&before) != field && before.moves.pop().is_some() {}
        if self.field(&before) == field {
            self.go_to(before);
        } else {
            self.go_to(Setup { start: Some(position), moves: Vec::new() });
        }
        self.shown = true;
        Ok(())
    }

    /// The host says who is to move in the position that it has shown; else it says who we are.
    pub fn side(&mut self, side: Side) -> anyhow::Result<()> {
        if self.shown { self.turn_to(side) } else { Ok(()) }
    }

    /// Makes ready for a search with `side` to move. What we take for the end of the game by its history, the host
    /// may not.
    ///
    /// # Errors
    /// When the game is over on the board.
    pub fn make_ready(&mut self, side: Side) -> anyhow::Result<()> {
        self.turn_to(side)?;
        let position = self.position()?;
        if self.game.outcome(&position).is_none() {
            return Ok(());
        }
        let text = self.game.format_position(&position);
        let field = text.split(' ').next().unwrap_or_default();
        let fresh = format!("{field} {} 0 0", side.letter());
        if let Some(outcome) = self.game.outcome(&self.game.parse_position(&fresh)?) {
            anyhow::bail!("the game is over: {outcome}");
        }
        self.go_to(Setup { start: Some(fresh), moves: Vec::new() });
        Ok(())
    }

    /// A move as the host reads it: from where to where, and what it takes where that alone does not say it.
    pub fn notation(&self, position: &G::Position, mv: G::Move) -> String {
        let ours = self.game.format_move(position, mv);
        let simple = simple_move(&ours).to_owned();
        if self.game.parse_move(position, &simple) == Ok(mv) {
            return simple;
        }
        write_move(&ours, &self.game.format_position(position)).unwrap_or(simple)
    }

    /// From where the other side may have played: with our own move and without; at the start also where the lot
    /// fell otherwise.
    fn bases(&self) -> Vec<Setup> {
        let mut bases = Vec::new();
        if let Some(own) = &self.own {
            let mut after = self.setup.clone();
            after.moves.push(own.clone());
            bases.push(after);
        }
        bases.push(self.setup.clone());
        if self.setup.moves.is_empty() && self.game.first() == First::Lot {
            bases.extend(self.turned(&self.setup));
        }
        bases
    }

    /// The same position with the other side to move, its history forgotten.
    fn turned(&self, setup: &Setup) -> Option<Setup> {
        let position = setup.position(self.game).ok()?;
        let side = !self.game.side_to_move(&position);
        let text = self.game.format_position(&position);
        let words = text.split(' ').enumerate();
        let letter = side.letter().to_string();
        let words: Vec<&str> =
            words.map(|(nth, word)| if nth == 1 { letter.as_str() } else { word }).collect();
        let start = words.join(" ");
        self.game.parse_position(&start).ok()?;
        Some(Setup { start: Some(start), moves: Vec::new() })
    }

    fn turn_to(&mut self, side: Side) -> anyhow::Result<()> {
        if self.game.side_to_move(&self.position()?) != side {
            // A move of ours that was not accepted may stand between.
            let own = self.own.take().and_then(|own| self.after(&self.setup, &[own], None).ok());
            let own = own.filter(|own| {
                own.position(self.game).is_ok_and(|p| self.game.side_to_move(&p) == side)
            });
            let Some(setup) = own.or_else(|| self.turned(&self.setup)) else {
                anyhow::bail!("the {side} cannot be to move here");
            };
            self.go_to(setup);
        }
        Ok(())
    }

    fn go_to(&mut self, setup: Setup) {
        (self.setup, self.own, self.shown) = (setup, None, false);
        self.refused.clear();
    }

    /// Goes on from the position that is shown.
    fn fall_back(&mut self, field: Option<&str>, reason: &str) -> anyhow::Result<()> {
        let Some(field) = field else { anyhow::bail!("{reason}; the board stays as it is") };
        let side = self.game.side_to_move(&self.position()?);
        let side = if self.own.is_some() { side } else { !side };
        let start = format!("{field} {} 0 0", side.letter());
        self.game.parse_position(&start)?;
        self.go_to(Setup { start: Some(start), moves: Vec::new() });
        self.shown = true;
        anyhow::bail!("{reason}; the game goes on from the position shown")
    }

    fn field(&self, setup: &Setup) -> Option<String> {
        let position = setup.position(self.game).ok()?;
        let text = self.game.format_position(&position);
        text.split(' ').next().map(str::to_owned)
    }

    /// The game after these moves, the last of which leads to `field`, where that is known.
    fn after(&self, base: &Setup, moves: &[String], field: Option<&str>) -> Result<Setup, String> {
        let mut setup = base.clone();
        let mut position = setup.position(self.game).map_err(|error| error.to_string())?;
        for (left, text) in (0..moves.len()).rev().zip(moves) {
            if let Some(outcome) = self.game.outcome(&position) {
                return Err(format!("`{text}` cannot be played, the game is over: {outcome}"));
            }
            let mv = self.find(&position, text, field.filter(|_| left == 0))?;
            setup.moves.push(self.game.format_move(&position, mv));
            self.game.play(&mut position, mv);
        }
        Ok(setup)
    }

    /// The legal move of this text, which may leave open what is taken; the position after it says that.
    fn find(
        &self,
        position: &G::Position,
        text: &str,
        field: Option<&str>,
    ) -> Result<G::Move, String> {
        let game = self.game;
        let ours = read_move(text, &game.format_position(position)).map_err(|e| e.to_string())?;
        let read = game.parse_move(position, &ours);
        let Some(field) = field else { return read.map_err(|error| error.to_string()) };
        let leads_there = |mv: &G::Move| {
            simple_move(&game.format_move(position, *mv)) == simple_move(&ours) && {
                let mut next = position.clone();
                game.play(&mut next, *mv);
                game.format_position(&next).split(' ').next() == Some(field)
            }
        };
        match game.moves(position).into_iter().find(leads_there) {
            Some(mv) => Ok(mv),
            None => Err(match read {
                Err(error) => error.to_string(),
                Ok(_) => format!("by these rules `{text}` leads to another position"),
            }),
        }
    }
}

/// The board of a position record in our notation; `None` where it is none. OpenTafl's own engine takes anything
/// for one.
fn field_of(record: &str) -> Option<String> {
    let position = read_position(record, Side::Attackers, 0, 0).ok()?;
    position.split(' ').next().map(str::to_owned)
}
