//! Rulings of the hunt games, in `rulings/hunt`.

mod hunt_reference;
#[macro_use]
mod switch_rulings;

use imperial_engine::games::hunt::HuntRules;

rulings_of!(
    "hunt": ["board.txt", "play.txt"],
    hunt_reference,
    HuntRules::SWITCHES,
    |laws| laws.word("first", "attackers").to_owned()
);
