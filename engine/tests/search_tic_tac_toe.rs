//! The search against exact values: tic-tac-toe, solved by an independent minimax.

use std::collections::HashMap;

use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::search::{
    Evaluate, Gumbel, Rollouts, RootRule, Search, SearchParams, Sigma, Uniform,
};
use imperial_engine::{Game, Side};

type Position = <TicTacToe as Game>::Position;

/// Best result for the attackers, from −1 to 1, of every position that can come up.
#[derive(Default)]
struct Solved(HashMap<String, i32>);

impl Solved {
    fn value(&mut self, position: &Position) -> i32 {
        let key = TicTacToe.format_position(position);
        if let Some(&value) = self.0.get(&key) {
            return value;
        }
        let value = match TicTacToe.outcome(position) {
            Some(outcome) => outcome.winner.map_or(0, sign),
            None => {
                let side = sign(TicTacToe.side_to_move(position));
                let values = children(position).into_iter().map(|(_, next)| self.value(&next));
                side * values.map(|value| side * value).max().expect("a legal move")
            }
        };
        self.0.insert(key, value);
        value
    }
}

fn sign(side: Side) -> i32 {
    match side {
        Side::Attackers => 1,
        Side::Defenders => -1,
    }
}

fn children(position: &Position) -> Vec<(u16, Position)> {
    let moves = TicTacToe.moves(position);
    let next = |mv| {
        let mut next = *position;
        TicTacToe.play(&mut next, mv);
        (mv, next)
    };
    moves.into_iter().map(next).collect()
}

/// Every position from the start on in which the game goes on.
fn open_positions() -> (Vec<Position>, Solved) {
    let mut solved = Solved::default();
    solved.value(&TicTacToe.start(Side::Attackers));
    let read = |text: &String| TicTacToe.parse_position(text).expect("a position");
    let mut positions: Vec<_> = solved.0.keys().map(read).collect();
    positions.retain(|position| TicTacToe.outcome(position).is_none());
    positions.sort_by_key(|position| TicTacToe.format_position(position));
    (positions, solved)
}

/// Counts the positions in which the move played gives up something, and those proven.
fn faults(params: SearchParams, evaluator: &mut impl Evaluate<TicTacToe>) -> (usize, usize, usize) {
    let (positions, mut solved) = open_positions();
    let mut search = Search::new(&TicTacToe, &positions[0], params, 0).expect("a search");
    let (mut wrong, mut proven) = (0, 0);
    for (position, seed) in positions.iter().zip(1..) {
        search.reset(&TicTacToe, position, params, seed).expect("the game goes on");
        let result = search.run(&TicTacToe, evaluator).expect("a result");
        let mut next = *position;
        TicTacToe.play(&mut next, result.best);
        let exact = solved.value(position);
        wrong += usize::from(solved.value(&next) != exact);
        if let Some(proof) = result.proof {
            proven += 1;
            assert_eq!(proof.winner.map_or(0, sign), exact, "a wrong proof: {position:?}");
        }
        let total: f32 = result.moves.iter().map(|stats| stats.policy).sum();
        assert!((total - 1.0).abs() < 1e-4, "policy of {position:?}: {total}");
    }
    (positions.len(), wrong, proven)
}

#[test]
fn searches_with_rollouts_play_perfectly() {
    // Single rollouts are coarse: σ must weigh them lightly.
    let sigma = Sigma { c_scale: 0.02, ..Sigma::default() };
    let gumbel = Gumbel { candidates: 9, sigma, noise: false, ..Gumbel::default() };
    let puct = SearchParams::rollouts(1500);
    let by_the_batch = SearchParams { batch: 16, ..puct };
    for params in [puct, by_the_batch, SearchParams::new(1500, RootRule::Gumbel(gumbel))] {
        let (positions, wrong, proven) = faults(params, &mut Rollouts::new());
        assert_eq!((positions, wrong), (4520, 0), "{params:?}");
        assert!(proven > 4400, "{proven} proven");
    }
}

#[test]
fn noise_does_not_break_proven_positions() {
    let (_, _, proven) = faults(SearchParams::training(100), &mut Uniform);
    assert!(proven > 3000, "{proven} proven");
}

#[test]
fn more_playouts_make_fewer_faults_without_the_solver() {
    let plain = |playouts| SearchParams { solver: false, ..SearchParams::rollouts(playouts) };
    let wrong = |playouts| faults(plain(playouts), &mut Rollouts::new()).1;
    let (few, many) = (wrong(20), wrong(400));
    assert!(many * 4 < few, "{few} faults with 20 playouts, {many} with 400");
}
