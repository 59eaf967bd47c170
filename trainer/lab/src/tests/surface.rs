//! Surfaces: known truth goes through the report's own code, and what a report of few trainings says.
//! `IMPERIAL_DEEP=10` makes ten times as many reports.

use imperial_engine::game_stream;
use imperial_stats::trainings::share_of;
use imperial_stats::{ELO_PER_LOGIT, Estimate, Knowledge};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::{games, normal, taught};
use crate::page::{PageContext, page};
use crate::{
    BalanceReport, Experience, Grade, Material, Options, Surface, SurfaceGames, figure_files,
};

const PLAYOUTS: [u32; 3] = [16, 64, 256];
/// Doublings from one level to the next.
const STEP: f64 = 2.0;

/// Trainings and rule sets with known skills, in log-odds.
#[derive(Clone, Copy, Debug)]
struct World {
    trainings: u32,
    /// The attackers' log-odds at equal skill, under each rule set.
    middles: &'static [f64],
    /// What a doubling is worth to the attack and to the defence.
    gains: [f64; 2],
    /// What trainings differ by: at equal skill, and in what a doubling is worth.
    spreads: [f64; 2],
    games: u64,
}

fn rules(number: usize) -> String {
    format!("rules-{number}")
}

fn surface_of(
    rules: String,
    training: u32,
    knowledge: Knowledge,
    wins: &[(u64, u64)],
) -> SurfaceGames {
    let name = format!("network:256@{training}");
    let agent = taught(&name, training, Experience::Network(training.to_string()));
    let cell = |(won, all): &(u64, u64)| games(*won, 0, 0, all - won);
    SurfaceGames {
        rules,
        agent,
        knowledge: Some(knowledge),
        playouts: PLAYOUTS.into(),
        games: wins.iter().map(cell).collect(),
    }
}

fn report(surfaces: Vec<SurfaceGames>) -> BalanceReport {
    let options = Options { resamples: 10, ..Options::default() };
    BalanceReport::of(Material { surfaces, ..Material::default() }, &options)
}

impl World {
    /// One training under one rule set.
    fn play(&self, middle: f64, common: f64, rng: &mut ChaCha8Rng) -> Vec<(u64, u64)> {
        let off = 0.8 * common + 0.6 * normal(rng);
        let middle = middle + self.spreads[0] * off;
        let [attack, defence] = self.gains.map(|gain| gain + self.spreads[1] * normal(rng));
        let level = |place: usize| STEP * (place as f64 - 1.0);
        let cell = |at: usize, rng: &mut ChaCha8Rng| {
            let share = share_of(middle + attack * level(at / 3) - defence * level(at % 3));
            let won = (0..self.games).filter(|_| rng.random::<f64>() < share).count() as u64;
            (won, self.games)
        };
        (0..9).map(|at| cell(at, rng)).collect()
    }

    fn surfaces(&self, run: u64) -> Vec<Surface> {
        let rng = &mut game_stream(1732, run);
        let mut all = Vec::new();
        for training in 0..self.trainings {
            let common = normal(rng);
            for (number, middle) in self.middles.iter().enumerate() {
                let wins = self.play(*middle, common, rng);
                all.push(surface_of(rules(number), training, Knowledge::Settled, &wins));
            }
        }
        report(all).surfaces
    }

    /// The shares of what is held of: scores at equal skill, gains of both sides, skills, cells; and the share of even
    /// rule sets that a side is shown to be favoured under.
    fn stated(&self) -> [f64; 5] {
        let deep =
            std::env::var("IMPERIAL_DEEP").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
        let runs: u64 = 200 * deep;
        let mut held: [Vec<f64>; 5] = Default::default();
        for run in 0..runs {
            for surface in self.surfaces(run) {
                let number = (0..self.middles.len()).find(|number| rules(*number) == surface.rules);
                let middle = self.middles[number.expect("a rule set")];
                let elo = self.gains.map(|gain| ELO_PER_LOGIT * gain);
                held[0].push(holds(surface.equal_skill.together, share_of(middle)));
                held[1].push(holds(surface.gains.attackers.together, elo[0]));
                held[1].push(holds(surface.gains.defenders.together, elo[1]));
                let strongest = surface.skills.last().expect("levels");
                held[2].push(holds(strongest.attack.together, STEP * elo[0]));
                let corner = surface.cell(256, 16).expect("a cell").score.together;
                held[3]
                    .push(holds(corner, share_of(middle + STEP * (self.gains[0] + self.gains[1]))));
                if middle == 0.0 {
                    let grade = surface.advantage.expect("three trainings").conclusion();
                    held[4].push(f64::from(u8::from(grade == Grade::Shown)));
                }
            }
        }
        held.map(
            |all| if all.is_empty() { 0.0 } else { all.iter().sum::<f64>() / all.len() as f64 },
        )
    }
}

fn holds(found: Option<Estimate>, truth: f64) -> f64 {
    f64::from(u8::from(found.expect("three trainings").interval().contains(truth)))
}

#[test]
fn what_is_read_off_a_surface_is_so() {
    let world = World {
        trainings: 3,
        middles: &[0.0, -1.2],
        gains: [0.35, 0.15],
        spreads: [0.5, 0.05],
        games: 60,
    };
    let worlds = [
        World { trainings: 5, middles: &[0.0, 0.8, -2.0], ..world },
        World { spreads: [0.3, 0.1], games: 120, ..world },
        World { middles: &[0.0], gains: [0.2, 0.3], ..world },
        world,
    ];
    let all: Vec<[f64; 5]> = worlds.iter().map(World::stated).collect();
    for (world, [held @ .., fooled]) in worlds.iter().zip(&all) {
        println!("{world:?}: {held:.3?}, fooled {fooled:.3}");
        assert!(held.iter().all(|share| *share > 0.915), "{world:?}: {held:?}");
        assert!(*fooled < 0.09, "{world:?}: {fooled}");
    }
    for figure in 0..4 {
        let mean = all.iter().map(|found| found[figure]).sum::<f64>() / all.len() as f64;
        assert!((0.93..0.995).contains(&mean), "figure {figure}: {mean}");
    }
}

