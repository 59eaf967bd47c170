//! Recipes: trainings that should differ in nothing but their seed.
//!
//! What one training has learned is partly chance. So a measurement lets all trainings of a recipe play. A further
//! recipe is one entry of [`RECIPES`], for games of any family.

use std::path::Path;

use imperial_engine::catalog::AnyGame;
use imperial_stats::Knowledge;

use super::boards::Board;
use super::shipped::{SHIPPED, Shipped};
use crate::agent::AgentSpec;

/// Trainings by one recipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// Its name, which stands for all of its trainings in lists of agents: `network:16@tafl`.
    pub name: &'static str,
    /// How it trains, in a sentence; also in what its trainings differ besides the seed.
    pub about: &'static str,
    /// Its networks.
    pub members: &'static [&'static str],
    /// The rule sets that each of them has learned.
    pub rules: &'static [&'static str],
    /// Those of them whose balance was still moving when the trainings stopped (`docs/runs.md`).
    pub moving: &'static [&'static str],
}

/// The rule sets of nine by nine that the first recipes learned, besides random mixtures of them.
const NINE: &[&str] = &[
    "imperial-contest",
    "imperial-contest-walker",
    "tablut-linnaeus",
    "tablut-smith",
    "tablut-rachunek",
    "tablut-corner",
    "tablut-unibo",
    "tablut-sealed",
    "sea-battle",
];

/// The rule sets on boards from 7x7 to 13x13, besides random mixtures of them.
const ALL: &[&str] = &[
    "brandubh",
    "brandubh-throneless",
    "ard-ri",
    "mini-tablut",
    "imperial-contest",
    "imperial-contest-walker",
    "tablut-linnaeus",
    "tablut-smith",
    "tablut-rachunek",
    "tablut-corner",
    "tablut-unibo",
    "tablut-sealed",
    "tablut-immobilisation",
    "sea-battle",
    "hnefatafl-two-9",
    "copenhagen",
    "fetlar",
    "fetlar-ring",
    "hnefatafl-two",
    "tawlbwrdd-bell",
    "tawlbwrdd-lewis",
    "tawlbwrdd-notice",
    "copenhagen-13",
];

/// Those of [`ALL`] in which the attackers were still learning how to win, after some 1 500 games of each.
const MOVING: &[&str] =
    &["copenhagen", "fetlar", "fetlar-ring", "copenhagen-13", "tawlbwrdd-notice"];

/// The hunt games.
const HUNT: &[&str] = &[
    "fox-and-geese",
    "fox-and-geese-orthogonal",
    "fox-and-geese-15",
    "fox-and-geese-17",
    "fox-and-geese-17-forward",
    "fox-and-geese-17-free",
    "fox-and-geese-strutt",
    "fox-and-geese-zorya",
    "fox-and-hounds",
    "halatafl",
    "asalto",
    "bagh-chal",
    "pulijudam",
];

/// Every recipe. Of two that know a rule set equally well the first is the better one to measure with.
pub const RECIPES: &[Recipe] = &[
    Recipe {
        name: "tafl",
        about: "four trainings: each began with 9x9 alone, as tafl9, and went on for 96 generations on all boards from 7x7 \
                to 13x13",
        members: &["tafl-1732-96", "tafl-1951-96", "tafl-1855-96", "tafl-1587-96"],
        rules: ALL,
        moving: MOVING,
    },
    Recipe {
        name: "tafl9",
        about: "100 generations of self-play; besides the seed, tafl9-1855 has 120 generations and older targets, \
                and tafl9-1951 learns half of its value from the search",
        members: &["tafl9-1732", "tafl9-1951", "tafl9-1855"],
        rules: NINE,
        // From the generations 61 to 80 to the last twenty, 54 % for the attackers became 31 %.
        moving: &["tablut-sealed"],
    },
    Recipe {
        name: "tafl9-240",
        about: "the first two trainings of tafl9, which went on to 240 generations",
        members: &["tafl9-1732-240", "tafl9-1951-240"],
        rules: NINE,
        moving: &[],
    },
    Recipe {
        name: "hunt",
        about: "three trainings: 60 generations of all hunt games and of lessons in how the many win, which began with \
                games of alpha-beta search; then 80 more, with exact positions of Fox and Hounds",
        members: &["hunt-1732", "hunt-1951", "hunt-1855"],
        rules: HUNT,
        // From the second third of the generations to the last, 5 to 9 points in one or more trainings.
        moving: &["fox-and-geese", "fox-and-geese-orthogonal", "bagh-chal"],
    },
];

