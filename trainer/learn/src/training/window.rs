//! The newest positions, from which batches are drawn.

use std::collections::VecDeque;

use super::config;
use imperial_net::Sample;

/// Samples of the newest generations.
#[derive(Debug, Default)]
pub struct Window {
    samples: Vec<Sample>,
    /// Number of samples of each generation in the window, oldest first.
    generations: VecDeque<usize>,
}

impl Window {
    /// Adds a generation and lets go of those that the window is too small for, when there have
    /// been `all` positions. The newest stays in any case.
    pub fn add(&mut self, samples: Vec<Sample>, size: &config::Window, all: u64) {
        self.generations.push_back(samples.len());
        self.samples.extend(samples);
        let size = size.size(all);
        while let (Some(oldest), true) = (self.generations.front(), self.generations.len() > 1) {
            let without = self.samples.len() - oldest;
            if (without as u64) < size {
                break;
            }
            self.samples.drain(..oldest);
            self.generations.pop_front();
        }
    }

    /// The samples, oldest first.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }
}
