use imperial_data::GameResult;

use super::*;
use imperial_stats::RatedGame;

/// Pairs in which the first agent scores this much as attacker and as defender.
fn counts(pairs: &[(u64, f64, f64)]) -> MatchCounts {
    let mut counts = MatchCounts { distinct_games: 7, ..MatchCounts::default() };
    let mut opening = 0;
    for &(times, attacking, defending) in pairs {
        for _ in 0..times {
            counts.pairs.add(attacking, defending);
            for (side, points) in [(Side::Attackers, attacking), (Side::Defenders, defending)] {
                let tally = &mut counts.sides[side];
                *[&mut tally.losses, &mut tally.draws, &mut tally.wins][(2.0 * points) as usize] +=
                    1;
                if points == 0.5 {
                    *counts.draws.entry(Cause::Repetition).or_default() += 1;
                }
                let attackers_won = (side == Side::Attackers) == (points == 1.0);
                counts.games.push(RatedGame {
                    rules: 0,
                    attackers: usize::from(side == Side::Defenders),
                    defenders: usize::from(side == Side::Attackers),
                    opening,
                    result: match (points == 0.5, attackers_won) {
                        (true, _) => GameResult::Draw,
                        (false, true) => GameResult::Attackers,
                        (false, false) => GameResult::Defenders,
                    },
                });
            }
            opening += 1;
        }
    }
    counts
}

fn told(pairs: &[(u64, f64, f64)], sprt: Option<Sprt>) -> String {
    let report = MatchReport::new("sea-battle", ["new", "old"], &counts(pairs), sprt);
    report.expect("there are games").to_string()
}

#[test]
fn a_report_reads_as_people_expect() {
    let sprt = "elo0=0,elo1=10".parse().expect("a test");
    let pairs = [(40, 1.0, 0.0), (20, 1.0, 1.0), (5, 0.0, 0.0), (10, 0.5, 1.0)];
    let (fixed, text) = (told(&pairs, None), told(&pairs, Some(sprt)));
    // Scores of pairs: 40 of one half, 20 of 1, 5 of 0, 10 of 3/4; so the mean is 47.5/75.
    assert_eq!(fixed.lines().nth(1), Some("Elo: 94.94 +/- 46.67, nElo: 119.70 +/- 55.60"));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "Results of new vs old under sea-battle, seen by new (95 %):");
    let width: f64 =
        lines[1].split([' ', ',']).nth(3).and_then(|w| w.parse().ok()).expect("a width");
    assert!(lines[1].starts_with("Elo: 94.94 +/- ") && (60.0..90.0).contains(&width), "{text}");
    assert_eq!(lines[2], "LOS: 100.00 %, DrawRatio: 53.33 % of pairs, PairsRatio: 6.00");
    assert_eq!(lines[3], "Games: 150, Wins: 90, Losses: 50, Draws: 10, Points: 95.0 (63.33 %)");
    assert_eq!(lines[4], "Ptnml(0-2): [5, 0, 40, 10, 20], Pairs: 75");
    assert!(lines[5].starts_with("As attackers: Wins: 60, Losses: 5, Draws: 10 (86.67 %), Elo: "));
    assert!(lines[6].starts_with("As defenders: Wins: 30, Losses: 45, Draws: 0 (40.00 %), Elo: "));
    assert!(lines[7].starts_with("Strength without the sides: "));
    assert!(lines[8].starts_with("Side advantage of the attackers: "));
    assert_eq!(lines[9], "Draws by: repetition 10");
    assert_eq!(lines[10], "Distinct games: 7 of 150");
    assert!(lines[11].starts_with("LLR: ") && lines[11].ends_with(" (-2.94, 2.94) [0.00, 10.00]"));
    assert_eq!(lines[12], "SPRT [0.00, 10.00] not decided");
    assert_eq!(lines[13], AFTER_A_TEST);
    assert!(!fixed.contains(AFTER_A_TEST));
}

#[test]
fn nothing_infinite_is_ever_told() {
    let sprt = "elo0=0,elo1=10".parse().expect("a test");
    for pairs in
        [[(1, 1.0, 1.0)], [(500, 1.0, 1.0)], [(1, 0.0, 0.0)], [(30, 0.5, 0.5)], [(2, 1.0, 0.0)]]
    {
        let text = told(&pairs, Some(sprt)).to_lowercase();
        assert!(!text.contains("nan") && !text.contains("inf"), "{text}");
        let report = MatchReport::new("r", ["a", "b"], &counts(&pairs), Some(sprt)).expect("games");
        let json = serde_json::to_string(&report).expect("serialises");
        // serde_json writes numbers that are none as null; only these fields may be empty.
        let empty = ["pairs_ratio", "normalised_elo", "accepted"];
        let rest =
            empty.iter().fold(json, |rest, name| rest.replace(&format!("\"{name}\":null"), ""));
        assert!(!rest.contains("null"), "{rest}");
    }
    let won = told(&[(500, 1.0, 1.0)], Some(sprt));
    assert!(
        won.contains("Elo: above 800.00 (") && won.contains("PairsRatio: no pair lost"),
        "{won}"
    );
    assert!(won.contains("\nSPRT [0.00, 10.00] completed - H1 was accepted\n"), "{won}");
}

#[test]
fn strength_is_freed_from_the_sides() {
    // As attackers 90 %, as defenders 20 %: 55 % of the points, 35 Elo. The odds on either side say
    // (382 − 241) / 2 = 70. Both games of an opening often end alike, so openings differ, and a score over all of them
    // is worth somewhat more from each.
    let pairs = [(220, 1.0, 0.0), (50, 1.0, 1.0), (20, 0.0, 0.0), (10, 0.0, 1.0)];
    let report = MatchReport::new("r", ["a", "b"], &counts(&pairs), None).expect("games");
    let strength = report.strength;
    assert!((70.4..95.0).contains(&strength.value), "{strength:?}");
    assert!(strength.low > 20.0 && strength.high < 150.0, "{strength:?}");
}

#[test]
fn side_advantage_is_freed_from_strength() {
    // The attackers win every game: the agents are equal.
    let report = MatchReport::new("r", ["a", "b"], &counts(&[(100, 1.0, 0.0)]), None);
    let report = report.expect("games");
    assert!(report.side_advantage.low > 300.0 && report.elo.value == Elo::Exact(0.0));
    // The first agent wins every game: so are the sides.
    let report = MatchReport::new("r", ["a", "b"], &counts(&[(100, 1.0, 1.0)]), None);
    assert!(report.expect("games").side_advantage.value.abs() < 1.0);
}
