//! The cheap parts of `imperial bench truth`, as tests.

use imperial_engine::catalog::Visit;
use imperial_engine::search::{Rollouts, Search, SearchParams};
use imperial_engine::{Encode, Side};

use super::boards::boards;
use super::exam::{Marks, examine};
use super::questions::{of_connect_four, of_solved};
use super::retrograde::Retrograde;
use imperial_engine::games::connect_four::ConnectFour;

/// Compares the search with the exact values of all positions.
struct Agrees;

impl Visit for Agrees {
    type Output = ();

    fn visit<G: Encode + 'static>(self, game: &G) {
        let solved = Retrograde::solve(game).expect("a small game");
        let questions = of_solved(game, &solved, 60);
        let marks = |playouts| -> Marks {
            let params = SearchParams::rollouts(playouts);
            examine(game, &questions, params, Rollouts::new).expect("a search")
        };
        let (few, many) = (marks(20), marks(2000));
        assert_eq!((few.wrong_proofs, many.wrong_proofs), (0, 0), "{}", game.name());
        assert!(few.questions > 30 && many.proofs > few.proofs, "{}: {few:?}", game.name());
        assert!(many.share() > 0.95 && many.share() > few.share(), "{}: {many:?}", game.name());
        assert!(many.mean_error() < 0.5 * few.mean_error(), "{}: {few:?} {many:?}", game.name());
        shortest(game, &solved);
    }
}

/// The proven length of a win is never less than the exact one, nor is that of the line shorter.
fn shortest<G: Encode>(game: &G, solved: &Retrograde) {
    let mut proven = 0;
    for (text, exact) in solved.positions().step_by(solved.positions().len() / 200) {
        let position = game.parse_position(text).expect(text);
        if imperial_engine::Game::outcome(game, &position).is_some() {
            continue;
        }
        let params = SearchParams::rollouts(1000);
        let mut search = Search::new(game, &position, params, 1).expect("the game goes on");
        let result = search.run(game, &mut Rollouts::new()).expect("a result");
        if let Some(proof) = result.proof {
            proven += 1;
            assert_eq!(proof.winner, exact.winner, "{text}");
            assert!(proof.winner.is_none() || proof.plies >= exact.plies, "{text}: {exact:?}");
        }
    }
    assert!(proven > 20, "{}: {proven} proofs", game.name());
}

#[test]
fn the_search_agrees_with_solved_boards() {
    for board in boards().expect("embedded rule sets") {
        board.visit(Agrees);
    }
}

/// What the solved boards are worth; found by this program and not published anywhere.
#[test]
fn solved_boards_stay_what_they_are() {
    struct Start;
    impl Visit for Start {
        type Output = (String, usize, Vec<Option<Side>>);
        fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
            let solved = Retrograde::solve(game).expect("a small game");
            let starters = Side::ALL.into_iter().filter(|side| game.first().allows(*side));
            let value = |side| solved.value(game, &game.start(side)).expect("the start").winner;
            (game.name().to_owned(), solved.positions().len(), starters.map(value).collect())
        }
    }
    let found: Vec<_> =
        boards().expect("embedded rule sets").iter().map(|board| board.visit(Start)).collect();
    println!("{found:?}");
}

#[test]
fn more_playouts_play_connect_four_better() {
    let questions = of_connect_four(60, 1974);
    let marks = |playouts| {
        let params = SearchParams::rollouts(playouts);
        examine(&ConnectFour, &questions, params, Rollouts::new).expect("a search")
    };
    let chance: f64 = questions.iter().map(|question| question.chance()).sum::<f64>() / 60.0;
    let (few, many) = (marks(16), marks(3000));
    assert_eq!(few.wrong_proofs + many.wrong_proofs, 0);
    assert!(few.share() > chance, "{} and by chance {chance}", few.share());
    assert!(many.share() > few.share() && many.share() > 0.85, "{few:?} {many:?}");
    assert!(many.mean_error() < few.mean_error());
}
