//! Folders of our games as files of OpenTafl.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::write_game::write_game;
use super::write_rules::write_rules;
use crate::checksums;
use crate::export::sources::refuse_same_labels;
use crate::export::walk::{FoundGame, for_each_batch};
use crate::export::{ExportError, Gaps, Incomplete, find_sources, prepare};
use crate::files::{folder_of, make_folder, sha256, write_quickly};
use crate::rulebook::LoadedRules;

/// What was exported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpenTaflExport {
    /// Games written.
    pub games: u64,
    /// Games that OpenTafl could not read, with the reason.
    pub refused: Vec<RefusedGame>,
    /// What the files lack.
    pub gaps: Gaps,
}

/// A game that was not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedGame {
    /// Its file.
    pub file: PathBuf,
    /// Its line.
    pub line: usize,
    /// Why.
    pub reason: String,
}

/// Exports the games of `sources` into the folder `out`, which must be new or empty: one `.otg` for
/// each game, in folders called like those of the sources; `rules/NAME-HASH.otn` for each rule set;
/// and, written last, `SHA256SUMS`.
///
/// A source is a file of games, or a folder in which and below which every `games.jsonl` counts.
/// Every game is replayed on the way. `progress` is told the bytes of games read and the bytes that
/// there are.
///
/// # Errors
/// Those of [`for_each_batch`]; when a game is not true, two sources would be called alike, `out` is not empty or the
/// file system refuses. A game that OpenTafl could not read is reported, and an error where there is no other.
pub fn export_opentafl(
    sources: &[PathBuf],
    out: &Path,
    incomplete: Incomplete,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<OpenTaflExport, ExportError> {
    let sources = find_sources(sources)?;
    refuse_same_labels(&sources)?;
    let fresh = prepare(out)?;
    let mut export = Export { out, sums: BTreeMap::new(), report: OpenTaflExport::default() };
    let gaps = for_each_batch(&sources, incomplete, progress, Ok, |games: Vec<FoundGame<'_>>| {
        games.iter().try_for_each(|game| export.add(game))
    })?;
    export.report.gaps = gaps;
    if let (0, Some(game)) = (export.report.games, export.report.refused.first()) {
        let (games, reason) = (export.report.refused.len(), game.reason.clone());
        return Err(ExportError::NothingForOpenTafl { games, reason });
    }
    checksums::write(out, &export.sums)?;
    fresh.finish()?;
    Ok(export.report)
}

/// An export that is being written.
struct Export<'a> {
    out: &'a Path,
    /// SHA-256 by the name of the file in the export.
    sums: BTreeMap<String, String>,
    report: OpenTaflExport,
}

impl Export<'_> {
    fn add(&mut self, game: &FoundGame<'_>) -> Result<(), ExportError> {
        use super::write_game::WriteGameError as Why;
        let label = &game.source.label;
        match write_game(label, &game.record, &game.rules.game) {
            Ok(text) => {
                self.write(format!("{label}/{:06}.otg", game.record.game), &text)?;
                self.report.games += 1;
                self.add_rules(&game.rules)
            }
            Err(Why::Record(error)) => Err(game.untrue(error)),
            Err(why @ (Why::NotTafl(_) | Why::Rules(_) | Why::Captures { .. })) => {
                let (file, line, reason) = (game.source.file.clone(), game.line, why.to_string());
                self.report.refused.push(RefusedGame { file, line, reason });
                Ok(())
            }
        }
    }

    /// Writes the rules record of a rule set, once.
    fn add_rules(&mut self, rules: &LoadedRules) -> Result<(), ExportError> {
        let name = format!("rules/{}-{}.otn", rules.game.name(), rules.hash);
        let record = rules.game.tafl_rules().and_then(|rules| write_rules(rules, None).ok());
        match record {
            Some(record) if !self.sums.contains_key(&name) => self.write(name, &(record + "\n")),
            _ => Ok(()),
        }
    }

    /// Writes a file. Not synced one by one: there may be very many, and without `SHA256SUMS` the
    /// export is not complete.
    fn write(&mut self, name: String, text: &str) -> Result<(), ExportError> {
        let path = self.out.join(&name);
        let folder = folder_of(&path);
        make_folder(folder)?;
        write_quickly(&path, text)?;
        self.sums.insert(name, sha256(text));
        Ok(())
    }
}
