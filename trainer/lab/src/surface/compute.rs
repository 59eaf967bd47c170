//! From games to the surface.

use imperial_engine::PerSide;
use imperial_stats::surface::{self as model, Meeting, Misfit, equally_skilled};
use imperial_stats::trainings::{Decided, Logit, Pooled, Seen, pooled, share_of};
use imperial_stats::{Confidence, ELO_PER_LOGIT, Estimate, Knowledge, Measured, Options};

use super::{OfTrainings, Skill, SkillPoint, Surface, SurfaceCell, SurfaceGames};
use crate::AgentLabel;
use crate::cell::are_distinct;
use crate::ensembles::{advantage, by_recipe};
use crate::grouped::grouped;
use crate::summary::{self, distinct};

/// One training under one rule set.
struct Fitted<'a> {
    own: &'a SurfaceGames,
    cells: Vec<Measured>,
    fit: model::Surface,
}

/// The trainings of a recipe, under each rule set that they played.
struct Group<'a> {
    rule_sets: Vec<Vec<Fitted<'a>>>,
    confidence: Confidence,
}

/// All surfaces: those of a recipe stand together, in the order of the rule sets.
pub(crate) fn all(games: &[SurfaceGames], options: &Options) -> Vec<Surface> {
    let group = |names: Vec<String>| Group::of(&names, games, options).surfaces(options);
    groups(games).into_iter().flat_map(group).collect()
}

/// The names of agents that are trainings of one recipe; who has no network stands alone.
fn groups(games: &[SurfaceGames]) -> Vec<Vec<String>> {
    let agents = distinct(games.iter().map(|one| &one.agent));
    let names = |own: &[&AgentLabel]| own.iter().map(|agent| agent.name.clone()).collect();
    let networks = by_recipe(&agents).into_iter().map(|(_, own)| names(&own));
    let others = agents.iter().filter(|agent| agent.experience.network().is_none());
    networks.chain(others.map(|agent| names(&[agent]))).collect()
}

impl<'a> Fitted<'a> {
    /// `None` where games are missing.
    fn of(own: &'a SurfaceGames, options: &Options) -> Option<Self> {
        let scores = own.games.iter().map(|games| summary::score(games, options));
        let cells: Vec<Measured> = scores.collect::<Option<_>>()?;
        let decided: Vec<Decided> =
            cells.iter().map(|cell| Decided::measured(cell, options)).collect();
        let fit = model::Surface::fit(&own.playouts, &decided)?;
        Some(Self { own, cells, fit })
    }
}

impl<'a> Group<'a> {
    fn of(names: &[String], games: &'a [SurfaceGames], options: &Options) -> Self {
        let own = games.iter().filter(|one| names.contains(&one.agent.name));
        let fitted = own.filter_map(|one| Fitted::of(one, options));
        let alike = |a: &Fitted<'_>, b: &Fitted<'_>| {
            (&a.own.rules, &a.own.playouts) == (&b.own.rules, &b.own.playouts)
        };
        Self { rule_sets: grouped(fitted, alike), confidence: options.confidence }
    }

    fn surfaces(&self, options: &Options) -> Vec<Surface> {
        (0..self.rule_sets.len()).map(|place| self.surface(place, options)).collect()
    }

    fn surface(&self, place: usize, options: &Options) -> Surface {
        let trainings = &self.rule_sets[place];
        let first = trainings[0].own;
        let reliable = trainings.iter().all(|one| one.own.games.iter().all(|g| are_distinct(g)));
        let found = self.pooled(place, model::Surface::equal_skill);
        let misfit = trainings.iter().fold(Misfit::default(), |all, one| all.and(one.fit.misfit()));
        let skills = self.skills(place);
        Surface {
            rules: first.rules.clone(),
            recipe: first.agent.recipe.clone(),
            agents: trainings.iter().map(|one| one.own.agent.name.clone()).collect(),
            knowledge: Knowledge::least(trainings.iter().map(|one| one.own.knowledge)),
            playouts: first.playouts.clone(),
            cells: self.cells(place, options),
            equal_skill: self
                .figure(place, model::Surface::equal_skill, |logit| logit.map(share_of)),
            advantage: found.map(|found| advantage(&found, reliable, options)),
            line: self.line(place, &skills),
            skills,
            gains: PerSide {
                attackers: self.gain(place, model::Surface::attack_gain),
                defenders: self.gain(place, model::Surface::defence_gain),
            },
            gain_apart: self.gain(place, model::Surface::gain_apart),
            interaction: self.figure(place, model::Surface::interaction, |logit| logit),
            misfit_p: misfit.p(),
        }
    }

    /// What all trainings show of a figure under one rule set; the other rule sets tell how far trainings are apart.
    fn pooled(&self, place: usize, figure: impl Fn(&model::Surface) -> Logit) -> Option<Pooled> {
        pooled(&self.conditions(figure)).swap_remove(place)
    }

