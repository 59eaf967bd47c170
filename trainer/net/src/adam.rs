//! A step: clipping, AdamW and the average of the weights. Plain memory goes it by all threads, tensors by burn.
//!
//! The arithmetic is that of burn's AdamW (Loshchilov and Hutter 2019) with its defaults.

use burn::tensor::Tensor;
use rayon::prelude::*;

use super::LearnConfig;
use super::cpu::sums::dot;
use super::modules::numbers;

/// What the running means of the gradients and of their squares keep of themselves.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Keeps the divisor from 0.
const EPSILON: f32 = 1e-5;
/// Numbers that one thread takes at a time.
const PART: usize = 4096;
/// Squares that are summed in `f32`.
const SHORT: usize = 256;

/// A step that leads nowhere: its loss or its gradient is not finite. Nothing was changed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the loss or its gradient is not finite")]
pub struct Diverged;

/// How far a step goes.
#[derive(Clone, Copy, Debug)]
pub struct AdamStep {
    /// Its number, from 1 on.
    pub number: u64,
    /// The learning rate.
    pub rate: f64,
    /// Share of a weight that a step at learning rate 1 removes.
    pub weight_decay: f32,
    /// Largest norm of the gradient over all weights that passes unchanged.
    pub clip: f32,
    /// What the average keeps of itself.
    pub average_keeps: f32,
}

/// A parameter and what learning keeps about it, or a part of that; all of one length.
#[derive(Debug)]
pub struct Part<'a> {
    /// The latest weights.
    pub latest: &'a mut [f32],
    /// Their exponential average.
    pub average: &'a mut [f32],
    /// Running means of the gradients.
    pub first: &'a mut [f32],
    /// Running means of their squares.
    pub second: &'a mut [f32],
    /// The gradient.
    pub gradient: &'a [f32],
}

/// All parameters side by side on a device, and what learning keeps about them.
#[derive(Clone, Debug)]
pub struct Flat {
    /// The latest weights.
    pub latest: Tensor<1>,
    /// Their exponential average.
    pub average: Tensor<1>,
    /// Running means of the gradients and of their squares.
    pub moments: [Tensor<1>; 2],
}

impl AdamStep {
    /// The step after `done` others.
    pub fn after(done: u64, config: &LearnConfig) -> Self {
        Self {
            number: done + 1,
            rate: config.schedule.rate(done),
            weight_decay: config.weight_decay,
            clip: config.clip,
            average_keeps: config.average_keeps(done),
        }
    }

    /// Moves all weights by burn, as [`take`](Self::take) does.
    ///
    /// # Errors
    /// When the norm of the gradient is not finite.
    pub fn take_by_burn(&self, flat: Flat, gradient: Tensor<1>) -> Result<Flat, Diverged> {
        let Numbers { corrections, rate, decayed, average_keeps, .. } = Numbers::new(self, 1.0);
        let Flat { latest, average, moments: [first, second] } = flat;
        let norm = gradient.clone().square().sum().sqrt() + f32::MIN_POSITIVE;
        check_finite(&numbers(norm.clone()))?;
        let gradient = gradient * (norm.recip() * self.clip).clamp_max(1.0);
        let first = first * KEPT[0] + gradient.clone() * (1.0 - KEPT[0]);
        let second = second * KEPT[1] + gradient.square() * (1.0 - KEPT[1]);
        let divisor = (second.clone() / corrections[1]).sqrt() + EPSILON;
        let change = first.clone() / corrections[0] / divisor;
        let latest = latest * decayed - change * rate;
        let average = average * average_keeps + latest.clone() * (1.0 - average_keeps);
        Ok(Flat { latest, average, moments: [first, second] })
    }

    /// Moves all weights. `parameters` are all of them, so that the norm is that of the whole gradient.
    /// The numbers do not depend on the number of threads.
    ///
    /// # Errors
    /// When that norm is not finite; nothing is moved then.
    pub fn take<'a>(&self, parameters: impl Iterator<Item = Part<'a>>) -> Result<(), Diverged> {
        let mut parts: Vec<Part<'_>> = parameters.flat_map(Part::divided).collect();
        let squares: Vec<f64> = parts.par_iter().map(|part| squares(part.gradient)).collect();
        let norm = squares.iter().sum::<f64>().sqrt() as f32;
        check_finite(&[norm])?;
        let scale = ((norm + f32::MIN_POSITIVE).recip() * self.clip).min(1.0);
        let numbers = Numbers::new(self, scale);
        parts.par_iter_mut().for_each(|part| part.step(&numbers));
        Ok(())
    }
}

