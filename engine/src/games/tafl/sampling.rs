//! Counting the moves and drawing one of them without listing them.
//!
//! Every pair of squares between which a piece can move has one number, which stands for the last of
//! its choices; the further choices of all pairs have the numbers after that.

use rand::{Rng, RngExt};

use super::arrivals::Arrivals;
use super::choices::Flanks;
use super::compiled::Tafl;
use super::moves::{TaflMove, Take};
use super::position::Position;
use super::rules::{KingArms, Piece};

/// What there is to draw from.
struct Survey<'a, const W: usize> {
    arrivals: Arrivals<W>,
    /// Number of further choices of all pairs of squares.
    further: u32,
    choices: Choices<'a, W>,
}

/// How the choices of a position are found.
enum Choices<'a, const W: usize> {
    /// There are none.
    None,
    /// From what is flanked.
    Flanks(Flanks<'a, W>),
    /// The further ones are in the list.
    Listed,
}

impl<const W: usize> Tafl<W> {
    /// The number of legal moves; `list` is scratch space.
    pub(super) fn number_of_moves(&self, position: &Position<W>, list: &mut Vec<TaflMove>) -> u32 {
        self.survey(position, list).len()
    }

    /// A uniformly drawn legal move; `None` where there is none. `list` is scratch space.
    pub(super) fn draw_move(
        &self,
        position: &Position<W>,
        rng: &mut impl Rng,
        list: &mut Vec<TaflMove>,
    ) -> Option<TaflMove> {
        let survey = self.survey(position, list);
        let total = survey.len();
        if total == 0 {
            return None;
        }
        self.numbered(position, &survey, list, rng.random_range(0..total))
    }

    /// Looks at the position.
    #[inline(always)]
    fn survey(&self, position: &Position<W>, list: &mut Vec<TaflMove>) -> Survey<'_, W> {
        if position.is_decided() {
            return Survey { arrivals: Arrivals::NONE, further: 0, choices: Choices::None };
        }
        let (board, side) = (&position.board, position.side);
        if self.has_plain_moves {
            let arrivals = self.movement.arrivals(&self.geometry, board, side);
            return Survey { arrivals, further: 0, choices: Choices::None };
        }
        if self.has_bans(position) {
            list.clear();
            self.list_moves(position, list);
            let further = list.len() as u32;
            return Survey { arrivals: Arrivals::NONE, further, choices: Choices::Listed };
        }
        let [men, king] = self.movement.arrivals_apart(&self.geometry, board, side);
        let arrivals = men | king;
        if self.captures_depend_on_the_way(board, side) {
            list.clear();
            self.list_further_choices(board, side, &arrivals, list);
            return Survey { arrivals, further: list.len() as u32, choices: Choices::Listed };
        }
        let takers = if self.king_may(KingArms::Hammer) { arrivals } else { men };
        let flanks = self.flanks(board, side, takers);
        Survey { arrivals, further: flanks.number_of_further(), choices: Choices::Flanks(flanks) }
    }

    /// The move that has `number`, less than the number of moves.
    #[inline]
    fn numbered(
        &self,
        position: &Position<W>,
        survey: &Survey<'_, W>,
        list: &mut Vec<TaflMove>,
        number: u32,
    ) -> Option<TaflMove> {
        let board = &position.board;
        let pairs = survey.arrivals.len();
        if number >= pairs {
            let index = number - pairs;
            return match &survey.choices {
                Choices::None => None,
                Choices::Flanks(flanks) => flanks.nth_further(board, index),
                Choices::Listed => list.get(index as usize).copied(),
            };
        }
        let (from, to) = survey.arrivals.nth(&self.geometry, board, number);
        let take = match &survey.choices {
            Choices::None => Take::Every,
            Choices::Flanks(flanks) => flanks.last(board, from, to),
            Choices::Listed => {
                let is_king = board.king == Some(from);
                let piece = if is_king { Piece::King } else { Piece::man_of(position.side) };
                list.clear();
                self.push_choices(board, piece, from, to, list);
                return list.pop();
            }
        };
        Some(TaflMove { from, to, take })
    }
}

