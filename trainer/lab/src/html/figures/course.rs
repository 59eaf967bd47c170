//! How games run their course, and what they cost.

use imperial_engine::Side;

use super::super::super::plots;
use super::super::super::text::{decimal, percent, thousands};
use super::super::super::{BalanceReport, Ends, Fate, Story, Toll};
use super::super::PageContext;
use super::super::table::Table;
use super::{Figure, games_of, key, panels};

/// The stories of a report, in the order of its cells.
pub(in super::super) fn stories<'a>(
    report: &BalanceReport,
    context: &'a PageContext,
) -> Vec<&'a Story> {
    let cells = report.cells.iter();
    cells.filter_map(|cell| context.story(&cell.rules, &cell.agent)).collect()
}

/// The stories of a rule set, or all.
fn of<'a>(stories: &[&'a Story], rules: Option<&str>) -> Vec<&'a Story> {
    let stories = stories.iter().copied();
    stories.filter(|story| rules.is_none_or(|name| name == story.rules)).collect()
}

pub(in super::super) fn course(report: &BalanceReport, context: &PageContext) -> String {
    figure_of(&stories(report, context), "plot-course", "How games run their course.")
}

/// The same of the strongest player under each rule set; `None` where that is all there is.
pub(in super::super) fn strongest_course(
    report: &BalanceReport,
    context: &PageContext,
) -> Option<String> {
    let stories = stories(report, context);
    let is_strongest = |story: &&Story| {
        report.cells_of(&story.rules).last().is_some_and(|cell| cell.agent == story.agent)
    };
    let strongest: Vec<&Story> = stories.iter().copied().filter(is_strongest).collect();
    let title = "How games of the strongest player run their course.";
    (!strongest.is_empty() && strongest.len() < stories.len())
        .then(|| figure_of(&strongest, "plot-course-strongest", title))
}

/// The course of the games of some stories.
fn figure_of(stories: &[&Story], id: &str, title: &str) -> String {
    if stories.is_empty() {
        return String::new();
    }
    let longest = stories.iter().map(|story| story.ends.longest()).max().unwrap_or(0).max(1);
    let rows: Vec<_> =
        stories.iter().map(|story| (story.rules.as_str(), story.agent.as_str())).collect();
    let by_player = plots::is_one_player(&rows);
    let first = if by_player { "rule set" } else { "player" };
    let head = [first, "by 25 plies", "by 50", "by 100", "by 200", "attackers", "defenders"];
    let mut table =
        Table::new("Games over, in percent, and median length of each side's wins, plies", &head);
    for story in stories {
        let over = |plies| {
            let over: u64 = Fate::ALL.iter().map(|&fate| story.ends.over_by(fate, plies)).sum();
            percent(over as f64 / story.games.max(1) as f64)
        };
        let (group, label) =
            if by_player { (&story.agent, &story.rules) } else { (&story.rules, &story.agent) };
        let mut row = vec![label.clone()];
        row.extend([25, 50, 100, 200].map(over));
        row.extend([Fate::Attackers, Fate::Defenders].map(|fate| median(&story.ends, fate)));
        table.row(group, &row);
    }
    let figure = Figure {
        id,
        title,
        description: "One row per rule set and player. Over the plies played, the share of games \
                      that the attackers have won rises from the floor, the share that the \
                      defenders have won hangs from the ceiling, with draws below it. The gap \
                      closes as games end. The table holds numbers."
            .to_owned(),
        note: "Read it from left to right: the pale field is games still being played. The \
               attackers' wins grow from the floor, the defenders' hang from the ceiling, draws \
               below them. Where the field has closed, the heights are the final shares.",
        games: games_of(stories),
        source: "story.json: ends",
        key: key(plots::course_key(stories)),
        panels: panels(stories.iter().map(|story| story.rules.as_str())),
        draw: &|rules, format| plots::course(&of(stories, rules), longest, format),
        table: Some(table),
    };
    figure.html()
}

fn median(ends: &Ends, fate: Fate) -> String {
    let list = ends.list(fate);
    list.get(list.len() / 2).map_or_else(|| "–".to_owned(), ToString::to_string)
}

pub(in super::super) fn toll(report: &BalanceReport, context: &PageContext) -> String {
    let stories = stories(report, context);
    let tolls = stories.iter().flat_map(|story| &story.toll);
    let most = tolls.map(|toll| toll.histogram.len().saturating_sub(1)).max().unwrap_or(0);
    if most == 0 {
        return String::new();
    }
    let head =
        ["player", "attackers have", "lose", "interval", "defenders have", "lose", "interval"];
    let mut table = Table::new("Pieces at the start and lost in a game, means", &head);
    for story in &stories {
        let mut row = vec![story.agent.clone()];
        for side in Side::ALL {
            let toll = story.toll.iter().find(|toll| toll.side == side);
            row.extend(toll.map_or_else(|| ["–"; 3].map(str::to_owned), toll_cells));
        }
        table.row(&story.rules, &row);
    }
    let figure = Figure {
        id: "plot-toll",
        title: "What a game costs.",
        description: "One row per rule set and player: a histogram of the pieces that the \
                      attackers lose, upwards, and of those that the defenders lose, downwards."
            .to_owned(),
        note: "Bars upwards count the attackers' lost pieces, bars downwards the defenders', the \
               royal piece among them. All bars of a row have the same scale.",
        games: games_of(&stories),
        source: "story.json: toll",
        key: key(plots::toll_key()),
        panels: panels(stories.iter().map(|story| story.rules.as_str())),
        draw: &|rules, format| plots::toll(&of(&stories, rules), most, format),
        table: Some(table),
    };
    figure.html()
}

fn toll_cells(toll: &Toll) -> [String; 3] {
    let interval = toll
        .mean_interval
        .map_or_else(|| "–".to_owned(), |e| format!("{} to {}", decimal(e.low), decimal(e.high)));
    let start = if toll.at_start.fract() == 0.0 {
        thousands(toll.at_start as u64)
    } else {
        decimal(toll.at_start)
    };
    [start, decimal(toll.mean), interval]
}
