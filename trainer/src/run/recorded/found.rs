//! Who played recorded games, as far as the name and the place of the games tell.

use std::path::PathBuf;

use anyhow::Context as _;
use imperial_data::LoadedRules;
use imperial_engine::catalog::AnyGame;

use imperial_lab::{AgentLabel, Experience, Knowledge};
use imperial_learn::training::knowledge_of_training;
use imperial_net::{NetFile, device_named};
use imperial_play::agent::Labelled;
use imperial_play::networks;
use imperial_play::networks::recipes;

/// An agent of recorded games.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Its name in the records.
    pub name: String,
    /// What the name tells.
    pub kind: Labelled,
    /// The folder of the training in which it played.
    pub training: Option<PathBuf>,
}

impl Found {
    /// An agent of this name.
    pub(super) fn new(name: &str) -> Self {
        Self { name: name.to_owned(), kind: Labelled::of(name), training: None }
    }

    /// How the report calls it, which played these games.
    ///
    /// # Errors
    /// When the network of its training cannot be read.
    pub(super) fn label(&self, strength: u32, games: &[&AnyGame]) -> anyhow::Result<AgentLabel> {
        let all = games.iter().map(|game| self.experience(game));
        let all = all.collect::<anyhow::Result<Vec<_>>>()?;
        let recipes = games.iter().map(|game| self.recipe(network(&self.kind, game)?));
        Ok(AgentLabel {
            name: self.name.clone(),
            description: description(&self.kind),
            strength,
            experience: common(all.into_iter()).unwrap_or_default(),
            recipe: common(recipes).flatten(),
        })
    }

    fn experience(&self, game: &AnyGame) -> anyhow::Result<Experience> {
        Ok(match (&self.kind, network(&self.kind, game)) {
            (_, Some(hash)) => Experience::Network(self.training_of(hash)?),
            (Labelled::Random | Labelled::Rollouts(_) | Labelled::AlphaBeta(true), None) => {
                Experience::None
            }
            (Labelled::Level(level, _), None) if level.is_beginner() => Experience::None,
            (Labelled::AlphaBeta(false) | Labelled::Level(..), None) => Experience::Told,
            (Labelled::Network(..) | Labelled::Other, None) => Experience::Elsewhere,
        })
    }

    /// The name of a network's training, which all its stages share; where nobody knows it, its hash.
    fn training_of(&self, hash: &str) -> anyhow::Result<String> {
        if let Some(known) = networks::training_of(hash) {
            return Ok(known.to_owned());
        }
        let Some(folder) = &self.training else { return Ok(hash.to_owned()) };
        let newest = folder.join("network.net");
        let named = || -> anyhow::Result<Option<String>> {
            Ok(NetFile::load(&newest, &device_named("cpu")?)?.training().map(str::to_owned))
        };
        let known = if newest.is_file() {
            named().with_context(|| format!("cannot tell the training of `{}`", self.name))?
        } else {
            None
        };
        Ok(known.unwrap_or_else(|| folder.display().to_string()))
    }

    /// The recipe of a network. One that nobody knows is of none but its own: it may be a stage of the training that
    /// another comes from.
    fn recipe(&self, hash: &str) -> Option<String> {
        match recipes::of_label(hash) {
            Some(recipe) => Some(recipe.name.to_owned()),
            None => self.training.is_none().then(|| hash.to_owned()),
        }
    }

    /// What its network knows of a rule set; `None` without a network.
    ///
    /// # Errors
    /// When the folder of its training cannot be read.
    pub(super) fn knowledge(&self, rules: &LoadedRules) -> anyhow::Result<Option<Knowledge>> {
        let Some(hash) = network(&self.kind, &rules.game) else { return Ok(None) };
        Ok(Some(match (recipes::of_label(hash), &self.training) {
            (Some(recipe), _) => recipe.knowledge(&rules.game),
            (None, Some(folder)) => knowledge_of_training(folder, rules)?,
            (None, None) => Knowledge::Unknown,
        }))
    }
}

