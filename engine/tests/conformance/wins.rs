//! What is known of the next ply without making moves.

use imperial_engine::Game;

/// Wins in one ply are what making every move says they are, and so is a loss that is foreseen.
pub fn in_one<G: Game>(game: &G, position: &G::Position) {
    let place =
        format!("{} `{}`\n{}", game.name(), game.format_position(position), game.draw(position));
    let (mover, mut found) = (game.side_to_move(position), Vec::new());
    game.winning_moves(position, &mut found);
    let winner_after = |mv: &G::Move| {
        let mut next = position.clone();
        game.play(&mut next, *mv);
        game.outcome(&next).and_then(|outcome| outcome.winner)
    };
    let is_over = game.outcome(position).is_some();
    let moves = if is_over { Vec::new() } else { game.moves(position) };
    let mut expected: Vec<_> =
        moves.iter().copied().filter(|mv| winner_after(mv) == Some(mover)).collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "wins in one: {place}");
    assert_eq!(game.can_win(position, &mut Vec::new()), !found.is_empty(), "{place}");
    if game.is_lost(position) {
        assert!(!is_over && moves.iter().all(|mv| winner_after(mv) == Some(!mover)), "{place}");
    }
}
