//! Agents whose strength is known: does the model find it, and are its intervals honest?

use imperial_data::GameResult;
use imperial_engine::game_stream;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt};

use super::*;
use crate::{Confidence, Estimate, Interval, difference};

/// A world with its truth, in Elo.
struct World {
    attack: &'static [f64],
    defence: &'static [f64],
    /// Advantage and margin per rule set.
    rules: &'static [(f64, f64)],
    /// Standard deviation of what an opening gives to the attackers.
    openings: f64,
}

const WORLD: World = World {
    attack: &[0.0, 150.0, 180.0, 330.0],
    defence: &[0.0, 50.0, 220.0, 390.0],
    rules: &[(60.0, 40.0), (-120.0, 150.0)],
    openings: 0.0,
};

/// Agents that are all alike under fair rules, so that openings hide no truth but only add noise.
const ALIKE: World =
    World { attack: &[0.0; 3], defence: &[0.0; 3], rules: &[(0.0, 60.0)], openings: 500.0 };

/// A normal number (Box and Muller 1958, *Annals of Mathematical Statistics* 29:610).
fn normal(rng: &mut impl Rng) -> f64 {
    let (u, v): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

impl World {
    fn play(
        &self,
        rules: usize,
        i: usize,
        j: usize,
        opening: f64,
        rng: &mut impl Rng,
    ) -> GameResult {
        let (advantage, margin) = self.rules[rules];
        let x = self.attack[i] - self.defence[j] + advantage + opening;
        let share = |elo: f64| 1.0 / (1.0 + 10_f64.powf(elo / 400.0));
        let drawn: f64 = rng.random();
        if drawn < share(margin - x) {
            GameResult::Attackers
        } else if drawn < share(margin - x) + share(margin + x) {
            GameResult::Defenders
        } else {
            GameResult::Draw
        }
    }

    /// Every two agents play `pairs` pairs of games under every rule set.
    fn games(&self, pairs: u64, rng: &mut ChaCha8Rng) -> JointData {
        let (agents, rules) = (self.attack.len(), self.rules.len());
        let mut games = Vec::new();
        for (i, j) in (0..agents).flat_map(|i| (0..i).map(move |j| (i, j))) {
            for (rules, pair) in (0..rules).flat_map(|r| (0..pairs).map(move |p| (r, p))) {
                let luck = self.openings * normal(rng);
                for (attackers, defenders) in [(i, j), (j, i)] {
                    let result = self.play(rules, attackers, defenders, luck, rng);
                    games.push(RatedGame { rules, attackers, defenders, opening: pair, result });
                }
            }
        }
        JointData::new(agents, rules, games).expect("games of the pool")
    }

    /// The truth with agent 0 at 0, in the order of [`figures`].
    fn truth(&self) -> Vec<f64> {
        let agents = self.attack.iter().zip(self.defence);
        let sum = |sign: f64| agents.clone().map(move |(a, d)| (a + sign * d) / 2.0);
        let lead = sum(-1.0).sum::<f64>() / self.attack.len() as f64;
        let zero = sum(1.0).next().unwrap_or_default();
        let mut truth: Vec<f64> = sum(1.0)
            .zip(sum(-1.0))
            .flat_map(|(r, s)| [r, r + s - lead, r - s + lead].map(|elo| elo - zero))
            .collect();
        truth.extend(self.rules.iter().flat_map(|(a, m)| [a + 2.0 * lead, *m]));
        truth
    }
}

/// Every figure of the results in one row.
fn figures(ratings: &JointRatings) -> Vec<Uncertain> {
    let agents =
        ratings.agents.iter().flat_map(|agent| [agent.rating, agent.attack, agent.defence]);
    let rules = ratings.rules.iter().flat_map(|rules| [rules.advantage, rules.margin]);
    agents.chain(rules).collect()
}

const ANCHORED: JointModel =
    JointModel { roles: Roles::Apart, anchor: Some(0), openings: Openings::Apart };

/// For each figure, the share of `repetitions` in which `interval` covers the truth.
fn coverage(
    world: &World,
    (repetitions, pairs, resamples): (u64, u64, u32),
    interval: impl Fn(&Uncertain) -> Interval,
) -> Vec<f64> {
    let truth = world.truth();
    let mut covered = vec![0.0; truth.len()];
    for repetition in 0..repetitions {
        let data = world.games(pairs, &mut game_stream(1855, repetition));
        let ratings = ANCHORED.rate(&data, Confidence::P95, resamples, repetition);
        let ratings = ratings.expect("converges");
        for ((covered, truth), found) in covered.iter_mut().zip(&truth).zip(figures(&ratings)) {
            *covered += f64::from(u8::from(interval(&found).contains(*truth)));
        }
    }
    covered.into_iter().map(|count| count / repetitions as f64).collect()
}

#[test]
fn information_intervals_cover_at_their_rate() {
    let shares = coverage(&WORLD, (400, 40, 0), |figure| figure.information);
    // Binomial error of 400 at 95 %: 1.1 points. The anchor is always covered.
    for (figure, share) in shares.iter().enumerate().skip(1) {
        assert!((0.906..=0.994).contains(share), "figure {figure} is covered in {share}");
    }
    println!("covered: {shares:?}");
    let mean = shares[1..].iter().sum::<f64>() / (shares.len() - 1) as f64;
    assert!((0.935..=0.965).contains(&mean), "{mean} on average");
}

#[test]
fn the_bootstrap_covers_where_openings_decide_and_information_does_not() {
    let advantage = 3 * ALIKE.attack.len();
    let size = (200, 60, 150);
    let bootstrap = |figure: &Uncertain| figure.bootstrap.expect("resamples were drawn");
    let shares = coverage(&ALIKE, size, bootstrap);
    // Binomial error of 200 at 95 %: 1.5 points.
    assert!((0.88..=0.99).contains(&shares[advantage]), "{}", shares[advantage]);
    for agent in 1..ALIKE.attack.len() {
        assert!((0.88..=0.99).contains(&shares[3 * agent]), "{shares:?}");
    }
    let naive = coverage(&ALIKE, size, |figure| figure.information);
    println!("covered: {shares:?} by the bootstrap, {naive:?} by the information");
    assert!(naive[advantage] < 0.9, "{}", naive[advantage]);
    assert!(coverage(&ALIKE, size, |figure| figure.estimate().interval())[advantage] >= 0.9);
}

#[test]
fn with_many_games_the_truth_is_found() {
    let data = WORLD.games(20_000, &mut game_stream(1732, 0));
    let ratings = ANCHORED.rate(&data, Confidence::P95, 0, 0).expect("converges");
    for (figure, truth) in figures(&ratings).iter().zip(WORLD.truth()) {
        assert!((figure.value - truth).abs() < 5.0, "{} instead of {truth}", figure.value);
    }
}

#[test]
fn two_agents_and_no_draws_are_the_plain_elo_formula() {
    // Of 400 games agent 1 wins 300, whoever attacks.
    let game = |opening, attackers, won_by| RatedGame {
        rules: 0,
        attackers,
        defenders: 1 - attackers,
        opening,
        result: if attackers == won_by { GameResult::Attackers } else { GameResult::Defenders },
    };
    let games = (0..200).flat_map(|opening| {
        let winner = usize::from(opening % 4 != 0);
        [game(opening, 0, winner), game(opening, 1, winner)]
    });
    let data = JointData::new(2, 1, games).expect("games");
    for roles in [Roles::Tied, Roles::Apart] {
        let ratings = JointModel { roles, ..ANCHORED }.rate(&data, Confidence::P95, 0, 0);
        let ratings = ratings.expect("converges");
        let Estimate { value, low, high } = ratings.agents[1].rating.estimate();
        // 400 log10(3), and 1.96 * 400 / ln 10 / sqrt(400 * 3/16)
        assert!((value - 190.85).abs() < 2.0, "{value}");
        assert!((high - low - 2.0 * 39.3).abs() < 2.0, "{low} to {high}");
        assert!(ratings.rules[0].advantage.value.abs() < 1e-6);
        assert!(ratings.rules[0].margin.value < 2.0, "one virtual draw in 400 games");
    }
}

#[test]
fn separated_pools_stay_finite() {
    let game =
        |opening: u64, result| RatedGame { rules: 0, attackers: 1, defenders: 0, opening, result };
    for result in GameResult::ALL {
        let data = JointData::new(3, 2, (0..20).map(|opening| game(opening, result)));
        let data = data.expect("games");
        let ratings = ANCHORED.rate(&data, Confidence::P95, 50, 0).expect("converges");
        for figure in figures(&ratings) {
            let Estimate { value, low, high } = figure.estimate();
            assert!(value.is_finite() && low <= value && value <= high && high < 1e5, "{figure:?}");
        }
        // Agent 2 and rule set 1 were never seen: nothing is claimed of them.
        let unseen = ratings.agents[2].rating.estimate();
        assert!(unseen.low < -1000.0 && unseen.high > 1000.0);
        assert!(ratings.rules[1].advantage.estimate().low < -1000.0);
    }
}

#[test]
fn the_prior_does_what_its_description_says() {
    let game = |opening, attackers, points: f64| RatedGame {
        rules: 0,
        attackers,
        defenders: 1 - attackers,
        opening,
        result: if (points > 0.5) == (attackers == 1) {
            GameResult::Attackers
        } else {
            GameResult::Defenders
        },
    };
    let lead = |wins: u64| {
        let games = (0..20).map(|n| game(n, (n % 2) as usize, f64::from(u8::from(n < wins))));
        let data = JointData::new(2, 1, games).expect("games");
        ANCHORED.rate(&data, Confidence::P95, 0, 0).expect("converges").agents[1].rating.value
    };
    assert!((1050.0..1150.0).contains(&lead(20)), "{}", lead(20));
    assert!((191.0..200.0).contains(&lead(15)), "{}", lead(15));
}

#[test]
fn a_lead_has_its_own_interval_and_results_depend_on_the_seed_only() {
    let data = WORLD.games(30, &mut game_stream(7, 0));
    let fit = ANCHORED.fit(&data, 100, 3).expect("converges");
    let ratings = fit.ratings(Confidence::P95);
    let lead = fit.lead(3, 1, Confidence::P95).expect("agents of the pool");
    let difference = ratings.agents[3].rating.value - ratings.agents[1].rating.value;
    assert!((lead.value - difference).abs() < 1e-9);
    assert_eq!(fit.lead(4, 0, Confidence::P95).map(|lead| lead.value), Err(unknown("agent", 4, 4)));
    assert_eq!(ANCHORED.rate(&data, Confidence::P95, 100, 3), Ok(ratings));
}

#[test]
fn the_side_advantage_of_an_agent_is_that_between_two_copies() {
    let data = WORLD.games(20_000, &mut game_stream(1732, 0));
    let fit = ANCHORED.fit(&data, 0, 0).expect("converges");
    for (agent, (attack, defence)) in WORLD.attack.iter().zip(WORLD.defence).enumerate() {
        for (rules, (advantage, _)) in WORLD.rules.iter().enumerate() {
            let found = fit.side_advantage(agent, rules, Confidence::P95).expect("known");
            let truth = attack - defence + advantage;
            assert!((found.value - truth).abs() < 5.0, "{} instead of {truth}", found.value);
        }
    }
    let mean = |rules| {
        let own = |agent| fit.side_advantage(agent, rules, Confidence::P95).expect("known").value;
        (0..4).map(own).sum::<f64>() / 4.0
    };
    let pool = fit.ratings(Confidence::P95).rules[1].advantage.value;
    assert!((mean(1) - pool).abs() < 1e-9, "the pool's advantage is the mean");
    let error = |agent, rules| fit.side_advantage(agent, rules, Confidence::P95).err();
    assert_eq!(error(4, 0), Some(unknown("agent", 4, 4)));
    assert_eq!(error(0, 2), Some(unknown("rule set", 2, 2)));
}

#[test]
fn another_anchor_changes_zero_alone() {
    let data = WORLD.games(30, &mut game_stream(7, 0));
    let anchored = |anchor| JointModel { anchor, ..ANCHORED }.fit(&data, 0, 3);
    let fit = anchored(None).expect("the mean");
    let ratings = anchored(Some(1)).expect("an agent").ratings(Confidence::P95);
    assert_eq!(ratings.agents[1].rating.estimate(), Estimate::exactly(0.0));
    let lead = fit.lead(3, 1, Confidence::P95).expect("agents of the pool");
    let [found, lead] = [ratings.agents[3].rating, lead].map(Uncertain::estimate);
    assert!((found.value - lead.value).abs() < 1e-9 && (found.high - lead.high).abs() < 1e-9);
    assert_eq!(anchored(Some(4)).err(), Some(unknown("agent", 4, 4)));
}

#[test]
fn a_lean_is_attack_less_defence_without_the_error_of_the_anchor() {
    // The anchor loses all games, so that nobody knows how far the others are ahead of it.
    let far = World {
        attack: &[-2000.0, 150.0, 180.0, 330.0],
        defence: &[-2000.0, 50.0, 220.0, 390.0],
        ..WORLD
    };
    let data = far.games(30, &mut game_stream(7, 0));
    let fit = ANCHORED.fit(&data, 100, 3).expect("converges");
    let ratings = fit.ratings(Confidence::P95);
    let mut sum = 0.0;
    for (agent, rating) in ratings.agents.iter().enumerate() {
        let lean = fit.lean(agent, Confidence::P95).expect("an agent of the pool");
        assert!((lean.value - (rating.attack.value - rating.defence.value)).abs() < 1e-9);
        let apart = difference(rating.attack.estimate(), rating.defence.estimate());
        let own = lean.estimate();
        let width = |estimate: Estimate| estimate.high - estimate.low;
        assert!(agent == 0 || width(own) < 0.6 * width(apart), "{own:?} {apart:?}");
        sum += lean.value;
    }
    assert!(sum.abs() < 1e-6, "{sum}");
    assert_eq!(fit.lean(4, Confidence::P95).err(), Some(unknown("agent", 4, 4)));
    let tied = JointModel { roles: Roles::Tied, ..ANCHORED }.fit(&data, 0, 0).expect("converges");
    assert_eq!(tied.lean(1, Confidence::P95).map(|lean| lean.value), Ok(0.0));
}

#[test]
fn tied_roles_are_one_rating() {
    let model = JointModel { roles: Roles::Tied, anchor: None, ..ANCHORED };
    let data = WORLD.games(30, &mut game_stream(7, 0));
    let ratings = model.rate(&data, Confidence::P95, 0, 0).expect("converges");
    assert!(ratings.agents.iter().all(|agent| agent.attack == agent.rating));
    let mean: f64 = ratings.agents.iter().map(|agent| agent.rating.value).sum();
    assert!(mean.abs() < 1e-6);
}

fn unknown(kind: &'static str, number: usize, count: usize) -> JointError {
    JointError::Unknown { kind, number, count }
}

#[test]
fn what_cannot_be_rated_is_refused() {
    let game =
        RatedGame { rules: 0, attackers: 0, defenders: 1, opening: 0, result: GameResult::Draw };
    let error = |agents, rules, games: Vec<RatedGame>| JointData::new(agents, rules, games).err();
    assert_eq!(error(2, 1, vec![]), Some(JointError::NoGames));
    assert_eq!(error(1, 1, vec![game]), Some(unknown("agent", 1, 1)));
    assert_eq!(error(2, 0, vec![game]), Some(unknown("rule set", 0, 0)));
    let data = JointData::new(2, 1, [game]).expect("a game");
    assert_eq!(data.games(), 1);
    let anchored = JointModel { anchor: Some(2), ..ANCHORED };
    assert_eq!(anchored.fit(&data, 0, 0).err(), Some(unknown("agent", 2, 2)));
}

/// Five agents, each 200 Elo better than the one before, meet their neighbours in 50 pairs each. Openings differ by a
/// standard deviation of 200 Elo.
fn chain(rng: &mut ChaCha8Rng) -> JointData {
    const STEPS: World = World {
        attack: &[0.0, 200.0, 400.0, 600.0, 800.0],
        defence: &[0.0, 200.0, 400.0, 600.0, 800.0],
        rules: &[(-50.0, 40.0)],
        openings: 200.0,
    };
    let mut games = Vec::new();
    for (weaker, pair) in (0..4).flat_map(|weaker| (0..50).map(move |pair| (weaker, pair))) {
        let luck = STEPS.openings * normal(rng);
        for (attackers, defenders) in [(weaker, weaker + 1), (weaker + 1, weaker)] {
            let result = STEPS.play(0, attackers, defenders, luck, rng);
            games.push(RatedGame { rules: 0, attackers, defenders, opening: pair, result });
        }
    }
    JointData::new(5, 1, games).expect("games of the pool")
}

#[test]
fn leads_along_a_chain_are_those_of_one_opening() {
    let runs = 80;
    let (mut held, mut sum) = ([0; 2], 0.0);
    for run in 0..runs {
        let data = chain(&mut game_stream(1855, run));
        let fit = JointModel::default().fit(&data, 100, run).expect("converges");
        let lead = |a, b| fit.lead(a, b, Confidence::P95).expect("agents").estimate();
        let [whole, step] = [lead(4, 0), lead(1, 0)];
        sum += whole.value;
        held[0] += u64::from(whole.interval().contains(800.0));
        held[1] += u64::from(step.interval().contains(200.0));
    }
    let mean = sum / runs as f64;
    println!("a lead of 800 is told as {mean:.0}; held {held:?} of {runs}");
    assert!((mean - 800.0).abs() < 30.0, "{mean}");
    // Binomial error of 80 at 95 %: 2.4 points.
    assert!(held.iter().all(|held| *held as f64 / runs as f64 > 0.89), "{held:?}");
}

/// With openings that differ by 200 Elo, scores over them are those of leads divided by √(1 + (0.588 · 200 / 173.7)²).
#[test]
fn averaged_leads_are_those_of_scores_over_all_openings() {
    let model = JointModel { openings: Openings::Averaged, ..JointModel::default() };
    let runs = 80;
    let step = |run| {
        let fit = model.fit(&chain(&mut game_stream(1855, run)), 0, 0).expect("converges");
        fit.lead(1, 0, Confidence::P95).expect("agents").value
    };
    let mean = (0..runs).map(step).sum::<f64>() / runs as f64;
    println!("a step of 200 is told as {mean:.0}");
    assert!((mean - 165.7).abs() < 15.0, "{mean}");
}
