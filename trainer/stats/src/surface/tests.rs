//! The fit beside figures of another program, games with known truth, and the line of equal skill.

use imperial_engine::game_stream;
use rand::RngExt;

use super::*;
use crate::Confidence;

const PLAYOUTS: [u32; 3] = [16, 64, 256];

/// Attackers' wins of 100 games, by their playouts and then by the defenders'.
const WINS: [f64; 9] = [40.0, 25.0, 12.0, 62.0, 45.0, 30.0, 80.0, 66.0, 41.0];

fn cells(wins: &[f64]) -> Vec<Decided> {
    wins.iter().map(|wins| Decided { share: wins / 100.0, games: 100.0 }).collect()
}

fn near(one: f64, other: f64, within: f64) -> bool {
    (one - other).abs() < within
}

#[test]
fn the_fit_is_that_of_a_logistic_model() {
    let found = Surface::fit(&PLAYOUTS, &cells(&WINS)).expect("a fit");
    let sum: f64 = (0..3).map(|level| found.attack(level).value).sum();
    assert!(near(sum, 0.0, 1e-9), "skills count from the pool: {sum}");
    // The maximum of Σ log-likelihood + ½ ln det I, found by another program with numeric derivatives, and the errors
    // that the inverse of I gives.
    let expected = [
        (found.equal_skill(), -0.266_023, 0.074_034),
        (found.attack(0), -0.887_158, 0.109_331),
        (found.attack(1), 0.073_500, 0.101_756),
        (found.defence(0), -0.744_688, 0.104_385),
        (found.defence(1), -0.053_046, 0.102_135),
    ];
    for (figure, value, error) in expected {
        let own = figure.variance.sqrt();
        assert!(near(figure.value, value, 2e-5) && near(own, error, 2e-5), "{figure:?} {value}");
    }
    let doubling = (found.attack(2).value - found.attack(0).value) / 4.0;
    assert!(near(found.attack_gain().value, doubling, 1e-9), "evenly spaced levels");
    let apart = found.attack_gain().value - found.defence_gain().value;
    assert!(near(found.gain_apart().value, apart, 1e-9));
    assert!(found.misfit().p() > 0.2, "{:?}", found.misfit());
}

#[test]
fn cells_that_one_side_won_entirely_leave_figures_finite() {
    let wins = [0.0, 0.0, 0.0, 100.0, 0.0, 0.0, 100.0, 100.0, 0.0];
    let found = Surface::fit(&PLAYOUTS, &cells(&wins)).expect("a fit");
    let gain = found.attack_gain();
    assert!(gain.value > 0.5 && gain.value.is_finite() && gain.variance.is_finite(), "{gain:?}");
    assert!(found.equal_skill().value < 0.0);
    let none = Surface::fit(&PLAYOUTS, &cells(&[0.0; 9])).expect("a fit");
    assert!(none.equal_skill().value < -3.0 && none.equal_skill().value.is_finite());
}

#[test]
fn too_little_has_no_fit() {
    assert!(Surface::fit(&[64], &cells(&[40.0])).is_none(), "one level");
    assert!(Surface::fit(&PLAYOUTS, &cells(&WINS[..6])).is_none(), "cells are missing");
    let mut holes = cells(&WINS);
    holes[..6].iter_mut().for_each(|cell| cell.games = 0.0);
    assert!(Surface::fit(&PLAYOUTS, &holes).is_none(), "two levels without games");
}

/// The middle, the skills of attack and defence at three levels, and an interaction.
struct World {
    middle: f64,
    attack: [f64; 3],
    defence: [f64; 3],
    interaction: f64,
}

impl World {
    fn play(&self, run: u64, games: u32) -> Surface {
        let rng = &mut game_stream(1732, run);
        let cell = |at: usize| {
            let (a, d) = (at / 3, at % 3);
            let bend = self.interaction * (a as f64 - 1.0) * (d as f64 - 1.0);
            let share = share_of(self.middle + self.attack[a] - self.defence[d] + bend);
            let won = (0..games).filter(|_| rng.random::<f64>() < share).count();
            Decided { share: won as f64 / f64::from(games), games: f64::from(games) }
        };
        let cells: Vec<Decided> = (0..9).map(cell).collect();
        Surface::fit(&PLAYOUTS, &cells).expect("a fit")
    }
}

