//! Faults that the page had: what is refused, what nobody has measured, what a reload forgot.

use std::time::Duration;

use serde_json::json;

use crate::page::{PHONE, Page};

/// The server refuses one move; the page says why, and another one can be made.
#[test]
fn a_refused_move_leaves_a_living_board() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "people", "random");
    page.wait("document.querySelector('.hit.movable')");
    page.browser.evaluate(
        "window.asked = fetch; window.fetch = async (path, more) => path === '/api/line' \
         ? new Response(JSON.stringify({ error: 'not this one' }), { status: 400 }) : asked(path, more); 0",
    );
    page.press_name("d7");
    page.press_name("c7");
    page.wait("document.querySelector('.said.trouble')?.textContent.includes('not this one')");
    page.browser.evaluate("window.fetch = window.asked; 0");
    assert!(page.is("document.querySelector('.hit.movable')"));
    page.press_name("d7");
    page.press_name("b7");
    page.wait_for_moves(1);
    assert_eq!(page.text("#panel-moves .move"), "d7-b7");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// Whoever presses before the server has told of the rules begins no game by those that were shown before.
#[test]
fn a_game_begins_by_the_rules_that_are_shown() {
    let Some(mut page) = Page::open() else { return };
    page.press_button("#new", "New");
    page.wait("document.getElementById('dialog').open && document.getElementById('rules')");
    page.browser.evaluate(
        "window.asked = fetch; window.fetch = async (path, more) => { \
         if (path === '/api/rules') await new Promise((then) => setTimeout(then, 700)); \
         return asked(path, more); }; \
         const list = document.getElementById('rules'); list.value = 'tic-tac-toe'; \
         list.dispatchEvent(new Event('change'))",
    );
    page.press_button("#dialog .primary", "Begin");
    page.wait("!document.querySelector('#dialog .primary').disabled");
    page.press_button("#dialog .primary", "Begin");
    page.wait("!document.getElementById('dialog').open");
    page.wait("document.getElementById('title').textContent === 'Tic-tac-toe'");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// Guesses of alpha-beta search are no expected scores, and nobody knows how rollouts are drawn.
#[test]
fn figures_that_nobody_measured_are_not_shown() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "attackers", "level:casual");
    for number in 0..3 {
        page.wait("document.querySelector('.hit.movable')");
        page.move_somewhere(number);
    }
    page.wait("document.querySelectorAll('#panel-moves .move').length >= 6");
    assert!(page.is("document.getElementById('graph').hidden"));
    page.begin("tic-tac-toe", "people", "random");
    page.look_at_position();
    page.wait("document.querySelector('.legend')");
    assert_eq!(
        page.browser.evaluate("document.querySelectorAll('.legend span').length"),
        json!(2),
        "wins, draws and losses of rollouts"
    );
    assert!(
        page.is("!document.querySelector('.strip').getAttribute('aria-label').includes('draw')")
    );
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// A record of two people, which the crosses win.
const RECORD: &str = r#"{"format":1,"engine":"0.2.0","rules":"tic-tac-toe","rules_hash":"x","seed":0,"game":0,
"attackers":"Ann","defenders":"Bob","first":"attackers","opening":0,"result":"attackers","cause":"line",
"plies":[{"move":"a1"},{"move":"b1"},{"move":"b2"},{"move":"c1"},{"move":"c3"}]}"#;

