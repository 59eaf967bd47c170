//! Game statistics: checked against games that are known, and by counting.

use imperial_data::{GameRecord, GameResult, PlyRecord};
use imperial_engine::catalog::AnyGame;
use imperial_engine::games::tic_tac_toe::TicTacToe;
use imperial_engine::{Encode, Side, game_stream, with_game};

use super::watcher::Watcher;
use super::{Ended, GameStatistics, SpecialMove, Why};

/// What random games show.
fn random(game: &AnyGame, games: u64) -> GameStatistics {
    fn played<G: Encode>(game: &G, games: u64) -> GameStatistics {
        watch(game, &(0..games).map(|number| random_game(game, number)).collect::<Vec<_>>())
    }
    with_game!(game, |game| played(game, games))
}

fn watch<G: Encode>(game: &G, records: &[GameRecord]) -> GameStatistics {
    let mut watcher = Watcher::new(game);
    watcher.watch(records).expect("true records");
    let chosen: Vec<_> = watcher
        .choose()
        .into_iter()
        .map(|(why, number)| (why, records[number as usize].clone()))
        .collect();
    watcher.finish((game.name(), "random"), &chosen).expect("true records").1
}

fn random_game<G: Encode>(game: &G, number: u64) -> GameRecord {
    let mut rng = game_stream(7, number);
    let first = game.first().draw(&mut rng);
    let mut position = game.start(first);
    let (mut plies, mut moves) = (Vec::new(), Vec::new());
    let outcome = loop {
        if let Some(outcome) = game.outcome(&position) {
            break outcome;
        }
        let mv = game.random_move(&position, &mut rng, &mut moves).expect("a move");
        let ply = PlyRecord { mv: game.format_move(&position, mv), ..PlyRecord::default() };
        plies.push(PlyRecord { value: Some(0.25), ..ply });
        game.play(&mut position, mv);
    };
    GameRecord {
        rules: game.name().to_owned(),
        rules_hash: "0".repeat(16),
        seed: 7,
        game: number,
        attackers: "random".to_owned(),
        defenders: "random".to_owned(),
        first,
        result: outcome.into(),
        cause: outcome.cause,
        plies,
        ..GameRecord::default()
    }
}

/// A game of three in a row; moves as squares.
fn three_in_a_row(number: u64, moves: &str, result: GameResult) -> GameRecord {
    let ply = |mv: &str| PlyRecord { mv: mv.to_owned(), ..PlyRecord::default() };
    let plies = moves.split_whitespace().map(ply).collect();
    let random = random_game(&TicTacToe, number);
    let cause = match result {
        GameResult::Draw => imperial_engine::Cause::BoardFull,
        _ => imperial_engine::Cause::Line,
    };
    GameRecord { plies, result, cause, ..random }
}

#[test]
fn mirrored_openings_are_one() {
    // The same game turned around, and another one.
    let games = [
        three_in_a_row(0, "a1 b1 a2 b2 a3", GameResult::Attackers),
        three_in_a_row(1, "c3 b3 c2 b2 c1", GameResult::Attackers),
        three_in_a_row(2, "a3 a2 b3 b2 c3", GameResult::Attackers),
        three_in_a_row(3, "b2 a1 b1 a2 b3", GameResult::Attackers),
        three_in_a_row(4, "b2 c3 b1 c2 b3", GameResult::Attackers),
    ];
    let statistics = watch(&TicTacToe, &games);
    assert_eq!(statistics.openings.len(), 1, "crosses always begin");
    let opening = &statistics.openings[0];
    let moves: Vec<_> =
        opening.moves.iter().map(|branch| (branch.text.as_str(), branch.tally.games())).collect();
    assert_eq!(moves, [("a1", 3), ("b2", 2)]);
    let corner = &opening.moves[0];
    assert_eq!(corner.replies.len(), 1, "the three replies are mirror images: {corner:?}");
    assert_eq!(corner.replies[0].tally.games(), 3);
}

#[test]
fn counts_add_up() {
    for name in ["tablut-linnaeus", "brandubh", "tic-tac-toe"] {
        let statistics = random(&AnyGame::by_name(name).expect(name), 40);
        let ended: usize = Ended::ALL.iter().map(|&fate| statistics.ends.list(fate).len()).sum();
        assert_eq!((statistics.games, ended), (40, 40), "{name}");
        let plies: u32 = Ended::ALL.iter().flat_map(|&fate| statistics.ends.list(fate)).sum();
        let arrivals: u64 = statistics.places.kinds.iter().flat_map(|kind| &kind.arrivals).sum();
        assert_eq!(arrivals, u64::from(plies), "every ply moves one piece: {name}");
        for (side, lost_a_game) in Side::ALL.into_iter().zip(&statistics.losses) {
            let kinds = statistics.board.pieces.iter().zip(&statistics.places.kinds);
            let lost: u64 = kinds
                .filter(|(piece, _)| piece.side == side)
                .flat_map(|(_, places)| &places.losses)
                .sum();
            // Placements add pieces, so only games of movement lose what is missing at the end.
            if name != "tic-tac-toe" {
                assert_eq!(lost as f64, (40.0 * lost_a_game.mean).round(), "{name}, {side:?}");
            }
        }
        let tallies: u64 = statistics.openings.iter().map(|opening| opening.tally.games()).sum();
        assert_eq!(tallies, 40, "{name}");
    }
}

/// Whoever places pieces loses what it had in hand, too: random games of goats end with five of twenty taken.
#[test]
fn pieces_in_hand_count() {
    for (name, attackers, defenders) in
        [("bagh-chal", 20.0, 4.0), ("fox-and-geese", 13.0, 1.0), ("pulijudam", 15.0, 3.0)]
    {
        let statistics = random(&AnyGame::by_name(name).expect(name), 20);
        let [many, few] = &statistics.losses[..] else { panic!("two sides") };
        assert_eq!((many.at_start, few.at_start), (attackers, defenders), "{name}");
        assert!(many.mean > 2.0 && few.mean == 0.0, "{name}: {many:?}");
        assert!(statistics.worths.iter().all(|worth| worth.letter == 'g'), "{name}");
    }
}

