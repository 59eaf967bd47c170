//! How the network learned that the run trained itself.

use crate::page::blocks::Blocks;
use crate::page::exhibit::Exhibit;
use crate::page::facts::Facts;

pub(crate) fn learning(facts: &Facts) -> Blocks {
    let figures = facts.context.learning.iter();
    let exhibit = |exhibit: Exhibit| Exhibit { rules: facts.report.rule_sets.clone(), ..exhibit };
    figures.map(|figure| exhibit(figure.exhibit()).into()).collect()
}
