//! Positions as numbers, and how many there may be.

use anyhow::bail;
use imperial_engine::catalog::AnyGame;
use imperial_engine::{Encode, Side, with_game};

/// Gives positions their numbers: what the squares of the board hold as digits, before them the state beside
/// the board, and the side to move at the end. Of turned positions the least number counts.
#[derive(Debug)]
pub(super) struct Keys {
    /// For each symmetry what a piece on each square adds, times its kind.
    weights: Vec<Vec<u128>>,
    /// What the state adds.
    state: u128,
}

impl Keys {
    /// # Errors
    /// When the board does not say what a position is worth, or the numbers would be too large.
    pub fn new<G: Encode>(game: &G) -> anyhow::Result<Self> {
        if !game.has_exact_values() {
            bail!(
                "{} cannot be solved: its positions have exact values only where repetition is a draw and no win hangs on \
                 the way of the king's move (`goal = \"edge-run\"`)",
                game.name()
            );
        }
        let squares: Vec<u16> = squares(game).collect();
        let base = game.piece_kinds().len() as u128 + 1;
        let Some(state) = base.checked_pow(squares.len() as u32) else {
            bail!("{} is too large to be solved", game.name());
        };
        if state.checked_mul(2 * u128::from(game.states())).is_none() {
            bail!("{} is too large to be solved", game.name());
        }
        let mut weight = vec![0; game.board().squares()];
        for (place, square) in (0..).zip(squares) {
            weight[usize::from(square)] = base.pow(place);
        }
        let turned = |turn: Vec<u16>| turn.iter().map(|to| weight[usize::from(*to)]).collect();
        Ok(Self { weights: game.symmetries().into_iter().map(turned).collect(), state })
    }

    /// The number of a position.
    pub fn of<G: Encode>(&self, game: &G, position: &G::Position) -> u128 {
        let mut held = vec![0; game.board().squares()];
        game.occupancy(position, &mut held);
        let number = |weights: &Vec<u128>| -> u128 {
            held.iter().zip(weights).map(|(kind, weight)| u128::from(*kind) * weight).sum()
        };
        let least = self.weights.iter().map(number).min().unwrap_or_default();
        let all = least + self.state * u128::from(game.state(position));
        all << 1 | u128::from(game.side_to_move(position) == Side::Defenders)
    }
}

/// The squares that the board has.
fn squares<G: Encode>(game: &G) -> impl Iterator<Item = u16> + '_ {
    (0..game.board().squares() as u16).filter(|square| game.is_point(*square))
}

/// More positions than a game can have: all ways to put as many pieces on the board as there can be, with
/// either side to move, in each state. Turned positions count on their own.
pub fn bound(game: &AnyGame) -> f64 {
    with_game!(game, |game| bound_of(game))
}

fn bound_of<G: Encode>(game: &G) -> f64 {
    let board = squares(game).count() as u32;
    let counts = game.piece_counts();
    let mut ways = vec![0.0; board as usize + 1];
    ways[0] = 1.0;
    for kind in counts {
        let mut next = vec![0.0; ways.len()];
        for (taken, before) in ways.iter().enumerate() {
            let free = board - taken as u32;
            for more in kind.clone().take_while(|more| *more <= free) {
                next[taken + more as usize] += before * choose(free, more);
            }
        }
        ways = next;
    }
    2.0 * f64::from(game.states()) * ways.iter().sum::<f64>()
}

/// The number of ways to choose `some` of `all`.
fn choose(all: u32, some: u32) -> f64 {
    (0..some).map(|n| f64::from(all - n) / f64::from(n + 1)).product::<f64>().round()
}

/// All ways to put the pieces of the start on the board, with either side to move, as position strings. Those that the
/// game refuses are left out, such as two kings of chess side by side.
///
/// # Errors
/// When there are more than `most`.
pub fn arrangements(game: &AnyGame, most: usize) -> anyhow::Result<Vec<String>> {
    with_game!(game, |game| arrangements_of(game, most))
}

