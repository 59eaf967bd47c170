//! A game as the page shows it: a board after each ply, and what may be played at the end.

use imperial_data::LoadedRules;
use imperial_engine::{Encode, Outcome, PerSide, Side, with_game};
use imperial_play::analysis::Setup;
use imperial_play::words::ending;
use serde::{Deserialize, Serialize};

use crate::caps;
use crate::rules::Wanted;
use crate::trouble::Trouble;

/// Where a game stands.
#[derive(Clone, Debug, Deserialize)]
pub struct Standing {
    /// Its rules.
    pub rules: Wanted,
    /// The position that it began with; the usual one if not given.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves since.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Standing {
    /// How the game went.
    ///
    /// # Errors
    /// When it is longer than any game may be.
    pub fn setup(&self) -> Result<Setup, Trouble> {
        if self.moves.len() > caps::PLIES {
            return Err(Trouble::large(format!("a game has at most {} plies here", caps::PLIES)));
        }
        if self.start.as_ref().is_some_and(|start| start.len() > caps::POSITION_BYTES) {
            return Err(Trouble::large("the position string is too long"));
        }
        if self.moves.iter().any(|mv| mv.len() > caps::MOVE_BYTES) {
            return Err(Trouble::large("the text of a move is too long"));
        }
        Ok(Setup { start: self.start.clone(), moves: self.moves.clone() })
    }
}

/// A move with the squares that it concerns, numbered rank by rank from `a1`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MoveView {
    /// In the game's notation.
    pub text: String,
    /// The square that the piece leaves; where it is the next one, a piece is put there.
    pub from: u16,
    /// The square where it arrives.
    pub to: u16,
    /// The other squares whose pieces it takes.
    pub takes: Vec<u16>,
    /// Whether it leaves the board as it is, and only ends a turn.
    pub passes: bool,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct End {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// The cause, as records name it.
    pub cause: &'static str,
    /// Both as a sentence.
    pub words: String,
}

/// What a side calls out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Call {
    /// Who calls.
    pub side: Side,
    /// What.
    pub words: &'static str,
}

/// A position of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// The move that led here.
    #[serde(rename = "move")]
    pub mv: Option<MoveView>,
    /// A letter for each square, from `a1`; `.` where nothing stands.
    pub board: String,
    /// Whose turn it is.
    pub to_move: Side,
    /// Plies played.
    pub ply: u32,
    /// Pieces that each side still has to put on the board.
    pub hands: PerSide<u8>,
    /// The position string.
    pub position: String,
    /// What is called out here by the custom of the game.
    pub call: Option<Call>,
    /// How the game ended, where it has.
    pub end: Option<End>,
}

/// Part of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GamePart {
    /// The positions from the one that was asked for on.
    pub frames: Vec<Frame>,
    /// What may be played after the last one.
    pub legal: Vec<MoveView>,
}

/// The positions of a game after `since` and more of its moves.
///
/// # Errors
/// When it is no game of these rules.
pub fn line(rules: &LoadedRules, setup: &Setup, since: usize) -> Result<GamePart, Trouble> {
    with_game!(&rules.game, |game| line_of(game, setup, since))
}

fn line_of<G: Encode>(game: &G, setup: &Setup, since: usize) -> Result<GamePart, Trouble> {
    let mut position = setup.beginning(game)?;
    let mut frames = Vec::new();
    if since == 0 {
        frames.push(frame(game, &position, None));
    }
    for (number, text) in (1..).zip(&setup.moves) {
        let over = game.outcome(&position).filter(|outcome| !outcome.cause.can_be_passed());
        if let Some(outcome) = over {
            let words = ending(game, outcome);
            return Err(Trouble::bad(format!(
                "`{text}` cannot be played, the game is over. {words}"
            )));
        }
        let mv = game.parse_move(&position, text)?;
        if number < since {
            game.play(&mut position, mv);
            continue;
        }
        let view = view(game, &position, mv);
        game.play(&mut position, mv);
        frames.push(frame(game, &position, Some(view)));
    }
    let mut legal = Vec::new();
    if game.outcome(&position).is_none() {
        legal.extend(game.moves(&position).into_iter().map(|mv| view(game, &position, mv)));
    }
    Ok(GamePart { frames, legal })
}

/// A move with its squares: what it takes is what stands no more where it stood, but for pieces that only went
/// elsewhere.
pub fn view<G: Encode>(game: &G, position: &G::Position, mv: G::Move) -> MoveView {
    let action = game.action(mv);
    let mut before = vec![0; game.board().squares()];
    let mut after = before.clone();
    game.occupancy(position, &mut before);
    let mut next = position.clone();
    game.play(&mut next, mv);
    game.occupancy(&next, &mut after);
    let mover = game.side_to_move(position);
    let is_own = |held: u8| held != 0 && game.piece_kinds()[usize::from(held) - 1].side == mover;
    let own = |board: &[u8]| board.iter().filter(|held| is_own(**held)).count();
    let loses_own = own(&after) < own(&before);
    let is_taken = |square: &u16| {
        let at = usize::from(*square);
        let stays = before[at] == 0 || before[at] == after[at];
        let goes = is_own(before[at]) && (*square == action.from || !loses_own);
        !stays && !goes
    };
    MoveView {
        text: game.format_move(position, mv),
        from: action.from,
        to: action.to,
        takes: (0..before.len() as u16).filter(is_taken).collect(),
        passes: before == after,
    }
}

