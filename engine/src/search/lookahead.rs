//! Looking a few plies ahead without an evaluator: wins that nobody can prevent.
//!
//! Tafl ends suddenly. A network that overlooks one capture of the king loses a won game, so what
//! one ply decides is proven and never estimated, and what is decided two plies later is looked for
//! where it matters most: at the root and behind the move that is about to be played.

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use crate::Game;
use crate::search::Proof;

/// Memory for looking ahead.
#[derive(Debug)]
pub(super) struct Lookahead<G: Game> {
    /// After a move, and after the reply to it.
    next: Option<Box<[G::Position; 2]>>,
    moves: Vec<G::Move>,
    replies: Vec<G::Move>,
    scratch: Vec<G::Move>,
    /// Which reply is looked at first; what is found does not depend on it.
    rng: ChaCha8Rng,
}

impl<G: Game> Lookahead<G> {
    /// Without any memory yet.
    pub fn new() -> Self {
        Self {
            next: None,
            moves: Vec::new(),
            replies: Vec::new(),
            scratch: Vec::new(),
            rng: ChaCha8Rng::seed_from_u64(0),
        }
    }

    /// What is certain about `position`, whose game goes on, from the next ply alone.
    pub fn next_ply(&mut self, game: &G, position: &G::Position) -> Option<Proof> {
        let mover = game.side_to_move(position);
        if game.can_win(position, &mut self.scratch) {
            Some(Proof { winner: Some(mover), plies: 1 })
        } else if game.is_lost(position) {
            Some(Proof { winner: Some(!mover), plies: 1 })
        } else {
            None
        }
    }

    /// What is certain about the position after `mv`: that the game is over, or what the ply after it
    /// decides.
    pub fn after(&mut self, game: &G, position: &G::Position, mv: G::Move) -> Option<Proof> {
        let mut next =
            self.next.take().unwrap_or_else(|| Box::new([position.clone(), position.clone()]));
        next[0].clone_from(position);
        game.play(&mut next[0], mv);
        let proof = match game.outcome(&next[0]) {
            Some(outcome) => Some(Proof::end(outcome)),
            None => self.next_ply(game, &next[0]),
        };
        self.next = Some(next);
        proof
    }

    /// Marks in `lost` which of the legal `moves` of `position` lose to the very next ply. Nothing is
    /// marked where the other side threatens nothing.
    pub fn replies(
        &mut self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        lost: &mut Vec<bool>,
    ) {
        lost.clear();
        if game.threatens(position) {
            let winner = Some(!game.side_to_move(position));
            let loses = |proof: Proof| proof.winner == winner;
            lost.extend(moves.iter().map(|mv| self.after(game, position, *mv).is_some_and(loses)));
        }
    }

    /// A move after which the side to move wins with its next one, whatever the reply. The position
    /// must not be decided by the next ply.
    pub fn win_in_three(&mut self, game: &G, position: &G::Position) -> Option<G::Move> {
        let mut next =
            self.next.take().unwrap_or_else(|| Box::new([position.clone(), position.clone()]));
        let mut moves = std::mem::take(&mut self.moves);
        game.legal_moves(position, &mut moves);
        let mover = game.side_to_move(position);
        let wins = |mv: &&G::Move| {
            next[0].clone_from(position);
            game.play(&mut next[0], **mv);
            // Where the turn goes on there is no reply.
            game.side_to_move(&next[0]) != mover && self.every_reply_loses(game, &mut next)
        };
        let found = moves.iter().find(wins).copied();
        self.moves = moves;
        self.next = Some(next);
        found
    }

