//! What is kept of a game that is not replayed.

use imperial_data::{GameRecord, GameResult};
use imperial_engine::{Cause, Side};
use sha2::{Digest, Sha256};

/// One game, without its moves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GameSummary {
    /// Number of the game in its job.
    pub game: u64,
    /// A name for the opening that was drawn for the game: equal for equal openings. `None` where the
    /// agents played from the start.
    pub opening: Option<u64>,
    /// The side that moved first.
    pub first: Side,
    /// Who won.
    pub result: GameResult,
    /// What ended the game.
    pub cause: Cause,
    /// Length of the game.
    pub plies: u32,
    /// A name for the whole sequence of moves: equal for equal games.
    pub line: u64,
}

impl GameSummary {
    /// The summary of a record.
    pub fn new(record: &GameRecord) -> Self {
        let opening = record.opening as usize;
        Self {
            game: record.game,
            opening: (opening > 0 || record.start.is_some()).then(|| line(record, opening)),
            first: record.first,
            result: record.result,
            cause: record.cause,
            plies: u32::try_from(record.plies.len()).unwrap_or(u32::MAX),
            line: line(record, record.plies.len()),
        }
    }
}

/// The first 64 bits of the SHA-256 of the start, the side that moves first and the first `plies`
/// moves.
fn line(record: &GameRecord, plies: usize) -> u64 {
    let mut hash = Sha256::new();
    hash.update(record.start.as_deref().unwrap_or_default());
    hash.update([0, record.first.letter() as u8]);
    for ply in record.plies.iter().take(plies) {
        hash.update(b" ");
        hash.update(&ply.mv);
    }
    hash.finalize().iter().take(8).fold(0, |name, &byte| (name << 8) | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use imperial_data::PlyRecord;

    use super::*;

    fn record(moves: &str, opening: u32, first: Side) -> GameRecord {
        let ply = |mv: &str| PlyRecord { mv: mv.to_owned(), ..PlyRecord::default() };
        GameRecord {
            rules: "tablut-linnaeus".to_owned(),
            first,
            opening,
            result: GameResult::Defenders,
            cause: Cause::KingEscaped,
            plies: moves.split_whitespace().map(ply).collect(),
            ..GameRecord::default()
        }
    }

    #[test]
    fn equal_games_have_equal_lines() {
        let summary = |moves, opening, first| GameSummary::new(&record(moves, opening, first));
        let a = summary("d1-d2 e5-e6", 0, Side::Attackers);
        assert_eq!(a.line, summary("d1-d2 e5-e6", 0, Side::Attackers).line);
        assert_ne!(a.line, summary("d1-d2 e5-e7", 0, Side::Attackers).line);
        assert_ne!(a.line, summary("d1-d2 e5-e6", 0, Side::Defenders).line);
        assert_ne!(a.line, summary("d1-d2e5-e6", 0, Side::Attackers).line);
        assert_eq!((a.plies, a.opening), (2, None));
    }

    #[test]
    fn games_from_one_opening_share_its_name() {
        let summary = |moves, opening| GameSummary::new(&record(moves, opening, Side::Attackers));
        let a = summary("d1-d2 e5-e6 f1-f2", 1);
        assert_eq!(a.opening, summary("d1-d2 e5-e7", 1).opening);
        assert_ne!(a.opening, summary("d1-d3 e5-e6 f1-f2", 1).opening);
        assert_ne!(a.opening, summary("d1-d2 e5-e6 f1-f2", 2).opening);
        assert!(a.opening.is_some());
    }
}