impl<const W: usize> Survey<'_, W> {
    /// Number of legal moves.
    #[inline]
    fn len(&self) -> u32 {
        self.arrivals.len() + self.further
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{
        Captures, Entering, Goal, KingArms, LinnaeanCapture, RuleSet, ThroneHostile, ThroneRight,
        ThroneState,
    };
    use super::*;
    use crate::{Game, Side, catalog, game_stream};

    const GAMES: u64 = 10;

    fn rules(name: &str, change: impl Fn(&mut RuleSet)) -> Tafl<2> {
        let text = catalog::text(name).expect(name);
        let mut rules = RuleSet::from_toml(text).expect(name);
        change(&mut rules);
        Tafl::new(&rules)
    }

    /// Every number stands for another legal move, and none is left over. With numbers drawn evenly
    /// that makes every move equally likely.
    fn check(game: &Tafl<2>, text: &str) -> usize {
        let position = game.parse_position(text).expect(text);
        let (mut moves, mut further) = (Vec::new(), Vec::new());
        game.legal_moves(&position, &mut moves);
        let total = game.number_of_moves(&position, &mut further);
        let mut numbered: Vec<_> = (0..total)
            .map(|number| {
                let survey = game.survey(&position, &mut further);
                game.numbered(&position, &survey, &mut further, number).expect("a move")
            })
            .collect();
        moves.sort();
        numbered.sort();
        assert_eq!(numbered, moves, "{} at {text}", game.name());
        moves.iter().filter(|mv| mv.take != Take::Every).count()
    }

    /// Plays random games and checks every position; gives the number of choices met.
    fn check_games(game: &Tafl<2>) -> usize {
        let (mut choices, mut scratch) = (0, Vec::new());
        for number in 0..GAMES {
            let mut rng = game_stream(1732, number);
            let mut position = game.start(Side::Attackers);
            while game.outcome(&position).is_none() {
                choices += check(game, &game.format_position(&position));
                let mv = game.random_move(&position, &mut rng, &mut scratch).expect("undecided");
                game.play(&mut position, mv);
            }
        }
        choices
    }

    #[test]
    fn numbers_stand_for_all_moves_without_choices() {
        assert_eq!(check_games(&rules("tablut-linnaeus", |_| {})), 0);
        assert_eq!(check_games(&rules("tablut-corner", |_| {})), 0);
    }

    #[test]
    fn numbers_stand_for_all_choices() {
        assert!(check_games(&rules("imperial-contest", |_| {})) > 1000);
        assert!(check_games(&rules("imperial-contest-walker", |_| {})) > 1000);
        let optional = rules("tablut-linnaeus", |rules| rules.capture_optional = true);
        assert!(check_games(&optional) > 1000);
    }

    #[test]
    fn numbers_stand_for_all_choices_where_the_way_matters() {
        let hostile_throne = |rules: &mut RuleSet| {
            let hostile = Some(ThroneState::Empty);
            rules.throne_hostile =
                ThroneHostile { attackers: hostile, defenders: hostile, king: None };
            rules.throne_stop = ThroneRight::Anyone;
            rules.king_arms = KingArms::Anvil;
            rules.linnaean_capture = LinnaeanCapture::AnyMan;
            rules.goal = Goal::Corner;
        };
        assert!(check_games(&rules("imperial-contest", hostile_throne)) > 1000);
        let immobilisation = |rules: &mut RuleSet| {
            rules.immobilisation = true;
            rules.entering = Entering::Suicide;
            rules.captures = Captures::One;
            rules.king_arms = KingArms::Hammer;
        };
        assert!(check_games(&rules("tablut-corner", immobilisation)) > 1000);
    }

    #[test]
    fn the_shield_of_the_king_is_among_the_choices() {
        // Three attackers beside the king, the fourth to come behind his only man; with the last man
        // and with two, and with a second victim in the same move.
        let game = rules("imperial-contest", |_| {});
        let any_man = rules("imperial-contest", |rules| {
            rules.linnaean_capture = LinnaeanCapture::AnyMan;
        });
        for text in [
            "9/9/4a4/9/3aka3/4d4/9/a2a5/9 a 0 0",
            "9/9/4a4/4a4/3aka3/4d4/9/a8/4a4 a 0 0",
            "9/9/4a4/4a4/3aka3/4d4/3d5/a8/2a6 a 0 0",
            "9/9/4a4/4a4/3aka3/4d4/a8/9/9 a 0 0",
        ] {
            check(&game, text);
            check(&any_man, text);
        }
        assert!(check(&game, "9/9/9/4a4/3aka3/4d4/a8/9/9 a 0 0") > 0, "the shield can be taken");
    }
}
