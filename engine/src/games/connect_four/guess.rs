//! Who stands better: squares that would complete a line, and stones in the middle.

use super::bits::{BOARD, file, landings, line_ends};
use super::stones::Stones;
use crate::{Estimate, Side};

/// An empty square that would complete a line, in hundredths.
const THREAT: i32 = 80;
/// A stone on the middle file.
const MIDDLE: i32 = 15;
/// A stone beside it.
const NEXT: i32 = 8;

/// Who stands better.
pub(super) fn guess(stones: Stones) -> Estimate {
    let of = |side| {
        let own = stones.of(side);
        let threats = line_ends(own) & BOARD & !stones.all();
        let count = |set: u64| (own & set).count_ones() as i32;
        let threats = THREAT * threats.count_ones() as i32;
        threats + MIDDLE * count(file(3)) + NEXT * count(file(2) | file(4))
    };
    Estimate(of(Side::Attackers) - of(Side::Defenders))
}

/// Whether `side` could complete a line with the next stone.
pub(super) fn completes(stones: Stones, side: Side) -> bool {
    line_ends(stones.of(side)) & landings(stones.all()) != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;
    use crate::games::connect_four::ConnectFour;

    #[test]
    fn threats_count_and_are_seen() {
        let position = |text: &str| ConnectFour.parse_position(text).expect(text);
        let three = position("......./......./......./......./ooo..../xxx....");
        assert!(completes(three, Side::Attackers));
        assert!(!completes(three, Side::Defenders), "the square below is empty");
        let one = position("......./......./......./......./oo...../xxx..o.");
        assert!(guess(one) > guess(three), "a threat of red's is less");
    }
}
