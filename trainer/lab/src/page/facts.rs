//! What the parts of the page are made from.

use super::context::PageContext;
use crate::{BalanceReport, Board, CellReport, Titles};
use imperial_watch::GameStatistics;

/// The report, what the page says beside it, and the titles of its rule sets.
#[derive(Debug)]
pub(crate) struct Facts<'a> {
    pub(crate) report: &'a BalanceReport,
    pub(crate) context: &'a PageContext,
    pub(crate) titles: Titles,
}

impl<'a> Facts<'a> {
    pub(crate) fn new(report: &'a BalanceReport, context: &'a PageContext) -> Self {
        let titles = context.rule_sets.iter().map(|note| (note.name.as_str(), note.title.as_str()));
        Self { report, context, titles: Titles::new(titles) }
    }

    /// What a rule set is called.
    pub(crate) fn title<'t>(&'t self, rules: &'t str) -> &'t str {
        self.titles.of(rules)
    }

    /// The cell of the strongest agent of each rule set.
    pub(crate) fn strongest(&self) -> Vec<&'a CellReport> {
        let report = self.report;
        report.rule_sets.iter().filter_map(|rules| report.champion(rules)).collect()
    }

    /// The cells that a picture shows which compares games in detail: the strongest agent's of each rule
    /// set, and all of a single one.
    pub(crate) fn compared(&self) -> Vec<&'a CellReport> {
        match self.report.rule_sets.len() {
            1 => self.report.cells.iter().collect(),
            _ => self.strongest(),
        }
    }

    /// Number of games of agents against themselves under a rule set.
    pub(crate) fn games_of(&self, rules: &str) -> u64 {
        self.report.cells_of(rules).map(|cell| cell.games).sum()
    }

    /// How the games of a cell went.
    pub(crate) fn statistics(&self, cell: &CellReport) -> Option<&'a GameStatistics> {
        let mut all = self.context.statistics.iter();
        all.find(|one| one.rules == cell.rules && one.agent == cell.agent)
    }

    /// The board of a rule set.
    pub(crate) fn board(&self, rules: &str) -> Option<&'a Board> {
        self.context.boards.iter().find(|board| board.rules == rules)
    }

    /// The number of a rule set, by which its marks look.
    pub(crate) fn series(&self, rules: &str) -> usize {
        self.report.rule_sets.iter().position(|name| name == rules).unwrap_or(0)
    }
}
