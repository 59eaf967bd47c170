//! The report's files: page, tables for programs, and what they say about their origin.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use imperial_data::LoadedRules;
use imperial_engine::catalog::Visit;
use imperial_engine::Encode;

use super::Run;
use super::compare::{Compared, LEARNED_HERE};
use crate::describe::sentences;
use imperial_data::write_atomically;
use imperial_lab::Board;
use imperial_lab::page::{Curve, CurvePoint, NetworkNote, PageContext, RuleSetNote, page};
use imperial_learn::learning::{Course, read_losses};
use imperial_play::networks;

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

/// Writes `balance.csv`, `balance.json`, `statistics.json`, `provenance.json` and `index.html` into `folder`; the page
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
    let statistics = serde_json::to_string(&compared.statistics)?;
    write_atomically(&folder.join("statistics.json"), statistics.as_bytes())?;
    let index = folder.join("index.html");
    let context = origin.into_context(compared);
    let command = ("Command".to_owned(), context.command.clone());
    let facts: BTreeMap<_, _> = context.provenance.iter().cloned().chain([command]).collect();
    let facts = serde_json::to_string_pretty(&facts)? + "\n";
    write_atomically(&folder.join("provenance.json"), facts.as_bytes())?;
    write_atomically(&index, page(report, &context).as_bytes())?;
    Ok(index)
}

impl Origin<'_> {
    fn into_context(self, compared: &Compared) -> PageContext {
        PageContext {
            title: self.title.to_owned(),
            intro: vec![INTRO.to_owned(), compared.opening.clone()],
            rule_sets: self.rules.iter().filter_map(|one| note(one, self.rules)).collect(),
            networks: network_notes(&compared.players),
            boards: self.rules.iter().map(|rules| Board::start(&rules.game)).collect(),
            statistics: compared.statistics.clone(),
            curves: self.curves,
            provenance: provenance(self.rules, compared, self.seed),
            command: self.command,
            experiment: self.experiment,
        }
    }
}

const INTRO: &str = "Each player played both sides of every rule set. The same player on both sides \
    leaves only the rules and the side to tell them apart; players of different strength show whether \
    the balance changes as players improve.";

/// The networks of the players that have one.
fn network_notes(players: &[(String, String)]) -> Vec<NetworkNote> {
    let note = |(asked, label): &(String, String)| {
        // `network-64:58934a11 (tafl9-1732-240)`, in brackets the network of who names none.
        let (label, usual) = label.split_once(" (").unwrap_or((label, ""));
        let named = asked.split_once('@').map(|(_, name)| name);
        let name = named.unwrap_or(usual.trim_end_matches(')'));
        NetworkNote {
            agent: asked.clone(),
            name: name.to_owned(),
            hash: label.rsplit(':').next().unwrap_or_default().to_owned(),
            about: about(name).to_owned(),
        }
    };
    players.iter().map(note).collect()
}

/// What a network of this name is.
fn about(name: &str) -> &'static str {
    if networks::names().any(|known| known == name) {
        "a network that comes with the program and learned the games from nothing, by playing itself"
    } else if name == LEARNED_HERE {
        "the network that learned from the games of this run"
    } else {
        "a network from a file of that name"
    }
}

/// `Balance of tafl rule sets`: what a comparison is called that has no title of its own.
pub fn title_of(rules: &[LoadedRules]) -> String {
    let mut families: Vec<&str> = rules.iter().map(|rules| rules.game.visit(Family)).collect();
    families.dedup();
    format!("Balance of {} rule sets", families.join(" and "))
}

/// The family of a game.
struct Family;

impl Visit for Family {
    type Output = &'static str;

    fn visit<G: Encode + 'static>(self, game: &G) -> Self::Output {
        game.family()
    }
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

fn note(rules: &LoadedRules, all: &[LoadedRules]) -> Option<RuleSetNote> {
    let tafl = rules.game.tafl_rules()?;
    Some(RuleSetNote {
        name: tafl.name.clone(),
        title: title(rules, all),
        source: tafl.source.clone(),
        switches: sentences(tafl).join(" "),
    })
}

/// Everything that the games depend on, by name.
fn provenance(rules: &[LoadedRules], compared: &Compared, seed: u64) -> Vec<(String, String)> {
    let mut facts = vec![
        ("Program".to_owned(), format!("imperial {}", env!("CARGO_PKG_VERSION"))),
        ("Engine".to_owned(), imperial_engine::VERSION.to_owned()),
        ("Data format".to_owned(), imperial_data::FORMAT_VERSION.to_string()),
        ("Seed".to_owned(), seed.to_string()),
        ("Opening".to_owned(), compared.opening.clone()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_told_by_name_and_hash() {
        let player = |asked: &str, label: &str| (asked.to_owned(), label.to_owned());
        let notes = network_notes(&[
            player("network:4@tafl9-1951", "network-4:e261fdbe"),
            player("network:64", "network-64:58934a11 (tafl9-1732-240)"),
            player("puct:8", "puct-8:00112233 (learned by this run)"),
        ]);
        let told = notes.iter().map(|note| (note.name.as_str(), note.hash.as_str()));
        let expected = [
            ("tafl9-1951", "e261fdbe"),
            ("tafl9-1732-240", "58934a11"),
            ("learned by this run", "00112233"),
        ];
        assert_eq!(told.collect::<Vec<_>>(), expected);
        assert!(notes[0].about.contains("comes with the program"));
        assert!(notes[2].about.contains("games of this run"));
    }
}
