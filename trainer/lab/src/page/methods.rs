//! Terms explained for a newcomer, and the methods with their sources for a referee. The texts are files:
//! one entry after the other, each a term, what it means, and how it is computed, if that needs saying.

use maud::{Markup, html};

use super::blocks::Blocks;
use super::facts::Facts;
use super::html::{folded, prose};
use crate::text::{counted, plain};
use crate::{BalanceReport, Looks};

/// Words that newcomers may not know.
const WORDS: &str = include_str!("methods/words.txt");
/// What every report uses.
const SAME: &str = include_str!("methods/same.txt");
/// Where the number of games was fixed beforehand.
const ONCE: &str = include_str!("methods/once.txt");
/// Where the results were looked at before the games were stopped.
const ANY: &str = include_str!("methods/any.txt");

pub(crate) fn methods(facts: &Facts) -> Blocks {
    let options = &facts.report.options;
    let own = match options.looks {
        Looks::Once => ONCE,
        Looks::Any => ANY,
    };
    let methods = html! {
        p {
            "All intervals are " (options.confidence.label()) " intervals. The margin of equality is ±"
            (plain(options.equivalence)) " points. " (prose(&looks(facts.report)))
        }
        (terms(own)) (terms(SAME))
    };
    html! {
        (folded("Ply, playout, network: words that newcomers may not know", &terms(WORDS)))
        (folded("Interval, Elo, shown: what they mean and how they are computed", &methods))
    }
    .into()
}

fn terms(text: &str) -> Markup {
    html! {
        dl.terms {
            @for entry in text.trim().split("\n\n") {
                div {
                    @for (line, words) in entry.lines().enumerate() {
                        @match line {
                            0 => dt { (words) },
                            1 => dd { (prose(words)) },
                            _ => dd.small { (prose(words)) },
                        }
                    }
                }
            }
        }
    }
}

/// How it was decided that the games are enough.
fn looks(report: &BalanceReport) -> String {
    match (&report.stopping, report.options.looks) {
        (Some(stopping), _) => format!(
            "The results decided when to stop. They were looked at {}. Play went on until every \
             interval was within ±{} points or the allowance was spent. Intervals and tests hold however \
             often one looks.",
            counted(u64::from(stopping.looks), "time", "times"),
            plain(stopping.precision)
        ),
        (None, Looks::Any) => "Intervals and tests hold however often the results were looked at \
                               before the games were stopped."
            .to_owned(),
        (None, Looks::Once) => {
            "Intervals and tests hold where the number of games was fixed before the first of them was played."
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_methods_named_are_those_in_use() {
        let [once, any] = [ONCE, ANY];
        for fixed in ["Wilson", "Newcombe", "Agresti"] {
            assert!(once.contains(fixed) && !any.contains(fixed), "{fixed}");
        }
        for anytime in ["betting", "Robbins", "Ville"] {
            assert!(any.contains(anytime) && !once.contains(anytime), "{anytime}");
        }
        let cut_off = plain(crate::findings::MANY_CUT_OFF);
        assert!(SAME.contains(&format!("more than {cut_off} %")));
    }
}
