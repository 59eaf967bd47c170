//! What is refused, and how it is said.

use imperial_data::move_lists::{ColumnNames, MAX_MOVE_LINE_BYTES};

use super::common::{Reading, refused, rules};

fn brandubh() -> Reading {
    Reading::by(rules("brandubh"))
}

#[test]
fn wrong_moves_are_named_with_line_and_number() {
    let text = "b4-b6 d3-g3,White\nb4-b6 d3-g3 g3-g2,White\nb4-b6 hello,Black\nb4-b6,Red\n";
    let said = refused(&brandubh(), text);
    assert!(said.starts_with("3 of 4 games are wrong; nothing was written\n"), "{said}");
    for part in [
        "line 2: ply 3, move `g3-g2`: the attackers are to move",
        "line 3: ply 2: `hello` is not a move such as d1-b1",
        "line 4: `Red` is not a result; expected",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn lenient_readers_skip_what_is_wrong() {
    let text = "b4-b6 d3-g3,White\nb4-b6 b4-b5,White\ntimeout,Black\n";
    let imported = brandubh().lenient().read(text).expect("imported");
    assert_eq!((imported.report.games, imported.report.skipped()), (1, 2));
    let problems: Vec<_> = imported.report.problems.iter().map(|p| p.line).collect();
    assert_eq!(problems, [2, 3]);
}

#[test]
fn captures_and_results_must_be_those_of_the_rules() {
    let said = refused(&brandubh(), "b4-b6xb5 d3-g3");
    assert!(said.contains("ply 1, move `b4-b6xb5`: "), "{said}");
    let escape = "b4-b6 d3-g3 a4-a2 d4-d3 b6-c6 d3-a3 c6-b6 a3-a1";
    let said = refused(&brandubh(), format!("{escape},Black"));
    assert!(
        said.contains("the result is a win of the attackers, but by the rules it is"),
        "{said}"
    );
    let said = refused(&brandubh(), format!("{escape},Ongoing"));
    assert!(said.contains("said to be open, but by the rules"), "{said}");
    let said = refused(&brandubh(), format!("{escape} b6-b5,White"));
    assert!(said.contains("ply 9, move `b6-b5`: the game is over: "), "{said}");
    let said = refused(&brandubh(), "b4-b6 timeout d3-g3,Black");
    assert!(said.contains("the list says that the game ended before it"), "{said}");
}

#[test]
fn other_rules_are_noticed_at_the_first_move() {
    let said = refused(&Reading::by(rules("brandubh")), "h1-h3 f8-i8 f10-i10,White");
    assert!(said.contains("line 1: ply 1, move `h1-h3`: "), "{said}");
}

#[test]
fn files_that_are_no_lists_of_moves_say_so() {
    let reading = brandubh();
    assert!(refused(&reading, "").ends_with("is empty; expected one game per line"));
    assert!(refused(&reading, "\r\n \n# only a remark\n").contains("is empty"));
    let said = refused(&reading, "name,age\nann,7\n");
    assert!(said.contains("no column holds moves such as d1-b1"), "{said}");
    let columns = ColumnNames { result: Some("won".to_owned()), ..Default::default() };
    let said = refused(&Reading { columns, ..brandubh() }, "moves,winner\nb4-b6,White\n");
    assert!(said.contains("there is no column `won`; there are: moves, winner"), "{said}");
}

#[test]
fn bytes_that_are_no_text_are_no_panic() {
    let mut bytes: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    bytes.extend([0xff, 0xfe, 0, b'\n']);
    for reading in [brandubh(), brandubh().lenient()] {
        let said = refused(&reading, &bytes);
        assert!(said.contains("games.csv"), "{said}");
    }
    let half = [b"b4-b6 d3-g3,White\n".as_slice(), &[0xc3, 0x28, b'\n'], b"b4-b6,Black\n"].concat();
    let said = refused(&brandubh(), &half);
    assert!(said.contains("line 2: it is not text in UTF-8"), "{said}");
}

#[test]
fn lines_without_end_do_not_fill_the_memory() {
    let long = "b4-b6 b6-b4 ".repeat(MAX_MOVE_LINE_BYTES as usize / 10);
    let imported = brandubh().lenient().read(format!("{long}\nb4-b6,Black\n")).expect("imported");
    assert_eq!((imported.report.games, imported.report.skipped()), (1, 1));
    assert_eq!(
        imported.report.problems[0].to_string().rsplit(": ").next(),
        Some("it is longer than 1 MiB")
    );
}

#[test]
fn problems_beyond_the_first_are_counted() {
    let said = refused(&brandubh(), "b4-b6\n".to_owned() + &"b4-b9\n".repeat(30));
    assert!(
        said.starts_with("30 of 31 games are wrong") && said.ends_with("and 10 more"),
        "{said}"
    );
    let said = refused(&brandubh().lenient(), "b4-b9\n".repeat(3));
    assert!(
        said.starts_with("no game could be read, and nothing was written; lines that are wrong: 3"),
        "{said}"
    );
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(64))]

    #[test]
    fn any_text_is_read_or_refused(
        text in "([a-gkx0-9/;,\t\"#\n\r -]{0,40}(b4-b6|d3-g3|timeout|White|,|;|\n|\"| ){0,8}|\\PC{0,20}){0,4}",
        is_lenient in proptest::prelude::any::<bool>(),
    ) {
        let reading = Reading { lenient: is_lenient, ..brandubh() };
        match reading.read(&text) {
            Ok(imported) => proptest::prop_assert!(imported.report.games > 0),
            Err(error) => proptest::prop_assert!(!error.to_string().is_empty()),
        }
    }
}
