//! The frame of the page: title, what was compared, how to repeat it.

use super::super::svg::escape;
use super::super::text::{listed, thousands};
use super::super::{AgentLabel, BalanceReport, BoardPicture};
use super::figures::{boards, folded, legend};
use super::table::Table;
use super::{PageContext, prose};

pub(super) fn header(report: &BalanceReport, context: &PageContext) -> String {
    let noun = |number, one, many| if number == 1 { one } else { many };
    let (rules, players) = (report.rule_sets.len(), report.agents.len());
    let facts = [
        (thousands(report.games()), noun(report.games() as usize, "game", "games")),
        (rules.to_string(), noun(rules, "rule set", "rule sets")),
        (players.to_string(), noun(players, "player", "players")),
        (report.options.confidence.label(), "intervals"),
    ];
    let facts: String = facts
        .iter()
        .map(|(number, noun)| format!("<li><b>{}</b> {noun}</li>\n", escape(number)))
        .collect();
    format!(
        "<header>\n<p class=\"kicker\">A report on balance</p>\n<h1>{}</h1>\n\
         <ul class=\"facts\">\n{facts}</ul>\n</header>\n",
        escape(&context.title)
    )
}

pub(super) fn compared(report: &BalanceReport, context: &PageContext) -> String {
    let intro: String =
        context.intro.iter().map(|text| format!("<p>{}</p>\n", prose(text))).collect();
    intro + &rule_sets(context) + &starts(context) + &players(report, context)
}

/// The rule sets by title; what they say in full is folded away.
fn rule_sets(context: &PageContext) -> String {
    if context.rule_sets.is_empty() {
        return String::new();
    }
    let mut table = Table::prose("Rule sets", &["title", "name", "source"]);
    let mut rules = Table::prose("What they say", &["title", "rules"]);
    for note in &context.rule_sets {
        table.row("", &[&note.title, &note.name, &note.source].map(Clone::clone));
        rules.row("", &[&note.title, &note.switches].map(Clone::clone));
    }
    table.html() + &folded("The rules of each in words", &rules.html())
}

/// The starting positions; those that look alike are drawn once.
fn starts(context: &PageContext) -> String {
    let mut alike: Vec<(BoardPicture, Vec<&str>)> = Vec::new();
    for board in &context.boards {
        match alike.iter_mut().find(|(picture, _)| picture.looks_like(&board.picture)) {
            Some((_, titles)) => titles.push(&board.picture.title),
            None => alike.push((board.picture.clone(), vec![&board.picture.title])),
        }
    }
    let named = |(mut picture, titles): (BoardPicture, Vec<&str>)| {
        picture.title = listed(&titles);
        picture
    };
    let pictures: Vec<BoardPicture> = alike.into_iter().map(named).collect();
    boards(("start", "maps alike"), &pictures) + &legend(&pictures)
}

fn players(report: &BalanceReport, context: &PageContext) -> String {
    let mut table =
        Table::prose("Players, weakest first", &["name", "what it is", "network (hash)"]);
    let note = |agent: &AgentLabel| context.networks.iter().find(|note| note.agent == agent.name);
    for agent in &report.agents {
        let network = note(agent)
            .map_or_else(|| "–".to_owned(), |note| format!("{} ({})", note.name, note.hash));
        table.row("", &[agent.name.clone(), agent.description.clone(), network]);
    }
    let mut told: Vec<(&str, &str)> = report
        .agents
        .iter()
        .filter_map(note)
        .map(|note| (note.name.as_str(), note.about.as_str()))
        .collect();
    told.sort_unstable();
    told.dedup();
    let about = told.iter().map(|(name, about)| {
        format!("<p class=\"small\">{}: {}.</p>\n", escape(name), prose(about))
    });
    table.html() + &about.collect::<String>()
}

const AGAIN: &str = "<p>One command makes the games and every figure of this page. Where the games lie \
    beside the report already it replays them through the engine, move by move, and computes the figures \
    anew, so the same command on the same folder checks the page; in an empty folder it plays the same \
    games again. The caption of each figure names the file beside this page that holds its numbers, and \
    <code>imperial verify FOLDER</code> checks the games alone.</p>\n";

pub(super) fn provenance(report: &BalanceReport, context: &PageContext) -> String {
    let mut html = String::new();
    let mut table = Table::prose("Versions and seeds", &["what", "value"]);
    for (name, value) in &context.provenance {
        table.row("", &[name.clone(), value.clone()]);
    }
    table.row("", &["seed of the bootstrap".to_owned(), report.options.seed.to_string()]);
    table.row("", &["bootstrap resamples".to_owned(), report.options.resamples.to_string()]);
    html.push_str(&table.html());
    if !context.command.is_empty() {
        html.push_str(AGAIN);
    }
    let listing = |text: &str| format!("<pre tabindex=\"0\"><code>{}</code></pre>\n", escape(text));
    if !context.command.is_empty() {
        html.push_str(&format!("<h3>Command</h3>\n{}", listing(&context.command)));
    }
    if !context.experiment.is_empty() {
        html.push_str(&format!(
            "<details class=\"more part\"><summary>Experiment</summary>\n{}</details>\n",
            listing(&context.experiment)
        ));
    }
    html
}
