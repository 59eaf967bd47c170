//! The rule sets that come with the program, and the games that rule-set texts describe.

use rand::Rng;
use serde::Deserialize;

use crate::games::chess::{Chess, ChessRules};
use crate::games::connect_four::ConnectFour;
use crate::games::dablot::{Dablot, DablotRules};
use crate::games::hunt::{Hunt, HuntRules};
use crate::games::rule_text::{Laws, RuleFile, RuleSetError, cross};
use crate::games::tafl::{RuleSet, SpecialSquares, Tafl};
use crate::games::tic_tac_toe::TicTacToe;
use crate::{Game, Side, by_likeness, with_game};

/// Every embedded rule set: name and TOML text, in the order of lists.
const EMBEDDED: [(&str, &str); 54] = [
    ("imperial-contest", include_str!("../rules/imperial-contest.toml")),
    ("imperial-contest-walker", include_str!("../rules/imperial-contest-walker.toml")),
    ("tablut-linnaeus", include_str!("../rules/tablut-linnaeus.toml")),
    ("tablut-smith", include_str!("../rules/tablut-smith.toml")),
    ("tablut-rachunek", include_str!("../rules/tablut-rachunek.toml")),
    ("tablut-corner", include_str!("../rules/tablut-corner.toml")),
    ("tablut-unibo", include_str!("../rules/tablut-unibo.toml")),
    ("tablut-sealed", include_str!("../rules/tablut-sealed.toml")),
    ("sea-battle", include_str!("../rules/sea-battle.toml")),
    ("tablut-immobilisation", include_str!("../rules/tablut-immobilisation.toml")),
    ("hnefatafl-two-9", include_str!("../rules/hnefatafl-two-9.toml")),
    ("brandubh", include_str!("../rules/brandubh.toml")),
    ("brandubh-throneless", include_str!("../rules/brandubh-throneless.toml")),
    ("ard-ri", include_str!("../rules/ard-ri.toml")),
    ("mini-tablut", include_str!("../rules/mini-tablut.toml")),
    ("copenhagen", include_str!("../rules/copenhagen.toml")),
    ("fetlar", include_str!("../rules/fetlar.toml")),
    ("fetlar-ring", include_str!("../rules/fetlar-ring.toml")),
    ("tawlbwrdd-bell", include_str!("../rules/tawlbwrdd-bell.toml")),
    ("tawlbwrdd-notice", include_str!("../rules/tawlbwrdd-notice.toml")),
    ("tawlbwrdd-lewis", include_str!("../rules/tawlbwrdd-lewis.toml")),
    ("hnefatafl-two", include_str!("../rules/hnefatafl-two.toml")),
    ("copenhagen-13", include_str!("../rules/copenhagen-13.toml")),
    ("alea-evangelii", include_str!("../rules/alea-evangelii.toml")),
    ("alea-evangelii-walker", include_str!("../rules/alea-evangelii-walker.toml")),
    ("fox-and-geese", include_str!("../rules/fox-and-geese.toml")),
    ("fox-and-geese-orthogonal", include_str!("../rules/fox-and-geese-orthogonal.toml")),
    ("fox-and-geese-15", include_str!("../rules/fox-and-geese-15.toml")),
    ("fox-and-geese-17", include_str!("../rules/fox-and-geese-17.toml")),
    ("fox-and-geese-17-forward", include_str!("../rules/fox-and-geese-17-forward.toml")),
    ("fox-and-geese-17-free", include_str!("../rules/fox-and-geese-17-free.toml")),
    ("fox-and-geese-strutt", include_str!("../rules/fox-and-geese-strutt.toml")),
    ("fox-and-geese-zorya", include_str!("../rules/fox-and-geese-zorya.toml")),
    ("fox-and-hounds", include_str!("../rules/fox-and-hounds.toml")),
    ("halatafl", include_str!("../rules/halatafl.toml")),
    ("asalto", include_str!("../rules/asalto.toml")),
    ("bagh-chal", include_str!("../rules/bagh-chal.toml")),
    ("pulijudam", include_str!("../rules/pulijudam.toml")),
    ("dablot", include_str!("../rules/dablot.toml")),
    ("dablot-forced", include_str!("../rules/dablot-forced.toml")),
    ("dablot-mini", include_str!("../rules/dablot-mini.toml")),
    ("dablot-mini-forced", include_str!("../rules/dablot-mini-forced.toml")),
    ("dablot-mini-onward", include_str!("../rules/dablot-mini-onward.toml")),
    ("dablot-mini-promotion", include_str!("../rules/dablot-mini-promotion.toml")),
    ("dablot-mini-four-ranks", include_str!("../rules/dablot-mini-four-ranks.toml")),
    ("dablot-mini-officer", include_str!("../rules/dablot-mini-officer.toml")),
    ("dablot-mini-actions", include_str!("../rules/dablot-mini-actions.toml")),
    ("dablot-mini-ambush", include_str!("../rules/dablot-mini-ambush.toml")),
    ("emperors-game", include_str!("../rules/emperors-game.toml")),
    ("maharajah", include_str!("../rules/maharajah.toml")),
    ("imperial-chess", include_str!("../rules/imperial-chess.toml")),
    ("imperial-chess-single", include_str!("../rules/imperial-chess-single.toml")),
    ("connect-four", include_str!("../rules/connect-four.toml")),
    ("tic-tac-toe", include_str!("../rules/tic-tac-toe.toml")),
];

