//! The parts of the page that are words: title, findings, what was compared, provenance.

use super::super::svg::escape;
use super::super::text::thousands;
use super::super::{BalanceReport, Evidence, Headline, Topic};
use super::figures::{MANY_RULE_SETS, boards, word};
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
    let intro: String =
        context.intro.iter().map(|text| format!("<p>{}</p>\n", prose(text))).collect();
    format!(
        "<header>\n<p class=\"kicker\">A report on balance</p>\n<h1>{}</h1>\n\
         <div class=\"intro\">\n{intro}</div>\n<ul class=\"facts\">\n{facts}</ul>\n</header>\n",
        escape(&context.title)
    )
}

pub(super) fn findings(report: &BalanceReport) -> String {
    let topics = [
        (Topic::Claim, "What others have claimed"),
        (Topic::Strength, "As players get stronger"),
        (Topic::Advantage, "When the strongest player plays"),
        (Topic::Rules, "Between rule sets, for the strongest player"),
        (Topic::Switch, "Which rule makes the difference"),
        (Topic::Fairness, "What would even the game"),
        (Topic::Caution, "Read with care"),
    ];
    let block = |(topic, title): (Topic, &str)| {
        let items: Vec<String> =
            report.headlines.iter().filter(|line| line.topic == topic).map(finding).collect();
        if items.is_empty() { String::new() } else { format!("<h3>{title}</h3>\n{}", list(&items)) }
    };
    let blocks: String = topics.into_iter().map(block).collect();
    if blocks.is_empty() { "<p>No games were played.</p>\n".to_owned() } else { blocks }
}

/// Findings of one topic that are seen at once; more of them unfold.
const AT_ONCE: usize = 3;

fn list(items: &[String]) -> String {
    let list = |items: &[String]| format!("<ul class=\"findings\">\n{}</ul>\n", items.concat());
    // A single line more costs no more room than the words that would unfold it.
    if items.len() <= AT_ONCE + 1 {
        return list(items);
    }
    let (first, more) = items.split_at(AT_ONCE);
    let summary = format!("{} more of this kind", more.len());
    let more = list(more);
    let more = format!("<details class=\"more\"><summary>{summary}</summary>\n{more}</details>\n");
    list(first) + &more
}

fn finding(headline: &Headline) -> String {
    let (class, badge) = match headline.evidence {
        _ if headline.topic == Topic::Fairness => ("open", "estimate"),
        None => ("caution", "caution"),
        Some(evidence @ Evidence::Shown) => ("yes", word(evidence)),
        Some(Evidence::Equivalent) if headline.topic == Topic::Advantage => ("yes", "balanced"),
        Some(evidence @ Evidence::Equivalent) => ("yes", word(evidence)),
        Some(Evidence::Open) if headline.topic == Topic::Claim => ("open", "open"),
        Some(evidence) => ("open", word(evidence)),
    };
    format!(
        "<li><span class=\"badge {class}\">{badge}</span> <span>{}</span></li>\n",
        prose(&headline.text)
    )
}

pub(super) fn compared(report: &BalanceReport, context: &PageContext) -> String {
    let mut html = String::new();
    if !context.rule_sets.is_empty() {
        let head = ["name", "title", "source", "rules"];
        let mut table = Table::prose("Rule sets", &head).folded_beyond(MANY_RULE_SETS);
        for rules in &context.rule_sets {
            let row = [&rules.name, &rules.title, &rules.source, &rules.switches];
            table.row("", &row.map(Clone::clone));
        }
        html.push_str(&table.html());
    }
    let pictures: Vec<_> = context.boards.iter().map(|board| board.picture.clone()).collect();
    let class = if pictures.len() > MANY_RULE_SETS { "maps" } else { "starts" };
    html.push_str(&boards(("start", class), &pictures));
    if !context.boards.is_empty() {
        html.push_str(LEGEND);
    }
    let mut table = Table::prose("Players, weakest first", &["name", "what it is"]);
    for agent in &report.agents {
        table.row("", &[agent.name.clone(), agent.description.clone()]);
    }
    html.push_str(&table.html());
    html
}

const LEGEND: &str = "<p class=\"small\">Dark pieces are attackers, light pieces defenders, the \
    crowned piece is the king. A crescent marks a square where the king escapes, as on the board \
    of 1855; a cross the throne and, where they are special, the corners; a tint the \
    camps.</p>\n";

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