#[test]
fn a_reload_keeps_names_and_the_review() {
    let Some(mut page) = Page::open() else { return };
    page.paste(&RECORD.replace('\n', ""));
    page.wait_for_moves(5);
    page.press_button("#tab-review", "Review");
    page.press_button("#panel-review button", "Go through the game");
    page.wait("document.querySelector('.cards')");
    let shown = page.text("#panel-review");
    // One of a kind and several are told apart.
    assert!(page.is(
        "[...document.querySelectorAll('.card li')].map((one) => one.textContent) \
         .every((words) => /^(1 (best|good|inaccuracy|mistake|blunder)|([02-9]|\\d\\d+) (best|good|inaccuracies|mistakes|blunders))$/.test(words))"
    ), "{shown}");
    page.reload();
    page.wait_for_moves(5);
    page.press_button("#tab-review", "Review");
    page.wait("document.querySelector('.cards')");
    assert_eq!(page.text("#panel-review"), shown);
    assert!(page.is("document.querySelector('#panel-moves .blunder')"));
    let names = format!("{} {}", page.text("#near .name"), page.text("#far .name"));
    assert_eq!(names, "Ann Bob");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_ear_hears_what_is_chosen_and_what_was_played() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "people", "random");
    page.wait("document.querySelector('.hit.movable')");
    page.press_name("d7");
    let chosen = "[...document.querySelectorAll('[aria-selected=true].hit')].map((hit) => hit.getAttribute('aria-label'))";
    assert_eq!(page.browser.evaluate(chosen), json!(["d7, attacker"]));
    assert!(page.is("document.querySelector('.hit[aria-label=\"c7, empty, it may go here\"]')"));
    page.press_name("c7");
    page.wait_for_moves(1);
    assert!(page.is("document.querySelector('#said[aria-live=polite]').textContent.startsWith('Attackers: d7 to c7.')"));
    assert_eq!(page.browser.evaluate(chosen), json!([]));
    let tabs = "[...document.querySelectorAll('[role=tab]')].map((tab) => tab.getAttribute('aria-selected')).join(' ')";
    assert_eq!(page.browser.evaluate(tabs), json!("true false false false"));
}

