//! Which games are worth a look.

use imperial_data::GameResult;
use serde::{Deserialize, Serialize};

use super::ends::Ended;
use super::watched::Watched;

/// Deficit of the winner's expectation from which a game is called a turnaround.
const TURNAROUND: f32 = -0.5;

/// Why a game was chosen as an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// A win of the attackers of middling length.
    AttackersWin,
    /// A win of the defenders of middling length.
    DefendersWin,
    /// A draw of middling length.
    Draw,
    /// The shortest game.
    Shortest,
    /// The longest game that was not cut off.
    Longest,
    /// The game whose winner once expected least of it.
    Turnaround,
}

impl Why {
    /// The name in lists of games.
    pub const fn title(self) -> &'static str {
        match self {
            Self::AttackersWin => "A typical win of the attackers",
            Self::DefendersWin => "A typical win of the defenders",
            Self::Draw => "A draw",
            Self::Shortest => "The shortest game",
            Self::Longest => "The longest game played to an end",
            Self::Turnaround => "The greatest turnaround",
        }
    }
}

/// The games to show, each once, the typical ones first.
pub(super) fn choose(games: &[Watched]) -> Vec<(Why, u64)> {
    let with = |fate: Ended| games.iter().filter(move |game| game.ended() == fate);
    let finished = || games.iter().filter(|game| game.ended() != Ended::CutOff);
    let plies = |game: &&Watched| (game.summary.plies, game.summary.game);
    let wanted = [
        (Why::AttackersWin, middling(with(Ended::Attackers).collect())),
        (Why::DefendersWin, middling(with(Ended::Defenders).collect())),
        (Why::Draw, middling(with(Ended::Draw).collect())),
        (Why::Shortest, finished().min_by_key(plies)),
        (Why::Longest, finished().max_by_key(plies)),
        (Why::Turnaround, turnaround(games)),
    ];
    let mut chosen: Vec<(Why, u64)> = Vec::new();
    for (why, game) in wanted {
        if let Some(game) = game.map(|game| game.summary.game)
            && chosen.iter().all(|(_, known)| *known != game)
        {
            chosen.push((why, game));
        }
    }
    chosen
}

/// The game of middle length.
fn middling(mut games: Vec<&Watched>) -> Option<&Watched> {
    games.sort_unstable_by_key(|game| (game.summary.plies, game.summary.game));
    games.get(games.len() / 2).copied()
}

/// The won game whose winner once stood worst.
fn turnaround(games: &[Watched]) -> Option<&Watched> {
    let won = games.iter().filter(|game| game.summary.result != GameResult::Draw);
    let low = won.filter_map(|game| Some((game.winners_worst?, game)));
    let low = low.filter(|(worst, _)| *worst < TURNAROUND);
    low.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.summary.game.cmp(&b.1.summary.game)))
        .map(|(_, game)| game)
}
