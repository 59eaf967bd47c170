//! The types of games: the way from an [`AnyGame`](crate::catalog::AnyGame) to its type, and code for each of them.

/// Evaluates an expression with a game of a known type: the way from an [`AnyGame`](crate::catalog::AnyGame) to generic code.
///
/// The expression is compiled once for each type of game, so it should be short: a call of a generic function.
/// `?` and `return` in it leave the function around it.
///
/// ```
/// use imperial_engine::catalog::AnyGame;
/// use imperial_engine::{Encode, Side, with_game};
///
/// fn first_moves<G: Encode>(game: &G) -> usize {
///     game.moves(&game.start(Side::Attackers)).len()
/// }
///
/// let any = AnyGame::by_name("brandubh")?;
/// assert_eq!(with_game!(&any, |game| first_moves(game)), 40);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! with_game {
    ($any:expr, |$game:ident| $body:expr) => {
        match $any {
            $crate::catalog::AnyGame::TaflSmall(boxed) => {
                let $game = &**boxed;
                $body
            }
            $crate::catalog::AnyGame::TaflMedium(boxed) => {
                let $game = &**boxed;
                $body
            }
            $crate::catalog::AnyGame::TaflLarge(boxed) => {
                let $game = &**boxed;
                $body
            }
            $crate::catalog::AnyGame::Hunt(boxed) => {
                let $game = &**boxed;
                $body
            }
            $crate::catalog::AnyGame::Dablot(boxed) => {
                let $game = &**boxed;
                $body
            }
            $crate::catalog::AnyGame::Chess(boxed) => {
                let $game = &**boxed;
                $body
            }
            $crate::catalog::AnyGame::ConnectFour($game) => $body,
            $crate::catalog::AnyGame::TicTacToe($game) => $body,
        }
    };
}

/// Calls a macro with each type of game.
///
/// Every crate that calls generic code compiles it anew, and optimises it as itself. Where that costs much, a crate
/// writes a trait out for each type, and who calls its methods calls what was compiled there.
///
/// ```
/// use imperial_engine::{Game, each_game, perft::perft};
///
/// trait Count: Game {
///     fn count(&self, position: &Self::Position, depth: u32) -> u64;
/// }
///
/// macro_rules! count {
///     ($game:ty) => {
///         impl Count for $game {
///             fn count(&self, position: &Self::Position, depth: u32) -> u64 {
///                 perft(self, position, depth)
///             }
///         }
///     };
/// }
/// each_game!(count);
/// ```
#[macro_export]
macro_rules! each_game {
    ($each:ident) => {
        $each!($crate::games::tafl::Tafl<1>);
        $each!($crate::games::tafl::Tafl<2>);
        $each!($crate::games::tafl::Tafl<6>);
        $each!($crate::games::hunt::Hunt);
        $each!($crate::games::dablot::Dablot);
        $each!($crate::games::chess::Chess);
        $each!($crate::games::connect_four::ConnectFour);
        $each!($crate::games::tic_tac_toe::TicTacToe);
    };
}