#[test]
fn moves_drawn_at_random_are_nobodys_openings() {
    let drawn = |opening: u32| {
        let record = |number| GameRecord { opening, ..random_game(&TicTacToe, number) };
        watch(&TicTacToe, &(0..10).map(record).collect::<Vec<_>>()).openings.len()
    };
    assert_eq!((drawn(0), drawn(2)), (1, 0));
}

#[test]
fn kings_escape_and_fall_where_they_may() {
    let statistics = random(&AnyGame::by_name("tablut-linnaeus").expect("a game"), 60);
    let on_edge = |square: usize| {
        let (file, rank) = (square % 9, square / 9);
        file == 0 || rank == 0 || file == 8 || rank == 8
    };
    for (square, &escapes) in statistics.places.escapes.iter().enumerate() {
        assert!(escapes == 0 || on_edge(square), "{escapes} escapes on square {square}");
    }
    let (escapes, falls) = (&statistics.places.escapes, &statistics.places.falls);
    assert!(escapes.iter().sum::<u64>() > 10, "{escapes:?}");
    assert_eq!(
        escapes.iter().chain(falls).sum::<u64>(),
        (statistics.ends.attackers.len() + statistics.ends.defenders.len()) as u64,
        "all random wins are by the king's fate"
    );
}

#[test]
fn examples_are_played_to_their_end() {
    let game = AnyGame::by_name("tablut-linnaeus").expect("a game");
    let statistics = random(&game, 30);
    let reasons: Vec<Why> = statistics.examples.iter().map(|example| example.why).collect();
    for why in [Why::AttackersWin, Why::DefendersWin, Why::Shortest, Why::Longest] {
        assert!(reasons.contains(&why), "{reasons:?}");
    }
    for example in &statistics.examples {
        let mut board: Vec<char> = example.start.chars().collect();
        assert_eq!(board.len(), 81);
        for ply in &example.plies {
            let mover = board[usize::from(ply.from_to.0)];
            assert_ne!(mover, '.', "{}", ply.text);
            for &(square, letter) in &ply.changes {
                assert_ne!(board[usize::from(square)], letter, "a change: {}", ply.text);
                board[usize::from(square)] = letter;
            }
            assert_eq!(board[usize::from(ply.from_to.1)], mover, "it arrived: {}", ply.text);
        }
        let king = board.contains(&'k');
        assert!(king || example.result == GameResult::Attackers, "{board:?}");
    }
    let shortest = statistics.examples.iter().find(|example| example.why == Why::Shortest);
    let shortest = shortest.expect("one").plies.len() as u32;
    assert!(
        Ended::ALL
            .iter()
            .flat_map(|&fate| statistics.ends.list(fate))
            .all(|&plies| plies >= shortest)
    );
}

#[test]
fn men_are_worth_something_to_their_own_side() {
    let game = AnyGame::by_name("tablut-linnaeus").expect("an embedded game");
    let statistics = random(&game, 400);
    let worth = |letter| {
        let mut all = statistics.worths.iter();
        all.find(|worth| worth.letter == letter).expect("its number changes").elo
    };
    for letter in ['a', 'd'] {
        assert!(worth(letter).value > 0.0, "{letter}: {:?}", worth(letter));
    }
    // There is always one king, so nothing tells what he is worth; nor do few games.
    assert!(statistics.worths.iter().all(|worth| worth.letter != 'k'));
    assert_eq!(random(&game, 20).worths, []);
}

/// Each ply of this game leaves one square less.
#[test]
fn legal_moves_are_counted() {
    let records: Vec<GameRecord> = (0..5).map(|number| random_game(&TicTacToe, number)).collect();
    let plies = || records.iter().flat_map(|record| 0..record.plies.len());
    let mean = plies().map(|ply| 9 - ply).sum::<usize>() as f64 / plies().count() as f64;
    assert_eq!(watch(&TicTacToe, &records).branching, Some(mean));
    assert_eq!(watch(&TicTacToe, &[]).branching, None);
}

#[test]
fn forecasts_are_counted_once_a_game() {
    let game = AnyGame::by_name("brandubh").expect("an embedded game");
    let statistics = random(&game, 20);
    // Every ply of these games foretells 0.25.
    for groups in [&statistics.forecasts.even, &statistics.forecasts.odd] {
        let filled: Vec<_> = groups.iter().filter(|group| group.games > 0).collect();
        assert!(matches!(filled[..], [group] if group.games == 10), "{filled:?}");
        assert!((filled[0].value - 0.25).abs() < 1e-9 && (0.0..=1.0).contains(&filled[0].score));
    }
    let both = statistics.forecasts.and(&statistics.forecasts);
    assert_eq!(both.even.iter().map(|group| group.games).sum::<u64>(), 20);
}

#[test]
fn special_moves_are_counted() {
    let used = |rules: &str| {
        let game = AnyGame::by_name(rules).expect("an embedded game");
        random(&game, 60).uses
    };
    let tablut = used("tablut-linnaeus");
    assert!(tablut.iter().all(|used| used.what == SpecialMove::Several), "{tablut:?}");
    let dablot = used("dablot-mini-actions");
    let turns =
        dablot.iter().find(|used| used.what == SpecialMove::WentOn).expect("three actions a turn");
    assert!(turns.games <= 60 && turns.moves >= turns.games);
    assert!((turns.share.value - turns.games as f64 / 60.0).abs() < 1e-12);
}