/// Trainings that are enough for an interval.
const ENOUGH: usize = 3;

impl Recipe {
    /// What its networks know of `game`, under whatever name.
    pub fn knowledge(&self, game: &AnyGame) -> Knowledge {
        let is_it =
            |name: &&&str| AnyGame::by_name(name).is_ok_and(|known| !known.has_other_laws(game));
        match self.rules.iter().find(is_it) {
            Some(name) if self.moving.contains(name) => Knowledge::Moving,
            Some(_) => Knowledge::Settled,
            None if self.knows_board(game) => Knowledge::Board,
            None => Knowledge::Nothing,
        }
    }

    /// Whether its networks can play `game` as on a board that they know.
    fn knows_board(&self, game: &AnyGame) -> bool {
        let board = Board::of(game);
        let mut shipped = SHIPPED.iter().filter(|network| self.members.contains(&network.name));
        shipped.all(|network| network.knows(&board))
    }
}

/// The recipe to measure these games with: its networks know all their boards; then most of the rule sets, and then
/// whether there are enough trainings for an interval, decide. `None` where no recipe knows the boards.
pub fn best<'a>(games: &(impl Iterator<Item = &'a AnyGame> + Clone)) -> Option<&'static Recipe> {
    let fits = |recipe: &&Recipe| games.clone().all(|game| recipe.knows_board(game));
    let rank = |recipe: &&Recipe| {
        let learned = |game: &&AnyGame| recipe.knowledge(game) >= Knowledge::Moving;
        (games.clone().filter(learned).count(), recipe.members.len().min(ENOUGH))
    };
    // Of equal ones the first: `max_by_key` would take the last.
    RECIPES.iter().rev().filter(fits).max_by_key(rank)
}

/// The network to play `game` with: the first of a recipe that has learned its laws, else the first that has learned on
/// such boards. `None` where there is neither.
pub fn player_of(game: &AnyGame) -> Option<&'static str> {
    let knows = |recipe: &&Recipe| recipe.knowledge(game) >= Knowledge::Moving;
    let recipes: Vec<&Recipe> = RECIPES.iter().filter(knows).collect();
    let has_learned =
        |network: &&Shipped| recipes.iter().any(|recipe| recipe.members.contains(&network.name));
    let best = SHIPPED.iter().find(has_learned).map(|network| network.name);
    best.or_else(|| super::learned_for(game))
}

/// The recipe of this name.
pub fn named(name: &str) -> Option<&'static Recipe> {
    RECIPES.iter().find(|recipe| recipe.name == name)
}

/// The recipe of the network that records call `label`, if it comes with the program.
pub fn of_label(label: &str) -> Option<&'static Recipe> {
    let network = SHIPPED.iter().find(|network| network.label == label)?;
    RECIPES.iter().find(|recipe| recipe.members.contains(&network.name))
}

