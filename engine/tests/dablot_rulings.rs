//! Rulings of Dablot, in `rulings/dablot`.

use imperial_engine::games::dablot::DablotRules;

use crate::dablot_reference;

rulings_of!(
    "dablot": ["board.txt", "play.txt"],
    dablot_reference,
    DablotRules::SWITCHES,
    |laws| laws.word("first", "lot").to_owned()
);
