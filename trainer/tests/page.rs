//! The report in a real browser: it opens without a network, steps through games, fits on phones and
//! can be read. Skipped where there is no Chromium; `CHROMIUM` may name one.

#[path = "page/browser.rs"]
mod browser;
#[path = "page/events.rs"]
mod events;

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use browser::Browser;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Widths of a phone and of a desk, in pixels.
const WIDTHS: [u32; 2] = [400, 1400];
/// Width from which on every table must be seen whole, in pixels.
const DESK: u32 = 1200;

/// Most pages of print.
const MOST_PAGES: usize = 8;

/// So many agents that long tables fold and rule sets get a picture each.
const AGENTS: &str = "random,rollouts:1,rollouts:2,rollouts:3,rollouts:4,rollouts:5,rollouts:6";

/// A browser that shows a fresh report, or `None` where this machine has no browser.
fn browser() -> Option<Browser> {
    let Some(program) = browser::find() else {
        // Not println, which the test harness hides.
        let _ = writeln!(std::io::stderr(), "skipped: no Chromium found; CHROMIUM may name one");
        return None;
    };
    let mut browser = Browser::start(&program);
    browser.resize(1400, 900, false);
    browser.open(&report());
    Some(browser)
}

/// The page that `IMPERIAL_REPORT` names, or else the report of a small comparison, made once.
fn report() -> PathBuf {
    if let Some(page) = std::env::var_os("IMPERIAL_REPORT") {
        return PathBuf::from(page);
    }
    static FOLDER: OnceLock<TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let folder = TempDir::new().expect("a folder");
        let done = Command::new(env!("CARGO_BIN_EXE_imperial"))
            .args(["balance", "imperial-contest", "brandubh", "mini-tablut", "--games", "12"])
            .args(["--agents", AGENTS, "--pairs", "2", "--out"])
            .arg(folder.path())
            .output()
            .expect("the program starts");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        folder
    });
    folder.path().join("report/index.html")
}

#[test]
fn the_page_opens_offline_without_complaints() {
    let Some(mut browser) = browser() else { return };
    assert_eq!(browser.complaints(), Vec::<String>::new());
    let sections = browser.evaluate("document.querySelectorAll('main > section').length");
    assert!(sections.as_u64() > Some(8), "{sections} sections");
    let size = fs::metadata(report()).expect("a file").len();
    assert!(size < 3_000_000, "{size} bytes");
}