fn description(kind: &Labelled) -> String {
    match kind {
        Labelled::Random => "uniformly random moves".to_owned(),
        Labelled::Rollouts(playouts) => {
            format!("tree search, {playouts} playouts a move, random games to the end")
        }
        Labelled::AlphaBeta(_) => "alpha-beta search without a network".to_owned(),
        Labelled::Level(level, _) => format!("the level {}: {}", level.name(), level.words()),
        Labelled::Network(playouts, hash) => {
            format!("tree search, {playouts} playouts a move, judged by the network {hash}")
        }
        Labelled::Other => "recorded under this name; of unknown strength".to_owned(),
    }
}

/// The hash of the network that plays a game.
fn network<'a>(kind: &'a Labelled, game: &AnyGame) -> Option<&'a str> {
    match kind {
        Labelled::Network(_, hash) => Some(hash),
        Labelled::Level(_, hashes) => networks::usual_among(hashes, game),
        _ => None,
    }
}

/// What all have in common; `None` where two differ, or there is none.
pub(in crate::run) fn common<T: PartialEq>(mut all: impl Iterator<Item = T>) -> Option<T> {
    let first = all.next()?;
    all.all(|one| one == first).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn label(name: &str, rules: &[&str]) -> AgentLabel {
        let games: Vec<AnyGame> =
            rules.iter().map(|name| AnyGame::by_name(name).expect("embedded")).collect();
        Found::new(name).label(0, &games.iter().collect::<Vec<_>>()).expect("a label")
    }

    fn experience(name: &str) -> Experience {
        label(name, &["tablut-linnaeus"]).experience
    }

    #[test]
    fn names_tell_who_played() {
        let network = Experience::Network("0a1b2c3d".to_owned());
        assert_eq!(experience("reuse-network-64:0a1b2c3d"), network);
        assert_eq!(experience("network[temperature=0.4]-8:0a1b2c3d"), network);
        for other in ["network-x:0a", "rollouts-many", "people", "level-grand"] {
            assert_eq!(experience(other), Experience::Elsewhere, "{other}");
        }
        for beginner in ["random", "rollouts-16", "level-casual", "alphabeta[noise=80]-depth-1"] {
            assert_eq!(experience(beginner), Experience::None, "{beginner}");
        }
        for name in ["alphabeta-nodes-2000", "alphabeta-depth-3", "level-club"] {
            assert_eq!(experience(name), Experience::Told, "{name}");
        }
    }

    /// tafl9-1732 after 100 and after 240 generations, and what it became on all boards.
    #[test]
    fn stages_of_one_training_are_one() {
        let stages = ["network-64:9add1864", "network-64:58934a11", "network-64:acda8d2c"];
        let [first, rest @ ..] = stages.map(experience);
        assert!(first.network().is_some() && rest.iter().all(|stage| *stage == first));
        assert_ne!(first, experience("network-64:e261fdbe"), "another training");
    }

    #[test]
    fn a_level_has_the_recipe_of_the_network_that_played_it() {
        let name = "level-strong:58934a11+acda8d2c";
        let recipe = |rules: &[&str]| label(name, rules).recipe;
        assert_eq!(recipe(&["tablut-linnaeus"]).as_deref(), Some("tafl9-240"));
        assert_eq!(recipe(&["copenhagen"]).as_deref(), Some("tafl"));
        assert_eq!(recipe(&["copenhagen", "tablut-linnaeus"]), None);
    }

    #[test]
    fn networks_of_which_nobody_knows_the_training_stand_alone() {
        let recipe = |name| label(name, &["brandubh"]).recipe;
        assert_ne!(recipe("network-64:0a1b2c3d"), recipe("network-64:1a1b2c3d"));
        let inside = Found { training: Some("mine".into()), ..Found::new("network-64:0a1b2c3d") };
        let game = AnyGame::by_name("brandubh").expect("embedded");
        let label = inside.label(0, &[&game]).expect("a label");
        assert_eq!(label.experience, Experience::Network("mine".to_owned()));
        assert_eq!(label.recipe, None);
    }
}
