//! Networks that play by rules that they have not learned to the end.

use imperial_stats::Knowledge;

use super::kind::Kind;
use crate::text::fitted_list;
use crate::{BalanceReport, Finding, Grade, Titles};

/// Rule sets whose headline rests on networks that know equally little: one finding for each grade of knowledge below
/// [`Knowledge::Settled`], with its name as a figure of 1.
pub(super) const KIND: Kind = Kind { topic: "unlearned", find, words };

fn find(report: &BalanceReport) -> Vec<Finding> {
    let of = |knowledge: Knowledge| {
        let is_so = |rules: &&String| report.headline_knowledge(rules) == Some(knowledge);
        let mut rules = report.rule_sets.iter().filter(is_so).map(String::as_str).peekable();
        rules.peek()?;
        let finding = Finding::new(KIND.topic, Grade::Caution).count(knowledge.name(), 1.0);
        Some(finding.rule_sets(rules))
    };
    let below = Knowledge::ALL.into_iter().filter(|knowledge| *knowledge < Knowledge::Settled);
    below.filter_map(of).collect()
}

fn words(finding: &Finding, titles: &Titles) -> Option<String> {
    let is_so = |knowledge: &Knowledge| finding.one(knowledge.name()).is_some();
    let knowledge = Knowledge::ALL.into_iter().find(is_so)?;
    Some(fitted_list(&finding.titles(titles), |list| match knowledge {
        Knowledge::Unknown => format!(
            "Provisional: nobody has said what these networks know of {list}; to be sure, type \
             imperial balance RULES --learn 30m --out NEW."
        ),
        Knowledge::Nothing => format!(
            "Provisional: these networks never saw boards like that of {list}; type imperial balance RULES --learn 30m --out NEW."
        ),
        Knowledge::Board => format!(
            "Provisional: these networks have not learned the rules of {list}; type imperial balance RULES --learn 30m --out NEW."
        ),
        Knowledge::Moving | Knowledge::Settled => format!(
            "Provisional: in {list} learning stopped before the balance was seen to rest; type \
             imperial balance RULES --learn 2h --out NEW."
        ),
    }))
}
