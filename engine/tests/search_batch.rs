//! Searches that are answered in batches give the trees that they give alone.

use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::search::{Evaluate, Rollouts, Search, SearchParams, Step};
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
        let requests: Vec<_> = together.iter().filter_map(Search::request).collect();
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
