//! For how long the past of a position does not matter.

use super::compiled::Tafl;
use super::position::{CIRCLE, Position};
use super::rules::RepetitionResult;

impl<const W: usize> Tafl<W> {
    /// Plies before which neither repetition nor a limit can tell this position from another one with the
    /// same pieces, mover and [`repeated`](Position::repeated) positions.
    pub(super) fn plies_without_history(&self, position: &Position<W>) -> u32 {
        self.plies_without_repetition(position).min(self.plies_to_a_limit(position))
    }

    /// Plies that can be played before a limit ends the game.
    pub(super) fn plies_to_a_limit(&self, position: &Position<W>) -> u32 {
        let quiet = self.rules.quiet_limit.map_or(u32::MAX, |most| most - position.quiet.min(most));
        let all = self.rules.ply_limit - position.ply.min(self.rules.ply_limit);
        quiet.min(all)
    }

    fn plies_without_repetition(&self, position: &Position<W>) -> u32 {
        // A capture has made everything new.
        if position.history.len() == 1 {
            return u32::MAX;
        }
        match (self.rules.repetition.result, self.repetition_count) {
            // One that occurred once may be forbidden.
            (RepetitionResult::Banned, _) => 0,
            (_, u32::MAX) => u32::MAX,
            // The search sees a win one ply before it happens.
            (RepetitionResult::Defenders, count) => CIRCLE as u32 * count.saturating_sub(2),
            // Earlier positions have occurred once: the first time again may be the next ply.
            (_, count) => 1 + CIRCLE as u32 * count.saturating_sub(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::AnyGame;
    use crate::{Game, Side, with_game};

    fn keys<G: Game>(game: &G, moves: &[&str]) -> Vec<u64> {
        let mut position = game.start(Side::Attackers);
        let mut keys = vec![game.key(&position).expect("a key")];
        for text in moves {
            let mv = game.parse_move(&position, text).expect(text);
            game.play(&mut position, mv);
            keys.push(game.key(&position).expect("a key"));
        }
        keys
    }

    #[test]
    fn what_occurred_twice_has_another_key() {
        let game = AnyGame::by_name("tablut-linnaeus").expect("embedded");
        let around = ["d9-c9", "e6-f6", "c9-d9", "f6-e6"];
        let keys = with_game!(&game, |game| keys(game, &around));
        assert_ne!(keys[0], keys[4], "the start has occurred twice");
        assert_eq!(keys.iter().collect::<std::collections::BTreeSet<_>>().len(), 5);
    }

    #[test]
    fn transpositions_have_one_key() {
        let game = AnyGame::by_name("tablut-linnaeus").expect("embedded");
        let [one, other] = [["d9-c9", "e6-f6", "f9-g9"], ["f9-g9", "e6-f6", "d9-c9"]];
        let last = |moves: &[&str]| with_game!(&game, |game| keys(game, moves))[3];
        assert_eq!(last(&one), last(&other));
    }
}
