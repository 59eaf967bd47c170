//! Counting the moves and drawing one of them without listing them.
//!
//! Every pair of squares between which a piece can move has one number, which stands for the last of
//! its choices; the further choices of all pairs have the numbers after that.

use rand::{Rng, RngExt};

use super::arrivals::Arrivals;
use super::compiled::Tafl;
use super::moves::{TaflMove, Take};
use super::position::Position;
use super::rules::Piece;
use super::square::SquareSet;

/// What there is to draw from, beside the list of further choices.
struct Survey<const W: usize> {
    arrivals: Arrivals<W>,
    /// Destinations where the mover may have a choice.
    open: SquareSet<W>,
}

impl<const W: usize> Tafl<W> {
    /// The number of legal moves; `further` is scratch space.
    pub(super) fn number_of_moves(
        &self,
        position: &Position<W>,
        further: &mut Vec<TaflMove>,
    ) -> u32 {
        self.survey(position, further).arrivals.len() + further.len() as u32
    }

    /// A uniformly drawn legal move; `None` where there is none. `further` is scratch space.
    pub(super) fn draw_move(
        &self,
        position: &Position<W>,
        rng: &mut impl Rng,
        further: &mut Vec<TaflMove>,
    ) -> Option<TaflMove> {
        let survey = self.survey(position, further);
        let total = survey.arrivals.len() + further.len() as u32;
        if total == 0 {
            return None;
        }
        self.numbered(position, &survey, further, rng.random_range(0..total))
    }

    /// Looks at the position; `further` becomes all choices but the last of each pair of squares.
    #[inline(always)]
    fn survey(&self, position: &Position<W>, further: &mut Vec<TaflMove>) -> Survey<W> {
        further.clear();
        if position.is_decided() {
            return Survey { arrivals: Arrivals::NONE, open: SquareSet::EMPTY };
        }
        let (board, side) = (&position.board, position.side);
        let arrivals = self.movement.arrivals(&self.geometry, board, side);
        let open = if self.has_choices {
            self.list_further_choices(board, side, &arrivals, further)
        } else {
            SquareSet::EMPTY
        };
        Survey { arrivals, open }
    }

    /// The move that has `number`, less than the number of moves.
    #[inline]
    fn numbered(
        &self,
        position: &Position<W>,
        Survey { arrivals, open }: &Survey<W>,
        further: &mut Vec<TaflMove>,
        number: u32,
    ) -> Option<TaflMove> {
        let pairs = arrivals.len();
        if number >= pairs {
            return further.get((number - pairs) as usize).copied();
        }
        let board = &position.board;
        let (from, to) = arrivals.nth(&self.geometry, board, number);
        if !open.contains(to) {
            return Some(TaflMove { from, to, take: Take::Every });
        }
        let is_king = board.king == Some(from);
        let piece = if is_king { Piece::King } else { Piece::man_of(position.side) };
        further.clear();
        self.push_choices(board, piece, from, to, further);
        further.pop()
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
        for text in [
            "9/9/4a4/9/3aka3/4d4/9/a2a5/9 a 0 0",
            "9/9/4a4/4a4/3aka3/4d4/9/a8/4a4 a 0 0",
            "9/9/4a4/4a4/3aka3/4d4/3d5/a8/2a6 a 0 0",
            "9/9/4a4/4a4/3aka3/4d4/a8/9/9 a 0 0",
        ] {
            check(&game, text);
        }
        assert!(check(&game, "9/9/9/4a4/3aka3/4d4/a8/9/9 a 0 0") > 0, "the shield can be taken");
    }
}
