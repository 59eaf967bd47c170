//! Which of the program's networks plays, where nobody names one: family and board of the games decide.

use imperial_engine::catalog::AnyGame;

use super::boards::Board;
use super::shipped::Shipped;

/// The networks among which is chosen; of those that fit equally well the first.
#[derive(Clone, Copy)]
pub(super) struct Choice<'a>(pub &'a [Shipped]);

impl<'a> Choice<'a> {
    /// All that have learned on the board of `game`.
    pub fn learned(self, game: &AnyGame) -> impl Iterator<Item = &'a Shipped> {
        let board = Board::of(game);
        self.0.iter().filter(move |network| network.knows(&board))
    }

    /// The one that has learned on all `boards`.
    fn knowing(self, boards: &[Board]) -> Option<&'a Shipped> {
        self.0.iter().find(|network| boards.iter().all(|board| network.knows(board)))
    }

    /// The one to play all `games` with: it has learned on their boards, or else is of their family. `None` where none
    /// is, or they are of several families.
    pub fn player<'g>(self, games: impl Iterator<Item = &'g AnyGame>) -> Option<&'a Shipped> {
        let boards: Vec<Board> = games.map(Board::of).collect();
        self.knowing(&boards).or_else(|| self.of_family(&boards).next())
    }

    /// The one to learn `games` from: it has learned on their boards, or else knows most boards of their family.
    pub fn teacher<'g>(self, games: impl Iterator<Item = &'g AnyGame>) -> Option<&'a Shipped> {
        let boards: Vec<Board> = games.map(Board::of).collect();
        // Of equal ones the first: `max_by_key` would take the last.
        let mut family: Vec<&Shipped> = self.of_family(&boards).collect();
        family.reverse();
        let widest = family.into_iter().max_by_key(|network| network.boards.len());
        self.knowing(&boards).or(widest)
    }

    fn of_family(self, boards: &[Board]) -> impl Iterator<Item = &'a Shipped> {
        let is_of_it =
            |network: &&'a Shipped| boards.iter().all(|board| board.family() == network.family);
        self.0.iter().filter(move |network| is_of_it(network))
    }

    /// The first on some board: all that [`learned`](Self::learned) may give first.
    pub fn firsts(self) -> impl Iterator<Item = &'a Shipped> {
        let is_first = move |(place, network): &(usize, &Shipped)| {
            let earlier = &self.0[..*place];
            !network.learned().all(|board| earlier.iter().any(|other| other.knows(board)))
        };
        self.0.iter().enumerate().filter(is_first).map(|(_, network)| network)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn network(
        name: &'static str,
        family: &'static str,
        boards: &'static [&'static str],
    ) -> Shipped {
        Shipped { name, training: "", label: "", bytes: &[], family, boards, slope: None }
    }

    /// Networks of two families, in the order of their rank.
    static TWO: [Shipped; 5] = [
        network("nine", "tafl", &["tablut-linnaeus"]),
        network("cross", "hunt", &["fox-and-geese"]),
        network("again", "tafl", &["tablut-linnaeus"]),
        network("small", "tafl", &["brandubh", "tablut-linnaeus"]),
        network("points", "hunt", &["fox-and-geese", "bagh-chal", "fox-and-hounds"]),
    ];

    fn games(names: &[&str]) -> Vec<AnyGame> {
        names.iter().map(|name| AnyGame::by_name(name).expect(name)).collect()
    }

    fn player(names: &[&str]) -> Option<&'static str> {
        Choice(&TWO).player(games(names).iter()).map(|network| network.name)
    }

    #[test]
    fn family_and_board_decide_who_plays() {
        assert_eq!(player(&["imperial-contest"]), Some("nine"));
        assert_eq!(player(&["halatafl"]), Some("cross"), "the board of fox-and-geese");
        assert_eq!(player(&["bagh-chal"]), Some("points"));
        assert_eq!(player(&["bagh-chal", "asalto"]), Some("points"), "it knows both boards");
        assert_eq!(player(&["brandubh", "sea-battle"]), Some("small"));
    }

    #[test]
    fn where_nobody_knows_the_board_the_family_decides() {
        assert_eq!(player(&["alea-evangelii"]), Some("nine"));
        assert_eq!(player(&["pulijudam"]), Some("cross"));
        assert_eq!(player(&["connect-four"]), None);
        assert_eq!(player(&["brandubh", "bagh-chal"]), None, "two families");
        assert_eq!(Choice(&TWO).learned(&games(&["pulijudam"])[0]).count(), 0);
    }

    #[test]
    fn who_teaches_knows_the_boards_or_most_of_their_family() {
        let teacher =
            |names: &[&str]| Choice(&TWO).teacher(games(names).iter()).map(|network| network.name);
        assert_eq!(teacher(&["sea-battle"]), Some("nine"));
        assert_eq!(teacher(&["copenhagen"]), Some("small"));
        assert_eq!(teacher(&["pulijudam", "bagh-chal"]), Some("points"));
        assert_eq!(teacher(&["dablot"]), None);
    }

    #[test]
    fn levels_need_the_first_network_of_each_board() {
        let firsts: Vec<&str> = Choice(&TWO).firsts().map(|network| network.name).collect();
        assert_eq!(firsts, ["nine", "cross", "small", "points"]);
        let all: Vec<&str> =
            Choice(&TWO).learned(&games(&["asalto"])[0]).map(|network| network.name).collect();
        assert_eq!(all, ["cross", "points"]);
    }
}