/// Clipping lets through what is no number, and makes such of what is infinite.
pub fn check_finite(numbers: &[f32]) -> Result<(), Diverged> {
    if numbers.iter().all(|number| number.is_finite()) { Ok(()) } else { Err(Diverged) }
}

/// The factors of a step.
struct Numbers {
    /// Of the gradient.
    scale: f32,
    /// What the moments are divided by: they begin at 0.
    corrections: [f32; 2],
    rate: f32,
    decayed: f32,
    average_keeps: f32,
}

impl Numbers {
    fn new(step: &AdamStep, scale: f32) -> Self {
        let number = i32::try_from(step.number).unwrap_or(i32::MAX);
        Self {
            scale,
            corrections: KEPT.map(|kept| 1.0 - kept.powi(number)),
            rate: step.rate as f32,
            decayed: (1.0 - step.rate * f64::from(step.weight_decay)) as f32,
            average_keeps: step.average_keeps,
        }
    }
}

impl<'a> Part<'a> {
    fn divided(self) -> impl Iterator<Item = Self> {
        let Self { latest, average, first, second, gradient } = self;
        let lengths = [average.len(), first.len(), second.len(), gradient.len()];
        assert_eq!(lengths, [latest.len(); 4], "a parameter and what is kept about it");
        let weights = latest.chunks_mut(PART).zip(average.chunks_mut(PART));
        let moments = first.chunks_mut(PART).zip(second.chunks_mut(PART));
        weights.zip(moments).zip(gradient.chunks(PART)).map(
            |(((latest, average), (first, second)), gradient)| Part {
                latest,
                average,
                first,
                second,
                gradient,
            },
        )
    }

    fn step(&mut self, numbers: &Numbers) {
        let Numbers { scale, corrections, rate, decayed, average_keeps } = *numbers;
        let weights = self.latest.iter_mut().zip(&mut *self.average);
        let moments = self.first.iter_mut().zip(&mut *self.second);
        for (((latest, average), (first, second)), gradient) in
            weights.zip(moments).zip(self.gradient)
        {
            let gradient = gradient * scale;
            *first = *first * KEPT[0] + gradient * (1.0 - KEPT[0]);
            *second = *second * KEPT[1] + gradient * gradient * (1.0 - KEPT[1]);
            let change = *first / corrections[0] / ((*second / corrections[1]).sqrt() + EPSILON);
            *latest = *latest * decayed - change * rate;
            *average = *average * average_keeps + *latest * (1.0 - average_keeps);
        }
    }
}

/// The sum of the squares.
fn squares(values: &[f32]) -> f64 {
    values.chunks(SHORT).map(|values| f64::from(dot(values, values))).sum()
}

#[cfg(test)]
mod tests {
    use burn::optim::{AdamWConfig, AdamWState, Optimizer};
    use burn::tensor::{Device, Tensor};

    use super::*;

    const RATE: f64 = 3e-3;
    const DECAY: f32 = 0.02;
    const CLIP: f32 = 0.5;
    const KEEPS: f32 = 0.9;

    /// Numbers between −1 and 1.
    fn drawn(len: usize, seed: usize) -> Vec<f32> {
        (0..len).map(|i| ((i + 31 * seed) * 7919 % 1009) as f32 / 504.5 - 1.0).collect()
    }

