//! The page: self-contained, well-formed, safe.

use imperial_engine::catalog::AnyGame;

use super::super::html::{Curve, CurvePoint, PageContext, RuleSetNote, StartingBoard, page};
use super::super::{BalanceReport, BoardPicture, Options, Story};
use super::stories::Tell;
use super::{agent, cell, games, lab, report};

const START: &str = "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a 0 0";
const NASTY: &str = "<script>alert('\"&')</script>";

fn context() -> PageContext {
    let board = BoardPicture::new("Tablut", START).expect("a board").with_throne().with_corners();
    let edge = board.edge();
    let board = board.with_goals(edge).with_camps([3, 4]);
    let starting = |rules: &str| StartingBoard { rules: rules.to_owned(), picture: board.clone() };
    let point = |step: u64| CurvePoint { step, policy_loss: 1.0 / step as f64, value_loss: 0.7 };
    PageContext {
        title: NASTY.to_owned(),
        intro: vec![NASTY.to_owned()],
        rule_sets: vec![RuleSetNote { name: NASTY.to_owned(), ..RuleSetNote::default() }],
        boards: vec![starting("tablut-linnaeus"), starting(NASTY)],
        stories: vec![story("tablut-linnaeus", "net-64"), story(NASTY, NASTY)],
        // Step 0 gives an infinite loss, which must not reach the picture.
        curves: vec![Curve { name: NASTY.to_owned(), points: (0..9).map(point).collect() }],
        provenance: vec![("version".to_owned(), NASTY.to_owned())],
        command: NASTY.to_owned(),
        experiment: NASTY.to_owned(),
    }
}

/// A story with names that could do harm.
fn story(rules: &str, agent: &str) -> Story {
    let game = AnyGame::by_name("tablut-linnaeus").expect("an embedded game");
    let mut story = game.visit(Tell(12));
    (story.rules, story.agent) = (rules.to_owned(), agent.to_owned());
    for ply in story.examples.iter_mut().flat_map(|example| &mut example.plies) {
        ply.text.push_str(NASTY);
    }
    for opening in &mut story.openings {
        opening.moves.iter_mut().for_each(|branch| branch.text.push_str(NASTY));
    }
    story
}

/// Pages with all sections, with nasty names, and with hardly anything.
fn pages() -> Vec<String> {
    let nasty = vec![
        cell(NASTY, agent(NASTY, 0), games(3, 1, 1, 2)),
        cell("other", agent(NASTY, 0), games(0, 9, 9, 0)),
        cell("other", agent("b", 1), games(1, 0, 0, 0)),
        cell("empty", agent("b", 1), Vec::new()),
    ];
    let options = Options::default();
    vec![
        page(&report(), &context()),
        page(&lab::filled(BalanceReport::new(nasty, &options), NASTY), &context()),
        page(&BalanceReport::new(Vec::new(), &options), &PageContext::default()),
    ]
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    for page in pages() {
        for word in ["http:", "https:", "src=", "@import", "import(", "fetch(", "<link", "<iframe"]
        {
            assert!(!page.contains(word), "{word}");
        }
        let scripts = page.matches("<script").count();
        assert!(scripts == 0 || scripts == 2, "the data and the viewer");
        let urls = page.match_indices("url(");
        for (at, _) in urls {
            assert!(page[at..].starts_with("url(#"), "{}", &page[at..at + 30]);
        }
        for (at, _) in page.match_indices("href=\"") {
            assert!(page[at + 6..].starts_with('#'), "{}", &page[at..at + 30]);
        }
    }
}

#[test]
fn names_cannot_become_markup() {
    for page in &pages()[..2] {
        assert!(!page.contains("<script>alert"));
        // The data of the viewer are no markup; there only the end of the script would harm.
        let (before, data) = page.split_once("id=\"viewer-data\">").unwrap_or((page, "</script>"));
        let (data, after) = data.split_once("</script>").expect("an end");
        assert!(!data.contains('<') && !before.contains("alert('") && !after.contains("alert('"));
        assert!(page.contains("&lt;script&gt;alert(&#39;&quot;&amp;&#39;)&lt;/script&gt;"));
    }
}

