//! Who is ahead when both sides are equally skilled: scores on a grid of attackers' by defenders' playouts.
//!
//! One network has both sides, but searches more with one than with the other. With the attackers at level *a* and
//! the defenders at level *d* of a common pool of levels, the attackers' score has the log-odds
//!
//! ```text
//! logit = μ + A_a − D_d        ΣA = ΣD = 0
//! ```
//!
//! `A_a` is the skill of the attack beyond that of the pool, `D_d` that of the defence. Where both are equal the
//! log-odds are `μ`. In this the two pools' mean skills are equal by definition: games cannot tell them apart from
//! what the rules give to a side.
//!
//! A second fit has one term more, `γ·u_a·u_d`, with levels `u` on the scale of doublings, from about −1 to 1. It tells
//! whether the levels add up: what both sides gain by strength together is no part of `A` or `D`.
//!
//! Both are logistic models with Firth's penalty (1993, *Biometrika* 80:27), so that cells that one side won entirely
//! leave all figures finite. A draw is half a win, and draws blur less: a cell counts as so many [`Decided`] games.

mod line;
#[cfg(test)]
mod tests;

use statrs::distribution::{ChiSquared, ContinuousCDF};

pub use line::{Meeting, equally_skilled};

use crate::linear::Matrix;
use crate::trainings::{Decided, Logit, share_of};

/// Steps that are far more than ever needed.
const MOST_STEPS: u32 = 200;
/// The longest step of a figure, in log-odds: further ones may overshoot.
const LONGEST: f64 = 2.0;
/// A step that is no longer worth taking.
const SHORTEST: f64 = 1e-9;

/// What the games of one network show, on a grid.
#[derive(Clone, Debug)]
pub struct Surface {
    levels: Levels,
    additive: Fit,
    bent: Fit,
    misfit: Misfit,
}

/// How far games are from a model whose levels add up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Misfit {
    squares: f64,
    freedom: f64,
}

/// The levels of playing strength, on the scale of doublings.
#[derive(Clone, Debug, PartialEq)]
struct Levels {
    /// Each level less the mean of all.
    places: Vec<f64>,
}

/// A model with its most likely figures.
#[derive(Clone, Debug)]
struct Fit {
    values: Vec<f64>,
    /// The triangle of their information.
    lower: Matrix,
}

impl Surface {
    /// Fits the games of a network: `cells` has for each of the attackers' playouts one cell for each of the
    /// defenders'. `None` where there are fewer than two levels, or games are missing so that they tell too little.
    pub fn fit(playouts: &[u32], cells: &[Decided]) -> Option<Self> {
        if playouts.len() < 2 || cells.len() != playouts.len() * playouts.len() {
            return None;
        }
        let levels = Levels::of(playouts);
        let rows = |bent: bool| -> Vec<Vec<f64>> {
            let number = levels.number();
            let pairs = (0..number).flat_map(|a| (0..number).map(move |d| (a, d)));
            pairs.map(|(a, d)| levels.row(a, d, bent)).collect()
        };
        let additive = Fit::of(&rows(false), cells)?;
        let bent = Fit::of(&rows(true), cells)?;
        let misfit = additive.misfit(&rows(false), cells);
        Some(Self { levels, additive, bent, misfit })
    }

    /// The attackers' log-odds where both sides are equally skilled.
    pub fn equal_skill(&self) -> Logit {
        self.additive.figure(&self.levels.with(0, &[], false))
    }

    /// The same at a place of the line of equal skill that [`equally_skilled`] finds, where the levels need not add up.
    pub fn at(&self, meeting: &Meeting) -> Logit {
        let mut contrast = self.levels.with(0, &[], true);
        if let Some(last) = contrast.last_mut() {
            let [attackers, defenders] =
                [meeting.attackers, meeting.defenders].map(|at| self.levels.scaled(at));
            *last = attackers * defenders;
        }
        self.bent.figure(&contrast)
    }

    /// The skill of the attack at a level, in log-odds above that of the pool.
    pub fn attack(&self, level: usize) -> Logit {
        self.additive.figure(&self.levels.side(0, &self.levels.coded(level)))
    }

    /// The same of the defence.
    pub fn defence(&self, level: usize) -> Logit {
        self.additive.figure(&self.levels.side(1, &self.levels.coded(level)))
    }

    /// By how many log-odds a doubling of the attackers' playouts raises their score, on average over the levels.
    pub fn attack_gain(&self) -> Logit {
        self.additive.figure(&self.levels.side(0, &self.levels.slope()))
    }

    /// The same of the defenders' playouts and score.
    pub fn defence_gain(&self) -> Logit {
        self.additive.figure(&self.levels.side(1, &self.levels.slope()))
    }

    /// By how much more a doubling is worth to the attack than to the defence.
    pub fn gain_apart(&self) -> Logit {
        let slope = self.levels.slope();
        let contrast = self.levels.side(0, &slope).into_iter().zip(self.levels.side(1, &slope));
        self.additive
            .figure(&contrast.map(|(attack, defence)| attack - defence).collect::<Vec<_>>())
    }

    /// γ: by how many log-odds the attackers score more than levels that add up would give them, where both sides are
    /// at the level that is farthest from the middle.
    pub fn interaction(&self) -> Logit {
        let mut contrast = vec![0.0; self.bent.values.len()];
        contrast.iter_mut().rev().take(1).for_each(|last| *last = 1.0);
        self.bent.figure(&contrast)
    }

    /// How far the games are from levels that add up.
    pub const fn misfit(&self) -> Misfit {
        self.misfit
    }

    /// The levels on the scale of doublings, as [`Meeting`] has them.
    pub fn places(playouts: &[u32]) -> Vec<f64> {
        playouts.iter().map(|playouts| f64::from((*playouts).max(1)).log2()).collect()
    }
}

