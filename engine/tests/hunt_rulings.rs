//! Rulings of the hunt games, in `rulings/hunt`.

use imperial_engine::games::hunt::HuntRules;

use crate::hunt_reference;

rulings_of!(
    "hunt": ["board.txt", "play.txt"],
    hunt_reference,
    HuntRules::SWITCHES,
    |laws| laws.word("first", "attackers").to_owned()
);
