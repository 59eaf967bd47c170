//! Rulings of chess, in `rulings/chess`.

mod chess_reference;
mod switch_rulings;

use std::collections::BTreeSet;

use chess_reference::{Laws, State};
use imperial_engine::games::chess::ChessRules;
use switch_rulings::{Ruling, Umpire};

fn read_all() -> Vec<Ruling> {
    switch_rulings::read_all("chess", &["board.txt", "pawns.txt", "families.txt"])
}

struct Reference(Laws, State);

impl Umpire for Reference {
    fn set(&mut self, text: &str) {
        self.1 = State::parse(&self.0, text);
    }

    fn start(&mut self) {
        let side = usize::from(self.0.word("first") == "defenders");
        self.1 = State::start(&self.0, side);
    }

    fn moves(&self) -> BTreeSet<String> {
        self.1.moves(&self.0).into_keys().collect()
    }

    fn play(&mut self, text: &str) {
        let next = self.1.moves(&self.0).remove(text);
        self.1 = next.unwrap_or_else(|| panic!("{text} is not legal"));
    }

    fn position(&self) -> String {
        self.1.write(&self.0)
    }

    fn end(&self) -> Option<String> {
        self.1.outcome(&self.0)
    }
}

#[test]
fn the_engine_rules_so() {
    switch_rulings::engine_rules_so(&read_all());
}

#[test]
fn the_reference_rules_so() {
    for ruling in read_all() {
        for rules in &ruling.rules {
            let laws = Laws::from_toml(rules);
            let start = State::start(&laws, 0);
            switch_rulings::check(&ruling, &mut Reference(laws, start));
        }
    }
}

#[test]
fn sides_start_as_ruled() {
    switch_rulings::sides_start_so(&read_all());
}

#[test]
fn every_switch_has_its_rulings() {
    switch_rulings::every_switch_is_shown(&read_all(), &ChessRules::SWITCHES);
}
