//! The bid, read off games in which nobody knew of it.

use imperial_data::GameResult;
use imperial_watch::GameSummary;

use super::{Bid, BidPoint};
use crate::Options;
use crate::summary::share;

/// Bids that are reported beside the one that evens the game.
const REPORTED: usize = 8;

impl Bid {
    /// The number of plies within which the king must escape, or else the attackers win, that would
    /// have evened `games`; `None` without games.
    ///
    /// A game that the defenders have won by then is theirs, every other one the attackers'. This is
    /// a first approximation: players who knew of the bid would hurry, or hold out.
    pub(crate) fn read_off(games: &[GameSummary], options: &Options) -> Option<Self> {
        let mut lengths: Vec<u32> = games
            .iter()
            .filter(|game| game.result == GameResult::Defenders)
            .map(|game| game.plies)
            .collect();
        lengths.sort_unstable();
        lengths.dedup();
        let points: Vec<BidPoint> =
            lengths.iter().filter_map(|plies| point(games, *plies, options)).collect();
        if games.is_empty() {
            return None;
        }
        // The score falls with the number of plies, so the ends can be looked up from either side.
        let nearest = points.iter().min_by(|a, b| off(a).total_cmp(&off(b)));
        let evens = points.last().is_some_and(|last| last.score.value <= 0.5);
        let possible = |point: &&BidPoint| point.score.interval().contains(0.5);
        let high = points.iter().rfind(possible).map(|point| point.plies);
        let unbounded = points.last().is_some_and(|last| possible(&last));
        Some(Self {
            // Where many games end at once, the score may jump over one half.
            plies: nearest.filter(|point| evens && possible(point)).map(|point| point.plies),
            low: points.iter().find(possible).map(|point| point.plies),
            high: high.filter(|_| !unbounded),
            points: thinned(&points),
        })
    }
}

fn off(point: &BidPoint) -> f64 {
    (point.score.value - 0.5).abs()
}

/// The attackers' score under the bid of so many plies.
fn point(games: &[GameSummary], plies: u32, options: &Options) -> Option<BidPoint> {
    let escaped = |game: &GameSummary| game.result == GameResult::Defenders && game.plies <= plies;
    let score = share(games, |game| !escaped(game), options)?.estimate;
    Some(BidPoint { plies, score })
}

/// A few of many points, evenly spread, the first and the last among them.
fn thinned(points: &[BidPoint]) -> Vec<BidPoint> {
    let last = points.len().saturating_sub(1);
    let mut chosen: Vec<usize> = (0..REPORTED).map(|at| at * last / (REPORTED - 1)).collect();
    chosen.dedup();
    chosen.into_iter().filter_map(|at| points.get(at).copied()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::games;

    /// Games that the attackers win, and games that the defenders win after 1, 2, 3, … plies.
    fn escapes(attackers: u64, defenders: u64) -> Vec<GameSummary> {
        let mut games = games(attackers, 0, 0, defenders);
        for game in &mut games[attackers as usize..] {
            game.plies = (game.game - attackers + 1) as u32;
        }
        games
    }

    #[test]
    fn half_of_the_kings_escape_within_the_bid() {
        let bid = Bid::read_off(&escapes(100, 900), &Options::default()).expect("games");
        assert_eq!(bid.plies, Some(500));
        let (low, high) = (bid.low.expect("a bound"), bid.high.expect("a bound"));
        // ±3.1 points of 1000 games are 31 plies.
        assert!((465..475).contains(&low) && (525..535).contains(&high), "{low} to {high}");
        assert_eq!(bid.points.len(), REPORTED);
        assert_eq!((bid.points[0].plies, bid.points[REPORTED - 1].plies), (1, 900));
    }

    #[test]
    fn attackers_who_lead_need_no_bid() {
        let bid = Bid::read_off(&escapes(700, 300), &Options::default()).expect("games");
        assert_eq!((bid.plies, bid.low, bid.high), (None, None, None));
        let close = Bid::read_off(&escapes(505, 495), &Options::default()).expect("games");
        assert!(close.plies.is_none() && close.low.is_some() && close.high.is_none());
        let mut jump = escapes(20, 80);
        jump[20..].iter_mut().for_each(|game| game.plies = 3 + 6 * u32::from(game.game > 90));
        let bid = Bid::read_off(&jump, &Options::default()).expect("games");
        assert_eq!((bid.plies, bid.points.len()), (None, 2), "29 and 20 %");
        assert_eq!(Bid::read_off(&[], &Options::default()), None);
        let lost = Bid::read_off(&escapes(10, 0), &Options::default()).expect("games");
        assert!(lost.plies.is_none() && lost.points.is_empty());
    }
}
