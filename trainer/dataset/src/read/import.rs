//! From a dataset to folders of games, as self-play writes them.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use imperial_data::{
    FreshFolder, GameLog, GameRecord, Job, LoadedRules, PlyRecord, canonical_ply, find_files,
    keep_rules, make_folder, replay,
};
use imperial_engine::{Game, with_game};
use rayon::prelude::*;

use super::claims::CLAIMED_COLUMNS;
use super::error::DatasetError;
use super::files::files;
use super::games::{GAME_COLUMNS, Games, POSITION_COLUMNS, SourcedGame};
use super::packed::PackedRow;
use super::row::Columns;
use super::table::for_each_row;
use crate::split::Split;

/// What was imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImportedDataset {
    /// Games.
    pub games: u64,
    /// Their plies.
    pub plies: u64,
}

/// Whether a folder is that of a dataset, whatever formats it has.
pub fn is_dataset(folder: &Path) -> bool {
    folder.join("dataset.json").is_file()
}

/// Imports the tables of a dataset, also where somebody has edited them, as folders of games below `out`, which must
/// be new or empty. Every game is replayed; keys are not compared, so games may be changed or new.
///
/// Parquet is read where there is some, else CSV; where there are both, they must be those that were exported. All rows
/// are in memory at once, as texts. With `only` the other splits are left out: a split is that in the
/// name of a file, and files without one are to learn from.
///
/// # Errors
/// When a file cannot be read, or a row is wrong or contradicts its game, with its place; when a game is not true by the
/// rules in the dataset; when `out` is not empty. Then nothing is left in `out`.
pub fn import_dataset(
    dataset: &Path,
    out: &Path,
    only: Option<Split>,
) -> Result<ImportedDataset, DatasetError> {
    // Before much is read.
    if FreshFolder::is_taken(out).is_ok_and(|taken| taken) {
        return Err(DatasetError::NotEmpty(out.to_owned()));
    }
    let mut games = Games::default();
    let is_wanted = |file: &PathBuf| only.is_none_or(|split| Split::of_file(file) == split);
    for file in files(dataset, "games")?.into_iter().filter(is_wanted) {
        for_each_row(&file, (&GAME_COLUMNS, &[]), &mut |_, cells, _| games.add_game(cells))?;
    }
    for file in files(dataset, "positions")?.into_iter().filter(is_wanted) {
        let path: Arc<Path> = file.as_path().into();
        let columns: Columns<'_> = (&POSITION_COLUMNS, &CLAIMED_COLUMNS);
        for_each_row(&file, columns, &mut |row, cells, claimed| {
            games.add_position((&path, row), cells, claimed)
        })?;
    }
    let rules = rules_of(dataset)?;
    let mut folders: BTreeMap<(PathBuf, u64), Vec<(String, SourcedGame)>> = BTreeMap::new();
    for (id, game) in games.games {
        let of_folder = (place(&id, &game.source)?, game.record.seed);
        folders.entry(of_folder).or_default().push((id, game));
    }
    let fresh =
        FreshFolder::of_games(out)?.ok_or_else(|| DatasetError::NotEmpty(out.to_owned()))?;
    let mut imported = ImportedDataset::default();
    let places: Vec<PathBuf> = folders.keys().map(|(place, _)| place.clone()).collect();
    for ((place, seed), mut games) in folders {
        // Games of several seeds come from several jobs, which have a folder each.
        let is_mixed = places.iter().filter(|other| **other == place).count() > 1;
        let folder = out.join(&place);
        let folder = if is_mixed { folder.join(format!("seed-{seed}")) } else { folder };
        games.sort_by(|(id, a), (other, b)| (a.record.game, id).cmp(&(b.record.game, other)));
        imported.games += games.len() as u64;
        imported.plies += games.iter().map(|(_, game)| game.rows.len() as u64).sum::<u64>();
        write(&folder, seed, games, &rules)?;
    }
    fresh.finish()?;
    Ok(imported)
}

