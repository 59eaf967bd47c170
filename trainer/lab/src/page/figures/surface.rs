//! Who wins when both sides play equally well: scores by attackers' and defenders' playouts.

use imperial_plot::Format;
use imperial_plot::heat::{Heat, HeatCell, heat, heat_key};

use crate::page::blocks::Blocks;
use crate::page::exhibit::{Exhibit, Picture};
use crate::page::facts::Facts;
use crate::page::key::Key;
use crate::page::table::Table;
use crate::text::{
    counted, elo_cell, none, percent, points, probability, share_cell, signed, whole,
};
use crate::{OfTrainings, Surface, SurfaceCell};

pub(crate) fn surfaces(facts: &Facts) -> Blocks {
    let all = &facts.report.surfaces;
    if all.is_empty() {
        return Blocks::default();
    }
    let has_line = all.iter().any(|one| one.line.len() > 1);
    let picture = |one: &Surface| Picture {
        of: title(facts, one),
        rules: Some(one.rules.clone()),
        games: Some(one.games()),
        format: Format::Panel,
        svg: heat(&drawn(one), Format::Panel),
    };
    let figure = Exhibit {
        id: "plot-skill".to_owned(),
        name: "who-wins-at-equal-skill".to_owned(),
        title: "Who wins when both play equally well?".to_owned(),
        description: "Across the attackers' playouts, up the defenders' playouts, in each cell the attackers' \
                      score in percent. The tables hold the numbers."
            .to_owned(),
        note: NOTE.to_owned(),
        games: all.iter().map(Surface::games).sum(),
        source: "surface.csv",
        rules: all.iter().map(|one| one.rules.clone()).collect(),
        key: Key::of(heat_key(has_line)),
        pictures: all.iter().map(picture).collect(),
        in_sight: Some(SHOWN),
        table: Some(read_off(facts)),
    };
    Blocks::from(figure).and(maud::html! { (skills(facts)) })
}

/// So many rule sets have their picture in sight.
const SHOWN: usize = 2;

const NOTE: &str = "Each number is the attackers' score in percent, when one agent has both sides and searches so much \
    with each. On the dotted line both search equally much. On the whole line both are equally skilled: as far above \
    the mean of all attacks as the other is above the mean of all defences. Where the lines part, one side gains more \
    from search.";

/// The rule set, with the recipe where several have played it.
fn title(facts: &Facts, one: &Surface) -> String {
    let of_rules = facts.report.surfaces.iter().filter(|other| other.rules == one.rules);
    let rules = facts.title(&one.rules);
    match &one.recipe {
        Some(recipe) if of_rules.count() > 1 => format!("{rules}, {recipe}"),
        _ => rules.to_owned(),
    }
}

fn drawn(one: &Surface) -> Heat<'static> {
    let cell = |cell: &SurfaceCell| {
        let value = cell.score.value();
        let score = format!("{} %", cell.score.words(|share| percent(share.value)));
        HeatCell {
            score: value,
            text: whole(100.0 * value),
            tip: format!(
                "attackers {} against defenders {} playouts: {score}, {}",
                cell.attackers,
                cell.defenders,
                counted(cell.games.iter().sum(), "game", "games")
            ),
        }
    };
    let place = |playouts: f64| between(&one.playouts, playouts);
    Heat {
        names: one.playouts.iter().map(ToString::to_string).collect(),
        axes: ["attackers' playouts", "defenders' playouts"],
        cells: one.cells.iter().map(cell).collect(),
        line: one
            .line
            .iter()
            .map(|point| (place(point.attackers), place(point.defenders)))
            .collect(),
    }
}

/// The place of a number of playouts between those that were played, on the scale of doublings.
fn between(playouts: &[u32], wanted: f64) -> f64 {
    let places: Vec<f64> = playouts.iter().map(|one| f64::from(*one).log2()).collect();
    let wanted = wanted.log2();
    let pair = places.windows(2).rposition(|pair| pair[0] <= wanted).unwrap_or(0);
    match places.get(pair..pair + 2) {
        Some([low, high]) => pair as f64 + ((wanted - low) / (high - low)).clamp(0.0, 1.0),
        _ => 0.0,
    }
}

/// What each rule set comes to.
fn read_off(facts: &Facts) -> Table {
    let head = [
        "rule set",
        "at equal skill, %",
        "at equal playouts, %",
        "a doubling: attack, Elo",
        "defence, Elo",
        "attack less defence",
        "bend, points",
        "p of a misfit",
    ];
    let caption = "The attackers' score at equal skill and at equal playouts, and what a doubling of playouts is worth. The bend \
                   is what attackers score more at equal skill than levels that add up would give, where both sides have the \
                   playouts that are farthest from the middle";
    let mut table = Table::new(caption, head);
    for one in &facts.report.surfaces {
        let equal: Vec<String> =
            one.equal_playouts().map(|cell| percent(cell.score.value())).collect();
        let row = [
            title(facts, one),
            one.equal_skill.words(share_cell),
            equal.join(" · "),
            one.gains.attackers.words(elo_cell),
            one.gains.defenders.words(elo_cell),
            one.gain_apart.words(elo_cell),
            points(one.bend()),
            probability(one.misfit_p),
        ];
        table.row("", row);
    }
    table
}

/// The skill of each side at each level, and the scores along the line of equal skill.
fn skills(facts: &Facts) -> Table {
    let head =
        ["playouts", "attack, Elo", "defence, Elo", "defenders as skilled", "attackers' score, %"];
    let caption = "Skill of attack and defence in Elo above the mean of all levels; the defenders' playouts that are as \
                   skilled as the attackers', and the score there";
    let mut table = Table::new(caption, head);
    for one in &facts.report.surfaces {
        for skill in &one.skills {
            let met = one.line.iter().find(|point| is_near(point.attackers, skill.playouts));
            let elo = |of: &OfTrainings| of.words(|elo| signed(whole(elo.value)));
            let row = [
                skill.playouts.to_string(),
                elo(&skill.attack),
                elo(&skill.defence),
                met.map_or_else(none, |point| whole(point.defenders)),
                met.map_or_else(none, |point| point.score.words(share_cell)),
            ];
            table.row(&title(facts, one), row);
        }
    }
    table
}

fn is_near(playouts: f64, level: u32) -> bool {
    (playouts / f64::from(level) - 1.0).abs() < 1e-6
}
