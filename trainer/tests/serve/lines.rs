//! The lines of a game: what is taken out, what was only looked at, and who moves then.

use std::thread;
use std::time::Duration;

use crate::page::Page;
use crate::play_diagonal;

/// Moves of the main line.
const MAIN: &str = "document.querySelectorAll('.moves > .move').length";

/// What a review has found goes with the moves that it is about. Otherwise it could bring them back.
#[test]
fn a_review_goes_with_moves_that_are_taken_out() {
    let Some(mut page) = Page::open() else { return };
    play_diagonal(&mut page);
    page.press_button("#tab-review", "Review");
    page.press_button("#panel-review button", "Go through the game");
    page.wait("document.querySelector('.moments .move')");
    for left in [4, 3] {
        page.press_button("[data-do=undo]", "Take back");
        page.wait_for_moves(left);
    }
    page.wait("!document.querySelector('.cards, .moments')");
    for (number, name) in ["a2", "c3"].into_iter().enumerate() {
        page.wait("document.querySelector('.target')");
        page.press_name(name);
        page.wait_for_moves(4 + number);
    }
    assert!(!page.is("document.querySelector('.variation')"));
    page.reload();
    page.wait_for_moves(5);
    page.press_button("#tab-review", "Review");
    assert!(!page.is("document.querySelector('.cards, .moments')"));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn an_agent_moves_again_where_its_move_was_taken_out() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "attackers", "level:beginner");
    page.wait("document.querySelector('.hit.movable')");
    page.press_name("d7");
    page.press_name("c7");
    page.wait_for_moves(2);
    page.wait("document.querySelector('.hit.movable')");
    page.press_button("#panel-moves button", "Remove from here");
    page.wait_for_moves(2);
    page.wait("document.getElementById('said').textContent.includes('Your move')");
    // Two agents, of which one has its move taken back.
    page.begin("brandubh", "watch", "level:beginner");
    let moves = "document.querySelectorAll('#panel-moves .move').length";
    page.wait(&format!("{moves} > 2"));
    page.press_button("[data-do=undo]", "Take back");
    let there = page.moves();
    page.wait(&format!("{moves} > {there}"));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// A line that the search expects is a variation, and the agent answers whoever plays its first move.
#[test]
fn a_line_that_was_looked_at_is_no_part_of_the_game() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "attackers", "level:beginner");
    page.wait("document.querySelector('.hit.movable')");
    page.look_at_position();
    page.wait("document.querySelectorAll('.principal button').length > 2");
    page.browser.evaluate("document.querySelectorAll('.principal button')[2].click()");
    page.wait("document.getElementById('said').textContent.includes('the agents wait')");
    page.wait_for_moves(3);
    page.press("document.querySelector('.switch input')");
    page.press("document.querySelector('[data-do=first]')");
    page.wait("document.getElementById('said').textContent.includes('Your move')");
    page.reload();
    page.wait_for_moves(3);
    assert!(page.is(&format!("{MAIN} === 0")));
    page.wait("document.querySelector('.hit.movable')");
    // A move is written as `d7-c7`, with what it takes behind.
    let first = page.text("#panel-moves .move");
    page.press_name(&first[..2]);
    page.press_name(&first[3..5]);
    page.wait(&format!("{MAIN} === 2"));
    assert_eq!(page.text(".moves > .move"), first);
    page.reload();
    page.wait(&format!("{MAIN} === 2"));
    // Who looks at the line again waits for nobody, and leaves the game as it is.
    let there = page.moves();
    page.press("[...document.querySelectorAll('.variation .move')].at(-1)");
    page.wait("document.querySelector('.variation .now')");
    thread::sleep(Duration::from_secs(1));
    assert_eq!(page.moves(), there);
    page.press_button("#panel-moves button", "Make this the main line");
    page.wait(&format!("{MAIN} > 2"));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}
