//! The report's files: page, tables for programs, and what they say about their origin.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use imperial_data::{
    Damaged, LoadedRules, check_replaceable, sha256, was_written, write_atomically,
};
use imperial_engine::{Encode as _, with_game};

use super::Run;
use super::compared::Compared;
use imperial_describe::laws as sentences;
use imperial_lab::page::{CurveFigure, PageContext, RuleSetNote, page};
use imperial_lab::{BalanceReport, Board, OPENING, RECORDED, figure_files, listed, thousands};
use imperial_play::tell;

/// What a report tells beside its figures.
#[derive(Debug, Default)]
pub struct Origin<'a> {
    /// Headline.
    pub title: &'a str,
    /// The rule sets compared.
    pub rules: &'a [LoadedRules],
    /// Seed of everything.
    pub seed: u64,
    /// The command that makes the report again.
    pub command: String,
    /// The experiment as TOML; empty where there was none.
    pub experiment: String,
    /// How the network that the run trained has learned.
    pub learning: Vec<CurveFigure>,
    /// Folder for the pictures as files; `None` where nobody wants them.
    pub figures: Option<&'a Path>,
}

/// Writes `balance.csv`, `balance.json`, `statistics.json`, `provenance.json` and `index.html` into `folder`, and the
/// pictures into theirs; the page comes last and says by its presence that the report is whole.
///
/// # Errors
/// When the file system refuses.
pub fn write_report(
    folder: &Path,
    compared: &Compared,
    origin: Origin<'_>,
) -> anyhow::Result<PathBuf> {
    let report = &compared.report;
    write_atomically(&folder.join("balance.csv"), &report.to_csv()?)?;
    write_atomically(&folder.join("balance.json"), report.to_json()?.as_bytes())?;
    for (name, table) in report.more_tables()? {
        write_atomically(&folder.join(name), &table)?;
    }
    let statistics = serde_json::to_string(&compared.statistics)?;
    write_atomically(&folder.join("statistics.json"), statistics.as_bytes())?;
    let index = folder.join("index.html");
    let figures = origin.figures;
    let context = origin.into_context(compared);
    let command = ("Command".to_owned(), context.command.clone());
    let facts: BTreeMap<_, _> = context.provenance.iter().cloned().chain([command]).collect();
    let facts = serde_json::to_string_pretty(&facts)? + "\n";
    write_atomically(&folder.join("provenance.json"), facts.as_bytes())?;
    figures.map_or(Ok(()), |folder| write_figures(folder, report, &context))?;
    write_atomically(&index, page(report, &context).as_bytes())?;
    Ok(index)
}

/// What stands near the beginning of every `balance.json`.
const REPORT_MARK: &str = "\"rule_sets\"";

/// Refuses a `folder` in which `report` would take the place of files of others.
///
/// # Errors
/// Names the first of them; or the file system refuses.
pub fn check_place(folder: &Path, report: &BalanceReport) -> anyhow::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    // A table that has changed is no file of others.
    Damaged::check(folder)?;
    let file = folder.join("balance.json");
    check_replaceable(&file, REPORT_MARK)?;
    if file.exists() {
        // The rest of that report lies beside it.
        return Ok(());
    }
    let tables = report.more_tables()?.into_iter().map(|(name, _)| name);
    let names = ["balance.csv", "statistics.json", "provenance.json", "index.html"];
    for path in names.into_iter().chain(tables).map(|name| folder.join(name)) {
        let is_own = fs::read(&path).is_ok_and(|content| was_written(&path, &content));
        if !is_own {
            check_replaceable(&path, REPORT_MARK)?;
        }
    }
    Ok(())
}

/// Writes every picture of the page as SVG and as PNG into `folder`.
fn write_figures(
    folder: &Path,
    report: &BalanceReport,
    context: &PageContext,
) -> anyhow::Result<()> {
    let files = figure_files(report, context);
    for file in &files {
        let path = |end: &str| folder.join(format!("{}.{end}", file.name));
        write_atomically(&path("svg"), file.svg().as_bytes())?;
        write_atomically(&path("png"), &file.png()?)?;
    }
    tell!("pictures: {} in {}", thousands(files.len() as u64), folder.display());
    Ok(())
}

impl Origin<'_> {
    fn into_context(self, compared: &Compared) -> PageContext {
        let provenance = provenance(&self, compared);
        let recorded = compared.opening.is_none();
        PageContext {
            title: self.title.to_owned(),
            intro: vec![if recorded { RECORDED_INTRO } else { INTRO }.to_owned(), compared.words()],
            rule_sets: self.rules.iter().filter_map(|one| note(one, self.rules)).collect(),
            networks: compared.networks.clone(),
            boards: self.rules.iter().map(|rules| Board::start(&rules.game)).collect(),
            statistics: compared.statistics.clone(),
            learning: self.learning,
            provenance,
            command: self.command,
            recorded,
            experiment: self.experiment,
        }
    }
}

const INTRO: &str = "Each agent of the program played both sides of every rule set. With the same agent on both sides, \
    only the rules and the side differ. Agents of different strength show whether the balance changes with \
    playing strength.";

