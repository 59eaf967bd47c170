//! Position records and position strings.

use imperial_data::opentafl::{MAX_POSITION_BYTES, read_position, write_position};
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Game, Side, game_stream, with_game};

use crate::common::{SEED, rule_sets, side};

#[test]
fn the_first_row_is_rank_one() {
    let record = "/3t3/7/3T3/2KT3/7/7/t6/";
    let position = read_position(record, Side::Defenders, 3, 17).expect("a position");
    assert_eq!(position, "a6/7/7/2kd3/3d3/7/3a3 d 3 17");
    assert_eq!(write_position(&position).expect("a position"), record);
}

#[test]
fn records_are_read_with_tolerance() {
    let read = |record| read_position(record, Side::Attackers, 0, 0).expect("a position");
    let position = "2a2/5/a1k1a/5/2a2 a 0 0";
    assert_eq!(read("/2t2/5/t1K1t/5/2t2/"), position);
    assert_eq!(read("2t2/5/t1K1t/5/2t2"), position);
    assert_eq!(read("//2t2//5/t1K1t/5/2t2/"), position);
    assert_eq!(read("/2t2/...../t1K1t/5/..t2/"), position);
}

#[test]
fn what_is_no_board_of_ours_is_refused() {
    let wide = format!("/{}/", "t".repeat(MAX_POSITION_BYTES));
    for (record, told) in [
        ("", "0 rows"),
        ("/5/5/5/5/", "4 rows"),
        ("/3/3/3/", "3 rows"),
        ("/5/5/6/5/5/", "rank 3: it has more than 5 squares"),
        ("/5/5/4/5/5/", "rank 3: it has 4 squares instead of 5"),
        ("/5/5/tttttt/5/5/", "rank 3: it has 6 squares"),
        ("/5/K4/5/5/K4/", "2 kings"),
        ("/5/n4/5/5/5/", "rank 2: `n`: knights"),
        ("/5/4G/5/5/5/", "guards"),
        ("/5/4k/5/5/5/", "attackers have no king"),
        ("/5/4é/5/5/5/", "no piece"),
        ("/99999999999999999999999999/5/5/5/5/", "more than 5"),
        (&wide, "more than 1024 bytes"),
    ] {
        let error = read_position(record, Side::Attackers, 0, 0).expect_err("is refused");
        assert!(error.to_string().contains(told), "{error}");
    }
    assert!(write_position("3ttt3").is_err());
}

#[test]
fn positions_of_random_games_survive() {
    fn check(game: &impl Game) {
        let mut rng = game_stream(SEED, 7);
        let mut moves = Vec::new();
        let mut position = game.start(game.first().draw(&mut rng));
        while let Some(mv) = game.random_move(&position, &mut rng, &mut moves) {
            game.play(&mut position, mv);
            let text = game.format_position(&position);
            let fields: Vec<&str> = text.split(' ').collect();
            let record = write_position(&text).expect("can be written");
            let number = |index: usize| fields[index].parse().expect("a number");
            let to_move = side(fields[1].chars().next().expect("a letter"));
            let read = read_position(&record, to_move, number(2), number(3));
            assert_eq!(read.as_deref(), Ok(text.as_str()), "{record}");
            if game.outcome(&position).is_some() {
                break;
            }
        }
    }

    for rules in rule_sets() {
        let game = AnyGame::tafl(&rules).expect("valid rules");
        with_game!(&game, |game| check(game));
    }
}
