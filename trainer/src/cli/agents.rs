//! Lists of agents as users write them.

use std::str::FromStr;

use imperial_data::{LoadedRules, typed};

use crate::lists::split_outside;
use imperial_play::agent::AgentSpec;
use imperial_play::networks::recipes;

/// What the help of every command that takes agents ends with.
macro_rules! agents_help {
    () => {
        "

Agents:
  random                     uniformly random moves
  rollouts:64                tree search, 64 playouts a move, random games to
                             the end
  network:64                 tree search judged by the program's network,
                             tafl9-1732-240
  network:64@tafl9-1951-240  by another of its networks: also tafl9-1732,
                             tafl9-1951, tafl9-1855, and for boards from 7x7 to
                             13x13 tafl-1732-96, tafl-1951-96,
                             tafl-1855-96 and tafl-1587-96; for hunt games
                             hunt-1732, hunt-1951 and hunt-1855
  network:64@tafl            in lists: by each training of a recipe, tafl,
                             tafl9, tafl9-240 or hunt
  network:64@my.net          by a network of your own
  puct:64, puct:64@my.net    AlphaZero's search in place of Gumbel's
  reuse:network:64           keeps the tree from move to move
  'network[lookahead=1]:64'  with settings: tree, cpuct, breadth, lookahead,
                             candidates, temperature
  alphabeta:250ms            alpha-beta search without a network, 250 ms a move;
                             also alphabeta:depth=4, alphabeta:nodes=100000 (the
                             same games again)
  level:casual               a level for people: beginner, novice, casual,
                             player, club, strong, expert, master
  'ugi[movetime=200]:./engine --quiet'
                             another program that speaks UGI
  'otep[movetime=2000]:java -jar OpenTafl.jar --engine'
                             an engine of OpenTafl"
    };
}

pub(super) use agents_help;

/// Agents separated by commas. Commas in the brackets or quotes of other programs' settings separate
/// nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Agents(pub Vec<AgentSpec>);

impl FromStr for Agents {
    type Err = <AgentSpec as FromStr>::Err;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        split_outside(text, ',').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

/// All agents of several lists; a recipe's name stands for each of its trainings.
pub(super) fn all(lists: &[Agents]) -> Vec<AgentSpec> {
    lists.iter().flat_map(|list| list.0.iter().flat_map(recipes::trainings)).collect()
}

/// Who plays to be measured where nobody is named: the agents of `without`, and where a recipe knows the boards each
/// of its trainings with so many `playouts`.
pub(super) fn usual(rules: &[LoadedRules], without: &[&str], playouts: &[u32]) -> Vec<AgentSpec> {
    let recipe = recipes::best(&rules.iter().map(|rules| &rules.game));
    let with = |playouts: &u32| recipe.map(|recipe| format!("network:{playouts}@{}", recipe.name));
    let names = without.iter().map(|name| (*name).to_owned());
    let named = names
        .chain(playouts.iter().filter_map(with))
        .filter_map(|name| name.parse::<AgentSpec>().ok());
    named.flat_map(|spec| recipes::trainings(&spec)).collect()
}

/// Who compares many rule sets where nobody is named: each training of the recipe that knows their boards, else
/// rollouts.
pub(super) fn measuring(rules: &[LoadedRules]) -> Vec<AgentSpec> {
    let trained = usual(rules, &[], &[16]);
    if trained.is_empty() { usual(rules, &["rollouts:16"], &[]) } else { trained }
}

/// The agents as one argument of a shell.
pub(super) fn argument(agents: &[AgentSpec]) -> String {
    typed(agents.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use imperial_data::load_all;
    use imperial_play::networks;

    #[test]
    fn commas_separate_agents_but_not_settings() {
        let text = "random,rollouts:16,ugi[nodes=20,Hash=1]:other 'a,b',network:64@a.net";
        let agents: Agents = text.parse().expect("four agents");
        assert_eq!(agents.0.len(), 4);
        assert_eq!(agents.0[2].to_string(), "ugi[nodes=20,Hash=1]:other 'a,b'");
        assert!("random,,random".parse::<Agents>().is_err());
    }

    #[test]
    fn the_help_names_every_network() {
        let mut names = networks::names();
        let first = names.next().expect("a network");
        let help = agents_help!().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(help.contains(&format!("the program's network, {first} network:64@")));
        assert!(names.all(|name| agents_help!().contains(name)));
        assert!(recipes::RECIPES.iter().all(|recipe| agents_help!().contains(recipe.name)));
    }

    #[test]
    fn the_network_plays_where_it_has_learned_the_board() {
        let usual = |name: &str| {
            let rules = load_all(&[name.to_owned()]).expect("embedded");
            argument(&usual(&rules, &["random"], &[16]))
        };
        let expected = "random,network:16@tafl-1732-96,network:16@tafl-1951-96,\
                        network:16@tafl-1855-96,network:16@tafl-1587-96";
        assert_eq!(usual("imperial-contest"), expected);
        assert_eq!(usual("brandubh"), expected);
        assert_eq!(usual("alea-evangelii"), "random");
        assert_eq!(usual("tic-tac-toe"), "random");
    }

    #[test]
    fn arguments_are_quoted_where_a_shell_would_read_them_otherwise() {
        let argument = |text: &str| argument(&text.parse::<Agents>().expect("agents").0);
        assert_eq!(argument("random,network:64@a/b.net"), "random,network:64@a/b.net");
        assert_eq!(argument("ugi:other 'a b'"), "'ugi:other '\\''a b'\\'''");
    }
}