    /// Whether the side that has just moved to `next[0]` wins after every reply.
    ///
    /// One reply that does not lose is enough to know that it does not, and mostly any of them is one.
    /// So a reply is drawn first, which is quicker than listing them.
    fn every_reply_loses(&mut self, game: &G, next: &mut [G::Position; 2]) -> bool {
        let [after, replied] = next;
        if game.outcome(after).is_some() || game.can_win(after, &mut self.scratch) {
            return false;
        }
        let winner = !game.side_to_move(after);
        let mut loses = |reply| {
            replied.clone_from(after);
            game.play(replied, reply);
            match game.outcome(replied) {
                Some(outcome) => outcome.winner == Some(winner),
                None => {
                    game.side_to_move(replied) == winner && game.can_win(replied, &mut self.scratch)
                }
            }
        };
        let drawn = game.random_move(after, &mut self.rng, &mut self.replies);
        if !drawn.is_some_and(&mut loses) {
            return false;
        }
        game.legal_moves(after, &mut self.replies);
        self.replies.iter().all(|reply| loses(*reply))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;
    use crate::search::toy::Toy;

    fn look(text: &str) -> (Option<Proof>, Option<char>) {
        let (toy, start, mut ahead) = (Toy::new(text), String::new(), Lookahead::new());
        (ahead.next_ply(&toy, &start), ahead.win_in_three(&toy, &start))
    }

    #[test]
    fn a_win_in_one_is_seen() {
        let won = Some(Proof { winner: Some(Side::Attackers), plies: 1 });
        assert_eq!(look("(a:(b:0) c:+1)").0, won);
        assert_eq!(look("(a:(b:0) c:-1)").0, None);
    }

    #[test]
    fn a_move_without_a_good_reply_is_seen() {
        assert_eq!(look("(a:(b:0 c:(d:+1)) e:(f:(g:0 h:+1) i:(j:+1)))").1, Some('e'));
        // A reply wins, or draws, or leads on.
        for reply in ["-1", "0", "(j:0)"] {
            assert_eq!(look(&format!("(a:0 e:(f:(g:0 h:+1) i:{reply}))")).1, None);
        }
        // A reply that loses by itself prevents nothing.
        assert_eq!(look("(a:0 e:(f:(g:0 h:+1) i:+1))").1, Some('e'));
    }

    #[test]
    fn what_follows_a_move_is_seen() {
        let (toy, start) = (Toy::new("(a:(b:-1 c:0) d:0 e:(f:0))"), String::new());
        let mut ahead = Lookahead::new();
        let mut after = |mv| ahead.after(&toy, &start, mv);
        assert_eq!(after('a'), Some(Proof { winner: Some(Side::Defenders), plies: 1 }));
        assert_eq!(after('d'), Some(Proof { winner: None, plies: 0 }));
        assert_eq!(after('e'), None);
    }

    /// Whether `side` wins within so many plies, by trying everything.
    fn wins<G: Game>(game: &G, position: &G::Position, side: Side, plies: u32) -> bool {
        if let Some(outcome) = game.outcome(position) {
            return outcome.winner == Some(side);
        }
        let after = |mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            wins(game, &next, side, plies - 1)
        };
        let mut moves = game.moves(position).into_iter();
        match plies {
            0 => false,
            _ if game.side_to_move(position) == side => moves.any(after),
            _ => moves.all(after),
        }
    }

    /// A board so small that sides are soon lost.
    const SKIRMISH: &str = "game = 'dablot'\nname = 'skirmish'\ntitle = 'Skirmish'\nsource = 'a test'\n\
        columns = 2\nranks = 3\nsetup = 'mk/m/2/M/KM'\nactions = 2\nply_limit = 60\n\
        repetition = { count = 3, result = 'draw' }\n";

    /// Where a turn has several plies, what looks like a reply may be the same side's.
    #[test]
    fn turns_that_go_on_are_no_replies() {
        let any = crate::catalog::AnyGame::from_toml(SKIRMISH).expect("rules");
        let crate::catalog::AnyGame::Dablot(game) = any else { panic!("another family") };
        let (mut ahead, mut scratch) = (Lookahead::new(), Vec::new());
        for number in 0..60 {
            let mut rng = crate::game_stream(1670, number);
            let mut position = game.start(Side::Attackers);
            while game.outcome(&position).is_none() {
                let side = game.side_to_move(&position);
                if ahead.next_ply(&*game, &position).is_none()
                    && let Some(mv) = ahead.win_in_three(&*game, &position)
                {
                    let mut next = position.clone();
                    game.play(&mut next, mv);
                    let text = game.format_position(&position);
                    assert!(wins(&*game, &next, side, 2), "{text}: {mv:?}");
                }
                let mv = game.random_move(&position, &mut rng, &mut scratch).expect("a move");
                game.play(&mut position, mv);
            }
        }
    }
}
