//! Sound in the limit: with more playouts every reply is tried, however unlikely the evaluator thinks
//! it, and the error goes to zero.

use crate::search::{
    Evaluate, Evaluation, Gumbel, Puct, Request, RootRule, SearchParams, Sigma, TreeRule, run,
};
use crate::{Cause, First, Game, MoveError, Outcome, PositionError, Side, Wdl};

/// Replies at every node but the root.
const REPLIES: usize = 50;
/// The reply that refutes the tempting move.
const REFUTATION: u8 = 33;
/// The reply that everybody makes.
const USUAL: u8 = 7;
/// At the root: a move that looks good and is lost, and one that is even.
const TEMPTING: u8 = 0;
const EVEN: u8 = 1;

/// Two moves at the start, fifty everywhere else, and no end for a long time. Positions are paths.
struct Wide;

impl Game for Wide {
    type Position = Vec<u8>;
    type Move = u8;

    fn name(&self) -> &'static str {
        "wide"
    }

    fn first(&self) -> First {
        First::Side(Side::Attackers)
    }

    fn start(&self, _first: Side) -> Vec<u8> {
        Vec::new()
    }

    fn side_to_move(&self, path: &Vec<u8>) -> Side {
        if path.len().is_multiple_of(2) { Side::Attackers } else { Side::Defenders }
    }

    fn ply(&self, path: &Vec<u8>) -> u32 {
        path.len() as u32
    }

    fn legal_moves(&self, path: &Vec<u8>, moves: &mut Vec<u8>) {
        moves.clear();
        moves.extend(0..if path.is_empty() { 2 } else { REPLIES as u8 });
    }

    fn play(&self, path: &mut Vec<u8>, mv: u8) {
        path.push(mv);
    }

    fn outcome(&self, path: &Vec<u8>) -> Option<Outcome> {
        (path.len() > 60).then_some(Outcome::draw(Cause::PlyLimit))
    }

    fn format_move(&self, _path: &Vec<u8>, mv: u8) -> String {
        mv.to_string()
    }

    fn parse_move(&self, _path: &Vec<u8>, text: &str) -> Result<u8, MoveError> {
        text.parse().map_err(|_| MoveError::new(text, "expected a number"))
    }

    fn format_position(&self, path: &Vec<u8>) -> String {
        format!("{path:?}")
    }

    fn parse_position(&self, text: &str) -> Result<Vec<u8>, PositionError> {
        Err(PositionError::new(text, "not read in tests"))
    }

    fn draw(&self, path: &Vec<u8>) -> String {
        self.format_position(path)
    }
}

/// Likes the tempting move, gives its refutation a tiny prior, and sees what it is worth only some plies
/// after it.
struct Adversary {
    prior: f32,
    /// Plies behind the refutation where its worth begins to show.
    delay: usize,
}

impl Evaluate<Wide> for Adversary {
    fn evaluate(&mut self, _game: &Wide, requests: &[Request<'_, Wide>]) -> Vec<Evaluation> {
        let answer = |request: &Request<'_, Wide>| {
            let value = match request.position.as_slice() {
                [TEMPTING, REFUTATION, rest @ ..] if rest.len() >= self.delay => -0.9,
                // One reply looks a little better than all others, which is enough to blind a search.
                [TEMPTING, USUAL, ..] => 0.3,
                [TEMPTING, ..] => 0.5,
                _ => 0.0,
            };
            let wdl = Wdl {
                attackers: f32::max(value, 0.0),
                draw: 1.0 - f32::abs(value),
                defenders: f32::max(-value, 0.0),
            };
            let mut logits = vec![0.0; request.moves.len()];
            if request.position.as_slice() == [TEMPTING] {
                let other = (1.0 - self.prior) / (REPLIES - 1) as f32;
                logits = vec![other.ln(); REPLIES];
                logits[usize::from(REFUTATION)] = self.prior.ln();
                logits[usize::from(USUAL)] = 0.5f32.ln();
            }
            Evaluation { wdl, logits }
        };
        requests.iter().map(answer).collect()
    }
}

fn best(params: SearchParams, prior: f32, delay: usize) -> u8 {
    let mut adversary = Adversary { prior, delay };
    run(&Wide, &Vec::new(), params, 0, &mut adversary).expect("a result").best
}

/// Nothing but the rules of selection.
fn plain(playouts: u32, root: RootRule, tree: TreeRule) -> SearchParams {
    SearchParams { tree: Some(tree), lookahead: 0, ..SearchParams::new(playouts, root) }
}

fn roots() -> [RootRule; 2] {
    let gumbel = Gumbel { candidates: 2, noise: false, ..Gumbel::default() };
    [RootRule::Gumbel(gumbel), RootRule::Puct(Puct::default())]
}

fn trees() -> [TreeRule; 2] {
    [TreeRule::default(), TreeRule::Gumbel(Sigma::default())]
}

/// Replies of a node are all tried once it has had as many playouts as their square; a reply that must
/// be tried twice before it shows its worth takes four times that. As many playouts again outweigh what
/// was thought before, and half of all go to the other move of the root.
#[test]
fn unlikely_refutations_are_found() {
    for (delay, nodes_playouts) in [(0, REPLIES.pow(2)), (1, 4 * REPLIES.pow(2))] {
        let playouts = 4 * nodes_playouts as u32;
        for prior in [1e-2, 1e-3, 1e-4] {
            for root in roots() {
                for tree in trees() {
                    let found = best(plain(playouts, root, tree), prior, delay);
                    assert_eq!(found, EVEN, "{prior} {delay} {root:?} {tree:?}");
                }
            }
        }
    }
}

/// Without the playouts that explore, the rule of Gumbel search stays blind.
#[test]
fn the_test_can_fail() {
    let [gumbel, _] = roots();
    let blind = plain(40_000, gumbel, TreeRule::Gumbel(Sigma::default()));
    let blind = SearchParams { breadth: 0.0, ..blind };
    assert_eq!(best(blind, 1e-3, 1), TEMPTING);
}
