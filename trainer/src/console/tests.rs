//! Scripted games.

use std::io::Cursor;
use std::path::Path;

use imperial_data::{LoadedRules, load_rules};
use imperial_engine::search::SearchParams;
use imperial_engine::{Game as _, Outcome, Side, with_game};

use super::{Archive, Duel, Review};
use imperial_play::agent::Agent;
use imperial_play::analysis::{Report, Searched, Setup};
use imperial_play::lines::Lines;
use imperial_play::net_player::NetPlayer;
use imperial_play::networks;
use imperial_play::playing_agent::PlayingAgent;
use imperial_play::prepare::usual_network;

/// A game by `rules` from `start`.
struct Script<'a> {
    rules: &'a LoadedRules,
    agent: &'a Agent,
    side: Side,
    start: Option<&'a str>,
    lines: &'a str,
}

impl Script<'_> {
    /// What is printed, and the end.
    fn play<G: Searched>(self, game: &G) -> (String, Option<Outcome>) {
        let setup = Setup { start: self.start.map(str::to_owned), moves: Vec::new() };
        let playing = PlayingAgent::new(self.agent, self.rules, 1855, 1);
        let input = Lines::open(Cursor::new(self.lines.to_owned()));
        let mut output = Vec::new();
        let duel = Duel::new(game, setup, self.side, playing, input, &mut output);
        let outcome = duel.play().expect("an orderly end").outcome;
        (String::from_utf8(output).expect("text"), outcome)
    }
}

fn rollouts(playouts: u32) -> Agent {
    Agent::Rollouts(SearchParams::rollouts(playouts))
}

/// What is printed in a game of tic-tac-toe against a strong agent.
fn crosses(lines: &str) -> (String, Option<Outcome>) {
    let rules = load_rules("tic-tac-toe").expect("embedded");
    let agent = rollouts(20_000);
    let script = Script { rules: &rules, agent: &agent, side: Side::Attackers, start: None, lines };
    with_game!(&rules.game, |game| script.play(game))
}

fn tafl(rules: &str, side: Side, start: Option<&str>, lines: &str) -> String {
    let rules = load_rules(rules).expect("embedded");
    let agent = rollouts(50);
    let script = Script { rules: &rules, agent: &agent, side, start, lines };
    with_game!(&rules.game, |game| script.play(game)).0
}

#[test]
fn a_bad_player_loses_a_whole_game() {
    let (text, outcome) = crosses("a1\nmoves\nc3\na2\na2\nb1\nc1\na3\nb3\nc2\n");
    let winner = outcome.expect("an end").winner;
    assert_ne!(winner, Some(Side::Attackers), "{text}");
    assert!(text.starts_with("tic-tac-toe: you have the crosses, rollouts-20000 has the noughts."));
    let last = text.lines().last().expect("an end");
    let words = ["The noughts win: the line is complete.", "The game is drawn: the board is full."];
    assert!(words.contains(&last), "{text}");
    assert!(text.contains("is not a legal move: the square is taken"), "{text}");
}

#[test]
fn the_program_says_what_it_expects() {
    // Any corner against the centre is a draw; an edge against two in a row is lost.
    let (text, _) = crosses("a1\nhint\n");
    assert!(text.contains("The noughts play b2 and "), "{text}");
    assert!(
        text.contains("Hint: ") && text.contains(": the crosses can force a draw, but no more")
    );
}

#[test]
fn the_end_of_the_input_leaves_the_game() {
    for lines in ["", "quit\n", "resign\n", "c2\n"] {
        let (text, outcome) = crosses(lines);
        let given = Outcome::win(Side::Defenders, imperial_engine::Cause::Given);
        assert_eq!(outcome, (lines == "resign\n").then_some(given));
        let last = text.lines().last().expect("an end").to_owned();
        let expected = match lines {
            "resign\n" => "You resign: the noughts win.",
            "c2\n" => "The game is left unfinished after 2 plies.",
            _ => "The game is left unfinished after 0 plies.",
        };
        assert_eq!(last, expected, "{lines}");
    }
}

