//! Lines through the players of one network each.

use super::super::svg::Svg;
use super::super::{AgentLabel, Experience};
use super::marks::style;

/// The lines that join players, as places in `names`: one for each network, through the players that
/// never learned and then its own, in the order given. Those of the second network and the following
/// begin at the last player that never learned. Without networks one line joins all. Players of whom
/// nobody knows how strong they are stand alone.
pub(in super::super) fn paths(agents: &[AgentLabel], names: &[&str]) -> Vec<Vec<usize>> {
    let agent = |place: &usize| agents.iter().find(|agent| agent.name == names[*place]);
    let is_ranked =
        |place: &usize| agent(place).is_none_or(|agent| agent.experience != Experience::Elsewhere);
    let network = |place: &usize| {
        agent(place).and_then(|agent| match &agent.experience {
            Experience::Network(hash) => Some(hash.as_str()),
            Experience::None | Experience::Unknown | Experience::Elsewhere => None,
        })
    };
    let (learned, others): (Vec<usize>, Vec<usize>) =
        (0..names.len()).filter(is_ranked).partition(|place| network(place).is_some());
    let mut networks: Vec<Option<&str>> = Vec::new();
    for place in &learned {
        if !networks.contains(&network(place)) {
            networks.push(network(place));
        }
    }
    let of = |(index, hash): (usize, &Option<&str>)| {
        let from = if index == 0 { 0 } else { others.len().saturating_sub(1) };
        let own = learned.iter().filter(|place| network(place) == *hash);
        others[from..].iter().chain(own).copied().collect()
    };
    if networks.is_empty() { vec![others] } else { networks.iter().enumerate().map(of).collect() }
}

/// Draws the lines of a series through its points: the first as it is, the others dashed.
pub(super) fn draw_paths(
    svg: &mut Svg,
    series: usize,
    points: &[Option<(f64, f64)>],
    paths: &[Vec<usize>],
) {
    for (index, path) in paths.iter().enumerate() {
        let line: Vec<_> =
            path.iter().filter_map(|place| points.get(*place).copied().flatten()).collect();
        let class = match (paths.len(), index) {
            (1, _) => "",
            (_, 0) => " whole",
            _ => " dashed",
        };
        svg.polyline(&format!("series {}{class}", style(series)), &line);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_network_has_a_line_of_its_own() {
        let agent = |name: &str, hash: Option<&str>| AgentLabel {
            name: name.to_owned(),
            description: String::new(),
            strength: 0,
            experience: hash.map_or(Experience::None, |hash| Experience::Network(hash.to_owned())),
        };
        let agents = [
            agent("random", None),
            agent("rollouts", None),
            agent("4@a", Some("a")),
            agent("16@b", Some("b")),
            agent("16@a", Some("a")),
        ];
        let names: Vec<&str> = agents.iter().map(|agent| agent.name.as_str()).collect();
        assert_eq!(paths(&agents, &names), [vec![0, 1, 2, 4], vec![1, 3]]);
        assert_eq!(paths(&agents[..2], &names[..2]), [[0, 1]]);
        assert_eq!(paths(&agents[2..], &names[2..]), [vec![0, 2], vec![1]]);
    }
}
