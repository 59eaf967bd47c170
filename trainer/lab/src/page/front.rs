//! The frame of the page: its head, what was compared, how to repeat it.

use maud::{Markup, html};

use super::blocks::Blocks;
use super::boards::{Boards, Shown, legend};
use super::context::NetworkNote;
use super::facts::Facts;
use super::html::{folded, prose};
use super::table::Table;
use crate::grouped::grouped;
use crate::text::{listed, thousands};
use crate::{AgentLabel, BalanceReport, Board, fairness, strength};

pub(crate) fn header(facts: &Facts) -> Markup {
    let report = facts.report;
    let noun = |number, one, many| if number == 1 { one } else { many };
    let (rules, agents) = (report.rule_sets.len(), report.agents.len());
    let numbers = [
        (thousands(report.games()), noun(report.games() as usize, "game", "games")),
        (rules.to_string(), noun(rules, "rule set", "rule sets")),
        (agents.to_string(), noun(agents, "agent", "agents")),
        (report.options.confidence.label(), "intervals"),
    ];
    heading("A report on balance", &facts.context.title, &html! {}, &numbers)
}

/// What stands above the contents of a page; `numbers` with what they count.
pub(crate) fn heading<T: maud::Render>(
    kicker: &str,
    title: &str,
    intro: &Markup,
    numbers: &[(String, T)],
) -> Markup {
    html! {
        header {
            p.kicker { (kicker) }
            h1 { (title) }
            (intro)
            ul.facts { @for (number, noun) in numbers { li { b { (number) } " " (noun) } } }
        }
    }
}

pub(crate) fn compared(facts: &Facts) -> Blocks {
    let context = facts.context;
    let mut rule_sets = Table::prose("Rule sets", &["title", "name", "source"]);
    let mut laws = Table::prose("The rules of each in words", &["title", "rules"]);
    for note in &context.rule_sets {
        rule_sets.row("", [&note.title, &note.name, &note.source].map(Clone::clone));
        laws.row("", [&note.title, &note.switches].map(Clone::clone));
    }
    let starts = starts(facts);
    let words = html! { p.small { (legend(&starts)) } };
    let boards = match starts.is_empty() {
        true => Blocks::default(),
        false => Boards { id: "start".to_owned(), class: "maps alike", all: starts }.into(),
    };
    let boards = if boards.is_empty() { boards } else { boards.and(words) };
    Blocks::from(html! {
        @for text in &context.intro { p { (prose(text)) } }
        (rule_sets)
        (laws)
    })
    .and(boards.folded("The starting positions"))
    .and(html! { (agents(facts)) })
}

/// The starting positions; those that look alike are drawn once.
fn starts(facts: &Facts) -> Vec<Shown> {
    let alike = grouped(&facts.context.boards, |a, b| a.looks_like(b));
    let title = |board: &&Board| facts.title(&board.rules).to_owned();
    let shown = |boards: Vec<&Board>| Shown {
        name: "starting-position".to_owned(),
        title: listed(boards.iter().map(title)),
        question: "How do the pieces stand at the start?".to_owned(),
        note: String::new(),
        board: boards[0].clone(),
        rules: boards.iter().map(|board| (board.rules.clone(), title(board))).collect(),
        games: 0,
    };
    alike.into_iter().map(shown).collect()
}

fn agents(facts: &Facts) -> Markup {
    let networks = &facts.context.networks;
    let mut table =
        Table::prose("Agents, weakest first", &["name", "what it is", "network (hash)"]);
    let note = |agent: &AgentLabel| networks.iter().find(|note| note.agent == agent.name);
    for agent in &facts.report.agents {
        let network = note(agent).map(|note| format!("{} ({})", note.name, note.hash));
        let network = network.unwrap_or_else(|| "–".to_owned());
        table.row("", [agent.name.clone(), agent.description.clone(), network]);
    }
    // Those of best responses and of what they learned to beat play beside the agents.
    let is_beside =
        |note: &&NetworkNote| facts.report.agents.iter().all(|agent| agent.name != note.agent);
    let notes = facts.report.agents.iter().filter_map(note);
    let notes = notes.chain(networks.iter().filter(is_beside));
    let mut about: Vec<_> = notes.map(|note| (&note.name, &note.about)).collect();
    about.sort_unstable();
    about.dedup();
    html! {
        (table)
        @for (name, about) in about { p.small { (name) ": " (prose(about)) "." } }
    }
}

