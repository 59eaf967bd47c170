//! `imperial serve` in a real browser: games are played by the mouse and by keys, at the widths of a phone, a
//! tablet and a desk. Skipped where there is no Chromium; `CHROMIUM` may name one. With `IMPERIAL_PICTURES`
//! pictures of the page are written to that folder.

#[path = "page/browser.rs"]
mod browser;
#[path = "serve/page.rs"]
mod page;
#[path = "serve/scan.rs"]
mod scan;
#[path = "page/socket.rs"]
mod socket;

use std::process::Command;

use page::Page;
use serde_json::json;

/// A position in which the man on e1 flanks two men when it goes to e4.
const TWO_VICTIMS: &str = "9/9/7k1/9/9/2ad1da2/9/9/4a4 a";

/// Widths and heights of a phone, a tablet and a desk.
const SIZES: [(u32, u32); 3] = [(390, 844), (768, 1024), (1400, 900)];

#[test]
fn a_whole_game_is_played_by_clicks() {
    let Some(mut page) = Page::open() else { return };
    for (width, height) in SIZES {
        for scheme in ["light", "dark"] {
            page.browser.resize(width, height);
            page.browser.prefer(scheme);
            page.begin("tic-tac-toe", "attackers", "random");
            while !page.is("document.querySelector('.said.over')") {
                page.wait("document.querySelector('.said.over, .hit.movable')");
                // The game may end meanwhile.
                if let Some(square) = page.square(".hit.movable") {
                    page.press_square(square);
                }
            }
            page.picture(&format!("tic-tac-toe-{width}-{scheme}"));
            assert!(page.fits(), "the page is wider than {width} pixels");
        }
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_mover_chooses_what_is_taken() {
    let Some(mut page) = Page::open() else { return };
    // To take one of two, to take nothing, and by a press on the victim.
    for (choice, left) in
        [("Take d4", "...a.da.."), ("Take nothing", "..ad.da.."), ("", "..ad..a..")]
    {
        page.begin("imperial-contest", "people", "random");
        page.paste(TWO_VICTIMS);
        page.wait("document.querySelectorAll('.hit.movable').length === 3");
        page.press_name("e1");
        page.press_name("e4");
        page.wait("!document.getElementById('choice').hidden");
        page.picture("choice");
        if choice.is_empty() {
            page.press_name("f4");
        } else {
            page.press_button("#choice button", choice);
        }
        page.wait("document.querySelectorAll('#panel-moves .move').length === 1");
        let notation = page.text("#panel-moves .move");
        let taken = match choice {
            "Take d4" => "e1-e4xd4",
            "Take nothing" => "e1-e4",
            _ => "e1-e4xf4",
        };
        assert_eq!(notation, taken, "{left}");
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_game_is_taken_back_and_survives_a_reload() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "people", "random");
    page.press_name("d7");
    page.press_name("c7");
    page.wait("document.querySelectorAll('#panel-moves .move').length === 1");
    page.press_name("d5");
    page.press_name("a5");
    page.wait("document.querySelectorAll('#panel-moves .move').length === 2");
    // A variation instead of the second move.
    page.press_button("[data-do=back]", "⟨");
    page.wait("document.querySelectorAll('.hit.movable').length > 0");
    page.press_name("d5");
    page.press_name("b5");
    page.wait("document.querySelector('.variation .move')");
    page.reload();
    page.wait("document.querySelector('.variation .move')");
    assert_eq!(page.text(".variation .now"), "d5-b5");
    page.press_button("[data-do=undo]", "Take back");
    page.wait("!document.querySelector('.variation')");
    assert_eq!(page.text("#panel-moves .now"), "d7-c7");
    page.wait("document.querySelectorAll('.hit.movable').length > 0");
    page.press_name("d3");
    page.press_name("a3");
    page.wait("document.querySelector('.variation .move')");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_rule_file_is_dropped_on_the_page() {
    let Some(mut page) = Page::open() else { return };
    let text = imperial_engine::catalog::text("brandubh").expect("embedded");
    let text = text
        .replace("name = \"brandubh\"", "name = \"mine\"")
        .replace("title = \"", "title = \"My ");
    page.drop_text(&text);
    page.wait("document.getElementById('title').textContent.startsWith('My ')");
    // What is no rule set is told in words.
    page.drop_text("game = \"tafl\"\nsize = 7\n");
    page.wait("document.querySelector('.said.trouble')?.textContent.includes('missing field')");
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
    page.begin("tic-tac-toe", "people", "random");
    for name in ["a1", "b1", "b2", "c1", "c3"] {
        page.wait("document.querySelector('.hit.movable')");
        page.press_name(name);
        page.wait(&format!(
            "document.querySelector('#panel-moves .now')?.textContent.startsWith('{name}')"
        ));
    }
    page.press_button("#tab-review", "Review");
    page.press_button("#panel-review button", "Go through the game");
    page.wait("document.querySelector('.cards')");
    assert!(page.is("document.querySelector('#panel-moves .blunder')"));
    page.press_button("[data-do=back]", "⟨");
    page.press_button("#tab-analysis", "Analysis");
    page.browser.evaluate("document.querySelector('.switch input').click()");
    page.wait("document.querySelector('.verdict.sure') && document.querySelector('.arrow')");
    assert!(page.text(".verdict b").contains("win in 1"));
    page.picture("analysis");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// A person's games against levels, from the first move to the end: with moves taken back, and the page opened
/// again in the middle. The first one is gone through.
#[test]
fn whole_games_are_played_against_levels() {
    let Some(mut page) = Page::open() else { return };
    for (rules, level) in [("imperial-contest", "level:beginner"), ("copenhagen", "level:novice")] {
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
        page.picture(&format!("{rules}-end"));
        if rules == "imperial-contest" {
            page.press_button("#tab-review", "Review");
            page.press_button("#panel-review button", "Go through the game");
            page.wait("document.querySelector('.cards')");
            page.picture("review");
        }
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn two_levels_are_watched_and_two_people_play_connect_four() {
    let Some(mut page) = Page::open() else { return };
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

/// The page, its panels and its dialogs at three widths, light and dark, have nothing that axe-core finds fault
/// with. Skipped where npm cannot get it.
#[test]
fn a_scan_finds_nothing() {
    let Some(mut page) = Page::open() else { return };
    let Some(axe) = scan::axe() else { return };
    page.begin("imperial-contest", "people", "random");
    for (width, height) in SIZES {
        page.browser.resize(width, height);
        for scheme in ["light", "dark"] {
            page.browser.prefer(scheme);
            for tab in ["Moves", "Analysis", "Review", "Rules"] {
                page.press_button("[role=tab]", tab);
                assert_eq!(scan::violations(&mut page, &axe), "", "{tab} {width} {scheme}");
                page.picture(&format!("{tab}-{width}-{scheme}"));
            }
            for dialog in ["#new", "#open", "#help"] {
                page.browser.evaluate(&format!("document.querySelector('{dialog}').click()"));
                page.wait("document.getElementById('dialog').open");
                assert_eq!(scan::violations(&mut page, &axe), "", "{dialog} {width} {scheme}");
                page.picture(&format!("{}-{width}-{scheme}", &dialog[1..]));
                page.browser.evaluate("document.getElementById('dialog').close()");
            }
        }
    }
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
    let axe = scan::axe();
    for (width, height) in SIZES {
        page.browser.resize(width, height);
        assert!(page.fits(), "{width}");
        for scheme in ["light", "dark"] {
            page.browser.prefer(scheme);
            if let Some(axe) = &axe {
                assert_eq!(scan::violations(&mut page, axe), "", "{width} {scheme}");
            }
            page.picture(&format!("report-{width}-{scheme}"));
        }
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}