#[test]
fn the_viewer_steps_by_button_key_and_slider() {
    let Some(mut browser) = browser() else { return };
    let last = browser.evaluate("Number(document.querySelector('[data-part=slider]').max)");
    let last = last.as_u64().expect("a number of plies");
    assert!(last > 4, "{last}");
    let start = pieces(&mut browser);
    assert_eq!(ply(&mut browser), 0);

    click(&mut browser, "next");
    assert_eq!(ply(&mut browser), 1);
    assert_ne!(pieces(&mut browser), start, "a piece has moved");
    assert_eq!(browser.evaluate("document.querySelectorAll('.arrow').length"), json!(1));
    browser.evaluate("document.querySelector('[data-part=board]').focus()");
    browser.press("ArrowRight");
    assert_eq!(ply(&mut browser), 2);
    browser.press("End");
    assert_eq!(ply(&mut browser), last);
    browser.press("ArrowRight");
    assert_eq!(ply(&mut browser), last, "there is nothing after the end");
    browser.press("Home");
    assert_eq!(pieces(&mut browser), start);

    let slide = "const slider = document.querySelector('[data-part=slider]'); slider.value = 3; \
                 slider.dispatchEvent(new Event('input'));";
    browser.evaluate(&format!("{{ {slide} }}"));
    assert_eq!(ply(&mut browser), 3);
    click(&mut browser, "back");
    assert_eq!(ply(&mut browser), 2);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn every_game_can_be_played_through() {
    let Some(mut browser) = browser() else { return };
    let mut games = 0;
    for show in 0..length(&mut browser, "show") {
        choose(&mut browser, "show", show);
        for game in 0..length(&mut browser, "game") {
            choose(&mut browser, "game", game);
            // Returns what the viewer says at the end, and what it should begin with.
            let walk = "(() => { const end = document.querySelector('[data-part=slider]').max; \
                const next = document.querySelector('[data-step=next]'); \
                for (let ply = 0; ply < end; ply++) next.click(); \
                return [document.querySelector('[data-part=said]').textContent, \
                    `Ply ${end} of ${end}`]; })()";
            let said = browser.evaluate(walk);
            let [said, start] = [0, 1].map(|at| said[at].as_str().expect("a text"));
            assert!(said.starts_with(start), "{said}");
            games += 1;
        }
    }
    assert!(games >= 8, "{games} games");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn nothing_is_wider_than_the_window() {
    let Some(mut browser) = browser() else { return };
    browser.evaluate("document.querySelectorAll('details').forEach((part) => part.open = true)");
    for width in WIDTHS {
        browser.resize(width, 900, false);
        let wide = browser.evaluate("document.documentElement.scrollWidth");
        let beyond = browser.evaluate(
            "[...document.querySelectorAll('body *')].filter((part) => \
             part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('.table, pre'))\
             .map((part) => part.outerHTML.slice(0, 80)).slice(0, 5)",
        );
        assert!(wide.as_u64() <= Some(width.into()), "{wide} pixels of {width}: {beyond}");
    }
}

/// On a phone the picture of who wins is on the first screen with the verdicts of two rule sets, and nothing of it is cut.
#[test]
fn the_first_screen_of_a_phone_has_the_whole_picture() {
    let Some(mut browser) = browser() else { return };
    let folder = TempDir::new().expect("a folder");
    let done = Command::new(env!("CARGO_BIN_EXE_imperial"))
        .args(["balance", "imperial-contest", "brandubh", "--games", "12", "--pairs", "2"])
        .args(["--agents", "random,rollouts:2,rollouts:4", "--out"])
        .arg(folder.path())
        .output()
        .expect("the program starts");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let [width, height] = [390, 844];
    browser.resize(width, height, false);
    browser.open(&folder.path().join("report/index.html"));
    let box_of = |browser: &mut Browser, what: &str| -> [f64; 4] {
        let place = browser.evaluate(&format!(
            "(() => {{ const box = {what}.getBoundingClientRect(); \
             return [box.left, box.top, box.right, box.bottom]; }})()"
        ));
        serde_json::from_value(place).expect("four numbers")
    };
    let picture = "document.querySelector('#plot-strength .narrow')";
    let [left, _, right, bottom] = box_of(&mut browser, picture);
    assert!(left >= 0.0 && right <= width.into() && bottom <= height.into(), "{right}, {bottom}");
    let cut = browser.evaluate(&format!(
        "[...{picture}.querySelectorAll('*')].filter((part) => {{ \
         const box = part.getBoundingClientRect(); return box.left < 0 || box.right > innerWidth; }})\
         .map((part) => part.outerHTML)"
    ));
    assert_eq!(cut, json!([]));
    let hidden = browser.evaluate("document.querySelector('nav ol').checkVisibility()");
    assert_eq!(hidden, json!(false), "the contents are folded");
}

#[test]
fn on_a_desk_all_tables_are_seen_whole() {
    let Some(mut browser) = browser() else { return };
    browser.evaluate("document.querySelectorAll('details').forEach((part) => part.open = true)");
    browser.resize(DESK, 900, false);
    let cut = browser.evaluate(
        "[...document.querySelectorAll('.table')].filter((part) => part.scrollWidth > part.clientWidth)\
         .map((part) => `${part.clientWidth}/${part.scrollWidth} ${part.querySelector('caption').textContent}`)",
    );
    assert_eq!(cut, json!([]));
}

#[test]
fn the_print_is_short() {
    let Some(mut browser) = browser() else { return };
    let pages = |browser: &mut Browser| {
        let print = browser.print();
        let of = |name: &[u8]| print.windows(name.len()).filter(|part| *part == name).count();
        of(b"/Type /Page") - of(b"/Type /Pages")
    };
    let folded = pages(&mut browser);
    assert!((1..=MOST_PAGES).contains(&folded), "{folded} pages");
    // What the reader has unfolded is printed, too.
    browser.evaluate("document.querySelectorAll('details').forEach((part) => part.open = true)");
    assert!(pages(&mut browser) > folded);
}

#[test]
fn all_text_can_be_read_in_light_and_dark() {
    let Some(mut browser) = browser() else { return };
    browser.evaluate("document.querySelectorAll('details').forEach((part) => part.open = true)");
    for (scheme, width) in [("light", 1400), ("dark", 1400), ("light", 400), ("dark", 400)] {
        browser.prefer(scheme);
        browser.resize(width, 900, false);
        let faint = browser.evaluate(include_str!("page/contrast.js"));
        assert_eq!(faint, json!([]), "{scheme}, {width} pixels wide");
    }
}

#[test]
fn without_scripts_the_end_of_a_game_is_shown() {
    let Some(mut browser) = browser() else { return };
    click(&mut browser, "last");
    let end = pieces(&mut browser);
    browser.disable_scripts();
    browser.open(&report());
    assert_eq!(pieces(&mut browser), end);
    let controls = browser.evaluate(
        "[...document.querySelectorAll('#viewer button')].filter((b) => b.offsetParent).length",
    );
    assert_eq!(controls, json!(0), "buttons that would do nothing are not shown");
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

/// `IMPERIAL_PICTURES=FOLDER cargo test -p imperial --test page -- --ignored look` writes the page as
/// phones, desks and printers show it; `IMPERIAL_REPORT` may name another page.
#[test]
#[ignore = "writes pictures to look at"]
fn look() {
    let Some(mut browser) = browser() else { return };
    let folder = PathBuf::from(std::env::var_os("IMPERIAL_PICTURES").expect("IMPERIAL_PICTURES"));
    for scheme in ["light", "dark"] {
        browser.prefer(scheme);
        for width in WIDTHS {
            browser.resize(width, 900, false);
            let height = browser.evaluate("document.documentElement.scrollHeight");
            let height = height.as_f64().expect("a height");
            let picture = browser.picture(Some([0.0, 0.0, width.into(), height]), 1);
            let name = format!("page-{width}-{scheme}.png");
            fs::write(folder.join(name), picture).expect("a picture");
        }
    }
    browser.prefer("light");
    fs::write(folder.join("page.pdf"), browser.print()).expect("a document");
}

/// The pieces on the viewer's board with their places, in order.
fn pieces(browser: &mut Browser) -> Value {
    browser.evaluate(
        "[...document.querySelectorAll('[data-part=board] use')].map((use) => \
         ['href', 'x', 'y'].map((name) => use.getAttribute(name)).join(' ')).sort()",
    )
}

fn ply(browser: &mut Browser) -> u64 {
    let value = browser.evaluate("Number(document.querySelector('[data-part=slider]').value)");
    value.as_u64().expect("a number of a ply")
}

/// Number of choices in a list.
fn length(browser: &mut Browser, list: &str) -> u64 {
    let length = browser.evaluate(&format!("document.querySelector('[data-part={list}]').length"));
    length.as_u64().expect("a number")
}

fn choose(browser: &mut Browser, list: &str, index: u64) {
    browser.evaluate(&format!(
        "(() => {{ const list = document.querySelector('[data-part={list}]'); \
         list.value = {index}; list.dispatchEvent(new Event('change')); }})()"
    ));
}

fn click(browser: &mut Browser, step: &str) {
    browser.evaluate(&format!("document.querySelector('[data-step={step}]').click()"));
}
