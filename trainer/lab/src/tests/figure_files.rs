//! The pictures as files: all of them, whole, alone, and the same every time.

use std::collections::BTreeSet;

use imperial_engine::Cause;
use imperial_plot::marks::swatch;
use imperial_plot::sheet::{Content, Sheet};

use super::pages::{context, many, titles};
use super::{agent, cell, games, lab, report};
use crate::page::{ORDER, PageContext, page};
use crate::{BalanceReport, Options, figure_files};

/// Reports of all kinds with what their pages say.
fn reports() -> Vec<(BalanceReport, PageContext)> {
    vec![
        (report(), context()),
        (lab::filled(report(), "tablut-linnaeus"), context()),
        (many(3, 9), PageContext::default()),
        titles(),
        (endings(), PageContext::default()),
    ]
}

/// Two rule sets, whose games ended in every way, twice as often from one to the next.
fn endings() -> BalanceReport {
    let of = |name: &str, causes: &[Cause]| {
        let mut all = games(255, 0, 0, 0);
        for (number, game) in (1_u32..).zip(&mut all) {
            game.cause = causes[number.ilog2() as usize % causes.len()];
        }
        cell(name, agent("a", 0), all)
    };
    let causes = ORDER.map(|(cause, _)| cause);
    let (first, second) = causes.split_at(9);
    let cells = vec![of("first", first), of("second", second)];
    BalanceReport::new(cells, &Options { resamples: 100, ..Options::default() })
}

/// The pictures of a page: each panel, and of those in two widths the narrow one; boards.
fn pictures(page: &str) -> usize {
    let figures = page.split("<figure class=\"").skip(1).map(|rest| {
        let figure = rest.split("</figure>").next().unwrap_or_default();
        let of = |class: &str| figure.matches(&format!("<svg class=\"{class}\"")).count();
        of("narrow") + of("panel") + of("board")
    });
    figures.sum()
}

#[test]
fn every_picture_of_the_page_is_a_file() {
    for (report, context) in reports() {
        let files = figure_files(&report, &context);
        assert!(files.len() > 1, "{}", files.len());
        assert_eq!(files.len(), pictures(&page(&report, &context)));
        let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names.len(), files.len(), "{names:?}");
        let is_plain =
            |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        assert!(names.iter().all(|name| name.chars().all(is_plain)), "{names:?}");
    }
    let none = BalanceReport::new(Vec::new(), &Options::default());
    assert!(figure_files(&none, &PageContext::default()).is_empty());
}

#[test]
fn an_svg_needs_nothing_else() {
    for (report, context) in reports() {
        for file in figure_files(&report, &context) {
            let (name, svg) = (&file.name, file.svg());
            resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default())
                .expect("well-formed");
            let foreign = ["var(", "color-mix", " class=", "<style", "<script", "href=", "@import"];
            for word in foreign.into_iter().chain(["\"NaN", "\"inf", ",inf", ",NaN"]) {
                assert!(!svg.contains(word), "{name}: {word}");
            }
            let urls = svg.matches("url(").count();
            assert_eq!(urls, svg.matches("url(#").count(), "{name}");
            for (at, _) in svg.match_indices("url(#") {
                let id = svg[at + 5..].split(')').next().expect("an end");
                assert!(svg.contains(&format!("id=\"{id}\"")), "{name}: {id}");
            }
            assert!(svg.contains("fill=\"#ffffff\"") && svg.contains("imperial 0."), "{name}");
        }
    }
}

#[test]
fn a_file_says_what_it_shows() {
    let (report, context) = titles();
    let files = figure_files(&report, &context);
    let own = files.iter().find(|file| file.name == "who-wins-by-strength-tablut-corner");
    let svg = own.expect("the picture").svg();
    for text in [
        "Who wins at which strength?",
        "Tablut to the corners",
        "network:16@two",
        "against itself, %",
        "imperial 0.",
        "800 games.",
        "Rule set: tablut-corner.",
    ] {
        assert!(svg.contains(text), "{text}: {svg}");
    }
    assert!(svg.contains("width=\"80mm\""));
}

