//! The files of the page, embedded into the program.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// One file: its path in addresses, which is its path below `page/`, and its text.
struct Asset {
    path: &'static str,
    text: &'static str,
}

macro_rules! assets {
    ($($path:literal),* $(,)?) => {
        [$(Asset { path: $path, text: include_str!(concat!("../page/", $path)) }),*]
    };
}

const ASSETS: [Asset; 31] = assets![
    "index.html",
    "report.html",
    "icon.svg",
    "css/base.css",
    "css/board.css",
    "css/panels.css",
    "css/report.css",
    "js/main.js",
    "js/agents.js",
    "js/analysis.js",
    "js/ask.js",
    "js/board.js",
    "js/dialogs.js",
    "js/game.js",
    "js/graph.js",
    "js/hand.js",
    "js/keys.js",
    "js/layers.js",
    "js/make.js",
    "js/moves.js",
    "js/offline.js",
    "js/pieces.js",
    "js/report.js",
    "js/review.js",
    "js/rules.js",
    "js/seats.js",
    "js/steady.js",
    "js/steps.js",
    "js/store.js",
    "js/tabs.js",
    "js/words.js",
];

/// The file of this path; the page itself is `/`.
pub fn asset(path: &str) -> Response {
    let path = path.strip_prefix('/').filter(|path| !path.is_empty()).unwrap_or("index.html");
    let Some(asset) = ASSETS.iter().find(|asset| asset.path == path) else {
        return (StatusCode::NOT_FOUND, "there is nothing here; the page is at /").into_response();
    };
    ([(header::CONTENT_TYPE, kind(asset.path))], text(asset)).into_response()
}

/// The text of a file that is among them.
pub fn source(path: &str) -> String {
    text(ASSETS.iter().find(|asset| asset.path == path).expect("a file of the page"))
}

/// What is in the program; with `IMPERIAL_PAGE`, for those who work on the page, what is in that folder. Only
/// in builds for development.
fn text(asset: &Asset) -> String {
    let folder = if cfg!(debug_assertions) { std::env::var_os("IMPERIAL_PAGE") } else { None };
    let file = folder.map(|folder| std::path::Path::new(&folder).join(asset.path));
    file.and_then(|file| std::fs::read_to_string(file).ok()).unwrap_or(asset.text.to_owned())
}

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, end)| end) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Everything that a file asks for is among the files, and nothing lies elsewhere.
    #[test]
    fn the_page_is_complete_and_asks_for_nothing_elsewhere() {
        for asset in &ASSETS {
            assert!(
                !asset.text.contains("://") || asset.text.contains("www.w3.org"),
                "{}",
                asset.path
            );
            let folder = asset.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            for wanted in asset.text.split("from \"./").skip(1) {
                let name = wanted.split('"').next().expect("a name");
                let path = format!("{folder}/{name}");
                assert!(ASSETS.iter().any(|asset| asset.path == path), "{}: {path}", asset.path);
            }
        }
        assert_eq!(asset("/").status(), 200);
        assert_eq!(asset("/../Cargo.toml").status(), 404);
    }
}
