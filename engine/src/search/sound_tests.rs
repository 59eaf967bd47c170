//! Sound in the limit: with more playouts every reply is tried, however unlikely the evaluator thinks
//! it, and the error goes to zero.

use crate::search::scripted::worth;
use crate::search::toy::Toy;
use crate::search::{
    Evaluate, Evaluation, Gumbel, Puct, Request, RootRule, SearchParams, Sigma, TreeRule, run,
};
use crate::{Advantage, Cause, Outcome};

/// Replies at every node but the root.
const REPLIES: usize = 50;
/// The reply that refutes the tempting move.
const REFUTATION: char = 'U';
/// The reply that everybody makes.
const USUAL: char = 'E';
/// At the root: a move that looks good and is lost, and one that is even.
const TEMPTING: char = '4';
const EVEN: char = '5';

/// Two moves at the start, fifty everywhere else, and no end for a long time.
fn wide() -> Toy {
    Toy::of(|path| match path.len() {
        0 => Ok(vec![TEMPTING, EVEN]),
        1..=60 => Ok((TEMPTING..).take(REPLIES).collect()),
        _ => Err(Outcome::draw(Cause::PlyLimit)),
    })
}

/// Likes the tempting move, gives its refutation a tiny prior, and sees what it is worth only some plies
/// after it.
struct Adversary {
    prior: f32,
    /// Plies behind the refutation where its worth begins to show.
    delay: usize,
}

impl Evaluate<Toy> for Adversary {
    fn evaluate(&mut self, _game: &Toy, requests: &[Request<'_, Toy>]) -> Vec<Evaluation> {
        let answer = |request: &Request<'_, Toy>| {
            let path: Vec<char> = request.position.chars().collect();
            let value = match path[..] {
                [TEMPTING, REFUTATION, ref rest @ ..] if rest.len() >= self.delay => -0.9,
                // One reply looks a little better than all others, which is enough to blind a search.
                [TEMPTING, USUAL, ..] => 0.3,
                [TEMPTING, ..] => 0.5,
                _ => 0.0,
            };
            let mut logits = vec![0.0; request.moves.len()];
            if path == [TEMPTING] {
                let other = (1.0 - self.prior) / (REPLIES - 1) as f32;
                logits = vec![other.ln(); REPLIES];
                logits[REFUTATION as usize - TEMPTING as usize] = self.prior.ln();
                logits[USUAL as usize - TEMPTING as usize] = 0.5f32.ln();
            }
            Evaluation { wdl: worth(Advantage(value)), logits }
        };
        requests.iter().map(answer).collect()
    }
}

fn best(params: SearchParams, prior: f32, delay: usize) -> char {
    let mut adversary = Adversary { prior, delay };
    run(&wide(), &String::new(), params, 0, &mut adversary).expect("a result").best
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
