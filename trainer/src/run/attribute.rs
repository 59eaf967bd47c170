//! Which switch causes how much: the rule sets between two rule sets are made, played and compared.

mod mixture;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::bail;
use imperial_data::{LoadedRules, keep_rules};
use imperial_engine::{PerSide, derive_seed, game_stream};

use super::batches::{Batches, key};
use super::compare::{knowledge, label, networks_of, summaries};
use super::compared::{Compared, RecordedNote};
use crate::people::published_for;
use imperial_lab::attribution::estimate::{Experiment, Played};
use imperial_lab::{AgentLabel, Attribution, BalanceReport, Cell, Knowledge, Material, Options};
use imperial_play::agent::{Agent, AgentSpec};
use imperial_play::play::{OpeningPlies, PlayJob, play};
use imperial_play::prepare::check_fit;
use imperial_stats::shapley::{Design, MOST_EXACT};
use imperial_watch::{BoardFacts, GameSummary};
use mixture::Mixtures;

/// Fewest games of any rule set between the two.
const FEWEST_GAMES: u64 = 6;

/// A difference to be shared out among switches.
#[derive(Debug)]
pub struct Attribute<'a> {
    /// The two rule sets.
    pub ends: [&'a LoadedRules; 2],
    /// Who plays each rule set between them, against itself.
    pub specs: &'a [AgentSpec],
    /// Games of each agent for each number of switches flipped: the rule sets with as many switches
    /// flipped share them. So the two ends, on which every order rests, have the most each.
    pub games: u64,
    /// So many switches are taken in all orders; for more, orders are drawn.
    pub exact: usize,
    /// Pairs of orders that are drawn then.
    pub pairs: usize,
    /// How games come to differ.
    pub opening: OpeningPlies,
    /// Seed of games, orders and intervals.
    pub seed: u64,
    /// Where games and rule sets are kept, in `games` and `rules`.
    pub folder: PathBuf,
}

/// The rule sets between two.
struct Plan {
    design: Design,
    /// Each coalition that is played, with its rule set.
    mixtures: Vec<(u32, LoadedRules)>,
    refused: Vec<(u32, String)>,
}

/// Lets `agents`, those of the [`specs`](Attribute::specs), play what is missing of the games, and computes the report:
/// the figures of both rule sets, and for each agent which switch causes how much of their difference.
///
/// # Errors
/// When the rule sets cannot be compared, an agent cannot play, a file cannot be written or read, or
/// the user interrupts.
pub fn attribute(task: &Attribute<'_>, agents: &[Agent]) -> anyhow::Result<Compared> {
    let mixtures = Mixtures::between(task.ends[0], task.ends[1])?;
    let plan = task.plan(&mixtures)?;
    // Every rule set is kept as a file, so that it can be read, played and changed.
    keep_rules(&task.folder, plan.mixtures.iter().map(|(_, rules)| rules))?;
    for agent in agents {
        plan.mixtures.iter().try_for_each(|(_, rules)| check_fit(agent, rules))?;
    }
    let batches = task.decide(&plan)?;
    let options = task.options(&batches);
    let mut cells = Vec::new();
    let mut attributions = Vec::new();
    for (strength, (spec, agent)) in task.specs.iter().zip(agents).enumerate() {
        let games = task.play(&plan, &batches, spec, agent)?;
        let known = task.knowledge(&plan, spec, agent)?;
        let games_played = plan.mixtures.iter().map(|(_, rules)| &rules.game);
        let label = label(spec, agent, strength, games_played);
        cells.extend(task.cells(&plan, &games, &known, &label));
        let least = known.iter().copied().min().flatten();
        let attribution = task.estimate(&mixtures, &plan, games, spec, &options);
        attributions.push(Attribution { knowledge: least, ..attribution });
    }
    let published = published_for(task.ends);
    let material = Material { cells, attributions, published, ..Material::default() };
    let report = BalanceReport::of(material, &options);
    let networks = networks_of(task.specs.iter().zip(agents));
    let (opening, recorded) = (Some(task.opening), RecordedNote::default());
    Ok(Compared { report, statistics: Vec::new(), networks, opening, recorded })
}

/// Checks that the difference of two rule sets can be shared out.
///
/// # Errors
/// When one is no tafl game, or they have the same rules.
pub fn check_ends(ends: [&LoadedRules; 2]) -> anyhow::Result<()> {
    Mixtures::between(ends[0], ends[1]).map(drop)
}