pub(crate) fn provenance(facts: &Facts) -> Blocks {
    let context = facts.context;
    let mut table = Table::prose("Versions and seeds", &["what", "value"]);
    for (name, value) in &context.provenance {
        table.row("", [name.clone(), value.clone()]);
    }
    for (what, number) in drawn(facts.report) {
        table.row("", [what.to_owned(), number.to_string()]);
    }
    html! {
        (table)
        @if !context.command.is_empty() {
            p {
                (if context.recorded { RECORDED } else { PLAYED })
                " The caption of each figure names the file that holds its numbers. "
                code { "imperial verify FOLDER" } " checks the games alone."
            }
            h3 { "Command" }
            (listing(&context.command))
        }
        @if !context.experiment.is_empty() {
            (folded("Experiment", &listing(&context.experiment)))
        }
    }
    .into()
}

const RECORDED: &str = "The games were played before. One command replays them move by move and computes every \
    figure of this page, so the same command on the same games checks the page.";
const PLAYED: &str = "One command plays the games and computes every figure of this page. Where the games are already \
    beside the report, it replays them move by move and computes the figures again. So the same command on the same \
    folder checks the page. In an empty folder it plays the same games again on the same kind of CPU, unless it limits \
    a time: of learning, of play or of a move.";

/// What was drawn anew for intervals: from which seed, and how often. Empty where nothing was.
fn drawn(report: &BalanceReport) -> Vec<(&'static str, u64)> {
    let options = &report.options;
    let mut handicaps = report.fairness.iter().filter_map(|one| one.handicap.as_ref());
    let rated = (!report.curves.is_empty())
        .then(|| ("resamples of the ratings", u64::from(strength::resamples(options))));
    let evened = handicaps
        .any(|handicap| handicap.ratio.is_some())
        .then(|| ("resamples of the handicaps", u64::from(fairness::resamples(options))));
    let seed = rated.or(evened).map(|_| ("seed of the bootstrap", options.seed));
    [seed, rated, evened].into_iter().flatten().collect()
}

fn listing(text: &str) -> Markup {
    html! { pre tabindex="0" { code { (text) } } }
}

#[cfg(test)]
mod tests {
    use imperial_stats::{Estimate, Interval};

    use super::super::{PageContext, page};
    use super::drawn;
    use crate::tests::{cell, games, taught};
    use crate::{BalanceReport, Experience, Handicap, MatchGame, Material, Options};

    /// Two agents, that played each other or did not.
    fn report(have_met: bool) -> BalanceReport {
        let agent = |place: u32| taught(&format!("a{place}"), place, Experience::None);
        let cells = [0, 1].map(|place| cell("tablut", agent(place), games(10, 0, 0, 10)));
        let game = |opening: u64| MatchGame {
            rules: "tablut".to_owned(),
            attackers: format!("a{}", opening % 2),
            defenders: format!("a{}", 1 - opening % 2),
            opening: opening / 2,
            result: imperial_data::GameResult::Attackers,
        };
        let matches = (0..8).map(game).filter(|_| have_met).collect();
        let material = Material { cells: cells.to_vec(), matches, ..Material::default() };
        BalanceReport::of(material, &Options::default())
    }

    #[test]
    fn resamples_are_told_where_and_as_often_as_they_were_drawn() {
        let mut bare = report(false);
        assert_eq!(drawn(&bare), []);
        let rated = [("seed of the bootstrap", 1855), ("resamples of the ratings", 1000)];
        assert_eq!(drawn(&report(true)), rated);
        let ratio = Some(Estimate::new(0.5, Interval { low: 0.4, high: 0.6 }));
        let weakened = imperial_engine::Side::Attackers;
        let handicap = Handicap { weakened, playouts: 64, ratio, points: Vec::new() };
        bare.fairness[0].handicap = Some(handicap);
        let evened = [("seed of the bootstrap", 1855), ("resamples of the handicaps", 4000)];
        assert_eq!(drawn(&bare), evened);
    }

    #[test]
    fn recorded_games_are_not_said_to_be_played_again() {
        let page = |recorded| {
            let command = "imperial report games people --out people".to_owned();
            page(&report(false), &PageContext { command, recorded, ..PageContext::default() })
        };
        assert!(
            page(false).contains("it plays the same games again on the same kind of CPU, unless")
        );
        let recorded = page(true);
        assert!(recorded.contains("The games were played before."));
        assert!(
            !recorded.contains("plays the games") && !recorded.contains("the same games again")
        );
    }
}