/// Names of all embedded rule sets.
pub fn names() -> impl Iterator<Item = &'static str> {
    EMBEDDED.iter().map(|(name, _)| *name)
}

/// The TOML text of an embedded rule set, to show or to copy.
pub fn text(name: &str) -> Option<&'static str> {
    EMBEDDED.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
}

/// A game of any family, compiled and ready to play.
///
/// Code that works for every game is generic over [`Encode`](crate::Encode) and is entered through
/// [`with_game!`](crate::with_game), so that the type of the game is chosen once and not in the inner loop.
#[derive(Debug)]
pub enum AnyGame {
    /// Tafl on at most 64 squares (7x7).
    TaflSmall(Box<Tafl<1>>),
    /// Tafl on at most 128 squares (9x9 and 11x11).
    TaflMedium(Box<Tafl<2>>),
    /// Tafl on larger boards, up to 19x19.
    TaflLarge(Box<Tafl<6>>),
    /// A hunt game on at most 64 points.
    Hunt(Box<Hunt>),
    /// Dablot and its kin.
    Dablot(Box<Dablot>),
    /// Chess with other pieces on other boards.
    Chess(Box<Chess>),
    /// Four in a row.
    ConnectFour(ConnectFour),
    /// Three in a row.
    TicTacToe(TicTacToe),
}

impl AnyGame {
    /// The embedded game of this name.
    ///
    /// # Errors
    /// When there is none; the error names those that are spelt alike.
    pub fn by_name(name: &str) -> Result<Self, GameError> {
        let text = text(name).ok_or_else(|| GameError::unknown(name))?;
        Self::from_toml(text)
    }

    /// Reads a rule set from TOML text.
    ///
    /// # Errors
    /// When the text is no TOML, has unknown keys or values, or contradicts itself; the message has
    /// line and key.
    pub fn from_toml(text: &str) -> Result<Self, GameError> {
        let family: Family =
            toml::from_str(text).map_err(|error| RuleSetError::from_toml(text, &error, &[]))?;
        let game = match family.game {
            FamilyName::Tafl => {
                let rules = RuleSet::from_toml(text)?;
                return Ok(Self::tafl(&rules).map_err(|error| error.locate(text))?);
            }
            FamilyName::Hunt => {
                let rules = HuntRules::from_toml(text)?;
                return Ok(Self::hunt(&rules).map_err(|error| error.locate(text))?);
            }
            FamilyName::Dablot => {
                let rules = DablotRules::from_toml(text)?;
                return Ok(Self::dablot(&rules).map_err(|error| error.locate(text))?);
            }
            FamilyName::Chess => {
                let rules = ChessRules::from_toml(text)?;
                return Ok(Self::chess(&rules).map_err(|error| error.locate(text))?);
            }
            FamilyName::ConnectFour => Self::ConnectFour(ConnectFour),
            FamilyName::TicTacToe => Self::TicTacToe(TicTacToe),
        };
        Invariable::read(text)?.check(&game).map_err(|error| error.locate(text))?;
        Ok(game)
    }

    /// Compiles a tafl rule set for the smallest type that holds its board.
    ///
    /// # Errors
    /// When the rules contradict themselves ([`RuleSet::check`]) or leave nothing to play.
    pub fn tafl(rules: &RuleSet) -> Result<Self, RuleSetError> {
        rules.check()?;
        let game = match rules.size {
            ..=8 => Self::TaflSmall(Box::new(Tafl::new(rules))),
            9..=11 => Self::TaflMedium(Box::new(Tafl::new(rules))),
            12.. => Self::TaflLarge(Box::new(Tafl::new(rules))),
        };
        with_game!(&game, |game| check_start(game))?;
        Ok(game)
    }

    /// Compiles a hunt rule set.
    ///
    /// # Errors
    /// When the rules contradict themselves ([`HuntRules::check`]) or leave nothing to play.
    pub fn hunt(rules: &HuntRules) -> Result<Self, RuleSetError> {
        let game = Hunt::new(rules)?;
        check_start(&game)?;
        Ok(Self::Hunt(Box::new(game)))
    }