impl Attribute<'_> {
    fn options(&self, batches: &Batches) -> Options {
        Options { seed: self.seed, looks: batches.looks(), ..Options::default() }
    }

    /// Writes down how many games each rule set has; more than before means that someone has looked
    /// at the results in the meantime.
    fn decide(&self, plan: &Plan) -> anyhow::Result<Batches> {
        let mut batches = Batches::open(&self.folder.join("games"))?;
        let is_foreign = |end: &&&LoadedRules| {
            let begin = format!("{}/", end.game.name());
            batches.cells().next().is_some()
                && !batches.cells().any(|cell| cell.starts_with(&begin))
        };
        if let Some(end) = self.ends.iter().find(is_foreign) {
            let (folder, name) = (self.folder.display(), end.game.name());
            bail!(
                "`{folder}` holds games between others than `{name}`; choose another folder with --out"
            );
        }
        let wanted = self.specs.iter().flat_map(|spec| {
            plan.mixtures.iter().map(move |(set, rules)| (key(rules, spec), self.share(plan, *set)))
        });
        batches.raise(wanted)?;
        Ok(batches)
    }

    /// The games of each rule set with as many switches flipped as `set`.
    fn share(&self, plan: &Plan, set: u32) -> u64 {
        let alike =
            plan.mixtures.iter().filter(|(other, _)| other.count_ones() == set.count_ones());
        (self.games / alike.count().max(1) as u64).max(FEWEST_GAMES.min(self.games))
    }

    /// Finds the orders and the rule sets on their way.
    fn plan(&self, mixtures: &Mixtures<'_>) -> anyhow::Result<Plan> {
        let number = mixtures.switches.len();
        let mut tried = BTreeMap::new();
        let mut allowed =
            |set: u32| tried.entry(set).or_insert_with(|| mixtures.mixture(set)).is_ok();
        let design = if number <= self.exact.min(MOST_EXACT) {
            let allowed: Vec<bool> = (0..1_u32 << number).map(&mut allowed).collect();
            Design::all(number, |set| allowed[set as usize])
        } else {
            let mut rng = game_stream(derive_seed(self.seed, "orders of switches"), 0);
            Design::sampled(number, self.pairs, allowed, &mut rng)
        };
        let Some(design) = design else {
            bail!(
                "no order of flipping the switches leads through playable rule sets only{}; choose two that differ less",
                mixtures.clashes(&tried)
            )
        };
        let wanted = design.coalitions();
        let mut plan = Plan { design, mixtures: Vec::new(), refused: Vec::new() };
        for (set, rules) in tried {
            match rules {
                Ok(rules) if wanted.contains(&set) => plan.mixtures.push((set, rules)),
                Ok(_) => {}
                Err(error) => plan.refused.push((set, format!("{error:#}"))),
            }
        }
        Ok(plan)
    }

    fn play(
        &self,
        plan: &Plan,
        batches: &Batches,
        spec: &AgentSpec,
        agent: &Agent,
    ) -> anyhow::Result<Vec<Vec<GameSummary>>> {
        let rules = plan.mixtures.iter().map(|(_, rules)| rules);
        let jobs: Vec<PlayJob<'_>> =
            rules.map(|rules| self.job(rules, batches, spec, agent)).collect();
        play(&format!("{} rule sets, {spec}", jobs.len()), &jobs)?;
        jobs.iter().map(summaries).collect()
    }

    fn job<'a>(
        &self,
        rules: &'a LoadedRules,
        batches: &Batches,
        spec: &AgentSpec,
        agent: &'a Agent,
    ) -> PlayJob<'a> {
        let name = rules.game.name();
        let key = key(rules, spec);
        PlayJob {
            games: batches.games(&key),
            seed: derive_seed(self.seed, &format!("attribute {name} {spec}")),
            opening: self.opening,
            ..PlayJob::new(rules, PerSide::from_fn(|_| agent), self.folder.join("games").join(key))
        }
    }

    /// What the network of an agent knows of each rule set of the plan.
    fn knowledge(
        &self,
        plan: &Plan,
        spec: &AgentSpec,
        agent: &Agent,
    ) -> anyhow::Result<Vec<Option<Knowledge>>> {
        plan.mixtures.iter().map(|(_, rules)| knowledge(spec, agent, rules, None)).collect()
    }

    /// The cells of the two rule sets.
    fn cells(
        &self,
        plan: &Plan,
        games: &[Vec<GameSummary>],
        known: &[Option<Knowledge>],
        agent: &AgentLabel,
    ) -> Vec<Cell> {
        let cell = |end: &&LoadedRules| {
            let name = end.game.name();
            let place = plan.mixtures.iter().position(|(_, rules)| rules.game.name() == name)?;
            Some(Cell {
                rules: name.to_owned(),
                agent: agent.clone(),
                has_king: BoardFacts::of_game(&end.game).has_king(),
                knowledge: known[place],
                games: games[place].clone(),
            })
        };
        self.ends.iter().filter_map(cell).collect()
    }

    fn estimate(
        &self,
        mixtures: &Mixtures<'_>,
        plan: &Plan,
        games: Vec<Vec<GameSummary>>,
        spec: &AgentSpec,
        options: &Options,
    ) -> Attribution {
        let played = plan.mixtures.iter().zip(games).map(|((set, rules), games)| Played {
            coalition: *set,
            rules: rules.game.name().to_owned(),
            games,
        });
        let experiment = Experiment {
            agent: spec.to_string(),
            names: self.ends.map(|rules| rules.game.name().to_owned()),
            switches: &mixtures.switches,
            design: &plan.design,
            played: played.collect(),
            refused: plan.refused.clone(),
        };
        experiment.attribute(options)
    }
}