/// The share of runs in which the interval of `figure` holds `truth`.
fn held(world: &World, figure: impl Fn(&Surface) -> Logit, truth: f64) -> f64 {
    const RUNS: u64 = 1500;
    let hold =
        |run| figure(&world.play(run, 60)).estimate(Confidence::P95).interval().contains(truth);
    (0..RUNS).filter(|run| hold(*run)).count() as f64 / RUNS as f64
}

#[test]
fn intervals_hold_the_truth() {
    let even = World {
        middle: 0.0,
        attack: [-0.8, 0.1, 0.7],
        defence: [-0.4, 0.0, 0.4],
        interaction: 0.0,
    };
    let worlds = [
        World { middle: -1.5, ..even },
        World { middle: 1.0, interaction: 0.4, ..even },
        World { middle: -2.8, ..even },
        even,
    ];
    for world in &worlds {
        let interaction = held(world, Surface::interaction, world.interaction);
        let gain = held(world, Surface::attack_gain, (world.attack[2] - world.attack[0]) / 4.0);
        let mut shares = vec![interaction];
        if world.interaction == 0.0 {
            shares.extend([gain, held(world, Surface::equal_skill, world.middle)]);
        }
        println!("{}: {shares:?}", world.middle);
        // 1.1 points is twice the error of 1500 runs.
        assert!(shares.iter().all(|share| *share > 0.93), "{}: {shares:?}", world.middle);
    }
}

#[test]
fn levels_that_do_not_add_up_are_found() {
    let found = |interaction: f64| {
        let world =
            World { middle: 0.3, attack: [-0.6, 0.0, 0.6], defence: [-0.5, 0.0, 0.5], interaction };
        (0..400).filter(|run| world.play(*run, 200).misfit().p() < 0.05).count()
    };
    let (none, much) = (found(0.0), found(0.8));
    assert!((8..=34).contains(&none), "5 % by chance: {none} of 400");
    assert!(much > 360, "{much} of 400");
}

#[test]
fn both_sides_meet_where_they_are_equally_skilled() {
    let places = Surface::places(&PLAYOUTS);
    assert_eq!(places, [4.0, 6.0, 8.0]);
    let same = equally_skilled(&places, &[-1.0, 0.0, 1.0], &[-1.0, 0.0, 1.0]);
    let expected = [-2.0, 0.0, 2.0].map(|at| Meeting { attackers: at, defenders: at });
    assert_eq!(same, expected, "equal playouts are equal skill");
    // A doubling is worth twice as much to the attack.
    let steep = equally_skilled(&places, &[-1.0, 0.0, 1.0], &[-0.5, 0.0, 0.5]);
    let ends = [steep.first(), steep.last()].map(|end| *end.expect("an end"));
    assert_eq!(ends[0], Meeting { attackers: -1.0, defenders: -2.0 });
    assert_eq!(ends[1], Meeting { attackers: 1.0, defenders: 2.0 });
    assert!(equally_skilled(&places, &[2.0, 3.0, 4.0], &[-1.0, 0.0, 1.0]).is_empty());
    let fallen = equally_skilled(&places, &[-1.0, 1.0, 0.0], &[-1.0, 0.0, 1.0]);
    assert!(fallen.windows(2).all(|pair| pair[0].attackers <= pair[1].attackers), "{fallen:?}");
}

#[test]
fn the_line_is_read_with_the_interaction() {
    let world = World {
        middle: 0.2,
        attack: [-0.6, 0.0, 0.6],
        defence: [-0.6, 0.0, 0.6],
        interaction: 0.5,
    };
    let found = world.play(1, 20_000);
    let at = |place: f64| found.at(&Meeting { attackers: place, defenders: place }).value;
    assert!(near(at(0.0), 0.2, 0.05) && near(at(2.0), 0.7, 0.1) && near(at(-2.0), 0.7, 0.1));
}