    /// A figure of each training under each rule set.
    fn conditions(&self, figure: impl Fn(&model::Surface) -> Logit) -> Vec<Vec<Logit>> {
        let of = |own: &Vec<Fitted<'_>>| own.iter().map(|one| figure(&one.fit)).collect();
        self.rule_sets.iter().map(of).collect()
    }

    /// The score of the middle training under one of the rule sets.
    fn middle<S: Clone + Into<Seen>>(
        &self,
        place: usize,
        conditions: &[Vec<S>],
    ) -> Option<Estimate> {
        let found = pooled(conditions).swap_remove(place)?;
        Some(found.middle(self.confidence).map(share_of))
    }

    /// A figure of each training and of all, read off its log-odds.
    fn figure(
        &self,
        place: usize,
        figure: impl Fn(&model::Surface) -> Logit,
        read: impl Fn(Estimate) -> Estimate,
    ) -> OfTrainings {
        let own = self.rule_sets[place].iter();
        let each = own.map(|one| read(figure(&one.fit).estimate(self.confidence))).collect();
        let found = self.pooled(place, figure);
        OfTrainings { each, together: found.map(|found| read(found.middle(self.confidence))) }
    }

    /// What a doubling is worth in Elo. Trainings are put together by what all doublings of the grid are worth, since
    /// scores are as far apart as that.
    fn gain(&self, place: usize, figure: impl Fn(&model::Surface) -> Logit) -> OfTrainings {
        let places = model::Surface::places(&self.rule_sets[place][0].own.playouts);
        let doublings = places[places.len() - 1] - places[0];
        let whole = |fit: &model::Surface| {
            let Logit { value, variance } = figure(fit);
            Logit { value: value * doublings, variance: variance * doublings * doublings }
        };
        let elo = ELO_PER_LOGIT / doublings;
        self.figure(place, whole, |logit| logit.map(|whole| elo * whole))
    }

    fn skills(&self, place: usize) -> Vec<Skill> {
        let elo = |logit: Estimate| logit.map(|skill| ELO_PER_LOGIT * skill);
        let levels = self.rule_sets[place][0].own.playouts.iter().enumerate();
        let skill = |(level, playouts): (usize, &u32)| Skill {
            playouts: *playouts,
            attack: self.figure(place, |fit| fit.attack(level), elo),
            defence: self.figure(place, |fit| fit.defence(level), elo),
        };
        levels.map(skill).collect()
    }

    fn cells(&self, place: usize, options: &Options) -> Vec<SurfaceCell> {
        let playouts = &self.rule_sets[place][0].own.playouts;
        let pairs = playouts.iter().flat_map(|a| playouts.iter().map(move |d| (*a, *d)));
        let cell = |(at, (attackers, defenders)): (usize, (u32, u32))| {
            let decided = |own: &Vec<Fitted<'_>>| -> Vec<Decided> {
                let cells = own.iter().filter_map(|one| one.cells.get(at));
                cells.map(|cell| Decided::measured(cell, options)).collect()
            };
            let conditions: Vec<Vec<Decided>> = self.rule_sets.iter().map(decided).collect();
            let own = || self.rule_sets[place].iter();
            SurfaceCell {
                attackers,
                defenders,
                games: own().map(|one| one.own.games[at].len() as u64).collect(),
                score: OfTrainings {
                    each: own().map(|one| one.cells[at].estimate).collect(),
                    together: self.middle(place, &conditions),
                },
            }
        };
        pairs.enumerate().map(cell).collect()
    }

    /// The scores where the trainings' attack and defence together are equally skilled.
    fn line(&self, place: usize, skills: &[Skill]) -> Vec<SkillPoint> {
        let trainings = &self.rule_sets[place];
        let places = model::Surface::places(&trainings[0].own.playouts);
        let middle = places.iter().sum::<f64>() / places.len() as f64;
        let attack: Vec<f64> = skills.iter().map(|skill| skill.attack.value()).collect();
        let defence: Vec<f64> = skills.iter().map(|skill| skill.defence.value()).collect();
        let point = |meeting: Meeting| SkillPoint {
            attackers: (middle + meeting.attackers).exp2(),
            defenders: (middle + meeting.defenders).exp2(),
            score: self.on_line(place, &meeting),
        };
        equally_skilled(&places, &attack, &defence).into_iter().map(point).collect()
    }

    /// The score at a place of the line. How far trainings are apart there, all rule sets tell by their middles.
    fn on_line(&self, place: usize, meeting: &Meeting) -> OfTrainings {
        let mut conditions = self.conditions(model::Surface::equal_skill);
        conditions[place] = self.rule_sets[place].iter().map(|one| one.fit.at(meeting)).collect();
        let each = conditions[place].iter().map(|one| one.estimate(self.confidence).map(share_of));
        OfTrainings { each: each.collect(), together: self.middle(place, &conditions) }
    }
}
