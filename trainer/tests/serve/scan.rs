//! axe-core, which finds what keeps people from using a page.

use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

use crate::page::{LOOKS, Page};

/// The version that npm is asked for.
const PACKAGE: &str = "axe-core@4.10.3";

/// The script; `None` where npm cannot get it.
pub fn axe() -> Option<&'static str> {
    static SCRIPT: OnceLock<Option<String>> = OnceLock::new();
    SCRIPT.get_or_init(fetch).as_deref()
}

fn fetch() -> Option<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = Command::new("npm")
        .args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"])
        .arg(folder.path())
        .arg(PACKAGE)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let file = folder.path().join("node_modules/axe-core/axe.min.js");
    let script = fs::read_to_string(file).ok().filter(|_| ran.is_ok_and(|status| status.success()));
    if script.is_none() {
        // Not println, which the test harness hides.
        let _ = writeln!(std::io::stderr(), "skipped: npm cannot get {PACKAGE}");
    }
    script
}

/// What is wrong on the page, one fault a line, once its colours have come to rest: half way from the light to the
/// dark colours the contrast is of neither.
pub fn violations(page: &mut Page, axe: &str) -> String {
    if !page.is("typeof axe !== 'undefined'") {
        page.browser.evaluate(&format!("{axe};0"));
    }
    let found = page.browser.evaluate(
        "Promise.allSettled(document.getAnimations() \
         .filter((moving) => moving.effect.getComputedTiming().endTime < Infinity) \
         .map((moving) => moving.finished)) \
         .then(() => axe.run()).then(({ violations }) => violations.map(({ id, nodes }) => \
         `${id}: ${nodes.map((node) => node.html).join(' | ')}`).join('\\n'))",
    );
    match found {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Looks at what the page shows, called `state`, on all screens, light and dark: axe finds no fault, nothing is cut
/// off. Writes pictures, where somebody wants them.
pub fn look(page: &mut Page, axe: Option<&str>, state: &str) {
    for (screen, scheme) in LOOKS {
        page.put_on(screen, scheme);
        let place = format!("{state}-{}-{scheme}", screen.0);
        page.picture(&place);
        assert!(page.fits(), "{place} is wider than the window");
        assert_eq!(page.cut(), "", "{place}");
        if let Some(axe) = axe {
            assert_eq!(violations(page, axe), "", "{place}");
        }
    }
}
