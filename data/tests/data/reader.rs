//! Reading: errors that say where, and no input that panics.

use std::fs;
use std::path::Path;

use imperial_data::{GameReader, GameRecord, ReadErrorKind, read_games, replay_any};
use imperial_engine::catalog::AnyGame;
use proptest::prelude::*;
use tempfile::tempdir;

use crate::common::{finish_games, games, lines};

/// The only error of a text, as `(line, message)`.
fn error_of(text: &str) -> (usize, String) {
    let bytes = text.to_owned().into_bytes();
    let reader = GameReader::from_reader(Path::new("x.jsonl"), std::io::Cursor::new(bytes));
    let errors: Vec<_> = reader.filter_map(Result::err).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    (errors[0].line, errors[0].to_string())
}

#[test]
fn a_finished_file_is_read_to_its_promised_end() {
    let folder = tempdir().expect("a folder");
    let path = finish_games(folder.path(), &games(5));
    let read = || read_games(&path).partition::<Vec<_>, _>(Result::is_ok);
    assert_eq!((read().0.len(), read().1.len()), (5, 0));
    let whole = fs::read_to_string(&path).expect("games");
    let three: String = whole.split_inclusive('\n').take(3).collect();
    let swapped: String = whole.split_inclusive('\n').rev().collect();
    for (text, number) in [(three, 3), (swapped, 5), (String::new(), 0)] {
        fs::write(&path, text).expect("written");
        let (games, errors) = read();
        assert_eq!((games.len(), errors.len()), (number, 1));
        let error = errors[0].as_ref().expect_err("an error").to_string();
        assert!(error.contains("has changed since it was finished with 5 games"), "{error}");
        assert!(error.contains("`imperial verify --repair` keep what is good of it"), "{error}");
    }
    fs::write(path.with_extension("done.json"), "{").expect("written");
    let error = read_games(&path).next().expect("an item").expect_err("an error").to_string();
    assert!(error.contains("games.done.json`: EOF"), "{error}");
}

#[test]
fn errors_say_file_line_column_and_reason() {
    let older: Vec<_> = games(2).into_iter().map(|game| GameRecord { format: 1, ..game }).collect();
    let [first, second] = &lines(&older)[..] else { panic!() };
    let bad = second.replacen("\"rules\"", "\"rulez\"", 1);
    let (line, message) = error_of(&(first.clone() + &bad));
    assert_eq!(line, 2);
    assert!(message.starts_with("x.jsonl:2: column "), "{message}");
    assert!(message.contains("unknown field `rulez`, expected one of"), "{message}");

    let bad = second.replacen("\"format\":1", "\"format\":7", 1);
    let (_, message) = error_of(&(first.clone() + &bad));
    assert_eq!(message, "x.jsonl:2: format 7 is not known; this program reads formats 1 to 2");

    let (_, message) = error_of(&(first.clone() + "{\"format\": 1,, }\n"));
    assert_eq!(message, "x.jsonl:2: column 14: key must be a string");

    let (_, message) = error_of("\n");
    assert!(message.starts_with("x.jsonl:1: column 0: EOF"), "{message}");

    let (_, message) = error_of(&(first.clone() + &second[..50]));
    assert!(message.contains("2: the last line is incomplete"), "{message}");

    let bad = second.replacen("\"seed\":1855", "\"seed\":\"1855\"", 1);
    let (_, message) = error_of(&bad);
    assert!(message.contains("invalid type: string \"1855\", expected u64"), "{message}");
}

#[test]
fn a_format_of_the_future_is_named_whatever_its_fields() {
    let (_, message) = error_of("{\"format\": 3, \"new\": {\"things\": []}}\n");
    assert!(message.contains("format 3 is not known"), "{message}");
}

/// The rules do not show that a number of the search is another, but the checksum does.
#[test]
fn any_flipped_bit_of_a_line_is_found() {
    let line = lines(&games(1)).remove(0);
    let line = line.trim_end().as_bytes();
    assert_eq!(GameRecord::from_line(line).unwrap(), games(1)[0]);
    for bit in 0..8 * line.len() {
        let mut bad = line.to_owned();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert!(GameRecord::from_line(&bad).is_err(), "{}", String::from_utf8_lossy(&bad));
    }
}

#[test]
fn a_line_without_its_checksum_or_with_another_is_refused() {
    let line = lines(&games(1)).remove(0);
    let (start, _) = line.split_once(",\"check\"").unwrap();
    let second = lines(&games(2)).remove(1);
    let (_, other) = second.split_once(",\"check\"").unwrap();
    // A tool that writes JSON anew puts blanks into it.
    let anew = line.replacen("\"check\":", "\"check\": ", 1);
    for bad in [format!("{start}}}\n"), format!("{start},\"check\"{other}"), anew] {
        let (_, message) = error_of(&bad);
        let expected = "x.jsonl:1: the line has changed since it was written: its checksum is another, or gone";
        assert_eq!(message, expected, "{bad}");
    }
}

#[test]
fn lines_of_the_older_format_have_no_checksum() {
    let older = GameRecord { format: 1, ..games(1).remove(0) };
    let line = older.to_line().unwrap();
    assert!(!line.contains("check"), "{line}");
    assert_eq!(GameRecord::from_line(line.trim_end().as_bytes()).unwrap(), older);
}

#[test]
fn reading_goes_on_after_a_bad_line() {
    let lines = lines(&games(2));
    let folder = tempdir().unwrap();
    let path = folder.path().join("games.jsonl");
    fs::write(&path, format!("{}no\n{}", lines[0], lines[1])).unwrap();
    let read: Vec<_> = read_games(&path).collect();
    assert_eq!(read.len(), 3);
    assert!(matches!(&read[1], Err(error) if matches!(error.kind, ReadErrorKind::Json { .. })));
    assert_eq!(read[2].as_ref().unwrap().0, 3);
}

#[test]
fn a_file_that_is_not_there_is_one_error() {
    let folder = tempdir().unwrap();
    let read: Vec<_> = read_games(&folder.path().join("games.jsonl")).collect();
    assert_eq!(read.len(), 1);
    assert!(matches!(&read[0], Err(error) if matches!(error.kind, ReadErrorKind::Io(_))));
}

#[test]
fn a_line_without_end_does_not_fill_the_memory() {
    let endless = std::io::Read::take(std::io::repeat(b'x'), 3 * imperial_data::MAX_LINE_BYTES);
    let text = std::io::Read::chain(endless, &b"\n{}\n"[..]);
    let errors: Vec<_> =
        GameReader::from_reader(Path::new("x"), text).filter_map(Result::err).collect();
    assert!(matches!(errors[0].kind, ReadErrorKind::TooLong), "{:?}", errors[0]);
    assert!(matches!(errors[1].kind, ReadErrorKind::Field { .. }), "{:?}", errors[1]);
    assert_eq!((errors.len(), errors[1].line), (2, 2));
}

/// Reads bytes to the end, there are never more items than lines, and replays what is a record.
fn read_all(bytes: Vec<u8>) {
    let lines = bytes.split(|byte| *byte == b'\n').count();
    let items: Vec<_> =
        GameReader::from_reader(Path::new("x"), std::io::Cursor::new(bytes)).collect();
    assert!(items.len() <= lines);
    for (_, record) in items.into_iter().flatten() {
        if let Ok(game) = AnyGame::by_name(&record.rules) {
            // Refusing is fine, a panic is not.
            let _ = replay_any(&game, &record);
        }
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_all(bytes);
    }

    #[test]
    fn damaged_records_do_not_panic(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = lines(&games(2)).concat().into_bytes();
        for (place, byte) in damage {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        read_all(bytes);
    }
}