#[test]
fn a_png_is_large_and_not_blank() {
    let (report, context) = (lab::filled(report(), "tablut-linnaeus"), context());
    for file in figure_files(&report, &context) {
        let bytes = file.png().expect("a picture");
        let mut reader =
            png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
        let mut colours = vec![0; reader.output_buffer_size().expect("a size")];
        let info = reader.next_frame(&mut colours).expect("a picture");
        assert!(info.width >= 1200 && info.height > 300, "{}: {info:?}", file.name);
        assert_eq!(info.color_type, png::ColorType::Rgb);
        assert_eq!(colours[..3], [255, 255, 255], "{}: white around it", file.name);
        let dark = colours.chunks(3).filter(|dot| dot.iter().all(|part| *part < 128)).count();
        let share = dark as f64 / (colours.len() / 3) as f64;
        assert!((0.005..0.6).contains(&share), "{}: {share}", file.name);
    }
}

#[test]
fn the_same_report_gives_the_same_bytes() {
    let (report, context) = (report(), context());
    let [one, two] = [(); 2].map(|()| figure_files(&report, &context));
    for (one, two) in one.iter().zip(&two) {
        assert_eq!((&one.name, one.svg()), (&two.name, two.svg()));
    }
    let [one, two] = [&one[0], &two[0]].map(|file| file.png().expect("a picture"));
    assert!(one == two);
}

/// What a part of this class is filled with in a file.
fn fill(class: &str) -> String {
    let content = Content {
        title: String::new(),
        of: String::new(),
        description: String::new(),
        key: Vec::new(),
        picture: swatch(class),
        note: String::new(),
        source: String::new(),
    };
    let svg = Sheet::new(&content).svg();
    let part = svg.rsplit("<rect ").next().expect("the part");
    let fill = part.split("fill=\"").nth(1).and_then(|rest| rest.split('"').next());
    fill.expect("a colour or a pattern").to_owned()
}

/// How bright `#2c4568` is in print without colours, from 0 to 1 (the luma of BT.601).
fn grey(colour: &str) -> Option<f64> {
    let number = u32::from_str_radix(colour.strip_prefix('#')?, 16).ok()?;
    let [red, green, blue] = [16, 8, 0].map(|shift| f64::from(number >> shift & 0xff));
    Some((0.299 * red + 0.587 * green + 0.114 * blue) / 255.0)
}

#[test]
fn endings_are_told_apart_without_colour() {
    let looks = ORDER.map(|(_, class)| fill(class));
    for (index, one) in looks.iter().enumerate() {
        for other in &looks[..index] {
            match (grey(one), grey(other)) {
                (Some(one), Some(other)) => {
                    assert!((one - other).abs() > 0.07, "{one} {other}");
                }
                _ => assert!(one != other, "{one}"),
            }
        }
    }
}

/// `IMPERIAL_PICTURES=FOLDER cargo test --workspace -- --ignored look_at_files` writes the pictures of all these
/// reports, and of the report that `IMPERIAL_REPORT` names (a balance.json).
#[test]
#[ignore = "writes pictures to look at"]
fn look_at_files() {
    let folder =
        std::path::PathBuf::from(std::env::var_os("IMPERIAL_PICTURES").expect("IMPERIAL_PICTURES"));
    let named = std::env::var_os("IMPERIAL_REPORT").map(|file| {
        let text = std::fs::read_to_string(file).expect("a report");
        (BalanceReport::from_json(&text).expect("a report"), PageContext::default())
    });
    for (number, (report, context)) in reports().into_iter().chain(named).enumerate() {
        for file in figure_files(&report, &context) {
            let path = folder.join(format!("{number}-{}.png", file.name));
            std::fs::write(path, file.png().expect("a picture")).expect("written");
        }
    }
}