/// Attackers gain more from search: equal playouts say one thing when few, another when many.
const WINS: [u64; 9] = [30, 20, 12, 60, 48, 37, 86, 79, 70];

fn trainings(number: u32, knowledge: Knowledge) -> BalanceReport {
    let one = |training: u32| {
        let wins: Vec<(u64, u64)> =
            WINS.iter().map(|won| (won + u64::from(training), 100)).collect();
        surface_of("tablut".to_owned(), training, knowledge, &wins)
    };
    report((0..number).map(one).collect())
}

#[test]
fn equal_playouts_are_not_equal_skill() {
    let report = trainings(3, Knowledge::Settled);
    let [one] = &report.surfaces[..] else { panic!("one surface") };
    let equal: Vec<f64> = one.equal_playouts().map(|cell| cell.score.value()).collect();
    assert!(equal[0] < 0.35 && equal[2] > 0.65, "{equal:?}");
    let skill = one.equal_skill.together.expect("three trainings");
    assert!((0.45..0.55).contains(&skill.value), "{skill:?}");
    assert!(one.gains.attackers.value() > 2.0 * one.gains.defenders.value());
    assert!(one.gain_apart.together.expect("three trainings").low > 0.0);
    let ends = [one.line.first(), one.line.last()].map(|end| end.expect("an end"));
    let [weak, strong] = ends.map(|point| (point.attackers, point.defenders));
    assert!(weak.0 > weak.1 && strong.0 < strong.1, "fewer doublings of the attack: {ends:?}");
    assert!((weak.1 - 16.0).abs() < 1e-6 && (strong.1 - 256.0).abs() < 1e-6, "{ends:?}");
    assert_eq!((one.games(), one.agents.len()), (9 * 300, 3));

    let again = BalanceReport::from_json(&report.to_json().expect("JSON")).expect("a report");
    assert_eq!(again.surfaces[0].rules, "tablut");
    assert_eq!(again.surfaces[0].line.len(), one.line.len());
}

#[test]
fn few_trainings_have_no_interval_and_unlearned_rules_show_nothing() {
    let two = &trainings(2, Knowledge::Settled).surfaces[0];
    assert_eq!((two.equal_skill.each.len(), two.equal_skill.together), (2, None));
    assert!(two.advantage.is_none() && two.line.iter().all(|point| point.score.together.is_none()));
    let high = |knowledge| {
        let one = |training| {
            let wins = WINS.map(|won| ((won + 20).min(97), 100));
            surface_of("tablut".to_owned(), training, knowledge, &wins)
        };
        let report = report((0..3).map(one).collect());
        report.surfaces[0].advantage.as_ref().expect("three").conclusion()
    };
    assert_eq!(
        (high(Knowledge::Settled), high(Knowledge::Moving)),
        (Grade::Shown, Grade::Suggested)
    );
}

#[test]
fn copies_of_a_few_games_show_nothing() {
    let one = |training| {
        let wins = WINS.map(|won| ((won + 20).min(97), 100));
        let mut own = surface_of("tablut".to_owned(), training, Knowledge::Settled, &wins);
        own.games[0].iter_mut().for_each(|game| game.line %= 3);
        own
    };
    let report = report((0..3).map(one).collect());
    let advantage = report.surfaces[0].advantage.as_ref().expect("three");
    assert_eq!(advantage.grade, Grade::Withheld);
}

#[test]
fn a_surface_is_a_picture_two_tables_and_two_lines() {
    let report = trainings(3, Knowledge::Settled);
    let context = PageContext::default();
    let page = page(&report, &context);
    let figure = page.split("id=\"plot-skill\"").nth(1).expect("a figure");
    let figure = figure.split("</figure>").next().expect("its end");
    assert!(figure.contains("Who wins when both play equally well?"));
    assert!(figure.contains("class=\"skill\"") && figure.contains(">256</text>"), "{figure}");
    assert!(figure.contains("attackers 16 against defenders 256 playouts: "), "{figure}");
    let files = figure_files(&report, &context);
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert!(names.contains(&"who-wins-at-equal-skill-tablut"), "{names:?}");

    let tables = report.more_tables().expect("tables");
    let rows = |name: &str| {
        let (_, bytes) = tables.iter().find(|(known, _)| *known == name).expect("a table");
        String::from_utf8(bytes.clone())
            .expect("text")
            .lines()
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    // A heading; of each cell three trainings and all together.
    assert_eq!(rows("surface.csv").len(), 1 + 9 * 4);
    assert!(rows("surface.csv")[1].starts_with("tablut,network:256@0,16,16,100,0.300000,"));
    assert!(
        rows("skill.csv").iter().any(|row| row.starts_with("tablut,together,equal_skill,,,0."))
    );
    let table = report.table(false);
    let lines: Vec<&str> = table.lines().filter(|line| line.contains("at equal skill")).collect();
    let [line] = lines[..] else { panic!("{table}") };
    assert!(line.trim().starts_with("tablut at equal skill: attackers score"), "{line}");
}
