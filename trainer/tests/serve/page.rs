//! The page of a server of its own, in a browser.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use serde_json::{Value, json};

use crate::browser::{self, Browser};

/// Time for whatever a test waits for.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a page is shown on: width and height in pixels.
#[derive(Clone, Copy, PartialEq)]
pub struct Screen(pub u32, pub u32);

/// A phone, which is touched.
pub const PHONE: Screen = Screen(390, 844);
/// A tablet with a mouse.
pub const TABLET: Screen = Screen(768, 1024);
/// A desk.
pub const DESK: Screen = Screen(1400, 900);
/// All of them, with the colours that a reader may prefer.
pub const LOOKS: [(Screen, &str); 6] = [
    (PHONE, "dark"),
    (PHONE, "light"),
    (TABLET, "light"),
    (TABLET, "dark"),
    (DESK, "dark"),
    (DESK, "light"),
];

/// A server, and a browser that shows its page. Both end with it.
pub struct Page {
    pub browser: Browser,
    server: Child,
    address: String,
    /// Whether squares are pressed by a finger.
    is_touched: bool,
}

impl Page {
    /// Starts both; `None` where this machine has no browser.
    pub fn open() -> Option<Self> {
        Self::open_with(&[])
    }

    /// The same with more on the command line of the server.
    pub fn open_with(arguments: &[&str]) -> Option<Self> {
        let Some(program) = browser::find() else {
            // Not println, which the test harness hides.
            let _ =
                writeln!(std::io::stderr(), "skipped: no Chromium found; CHROMIUM may name one");
            return None;
        };
        let mut server = Command::new(env!("CARGO_BIN_EXE_imperial"))
            .args(["serve", "--port", "0", "--threads", "1", "--rules", "brandubh"])
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = server.stdout.take().expect("an output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address =
            line.split_whitespace().find(|word| word.starts_with("http")).expect("an address");
        let address = address.to_owned();
        let mut browser = Browser::start(&program);
        browser.resize(DESK.0, DESK.1, false);
        browser.visit(&address);
        let mut page = Self { browser, server, address, is_touched: false };
        page.wait("document.querySelector('.hit.movable')");
        Some(page)
    }

    /// Shows the page on another screen, to a reader who prefers `light` or `dark`.
    pub fn put_on(&mut self, screen: Screen, scheme: &str) {
        self.is_touched = screen == PHONE;
        self.browser.resize(screen.0, screen.1, self.is_touched);
        self.browser.prefer(scheme);
    }

    /// Opens the page again.
    pub fn reload(&mut self) {
        self.browser.visit(&self.address);
    }

    /// Begins a game in the dialog.
    pub fn begin(&mut self, rules: &str, mode: &str, agent: &str) {
        self.browser.evaluate("document.getElementById('dialog').close()");
        self.press_button("#new", "New");
        self.wait("document.getElementById('dialog').open && document.getElementById('rules')");
        self.choose("#rules", rules);
        self.wait(&format!(
            "document.getElementById('rules').value === '{rules}' && \
             !document.querySelector('#dialog .primary').disabled"
        ));
        self.browser.evaluate(&format!("document.querySelector('input[value={mode}]').click()"));
        if mode != "people" {
            self.choose("#dialog .row .pick select:not(#rules)", agent);
        }
        self.press_button("#dialog .primary", "Begin");
        self.wait("!document.getElementById('dialog').open");
        let shown = format!(
            "Object.entries(localStorage).some(([name, text]) => \
             name.startsWith('imperial-game') && JSON.parse(text).rules?.name === '{rules}')"
        );
        self.wait(&shown);
        self.press_button("#tab-moves", "Moves");
    }

    /// Switches the analysis on.
    pub fn look_at_position(&mut self) {
        self.press_button("#tab-analysis", "Analysis");
        self.press("document.querySelector('.switch input')");
    }

    /// Opens a text in the dialog.
    pub fn paste(&mut self, text: &str) {
        self.press_button("#open", "Open");
        self.wait("document.getElementById('text')");
        self.browser.evaluate(&format!("document.getElementById('text').value = {}", json!(text)));
        self.press_button("#dialog .primary", "Open");
        self.wait("!document.getElementById('dialog').open");
    }

    /// Drops a file on the page.
    pub fn drop_text(&mut self, text: &str) {
        let script = format!(
            "(() => {{ const data = new DataTransfer(); data.items.add(new File([{}], 'mine.toml')); \
             dispatchEvent(new DragEvent('drop', {{ dataTransfer: data, bubbles: true, cancelable: true }})); }})()",
            json!(text)
        );
        self.browser.evaluate(&script);
    }

    fn choose(&mut self, list: &str, value: &str) {
        let script = format!(
            "(() => {{ const list = document.querySelector({}); list.value = {}; \
             list.dispatchEvent(new Event('change')); }})()",
            json!(list),
            json!(value)
        );
        self.browser.evaluate(&script);
        // The choice may be drawn anew.
        thread::sleep(Duration::from_millis(150));
    }

    /// Presses the first button among `among` whose text begins with `words`.
    pub fn press_button(&mut self, among: &str, words: &str) {
        let script = format!(
            "[...document.querySelectorAll({})].find((button) => button.textContent.startsWith({})).click()",
            json!(among),
            json!(words)
        );
        self.browser.evaluate(&script);
    }

    /// Presses a square, by the mouse or a finger.
    pub fn press_square(&mut self, square: u64) {
        self.press(&format!("document.querySelector('[data-square=\"{square}\"]')"));
    }

    /// Presses the square of this name.
    pub fn press_name(&mut self, name: &str) {
        self.press(&hit(name));
    }

    /// Presses what an expression gives, by the mouse or a finger.
    pub fn press(&mut self, element: &str) {
        let middle = self.middle(element);
        if self.is_touched {
            self.browser.tap(middle);
        } else {
            self.browser.click(middle);
        }
    }

    /// Moves the mouse over the square of this name.
    pub fn point_at(&mut self, name: &str) {
        let middle = self.middle(&hit(name));
        self.browser.point(middle);
    }

    /// The middle of what an expression gives, which is scrolled into the window.
    pub fn middle(&mut self, element: &str) -> (f64, f64) {
        let place = self.browser.evaluate(&format!(
            "(() => {{ const found = {element}; found.scrollIntoView({{block: 'center'}}); \
             const box = found.getBoundingClientRect(); \
             return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        ));
        let at = |n: usize| place[n].as_f64().expect("a number");
        (at(0), at(1))
    }

    /// The first square that a selector finds.
    pub fn square(&mut self, selector: &str) -> Option<u64> {
        let script = format!("document.querySelector({})?.dataset.square", json!(selector));
        self.browser.evaluate(&script).as_str()?.parse().ok()
    }

    /// Waits until a person is to move (yes) or the game is over (no).
    pub fn waits_for_move(&mut self) -> bool {
        self.wait("document.querySelector('.said.over, .hit.movable')");
        !self.is("document.querySelector('.said.over')")
    }

    /// Moves that are listed.
    pub fn moves(&mut self) -> u64 {
        self.number("document.querySelectorAll('#panel-moves .move').length")
    }

    /// Waits until so many are listed.
    pub fn wait_for_moves(&mut self, number: usize) {
        self.wait(&format!("document.querySelectorAll('#panel-moves .move').length === {number}"));
    }

    /// Makes some move of a piece, another one for each `number`, and waits for it. Of what it
    /// might take it takes nothing every other time.
    pub fn move_somewhere(&mut self, number: usize) {
        let count = "document.querySelectorAll('#panel-moves .move').length";
        let before = self.number(count);
        let pick = |list: &str, by: usize| {
            format!("(list => list[({number} * {by}) % list.length])({list})")
        };
        let movable =
            "[...document.querySelectorAll('.hit.movable')].map((hit) => hit.dataset.square)";
        let from = self.number(&pick(movable, 7));
        self.press_square(from);
        self.wait("document.querySelector('.layer-targets circle')");
        let targets = "[...document.querySelectorAll('.layer-targets circle')].map((mark) => \
            [...document.querySelectorAll('.hit')].find((hit) => \
            hit.getAttribute('x') == mark.getAttribute('cx') - 50 && \
            hit.getAttribute('y') == mark.getAttribute('cy') - 50).dataset.square)";
        let to = self.number(&pick(targets, 5));
        self.press_square(to);
        let asked = "!document.getElementById('choice').hidden";
        self.wait(&format!("{asked} || {count} > {before}"));
        if self.is(asked) {
            let buttons = "[...document.querySelectorAll('#choice [data-takes]')]";
            let nth = if number.is_multiple_of(2) { 0 } else { -1 };
            self.browser.evaluate(&format!("{buttons}.at({nth}).click()"));
        }
        self.wait(&format!("{count} > {before}"));
    }

    /// A number in the page.
    fn number(&mut self, expression: &str) -> u64 {
        let value = self.browser.evaluate(&format!("Number({expression})"));
        value.as_u64().expect("a number")
    }

    /// The text of the first element that a selector finds.
    pub fn text(&mut self, selector: &str) -> String {
        let script = format!("document.querySelector({})?.textContent", json!(selector));
        self.browser.evaluate(&script).as_str().unwrap_or_default().to_owned()
    }

    /// Whether something holds.
    pub fn is(&mut self, expression: &str) -> bool {
        self.browser.evaluate(&format!("Boolean({expression})")) == json!(true)
    }

    /// Waits until something holds.
    pub fn wait(&mut self, expression: &str) {
        let since = Instant::now();
        while !self.is(expression) {
            if since.elapsed() > PATIENCE {
                let said: Value = self.browser.evaluate("document.body.innerText");
                let complaints = self.browser.complaints();
                panic!("{expression}: never; complaints: {complaints:?}; the page: {said}");
            }
            thread::sleep(Duration::from_millis(30));
        }
    }

    /// Whether nothing is cut off at the right. A phone's window would grow with what is in it.
    pub fn fits(&mut self) -> bool {
        self.is("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    }

    /// What is cut off, or sticks out of the window: the words of each part that does.
    pub fn cut(&mut self) -> String {
        let script = "[...document.querySelectorAll('button, label, p, li, h1, h2, legend, td, .small, .name')] \
            .filter((part) => part.checkVisibility() && !part.closest('svg') && part.clientWidth > 0) \
            .filter((part) => { const box = part.getBoundingClientRect(); \
                const around = part.closest('.moves-scroll:has(.welcome)')?.getBoundingClientRect() ?? box; \
                return part.scrollWidth > part.clientWidth + 1 || box.right > innerWidth + 1 || box.left < -1 \
                    || box.bottom > around.bottom + 1 || part.textContent === 'null'; }) \
            .concat([...document.querySelectorAll('.switch input')].filter((one) => one.checkVisibility() && one.clientWidth < 36)) \
            .map((part) => `${part.tagName} ${part.textContent.slice(0, 60)}`).join('; ')";
        self.browser.evaluate(script).as_str().unwrap_or_default().to_owned()
    }

    /// Leaves for an empty page.
    pub fn leave(&mut self) {
        self.browser.visit("about:blank");
    }

    /// Whether the server computes: the time of processors that it takes within a moment, told by Linux.
    #[cfg(target_os = "linux")]
    pub fn is_busy(&self) -> bool {
        let before = self.ticks();
        thread::sleep(Duration::from_millis(400));
        self.ticks() > before + 1
    }

    /// Hundredths of a second that the server has computed: see proc_pid_stat(5).
    #[cfg(target_os = "linux")]
    fn ticks(&self) -> u64 {
        let text = fs::read_to_string(format!("/proc/{}/stat", self.server.id())).expect("it runs");
        // The name before may hold anything, even brackets and blanks.
        let (_, rest) = text.rsplit_once(')').expect("a name");
        rest.split_whitespace()
            .skip(11)
            .take(2)
            .map(|ticks| ticks.parse::<u64>().expect("a number"))
            .sum()
    }

    /// Writes a picture, where somebody wants pictures.
    pub fn picture(&mut self, name: &str) {
        let Some(folder) = env::var_os("IMPERIAL_PICTURES").map(PathBuf::from) else { return };
        let bytes = self.browser.picture(None, 1);
        fs::write(folder.join(format!("serve-{name}.png")), bytes).expect("a picture");
    }
}

/// The square of a name, as an expression.
fn hit(name: &str) -> String {
    format!(
        "[...document.querySelectorAll('.hit')].find((hit) => \
         hit.getAttribute('aria-label').startsWith('{name},'))"
    )
}

impl Drop for Page {
    fn drop(&mut self) {
        // Nothing is lost when it is gone already.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
