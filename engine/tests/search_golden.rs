//! Trees of fixed seeds, stored as text. They change when, and only when, the search does.
//!
//! To write them anew after an intended change, and to look at the difference afterwards:
//! `IMPERIAL_BLESS=1 cargo test -p imperial-engine --test search_golden`.

use std::path::PathBuf;

use imperial_engine::Game;
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::search::{Rollouts, Search, SearchParams};

/// The first three plies of the tree.
fn tree(position: &str, params: SearchParams, seed: u64) -> String {
    let position = TicTacToe.parse_position(position).expect("a position");
    let mut search = Search::new(&TicTacToe, &position, params, seed).expect("a search");
    let result = search.run(&TicTacToe, &mut Rollouts::new()).expect("a result");
    let best = TicTacToe.format_move(&position, result.best);
    format!("best {best}, value {:+.3}\n{}", result.value.0, search.outline(&TicTacToe, 3))
}

fn compare(name: &str, found: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("IMPERIAL_BLESS").is_some() {
        std::fs::write(&path, found).expect("the golden file is written");
    }
    let expected = std::fs::read_to_string(&path).expect("the golden file is there");
    assert_eq!(found, expected, "the tree differs from {}", path.display());
}

#[test]
fn puct() {
    compare("puct.txt", &tree(".../.x./...", SearchParams::rollouts(150), 1855));
}

#[test]
fn puct_without_solver() {
    let params = SearchParams { solver: false, ..SearchParams::rollouts(150) };
    compare("puct-plain.txt", &tree("x../.o./..x", params, 1855));
}

#[test]
fn gumbel() {
    compare("gumbel.txt", &tree(".../.x./...", SearchParams::training(64), 1855));
}

#[test]
fn alpha_zero() {
    compare("alpha-zero.txt", &tree("x../.../...", SearchParams::alpha_zero(64), 1855));
}

#[test]
fn virtual_visits() {
    let params = SearchParams { batch: 8, ..SearchParams::rollouts(150) };
    compare("batch-puct.txt", &tree(".../.x./...", params, 1855));
    let params = SearchParams { batch: 8, ..SearchParams::training(64) };
    compare("batch-gumbel.txt", &tree(".../.x./...", params, 1855));
}

/// A search, two plies, and a search that goes on from there.
fn tree_after_two_plies(params: SearchParams) -> String {
    let mut position = TicTacToe.parse_position(".../.../...").expect("a position");
    let mut search = Search::new(&TicTacToe, &position, params, 1855).expect("a search");
    let line = search.run(&TicTacToe, &mut Rollouts::new()).expect("a result").line;
    let kept = search.follow(&TicTacToe, &line[..2], params, 1732).expect("the game goes on");
    line[..2].iter().for_each(|mv| TicTacToe.play(&mut position, *mv));
    let result = search.run(&TicTacToe, &mut Rollouts::new()).expect("a result");
    let best = TicTacToe.format_move(&position, result.best);
    let value = result.value.0;
    format!("kept {kept}, best {best}, value {value:+.3}\n{}", search.outline(&TicTacToe, 3))
}

#[test]
fn tree_reuse() {
    compare("reuse-puct.txt", &tree_after_two_plies(SearchParams::rollouts(150)));
    compare("reuse-gumbel.txt", &tree_after_two_plies(SearchParams::training(64)));
}
