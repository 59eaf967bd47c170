//! Whether a move was drawn from the search's policy, as far as records tell.

use imperial_data::{GameRecord, Step};
use imperial_engine::{Game, Side};

use crate::positions::Search;

/// How an agent chooses its moves, by its label, beside the plies that its job has drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    /// It plays the best.
    Best,
    /// It draws all of them.
    Draws,
    /// The label does not say.
    Unknown,
}

impl Manner {
    fn of(label: &str) -> Self {
        // Some levels draw, and their labels do not have the settings.
        if label.starts_with("level-") {
            return Self::Unknown;
        }
        let settings = label.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        let mut settings = settings.map_or("", |(settings, _)| settings).split(',');
        let temperature = settings.find_map(|setting| setting.strip_prefix("temperature="));
        match temperature.map(str::parse::<f32>) {
            None => Self::Best,
            Some(Ok(temperature)) if temperature > 0.0 => Self::Draws,
            Some(Ok(_)) => Self::Best,
            Some(Err(_)) => Self::Unknown,
        }
    }
}

/// Whether the move of a ply was drawn, if that is known: `sampled` is how many plies after the opening were, as the job
/// says.
///
/// Where a win is proven the best move is played, and the value is 1 or −1. But so it is where all playouts agree, or
/// where it was rounded. Of these plies nobody knows.
pub(crate) fn drawn<G: Game>(
    sampled: Option<u32>,
    record: &GameRecord,
    step: &Step<'_, G>,
    mover: Side,
) -> Option<bool> {
    let (opening, index) = (record.opening as usize, step.index);
    if index < opening || Search::of(step.ply) == Search::None {
        return sampled.map(|_| false);
    }
    let agent = match mover {
        Side::Attackers => &record.attackers,
        Side::Defenders => &record.defenders,
    };
    let by_job = sampled.map(|plies| index - opening < plies as usize);
    let drawn = match (by_job, Manner::of(agent)) {
        (Some(true), _) | (_, Manner::Draws) => Some(true),
        (Some(false), Manner::Best) => Some(false),
        (None, _) | (_, Manner::Unknown) => None,
    };
    let may_be_proven = step.ply.value.is_some_and(|value| value.abs() == 1.0);
    drawn.filter(|drawn| !(*drawn && may_be_proven))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_say_how_moves_are_chosen() {
        for (label, manner) in [
            ("network-64:1a2b3c4d", Manner::Best),
            ("network[lookahead=0]-64:1a2b3c4d", Manner::Best),
            ("alphabeta[noise=3]-depth-1", Manner::Best),
            ("network[lookahead=0,temperature=0.4]-8:1a2b3c4d", Manner::Draws),
            ("reuse-rollouts[temperature=1]-4", Manner::Draws),
            ("rollouts[temperature=0]-4", Manner::Best),
            ("rollouts[temperature=warm]-4", Manner::Unknown),
            ("level-strong:1a2b3c4d", Manner::Unknown),
        ] {
            assert_eq!(Manner::of(label), manner, "{label}");
        }
    }
}
