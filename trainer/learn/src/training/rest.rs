//! What the network of a training knows of a rule set, as the training's own folder tells.
//!
//! A balance has come to rest where the last third of the generations is shown to differ from the third before it by
//! less than [`REST`]. That is less than proof: trainings have stood still for forty generations and then moved.

use std::path::{Path, PathBuf};

use imperial_data::{Damaged, LoadedRules, find_files};
use imperial_play::networks::boards::Board;
use imperial_stats::{Confidence, Estimate, Knowledge, Sample, difference};

use super::metrics::SideRow;
use imperial_play::table;

/// The attackers' score of a balance that rests moves by less than this, as a share.
const REST: f64 = 0.1;
/// Fewest generations of each third.
const FEWEST: u32 = 4;

/// The folder of the training that made the network in `file`: `file` itself, the folder of its name, or the one that
/// it lies in. `None` where none of them is a training's.
pub fn training_of(file: &Path) -> Option<PathBuf> {
    let folders =
        [Some(file.to_owned()), Some(file.with_extension("")), file.parent().map(Path::to_owned)];
    folders.into_iter().flatten().find(|folder| folder.join("training.toml").is_file())
}

/// What the network of the training in `folder` knows of a rule set, whatever that is called.
///
/// # Errors
/// When a file of the folder cannot be read.
pub fn knowledge_of_training(folder: &Path, rules: &LoadedRules) -> anyhow::Result<Knowledge> {
    let taught = taught(folder)?;
    let same_text = taught.iter().find(|known| known.hash == rules.hash);
    let same = || taught.iter().find(|known| !known.game.has_other_laws(&rules.game));
    if let Some(known) = same_text.or_else(same) {
        let rows: Vec<SideRow> = table::read(&folder.join("sides.csv"))?;
        let rests = rests(&rows, known.game.name());
        return Ok(if rests { Knowledge::Settled } else { Knowledge::Moving });
    }
    let board = Board::of(&rules.game);
    let same_board = taught.iter().any(|known| Board::of(&known.game) == board);
    Ok(if same_board { Knowledge::Board } else { Knowledge::Nothing })
}

/// The rule sets that a training learned.
fn taught(folder: &Path) -> anyhow::Result<Vec<LoadedRules>> {
    let is_rules = |path: &Path| path.extension().is_some_and(|end| end == "toml");
    let files = find_files(&folder.join("rules"), is_rules)?;
    let load = |file: &PathBuf| {
        Damaged::check_file(file)?;
        Ok(LoadedRules::kept(file)?)
    };
    files.iter().map(load).collect()
}

/// Whether the balance under a rule set has come to rest.
fn rests(rows: &[SideRow], rules: &str) -> bool {
    let Some(last) = rows.iter().map(|row| row.generation).max() else { return false };
    let third = last / 3;
    let of = |from: u32, to: u32| -> Option<Estimate> {
        let is_in =
            |row: &&SideRow| row.rules == rules && (from + 1..=to).contains(&row.generation);
        let own = || rows.iter().filter(is_in);
        let count = |of: fn(&SideRow) -> u64| own().map(of).sum::<u64>() as usize;
        let scores = [
            (1.0, count(|row| row.attackers)),
            (0.5, count(|row| row.draws)),
            (0.0, count(|row| row.defenders)),
        ];
        let scores = scores.into_iter().flat_map(|(score, n)| std::iter::repeat_n(score, n));
        Sample::new(scores)?.score(Confidence::P95)
    };
    if third < FEWEST {
        return false;
    }
    let [Some(late), Some(before)] = [of(last - third, last), of(last - 2 * third, last - third)]
    else {
        return false;
    };
    let moved = difference(late, before);
    moved.low > -REST && moved.high < REST
}

#[cfg(test)]
mod tests {
    use std::fs;

    use imperial_data::keep_rules;

    use super::*;

    /// So many wins of the attackers of 80 games in each generation.
    fn rows(wins: impl IntoIterator<Item = u64>) -> Vec<SideRow> {
        let row = |(generation, attackers)| SideRow {
            generation,
            rules: "brandubh".to_owned(),
            attackers,
            draws: 0,
            defenders: 80 - attackers,
            plies: 1600,
        };
        (1..).zip(wins).map(row).collect()
    }

    #[test]
    fn a_balance_rests_where_games_show_that_it_hardly_moves() {
        assert!(rests(&rows([40; 24]), "brandubh"));
        assert!(!rests(&rows([40; 9]), "brandubh"), "too few generations");
        assert!(!rests(&rows((0..24).map(|at| 20 + at)), "brandubh"), "it moves");
        let few =
            rows([40; 12]).into_iter().map(|row| SideRow { attackers: 5, defenders: 5, ..row });
        assert!(!rests(&few.collect::<Vec<_>>(), "brandubh"), "too few games show nothing");
        assert!(!rests(&rows([40; 24]), "ard-ri") && !rests(&[], "brandubh"));
    }

    #[test]
    fn a_folder_says_what_its_network_knows() {
        let folder = tempfile::tempdir().expect("a folder");
        let load = |name: &str| imperial_data::load_rules(name).expect("embedded");
        let (taught, other, large) = (load("brandubh"), load("ard-ri"), load("copenhagen"));
        let root = folder.path().join("mine");
        keep_rules(&root, [&taught]).expect("kept");
        let known = |rules: &LoadedRules| knowledge_of_training(&root, rules).expect("readable");
        assert_eq!(known(&taught), Knowledge::Moving, "a training that has hardly begun");
        table::write(&root.join("sides.csv"), &rows([40; 24])).expect("written");
        assert_eq!(known(&taught), Knowledge::Settled);
        assert_eq!(known(&other), Knowledge::Board);
        assert_eq!(known(&large), Knowledge::Nothing);
        let text = taught.text.replace("name = \"brandubh\"", "name = \"mine\"");
        assert_eq!(known(&LoadedRules::of_text(text).expect("valid")), Knowledge::Settled);

        let hunt = folder.path().join("hunt");
        keep_rules(&hunt, [&load("fox-and-geese")]).expect("kept");
        let known = |name| knowledge_of_training(&hunt, &load(name)).expect("readable");
        assert_eq!(known("fox-and-geese"), Knowledge::Moving);
        assert_eq!(known("halatafl"), Knowledge::Board, "the same points and lines");
        assert_eq!(known("fox-and-geese-zorya"), Knowledge::Nothing, "further lines");

        fs::write(root.join("training.toml"), "").expect("written");
        assert_eq!(training_of(&folder.path().join("mine.net")), Some(root.clone()));
        assert_eq!(training_of(&root.join("network.net")), Some(root.clone()));
        assert_eq!(training_of(&folder.path().join("other.net")), None);
    }
}