/// The agents that `spec` stands for: one for each training where it names a recipe for its network, else itself. A
/// file or folder of that name comes first.
pub fn trainings(spec: &AgentSpec) -> Vec<AgentSpec> {
    let recipe =
        spec.network().filter(|path| !path.exists()).and_then(|path| named(path.to_str()?));
    let with = |member: &&str| {
        let mut agent = spec.clone();
        agent.set_network(Path::new(member));
        agent
    };
    recipe.map_or_else(|| vec![spec.clone()], |recipe| recipe.members.iter().map(with).collect())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use imperial_engine::catalog;

    use super::super::cards;
    use super::*;

    fn game(name: &str) -> AnyGame {
        AnyGame::by_name(name).expect("embedded")
    }

    #[test]
    fn every_member_comes_with_the_program_and_has_learned_what_its_card_says() {
        for recipe in RECIPES {
            let rules: BTreeSet<&str> = recipe.rules.iter().copied().collect();
            for member in recipe.members {
                assert!(SHIPPED.iter().any(|network| network.name == *member), "{member}");
                let learned = cards::learned(member);
                // Lessons are no rule sets that anybody plays.
                let known = learned.iter().map(AnyGame::name);
                let known: BTreeSet<&str> =
                    known.filter(|name| catalog::text(name).is_some()).collect();
                assert_eq!(known, rules, "{member}");
            }
            assert!(recipe.moving.iter().all(|name| rules.contains(name)), "{}", recipe.name);
        }
        let members: Vec<_> = RECIPES.iter().flat_map(|recipe| recipe.members).collect();
        let distinct: BTreeSet<_> = members.iter().collect();
        assert_eq!(members.len(), distinct.len(), "a network belongs to one recipe");
    }

    #[test]
    fn laws_are_known_under_any_name_and_changed_ones_are_not() {
        let recipe = named("tafl9").expect("a recipe");
        let known = |name: &str| recipe.knowledge(&game(name));
        assert_eq!(known("imperial-contest"), Knowledge::Settled);
        assert_eq!(known("tablut-sealed"), Knowledge::Moving);
        assert_eq!(known("hnefatafl-two-9"), Knowledge::Board, "nine by nine, but other rules");
        assert_eq!([known("brandubh"), known("connect-four")], [Knowledge::Nothing; 2]);
        let wide = named("tafl").expect("a recipe");
        let moving = ["copenhagen", "fetlar", "fetlar-ring", "copenhagen-13", "tawlbwrdd-notice"];
        for name in wide.rules {
            let is_moving = moving.contains(name);
            let expected = if is_moving { Knowledge::Moving } else { Knowledge::Settled };
            assert_eq!(wide.knowledge(&game(name)), expected, "{name}");
        }
        assert_eq!(wide.knowledge(&game("alea-evangelii")), Knowledge::Nothing);
        let contest = catalog::text("imperial-contest").expect("embedded");
        let mine = contest.replace("name = \"imperial-contest\"", "name = \"mine\"");
        let known = |text: &str| recipe.knowledge(&AnyGame::from_toml(text).expect("a rule set"));
        assert_eq!(known(&mine), Knowledge::Settled);
        let other = mine.replace("king_reach = 4", "king_reach = 2");
        assert_ne!(other, mine);
        assert_eq!(known(&other), Knowledge::Board);
    }

    #[test]
    fn who_plays_has_learned_the_laws_or_else_the_board() {
        let player = |name: &str| player_of(&game(name));
        assert_eq!(player("imperial-contest"), Some("tafl9-1732-240"));
        // On nine by nine, and only the other recipe has learned it.
        assert_eq!(player("tablut-immobilisation"), Some("tafl-1732-96"));
        assert_eq!(player("brandubh"), Some("tafl-1732-96"));
        assert_eq!(player("connect-four"), None);
    }

    #[test]
    fn the_best_recipe_knows_the_boards() {
        let best = |names: &[&str]| {
            let games: Vec<AnyGame> = names.iter().map(|name| game(name)).collect();
            best(&games.iter()).map(|recipe| recipe.name)
        };
        assert_eq!(best(&["imperial-contest", "tablut-linnaeus"]), Some("tafl"));
        assert_eq!(best(&["imperial-contest", "brandubh"]), Some("tafl"));
        assert_eq!(best(&["imperial-contest", "alea-evangelii"]), None);
    }

    #[test]
    fn a_recipe_stands_for_all_its_trainings() {
        let agents = |text: &str| -> Vec<String> {
            trainings(&text.parse().expect("an agent")).iter().map(ToString::to_string).collect()
        };
        let expected = ["network:16@tafl9-1732", "network:16@tafl9-1951", "network:16@tafl9-1855"];
        assert_eq!(agents("network:16@tafl9"), expected);
        assert_eq!(agents("network:16@tafl9-1732"), ["network:16@tafl9-1732"]);
        assert_eq!(agents("network:16"), ["network:16"]);
        assert_eq!(agents("random"), ["random"]);
    }
}
