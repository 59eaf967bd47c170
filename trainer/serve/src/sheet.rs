//! All that the page must know to show a game: it knows no rules of its own.

use imperial_data::LoadedRules;
use imperial_data::opentafl::write_rules;
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::games::tafl::SpecialSquares;
use imperial_engine::{Encode, PerSide, Side, SideName, with_game};
use serde::{Deserialize, Serialize};

use crate::players::Offers;
use crate::trouble::Trouble;

/// A rule set in the list.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Files and ranks of its board.
    pub size: [usize; 2],
}

/// Every rule set of the program.
///
/// # Errors
/// Never, as tests show: all of them can be read.
pub fn list() -> Result<Vec<Entry>, Trouble> {
    let entry = |name: &'static str| {
        let game = AnyGame::by_name(name)?;
        let (title, _) = title(&game, catalog::text(name).unwrap_or_default());
        let board = with_game!(&game, |game| game.board());
        Ok(Entry { name: name.to_owned(), title, size: [board.width, board.height] })
    };
    catalog::names().map(entry).collect()
}

/// A kind of piece.
#[derive(Clone, Debug, Serialize)]
pub struct Piece {
    /// How boards write it.
    pub letter: char,
    /// What players call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Whether the game is about it.
    pub royal: bool,
    /// Whether games from the start can have one.
    pub appears: bool,
    /// The letter on its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<char>,
}

/// Squares that are drawn apart, numbered rank by rank from `a1`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Special {
    throne: Option<u16>,
    corners: Vec<u16>,
    goals: Vec<u16>,
    camps: Vec<u16>,
}

/// What a side is called, and the beginnings of sentences about it. The page knows no grammar.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Called {
    name: String,
    /// The name with its article: `the geese`.
    the: String,
    /// `The geese win`.
    wins: String,
    /// `The geese have won`.
    has_won: String,
    /// `The geese call`.
    calls: String,
    /// `The geese are to move`.
    is_to_move: String,
}

impl From<SideName<'_>> for Called {
    fn from(side: SideName<'_>) -> Self {
        Self {
            name: side.name.to_owned(),
            the: side.the(),
            wins: side.sentence("win"),
            has_won: side.sentence("have won"),
            calls: side.sentence("call"),
            is_to_move: side.sentence("are to move"),
        }
    }
}

/// A rule set for the page.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sheet {
    name: String,
    title: String,
    source: Option<String>,
    hash: String,
    /// The rule file.
    text: String,
    /// The laws in sentences.
    laws: Vec<String>,
    width: usize,
    height: usize,
    /// The lines of a board of points; a board of squares has none.
    lines: Vec<[u16; 2]>,
    pieces: Vec<Piece>,
    special: Special,
    /// The points where each side of a hunt gets to win.
    goals: PerSide<Vec<String>>,
    /// What the sides are called.
    sides: PerSide<Called>,
    /// The first position with each side to move; nothing where that side may not begin.
    starts: PerSide<Option<String>>,
    /// Whether OpenTafl knows these rules.
    is_for_open_tafl: bool,
    players: Offers,
}

impl Sheet {
    /// What people call it.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Whether the values of whoever looks at positions were checked against results.
    pub fn is_checked(&self) -> bool {
        self.players.calibrated
    }
}

/// A rule set for the page, with its laws in sentences and the agents that play it.
pub fn sheet(rules: &LoadedRules, players: Offers) -> Sheet {
    with_game!(&rules.game, |game| sheet_of(game, rules, players))
}

fn sheet_of<G: Encode>(game: &G, rules: &LoadedRules, players: Offers) -> Sheet {
    let (title, source) = title(&rules.game, &rules.text);
    let board = game.board();
    let counts = game.piece_counts();
    let pieces = game.piece_kinds().iter().enumerate().map(|(place, kind)| Piece {
        letter: kind.letter,
        name: game.kind_name(place),
        side: kind.side,
        royal: kind.is_royal,
        appears: *counts[place].end() > 0,
        mark: kind.mark,
    });
    let start = |side| game.first().allows(side).then(|| game.format_position(&game.start(side)));
    Sheet {
        name: game.name().to_owned(),
        title,
        source,
        hash: rules.hash.clone(),
        text: rules.text.clone(),
        laws: imperial_describe::laws(&rules.game),
        width: board.width,
        height: board.height,
        lines: game.lines(),
        pieces: pieces.collect(),
        special: rules.game.special_squares().map(special).unwrap_or_default(),
        goals: goals(&rules.game),
        sides: PerSide::from_fn(|side| Called::from(game.side_name(side))),
        starts: PerSide::from_fn(start),
        is_for_open_tafl: rules
            .game
            .tafl_rules()
            .is_some_and(|rules| write_rules(rules, None).is_ok()),
        players,
    }
}

fn goals(game: &AnyGame) -> PerSide<Vec<String>> {
    let AnyGame::Hunt(hunt) = game else { return PerSide::default() };
    let rules = hunt.rules();
    PerSide { attackers: rules.many_goal.clone(), defenders: rules.few_goal.clone() }
}

fn special(squares: SpecialSquares) -> Special {
    let SpecialSquares { throne, corners, goals, camps } = squares;
    Special { throne, corners, goals, camps }
}

/// The two keys of a rule file that say what it is.
#[derive(Deserialize)]
struct Head {
    title: Option<String>,
    source: Option<String>,
}

/// What a rule set is called, and where it comes from.
fn title(game: &AnyGame, text: &str) -> (String, Option<String>) {
    match toml::from_str(text) {
        Ok(Head { title, source }) => {
            let source = source.map(|source| game.laws().map_or(source, |laws| laws.origin()));
            (title.unwrap_or(game.name().to_owned()), source)
        }
        Err(_) => (game.name().to_owned(), None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_set_has_a_title_and_a_board() {
        let all = list().expect("all can be read");
        assert_eq!(all.len(), catalog::names().count());
        let four = all.iter().find(|entry| entry.name == "connect-four").expect("it is there");
        assert_eq!((four.title.as_str(), four.size), ("Connect Four", [7, 6]));
    }

    #[test]
    fn the_goals_of_hunts_are_named() {
        let of = |rules: &str| goals(&AnyGame::by_name(rules).expect("embedded"));
        assert_eq!(of("fox-and-hounds").defenders, ["a1", "c1", "e1", "g1"]);
        assert_eq!(of("halatafl").attackers.len(), 9);
        assert_eq!(of("brandubh"), PerSide::default());
    }
}
