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
use crate::{AgentLabel, Board};

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
    let (context, options) = (facts.context, &facts.report.options);
    let mut table = Table::prose("Versions and seeds", &["what", "value"]);
    for (name, value) in &context.provenance {
        table.row("", [name.clone(), value.clone()]);
    }
    table.row("", ["seed of the bootstrap".to_owned(), options.seed.to_string()]);
    table.row("", ["bootstrap resamples".to_owned(), options.resamples.to_string()]);
    html! {
        (table)
        @if !context.command.is_empty() {
            p {
                "One command plays the games and computes every figure of this page. Where the games are \
                 already beside the report, it replays them move by move and computes the figures again. \
                 So the same command on the same folder checks the page. In an empty folder it plays the \
                 same games again. The caption of each figure names the file that holds its numbers. "
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

fn listing(text: &str) -> Markup {
    html! { pre tabindex="0" { code { (text) } } }
}