#[test]
fn a_command_takes_no_other_words() {
    let (text, outcome) = crosses("moves a1 b2\nquit now\nB2\nhelp me\nundo\na1\nresign\n");
    for part in ["`moves` takes one square; ", "`quit` stands alone; ", "`help` stands alone; "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(text.contains("You play b2.") && outcome.is_some(), "{text}");
}

#[test]
fn one_ply_is_no_plies() {
    let text = tafl("brandubh", Side::Defenders, None, "quit\n");
    assert!(text.ends_with("left unfinished after 1 ply.\n"), "{text}");
}

#[test]
fn a_search_whose_memory_is_full_says_so() {
    let rules = load_rules("brandubh").expect("embedded");
    let params = SearchParams { memory: 1, solver: false, ..SearchParams::rollouts(100_000) };
    let (agent, side) = (Agent::Rollouts(params), Side::Attackers);
    let lines = "hint\nquit\n";
    let script = Script { rules: &rules, agent: &agent, side, start: None, lines };
    let (text, _) = with_game!(&rules.game, |game| script.play(game));
    assert!(text.contains("The search ended early: its memory is full"), "{text}");
    let text = tafl("brandubh", Side::Attackers, None, lines);
    assert!(!text.contains("memory"), "{text}");
}

#[test]
fn moves_are_taken_back_in_pairs() {
    let (text, _) = crosses("undo\na1\nundo\nb2\n");
    assert!(text.contains("There is no move of yours to take back."));
    let empty = "3 . . .\n2 . . .\n1 . . .\n";
    assert_eq!(text.matches(empty).count(), 2, "{text}");
    assert!(text.contains("2 . x .\n"), "{text}");
    assert!(text.ends_with("The game is left unfinished after 2 plies.\n"), "{text}");
}

#[test]
fn turns_of_several_moves_are_numbered_and_taken_back_move_by_move() {
    let lines = "a3-b4\nc3-d4\nundo\nend\nlist\n";
    let text = tafl("dablot-mini-actions", Side::Attackers, None, lines);
    let twice = "actions left: 2 (Swedes)";
    assert_eq!(text.matches(twice).count(), 2, "{text}");
    let list = text.lines().find(|line| line.starts_with("1. ")).expect("a list");
    assert!(list.starts_with("1. a3-b4 end "), "{text}");
    let answers = list.split_whitespace().skip(3).count();
    assert!((1..=3).contains(&answers), "{list}");
}

#[test]
fn the_program_begins_where_the_person_has_the_other_side() {
    let text = tafl("tablut-linnaeus", Side::Defenders, None, "moves e6\nE6 F6\nboard\n");
    assert!(
        text.contains("\nThe attackers play ") && text.contains("Your move (defenders), ply 2.")
    );
    assert!(text.contains("e6-f6 e6-g6") || text.contains("e6-d6"), "{text}");
    assert!(text.contains("Your move (defenders), ply 4."), "{text}");
    assert!(text.contains("\nPosition: ") && text.ends_with("after 3 plies.\n"), "{text}");
}

#[test]
fn errors_say_why_and_nothing_is_played() {
    let lines = "d9\nd9-d9\nd5-d6\nd9-e8\nhello\nmoves z9\n";
    let text = tafl("tablut-linnaeus", Side::Attackers, None, lines);
    for part in [
        "`d9` is not a legal move: expected a move such as `e4-e6` or `d4-d7xd8`",
        "`d9-d9` is not a legal move: d9 is occupied",
        "`d5-d6` is not a legal move: the attackers are to move",
        "`d9-e8` is not a legal move: e8 is occupied",
        "`hello` is not a legal move",
        "No legal move begins on z9.",
        "after 0 plies",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Where one man is captured and two could be, he is named.
#[test]
fn the_choice_of_what_is_captured_is_part_of_the_move() {
    let start = Some("9/7k1/3a5/3d5/a8/3d5/3a5/9/9 a");
    let play = |rules, lines| tafl(rules, Side::Attackers, start, lines);
    let text = play("imperial-contest-walker", "a5-d5\na5-d5xd4\n");
    assert!(text.contains("here it is one of a5-d5xd6, a5-d5xd4"), "{text}");
    assert!(text.contains("You play a5-d5xd4.\nThe defenders play "), "{text}");
    // Where nothing has to be captured, nothing is captured unsaid.
    let text = play("imperial-contest", "a5-d5\n");
    let note = "It does not capture what a5-d5xd6, a5-d5xd4 would; see `undo`.";
    assert!(text.contains(note), "{text}");
}

#[test]
fn finished_games_are_kept_as_records_that_are_true() {
    fn keep<G: Searched>(game: &G, rules: &LoadedRules, folder: &Path) -> u64 {
        let archive = Archive::open(folder, rules).expect("a folder");
        let agent = rollouts(20_000);
        let setup = Setup { start: None, moves: vec!["c3".to_owned(), "b2".to_owned()] };
        let playing = PlayingAgent::new(&agent, rules, 1855, 1);
        let lines = "a1\na2\na3\nb1\nb3\nc1\nc2\n";
        let input = Lines::open(Cursor::new(lines));
        let mut output = Vec::new();
        let side = Side::Attackers;
        let duel = Duel::new(game, setup.clone(), side, playing, input, &mut output);
        let over = duel.play().expect("an orderly end");
        let end = (over.outcome.expect("an end"), over.plies);
        let number = archive.add(game, &setup, end, side, "rollouts-3000").expect("kept");
        archive.close().expect("closed");
        number
    }

    let folder = tempfile::tempdir().expect("a folder");
    let rules = load_rules("tic-tac-toe").expect("embedded");
    for number in 0..2 {
        assert_eq!(with_game!(&rules.game, |game| keep(game, &rules, folder.path())), number);
    }
    let path = folder.path().join("tic-tac-toe/games.jsonl");
    let games: Vec<_> = imperial_data::read_games(&path).collect::<Result<_, _>>().expect("games");
    assert_eq!(games.len(), 2);
    let game = &games[0].1;
    assert_eq!((game.attackers.as_str(), game.defenders.as_str()), ("person", "rollouts-3000"));
    assert_eq!((game.opening, game.start.as_deref()), (2, None));
    assert!(game.plies[2].value.is_none() && game.plies[3].value.is_some());
    let report = imperial_data::verify_folder(folder.path(), &mut |_, _| ());
    assert!(report.is_ok(), "{report:?}");
}

/// A game that was given up is a record like others, with its winner.
#[test]
fn a_resigned_game_is_kept_and_true() {
    let folder = tempfile::tempdir().expect("a folder");
    let rules = load_rules("tic-tac-toe").expect("embedded");
    let archive = Archive::open(folder.path(), &rules).expect("a folder");
    let agent = rollouts(50);
    let setup = Setup { start: None, moves: Vec::new() };
    let over = with_game!(&rules.game, |game| {
        let playing = PlayingAgent::new(&agent, &rules, 1855, 1);
        let input = Lines::open(Cursor::new("a1\nlist\nresign\n"));
        let mut output = Vec::new();
        let duel = Duel::new(game, setup.clone(), Side::Attackers, playing, input, &mut output);
        let over = duel.play().expect("an orderly end");
        assert!(String::from_utf8(output).expect("text").contains("\n1. a1 "));
        let end = (over.outcome.expect("it was given up"), over.plies.clone());
        archive.add(game, &setup, end, Side::Attackers, "rollouts-50").expect("kept");
        archive.close().expect("closed");
        over
    });
    assert_eq!(over.plies.len(), 2);
    let report = imperial_data::verify_folder(folder.path(), &mut |_, _| ());
    assert!(report.is_ok(), "{report:?}");
}

#[test]
fn the_players_of_a_game_have_their_own_names() {
    let text = tafl("connect-four", Side::Attackers, None, "d1\nhint\nresign\n");
    assert!(
        text.contains("connect-four: you have Yellow, ") && text.contains(" has Red."),
        "{text}"
    );
    assert!(
        text.contains("Red plays ") && text.contains(": Yellow has a search value of "),
        "{text}"
    );
    assert!(text.contains("You resign: Red wins."), "{text}");
}

/// A network's values were checked on the boards that it has learned; elsewhere nobody knows what it will score.
#[test]
fn no_score_is_expected_on_a_board_that_a_network_has_never_seen() {
    let backend = imperial_net::Backend::cpu();
    let network = |name: &str| {
        let network =
            networks::load(Some(Path::new(name)), backend.device()).expect("it comes along");
        Agent::Network(SearchParams::playing(8), NetPlayer::new(network, &backend))
    };
    for (name, is_known) in [("tafl9-1732-240", false), ("tafl-1732-96", true)] {
        let (rules, agent) = (load_rules("copenhagen").expect("embedded"), network(name));
        let side = Side::Defenders;
        let script = Script { rules: &rules, agent: &agent, side, start: None, lines: "quit\n" };
        let (text, _) = with_game!(&rules.game, |game| script.play(game));
        assert_eq!(text.contains(" and expect to score "), is_known, "{text}");
        assert_eq!(text.contains(" and have a search value of "), !is_known, "{text}");
        let report = with_game!(&rules.game, |game| {
            let start = game.format_position(&game.start(Side::Attackers));
            look(game, &rules, &agent, &start, &[])
        });
        assert_eq!(report.score.is_some(), is_known, "{name}");
    }
}

/// The second move of the noughts lets the crosses win, and nothing else in the game is a blunder.
#[test]
fn a_review_names_the_move_that_lost() {
    let rules = load_rules("tic-tac-toe").expect("embedded");
    let agent = rollouts(2000);
    let moves = ["a1", "b2", "c3", "a3", "c1", "b1", "c2"].map(str::to_owned);
    let setup = Setup { start: None, moves: moves.to_vec() };
    let text = with_game!(&rules.game, |game| {
        let mut judge = PlayingAgent::new(&agent, &rules, 7, 1);
        Review::of(game, &setup, 0, &mut judge).expect("a review").text(game, &setup.moves)
    });
    assert!(text.contains("Ply 4, a3?? lost "), "{text}");
    assert!(text.contains("The crosses: accuracy "), "{text}");
    assert!(
        text.starts_with("Graded by the search's own values, which nobody has checked"),
        "{text}"
    );
}

fn look<G: Searched>(
    game: &G,
    rules: &LoadedRules,
    agent: &Agent,
    start: &str,
    moves: &[&str],
) -> Report {
    let moves = moves.iter().map(|mv| (*mv).to_owned()).collect();
    let setup = Setup { start: Some(start.to_owned()), moves };
    let chosen = PlayingAgent::new(agent, rules, 1855, 1).think(game, &setup).expect("a chosen");
    let position = setup.position(game).expect("a position");
    Report::new(game, &rules.game, &position, agent.label(), &chosen.result.expect("a search"))
}

/// The king can leave the board at once: a win of the defenders, −1 whoever looks.
#[test]
fn an_analysis_has_absolute_values_and_the_best_move_first() {
    let rules = load_rules("tablut-linnaeus").expect("embedded");
    let backend = imperial_net::Backend::cpu();
    let network = usual_network(&rules.game, &backend).expect("loads").expect("fits");
    for agent in [rollouts(100), Agent::Network(SearchParams::playing(100), network)] {
        let start = "9/9/4a4/2a2k3/9/4a4/9/9/9 d";
        let analysis = with_game!(&rules.game, |game| look(game, &rules, &agent, start, &[]));
        assert_eq!((analysis.value, analysis.to_move), (-1.0, Side::Defenders));
        assert_eq!(analysis.proof.and_then(|proof| proof.winner), Some(Side::Defenders));
        assert_eq!(analysis.moves[0].mv, analysis.best);
        assert_eq!(analysis.line.join(" "), analysis.best);
        let all: f32 = analysis.moves.iter().map(|row| row.policy).sum();
        assert!((all - 1.0).abs() < 0.01, "{all}");
        let visits = analysis.moves[1..].iter().map(|row| row.visits);
        assert!(visits.rev().is_sorted());
        let table = analysis.table(2);
        assert!(table.contains("value -1.000: win of the defenders within 1;"), "{table}");
        assert!(table.contains(&format!("and {} more", analysis.moves.len() - 2)), "{table}");
    }
}

#[test]
fn an_analysis_begins_after_the_moves() {
    let rules = load_rules("tic-tac-toe").expect("embedded");
    let moves = ["b2", "a1"];
    let analysis =
        with_game!(&rules.game, |game| look(game, &rules, &rollouts(3000), ".../.../...", &moves));
    assert_eq!((analysis.to_move, analysis.moves.len()), (Side::Attackers, 7));
    assert_eq!(analysis.proof.map(|proof| proof.winner), Some(None));
}

#[test]
fn the_board_shows_what_the_rules_treat_apart_and_the_last_move() {
    let text = tafl("brandubh", Side::Attackers, None, "help\na4-a5\n");
    let (before, after) = text.split_once("You play").expect("a move");
    assert!(before.contains("\n 7 + . . A . . +\n"), "{text}");
    assert!(before.contains("\n   x throne   + goal\n"), "{text}");
    assert!(before.contains("\n  MOVE     a move"), "{text}");
    assert!(after.contains("\n   * left by the last move   x throne   + goal\n"), "{text}");
}

/// Every game shows its own moves.
#[test]
fn help_is_about_the_game_at_hand() {
    for (rules, start, line) in [
        (
            "bagh-chal",
            None,
            "  MOVE     a move, as @b1\n  moves    all legal moves; `moves b1` those from b1\n  list ",
        ),
        ("emperors-game", None, "a move, as b1-a3\n"),
        ("bagh-chal", Some("f4/1g3/5/5/5 d g19 0 0"), "a5-c3xb4"),
    ] {
        let side = if start.is_some() { Side::Defenders } else { Side::Attackers };
        let text = tafl(rules, side, start, "help\nquit\n");
        let help = text.split_once("  MOVE ").map_or("", |(_, help)| help);
        assert!(format!("  MOVE {help}").contains(line) && !help.contains("d9-d8"), "{text}");
    }
}

/// What is typed is read in small letters, also where the game writes capitals.
#[test]
fn pieces_may_be_typed_in_small_letters() {
    let start = Some("5k4/P9/10/10/10/10/10/10/10/R3K4R a - 0 0");
    let text = tafl("emperors-game", Side::Attackers, start, "a9-a10=q\nquit\n");
    assert!(text.contains("You play a9-a10=Q."), "{text}");
    let text = tafl("emperors-game", Side::Attackers, start, "xx\nquit\n");
    assert!(text.contains("`xx` is not a legal move: expected a move such as `e2-e4`"), "{text}");
}

/// Jaques' eighth law, and the warning that Robert ap Ifan tells of.
#[test]
fn players_call_out_open_roads_and_warnings() {
    let sea = |board| tafl("sea-battle", Side::Attackers, Some(board), "quit\n");
    let one = sea("9/9/9/5d3/a3k3a/4d4/9/9/a3a3a a");
    assert!(one.contains("The defenders call: Going!\n"), "{one}");
    let two = sea("9/9/9/5d3/a3k4/4d4/9/9/a3a3a a");
    assert!(two.contains("The defenders call: Gone!\n"), "{two}");
    let none = sea("4a4/9/9/5d3/a3k3a/4d4/9/9/a3a3a a");
    assert!(!none.contains(" call: "), "{none}");
    let start = Some("11/11/11/5a5/5k5/11/3d1a5/11/a9d/11/11 a");
    let notice = tafl("tawlbwrdd-notice", Side::Attackers, start, "f5-f6\n");
    assert!(notice.contains("The attackers call: Watch your king!\n"), "{notice}");
}
