//! The report's files: page, tables for programs, and what they say about their origin.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use imperial_data::LoadedRules;
use imperial_engine::catalog::Visit;
use imperial_engine::games::tafl::{CornerStop, Goal, RuleSet};
use imperial_engine::{Encode, Side};

use super::Run;
use super::compare::Compared;
use crate::balance::BoardPicture;
use crate::balance::html::{self, Curve, CurvePoint, PageContext, RuleSetNote, StartingBoard};
use crate::describe::sentences;
use crate::files::write_atomically;
use crate::learning::{Course, read_losses};

/// What a report tells beside its figures.
#[derive(Debug)]
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
    /// How the network learned.
    pub curves: Vec<Curve>,
}

/// Writes `balance.csv`, `balance.json`, `story.json`, `provenance.json` and `index.html` into `folder`; the page
/// comes last and says by its presence that the report is whole.
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
    let stories = serde_json::to_string(&compared.stories)?;
    write_atomically(&folder.join("story.json"), stories.as_bytes())?;
    let page = folder.join("index.html");
    let context = origin.into_context(compared);
    let command = ("Command".to_owned(), context.command.clone());
    let facts: BTreeMap<_, _> = context.provenance.iter().cloned().chain([command]).collect();
    let facts = serde_json::to_string_pretty(&facts)? + "\n";
    write_atomically(&folder.join("provenance.json"), facts.as_bytes())?;
    write_atomically(&page, html::page(report, &context).as_bytes())?;
    Ok(page)
}

impl Origin<'_> {
    fn into_context(self, compared: &Compared) -> PageContext {
        PageContext {
            title: self.title.to_owned(),
            intro: vec![intro(self.rules), compared.opening.told()],
            rule_sets: self.rules.iter().filter_map(note).collect(),
            boards: self.boards(),
            stories: compared.stories.clone(),
            curves: self.curves,
            provenance: provenance(self.rules, compared, self.seed),
            command: self.command,
            experiment: self.experiment,
        }
    }

    fn boards(&self) -> Vec<StartingBoard> {
        let board = |rules: &LoadedRules| {
            rules.game.visit(Start { rules, title: title(rules, self.rules) })
        };
        self.rules.iter().filter_map(board).collect()
    }
}

fn intro(rules: &[LoadedRules]) -> String {
    let titles: Vec<_> = rules.iter().map(|one| title(one, rules)).collect();
    format!(
        "Each agent played both sides of {}. The same agent on both sides leaves only the rules \
         and the side to tell the players apart; agents of different strength show whether the \
         balance changes as players improve.",
        titles.join(" and ")
    )
}

/// The title of one of the rule sets; with its name where another one has the same title.
fn title(one: &LoadedRules, all: &[LoadedRules]) -> String {
    let plain = |rules: &LoadedRules| {
        rules.game.tafl_rules().map_or(rules.game.name(), |tafl| tafl.title.as_str()).to_owned()
    };
    let title = plain(one);
    let shared = all.iter().filter(|rules| plain(rules) == title).count() > 1;
    if shared { format!("{title} ({})", one.game.name()) } else { title }
}

fn note(rules: &LoadedRules) -> Option<RuleSetNote> {
    let tafl = rules.game.tafl_rules()?;
    Some(RuleSetNote {
        name: tafl.name.clone(),
        title: tafl.title.clone(),
        source: tafl.source.clone(),
        switches: sentences(tafl).join(" "),
    })
}

/// The starting position as a picture with this title.
struct Start<'a> {
    rules: &'a LoadedRules,
    title: String,
}

impl Visit for Start<'_> {
    type Output = Option<StartingBoard>;

    fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
        let tafl = self.rules.game.tafl_rules()?;
        let first = Side::ALL.into_iter().find(|side| game.first().allows(*side))?;
        let position = game.format_position(&game.start(first));
        let picture = BoardPicture::new(&self.title, &position).ok()?;
        Some(StartingBoard { rules: tafl.name.clone(), picture: marked(picture, tafl) })
    }
}

/// The picture with the squares that the rules single out.
fn marked(picture: BoardPicture, rules: &RuleSet) -> BoardPicture {
    let goals = match rules.goal {
        Goal::Edge | Goal::EdgeHeld => picture.edge(),
        Goal::Corner => picture.corners().to_vec(),
    };
    let picture = picture.with_throne().with_goals(goals);
    match rules.corner_stop {
        CornerStop::King => picture.with_corners(),
        CornerStop::Anyone => picture,
    }
}

/// Everything that the games depend on, by name.
fn provenance(rules: &[LoadedRules], compared: &Compared, seed: u64) -> Vec<(String, String)> {
    let mut facts = vec![
        ("Program".to_owned(), format!("imperial {}", env!("CARGO_PKG_VERSION"))),
        ("Engine".to_owned(), imperial_engine::VERSION.to_owned()),
        ("Data format".to_owned(), imperial_data::FORMAT_VERSION.to_string()),
        ("Seed".to_owned(), seed.to_string()),
        ("Opening".to_owned(), compared.opening.told()),
    ];
    facts.extend(
        rules.iter().map(|rules| (format!("Rules {}", rules.game.name()), rules.hash.clone())),
    );
    let players = compared.players.iter();
    facts.extend(players.map(|(asked, label)| (format!("Player {asked}"), label.clone())));
    facts
}

impl Run {
    /// Writes the report of the whole run.
    pub(super) fn write_report(&self, compared: &Compared) -> anyhow::Result<PathBuf> {
        let origin = Origin {
            title: &self.experiment.title,
            rules: &self.rules,
            seed: self.experiment.seed,
            command: "imperial run --config experiment.toml".to_owned(),
            experiment: toml::to_string_pretty(&self.experiment)?,
            curves: self.curves()?,
        };
        write_report(&self.folder.report(), compared, origin)
    }

    /// The losses of all rounds as one curve.
    fn curves(&self) -> anyhow::Result<Vec<Curve>> {
        let mut points = Vec::new();
        for round in 0..self.experiment.rounds.len() {
            let course = Course::in_folder(&self.folder.learning(round));
            let rows = read_losses(&course.losses)?;
            points.extend(rows.iter().map(|row| CurvePoint {
                step: row.step,
                policy_loss: f64::from(row.policy),
                value_loss: f64::from(row.value),
            }));
        }
        let curve = Curve { name: "network".to_owned(), points };
        Ok(if curve.points.is_empty() { Vec::new() } else { vec![curve] })
    }
}
