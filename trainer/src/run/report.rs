//! The report's files: page, tables for programs, and what they say about their origin.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use imperial_data::LoadedRules;
use imperial_engine::games::tafl::{Camps, CornerStop, RuleSet};
use imperial_engine::{Encode, Side, with_game};

use super::Run;
use super::compare::Compared;
use crate::describe::sentences;
use crate::experiment::LEARNED;
use imperial_data::write_atomically;
use imperial_lab::BoardPicture;
use imperial_lab::html::{self, Curve, NetworkNote, PageContext, RuleSetNote, StartingBoard};
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
            intro: vec![INTRO.to_owned(), compared.opening.clone()],
            rule_sets: self.rules.iter().filter_map(|one| note(one, self.rules)).collect(),
            networks: network_notes(&compared.players),
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
            let tafl = rules.game.tafl_rules()?;
            with_game!(&rules.game, |game| starting_board(game, tafl, &title(rules, self.rules)))
        };
        self.rules.iter().filter_map(board).collect()
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
    } else if name == LEARNED {
        "the network that learned from the games of this run"
    } else {
        "a network from a file of that name"
    }
}

/// `Balance of tafl rule sets`: what a comparison is called that has no title of its own.
pub fn title_of(rules: &[LoadedRules]) -> String {
    let mut families: Vec<&str> =
        rules.iter().map(|rules| with_game!(&rules.game, |game| game.family())).collect();
    families.dedup();
    format!("Balance of {} rule sets", families.join(" and "))
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

/// The starting position as a picture with this title.
fn starting_board(game: &impl Encode, tafl: &RuleSet, title: &str) -> Option<StartingBoard> {
    let first = Side::ALL.into_iter().find(|side| game.first().allows(*side))?;
    let start = game.start(first);
    let picture = BoardPicture::new(title, &game.format_position(&start)).ok()?;
    let special = Special::of(game, &start);
    Some(StartingBoard { rules: tafl.name.clone(), picture: special.marked(picture, tafl) })
}

/// Special squares as the engine tells them to a network, in the order of a [`BoardPicture`].
struct Special {
    goals: Vec<usize>,
    hostile_to_king: Vec<usize>,
}

impl Special {
    fn of<G: Encode>(game: &G, start: &G::Position) -> Self {
        let shape = game.board();
        let mut planes = vec![0.0; game.planes().len() * shape.squares()];
        game.encode(start, &mut planes);
        // Planes begin at the bottom left, pictures at the top left.
        let flipped = |square: usize| {
            (shape.height - 1 - square / shape.width) * shape.width + square % shape.width
        };
        let squares = |name: &str| {
            let place = game.planes().iter().position(|plane| *plane == name);
            let plane = place.and_then(|place| planes.chunks_exact(shape.squares()).nth(place));
            let set = |(square, value): (usize, &f32)| (*value > 0.0).then(|| flipped(square));
            plane.into_iter().flatten().enumerate().filter_map(set).collect()
        };
        Self { goals: squares("goal"), hostile_to_king: squares("hostile to the king") }
    }

    /// The picture with the squares that the rules single out.
    fn marked(self, picture: BoardPicture, rules: &RuleSet) -> BoardPicture {
        // Nothing but throne, corners and camps is hostile.
        let middle = picture.size() * picture.size() / 2;
        let corners = picture.corners();
        let mut camps = self.hostile_to_king;
        camps.retain(|square| {
            rules.camps != Camps::None && *square != middle && !corners.contains(square)
        });
        let picture = picture.with_throne().with_goals(self.goals).with_camps(camps);
        match rules.corner_stop {
            CornerStop::King => picture.with_corners(),
            CornerStop::Anyone => picture,
        }
    }
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
    pub(super) fn write_report(
        &self,
        compared: &Compared,
        curves: Vec<Curve>,
    ) -> anyhow::Result<PathBuf> {
        let origin = Origin {
            title: &self.experiment.title,
            rules: &self.rules,
            seed: self.experiment.seed,
            command: "imperial run --config experiment.toml".to_owned(),
            experiment: toml::to_string_pretty(&self.experiment)?,
            curves,
        };
        write_report(&self.folder.report(), compared, origin)
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog::AnyGame;

    use super::*;

    fn squares(game: &impl Encode) -> (usize, Vec<usize>, Vec<usize>) {
        let first = Side::ALL.into_iter().find(|side| game.first().allows(*side));
        let special = Special::of(game, &game.start(first.expect("a side begins")));
        (game.board().width, special.goals, special.hostile_to_king)
    }

    #[test]
    fn networks_are_told_by_name_and_hash() {
        let player = |asked: &str, label: &str| (asked.to_owned(), label.to_owned());
        let notes = network_notes(&[
            player("network:4@tafl9-1951", "network-4:e261fdbe"),
            player("network:64", "network-64:58934a11 (tafl9-1732-240)"),
            player("puct:8@learned", "puct-8:00112233"),
        ]);
        let told = notes.iter().map(|note| (note.name.as_str(), note.hash.as_str()));
        let expected =
            [("tafl9-1951", "e261fdbe"), ("tafl9-1732-240", "58934a11"), ("learned", "00112233")];
        assert_eq!(told.collect::<Vec<_>>(), expected);
        assert!(notes[0].about.contains("comes with the program"));
        assert!(notes[2].about.contains("games of this run"));
    }

    #[test]
    fn goals_and_camps_are_those_of_the_engine() {
        let of = |name: &str| {
            let game = AnyGame::by_name(name).expect("embedded");
            with_game!(&game, |game| squares(game))
        };
        let (width, goals, _) = of("tablut-linnaeus");
        assert_eq!((width, goals.len()), (9, 32), "the whole edge");
        let (_, goals, hostile) = of("tablut-unibo");
        assert_eq!(goals.len(), 20, "the edge without the camps");
        // d9, counted from the top left, is a camp; a9 is a goal.
        assert!(!goals.contains(&3) && hostile.contains(&3) && goals.contains(&0));
        // e8, the square of a camp that is not on the edge, and e2.
        assert!(hostile.contains(&13) && hostile.contains(&67));
        assert_eq!(of("tablut-corner").1, [72, 80, 0, 8]);
    }
}