fn arrangements_of<G: Encode>(game: &G, most: usize) -> anyhow::Result<Vec<String>> {
    let start = game.start(Side::Attackers);
    let squares: Vec<u16> = squares(game).collect();
    let mut left = vec![0_usize; game.piece_kinds().len()];
    let pieces = squares.iter().filter_map(|square| game.piece_on(&start, *square));
    pieces.for_each(|kind| left[kind] += 1);
    let mut free = squares.len();
    let mut ways = 2.0;
    for count in &left {
        ways *= choose(free as u32, *count as u32);
        free -= count;
    }
    if ways > most as f64 {
        bail!("there are {ways} ways to place the pieces of {}, more than {most}", game.name());
    }
    let timeless = game.format_timeless(&start);
    let rest: Vec<&str> = timeless.split(' ').skip(2).collect();
    let rest = if rest.is_empty() { String::new() } else { format!(" {}", rest.join(" ")) };
    let mut found = Vec::with_capacity(ways as usize);
    place(&mut left, &mut Vec::new(), squares.len(), &mut |held| {
        let board = board_text(game, held);
        let texts = ['a', 'd'].map(|side| format!("{board} {side}{rest}"));
        found.extend(texts.into_iter().filter(|text| game.parse_position(text).is_ok()));
    });
    Ok(found)
}

/// Shows `found` all ways to go on, where the first squares hold what `held` says and the rest is free for
/// the pieces that are left of each kind.
fn place(
    left: &mut [usize],
    held: &mut Vec<Option<usize>>,
    squares: usize,
    found: &mut impl FnMut(&[Option<usize>]),
) {
    let free = squares - held.len();
    if free == 0 {
        return found(held);
    }
    let nothing = (left.iter().sum::<usize>() < free).then_some(None);
    for kind in nothing.into_iter().chain((0..left.len()).map(Some)) {
        if let Some(kind) = kind {
            if left[kind] == 0 {
                continue;
            }
            left[kind] -= 1;
        }
        held.push(kind);
        place(left, held, squares, found);
        held.pop();
        kind.into_iter().for_each(|kind| left[kind] += 1);
    }
}

/// The ranks of a position string, whose squares from a1 on hold this.
fn board_text<G: Encode>(game: &G, held: &[Option<usize>]) -> String {
    let (shape, kinds) = (game.board(), game.piece_kinds());
    let mut held = held.iter();
    let mut ranks = Vec::new();
    for rank in 0..shape.height {
        let squares = (rank * shape.width..(rank + 1) * shape.width).map(|square| square as u16);
        let letter = |_| held.next().copied().flatten().map_or('.', |kind| kinds[kind].letter);
        ranks.push(squares.filter(|square| game.is_point(*square)).map(letter).collect::<String>());
    }
    ranks.reverse();
    ranks.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2 × 28 × C(32, 4) positions of Fox and Hounds; goats of Bagh Chal, of which up to five are taken.
    #[test]
    fn positions_are_counted_beforehand() {
        let most = |name: &str| bound(&AnyGame::by_name(name).expect(name));
        assert_eq!(most("fox-and-hounds"), 2_013_760.0);
        assert!(most("bagh-chal") > 1e11, "{}", most("bagh-chal"));
        let hounds = AnyGame::by_name("fox-and-hounds").expect("embedded");
        let error = arrangements(&hounds, 1_000_000);
        let error = error.expect_err("too many").to_string();
        assert!(error.contains("2013760 ways"), "{error}");
    }

    #[test]
    fn arrangements_are_all_different_and_can_be_read() {
        let text = "game = 'hunt'\nname = 'tiny'\ntitle = 'Tiny'\nsource = 'a test'\nply_limit = 9\n\
                    lines = ['b2 c1', 'a1 b2', 'a1 c1']\nsetup = 'f/1g'\n\
                    repetition = { count = 3, result = 'draw' }";
        let game = AnyGame::from_toml(text).expect("a rule set");
        let mut all = arrangements(&game, 100).expect("few");
        all.sort();
        let boards = ["./fg", "./gf", "f/.g", "f/g.", "g/.f", "g/f."];
        let expected: Vec<String> = boards
            .iter()
            .flat_map(|board| ["a", "d"].map(|side| format!("{board} {side} -")))
            .collect();
        assert_eq!(all, expected);
    }
}