const RECORDED_INTRO: &str = "In each of these games one agent, or players under one name, had both sides. With the \
    same agent on both sides, only the rules and the side differ. Not every agent need have played every rule set.";

/// `Balance of tafl rule sets`: what a comparison is called that has no title of its own.
pub fn title_of(rules: &[LoadedRules]) -> String {
    let mut families = Vec::new();
    for rules in rules {
        let family = with_game!(&rules.game, |game| game.family());
        if !families.contains(&family) {
            families.push(family);
        }
    }
    format!("Balance of {} rule sets", listed(families))
}

/// The title of one of the rule sets; with its name where another one has the same title.
fn title(one: &LoadedRules, all: &[LoadedRules]) -> String {
    let plain = |rules: &LoadedRules| match rules.game.laws() {
        Some(_) => rules.game.title().to_owned(),
        None => rules.game.name().to_owned(),
    };
    let title = plain(one);
    let shared = all.iter().filter(|rules| plain(rules) == title).count() > 1;
    if shared { format!("{title} ({})", one.game.name()) } else { title }
}

/// Which of the rule sets have something that their source does not have, a line each.
pub fn additions(rules: &[LoadedRules]) -> String {
    let line = |rules: &LoadedRules| {
        let additions = rules.game.laws()?.additions()?;
        Some(format!("{}: {additions}\n", rules.game.name()))
    };
    let lines: String = rules.iter().filter_map(line).collect();
    if lines.is_empty() { lines } else { format!("Not in the sources:\n{lines}") }
}

fn note(rules: &LoadedRules, all: &[LoadedRules]) -> Option<RuleSetNote> {
    let laws = rules.game.laws()?;
    Some(RuleSetNote {
        name: rules.game.name().to_owned(),
        title: title(rules, all),
        source: laws.origin(),
        switches: sentences(&rules.game).join(" "),
    })
}

/// Everything that the games depend on, by name.
fn provenance(origin: &Origin<'_>, compared: &Compared) -> Vec<(String, String)> {
    let mut facts = vec![
        ("Program".to_owned(), format!("imperial {}", env!("CARGO_PKG_VERSION"))),
        ("Engine".to_owned(), imperial_engine::VERSION.to_owned()),
        ("Data format".to_owned(), imperial_data::FORMAT_VERSION.to_string()),
        ("Seed".to_owned(), origin.seed.to_string()),
    ];
    facts.extend(compared.opening.iter().flat_map(|opening| {
        let plies = [opening.random_plies, opening.sampled_plies];
        OPENING.into_iter().zip(plies).map(|(name, plies)| (name.to_owned(), plies.to_string()))
    }));
    facts.extend(
        origin.rules.iter().map(|one| (format!("Rules {}", one.game.name()), one.hash.clone())),
    );
    if !origin.experiment.is_empty() {
        facts.push(("Experiment".to_owned(), sha256(&origin.experiment)));
    }
    // A level may play with several, one after the other.
    facts.extend(compared.networks.chunk_by(|a, b| a.agent == b.agent).map(|notes| {
        let names: Vec<_> =
            notes.iter().map(|note| format!("{} {}", note.name, note.hash)).collect();
        (format!("Network of {}", notes[0].agent), names.join(", "))
    }));
    let recorded = compared.recorded.files.iter();
    facts.extend(recorded.map(|(file, hash)| (format!("{RECORDED}{file}"), hash.clone())));
    facts
}

impl Run {
    /// Writes the report of the whole run.
    pub(super) fn write_report(
        &self,
        compared: &Compared,
        learning: Vec<CurveFigure>,
    ) -> anyhow::Result<PathBuf> {
        let origin = Origin {
            title: &self.experiment.title,
            rules: &self.rules,
            seed: self.experiment.seed,
            command: "imperial run --config experiment.toml".to_owned(),
            experiment: toml::to_string_pretty(&self.experiment)?,
            learning,
            figures: self.figures.as_deref(),
        };
        write_report(&self.folder.report(), compared, origin)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_lab::{Material, Options};

    #[test]
    fn a_report_replaces_a_report_and_nothing_else() {
        let root = tempfile::tempdir().expect("a folder");
        let report = BalanceReport::of(Material::default(), &Options::default());
        let folder = root.path().join("site");
        check_place(&folder, &report).expect("nothing is there");
        assert!(!folder.exists());
        fs::create_dir(&folder).expect("a folder");
        for name in ["index.html", "balance.csv", "balance.json"] {
            fs::write(folder.join(name), "of others").expect("written");
            let refused = check_place(&folder, &report).expect_err(name).to_string();
            assert!(refused.contains(name) && refused.contains("would be lost"), "{refused}");
            fs::remove_file(folder.join(name)).expect("removed");
        }
        // Reports of versions that kept no manifest.
        fs::write(folder.join("balance.json"), report.to_json().expect("JSON")).expect("written");
        fs::write(folder.join("index.html"), "old").expect("written");
        check_place(&folder, &report).expect("a report");
    }
}
