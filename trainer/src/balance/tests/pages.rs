//! The page: self-contained, well-formed, safe.

use super::super::html::{Curve, CurvePoint, PageContext, RuleSetNote, page};
use super::super::{BalanceReport, BoardPicture, Options};
use super::{agent, cell, games, report};

const START: &str = "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a 0 0";
const NASTY: &str = "<script>alert('\"&')</script>";

fn context() -> PageContext {
    let board = BoardPicture::new("Tablut", START).expect("a board").with_throne().with_corners();
    let (edge, corners) = (board.edge(), board.corners());
    let heat = (0..81).map(|square| square as f32 / 10.0).collect();
    let map = BoardPicture::empty(NASTY, 9).expect("a board").with_heat(heat).expect("81 values");
    let point = |step: u64| CurvePoint { step, policy_loss: 1.0 / step as f64, value_loss: 0.7 };
    PageContext {
        title: NASTY.to_owned(),
        intro: vec![NASTY.to_owned()],
        rule_sets: vec![RuleSetNote { name: NASTY.to_owned(), ..RuleSetNote::default() }],
        boards: vec![board.clone().with_goals(edge), board.with_goals(corners).with_camps([3, 4])],
        maps: vec![map],
        // Step 0 gives an infinite loss, which must not reach the picture.
        curves: vec![Curve { name: NASTY.to_owned(), points: (0..9).map(point).collect() }],
        provenance: vec![("version".to_owned(), NASTY.to_owned())],
        command: NASTY.to_owned(),
        experiment: NASTY.to_owned(),
    }
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
        page(&BalanceReport::new(nasty, &options), &context()),
        page(&BalanceReport::new(Vec::new(), &options), &PageContext::default()),
    ]
}

#[test]
fn nothing_is_loaded_from_anywhere() {
    for page in pages() {
        for word in ["http:", "https:", "//", "src=", "@import", "<script", "<link", "<iframe"] {
            assert!(!page.contains(word), "{word}");
        }
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
        assert!(!page.contains("alert('"));
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
        if name == "style" {
            let end = rest.find("</style>").expect("a style sheet that ends");
            rest = &rest[end..];
        }
        if !tag.ends_with('/') && name != "meta" {
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
    for id in ["lengths", "maps", "learning", "methods", "provenance"] {
        assert!(full.contains(&format!("<section id=\"{id}\">")), "{id}");
    }
    assert!(full.contains("30.0 (24.1 to 36.7)"), "the share with its interval");
    let bare = page(&BalanceReport::new(Vec::new(), &Options::default()), &PageContext::default());
    assert!(bare.contains("No games were played."));
    assert!(!bare.contains("id=\"maps\""));
}

#[test]
fn the_page_is_the_same_every_time() {
    assert_eq!(page(&report(), &context()), page(&report(), &context()));
}