impl Misfit {
    /// That of both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { squares: self.squares + other.squares, freedom: self.freedom + other.freedom }
    }

    /// The probability of a misfit this large by chance alone (Pearson's test).
    pub fn p(self) -> f64 {
        ChiSquared::new(self.freedom).map_or(1.0, |chance| chance.sf(self.squares))
    }
}

impl Levels {
    fn of(playouts: &[u32]) -> Self {
        let places = Surface::places(playouts);
        let middle = places.iter().sum::<f64>() / places.len() as f64;
        Self { places: places.into_iter().map(|place| place - middle).collect() }
    }

    fn number(&self) -> usize {
        self.places.len()
    }

    /// The largest distance from the middle.
    fn reach(&self) -> f64 {
        self.places.iter().fold(f64::MIN_POSITIVE, |reach, place| reach.max(place.abs()))
    }

    /// A place that is counted from the middle already, from about −1 to 1.
    fn scaled(&self, place: f64) -> f64 {
        place / self.reach()
    }

    /// A level by the others: the last one is what makes the sum zero.
    fn coded(&self, level: usize) -> Vec<f64> {
        let last = self.number() - 1;
        let of = |other| match level {
            _ if level == last => -1.0,
            _ => f64::from(u8::from(level == other)),
        };
        (0..last).map(of).collect()
    }

    /// The slope over the levels, by least squares.
    fn slope(&self) -> Vec<f64> {
        let squares: f64 = self.places.iter().map(|place| place * place).sum();
        let mut slope = vec![0.0; self.number() - 1];
        for (level, place) in self.places.iter().enumerate() {
            let coded = self.coded(level);
            slope.iter_mut().zip(coded).for_each(|(sum, code)| *sum += place * code / squares);
        }
        slope
    }

    /// One for the level that all have, and `codes` for the attack (0) or the defence (1).
    fn side(&self, side: usize, codes: &[f64]) -> Vec<f64> {
        let mut row = self.with(side, codes, false);
        row[0] = 0.0;
        row
    }

    fn with(&self, side: usize, codes: &[f64], bent: bool) -> Vec<f64> {
        let own = self.number() - 1;
        let mut row = vec![0.0; 1 + 2 * own + usize::from(bent)];
        row[0] = 1.0;
        row[1 + side * own..].iter_mut().zip(codes).for_each(|(place, code)| *place = *code);
        row
    }

    /// What a cell is made of.
    fn row(&self, attackers: usize, defenders: usize, bent: bool) -> Vec<f64> {
        let mut row = self.with(0, &self.coded(attackers), bent);
        let defence = self.side(1, &self.coded(defenders));
        row.iter_mut().zip(defence).for_each(|(place, code)| *place -= code);
        if let Some(last) = row.last_mut().filter(|_| bent) {
            let [attackers, defenders] =
                [attackers, defenders].map(|level| self.scaled(self.places[level]));
            *last = attackers * defenders;
        }
        row
    }
}

fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

impl Fit {
    /// By Newton's method, from no difference between cells.
    fn of(rows: &[Vec<f64>], cells: &[Decided]) -> Option<Self> {
        let mut values = vec![0.0; rows.first()?.len()];
        for _ in 0..MOST_STEPS {
            let expected: Vec<f64> =
                rows.iter().map(|row| share_of(product(row, &values))).collect();
            let lower = information(rows, cells, &expected).cholesky()?;
            let step = lower.solve(&slope(rows, cells, &expected, &lower));
            let length = step.iter().fold(0.0, |length: f64, one| length.max(one.abs()));
            if length < SHORTEST {
                return Some(Self { values, lower });
            }
            let share = (LONGEST / length).min(1.0);
            values.iter_mut().zip(step).for_each(|(value, step)| *value += share * step);
        }
        None
    }

    /// A weighted sum of the figures.
    fn figure(&self, contrast: &[f64]) -> Logit {
        let variance = product(contrast, &self.lower.solve(contrast));
        Logit { value: product(contrast, &self.values), variance }
    }

    fn misfit(&self, rows: &[Vec<f64>], cells: &[Decided]) -> Misfit {
        let square = |(row, cell): (&Vec<f64>, &Decided)| {
            let expected = share_of(product(row, &self.values));
            let off = cell.share - expected;
            cell.games * off * off / (expected * (1.0 - expected))
        };
        let squares = rows.iter().zip(cells).map(square).sum();
        Misfit { squares, freedom: rows.len() as f64 - self.values.len() as f64 }
    }
}

fn information(rows: &[Vec<f64>], cells: &[Decided], expected: &[f64]) -> Matrix {
    let size = rows[0].len();
    let mut information = Matrix::new(size);
    for ((row, cell), expected) in rows.iter().zip(cells).zip(expected) {
        let weight = cell.games * expected * (1.0 - expected);
        for (at, one) in row.iter().enumerate() {
            for (column, other) in row.iter().enumerate() {
                information.add(at, column, weight * one * other);
            }
        }
    }
    information
}

/// The gradient with Firth's penalty: as if each cell had half a win and half a loss more, times what it alone decides.
fn slope(rows: &[Vec<f64>], cells: &[Decided], expected: &[f64], lower: &Matrix) -> Vec<f64> {
    let mut slope = vec![0.0; rows[0].len()];
    for ((row, cell), expected) in rows.iter().zip(cells).zip(expected) {
        let own = cell.games * expected * (1.0 - expected) * product(row, &lower.solve(row));
        let off = cell.games * (cell.share - expected) + own * (0.5 - expected);
        slope.iter_mut().zip(row).for_each(|(sum, place)| *sum += place * off);
    }
    slope
}
