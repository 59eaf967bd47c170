//! How the training goes, as a page of curves.

use imperial_lab::page::{CurveFigure, CurvePage};
use imperial_lab::{counted, thousands};
use imperial_learn::training::{CROSSED, Metrics, MetricsLog, TrainingConfig, mixes};

/// Generations over which results of few games are averaged.
const SMOOTH: usize = 5;

/// What the level axis of every figure counts.
const AXIS: &str = "generation";

/// The page of a training run.
pub fn page(config: &TrainingConfig, log: &MetricsLog) -> String {
    let Some(last) = log.last() else { return String::new() };
    let generations = match config.generations {
        // The training was made shorter than it is.
        asked if asked < last.generation => "generations".to_owned(),
        asked => format!("of {}", counted(asked.into(), "generation", "generations")),
    };
    let facts = [
        (last.generation.to_string(), generations),
        (thousands(last.all_games), "games".to_owned()),
        (thousands(last.all_plies), "plies".to_owned()),
        (thousands(last.all_positions), "positions to learn from".to_owned()),
    ];
    CurvePage {
        kicker: "A training run".to_owned(),
        title: format!("{} ({}, seed {})", config.title, config.name, config.seed),
        intro: vec![
            "One network plays itself under all its rule sets and learns from the games. The level \
             axis of every picture counts generations: games, then learning from them. The page is \
             written anew after each."
                .to_owned(),
        ],
        facts: facts.into(),
        figures: figures(config, log).into_iter().filter(is_drawn).collect(),
    }
    .html()
}

/// Whether there is anything to see yet.
fn is_drawn(figure: &CurveFigure) -> bool {
    figure.series.iter().any(|(_, points)| !points.is_empty())
}

/// How the network does against others than itself.
fn opponents(config: &TrainingConfig, log: &MetricsLog) -> CurveFigure {
    let (title, text) = match &config.against {
        None => (
            "Against its past.",
            "Points of the newest network in its games against networks of earlier \
             generations, both sides in equal numbers. Above 50 % it is still getting stronger.",
        ),
        Some(_) => (
            "Against its opponent.",
            "Points of the side that learns, against a network that stays as it is. The search \
             explores in these games.",
        ),
    };
    let score: [(&str, Value); 1] = [("newest", |row| row.past_score.map(percent))];
    figure(log, ("past", title, "score in percent"), text, &score)
}

fn figures(config: &TrainingConfig, log: &MetricsLog) -> Vec<CurveFigure> {
    vec![
        losses(log),
        opponents(config, log),
        figure(
            log,
            ("results", "Who wins.", "percent of the games"),
            "Results of the newest network's games, all rule sets together; those against its past are left out. The search \
             explores in these games: they are no measure of balance.",
            &[
                ("attackers", |row| row.attackers.map(percent)),
                ("draws", |row| row.draws.map(percent)),
                ("defenders", |row| row.defenders.map(percent)),
            ],
        ),
        sides(config, log),
        figure(
            log,
            ("lengths", "How long games are.", "plies"),
            "Mean length of these games.",
            &[("plies", |row| row.mean_plies)],
        ),
        figure(
            log,
            ("sureness", "How sure it is.", "nats; share of games"),
            "Mean entropy of the searches' policies: lower is surer. Beside it: of the games in \
             which a side seemed to be winning for good, the share that it did not win.",
            &[("entropy", |row| row.entropy), ("wrongly decided", |row| row.wrongly_decided)],
        ),
        figure(
            log,
            ("speed", "How fast it is.", "thousands per second"),
            "Positions evaluated while playing and samples taken while learning, on this machine.",
            &[
                ("evaluations", |row| row.evaluations_per_second.map(|rate| rate / 1e3)),
                ("samples", |row| Some(row.samples_per_second / 1e3)),
            ],
        ),
    ]
}

/// A figure of a generation, if there is one.
type Value = fn(&Metrics) -> Option<f64>;

