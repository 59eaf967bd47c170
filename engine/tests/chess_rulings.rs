//! Rulings of chess, in `rulings/chess`.

mod chess_reference;
#[macro_use]
mod switch_rulings;

use imperial_engine::games::chess::ChessRules;

rulings_of!(
    "chess": ["board.txt", "pawns.txt", "families.txt"],
    chess_reference,
    ChessRules::SWITCHES,
    |laws| laws.word("first")
);
