//! Properties of the solver on random toy games, against a plain minimax.

use proptest::prelude::*;

use crate::search::toy::Toy;
use crate::search::{Fpu, Gumbel, Puct, RootRule, SearchParams, SearchResult, Sigma, Uniform, run};
use crate::{Game, Side};

/// Random game texts: up to eight plies with up to three moves each, so that proofs go deeper than what is looked ahead.
fn toys() -> impl Strategy<Value = String> {
    let result = prop_oneof![Just("+1"), Just("0"), Just("-1")].prop_map(str::to_owned);
    let deeper = |inner| prop::collection::vec(inner, 1..=3).prop_map(bracket);
    let future = result.prop_recursive(7, 60, 3, deeper);
    // A search stops early where the root has but one move.
    prop::collection::vec(future, 2..=3).prop_map(bracket)
}

/// What [`SearchParams::lookahead`] may be.
fn depth() -> impl Strategy<Value = u8> {
    prop_oneof![Just(0), Just(1), Just(3)]
}

fn bracket(futures: Vec<String>) -> String {
    let moves = ('a'..).zip(futures).map(|(letter, future)| format!("{letter}:{future}"));
    format!("({})", moves.collect::<Vec<_>>().join(" "))
}

/// The best result that the side to move can get; the winner of it.
fn minimax(toy: &Toy, path: &String) -> Option<Side> {
    if let Some(outcome) = toy.outcome(path) {
        return outcome.winner;
    }
    let mover = toy.side_to_move(path);
    let moves = toy.moves(path);
    let results = moves.into_iter().map(|mv| minimax(toy, &format!("{path}{mv}")));
    let rank = |winner: &Option<Side>| winner.map_or(1, |side| if side == mover { 2 } else { 0 });
    results.max_by_key(rank).expect("a legal move")
}

fn check(toy: &Toy, result: &SearchResult<char>) {
    let exact = minimax(toy, &String::new());
    let proof = result.proof.expect("proven");
    assert_eq!(proof.winner, exact);
    assert_eq!(minimax(toy, &result.best.to_string()), exact);
    for stats in result.moves.iter().filter(|stats| stats.proof.is_some()) {
        let winner = stats.proof.and_then(|proof| proof.winner);
        assert_eq!(winner, minimax(toy, &stats.mv.to_string()));
    }
    let line: String = result.line.iter().collect();
    if exact.is_some() {
        assert!(line.len() <= usize::from(proof.plies));
        assert_eq!(toy.outcome(&line).and_then(|outcome| outcome.winner), exact);
    }
}

proptest! {
    #[test]
    fn puct_proves_the_minimax_value(text in toys(), lookahead in depth()) {
        let toy = Toy::new(&text);
        // An optimistic first play visits every leaf.
        let puct = Puct { fpu: Fpu::Utility(2.0), cpuct: 5.0, ..Puct::default() };
        let params = SearchParams { lookahead, ..SearchParams::new(2000, RootRule::Puct(puct)) };
        check(&toy, &run(&toy, &String::new(), params, 0, &mut Uniform).unwrap());
    }

    #[test]
    fn gumbel_proves_the_minimax_value(
        text in toys(), seed: u64, candidates in 1u32..4, lookahead in depth(),
    ) {
        let toy = Toy::new(&text);
        let sigma = Sigma { c_scale: 0.001, ..Sigma::default() };
        let gumbel = Gumbel { candidates, sigma, ..Gumbel::default() };
        let params = SearchParams { lookahead, ..SearchParams::new(2000, RootRule::Gumbel(gumbel)) };
        let result = run(&toy, &String::new(), params, seed, &mut Uniform).unwrap();
        // Sequential halving may leave out a candidate, and with it the proof.
        if result.proof.is_some() {
            check(&toy, &result);
        } else {
            prop_assert_eq!(result.playouts, 2000);
        }
    }
}
