//! Positions with their right moves, and how a search answers them.

use imperial_engine::search::{Evaluate, Request, Search, SearchError, SearchParams};
use imperial_engine::{Game, Side};
use rayon::prelude::*;

/// A position in which some moves keep the result and others do not.
#[derive(Clone, Debug)]
pub struct Question<G: Game> {
    /// The position, without a past.
    pub position: G::Position,
    /// Whose move it is.
    pub mover: Side,
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
        let mover = game.side_to_move(&position);
        (right.len() < moves).then_some(Self { position, mover, winner, right, moves })
    }

    /// What a random move gets.
    pub fn chance(&self) -> f64 {
        self.right.len() as f64 / self.moves as f64
    }
}

/// A position of which the winner is known.
#[derive(Clone, Debug)]
pub struct Known<G: Game> {
    /// The position, without a past; its game goes on.
    pub position: G::Position,
    /// Who wins with best play; `None` is a draw.
    pub winner: Option<Side>,
}

impl<G: Game> From<&Question<G>> for Known<G> {
    fn from(question: &Question<G>) -> Self {
        Self { position: question.position.clone(), winner: question.winner }
    }
}

/// How an exam went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks {
    /// Positions asked about with the attackers to move, and with the defenders.
    pub asked: [u64; 2],
    /// Moves of either that kept the result.
    pub right: [u64; 2],
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
    /// Positions asked about.
    pub fn questions(&self) -> u64 {
        self.asked.iter().sum()
    }

    /// Share of right moves.
    pub fn share(&self) -> f64 {
        self.right.iter().sum::<u64>() as f64 / self.questions().max(1) as f64
    }

    /// Share of right moves of one side; `None` where it was not asked.
    pub fn share_of(&self, side: Side) -> Option<f64> {
        let (asked, right) = (self.asked[side as usize], self.right[side as usize]);
        (asked > 0).then(|| right as f64 / asked as f64)
    }

    /// Mean distance between value and exact value.
    pub fn mean_error(&self) -> f64 {
        self.error / self.questions().max(1) as f64
    }

    fn add(mut self, other: &Self) -> Self {
        for side in 0..2 {
            self.asked[side] += other.asked[side];
            self.right[side] += other.right[side];
        }
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
    let exact = exact(question.winner);
    let visits = result.moves.iter().map(|stats| u64::from(stats.visits));
    let of_mover = |count: bool| Side::ALL.map(|side| u64::from(count && side == question.mover));
    Ok(Marks {
        asked: of_mover(true),
        right: of_mover(question.right.contains(&result.best)),
        proofs: u64::from(result.proof.is_some()),
        wrong_proofs: u64::from(is_wrong),
        error: f64::from((result.value.0 - exact).abs()),
        checksum: visits.fold(0xcbf2_9ce4_8422_2325, |hash, visits| {
            (hash ^ visits).wrapping_mul(0x0000_0100_0000_01b3)
        }),
    })
}

/// What a position is worth that `winner` wins, from −1 (the defenders do) to 1.
const fn exact(winner: Option<Side>) -> f32 {
    match winner {
        Some(Side::Attackers) => 1.0,
        None => 0.0,
        Some(Side::Defenders) => -1.0,
    }
}

/// How far values without any search are from the exact ones.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BareError {
    /// Positions that were judged.
    pub judged: u64,
    sum: f64,
}

impl BareError {
    /// The mean distance, of values from −1 to 1; `None` where nothing was judged.
    pub fn mean(&self) -> Option<f64> {
        (self.judged > 0).then(|| self.sum / self.judged as f64)
    }
}

/// Lets `evaluator` judge those of `known` that `winner` wins, one by one and without any search.
pub fn judge<G: Game>(
    game: &G,
    known: &[Known<G>],
    winner: Option<Side>,
    evaluator: &mut impl Evaluate<G>,
) -> BareError {
    let mut error = BareError::default();
    let mut moves = Vec::new();
    for Known { position, .. } in known.iter().filter(|known| known.winner == winner) {
        game.legal_moves(position, &mut moves);
        let request = Request { position, moves: &moves, seed: error.judged };
        for evaluation in evaluator.evaluate(game, &[request]) {
            error.judged += 1;
            error.sum += f64::from((evaluation.wdl.advantage().0 - exact(winner)).abs());
        }
    }
    error
}
