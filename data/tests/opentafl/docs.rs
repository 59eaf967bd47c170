//! What `docs/opentafl.md` shows.

use imperial_data::opentafl::{read_rules, write_rules};
use imperial_engine::catalog::AnyGame;

const PAGE: &str = include_str!("../../../docs/opentafl.md");

#[test]
fn the_records_of_the_page_are_read() {
    let records: Vec<_> = PAGE.lines().filter(|line| line.starts_with("dim:")).collect();
    assert_eq!(records.len(), 5);
    for record in &records {
        read_rules(record, &[]).expect(record);
    }
    let contest = AnyGame::by_name("imperial-contest").expect("is embedded");
    let contest = contest.tafl_rules().expect("a tafl game");
    assert_eq!(write_rules(contest, None).as_deref(), Ok(records[4]));
}