#[cfg(test)]
mod tests {
    use imperial_engine::catalog::names;

    use super::*;
    use imperial_data::load_rules;

    fn plan(ends: [&LoadedRules; 2], exact: usize) -> (anyhow::Result<Plan>, usize) {
        let task = Attribute {
            ends,
            specs: &[],
            games: 20,
            exact,
            pairs: 4,
            opening: OpeningPlies::default(),
            seed: 1855,
            folder: PathBuf::new(),
        };
        let mixtures = Mixtures::between(ends[0], ends[1]).expect("they differ");
        (task.plan(&mixtures), mixtures.switches.len())
    }

    #[test]
    fn drawn_orders_start_and_end_at_the_two_rule_sets() {
        let contest = load_rules("imperial-contest").expect("embedded");
        let others = names().filter(|name| *name != "imperial-contest");
        let others = others.map(|name| load_rules(name).expect(name));
        let mut planned = 0;
        for other in others.filter(|rules| rules.game.tafl_rules().is_some()) {
            for ends in [[&contest, &other], [&other, &contest]] {
                if Mixtures::between(ends[0], ends[1]).is_err() {
                    continue;
                }
                // Where boards differ there may be no order that avoids what cannot be played.
                let (Ok(plan), switches) = plan(ends, 0) else { continue };
                let full = ((1_u64 << switches) - 1) as u32;
                for (end, set) in ends.into_iter().zip([0, full]) {
                    let found = plan.mixtures.iter().find(|(known, _)| *known == set);
                    assert_eq!(found.expect("it is played").1.text, end.text);
                }
                planned += 1;
            }
        }
        assert!(planned >= 10, "{planned}");
    }

    #[test]
    fn every_plan_has_both_ends_and_a_rule_set_for_each_coalition() {
        let rules = [
            ("imperial-contest", "tablut-unibo", 8),
            ("tablut-unibo", "imperial-contest", 8),
            ("imperial-contest", "tablut-linnaeus", 8),
            ("imperial-contest", "tablut-linnaeus", 3),
        ];
        let mut drawn = 0;
        for (one, other, exact) in rules {
            let ends = [one, other].map(|name| load_rules(name).expect(name));
            let (plan, switches) = plan([&ends[0], &ends[1]], exact);
            let plan = plan.expect("orders");
            let sets: Vec<u32> = plan.mixtures.iter().map(|(set, _)| *set).collect();
            let mut wanted = plan.design.coalitions();
            wanted.sort_unstable();
            assert_eq!(sets, wanted, "{one} to {other}");
            assert_eq!(plan.mixtures[0].1.text, ends[0].text);
            assert_eq!(plan.mixtures[sets.len() - 1].1.text, ends[1].text);
            assert_eq!(plan.design.drawn().is_some(), switches > exact);
            drawn += usize::from(switches > 8);
        }
        assert!(drawn >= 2, "some differ in more switches than are taken in all orders");
    }

    #[test]
    fn switches_that_clash_are_named() {
        let text = imperial_engine::catalog::text("imperial-chess").expect("embedded");
        let other = text.replace("\"imperial-chess\"", "\"other\"").replace('X', "Z");
        let other = LoadedRules::of_text(other.replace("cx", "cz").replace("xc", "zc"));
        let ends =
            [load_rules("imperial-chess").expect("embedded"), other.expect("another letter")];
        let (plan, _) = plan([&ends[0], &ends[1]], 8);
        let said = plan.err().expect("no order").to_string();
        for part in
            ["with only board and pieces of `other`: `", "with only replacement of `other`: `"]
        {
            assert!(said.contains(part) && !said.contains("line "), "{said}");
        }
    }
}
