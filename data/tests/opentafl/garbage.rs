//! Whatever the text, there is an answer.

use imperial_data::opentafl::{
    GameReader, Law, read_position, read_rules, write_position, write_rules,
};
use imperial_engine::Side;
use proptest::prelude::*;

const GAME: &str = "[result:-1]\n[attackers:a]\n\
    [rules:dim:5 surf:n esc:e ka:n ks:w cor: cen: start:/2t2/2T2/t1K1t/2T2/2t2/]\n\n\
    1. c1-b1 c4-d4\n[one|two]\n2. b1-b2 Kc3-c4\n2a.1.1a ..... Kc3-b3\n\
    3. b2-b1 Kc4-b4\n4. b1-a1 Kb4-b5--\n";

const RULES: &str = "dim:9 name:T esc:e surf:n ks:c spd:1,2 cor: cens: afor:d1, tfr:l linc:y \
    x-imperial-first:lot x-imperial-throne_hostile:king=empty x-imperial-quiet_limit:none \
    start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

/// `text` with some of its characters replaced, left out or doubled.
fn spoilt(text: &'static str) -> impl Strategy<Value = String> {
    let change = (0..text.len(), prop::option::of(any::<char>()), any::<bool>());
    prop::collection::vec(change, 1..6).prop_map(move |changes| {
        let mut letters: Vec<char> = text.chars().collect();
        for (at, letter, insert) in changes {
            let at = at.min(letters.len() - 1);
            match letter {
                Some(letter) if insert => letters.insert(at, letter),
                Some(letter) => letters[at] = letter,
                None if insert => letters.insert(at, letters[at]),
                None => drop(letters.remove(at)),
            }
        }
        letters.into_iter().collect()
    })
}

proptest! {
    #[test]
    fn rules(record in prop_oneof![spoilt(RULES), ".*", "([a-z]{2,6}:[a-zA-Z0-9,/-]{0,12} ){0,9}"]) {
        if let Ok(read) = read_rules(&record, &[Law::Surrounding]) {
            let written = write_rules(&read.rules, Some(read.first)).expect("can be written");
            prop_assert_eq!(read_rules(&written, &[]), Ok(read));
        }
    }

    #[test]
    fn positions(record in prop_oneof!["[tTK1-9/]{0,60}", "(/[tTK1-5]{1,6}){5}/", ".*"]) {
        if let Ok(position) = read_position(&record, Side::Attackers, 0, 0) {
            let written = write_position(&position).expect("can be written");
            let again = read_position(&written, Side::Attackers, 0, 0);
            prop_assert_eq!(again, Ok(position));
        }
        let _ = write_position(&record);
    }

    #[test]
    fn games(text in prop_oneof![spoilt(GAME), ".*", "(?s).*"]) {
        if let Err(error) = GameReader::new(&[]).read(&text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn moves(mv in prop_oneof!["[a-sKTtnx/^=+-]{0,6}[0-9]{0,3}[a-sKTtnx/^=+-]{0,9}", "\\PC{0,12}"]) {
        let (head, _) = GAME.split_once("1. ").expect("there is a first turn");
        let text = format!("{head}1. {mv}\n");
        if let Ok(game) = GameReader::new(&[]).read(&text) {
            let record = game.record;
            prop_assert!(record.cause.is_from_elsewhere(), "no game of one move is over");
            prop_assert!(record.plies.len() <= 1);
        }
    }
}