    /// The latest weights and their average after three steps by burn, the gradient clipped by hand.
    fn by_burn(start: &[f32], gradients: &[Vec<f32>]) -> [Vec<f32>; 2] {
        let device = Device::flex();
        let tensor = |values: &[f32]| Tensor::<1>::from_data(values, &device);
        let adam = AdamWConfig::new().with_weight_decay(DECAY).build();
        let (mut latest, mut average) = (tensor(start), tensor(start));
        let mut state: Option<AdamWState<1>> = None;
        for gradient in gradients {
            let norm = gradient.iter().map(|g| f64::from(*g).powi(2)).sum::<f64>().sqrt();
            let gradient = tensor(gradient) * (f64::from(CLIP) / norm).min(1.0) as f32;
            (latest, state) = adam.step(RATE, latest, gradient, state);
            average = average * KEEPS + latest.clone() * (1.0 - KEEPS);
        }
        [numbers(latest), numbers(average)]
    }

    #[test]
    fn steps_are_those_of_burn() {
        // More than one part, and a last one that is not whole; the last gradient is not clipped.
        let len = 2 * PART + 100;
        let start = drawn(len, 1);
        let mut gradients = vec![drawn(len, 2), drawn(len, 3), drawn(len, 4)];
        gradients[2].iter_mut().for_each(|gradient| *gradient *= 1e-3);
        let zeros = || vec![0.0; len];
        let (mut latest, mut average) = (start.clone(), start.clone());
        let (mut first, mut second) = (zeros(), zeros());
        let device = Device::flex();
        let tensor = |values: &[f32]| Tensor::<1>::from_data(values, &device);
        let mut flat = Flat {
            latest: tensor(&start),
            average: tensor(&start),
            moments: [tensor(&first), tensor(&second)],
        };
        for (number, gradient) in (1..).zip(&gradients) {
            let step = AdamStep {
                number,
                rate: RATE,
                weight_decay: DECAY,
                clip: CLIP,
                average_keeps: KEEPS,
            };
            flat = step.take_by_burn(flat, tensor(gradient)).unwrap();
            // As two parameters, whose norm is one.
            let (half, middle) = (len / 3, len);
            let mut parts = Vec::new();
            let [(l, m), (a, b), (f, g), (s, t)] =
                [&mut latest, &mut average, &mut first, &mut second]
                    .map(|values| values[..middle].split_at_mut(half));
            let (gradient, other) = gradient.split_at(half);
            parts.push(Part { latest: l, average: a, first: f, second: s, gradient });
            parts.push(Part { latest: m, average: b, first: g, second: t, gradient: other });
            step.take(parts.into_iter()).unwrap();
        }
        for (host, device) in [(&first, &flat.moments[0]), (&second, &flat.moments[1])] {
            let pairs = host.iter().zip(numbers(device.clone()));
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() <= 1e-6));
        }
        let expected = by_burn(&start, &gradients);
        let found = [latest, average, numbers(flat.latest), numbers(flat.average)];
        for (found, expected) in found.iter().zip(expected.iter().cycle()) {
            for (place, (found, expected)) in found.iter().zip(expected).enumerate() {
                let error = (found - expected).abs();
                // A weight of about 0 is the difference of two others.
                assert!(
                    error <= 1e-6 * expected.abs().max(RATE as f32),
                    "{place}: {found} {expected}"
                );
            }
        }
        assert!(expected[0].iter().zip(&start).all(|(after, before)| after != before));
    }

    #[test]
    fn a_gradient_that_is_not_finite_moves_nothing() {
        let step = AdamStep {
            number: 1,
            rate: RATE,
            weight_decay: DECAY,
            clip: CLIP,
            average_keeps: KEEPS,
        };
        let device = Device::flex();
        for wrong in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let start = drawn(9, 1);
            let mut gradient = drawn(9, 2);
            gradient[4] = wrong;
            let mut kept = [start.clone(), start.clone(), vec![0.0; 9], vec![0.0; 9]];
            let [latest, average, first, second] = &mut kept;
            let part = Part { latest, average, first, second, gradient: &gradient };
            assert_eq!(step.take([part].into_iter()), Err(Diverged));
            assert_eq!(kept, [start.clone(), start.clone(), vec![0.0; 9], vec![0.0; 9]]);
            let tensor = |values: &[f32]| Tensor::<1>::from_data(values, &device);
            let [latest, average, first, second] = kept.each_ref().map(|values| tensor(values));
            let flat = Flat { latest, average, moments: [first, second] };
            assert_eq!(step.take_by_burn(flat, tensor(&gradient)).err(), Some(Diverged));
        }
    }
}