#[test]
fn sides_have_their_colours_and_pieces_in_hand() {
    let Some(mut page) = Page::open() else { return };
    page.put_on(PHONE, "light");
    let body = |page: &mut Page, side: &str| {
        let script =
            format!("getComputedStyle(document.querySelector('circle.body.{side}')).stroke");
        page.browser.evaluate(&script)
    };
    page.begin("brandubh", "people", "random");
    let (dark, light) = (body(&mut page, "attackers"), body(&mut page, "defenders"));
    page.begin("emperors-game", "people", "random");
    assert_eq!((body(&mut page, "attackers"), body(&mut page, "defenders")), (light, dark));
    assert!(page.text("#near .who").starts_with("White"));
    page.begin("bagh-chal", "people", "random");
    page.wait("document.querySelector('.hit.movable, .target')");
    assert!(page.text("#near").ends_with("20 to place"), "{}", page.text("#near"));
    page.press_name("c3");
    page.wait_for_moves(1);
    assert!(page.text("#near").ends_with("19 to place"));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// A server for everybody takes no rule files, and its page does not ask for any.
#[test]
fn a_public_page_offers_no_rule_files() {
    let Some(mut page) = Page::open_with(&["--public"]) else { return };
    assert!(!page.text("#drop").contains("rule file"));
    page.press_button("#new", "New");
    page.wait("document.getElementById('dialog').open && document.getElementById('rules')");
    assert!(!page.text("#dialog").contains("rule file"));
    page.browser.evaluate("document.getElementById('dialog').close()");
    page.press_button("#open", "Open");
    assert!(page.is("!document.getElementById('text').placeholder.includes('rule file')"));
    page.browser.evaluate("document.getElementById('dialog').close()");
    let text = imperial_engine::catalog::text("brandubh").expect("embedded");
    page.drop_text(&text.replace("name = \"brandubh\"", "name = \"mine\""));
    page.wait(
        "document.querySelector('.said.trouble')?.textContent.includes('takes no rule files')",
    );
    assert!(page.is("document.querySelector('.hit.movable')"), "the game goes on");
}

/// The rows of the search are drawn anew several times a second, also while one of them is pressed or has the keyboard.
#[test]
fn what_is_pressed_or_focused_stays_while_figures_come() {
    let Some(mut page) = Page::open() else { return };
    page.begin("imperial-contest", "people", "random");
    page.look_at_position();
    let row = "document.querySelector('table.best button.move')";
    page.wait(row);
    page.browser.evaluate(&format!(
        "{row}.focus(); window.before = document.querySelector('.found').textContent"
    ));
    page.wait("document.querySelector('.found').textContent !== window.before");
    assert!(page.is("document.activeElement.matches('table.best button.move')"));
    let middle = page.middle(row);
    page.browser.hold(middle, Duration::from_millis(400));
    page.wait_for_moves(1);
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// Where sides begin at two ends of the board, one's own is the lower one, and so is one's name.
#[test]
fn ones_own_men_stand_below() {
    let Some(mut page) = Page::open() else { return };
    for (rules, below) in [("maharajah", "Sepoys"), ("dablot-mini", "Sami")] {
        page.begin(rules, "defenders", "random");
        assert!(page.text("#near").starts_with(below), "{}", page.text("#near"));
        let own = "document.querySelector('[data-square=\"0\"]').getAttribute('y') === '0'";
        assert!(page.is(own), "{rules} is turned");
        page.press("document.querySelector('[data-do=flip]')");
        assert!(page.text("#far").starts_with(below), "{}", page.text("#far"));
    }
    page.begin("brandubh", "defenders", "random");
    assert!(page.text("#near").starts_with("Defenders"));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn taking_back_in_the_middle_loses_nothing() {
    let Some(mut page) = Page::open() else { return };
    page.begin("tic-tac-toe", "people", "random");
    for (number, square) in ["a1", "b2", "c3"].into_iter().enumerate() {
        page.wait("document.querySelector('.target')");
        page.press_name(square);
        page.wait_for_moves(number + 1);
    }
    page.browser.evaluate("document.activeElement.blur()");
    for key in ["Home", "ArrowRight", "u"] {
        page.browser.press(key);
    }
    page.wait(
        "document.getElementById('said').textContent.startsWith('The start') || \
         document.getElementById('said').textContent.startsWith('To move')",
    );
    assert_eq!(page.moves(), 3);
    page.press_button("#tab-rules", "Rules");
    assert!(!page.text("#panel-rules").contains("null"));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// A piece that several captures include does not say which of them is meant.
#[test]
fn a_piece_of_two_captures_leaves_the_choice() {
    let Some(mut page) = Page::open() else { return };
    page.begin("dablot-mini-forced", "people", "random");
    page.paste("c3-b4 a5-c5 d2-c3 e7-d6 b4-a5 g7-e7 g5-e5 g9-g7 c1-d2 e7-f6 e3-d4");
    page.wait_for_moves(11);
    // Both the longer capture and the shorter one include e5.
    for (piece, notation) in [("d4", "c5-e7xd4xe5"), ("c3", "c5-e7xd2xc3xe5")] {
        page.wait("document.querySelector('.hit.movable')");
        page.press_name("c5");
        page.press_name("e7");
        page.wait("!document.getElementById('choice').hidden");
        page.press_name("e5");
        assert!(page.is("!document.getElementById('choice').hidden"));
        assert_eq!(page.moves(), 11);
        page.press_name(piece);
        page.wait_for_moves(12);
        assert_eq!(page.text("#panel-moves .now"), notation);
        page.press_button("[data-do=undo]", "Take back");
        page.wait_for_moves(11);
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// A position says itself who is to move, so nobody is asked who begins.
#[test]
fn who_begins_is_not_asked_for_a_position_on_the_board() {
    let Some(mut page) = Page::open() else { return };
    page.begin("dablot-mini-forced", "people", "random");
    page.paste("c3-b4");
    page.wait_for_moves(1);
    page.press_button("#new", "New");
    page.wait("document.getElementById('rules')");
    let asked = "[...document.querySelectorAll('#dialog .pick')].some((pick) => \
        pick.checkVisibility() && pick.textContent.startsWith('Who begins'))";
    // For a game that was pasted the box is ticked already.
    for is_asked in [false, true, false] {
        assert_eq!(page.is(asked), is_asked);
        page.press_button("#dialog .tick", "Begin with the position");
    }
    // The choice stays away when the dialog is drawn anew.
    page.press_button("#dialog .tick", "Begin with the position");
    page.browser.evaluate("document.querySelector('input[value=defenders]').click()");
    assert!(!page.is(asked));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}
