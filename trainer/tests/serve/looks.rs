//! What the page shows to those who do not move: hovering, the board from the other side, heat, boards of points.

use std::collections::BTreeSet;

use serde_json::json;

use crate::page::{DESK, Page, Screen};

#[test]
fn the_mouse_shows_where_a_piece_may_go() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "people", "random");
    page.wait("document.querySelector('.hit.movable')");
    page.point_at("d7");
    page.wait("document.querySelectorAll('.target.faint').length === 4");
    // The king is not to move.
    page.point_at("d4");
    page.wait("!document.querySelector('.target')");
    assert_eq!(page.moves(), 0);
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_board_is_seen_from_the_other_side() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "people", "random");
    let place = "['x', 'y'].map((name) => \
        document.querySelector('[data-square=\"0\"]').getAttribute(name)).join(' ')";
    assert_eq!(page.browser.evaluate(place), json!("0 600"));
    page.press("document.querySelector('[data-do=flip]')");
    assert_eq!(page.browser.evaluate(place), json!("600 0"));
    page.wait("document.querySelector('.hit.movable')");
    page.press_name("d7");
    page.press_name("c7");
    page.wait_for_moves(1);
    // It stays so.
    page.reload();
    page.wait("document.querySelector('.hit.movable')");
    assert_eq!(page.browser.evaluate(place), json!("600 0"));
    assert_eq!(page.text("#panel-moves .move"), "d7-c7");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// Each game keeps how its board is turned.
