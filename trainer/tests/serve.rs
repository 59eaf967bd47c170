//! `imperial serve` in a real browser: games are played by fingers, by the mouse and by keys, on a phone, a tablet and
//! a desk. Skipped where there is no Chromium; `CHROMIUM` may name one. With `IMPERIAL_PICTURES`
//! pictures of the page are written to that folder.

#[path = "page/browser.rs"]
mod browser;
#[path = "page/events.rs"]
mod events;
#[path = "serve/faults.rs"]
mod faults;
#[path = "serve/lines.rs"]
mod lines;
#[path = "serve/looks.rs"]
mod looks;
#[path = "serve/page.rs"]
mod page;
#[path = "serve/scan.rs"]
mod scan;

use std::process::Command;

use page::{LOOKS, Page, TABLET};
use serde_json::json;

/// A position in which the man on e1 flanks two men when it goes to e4.
const TWO_VICTIMS: &str = "9/9/7k1/9/9/2ad1da2/9/9/4a4 a";

#[test]
fn a_whole_game_is_played_by_clicks() {
    let Some(mut page) = Page::open() else { return };
    for (screen, scheme) in LOOKS {
        page.put_on(screen, scheme);
        page.begin("tic-tac-toe", "attackers", "random");
        while !page.is("document.querySelector('.said.over')") {
            page.wait("document.querySelector('.said.over, .hit.movable')");
            // The game may end meanwhile.
            if let Some(square) = page.square(".hit.movable") {
                page.press_square(square);
            }
        }
        assert!(page.fits(), "the page is wider than {} pixels", screen.0);
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_mover_chooses_what_is_taken() {
    let Some(mut page) = Page::open() else { return };
    for (screen, scheme) in LOOKS {
        page.put_on(screen, scheme);
        page.begin("imperial-contest", "people", "random");
        page.paste(TWO_VICTIMS);
        // To take one of two, to take nothing, and by a press on the victim; each is taken back.
        for (choice, notation) in
            [("Take d4", "e1-e4xd4"), ("Take nothing", "e1-e4"), ("", "e1-e4xf4")]
        {
            page.wait("document.querySelectorAll('.hit.movable').length === 3");
            page.press_name("e1");
            page.press_name("e4");
            page.wait("!document.getElementById('choice').hidden");
            assert!(
                page.is("document.getElementById('choice').getBoundingClientRect().top >= \
                 document.querySelector('.board-svg').getBoundingClientRect().bottom"),
                "the board is covered"
            );
            if choice.is_empty() {
                page.press_name("f4");
            } else {
                page.press(&format!(
                    "[...document.querySelectorAll('#choice button')].find((one) => one.textContent === '{choice}')"
                ));
            }
            page.wait_for_moves(1);
            assert_eq!(page.text("#panel-moves .move"), notation);
            page.press_button("[data-do=undo]", "Take back");
            page.wait_for_moves(0);
        }
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_game_is_taken_back_and_survives_a_reload() {
    let Some(mut page) = Page::open() else { return };
    for (screen, scheme) in LOOKS {
        page.put_on(screen, scheme);
        page.begin("brandubh", "people", "random");
        take_back_and_reload(&mut page);
        assert_eq!(page.browser.complaints(), Vec::<String>::new());
    }
}

fn take_back_and_reload(page: &mut Page) {
    page.press_name("d7");
    page.press_name("c7");
    page.wait_for_moves(1);
    page.press_name("d5");
    page.press_name("a5");
    page.wait_for_moves(2);
    // A variation instead of the second move.
    page.press("document.querySelector('[data-do=back]')");
    page.wait("document.querySelectorAll('.hit.movable').length > 0");
    page.press_name("d5");
    page.press_name("b5");
    page.wait("document.querySelector('.variation .move')");
    page.reload();
    page.wait("document.querySelector('.variation .move')");
    assert_eq!(page.text(".variation .now"), "d5-b5");
    page.press("document.querySelector('[data-do=undo]')");
    page.wait("!document.querySelector('.variation')");
    assert_eq!(page.text("#panel-moves .now"), "d7-c7");
    page.wait("document.querySelectorAll('.hit.movable').length > 0");
    page.press_name("d3");
    page.press_name("a3");
    page.wait("document.querySelector('.variation .move')");
}

#[test]
fn a_rule_file_is_dropped_on_the_page() {
    let Some(mut page) = Page::open() else { return };
    let text = imperial_engine::catalog::text("brandubh").expect("embedded");
    for (screen, scheme) in LOOKS {
        page.put_on(screen, scheme);
        let title = format!("On {} {scheme}", screen.0);
        let text = text
            .replace("name = \"brandubh\"", "name = \"mine\"")
            .replace("title = \"", &format!("title = \"{title} "));
        page.drop_text(&text);
        page.wait(&format!("document.getElementById('title').textContent.startsWith('{title} ')"));
        // What is no rule set is told in words.
        page.drop_text("game = \"tafl\"\nsize = 7\n");
        page.wait("document.querySelector('.said.trouble')?.textContent.includes('missing field')");
        assert!(page.fits(), "the page is wider than {} pixels", screen.0);
    }
    // The browser itself notes that the server refused the text.
    let complaints = page.browser.complaints();
    assert!(complaints.iter().all(|complaint| complaint.contains("400")), "{complaints:?}");
}

#[test]
fn keys_play_and_step() {
    let Some(mut page) = Page::open() else { return };
    page.begin("tic-tac-toe", "people", "random");
    page.wait("document.querySelector('.hit.movable')");
    page.browser.evaluate("document.querySelector('.hit[tabindex=\"0\"]').focus()");
    page.browser.press("Enter");
    page.wait("document.querySelectorAll('#panel-moves .move').length === 1");
    page.browser.press("ArrowUp");
    page.browser.press("Enter");
    page.wait("document.querySelectorAll('#panel-moves .move').length === 2");
    page.browser.evaluate("document.activeElement.blur()");
    page.browser.press("Home");
    page.wait("!document.querySelector('#panel-moves .now')");
    page.browser.press("End");
    page.wait("document.querySelector('#panel-moves .now')?.textContent === 'b3'");
    let names = page
        .browser
        .evaluate("document.querySelector('.hit[data-square=\"4\"]').getAttribute('aria-label')");
    assert_eq!(names, json!("b2, cross"));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_search_looks_and_grades() {
    let Some(mut page) = Page::open() else { return };
    for (screen, scheme) in LOOKS {
        page.put_on(screen, scheme);
        play_diagonal(&mut page);
        page.press_button("#tab-review", "Review");
        page.press("document.querySelector('#panel-review button.primary')");
        page.wait("document.querySelector('.cards')");
        assert!(page.is("document.querySelector('#panel-moves .blunder')"));
        page.press_button("[data-do=back]", "⟨");
        page.press_button("#tab-analysis", "Analysis");
        page.press("document.querySelector('.switch input')");
        page.wait("document.querySelector('.verdict.sure') && document.querySelector('.arrow')");
        assert!(page.text(".verdict b").contains("win in 1"));
        assert!(!page.is(
            "[...document.querySelectorAll('.arrow-words')].some((words) => words.textContent === '0 %')"
        ));
        page.press("document.querySelector('.switch input')");
        page.wait("!document.querySelector('.arrow')");
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// A game of tic-tac-toe that the crosses win.
fn play_diagonal(page: &mut Page) {
    page.begin("tic-tac-toe", "people", "random");
    for (nth, name) in ["a1", "b1", "b2", "c1", "c3"].into_iter().enumerate() {
        page.wait("document.querySelector('.hit.movable')");
        page.press_name(name);
        page.wait_for_moves(nth + 1);
    }
    page.wait("document.querySelector('.said.over')");
}

// The two longest have names that come early in the order in which tests are begun.
#[test]
fn a_game_of_copenhagen_is_played_on_every_screen() {
    whole_games("copenhagen", "level:novice");
}

#[test]
fn a_game_of_imperial_contest_is_played_on_every_screen() {
    whole_games("imperial-contest", "level:beginner");
}

/// A person's games against a level, from the first move to the end, on every screen and in all colours: with moves
/// taken back, the page opened again in the middle, and a review.
fn whole_games(rules: &str, level: &str) {
    let Some(mut page) = Page::open() else { return };
    for (screen, scheme) in LOOKS {
        page.put_on(screen, scheme);
        whole_game(&mut page, rules, level);
        assert!(page.fits(), "{rules} on {} {scheme}", screen.0);
        assert_eq!(page.browser.complaints(), Vec::<String>::new());
    }
}

fn whole_game(page: &mut Page, rules: &str, level: &str) {
    page.begin(rules, "attackers", level);
    let mut moves = 0;
    while page.waits_for_move() {
        page.move_somewhere(moves);
        moves += 1;
        assert!(moves < 300, "{rules} does not end");
        if moves == 3 && page.waits_for_move() {
            let there = page.moves();
            page.press_button("[data-do=undo]", "Take back");
            page.wait(&format!(
                "document.querySelectorAll('#panel-moves .move').length === {}",
                there - 2
            ));
        }
        if moves == 5 && page.waits_for_move() {
            page.reload();
            page.wait("document.querySelectorAll('#panel-moves .move').length > 4");
        }
    }
    let said = page.text("#said");
    assert!(said.contains("win") || said.contains("drawn"), "{said}");
    page.press_button("#tab-review", "Review");
    page.press_button("#panel-review button", "Go through the game");
    page.wait("document.querySelector('.cards')");
    assert_eq!(page.cut(), "", "{rules}");
}

#[test]
fn two_levels_are_watched_and_two_people_play_connect_four() {
    let Some(mut page) = Page::open() else { return };
    page.put_on(TABLET, "dark");
    page.begin("connect-four", "watch", "level:beginner");
    page.wait("document.querySelector('.said.over')");
    assert!(page.text("#far .name").len() + page.text("#near .name").len() > 10);
    page.begin("connect-four", "people", "random");
    for (nth, name) in ["d1", "d2", "e1"].into_iter().enumerate() {
        page.wait("document.querySelector('.hit.movable')");
        page.press_name(name);
        let there = nth + 1;
        page.wait(&format!("document.querySelectorAll('#panel-moves .move').length === {there}"));
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// The page, its panels and its dialogs have nothing that axe-core finds fault with. Skipped where npm cannot get it.
#[test]
fn a_scan_finds_nothing() {
    let Some(mut page) = Page::open() else { return };
    let axe = scan::axe();
    page.begin("imperial-contest", "people", "random");
    for tab in ["Moves", "Analysis", "Review", "Rules"] {
        page.press_button("[role=tab]", tab);
        scan::look(&mut page, axe, tab);
    }
    for dialog in ["new", "open", "help"] {
        page.browser.evaluate(&format!("document.getElementById('{dialog}').click()"));
        page.wait("document.getElementById('dialog').open");
        scan::look(&mut page, axe, dialog);
        page.browser.evaluate("document.getElementById('dialog').close()");
    }
}

/// Nor later on: when a game is over, after a review, while the search looks, and when there is a choice.
#[test]
fn a_scan_finds_nothing_in_the_middle() {
    let Some(mut page) = Page::open() else { return };
    let axe = scan::axe();
    play_diagonal(&mut page);
    scan::look(&mut page, axe, "over");
    page.press_button("#tab-review", "Review");
    page.press_button("#panel-review button", "Go through the game");
    page.wait("document.querySelector('.cards')");
    scan::look(&mut page, axe, "reviewed");
    for rules in ["imperial-contest", "fox-and-geese"] {
        page.begin(rules, "people", "random");
        if rules == "fox-and-geese" {
            page.wait("document.querySelector('.hit.movable')");
            page.press_name("d4");
            page.wait_for_moves(1);
        }
        for number in 0..4 {
            page.wait("document.querySelector('.hit.movable')");
            page.move_somewhere(number);
        }
        page.press_button("#tab-analysis", "Analysis");
        page.browser.evaluate("document.querySelector('.switch input').click()");
        page.wait("document.querySelector('.verdict') && document.querySelector('.arrow')");
        scan::look(&mut page, axe, rules);
        page.browser.evaluate("document.querySelector('.switch input').click()");
    }
    page.begin("imperial-contest", "people", "random");
    page.paste(TWO_VICTIMS);
    page.wait("document.querySelectorAll('.hit.movable').length === 3");
    page.press_name("e1");
    page.press_name("e4");
    page.wait("!document.getElementById('choice').hidden");
    scan::look(&mut page, axe, "choice");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// The page of `imperial report game` works from a file: it shows both games, steps, key moments and what was better.
#[test]
fn a_review_is_a_page_of_its_own() {
    let Some(mut page) = Page::open() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_imperial"));
        let ran = command.args(arguments).current_dir(folder.path()).output().expect("it runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    };
    run(&[
        "selfplay", "--rules", "brandubh", "--agent", "random", "--games", "2", "--out", "games",
    ]);
    let games = "games/brandubh/games.jsonl";
    run(&["report", "game", games, "--agent", "rollouts:30", "--out", "review.html"]);
    page.browser.visit(&format!("file://{}", folder.path().join("review.html").display()));
    page.wait("document.querySelector('.moments')");
    assert!(page.is("document.querySelectorAll('#games option').length === 2"));
    let start = page.text("#said");
    page.press_button("[data-do=next]", "⟩");
    assert_ne!(page.text("#said"), start);
    page.press_button(".moments .move:not(.better)", "");
    assert!(page.is("document.querySelector('.layer-signs .arrow.better')"));
    page.press_button(".moments .better", "");
    assert!(page.is("document.querySelector('.variation .now')"));
    page.browser.evaluate(
        "const list = document.querySelector('#games select'); list.value = '1'; list.dispatchEvent(new Event('change'))",
    );
    assert_eq!(page.text("#said"), start);
    scan::look(&mut page, scan::axe(), "report");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}
