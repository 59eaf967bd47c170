//! Searches on trees written as strings, step by step.

use crate::games::tic_tac_toe::TicTacToe;
use crate::search::toy::Toy;
use crate::search::{
    Evaluation, Gumbel, Proof, Puct, RootRule, Scripted, Search, SearchError, SearchParams,
    SearchResult, Step, Uniform, run,
};
use crate::{Advantage, Game, Side};

/// Nothing but playouts.
fn plain(params: SearchParams) -> SearchParams {
    SearchParams { lookahead: 0, breadth: 0.0, ..params }
}

fn puct(playouts: u32, solver: bool) -> SearchParams {
    let params = SearchParams::new(playouts, RootRule::Puct(Puct::default()));
    SearchParams { solver, ..plain(params) }
}

fn gumbel(playouts: u32, candidates: u32) -> SearchParams {
    let gumbel = Gumbel { candidates, noise: false, ..Gumbel::default() };
    plain(SearchParams::new(playouts, RootRule::Gumbel(gumbel)))
}

fn searched(text: &str, params: SearchParams, evaluator: &mut Scripted) -> Search<Toy> {
    let toy = Toy::new(text);
    let mut search = Search::new(&toy, &String::new(), params, 0).unwrap();
    search.run(&toy, evaluator).unwrap();
    search
}

fn found(text: &str, params: SearchParams, evaluator: &mut Scripted) -> SearchResult<char> {
    searched(text, params, evaluator).result(&Toy::new(text)).unwrap()
}

#[test]
fn the_root_is_evaluated_first_and_then_each_leaf_once() {
    let mut script = Scripted::new();
    let text = "(a:(c:(g:0) d:(h:0)) b:(e:(i:0) f:(j:0)))";
    let search = searched(text, puct(4, false), &mut script);
    assert_eq!(script.asked()[0], "");
    assert_eq!(script.asked().len(), 5);
    let mut different = script.asked().to_vec();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 5);
    assert_eq!((search.playouts(), search.nodes()), (4, 5));
}

/// A game of four moves everywhere that is drawn after `plies`.
fn bushy(plies: u32) -> String {
    let Some(left) = plies.checked_sub(1) else { return "0".to_owned() };
    let further = bushy(left);
    format!("({})", ["a:", "b:", "c:", "d:"].map(|mv| format!("{mv}{further} ")).concat())
}

#[test]
fn leaves_of_one_batch_differ() {
    let toy = Toy::new(&bushy(6));
    for params in [puct(300, false), gumbel(300, 4), SearchParams::alpha_zero(300)] {
        let params = SearchParams { batch: 16, ..params };
        let mut search = Search::new(&toy, &String::new(), params, 3).unwrap();
        let mut most = 0;
        while search.advance(&toy) == Step::Evaluate {
            let mut leaves: Vec<_> = search.requests().map(|ask| ask.position).collect();
            let asked = leaves.len();
            leaves.sort();
            leaves.dedup();
            assert_eq!(leaves.len(), asked);
            most = most.max(asked);
            search.answer(&toy, &mut Uniform).unwrap();
        }
        assert!(most > 8, "{most} leaves at once");
    }
}

#[test]
fn a_proven_win_ends_the_search() {
    for params in [puct(100, true), gumbel(100, 4)] {
        let mut script = Scripted::new();
        let text = "(a:+1 b:(c:-1 d:0))";
        assert_eq!(found(text, params, &mut Scripted::new()).best, 'a');
        let search = searched(text, params, &mut script);
        assert_eq!((search.playouts(), search.nodes()), (1, 1));
        assert_eq!(search.proof(), Some(Proof { winner: Some(Side::Attackers), plies: 1 }));
    }
}

#[test]
fn a_lost_root_resists_longest() {
    for params in [puct(100, true), gumbel(100, 1)] {
        let text = "(a:(d:-1) b:(e:(f:(g:-1))) c:(h:-1))";
        let result = found(text, params, &mut Scripted::new());
        assert_eq!(result.proof, Some(Proof { winner: Some(Side::Defenders), plies: 4 }));
        assert_eq!((result.best, result.value), ('b', Advantage(-1.0)));
        assert_eq!(result.line, ['b', 'e', 'f', 'g']);
    }
}

#[test]
fn a_drawn_root_plays_the_draw() {
    for params in [puct(100, true), gumbel(100, 4)] {
        let text = "(a:(c:-1 d:0) b:(e:0 f:+1))";
        let mut hopes = Scripted::new().says("", Advantage(0.0), &[3.0, 0.0]);
        let result = found(text, params, &mut hopes);
        assert_eq!((result.best, result.value), ('b', Advantage(0.0)));
        assert_eq!(result.proof.unwrap().winner, None);
        assert_eq!(result.line, ['b', 'e']);
        assert_eq!(result.moves[0].policy, 0.0);
    }
}

#[test]
fn each_side_follows_its_own_interest() {
    // The leaves behind a are worth 0.8 and −0.8; the defenders choose the second, so b with
    // its 0.1 is better for the attackers.
    let text = "(a:(c:(x:0 y:0) d:(x:0 y:0)) b:(e:(x:0 y:0)))";
    let script = Scripted::new()
        .says("ac", Advantage(0.8), &[])
        .says("ad", Advantage(-0.8), &[])
        .says("be", Advantage(0.1), &[]);
    for params in [puct(60, false), gumbel(60, 4)] {
        let params = SearchParams { playouts: 6, ..params };
        let result = found(text, params, &mut script.clone());
        assert_eq!(result.best, 'b', "{params:?}");
        assert!(result.moves[0].q < result.moves[1].q);
    }
}

