//! A score on a line from nothing to all, as high as a line of text: a picture beside a sentence.

use imperial_stats::Estimate;
use maud::{Markup, html};

const WIDTH: f64 = 200.0;
const MIDDLE: u32 = 8;

/// Where a score lies, to a tenth.
fn place(score: f64) -> String {
    format!("{:.1}", WIDTH * score)
}

/// A score with its interval; of trainings that have no score together, each alone. The sentence beside it says the
/// same, so it is silent.
pub(super) fn scale(score: Option<Estimate>, trainings: impl Iterator<Item = Estimate>) -> Markup {
    let alone: Vec<Estimate> = if score.is_none() { trainings.collect() } else { Vec::new() };
    html! {
        svg.scale viewBox=(format!("0 0 {WIDTH} {}", 2 * MIDDLE)) aria-hidden="true" {
            line.base x1="0" x2=(WIDTH) y1=(MIDDLE) y2=(MIDDLE) {}
            line.even x1=(WIDTH / 2.0) x2=(WIDTH / 2.0) y1="1" y2=(2 * MIDDLE - 1) {}
            @if let Some(one) = score {
                line.known x1=(place(one.low)) x2=(place(one.high)) y1=(MIDDLE) y2=(MIDDLE) {}
            }
            @for one in score.iter().chain(&alone) {
                circle.mark cx=(place(one.value)) cy=(MIDDLE) r="4" {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_has_a_mark_and_an_interval_and_trainings_alone_have_marks() {
        let of = |value, low, high| Estimate { value, low, high };
        let shown = scale(Some(of(0.25, 0.2, 0.35)), [of(0.9, 0.8, 1.0)].into_iter()).0;
        assert!(shown.contains("x1=\"40.0\" x2=\"70.0\"") && shown.contains("cx=\"50.0\""));
        assert_eq!(shown.matches("<circle").count(), 1);
        let alone = scale(None, [of(0.9, 0.8, 1.0), of(0.1, 0.0, 0.2)].into_iter()).0;
        assert_eq!((alone.matches("<circle").count(), alone.matches("known").count()), (2, 0));
    }
}
