//! Networks with several numbers of playouts, which meet each other on a grid.

use imperial_lab::AgentLabel;
use imperial_play::agent::{Agent, AgentSpec, folder_of_agent};

/// A network with each number of playouts of the grid, fewest first.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) label: AgentLabel,
    pub(super) strengths: Vec<Strength>,
}

/// A network with one of these numbers of playouts.
#[derive(Debug)]
pub(super) struct Strength {
    pub(super) playouts: u32,
    pub(super) spec: AgentSpec,
    pub(super) agent: Agent,
}

/// The agents whose networks play a grid, by their places: the strongest of each training. Without networks, the
/// strongest that has playouts.
pub(in crate::run) fn of_grids(agents: &[(&AgentSpec, &Agent)]) -> Vec<usize> {
    let has_playouts = |place: &usize| agents[*place].0.playouts().is_some();
    let training = |place: usize| Some(agents[place].1.network()?.training());
    let is_last = |place: &usize| {
        let own = training(*place);
        own.is_some() && (place + 1..agents.len()).all(|later| training(later) != own)
    };
    let networks: Vec<usize> = (0..agents.len()).filter(has_playouts).filter(is_last).collect();
    if networks.is_empty() {
        (0..agents.len()).rfind(has_playouts).into_iter().collect()
    } else {
        networks
    }
}

/// The name of the folder of a cell of a grid, below that of the comparison.
pub(in crate::run) fn folder_of_cell(rules: &str, attackers: &AgentSpec, defenders: u32) -> String {
    format!("{rules}/surface/{}", folder_of_agent(&format!("{attackers}-v-{defenders}")))
}

impl Grid {
    /// Every strength of the attackers with each of the defenders, as jobs stand.
    pub(super) fn pairs(&self) -> impl Iterator<Item = [&Strength; 2]> {
        self.strengths.iter().flat_map(|a| self.strengths.iter().map(move |d| [a, d]))
    }
}
