//! Rulings of Dablot, in `rulings/dablot`.

mod dablot_reference;
#[macro_use]
mod switch_rulings;

use imperial_engine::games::dablot::DablotRules;

rulings_of!(
    "dablot": ["board.txt", "play.txt"],
    dablot_reference,
    DablotRules::SWITCHES,
    |laws| laws.word("first", "lot").to_owned()
);