fn frame<G: Encode>(game: &G, position: &G::Position, mv: Option<MoveView>) -> Frame {
    let to_move = game.side_to_move(position);
    let outcome = game.outcome(position);
    let call = game.call(position).filter(|_| outcome.is_none());
    Frame {
        mv,
        board: board(game, position),
        to_move,
        ply: game.ply(position),
        hands: game.hands(position),
        position: game.format_position(position),
        call: call.map(|words| Call { side: !to_move, words }),
        end: outcome.map(|outcome| end(game, outcome)),
    }
}

fn board<G: Encode>(game: &G, position: &G::Position) -> String {
    let letter = |square| {
        game.piece_on(position, square).map_or('.', |kind| game.piece_kinds()[kind].letter)
    };
    (0..game.board().squares() as u16).map(letter).collect()
}

fn end<G: Encode>(game: &G, outcome: Outcome) -> End {
    let (winner, cause) = (outcome.winner, outcome.cause.name());
    End { winner, cause, words: ending(game, outcome) }
}

#[cfg(test)]
mod tests {
    use imperial_data::load_rules;

    use super::*;

    fn of(rules: &str, start: Option<&str>, moves: &str, since: usize) -> GamePart {
        let rules = load_rules(rules).expect("embedded");
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        let setup = Setup { start: start.map(str::to_owned), moves };
        line(&rules, &setup, since).expect("a game")
    }

    #[test]
    fn captures_are_the_squares_that_change() {
        let start = "7/7/7/a2k3/d6/7/a6 a";
        let found = of("brandubh", Some(start), "", 0);
        assert_eq!(found.frames[0].board.chars().filter(|c| *c != '.').count(), 4);
        let found = of("brandubh", Some("7/7/1a5/3k3/d6/7/a6 a"), "b5-a5", 1);
        assert_eq!(found.frames.len(), 1);
        let view = found.frames[0].mv.as_ref().expect("a move");
        assert_eq!((view.from, view.to), (29, 28));
        assert!(view.takes.is_empty(), "a4 is empty between");
        let found = of("brandubh", Some("7/7/7/1a1k3/d6/a6/7 a"), "b4-a4", 1);
        assert_eq!(found.frames[0].mv.as_ref().expect("a move").takes, [14]);
    }

    #[test]
    fn games_of_other_families_are_shown_alike() {
        let found = of("tic-tac-toe", None, "a1 b1 a2 b2 a3", 0);
        assert_eq!(found.frames.len(), 6);
        assert!(found.legal.is_empty());
        let end = found.frames[5].end.as_ref().expect("it is over");
        assert_eq!((end.winner, end.cause), (Some(Side::Attackers), "line"));
        let first = of("connect-four", None, "", 0);
        assert_eq!(first.legal.len(), 7);
        assert!(first.legal.iter().all(|mv| mv.from == mv.to && mv.takes.is_empty()));
    }

    #[test]
    fn turns_may_go_on_and_several_pieces_may_take_one() {
        let found = of("dablot-mini-actions", None, "a3-b4", 1);
        assert_eq!(found.frames[0].to_move, Side::Attackers);
        let passes: Vec<&str> =
            found.legal.iter().filter(|mv| mv.passes).map(|mv| mv.text.as_str()).collect();
        assert_eq!(passes, ["end"]);
        let start = "k3/3/4/1p1/1MM1/3/m3/3/3K a -";
        let found = of("dablot-mini-ambush", Some(start), "", 0);
        let ambush = found.legal.iter().find(|mv| mv.from == mv.to).expect("an ambush");
        assert_eq!((ambush.text.as_str(), &ambush.takes), ("c5-e7+e5-c7xd6", &vec![ambush.to]));
    }

    #[test]
    fn pieces_to_be_placed_are_counted() {
        let found = of("bagh-chal", None, "@c3", 0);
        let goats: Vec<u8> = found.frames.iter().map(|frame| frame.hands.attackers).collect();
        assert_eq!(goats, [20, 19]);
        assert_eq!(of("brandubh", None, "", 0).frames[0].hands, PerSide::default());
    }

    #[test]
    fn calls_name_the_side_that_makes_them() {
        let open = of("imperial-contest", Some("9/9/9/9/4k4/9/9/9/a8 a"), "", 0);
        let call = open.frames[0].call.as_ref().expect("a call");
        assert_eq!((call.side, call.words), (Side::Defenders, "Gone!"));
    }
}
