//! Rulings of chess, in `rulings/chess`.

use imperial_engine::games::chess::ChessRules;

use crate::chess_reference;

rulings_of!(
    "chess": ["board.txt", "pawns.txt", "families.txt"],
    chess_reference,
    ChessRules::SWITCHES,
    |laws| laws.word("first")
);
