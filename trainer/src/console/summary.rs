//! A game gone through after its end, in a few lines.

use imperial_engine::{Advantage, Encode, Side};

use imperial_play::analysis::{Grade, Graded, Searched, Setup, Summary, grade};
use imperial_play::playing_agent::PlayingAgent;

/// What a judge says of every move of a game, and what it would have played.
pub(crate) struct Review {
    graded: Vec<Graded>,
    better: Vec<String>,
    /// Whether the judge's values were checked against results.
    is_checked: bool,
}

impl Review {
    /// Lets `judge` look at every position of `setup`, whose first `given` moves nobody chose.
    ///
    /// # Errors
    /// When `setup` is none of the game, or the user interrupts.
    pub fn of<G: Searched>(
        game: &G,
        setup: &Setup,
        given: usize,
        judge: &mut PlayingAgent<'_, G>,
    ) -> anyhow::Result<Self> {
        let (mut graded, mut better) = (Vec::new(), Vec::new());
        let mut before = None;
        for plies in given..=setup.moves.len() {
            let moves = setup.moves[..plies].to_vec();
            let now = Setup { start: setup.start.clone(), moves };
            let found = look(game, &now, judge)?;
            if let Some(Found { value, best, side, choices }) = before.replace(found.clone()) {
                let is_best = best == setup.moves[plies - 1];
                graded.push(grade(side, (value, found.value), is_best, choices));
                better.push(best);
            }
        }
        Ok(Self { graded, better, is_checked: judge.calibration().is_some() })
    }

    /// The review in words: accuracy and grades of both sides, and the key moments.
    pub fn text<G: Encode>(&self, game: &G, moves: &[String]) -> String {
        let summary = Summary::of(&self.graded);
        let mut text = String::new();
        if !self.is_checked {
            text +=
                "Graded by the search's own values, which nobody has checked against results.\n";
        }
        for side in Side::ALL {
            let Some(accuracy) = summary.accuracy[side] else { continue };
            let [_, _, inaccuracies, mistakes, blunders] = summary.counts[side];
            text += &format!(
                "{}: accuracy {accuracy:.0}, inaccuracies {inaccuracies}, mistakes {mistakes}, \
                 blunders {blunders}.\n",
                game.side_name(side).heading()
            );
        }
        let first = moves.len() - self.graded.len();
        for ply in &summary.key_moments {
            let (of, better) = (self.graded[ply - 1], &self.better[ply - 1]);
            let sign = if of.grade == Grade::Blunder { "??" } else { "?" };
            let (number, mv) = (first + ply, &moves[first + ply - 1]);
            let loss = of.loss.round();
            text += &format!("Ply {number}, {mv}{sign} lost {loss} points. Better: {better}.\n");
        }
        text
    }
}

/// What the judge says of one position.
#[derive(Clone)]
struct Found {
    value: f32,
    best: String,
    side: Side,
    choices: usize,
}

fn look<G: Searched>(
    game: &G,
    setup: &Setup,
    judge: &mut PlayingAgent<'_, G>,
) -> anyhow::Result<Found> {
    let position = setup.position(game)?;
    let side = game.side_to_move(&position);
    if let Some(outcome) = game.outcome(&position) {
        let Advantage(value) = outcome.wdl().advantage();
        return Ok(Found { value, best: String::new(), side, choices: 0 });
    }
    let chosen = judge.think(game, setup)?;
    let best = game.format_move(&position, chosen.mv);
    let calibration = judge.calibration().unwrap_or_default();
    let value = chosen.result.map_or(0.0, |result| calibration.expected(result.value.0));
    Ok(Found { value, best, side, choices: game.moves(&position).len() })
}
