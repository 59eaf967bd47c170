//! The evaluator that says what a test tells it to.

use std::collections::BTreeMap;

use crate::search::{Evaluate, Evaluation, Request, Uniform};
use crate::{Advantage, Game, Wdl};

/// Answers by position string; other positions are [`Uniform`]. Notes what it was asked.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    answers: BTreeMap<String, Evaluation>,
    asked: Vec<String>,
}

impl Scripted {
    /// An evaluator without any script.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an answer for the position with this string: its value and the logits of its legal
    /// moves (none where all are alike).
    #[must_use]
    pub fn says(mut self, position: &str, value: Advantage, logits: &[f32]) -> Self {
        let evaluation = Evaluation { wdl: worth(value), logits: logits.to_vec() };
        self.answers.insert(position.to_owned(), evaluation);
        self
    }

    /// The position strings that were evaluated, in order.
    pub fn asked(&self) -> &[String] {
        &self.asked
    }
}

impl<G: Game> Evaluate<G> for Scripted {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        let mut answer = |request: &Request<'_, G>| {
            let text = game.format_position(request.position);
            let answer = self.answers.get(&text).cloned();
            self.asked.push(text);
            answer.unwrap_or_else(Uniform::evaluation)
        };
        requests.iter().map(&mut answer).collect()
    }
}

/// A value of which as much as possible is a draw.
pub(super) fn worth(value: Advantage) -> Wdl {
    let Advantage(value) = value;
    Wdl { attackers: value.max(0.0), draw: 1.0 - value.abs(), defenders: (-value).max(0.0) }
}