#[test]
fn without_the_solver_all_playouts_are_done_and_ends_count_exactly() {
    let text = "(a:(c:-1 d:+1) b:0)";
    let result = found(text, puct(200, false), &mut Scripted::new());
    assert_eq!(result.playouts, 200);
    assert_eq!(result.moves.iter().map(|stats| stats.visits).sum::<u32>(), 200);
    assert_eq!(result.proof, None);
    assert_eq!(result.best, 'b');
    assert_eq!(result.moves[1].q, Some(crate::Utility(0.0)));
}

#[test]
fn playouts_are_exactly_as_many_as_asked() {
    for (playouts, candidates) in [(0, 4), (1, 1), (5, 16), (16, 4), (33, 8), (64, 16), (7, 3)] {
        for solver in [false, true] {
            let params = SearchParams { solver, ..gumbel(playouts, candidates) };
            let start = TicTacToe.start(Side::Attackers);
            let result = run(&TicTacToe, &start, params, 0, &mut Uniform).unwrap();
            let visits: u32 = result.moves.iter().map(|stats| stats.visits).sum();
            assert_eq!((result.playouts, visits), (playouts, playouts));
        }
    }
}

#[test]
fn a_forced_move_gets_one_look_ahead() {
    for params in [puct(100, true), gumbel(100, 8)] {
        let mut script = Scripted::new().says("a", Advantage(0.5), &[]);
        let text = "(a:(b:(x:0 y:0) c:(x:0 y:0)))";
        let result = found(text, params, &mut script);
        assert_eq!((result.playouts, result.moves[0].policy), (1, 1.0));
        // Half-way between the mean of 0 and 0.5, and 0.5.
        assert_eq!(result.value, Advantage(0.375));
        let ended = found("(a:+1)", params, &mut Scripted::new());
        assert_eq!(ended.value, Advantage(1.0));
    }
}

#[test]
fn without_playouts_the_policy_decides() {
    for params in [puct(0, true), gumbel(0, 2)] {
        let mut script = Scripted::new().says("", Advantage(0.25), &[0.0, 2.0, 1.0]);
        let result = found("(a:0 b:0 c:0)", params, &mut script);
        assert_eq!((result.best, result.value), ('b', Advantage(0.25)));
        assert!(result.moves.iter().all(|stats| (stats.policy - stats.prior).abs() < 1e-6));
    }
}

#[test]
fn reset_is_as_good_as_new() {
    let toy = Toy::new("(a:(c:(e:0 f:0) d:(e:0 f:-1)) b:(c:(e:0 f:0) d:(e:+1 f:0)))");
    let start = String::new();
    let params = SearchParams { solver: false, ..SearchParams::training(20) };
    let mut used = Search::new(&toy, &"b".to_owned(), SearchParams::rollouts(50), 1).unwrap();
    used.run(&toy, &mut Uniform).unwrap();
    used.reset(&toy, &start, params, 9).unwrap();
    let mut fresh = Search::new(&toy, &start, params, 9).unwrap();
    let (again, first) = (used.run(&toy, &mut Uniform), fresh.run(&toy, &mut Uniform));
    assert_eq!(again, first);
    assert_eq!(used.outline(&toy, 9), fresh.outline(&toy, 9));
}

#[test]
fn noise_is_drawn_from_the_seed() {
    let start = TicTacToe.start(Side::Attackers);
    let run = |params, seed| run(&TicTacToe, &start, params, seed, &mut Uniform).unwrap();
    for noisy in [SearchParams::training(16), SearchParams::alpha_zero(16)] {
        assert_eq!(run(noisy, 1), run(noisy, 1));
        assert!((2..20).any(|seed| run(noisy, seed).moves != run(noisy, 1).moves));
    }
    let quiet = SearchParams::playing(16);
    assert!((2..20).all(|seed| run(quiet, seed) == run(quiet, 1)));
}

#[test]
fn wrong_answers_leave_the_request_open() {
    let toy = Toy::new("(a:0 b:0)");
    let mut search = Search::new(&toy, &String::new(), puct(1, true), 0).unwrap();
    let good = Uniform::evaluation();
    assert_eq!(search.supply(&toy, &good), Err(SearchError::NotRequested));
    assert_eq!(search.advance(&toy), Step::Evaluate);
    let bad = Evaluation { logits: vec![0.0; 3], ..good.clone() };
    let error = SearchError::PolicyLength { expected: 2, found: 3 };
    assert_eq!(search.supply(&toy, &bad), Err(error));
    assert!(search.requests().len() == 1 && search.result(&toy).is_none());
    assert_eq!(search.supply(&toy, &good), Ok(()));
    assert!(search.requests().len() == 0 && search.result(&toy).is_some());
}

#[test]
fn a_finished_game_is_refused() {
    let toy = Toy::new("(a:0 b:(c:0))");
    let error = Search::new(&toy, &"a".to_owned(), puct(1, true), 0).map(drop).unwrap_err();
    assert_eq!(error.to_string(), "there is no move to search for: draw (board-full)");
    let error = Search::new(&toy, &String::new(), gumbel(1, 0), 0).map(drop).unwrap_err();
    assert!(matches!(error, SearchError::Params(_)));
}
