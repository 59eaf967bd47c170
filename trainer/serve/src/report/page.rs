//! One file of the facts and of parts of the server's page.

use crate::assets::source;

/// Style sheets, in their order.
const STYLES: [&str; 4] = ["css/base.css", "css/board.css", "css/panels.css", "css/report.css"];

/// Modules; each after those that it asks for. `ask.js` is another one than the server's.
const MODULES: [&str; 16] = [
    "make.js",
    "steady.js",
    "offline.js",
    "words.js",
    "pieces.js",
    "layers.js",
    "board.js",
    "game.js",
    "graph.js",
    "keys.js",
    "moves.js",
    "rules.js",
    "seats.js",
    "steps.js",
    "review.js",
    "report.js",
];
/// The module that stands for the one that asks a server.
const OFFLINE: [&str; 2] = ["./ask.js", "./offline.js"];

/// The page; `games` are the moves of each game, for those who have no script.
pub fn page(title: &str, facts: &str, games: &[String]) -> String {
    let styles: String = STYLES.iter().map(|path| source(path)).collect();
    let modules: String = MODULES.iter().map(|name| module(name)).collect();
    let games: String = games.iter().map(|game| format!("<p>{}</p>", escape(game))).collect();
    let parts = [
        ("<!--title-->", escape(title)),
        ("/*styles*/", styles),
        ("<!--games-->", games),
        // A text in the facts cannot end the script that they stand in.
        ("/*facts*/", facts.replace('<', "\\u003c")),
        ("/*modules*/", format!("\"use strict\";\nconst modules = {{}};\n{modules}")),
    ];
    // Each mark is looked for behind the part before it, so that no text can hold one.
    let mut page = String::new();
    let template = source("report.html");
    let mut rest = template.as_str();
    for (mark, part) in parts {
        let (before, after) = rest.split_once(mark).expect("the page has this mark");
        page += before;
        page += &part;
        rest = after;
    }
    page + rest
}

/// A module as a function that is called at once, so that it can stand in a file with others.
fn module(name: &str) -> String {
    let text = source(&format!("js/{name}")).replace(OFFLINE[0], OFFLINE[1]);
    let (mut body, mut names) = (String::new(), Vec::new());
    for line in text.lines() {
        let made = if line.starts_with("import ") { import(line) } else { None };
        if let Some(made) = made {
            body += &made;
        } else if let Some(rest) = line.strip_prefix("export ") {
            names.push(exported(rest));
            body += rest;
        } else {
            body += line;
        }
        body.push('\n');
    }
    let names = names.join(", ");
    format!("modules[\"./{name}\"] = (() => {{\n{body}return {{ {names} }};\n}})();\n")
}

/// `import { a, b } from "./x.js";` as a constant.
fn import(line: &str) -> Option<String> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from ")?;
    Some(format!(
        "const {} = modules[{}];",
        names.replace(" as ", ": "),
        from.trim_end_matches(';')
    ))
}

/// The name that `const name = …` or `class Name …` gives.
fn exported(rest: &str) -> &str {
    let name = rest.split_whitespace().nth(1).unwrap_or_default();
    name.trim_end_matches(|c: char| !c.is_alphanumeric())
}

/// Text for HTML.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
