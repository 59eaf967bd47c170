//! Sheets: they need nothing else, and are the same every time.

use crate::curves::Curves;
use crate::marks::Sign;
use crate::sheet::{Content, Sheet};
use crate::{Format, text};

const NASTY: &str = "<script>alert('\"&')</script>";

/// A sheet with everything that it may have.
fn sheet() -> Sheet {
    let series = vec![(NASTY, vec![(1.0, 5.0), (2.0, f64::NAN), (3.0, 4.0)])];
    let curves = Curves { along: "generation", axis: NASTY, series };
    let mut key: Vec<(Sign, String)> =
        curves.key().into_iter().map(|(sign, words)| (Sign::Drawn(sign), words)).collect();
    key.push((Sign::Number(1), "a name that is far too long for one line of a key ".repeat(3)));
    Sheet::new(&Content {
        title: "What does it learn?".to_owned(),
        of: NASTY.to_owned(),
        description: NASTY.to_owned(),
        key,
        picture: curves.draw(Format::Wide),
        note: NASTY.repeat(9),
        source: text::none(),
    })
}

#[test]
fn a_sheet_needs_nothing_else() {
    let svg = sheet().svg();
    resvg::usvg::Tree::from_str(&svg, &resvg::usvg::Options::default()).expect("well-formed");
    for word in ["var(", " class=", "<style", "<script", "href=", "url(", "NaN"] {
        assert!(!svg.contains(word), "{word}: {svg}");
    }
    assert!(svg.contains("width=\"80mm\"") && svg.contains("What does it learn?"));
    assert!(svg.contains(" scale(0.5625)"), "a wide picture fits: {svg}");
}

#[test]
fn a_png_has_the_size_of_its_sheet_and_white_around_it() {
    let bytes = sheet().png().expect("a picture");
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
    let mut colours = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut colours).expect("a picture");
    assert_eq!((info.width, info.color_type), (1504, png::ColorType::Rgb));
    assert_eq!(colours[..3], [255, 255, 255]);
    assert!(colours.iter().any(|part| *part < 128), "not blank");
}

#[test]
fn the_same_sheet_has_the_same_bytes() {
    assert_eq!(sheet().svg(), sheet().svg());
    assert!(sheet().png().expect("a picture") == sheet().png().expect("a picture"));
}
