//! The picture of what is known: several kinds of knowledge of one rule set beside each other.

use imperial_engine::Side;

use super::{cell, games, taught};
use crate::page::{PageContext, page};
use crate::{BalanceReport, Experience, Material, Options, Published, ResponseGames};

/// The picture of a report on beginners with more beside them; `None` where there is none.
fn picture(material: Material) -> Option<String> {
    let beginner = taught("random", 0, Experience::None);
    let cells = vec![cell("tablut", beginner, games(40, 0, 0, 160))];
    let report = BalanceReport::of(Material { cells, ..material }, &Options::default());
    let page = page(&report, &PageContext::default());
    let (_, figure) = page.split_once("id=\"plot-known\"")?;
    figure.split("</figure>").next().map(str::to_owned)
}

fn response(side: Side, wins: u64) -> ResponseGames {
    ResponseGames {
        rules: "tablut".to_owned(),
        side,
        agent: format!("network:4@{wins}"),
        against: "a network".to_owned(),
        games: games(wins, 0, 0, 100 - wins),
    }
}

#[test]
fn only_an_attack_and_a_defence_have_a_line_between_them() {
    let with = |responses: [ResponseGames; 2]| {
        picture(Material { responses: responses.into(), ..Material::default() }).expect("a picture")
    };
    let two = with([response(Side::Attackers, 70), response(Side::Attackers, 80)]);
    assert!(!two.contains("class=\"bracket"), "the truth may lie below both: {two}");
    assert!(!two.contains("broad line"), "{two}");
    let both = with([response(Side::Attackers, 70), response(Side::Defenders, 20)]);
    assert!(both.contains("class=\"bracket") && both.contains("broad line"), "{both}");
}

#[test]
fn what_others_have_counted_has_the_interval_of_its_games() {
    assert!(picture(Material::default()).is_none(), "one kind of knowledge has its own picture");
    let with = |games: Option<u64>| {
        let source = "a server".to_owned();
        let rules = "tablut".to_owned();
        let published = vec![Published { rules, source, games, score: 0.6, has_draws: true }];
        picture(Material { published, ..Material::default() }).expect("a picture")
    };
    let without = with(None);
    assert!(without.contains("a server: 60.0 % (60.0 to 60.0)"), "of how many games? {without}");
    let counted = with(Some(100));
    assert!(counted.contains("a server: 60.0 % (5"), "{counted}");
}
