//! Positions with their right moves, and how a search answers them.

use imperial_engine::search::{Evaluate, Search, SearchError, SearchParams};
use imperial_engine::{Game, Side};
use rayon::prelude::*;

/// A position in which some moves keep the result and others do not.
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// The position, without a past.
    pub position: G::Position,
    /// Who wins with best play; `None` is a draw.
    pub winner: Option<Side>,
    /// The moves after which that is still so.
    pub right: Vec<G::Move>,
    /// Number of legal moves.
    pub moves: usize,
}

impl<G: Game> Question<G> {
    /// Asks about `position`, where `winner_of` knows who wins what. `None` where every move is
    /// right or the game is over.
    pub fn new(
        game: &G,
        position: G::Position,
        mut winner_of: impl FnMut(&G::Position) -> Option<Option<Side>>,
    ) -> Option<Self> {
        if game.outcome(&position).is_some() {
            return None;
        }
        let winner = winner_of(&position)?;
        let mut right = game.moves(&position);
        let moves = right.len();
        let mut next = position.clone();
        right.retain(|mv| {
            next.clone_from(&position);
            game.play(&mut next, *mv);
            winner_of(&next) == Some(winner)
        });
        (right.len() < moves).then_some(Self { position, winner, right, moves })
    }

    /// What a random move gets.
    pub fn chance(&self) -> f64 {
        self.right.len() as f64 / self.moves as f64
    }
}

/// How an exam went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// Positions asked about.
    pub questions: u64,
    /// Moves that kept the result.
    pub right: u64,
    /// Results that the search proved.
    pub proofs: u64,
    /// Proofs of a wrong result; always none, or the search is broken.
    pub wrong_proofs: u64,
    /// Sum of the distances between the values found (−1 to 1) and the exact ones.
    pub error: f64,
    /// Changes when a move or a number of visits does.
    pub checksum: u64,
}

impl Marks {
    /// Share of right moves.
    pub fn share(&self) -> f64 {
        self.right as f64 / self.questions.max(1) as f64
    }

    /// Mean distance between value and exact value.
    pub fn mean_error(&self) -> f64 {
        self.error / self.questions.max(1) as f64
    }

    fn add(mut self, other: &Self) -> Self {
        self.questions += other.questions;
        self.right += other.right;
        self.proofs += other.proofs;
        self.wrong_proofs += other.wrong_proofs;
        self.error += other.error;
        self.checksum = self.checksum.rotate_left(7) ^ other.checksum;
        self
    }
}

/// Lets a search answer all `questions`, on all threads; `evaluator` makes an evaluator for one. The
/// marks do not depend on the number of threads.
///
/// # Errors
/// When the parameters are out of range or the evaluator gives wrong answers.
pub fn examine<G: Game, E: Evaluate<G>>(
    game: &G,
    questions: &[Question<G>],
    params: SearchParams,
    evaluator: impl Fn() -> E + Sync,
) -> Result<Marks, SearchError> {
    let answers: Vec<Marks> = (0..questions.len())
        .into_par_iter()
        .map_init(&evaluator, |evaluator, nth| {
            answer(game, &questions[nth], params, nth as u64, evaluator)
        })
        .collect::<Result<_, _>>()?;
    Ok(answers.iter().fold(Marks::default(), Marks::add))
}

fn answer<G: Game>(
    game: &G,
    question: &Question<G>,
    params: SearchParams,
    seed: u64,
    evaluator: &mut impl Evaluate<G>,
) -> Result<Marks, SearchError> {
    let mut search = Search::new(game, &question.position, params, seed)?;
    let result = search.run(game, evaluator)?;
    let is_wrong = result.proof.is_some_and(|proof| proof.winner != question.winner);
    let exact = match question.winner {
        Some(Side::Attackers) => 1.0,
        None => 0.0,
        Some(Side::Defenders) => -1.0,
    };
    let visits = result.moves.iter().map(|stats| u64::from(stats.visits));
    Ok(Marks {
        questions: 1,
        right: u64::from(question.right.contains(&result.best)),
        proofs: u64::from(result.proof.is_some()),
        wrong_proofs: u64::from(is_wrong),
        error: f64::from((result.value.0 - exact).abs()),
        checksum: visits.fold(0xcbf2_9ce4_8422_2325, |hash, visits| {
            (hash ^ visits).wrapping_mul(0x0000_0100_0000_01b3)
        }),
    })
}