/// The folder of games below that of an import.
fn place(id: &str, source: &str) -> Result<PathBuf, DatasetError> {
    let place = Path::new(source);
    let is_below = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if !place.components().all(is_below) {
        return Err(DatasetError::Place { id: id.to_owned(), place: source.to_owned() });
    }
    // `out/.` cannot be made.
    Ok(place.components().filter(|part| *part != Component::CurDir).collect())
}

type Rules = BTreeMap<(String, String), LoadedRules>;

/// The rule sets of a dataset, by name and hash.
fn rules_of(dataset: &Path) -> Result<Rules, DatasetError> {
    let is_rules = |path: &Path| path.extension().is_some_and(|ending| ending == "toml");
    let mut rules = Rules::new();
    for path in find_files(&dataset.join("rules"), is_rules)? {
        let loaded = LoadedRules::kept(&path)?;
        rules.insert((loaded.game.name().to_owned(), loaded.hash.clone()), loaded);
    }
    Ok(rules)
}

/// The rules of a game.
fn rules_of_game<'a>(
    rules: &'a Rules,
    (id, game): &(String, SourcedGame),
) -> Result<&'a LoadedRules, DatasetError> {
    let GameRecord { rules: name, rules_hash: hash, .. } = &game.record;
    rules.get(&(name.clone(), hash.clone())).ok_or_else(|| {
        let (name, hash) = (name.clone(), hash.clone());
        DatasetError::NoRules { id: id.clone(), name, hash }
    })
}

/// The record of a game, which is true.
fn true_record(
    rules: &LoadedRules,
    id: String,
    mut game: SourcedGame,
) -> Result<GameRecord, DatasetError> {
    game.record.plies = game.plies()?;
    let SourcedGame { mut record, rows, .. } = game;
    let usual = with_game!(&rules.game, |game| game.format_position(&game.start(record.first)));
    record.start = record.start.filter(|start| *start != usual);
    record.plies = with_game!(&rules.game, |game| true_plies(game, &record, &rows, id))?;
    Ok(record)
}

/// The plies of a game that is true, with moves as the game writes them, so that games of the same moves stay the same.
fn true_plies<G: Game>(
    game: &G,
    record: &GameRecord,
    rows: &[Option<PackedRow>],
    id: String,
) -> Result<Vec<PlyRecord>, DatasetError> {
    let mut plies = Vec::with_capacity(record.plies.len());
    let mut flaw = None;
    let replayed = replay(game, record, |step| {
        if let (Some(row), None) = (&rows[step.index], &flaw) {
            flaw = row.claim().flaw(game, &step, record.result).map(|reason| row.wrong(reason));
        }
        plies.push(canonical_ply(game, &step));
    });
    match (replayed, flaw) {
        (Err(error), _) => Err(DatasetError::Record { id, error: Box::new(error) }),
        (Ok(_), Some(flaw)) => Err(flaw),
        (Ok(_), None) => Ok(plies),
    }
}

/// Games that are replayed together.
const TOGETHER: usize = 64;

/// Writes a finished log with the rules of its games, which are replayed on the way.
fn write(
    folder: &Path,
    seed: u64,
    games: Vec<(String, SourcedGame)>,
    rules: &Rules,
) -> Result<(), DatasetError> {
    let mut used: BTreeMap<(&str, &str), &LoadedRules> = BTreeMap::new();
    for game in &games {
        let loaded = rules_of_game(rules, game)?;
        used.insert((loaded.game.name(), &loaded.hash), loaded);
    }
    make_folder(folder)?;
    let mut job = Job::new(seed);
    for ((name, _), loaded) in &used {
        keep_rules(folder, [*loaded])?;
        job = job.with_rules(name, &loaded.text);
    }
    let (log, _) = GameLog::open(&folder.join("games.jsonl"), job)?;
    let mut rest = games.into_iter();
    while !rest.as_slice().is_empty() {
        let some: Vec<_> = rest.by_ref().take(TOGETHER).collect();
        let records = some.into_par_iter().map(|game| {
            let loaded = rules_of_game(rules, &game)?;
            true_record(loaded, game.0, game.1)
        });
        for record in records.collect::<Vec<_>>() {
            log.append(&record?)?;
        }
    }
    log.finish()?;
    Ok(())
}