#[test]
fn a_new_game_is_not_turned() {
    let Some(mut page) = Page::open() else { return };
    let place = "['x', 'y'].map((name) => \
        document.querySelector('[data-square=\"0\"]').getAttribute(name)).join(' ')";
    page.begin("brandubh", "people", "random");
    page.press("document.querySelector('[data-do=flip]')");
    assert_eq!(page.browser.evaluate(place), json!("600 0"));
    page.begin("brandubh", "people", "random");
    assert_eq!(page.browser.evaluate(place), json!("0 600"));
    page.reload();
    page.wait("document.querySelector('.hit.movable')");
    assert_eq!(page.browser.evaluate(place), json!("0 600"));
    // Older pages kept it apart from the game.
    page.browser.evaluate(
        "for (const store of [localStorage, sessionStorage]) { \
         const name = Object.keys(store).find((key) => key.startsWith('imperial-game')); \
         store.setItem(name, JSON.stringify({ ...JSON.parse(store.getItem(name)), flipped: undefined })); } \
         localStorage.setItem('imperial-looks', JSON.stringify({ flipped: true })); 0",
    );
    page.reload();
    page.wait("document.querySelector('.hit.movable')");
    assert_eq!(page.browser.evaluate(place), json!("600 0"));
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// The lowest contrast of a side's crown with the middle of its piece, from the light to the body.
const CROWN: &str = "((side) => { \
    const luminance = (text) => { \
        const [r, g, b] = text.match(/[\\d.]+/g).map((part) => part / 255) \
            .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)); \
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; }; \
    const style = (selector) => getComputedStyle(document.querySelector(`${selector}.${side}`)); \
    const crown = luminance(style('.crown').fill); \
    return Math.min(...['stop.light', 'stop.body'].map((stop) => { \
        const [low, high] = [crown, luminance(style(stop).stopColor)].sort((a, b) => a - b); \
        return (high + 0.05) / (low + 0.05); })); })";

/// Leaders of both sides are known by their crowns (WCAG 2.2, 1.4.11).
#[test]
fn crowns_are_seen_on_light_and_dark_pieces() {
    let Some(mut page) = Page::open() else { return };
    for rules in ["dablot-mini", "emperors-game"] {
        page.begin(rules, "people", "random");
        for scheme in ["light", "dark"] {
            page.put_on(DESK, scheme);
            for side in ["attackers", "defenders"] {
                let contrast = page.browser.evaluate(&format!("{CROWN}('{side}')"));
                assert!(contrast.as_f64() >= Some(3.0), "{rules}, {scheme}, {side}: {contrast}");
            }
        }
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn heat_shows_the_policy() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "people", "random");
    page.look_at_position();
    page.wait("document.querySelector('.arrow')");
    assert!(!page.is("document.querySelector('.heat')"));
    page.press_button(".tick", "Heat map");
    page.wait("document.querySelectorAll('.heat').length > 4");
    // That of one piece alone, once it is chosen.
    page.press_name("d7");
    page.wait("document.querySelectorAll('.heat').length <= 4");
    assert!(page.is("document.querySelector('.heat')"));
    page.press_button(".tick", "Heat map");
    page.wait("!document.querySelector('.heat')");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// Nobody computes for readers who have gone, or look at another tab.
#[cfg(target_os = "linux")]
#[test]
fn the_search_ends_with_its_readers() {
    let Some(mut page) = Page::open() else { return };
    let end = |page: &Page| (0..20).any(|_| !page.is_busy());
    page.begin("copenhagen", "people", "random");
    page.look_at_position();
    page.wait("document.querySelector('.verdict')");
    assert!(page.is_busy());
    // A headless browser shows all its tabs: the page is only told that it is hidden.
    let hide = |hidden: bool| {
        format!(
            "Object.defineProperty(document, 'hidden', {{ value: {hidden}, configurable: true }}); \
             document.dispatchEvent(new Event('visibilitychange'))"
        )
    };
    page.browser.evaluate(&hide(true));
    assert!(end(&page), "it looks for somebody who does not");
    page.browser.evaluate(&hide(false));
    page.wait("document.querySelector('.verdict .small')?.textContent.match(/playouts/)");
    assert!((0..20).any(|_| page.is_busy()), "it does not go on");
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
    page.leave();
    assert!(end(&page), "it looks for somebody who has gone");
}

/// Tall and wide boards, on a desk and on a phone that lies on its side.
#[test]
fn the_whole_board_is_in_sight() {
    let Some(mut page) = Page::open() else { return };
    for rules in ["dablot", "connect-four", "imperial-contest"] {
        for screen in [DESK, Screen(844, 390)] {
            page.put_on(screen, "light");
            page.begin(rules, "people", "random");
            page.wait("document.querySelector('.hit.movable, .target')");
            page.picture(&format!("whole-{rules}-{}", screen.0));
            let board = "document.querySelector('.board-svg').getBoundingClientRect()";
            assert!(page.is(&format!("{board}.height <= innerHeight")), "{rules} on {}", screen.0);
            assert!(page.fits(), "{rules} on {}", screen.0);
            assert_eq!(page.cut(), "", "{rules} on {}", screen.0);
        }
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_board_of_points_has_places_for_points_alone() {
    let Some(mut page) = Page::open() else { return };
    page.begin("fox-and-geese", "people", "random");
    let places = "[...document.querySelectorAll('.hit')].map((hit) => \
        hit.getAttribute('aria-label').split(',')[0]).sort()";
    let places = page.browser.evaluate(places);
    assert_eq!(places.as_array().map(Vec::len), Some(33));
    for missing in ["a1", "b2", "g7"] {
        assert!(!page.is(&format!("{places}.includes('{missing}')")), "{missing}");
    }
    // The keys come to each of them.
    page.browser.evaluate("document.querySelector('.hit[tabindex=\"0\"]').focus()");
    assert_eq!(json!(walk(&mut page)), places);
    // The fox is put down first.
    page.press_name("d4");
    page.wait_for_moves(1);
    for number in 0..4 {
        page.wait("document.querySelector('.hit.movable')");
        page.move_somewhere(number);
    }
    assert_eq!(page.moves(), 5);
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

/// The squares that arrow keys come to, rank by rank from the lowest.
fn walk(page: &mut Page) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    (0..7).for_each(|_| page.browser.press("ArrowDown"));
    for _ in 0..7 {
        (0..7).for_each(|_| page.browser.press("ArrowLeft"));
        for _ in 0..7 {
            let name = page
                .browser
                .evaluate("document.activeElement.getAttribute('aria-label').split(',')[0]");
            seen.insert(name.as_str().expect("a name").to_owned());
            page.browser.press("ArrowRight");
        }
        page.browser.press("ArrowUp");
    }
    seen
}

#[test]
fn every_search_that_is_offered_can_look() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "people", "random");
    page.look_at_position();
    page.wait("document.querySelector('.verdict')");
    let list = "document.querySelector('#panel-analysis select')";
    let many = page.browser.evaluate(&format!("{list}.length")).as_u64().expect("a number");
    assert!(many > 1, "{many}");
    for place in (0..many).rev() {
        let choose =
            format!("{list}.selectedIndex = {place}; {list}.dispatchEvent(new Event('change'))");
        page.browser.evaluate(&choose);
        // What the one before has found is not shown as its own.
        page.wait("!document.querySelector('.verdict')");
        page.wait("document.querySelector('.verdict')");
    }
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_line_is_followed_while_the_agent_waits() {
    let Some(mut page) = Page::open() else { return };
    page.begin("brandubh", "attackers", "level:beginner");
    page.wait("document.querySelector('.hit.movable')");
    page.look_at_position();
    page.wait("document.querySelector('.principal button')");
    page.press("document.querySelector('.principal button')");
    page.wait("document.getElementById('said').textContent.includes('the agents wait')");
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert_eq!(page.moves(), 1);
    // It waits still when the page is opened again.
    page.reload();
    page.wait("document.getElementById('said').textContent.includes('the agents wait')");
    page.press("document.querySelector('[data-do=pause]')");
    page.wait_for_moves(2);
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_game_can_begin_with_the_position_on_the_board() {
    let Some(mut page) = Page::open() else { return };
    let position = |page: &mut Page| {
        page.press_button("#open", "Open");
        page.wait("document.querySelector('[aria-label=Position]')");
        let value = page.browser.evaluate("document.querySelector('[aria-label=Position]').value");
        page.browser.evaluate("document.getElementById('dialog').close()");
        value
    };
    page.begin("brandubh", "people", "random");
    page.wait("document.querySelector('.hit.movable')");
    page.press_name("d7");
    page.press_name("c7");
    page.wait_for_moves(1);
    let shown = position(&mut page);
    page.press_button("#new", "New");
    page.wait("document.getElementById('rules')");
    // Who plays the defenders, to move now, is a person; the attackers have a level.
    page.browser.evaluate("document.querySelector('input[value=defenders]').click()");
    page.press_button("#dialog .tick", "Begin with the position");
    page.press_button("#dialog .primary", "Begin");
    page.wait("!document.getElementById('dialog').open");
    page.wait("document.getElementById('said').textContent.includes('Your move')");
    assert_eq!(page.moves(), 0);
    assert_eq!(position(&mut page), shown);
    assert_eq!(page.browser.complaints(), Vec::<String>::new());
}
