//! From folders of games to a dataset.

use std::collections::{BTreeMap, BinaryHeap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use imperial_data::export::{
    ExportError, FoundGame, Gaps, Incomplete, Source, find_sources, for_each_batch,
};
use imperial_data::{
    FreshFolder, LoadedRules, checksums, make_canonical, make_folder, write_whole,
};
use imperial_engine::with_game;

use crate::card;
use crate::croissant;
use crate::games::GAMES;
use crate::ids::{Ids, hexadecimal};
use crate::jobs::Jobs;
use crate::kin::{Ends, Kin};
use crate::manifest::{Manifest, check_origins};
use crate::positions::POSITIONS;
use crate::report::{DatasetReport, ExportedRules};
use crate::rows::{GameRows, Wanted, ids};
use crate::settings::{Maker, Settings};
use crate::split::Split;
use crate::write::{Shards, Tables};

/// The pass that writes takes about so many times as long as one before it, such as that which draws positions: twice
/// for a small sample, five times for all rows of tables, more for tensors.
const WRITING: u64 = 4;

/// Exports the games of `folders` into the folder `out`, which must be new, empty, or that of an export that was
/// stopped.
///
/// Each may be a file of games, or a folder in which and below which every `games.jsonl` counts. Every game is
/// replayed on the way, so a dataset holds true games only. A game that is there twice, with all that identifies
/// it, is taken once. `progress` is told how much is done of how much.
///
/// Tables and tensors depend on the games, on the names of folders below `folders`, and on `settings` alone: not on
/// what `folders` are called, threads or the machine.
///
/// # Errors
/// When a source has no games, a game cannot be read or is not true, no game is left, `out` is not empty, or the file
/// system refuses. Then `out` is left empty.
pub fn export_dataset(
    folders: &[PathBuf],
    out: &Path,
    (settings, maker): (&Settings, &Maker),
    incomplete: Incomplete,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<DatasetReport, ExportError> {
    let sources = find_sources(folders)?;
    let fresh = FreshFolder::begin(out, is_of_dataset)?;
    let fresh = fresh.ok_or_else(|| ExportError::NotEmpty(out.to_owned()))?;
    sources.iter().try_for_each(check_origins)?;
    let jobs: Vec<Jobs> = sources.iter().map(Jobs::of).collect();
    let mut wanted = Wanted {
        filters: &settings.filters,
        lots: None,
        jobs: &jobs,
        tables: !settings.tables.is_empty(),
        tensors: settings.tensors,
    };
    let branched: Vec<Source> =
        sources.iter().filter(|source| jobs[source.number].may_branch(source)).cloned().collect();
    let mut passes = Passes::new(progress, &sources, settings, !branched.is_empty());
    let mut kin = Kin::default();
    if !branched.is_empty() {
        let ends = passes.first(|p| Ends::find(&branched, &jobs, incomplete, p))?;
        kin = passes.first(|p| Kin::find(&ends, (&sources, &jobs), incomplete, p))?;
    }
    if let Some(positions) = settings.sample {
        let last =
            |p: &mut Progress<'_>| last_lot(&sources, incomplete, settings, &wanted, positions, p);
        wanted.lots = Some(passes.first(last)?);
    }
    let mut export = Export::new(out, settings, kin);
    let work = |game: FoundGame<'_>| wanted.rows(game);
    let gaps = passes
        .last(|p| for_each_batch(&sources, incomplete, p, work, |games| export.add(games)))?;
    let report = export.finish(gaps)?;
    let manifest = Manifest::new((settings, maker), folders.len(), &report, &sources, &jobs)?;
    write_words(out, settings, &report, &manifest)?;
    fresh.finish()?;
    Ok(report)
}

/// What is shown how much is done of how much.
type Progress<'a> = dyn FnMut(u64, u64) + 'a;

/// Passes over the games, of which the last one writes, as one piece of work.
struct Passes<'a> {
    progress: &'a mut Progress<'a>,
    /// What the last one counts for.
    bytes: u64,
    /// How many of these there are, and how many are done.
    count: u64,
    done: u64,
}

impl<'a> Passes<'a> {
    fn new(
        progress: &'a mut Progress<'a>,
        sources: &[Source],
        settings: &Settings,
        has_branches: bool,
    ) -> Self {
        let lengths = sources.iter().filter_map(|source| fs::metadata(&source.file).ok());
        let bytes: u64 = lengths.map(|file| file.len()).sum();
        let count = u64::from(settings.sample.is_some()) + if has_branches { 2 } else { 0 };
        Self { progress, bytes, count, done: 0 }
    }

    /// Does one of those before the last one.
    fn first<T>(&mut self, pass: impl FnOnce(&mut Progress<'_>) -> T) -> T {
        let share = self.bytes / WRITING;
        let (before, all) = (self.done * share, self.count * share + self.bytes);
        self.done += 1;
        pass(&mut |done, total| {
            let part = done as f64 / total.max(1) as f64;
            (self.progress)(before + (part * share as f64) as u64, all);
        })
    }

    /// Does the last one.
    fn last<T>(self, pass: impl FnOnce(&mut Progress<'_>) -> T) -> T {
        let before = self.count * (self.bytes / WRITING);
        pass(&mut |done, total| (self.progress)(before + done, before + total))
    }
}

/// Whether an export writes a file, by its path in the dataset.
fn is_of_dataset(file: &Path) -> bool {
    const WORDS: [&str; 4] = [checksums::FILE, "README.md", "dataset.json", "croissant.json"];
    let is_part = || {
        let stem = file.file_stem().and_then(OsStr::to_str).unwrap_or_default();
        let number = Split::ALL.iter().find_map(|split| {
            stem.strip_prefix(split.name()).and_then(|rest| rest.strip_prefix('-'))
        });
        number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
    };
    let is_in = |folder: &str| file.starts_with(folder);
    let is_rule_set = || file.extension().is_some_and(|ending| ending == "toml");
    WORDS.iter().any(|name| file == Path::new(name))
        || ["games", "positions", "tensors"].into_iter().any(is_in) && is_part()
        || is_in("rules") && is_rule_set()
}

/// Writes what explains the data, the checksums last.
fn write_words(
    out: &Path,
    settings: &Settings,
    report: &DatasetReport,
    manifest: &Manifest<'_>,
) -> Result<(), ExportError> {
    let mut sums: BTreeMap<String, String> =
        report.files.iter().map(|file| (file.name.clone(), file.sha256.clone())).collect();
    sums.extend(report.rules.iter().map(|rules| (rules.file.clone(), rules.sha256.clone())));
    let words = [
        ("README.md", card::text(settings, report)),
        ("dataset.json", manifest.text()),
        ("croissant.json", croissant::text(settings, report)),
    ];
    for (name, text) in words {
        sums.insert(name.to_owned(), write_whole(&out.join(name), &text)?);
    }
    Ok(checksums::write(out, &sums)?)
}

/// The lot of the last of so many positions, by the order of their lots.
fn last_lot(
    sources: &[Source],
    incomplete: Incomplete,
    settings: &Settings,
    wanted: &Wanted<'_>,
    positions: u64,
    progress: &mut Progress<'_>,
) -> Result<u64, ExportError> {
    let mut seen = Seen::default();
    let mut lots = BinaryHeap::new();
    let work = |mut game: FoundGame<'_>| {
        if !wanted.takes_game(&game.record) {
            return Ok(None);
        }
        let laws = Arc::clone(&game.rules);
        let ids = with_game!(&laws.game, |laws| make_canonical(laws, &mut game.record)
            .and_then(|()| ids(laws, &game.record)));
        let ids = ids.map_err(|error| game.untrue(error))?;
        let plies = 0..game.record.plies.len();
        let lots = plies.filter(|index| wanted.takes_position(&game.record, *index));
        Ok(Some((ids, lots.map(|index| ids.lot(index)).collect::<Vec<u64>>())))
    };
    let visit = |games: Vec<Option<(Ids, Vec<u64>)>>| {
        for (ids, drawn) in games.into_iter().flatten() {
            if !seen.is_new(ids) || settings.deduplicate && seen.is_duplicate(ids) {
                continue;
            }
            for lot in drawn {
                lots.push(lot);
                if lots.len() as u64 > positions {
                    lots.pop();
                }
            }
        }
        Ok::<_, ExportError>(())
    };
    for_each_batch(sources, incomplete, progress, work, visit)?;
    Ok(lots.pop().unwrap_or(0))
}

/// The games that were there before. A game without a drawn position is none of them unless duplicates are left out,
/// which happens before positions are drawn.
#[derive(Debug, Default)]
struct Seen {
    games: HashSet<u64>,
    plays: HashSet<u64>,
    repeated: u64,
    duplicates: u64,
}

impl Seen {
    fn is_new(&mut self, ids: Ids) -> bool {
        let is_new = self.games.insert(ids.game);
        self.repeated += u64::from(!is_new);
        is_new
    }

    /// Whether a new game has the moves of one before it.
    fn is_duplicate(&mut self, ids: Ids) -> bool {
        let is_duplicate = !self.plays.insert(ids.play);
        self.duplicates += u64::from(is_duplicate);
        is_duplicate
    }
}

/// A dataset that is being written.
struct Export<'a> {
    out: PathBuf,
    settings: &'a Settings,
    games: Tables<crate::games::GameRow>,
    positions: Tables<crate::positions::PositionRow>,
    shards: Shards,
    seen: Seen,
    kin: Kin,
    within: u64,
    rules: BTreeMap<(String, String), (Arc<LoadedRules>, u64, u64)>,
    counts: BTreeMap<Split, (u64, u64)>,
}

impl<'a> Export<'a> {
    fn new(out: &Path, settings: &'a Settings, kin: Kin) -> Self {
        Self {
            out: out.to_owned(),
            settings,
            games: Tables::new(out, "games", &GAMES, &settings.tables),
            positions: Tables::new(out, "positions", &POSITIONS, &settings.tables),
            shards: Shards::new(out),
            seen: Seen::default(),
            kin,
            within: 0,
            rules: BTreeMap::new(),
            counts: BTreeMap::new(),
        }
    }

    /// Writes the rows of some games.
    fn add(&mut self, games: Vec<Option<GameRows>>) -> Result<(), ExportError> {
        let mut tables: BTreeMap<Split, (Vec<_>, Vec<_>)> = BTreeMap::new();
        for mut rows in games.into_iter().flatten() {
            let Settings { sample, deduplicate, .. } = *self.settings;
            let positions = rows.positions.len().max(rows.tensors.len()) as u64;
            let is_drawn = sample.is_none() || positions > 0;
            if !self.seen.is_new(rows.ids) || !is_drawn && !deduplicate {
                continue;
            }
            rows.game.duplicate = self.seen.is_duplicate(rows.ids);
            if !is_drawn || deduplicate && rows.game.duplicate {
                continue;
            }
            let first = self.kin.first(rows.ids.play);
            self.within += u64::from(first != rows.ids.play);
            rows.game.kin_id = hexadecimal(first);
            let split = self.settings.split.split(first);
            self.count(&rows, split, positions);
            let game_id = &rows.game.facts.game_id;
            self.shards.add(split, &rows.rules, game_id, rows.tensors)?;
            let (games, positions) = tables.entry(split).or_default();
            games.push(rows.game);
            positions.extend(rows.positions);
        }
        for (split, (games, positions)) in &tables {
            self.games.add(*split, games)?;
            self.positions.add(*split, positions)?;
        }
        // To free so many texts takes time, which the threads have while the next lines are read.
        rayon::spawn(move || drop(tables));
        Ok(())
    }

    fn count(&mut self, rows: &GameRows, split: Split, positions: u64) {
        let key = (rows.game.record.rules.clone(), rows.rules.hash.clone());
        let of_rules = self.rules.entry(key).or_insert_with(|| (Arc::clone(&rows.rules), 0, 0));
        of_rules.1 += 1;
        of_rules.2 += positions;
        let of_split = self.counts.entry(split).or_default();
        of_split.0 += 1;
        of_split.1 += positions;
    }

    /// Puts tables, tensors and rule sets into place.
    fn finish(self, gaps: Gaps) -> Result<DatasetReport, ExportError> {
        if self.counts.values().all(|(_, positions)| *positions == 0) {
            return Err(ExportError::NothingLeft);
        }
        let mut files = self.games.finish()?;
        files.extend(self.positions.finish()?);
        files.extend(self.shards.finish()?);
        let mut rules = Vec::new();
        make_folder(&self.out.join("rules"))?;
        for ((name, hash), (loaded, games, positions)) in self.rules {
            let file = format!("rules/{name}-{hash}.toml");
            let sha256 = write_whole(&self.out.join(&file), &loaded.text)?;
            rules.push(ExportedRules { name, hash, file, sha256, games, positions, loaded });
        }
        let (counts, within) = (self.counts, self.within);
        let Seen { repeated, duplicates, .. } = self.seen;
        Ok(DatasetReport { counts, rules, files, repeated, duplicates, within, gaps })
    }
}
