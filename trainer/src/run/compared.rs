//! What a comparison found, whoever played its games.

use imperial_lab::BalanceReport;
use imperial_lab::page::NetworkNote;
use imperial_play::play::OpeningPlies;
use imperial_watch::GameStatistics;

/// What a comparison found.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The figures.
    pub report: BalanceReport,
    /// How the games of each agent under each rule set went.
    pub statistics: Vec<GameStatistics>,
    /// The networks of the agents that have one.
    pub networks: Vec<NetworkNote>,
    /// How the games that were played began and came to differ; `None` where none was.
    pub opening: Option<OpeningPlies>,
    /// Recorded games beside those that were played.
    pub recorded: RecordedNote,
}

/// Recorded games of a comparison.
#[derive(Clone, Debug, Default)]
pub struct RecordedNote {
    /// Their files, and the SHA-256 of each.
    pub files: Vec<(String, String)>,
    /// What is to be known of them, in sentences; `None` where there are none.
    pub words: Option<String>,
}

impl Compared {
    /// Where the games come from, in sentences.
    pub fn words(&self) -> String {
        let opening = self.opening.as_ref().map(OpeningPlies::words);
        [opening, self.recorded.words.clone()].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}
