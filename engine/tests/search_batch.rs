//! Batches: searches that are answered together give the trees that they give alone, and one search
//! can hand out several leaves at once.

use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::search::{
    Evaluate, Evaluation, Request, Rollouts, Search, SearchParams, Step, Uniform,
};
use imperial_engine::{Game, Side};

fn searches() -> Vec<Search<TicTacToe>> {
    let start = TicTacToe.start(Side::Attackers);
    let params = [SearchParams::rollouts(90), SearchParams::training(64), SearchParams::playing(7)];
    let search = |seed: usize| Search::new(&TicTacToe, &start, params[seed % 3], seed as u64);
    (0..9).map(|seed| search(seed).expect("a search")).collect()
}

fn trees(searches: &[Search<TicTacToe>]) -> Vec<String> {
    searches.iter().map(|search| search.outline(&TicTacToe, 9)).collect()
}

#[test]
fn batches_change_nothing() {
    let mut alone = searches();
    for search in &mut alone {
        search.run(&TicTacToe, &mut Rollouts::new()).expect("a result");
    }

    let mut together = searches();
    let mut rollouts = Rollouts::new();
    let mut batches = Vec::new();
    loop {
        let waiting = |search: &mut Search<_>| search.advance(&TicTacToe) == Step::Evaluate;
        let waits: Vec<bool> = together.iter_mut().map(waiting).collect();
        let requests: Vec<_> =
            together.iter().filter_map(|search| search.requests().next()).collect();
        if requests.is_empty() {
            break;
        }
        batches.push(requests.len());
        let answers = rollouts.evaluate(&TicTacToe, &requests);
        let waiting = together.iter_mut().zip(waits).filter(|(_, waits)| *waits);
        for ((search, _), answer) in waiting.zip(&answers) {
            search.supply(&TicTacToe, answer).expect("the answer fits");
        }
    }
    assert_eq!(batches[0], 9);
    assert_eq!(trees(&together), trees(&alone));
}

/// Notes the sizes of the batches that pass through to another evaluator.
struct Sizes<E>(E, Vec<usize>);

impl<G: Game, E: Evaluate<G>> Evaluate<G> for Sizes<E> {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        self.1.push(requests.len());
        self.0.evaluate(game, requests)
    }
}

/// A search of the empty board that hands out `batch` leaves at once, and the sizes of its batches.
fn batched(params: SearchParams, batch: u16) -> (Search<TicTacToe>, Vec<usize>) {
    let params = SearchParams { batch, ..params };
    let start = TicTacToe.start(Side::Attackers);
    let mut search = Search::new(&TicTacToe, &start, params, 1855).expect("a search");
    let mut rollouts = Sizes(Rollouts::new(), Vec::new());
    let result = search.run(&TicTacToe, &mut rollouts).expect("a result");
    let visits: u32 = result.moves.iter().map(|stats| stats.visits).sum();
    assert_eq!((result.playouts, visits), (params.playouts, params.playouts));
    (search, rollouts.1)
}

#[test]
fn one_search_fills_batches_and_does_as_many_playouts() {
    for params in [
        SearchParams::rollouts(300),
        SearchParams::alpha_zero(300),
        SearchParams::training(300),
        SearchParams::playing(3),
    ] {
        for batch in [1, 2, 7, 16, 1024] {
            let (search, sizes) = batched(params, batch);
            assert_eq!(sizes[0], 1, "the root comes first");
            assert!(sizes.iter().all(|size| *size <= usize::from(batch)), "{sizes:?}");
            assert_eq!(sizes.iter().sum::<usize>(), search.nodes());
        }
    }
    // From the second batch on, all open moves of the root can wait at once.
    let (_, sizes) = batched(SearchParams::rollouts(300), 7);
    assert!(sizes[1..10].iter().all(|size| *size == 7), "{sizes:?}");
}

/// Sure of the first move wherever it looks.
struct Sure;

impl<G: Game> Evaluate<G> for Sure {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        let mut answers = Uniform.evaluate(game, requests);
        for (answer, request) in answers.iter_mut().zip(requests) {
            answer.logits = vec![0.0; request.moves.len()];
            answer.logits[0] = 8.0;
        }
        answers
    }
}

#[test]
fn playouts_that_meet_a_waiting_leaf_look_elsewhere() {
    let params = SearchParams { batch: 8, ..SearchParams::puct(400) };
    let start = TicTacToe.start(Side::Attackers);
    let mut search = Search::new(&TicTacToe, &start, params, 1).expect("a search");
    let mut sure = Sizes(Sure, Vec::new());
    search.run(&TicTacToe, &mut sure).expect("a result");
    let mean = sure.1.iter().sum::<usize>() as f64 / sure.1.len() as f64;
    assert!(mean > 5.0, "{mean} leaves at once");
}

#[test]
fn the_size_of_the_batch_decides_the_tree_and_nothing_else_does() {
    let outline = |batch| batched(SearchParams::rollouts(200), batch).0.outline(&TicTacToe, 9);
    assert_eq!(outline(8), outline(8));
    assert_ne!(outline(8), outline(1));
}

#[test]
fn a_full_tree_ends_the_search() {
    for batch in [1, 8] {
        let params = SearchParams { memory: 1, batch, ..SearchParams::rollouts(100_000) };
        let params = SearchParams { solver: false, ..params };
        let start = TicTacToe.start(Side::Attackers);
        let mut search = Search::new(&TicTacToe, &start, params, 1).expect("a search");
        let result = search.run(&TicTacToe, &mut Uniform).expect("a result");
        assert!(search.is_done() && result.playouts < 100_000);
        assert!((1 << 19..=1 << 20).contains(&search.memory()), "{} bytes", search.memory());
        let visits: u32 = result.moves.iter().map(|stats| stats.visits).sum();
        assert_eq!(visits, result.playouts);
    }
}
