//! The line on which attack and defence are equally skilled.

use crate::crossing::{reached, rising};

/// A place of the line: how many doublings of playouts each side has, counted from the middle of the levels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// Of the attackers.
    pub attackers: f64,
    /// Of the defenders.
    pub defenders: f64,
}

/// The corners of the line, weakest first: straight lines join them. `attack` and `defence` are the skills at the levels
/// `places`; between levels skill rises evenly, and it is made to rise where it does not. Empty where no attack is as
/// skilled as any defence.
pub fn equally_skilled(places: &[f64], attack: &[f64], defence: &[f64]) -> Vec<Meeting> {
    let middle = places.iter().sum::<f64>() / places.len().max(1) as f64;
    let places: Vec<f64> = places.iter().map(|place| place - middle).collect();
    let [attack, defence] = [attack, defence].map(rising);
    let at = |attackers, defenders| Meeting { attackers, defenders };
    let by_attack = places.iter().zip(&attack).filter_map(|(place, skill)| {
        Some((*skill, at(*place, reached(&places, &defence, *skill).ok()?)))
    });
    let by_defence = places.iter().zip(&defence).filter_map(|(place, skill)| {
        Some((*skill, at(reached(&places, &attack, *skill).ok()?, *place)))
    });
    let mut found: Vec<(f64, Meeting)> = by_attack.chain(by_defence).collect();
    found.sort_by(|(one, a), (other, b)| {
        let places = (a.attackers + a.defenders).total_cmp(&(b.attackers + b.defenders));
        one.total_cmp(other).then(places)
    });
    let mut line: Vec<Meeting> = found.into_iter().map(|(_, meeting)| meeting).collect();
    line.dedup();
    line
}