    /// Compiles a Dablot rule set.
    ///
    /// # Errors
    /// When the rules contradict themselves ([`DablotRules::check`]) or leave nothing to play.
    pub fn dablot(rules: &DablotRules) -> Result<Self, RuleSetError> {
        let game = Dablot::new(rules)?;
        check_start(&game)?;
        Ok(Self::Dablot(Box::new(game)))
    }

    /// Compiles a rule set of chess.
    ///
    /// # Errors
    /// When the rules contradict themselves ([`ChessRules::check`]) or leave nothing to play.
    pub fn chess(rules: &ChessRules) -> Result<Self, RuleSetError> {
        let game = Chess::new(rules)?;
        check_start(&game)?;
        Ok(Self::Chess(Box::new(game)))
    }

    /// The text of a random rule set that takes each switch from this one or from `other`, by the toss of a
    /// coin. `None` where the two do not mix.
    pub fn cross(&self, other: &Self, rng: &mut impl Rng) -> Option<String> {
        let text = match (self, other) {
            (Self::Hunt(one), Self::Hunt(other)) => crossed(one.rules(), other.rules(), rng),
            (Self::Dablot(one), Self::Dablot(other)) => crossed(one.rules(), other.rules(), rng),
            (Self::Chess(one), Self::Chess(other)) => crossed(one.rules(), other.rules(), rng),
            _ => crossed(self.tafl_rules()?, other.tafl_rules()?, rng),
        }?;
        Self::from_toml(&text).is_ok().then_some(text)
    }

    /// The rule set of a tafl game.
    pub fn tafl_rules(&self) -> Option<&RuleSet> {
        match self {
            Self::TaflSmall(game) => Some(game.rules()),
            Self::TaflMedium(game) => Some(game.rules()),
            Self::TaflLarge(game) => Some(game.rules()),
            Self::Hunt(_) | Self::Dablot(_) | Self::Chess(_) => None,
            Self::ConnectFour(_) | Self::TicTacToe(_) => None,
        }
    }

    /// What its rule file says, switches that it leaves out included; `None` for games without switches.
    pub fn laws(&self) -> Option<Laws> {
        match self {
            Self::Hunt(game) => Some(Laws::of(game.rules())),
            Self::Dablot(game) => Some(Laws::of(game.rules())),
            Self::Chess(game) => Some(Laws::of(game.rules())),
            _ => self.tafl_rules().map(Laws::of),
        }
    }

    /// Whether two legal moves may have the same squares and differ in what they take.
    pub fn has_choices(&self) -> bool {
        match self {
            Self::Hunt(_) | Self::Dablot(_) | Self::Chess(_) => true,
            Self::ConnectFour(_) | Self::TicTacToe(_) => false,
            Self::TaflSmall(_) | Self::TaflMedium(_) | Self::TaflLarge(_) => {
                self.tafl_rules().is_some_and(RuleSet::has_choices)
            }
        }
    }

    /// What it is called in headlines.
    pub fn title(&self) -> &str {
        match self {
            Self::Hunt(game) => &game.rules().title,
            Self::Dablot(game) => &game.rules().title,
            Self::Chess(game) => &game.rules().title,
            Self::ConnectFour(_) => "Connect Four",
            Self::TicTacToe(_) => "Tic-tac-toe",
            tafl => tafl.tafl_rules().map_or(tafl.name(), |rules| &rules.title),
        }
    }

    /// Whether two games differ in more than what they are called.
    pub fn has_other_laws(&self, other: &Self) -> bool {
        match (self.laws(), other.laws()) {
            (Some(ours), Some(theirs)) => !ours.same(&theirs),
            // Games without switches are what they are called.
            (None, None) => self.name() != other.name(),
            _ => true,
        }
    }

    /// The squares that the rules of a tafl game single out.
    pub fn special_squares(&self) -> Option<SpecialSquares> {
        match self {
            Self::TaflSmall(game) => Some(game.special_squares()),
            Self::TaflMedium(game) => Some(game.special_squares()),
            Self::TaflLarge(game) => Some(game.special_squares()),
            Self::Hunt(_) | Self::Dablot(_) | Self::Chess(_) => None,
            Self::ConnectFour(_) | Self::TicTacToe(_) => None,
        }
    }

    /// Name of the rule set.
    pub fn name(&self) -> &str {
        with_game!(self, |game| game.name())
    }
}

/// The text of a mixture of two rule sets of a family.
fn crossed<R: RuleFile>(one: &R, other: &R, rng: &mut impl Rng) -> Option<String> {
    toml::to_string_pretty(&cross(one, other, rng)?).ok()
}