fn figure(
    log: &MetricsLog,
    (id, title, axis): (&str, &str, &str),
    note: &str,
    lines: &[(&str, Value)],
) -> CurveFigure {
    let line = |(name, value): &(&str, Value)| {
        let points = log.rows.iter().filter_map(|row| Some((row.generation.into(), value(row)?)));
        ((*name).to_owned(), points.collect())
    };
    CurveFigure {
        id: id.to_owned(),
        title: title.to_owned(),
        note: note.to_owned(),
        along: AXIS.to_owned(),
        axis: axis.to_owned(),
        series: lines.iter().map(line).collect(),
    }
}

/// The losses of a training, generation by generation.
pub fn losses(log: &MetricsLog) -> CurveFigure {
    figure(
        log,
        ("losses", "How far is the network from what it learns?", "loss, nats"),
        "How far the network is from what it learns: from the moves that the searches found, \
         the results, and the replies. The searches get better too, so these need not fall.",
        &[
            ("policy", |row| Some(row.policy_loss.into())),
            ("value", |row| Some(row.value_loss.into())),
            ("reply", |row| Some(row.reply_loss.into())),
        ],
    )
}

/// The attackers' share under each rule set, over some generations each.
fn sides(config: &TrainingConfig, log: &MetricsLog) -> CurveFigure {
    let mut names: Vec<&str> = Vec::new();
    for row in &log.sides {
        if !names.contains(&row.rules.as_str()) {
            names.push(&row.rules);
        }
    }
    // In the order of the settings, which may name a file, and mixtures last.
    let place = |name: &&str| config.rules.iter().position(|rules| rules == name);
    names.sort_by_key(|name| (*name == CROSSED, place(name).unwrap_or(usize::MAX)));
    let line = |name: &str| {
        let rows: Vec<_> = log.sides.iter().filter(|row| row.rules == name).collect();
        let points = rows.windows(SMOOTH).filter_map(|rows| {
            let games: u64 = rows.iter().map(|row| row.results().games()).sum();
            let wins: u64 = rows.iter().map(|row| row.attackers).sum();
            let last = rows.last()?;
            Some((last.generation.into(), percent(wins as f64 / games.max(1) as f64)))
        });
        (name.to_owned(), points.collect())
    };
    CurveFigure {
        id: "sides".to_owned(),
        title: "The attackers, rule set by rule set.".to_owned(),
        note: format!(
            "Share of the games against itself that the attackers won, over {SMOOTH} generations \
             each{}.",
            if mixes(config) {
                "; “crossed” stands for all mixtures of two rule sets"
            } else {
                ""
            }
        ),
        along: AXIS.to_owned(),
        axis: "attackers' wins in percent".to_owned(),
        series: names.into_iter().map(line).collect(),
    }
}

fn percent(share: f64) -> f64 {
    100.0 * share
}

#[cfg(test)]
mod tests {
    use imperial_learn::training::{DEFAULT, SideRow};

    use super::*;

    /// Settings may name a rule set by its file; its games have its name.
    #[test]
    fn curves_of_the_sides_have_the_names_of_the_games() {
        let mut config: TrainingConfig = toml::from_str(DEFAULT).expect("settings");
        config.rules = vec!["tablut-unibo".into(), "rules/my.toml".into(), "brandubh".into()];
        let names = ["brandubh", CROSSED, "mine", "tablut-unibo"];
        let row = |(generation, rules): (u32, &str)| {
            let (rules, attackers) = (rules.to_owned(), 1);
            SideRow { generation, rules, attackers, draws: 0, defenders: 1, plies: 20 }
        };
        let rows = (1..=6).flat_map(|generation| names.map(|name| (generation, name)));
        let log = MetricsLog { rows: Vec::new(), sides: rows.map(row).collect() };
        let series = sides(&config, &log).series;
        let drawn: Vec<&str> = series.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(drawn, ["tablut-unibo", "brandubh", "mine", CROSSED]);
        assert!(series.iter().all(|(_, points)| points.len() == 2));
    }
}