#[test]
fn every_tag_is_closed() {
    for page in pages() {
        check_tags(&page);
    }
}

/// Walks over all tags with a stack. Attributes must be quoted, identifiers unique.
fn check_tags(page: &str) {
    let mut stack: Vec<&str> = Vec::new();
    let mut identifiers = std::collections::BTreeSet::new();
    let mut rest = page.strip_prefix("<!DOCTYPE html>").expect("a document type");
    while let Some(start) = rest.find('<') {
        let end = start + rest[start..].find('>').expect("a tag that ends");
        let tag = &rest[start + 1..end];
        rest = &rest[end + 1..];
        assert!(tag.matches('"').count().is_multiple_of(2), "unpaired quotes in <{tag}>");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(stack.pop(), Some(name), "</{name}> in {stack:?}");
            continue;
        }
        let name = tag.split([' ', '/', '\n']).next().unwrap_or_default();
        if let Some((_, id)) = tag.split_once(" id=\"") {
            let id = id.split('"').next().unwrap_or_default();
            assert!(identifiers.insert(id.to_owned()), "the identifier {id} occurs twice");
        }
        if name == "style" || name == "script" {
            let end = rest.find(&format!("</{name}>")).expect("an end");
            rest = &rest[end..];
        }
        if !tag.ends_with('/') && name != "meta" && name != "input" {
            stack.push(name);
        }
    }
    assert!(stack.is_empty(), "left open: {stack:?}");
}

#[test]
fn pictures_are_described_and_hold_numbers_only() {
    for page in pages() {
        for picture in page.split("<svg").skip(2).map(|text| text.split("</svg>").next()) {
            let picture = picture.expect("a part");
            if picture.contains("aria-hidden") {
                continue;
            }
            assert!(picture.contains("<title id=") && picture.contains("<desc id="), "{picture}");
            for word in ["NaN", "inf", "Infinity"] {
                let drawn = picture.split("<desc").nth(1).expect("a description");
                let drawn = drawn.split("</desc>").nth(1).expect("shapes");
                assert!(
                    !drawn.contains(&format!("\"{word}")) && !drawn.contains(&format!(",{word}"))
                );
            }
        }
    }
}

#[test]
fn sections_appear_with_their_data() {
    let full = page(&report(), &context());
    for id in ["findings", "strength", "compared", "results", "differences", "first", "endings"] {
        assert!(full.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    for id in ["lengths", "maps", "openings", "games", "learning", "methods", "provenance"] {
        assert!(full.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    assert!(full.contains("30.0 (24.1 to 36.7)"), "the share with its interval");
    assert!(!full.contains("id=\"attribution\"") && !full.contains("id=\"plot-elo\""));
    let lab = page(&lab::filled(report(), "tablut-linnaeus"), &context());
    for id in ["claims", "attribution", "fairness", "plot-elo", "plot-bids", "plot-handicaps"] {
        assert!(lab.contains(&format!("id=\"{id}\"")), "{id}");
    }
    let bare = page(&BalanceReport::new(Vec::new(), &Options::default()), &PageContext::default());
    assert!(bare.contains("No games were played."));
    assert!(!bare.contains("id=\"maps\""));
}

#[test]
fn every_figure_says_what_it_rests_on() {
    for page in pages() {
        for figure in page.split("<figure class=\"exhibit").skip(1) {
            let caption = figure.split("</figcaption>").next().expect("a caption");
            assert!(
                caption.contains("class=\"basis\">") && caption.contains("Data: "),
                "{caption}"
            );
        }
    }
}

#[test]
fn the_page_is_the_same_every_time() {
    assert_eq!(page(&report(), &context()), page(&report(), &context()));
}