/// Refuses rule sets whose starting position is already decided, or none of the game: the side that waits may be in
/// check.
fn check_start(game: &impl Game) -> Result<(), RuleSetError> {
    for side in Side::ALL.into_iter().filter(|side| game.first().allows(*side)) {
        let start = game.start(side);
        if let Some(outcome) = game.outcome(&start) {
            let message = format!("the game is over before it starts: {}", game.tell(outcome));
            return Err(RuleSetError::of_key("setup", message));
        }
        if let Err(error) = game.parse_position(&game.format_position(&start)) {
            return Err(RuleSetError::of_key("setup", error.reason));
        }
    }
    Ok(())
}

/// The one key that says which family a rule-set text belongs to.
#[derive(Deserialize)]
struct Family {
    game: FamilyName,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum FamilyName {
    Tafl,
    Hunt,
    Dablot,
    Chess,
    ConnectFour,
    TicTacToe,
}

/// All keys of a family whose rules are always the same.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Invariable {
    #[serde(rename = "game")]
    _game: FamilyName,
    name: String,
    #[serde(rename = "title")]
    _title: String,
}

impl Invariable {
    fn read(text: &str) -> Result<Self, RuleSetError> {
        toml::from_str(text).map_err(|error| RuleSetError::from_toml(text, &error, &[]))
    }

    fn check(&self, game: &AnyGame) -> Result<(), RuleSetError> {
        let (name, only) = (&self.name, game.name());
        if name == only {
            return Ok(());
        }
        let message = format!("must be \"{only}\", not \"{name}\": this game has no variants");
        Err(RuleSetError::of_key("name", message))
    }
}

/// Why there is no such game.
#[derive(Clone, Debug, thiserror::Error)]
pub enum GameError {
    /// No embedded rule set has this name.
    #[error("there is no rule set `{name}`{}", hint(.near))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// Known names that are spelt alike, nearest first.
        near: Vec<&'static str>,
    },
    /// The text is no valid rule set.
    #[error(transparent)]
    Invalid(#[from] RuleSetError),
}

impl GameError {
    fn unknown(name: &str) -> Self {
        let near = by_likeness(name, names()).into_iter().take(3);
        let near = near.filter(|(likeness, _)| *likeness > 0.85).map(|(_, known)| known).collect();
        Self::Unknown { name: name.to_owned(), near }
    }
}

fn hint(near: &[&str]) -> String {
    match near {
        [] => format!("; there are {}", names().collect::<Vec<_>>().join(", ")),
        _ => format!("; did you mean {}?", near.join(" or ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        AnyGame::from_toml(text).expect_err(text).to_string()
    }

    #[test]
    fn every_embedded_rule_set_is_read_under_its_name() {
        for name in names() {
            assert_eq!(AnyGame::by_name(name).expect(name).name(), name);
        }
    }

    #[test]
    fn games_without_variants_take_no_switches_and_no_other_name() {
        let plain = text("connect-four").expect("embedded");
        let found = error(&format!("{plain}king_reach = 4\n"));
        assert!(found.contains("line 5: `king_reach`: unknown field"), "{found}");
        let found = error(&plain.replace("name = \"connect-four\"", "name = \"five\""));
        assert!(
            found.contains("line 3: `name`: must be \"connect-four\", not \"five\""),
            "{found}"
        );
    }

    /// The rook would take the king that stands on its file.
    #[test]
    fn the_side_that_waits_is_not_in_check() {
        let text = "game = 'chess'\nname = 'tiny'\ntitle = 'Tiny'\nsource = 'a test'\nfiles = 3\nranks = 4\n\
                    setup = 'k../.../.../R.K'\nrepetition = { count = 3, result = 'draw' }\nply_limit = 12\nstuck = 'loss'\n\
                    [[pieces]]\nletter = 'R'\nname = 'rook'\nslides = ['orthogonal']\n\
                    [[pieces]]\nletter = 'K'\nname = 'king'\nroyal = true\nleaps = [[0, 1]]\n";
        let found = error(text);
        assert!(found.contains("line 7: `setup`: Black has moved and is in check"), "{found}");
        AnyGame::from_toml(&text.replace("k..", ".k.")).expect("nobody is in check");
    }

    #[test]
    fn rules_made_by_hand_are_checked_too() {
        let mut rules = RuleSet::from_toml(text("brandubh").expect("embedded")).expect("valid");
        assert!(AnyGame::tafl(&rules).is_ok());
        rules.size = 10;
        assert_eq!(AnyGame::tafl(&rules).expect_err("an even board").key.as_deref(), Some("size"));
    }
}
