//! Games of people, where `scripts/fetch_people.sh` has put them.

use std::path::{Path, PathBuf};

use imperial_data::GameResult::{Attackers, Defenders, Draw};
use imperial_engine::Cause;

use super::common::{Imported, Reading, rules};

/// A file of games, unless nobody has fetched it.
fn fetched(name: &str) -> Option<PathBuf> {
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/people");
    let folder = std::env::var_os("IMPERIAL_PEOPLE").map_or(usual, PathBuf::from);
    Some(folder.join(name)).filter(|file| file.is_file())
}

fn imported(file: PathBuf, rules_name: &str) -> Imported {
    let reading = Reading { agent: Some("people"), ..Reading::by(rules(rules_name)) };
    let folder = tempfile::tempdir().expect("a folder");
    reading.import(folder, &[file]).unwrap_or_else(|error| panic!("{rules_name}: {error}"))
}

#[test]
fn all_recorded_games_of_copenhagen_are_legal() {
    let Some(file) = fetched("copenhagen.csv") else { return };
    let report = imported(file, "copenhagen").report;
    assert_eq!((report.games, report.plies, report.taken), (1752, 87_274, 13_258));
    let unfinished = report.causes[&Cause::Unfinished];
    let won = [Defenders, Attackers, Draw].map(|result| report.results[&result]);
    assert_eq!((won, unfinished), ([960, 754, 7 + 31], 31));
    let ended = |cause| report.causes.get(&cause).copied().unwrap_or(0);
    // 352 games end on the board. In two of them the king escaped after a repetition that the players
    // had passed over, and these are recorded as given.
    assert_eq!((ended(Cause::KingEscaped), ended(Cause::KingCaptured)), (235 - 2, 45));
    assert_eq!((ended(Cause::ExitFort), ended(Cause::Encircled)), (48, 24));
    assert_eq!(report.passed, 11);
}
